/**
 * The rules of one trigger. Input: rules, then a token with that trigger; output: the runs of the rules that can match
 * by the shapes of the tokens around it; a table of bits excludes all others.
 */
import { type Place, Scope, unknownPlace } from "../heads/scopes.ts";
import type { Stream } from "../tokens/stream.ts";
import { type NextShapes, type Shapes, type ShapesBeside, shapeCount, shapeOf } from "./first-tokens.ts";
import { nameKindCount, nameKindOf } from "./name-kinds.ts";
import type { CompiledPattern } from "./pattern-matcher.ts";

/** Runs a rule at a token. */
export type Run = (stream: Stream, index: number, place: Place) => void;

/** The bits of a number that is not negative, which is as many rules as one bucket holds. */
const room = 31;

/** The rules of one trigger. The tokens next to it are read when a text has the trigger. */
export class Bucket {
  readonly runs: Run[] = [];
  #besides: (() => ShapesBeside)[] = [];
  readonly #before = new Side();
  readonly #after = new Side();
  /** The rules after the rules of this one. */
  #next: Bucket | undefined;

  add(run: Run, beside: () => ShapesBeside): void {
    if (this.isFull) {
      this.#next ??= new Bucket();
      return void this.#next.add(run, beside);
    }
    this.runs.push(run);
    this.#besides.push(beside);
  }

  get isFull(): boolean {
    return this.runs.length === room;
  }

  run(stream: Stream, index: number): void {
    if (stream.isCut(index)) return;
    let bits = this.candidates(stream, index);
    while (bits !== 0 && !stream.isCut(index)) {
      const bit = bits & -bits;
      const editCount = stream.edits.count;
      this.runs[31 - Math.clz32(bit)]?.(stream, index, unknownPlace);
      // After an edit, other tokens are next to the trigger for the rules that follow.
      bits = stream.edits.count === editCount ? bits & ~bit : this.candidates(stream, index) & -bit & ~bit;
    }
    this.#next?.run(stream, index);
  }

  /** The rules that can match by the shapes of the tokens next to the trigger. */
  candidates(stream: Stream, index: number): number {
    if (this.#besides.length > 0) this.#open();
    const after = stream.after(index);
    let bits = this.#after.next[shapeOf(stream, after)] ?? 0;
    if (bits === 0) return 0;
    const before = stream.before(index);
    bits &= this.#before.next[shapeOf(stream, before)] ?? 0;
    if (bits === 0) return 0;
    bits &= this.#after.second[shapeOf(stream, stream.after(after))] ?? 0;
    if (bits === 0) return 0;
    bits &= this.#before.second[shapeOf(stream, stream.before(before))] ?? 0;
    const close = stream.partner(after);
    if (close > after) bits &= this.#after.beyond[shapeOf(stream, stream.after(close))] ?? 0;
    const open = stream.partner(before);
    if (open > 0 && open < before) bits &= this.#before.beyond[shapeOf(stream, stream.before(open))] ?? 0;
    return bits;
  }

  #open(): void {
    for (const [place, beside] of this.#besides.entries()) {
      const { before, after } = beside();
      const bit = 1 << place;
      this.#before.allow(before, bit);
      this.#after.allow(after, bit);
    }
    this.#besides = [];
  }
}

/** For each shape of tokens on one side of a trigger, the rules that can match there, a bit each. */
class Side {
  readonly next = new Int32Array(shapeCount);
  readonly second = new Int32Array(shapeCount);
  readonly beyond = new Int32Array(shapeCount);

  allow({ next, second, beyond }: NextShapes, bit: number): void {
    allow(this.next, next, bit);
    allow(this.second, second, bit);
    allow(this.beyond, beyond, bit);
  }
}

/** Marks a rule in the table of one place. */
function allow(table: Int32Array, shapes: Shapes, bit: number): void {
  for (let shape = 0; shape < shapeCount; shape += 1) {
    if (shapes?.has(shape) ?? true) table[shape] = (table[shape] ?? 0) | bit;
  }
}

const scopes = Object.values(Scope);

/** The rules of names. At each name they run up to the first that edits. */
export class NameBucket {
  readonly #rules = new Bucket();
  /**
   * For each kind of names, and for each `Scope` after the one that is not known, the rules that can match, a bit each.
   */
  readonly #ofKind = new Int32Array(nameKindCount);
  readonly #ofScope = new Int32Array(scopes.length + 1);
  /** The rules after the rules of this one. */
  #next: NameBucket | undefined;

  add(run: Run, pattern: CompiledPattern): void {
    if (this.#rules.isFull) {
      this.#next ??= new NameBucket();
      return void this.#next.add(run, pattern);
    }
    const bit = 1 << this.#rules.runs.length;
    this.#rules.add(run, () => {
      for (let kind = 0; kind < nameKindCount; kind += 1)
        if (pattern.matchesKind(kind)) this.#mark(this.#ofKind, kind, bit);
      for (const scope of [unknownPlace.scope, ...scopes])
        if (pattern.scopes?.includes(scope) ?? true) this.#mark(this.#ofScope, scope - unknownPlace.scope, bit);
      return pattern.beside();
    });
  }

  #mark(table: Int32Array, at: number, bit: number): void {
    table[at] = (table[at] ?? 0) | bit;
  }

  /** Returns true after an edit. */
  run(stream: Stream, index: number, place: Place): boolean {
    return this.#runOwn(stream, index, place) || (this.#next?.run(stream, index, place) ?? false);
  }

  #runOwn(stream: Stream, index: number, place: Place): boolean {
    let bits = this.#rules.candidates(stream, index);
    if (bits === 0) return false;
    bits &= (this.#ofScope[place.scope - unknownPlace.scope] ?? 0) & (this.#ofKind[nameKindOf(stream, index)] ?? 0);
    const editCount = stream.edits.count;
    for (; bits !== 0; bits &= bits - 1) {
      this.#rules.runs[31 - Math.clz32(bits & -bits)]?.(stream, index, place);
      if (stream.edits.count !== editCount) return true;
    }
    return false;
  }
}
