import { Scope } from "../heads/scopes.ts";
import type { Triggers } from "../tokens/lexer.ts";
import type { Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { type Shapes, type ShapesBeside, shapeCount, shapeOf, shapesBeside } from "./first-tokens.ts";
import { type Definitions, parseDefinition } from "./pattern.ts";
import type { CompiledPattern } from "./pattern-matcher.ts";
import type { RewriteRule } from "./rule-file.ts";
import { keywordNumbers } from "./token-tests.ts";
import { writtenRules } from "./written-rules.ts";

type Run = (stream: Stream, index: number, scope: number) => void;

/** What holds a token, where rules run ahead of those that find it out. */
const unknownScope = -1;

/** Rules by what triggers them, in their order. */
export type RuleTable = Triggers & {
  readonly rules: readonly RewriteRule[];
  /** Begins to run the rules over a text. */
  readonly begin: (stream: Stream) => RuleRun;
};

/** One run of the rules over a text, from its start to its end. */
export type RuleRun = {
  /** Runs the rules at the triggers before a token, which were not passed before. */
  readonly upTo: (end: number) => void;
  /** Passes the triggers before a token: they stand in what is not parsed. */
  readonly passTo: (end: number) => void;
  /** Runs the rules of names at one, in a `Scope`, up to the first that edits; returns true when one did. */
  readonly atName: (index: number, scope: number) => boolean;
  /** Runs the rules of names that start statements at one, in the same way. */
  readonly atStatement: (index: number) => boolean;
};

/** Sorts rules by their triggers: those that are data, then those that are code. */
export function tableOf(rules: readonly RewriteRule[]): RuleTable {
  const ofKinds: Bucket[] = [];
  const ofWords: Bucket[] = [];
  const ofNames = new Bucket(true);
  const ofStatements = new Bucket(true);
  for (const rule of rules) {
    for (const pattern of rule.patterns) {
      const run = runOf(rule.id, pattern);
      for (const { kind, word } of pattern.triggers) {
        const isName = kind === Kind.word && word === undefined;
        if ((pattern.isPlaced || pattern.isAtStatement) && !isName)
          throw new Error(`${rule.id}: what holds a token is known of names alone`);
        const bucket = pattern.isAtStatement
          ? ofStatements
          : isName
            ? ofNames
            : word === undefined
              ? bucketAt(ofKinds, kind)
              : bucketAt(ofWords, word);
        bucket.add(run, pattern.beside);
      }
    }
  }
  for (const { kinds = [], words = [], before = "", after = "", run } of writtenRules) {
    const beside = () => shapesBeside({ before: parseDefinition(before, none), after: parseDefinition(after, none) });
    for (const kind of kinds) bucketAt(ofKinds, kind).add(run, beside);
    for (const word of words) bucketAt(ofWords, keywordNumbers.get(word) ?? 0).add(run, beside);
  }
  return {
    kinds: Uint8Array.from({ length: 256 }, (_, kind) => (ofKinds[kind] ? 1 : 0)),
    words: Uint8Array.from({ length: keywordNumbers.size + 1 }, (_, word) => (ofWords[word] ? 1 : 0)),
    rules,
    begin: (stream) => {
      const { triggered, triggeredCount } = stream.tokens;
      let next = 0;
      return {
        upTo: (end) => {
          for (; next < triggeredCount; next += 1) {
            const index = triggered[next] ?? 0;
            if (index >= end) return;
            const kind = stream.kind(index);
            (kind === Kind.word ? ofWords[stream.spelling(index)] : ofKinds[kind])?.run(stream, index, unknownScope);
          }
        },
        passTo: (end) => {
          while (next < triggeredCount && (triggered[next] ?? 0) < end) next += 1;
        },
        atName: (index, scope) => ofNames.run(stream, index, scope),
        atStatement: (index) => ofStatements.run(stream, index, Scope.block),
      };
    },
  };
}

function bucketAt(buckets: Bucket[], at: number): Bucket {
  const bucket = buckets[at] ?? new Bucket();
  buckets[at] = bucket;
  return bucket;
}

/** The rules of one trigger. What is beside it is found out when a text has the trigger. */
class Bucket {
  readonly #isOneEnough: boolean;
  readonly #runs: Run[] = [];
  #besides: (() => ShapesBeside)[] = [];
  /** For each shape of the next two tokens before and after the trigger, the rules that can match there, a bit each. */
  readonly #before = new Int32Array(shapeCount);
  readonly #after = new Int32Array(shapeCount);
  readonly #secondBefore = new Int32Array(shapeCount);
  readonly #secondAfter = new Int32Array(shapeCount);

  /** @param isOneEnough whether rules run up to the first that edits */
  constructor(isOneEnough = false) {
    this.#isOneEnough = isOneEnough;
  }

  add(run: Run, beside: () => ShapesBeside): void {
    if (this.#runs.push(run) > 31) throw new Error("more than 31 patterns at one trigger");
    this.#besides.push(beside);
  }

  /** Returns true after an edit. */
  run(stream: Stream, index: number, scope: number): boolean {
    if (stream.isCut(index)) return false;
    if (this.#besides.length > 0) this.#open();
    let hasEdited = false;
    let bits = this.#candidates(stream, index);
    while (bits !== 0 && !stream.isCut(index)) {
      const bit = bits & -bits;
      const editCount = stream.edits.count;
      this.#runs[31 - Math.clz32(bit)]?.(stream, index, scope);
      if (stream.edits.count === editCount) bits &= ~bit;
      else {
        if (this.#isOneEnough) return true;
        hasEdited = true;
        // Other tokens are beside the trigger for the rules that follow.
        bits = this.#candidates(stream, index) & -bit & ~bit;
      }
    }
    return hasEdited;
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

  #candidates(stream: Stream, index: number): number {
    const after = stream.after(index);
    let bits = this.#after[shapeOf(stream, after)] ?? 0;
    if (bits === 0) return 0;
    const before = stream.before(index);
    bits &= this.#before[shapeOf(stream, before)] ?? 0;
    if (bits === 0) return 0;
    bits &= this.#secondAfter[shapeOf(stream, stream.after(after))] ?? 0;
    return bits === 0 ? 0 : bits & (this.#secondBefore[shapeOf(stream, stream.before(before))] ?? 0);
  }
}

/** Marks a rule in the table of one place. */
function allow(table: Int32Array, shapes: Shapes, bit: number): void {
  for (let shape = 0; shape < shapeCount; shape += 1) {
    if (shapes?.has(shape) ?? true) table[shape] = (table[shape] ?? 0) | bit;
  }
}

const none: Definitions = new Map();

function runOf(id: string, pattern: CompiledPattern): Run {
  return (stream, index, scope) => {
    for (const { from, to, put } of pattern.match(stream, index, scope)) {
      if (put !== "" && from === to) replace(stream, from, id, put);
      else stream.blank(from, to, id, put);
    }
  };
}

/** Puts a text in place of a token; a name that takes a whole name's place still means that one. */
function replace(stream: Stream, token: number, id: string, put: string): void {
  const index = stream.start(token);
  const { length } = put;
  if (!stream.edits.add(index, stream.end(token), id, put)) return;
  if (!stream.isName(token) || stream.end(token) !== index + length) return;
  stream.names.push({ index, length, name: stream.textOf(token), nameIndex: index, nameLength: length });
}
