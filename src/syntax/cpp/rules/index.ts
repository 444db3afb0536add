import type { Triggers } from "../tokens/lexer.ts";
import type { Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { type Shapes, shapeCount, shapeOf } from "./first-tokens.ts";
import type { CompiledPattern } from "./pattern-matcher.ts";
import type { RewriteRule } from "./rule-file.ts";
import { keywordNumbers } from "./token-tests.ts";
import { type WrittenRule, writtenRules } from "./written-rules.ts";

type Run = WrittenRule["run"];

/** Rules by what triggers them, in their order. */
export type RuleTable = Triggers & {
  readonly rules: readonly RewriteRule[];
  /** Runs the rules over a whole text once. */
  readonly run: (stream: Stream) => void;
};

/** Sorts rules by their triggers: those that are data, then those that are code. */
export function tableOf(rules: readonly RewriteRule[]): RuleTable {
  const ofKinds: Bucket[] = [];
  const ofWords: Bucket[] = [];
  for (const rule of rules) {
    for (const pattern of rule.patterns) {
      const run = runOf(rule.id, pattern);
      for (const { kind, word } of pattern.triggers) {
        if (kind === Kind.word && word === undefined) throw new Error(`${rule.id}: a name is no trigger`);
        const bucket = word === undefined ? bucketAt(ofKinds, kind) : bucketAt(ofWords, word);
        bucket.add(run, pattern.beside);
      }
    }
  }
  for (const { kinds = [], words = [], run } of writtenRules) {
    for (const kind of kinds) bucketAt(ofKinds, kind).add(run);
    for (const word of words) bucketAt(ofWords, keywordNumbers.get(word) ?? 0).add(run);
  }
  return {
    kinds: Uint8Array.from({ length: 256 }, (_, kind) => (ofKinds[kind] ? 1 : 0)),
    words: Uint8Array.from({ length: keywordNumbers.size + 1 }, (_, word) => (ofWords[word] ? 1 : 0)),
    rules,
    run: (stream) => {
      const { triggered, triggeredCount } = stream.tokens;
      for (let trigger = 0; trigger < triggeredCount; trigger += 1) {
        const index = triggered[trigger] ?? 0;
        const kind = stream.kind(index);
        (kind === Kind.word ? ofWords[stream.spelling(index)] : ofKinds[kind])?.run(stream, index);
      }
    },
  };
}

function bucketAt(buckets: Bucket[], at: number): Bucket {
  const bucket = buckets[at] ?? new Bucket();
  buckets[at] = bucket;
  return bucket;
}

/** The rules of one trigger. */
class Bucket {
  readonly #runs: Run[] = [];
  /** For each shape of the token before and after the trigger, the rules that can match beside it, a bit each. */
  readonly #before = new Int32Array(shapeCount);
  readonly #after = new Int32Array(shapeCount);

  add(run: Run, beside: { readonly before: Shapes; readonly after: Shapes } = anything): void {
    const bit = 1 << this.#runs.length;
    if (this.#runs.push(run) > 31) throw new Error("more than 31 patterns at one trigger");
    for (let shape = 0; shape < shapeCount; shape += 1) {
      if (beside.before?.has(shape) ?? true) this.#before[shape] = (this.#before[shape] ?? 0) | bit;
      if (beside.after?.has(shape) ?? true) this.#after[shape] = (this.#after[shape] ?? 0) | bit;
    }
  }

  run(stream: Stream, index: number): void {
    if (stream.isCut(index)) return;
    const before = this.#before[shapeOf(stream, stream.before(index))] ?? 0;
    let bits = before === 0 ? 0 : before & (this.#after[shapeOf(stream, stream.after(index))] ?? 0);
    for (; bits !== 0 && !stream.isCut(index); bits &= bits - 1)
      this.#runs[31 - Math.clz32(bits & -bits)]?.(stream, index);
  }
}

const anything = { before: undefined, after: undefined };

function runOf(id: string, pattern: CompiledPattern): Run {
  return (stream, index) => {
    for (const { from, to, put } of pattern.match(stream, index)) {
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
