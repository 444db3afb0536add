import { Scope } from "../heads/scopes.ts";
import type { Stream } from "../tokens/stream.ts";
import { type Shapes, type ShapesBeside, shapeCount, shapeOf } from "./first-tokens.ts";
import { nameKindCount, nameKindOf } from "./name-kinds.ts";
import type { CompiledPattern } from "./pattern-matcher.ts";

/** Runs a rule at a token, in a `Scope`, or `unknownScope`. */
export type Run = (stream: Stream, index: number, scope: number) => void;

/** What holds a token, where rules run ahead of those that find it out. */
export const unknownScope = -1;

/** The rules of one trigger. What is beside it is found out when a text has the trigger. */
export class Bucket {
  readonly runs: Run[] = [];
  #besides: (() => ShapesBeside)[] = [];
  /** For each shape of the next two tokens before and after the trigger, the rules that can match there, a bit each. */
  readonly #before = new Int32Array(shapeCount);
  readonly #after = new Int32Array(shapeCount);
  readonly #secondBefore = new Int32Array(shapeCount);
  readonly #secondAfter = new Int32Array(shapeCount);

  add(run: Run, beside: () => ShapesBeside): void {
    if (this.runs.push(run) > 31) throw new Error("more than 31 patterns at one trigger");
    this.#besides.push(beside);
  }

  run(stream: Stream, index: number): void {
    if (stream.isCut(index)) return;
    let bits = this.candidates(stream, index);
    while (bits !== 0 && !stream.isCut(index)) {
      const bit = bits & -bits;
      const editCount = stream.edits.count;
      this.runs[31 - Math.clz32(bit)]?.(stream, index, unknownScope);
      // After an edit, other tokens are beside the trigger for the rules that follow.
      bits = stream.edits.count === editCount ? bits & ~bit : this.candidates(stream, index) & -bit & ~bit;
    }
  }

  /** The rules that can match by the shapes of the tokens beside the trigger. */
  candidates(stream: Stream, index: number): number {
    if (this.#besides.length > 0) this.#open();
    const after = stream.after(index);
    let bits = this.#after[shapeOf(stream, after)] ?? 0;
    if (bits === 0) return 0;
    const before = stream.before(index);
    bits &= this.#before[shapeOf(stream, before)] ?? 0;
    if (bits === 0) return 0;
    bits &= this.#secondAfter[shapeOf(stream, stream.after(after))] ?? 0;
    return bits === 0 ? 0 : bits & (this.#secondBefore[shapeOf(stream, stream.before(before))] ?? 0);
  }

  #open(): void {
    for (const [place, beside] of this.#besides.entries()) {
      const { before, after } = beside();
      const bit = 1 << place;
      allow(this.#before, before[0], bit);
      allow(this.#secondBefore, before[1], bit);
      allow(this.#after, after[0], bit);
      allow(this.#secondAfter, after[1], bit);
    }
    this.#besides = [];
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
  /** For each kind of names, and for each `Scope` behind `unknownScope`, the rules that can match, a bit each. */
  readonly #ofKind = new Int32Array(nameKindCount);
  readonly #ofScope = new Int32Array(scopes.length + 1);

  add(run: Run, pattern: CompiledPattern): void {
    const bit = 1 << this.#rules.runs.length;
    this.#rules.add(run, () => {
      for (let kind = 0; kind < nameKindCount; kind += 1)
        if (pattern.matchesKind(kind)) this.#mark(this.#ofKind, kind, bit);
      for (const scope of [unknownScope, ...scopes])
        if (pattern.scopes?.includes(scope) ?? true) this.#mark(this.#ofScope, scope - unknownScope, bit);
      return pattern.beside();
    });
  }

  #mark(table: Int32Array, at: number, bit: number): void {
    table[at] = (table[at] ?? 0) | bit;
  }

  /** Returns true after an edit. */
  run(stream: Stream, index: number, scope: number): boolean {
    let bits = this.#rules.candidates(stream, index);
    if (bits === 0) return false;
    bits &= (this.#ofScope[scope - unknownScope] ?? 0) & (this.#ofKind[nameKindOf(stream, index)] ?? 0);
    const editCount = stream.edits.count;
    for (; bits !== 0; bits &= bits - 1) {
      this.#rules.runs[31 - Math.clz32(bits & -bits)]?.(stream, index, scope);
      if (stream.edits.count !== editCount) return true;
    }
    return false;
  }
}
