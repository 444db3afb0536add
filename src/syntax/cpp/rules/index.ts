/**
 * The table of all rewriting rules of C++, and one run of them. Input: rules from `.rules` files and rules in code;
 * output: a run over the tokens of a text, which edits where patterns match.
 */
import type { Place } from "../heads/scopes.ts";
import type { Triggers } from "../tokens/lexer.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { Bucket, NameBucket, type Run } from "./bucket.ts";
import { shapesBeside } from "./first-tokens.ts";
import { maskCondition, maskDirective, maskInclude } from "./gaps-in-directives.ts";
import { maskCommasAfterAssignment } from "./gaps-in-operands.ts";
import { maskComparison, maskTemplateParameters } from "./gaps-in-templates.ts";
import { asName, type Definitions, parseDefinition } from "./pattern.ts";
import type { CompiledPattern } from "./pattern-matcher.ts";
import type { RewriteRule } from "./rule-file.ts";
import { keywordNumbers } from "./token-tests.ts";

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
  /** Passes the triggers before a token: they are in text that is not parsed. */
  readonly passTo: (end: number) => void;
  /** Runs the rules of names at one, up to the first that edits; returns true when one did. */
  readonly atName: (index: number, place: Place) => boolean;
  /** Runs the rules of names that start statements, or declarations, at one, in the same way. */
  readonly atStatement: (index: number, place: Place) => boolean;
  readonly atDeclaration: (index: number, place: Place) => boolean;
};

/** A rule that is code: the kinds of tokens at which it looks, and the tokens before these, in the language of patterns. */
type WrittenRule = {
  readonly kinds: readonly number[];
  readonly before?: string;
  readonly run: (stream: Stream, index: number) => void;
};

/** The rules that mask correct C++ that the grammar does not read and patterns cannot express. */
const writtenRules: readonly WrittenRule[] = [
  { kinds: [Char.equals, Kind.operator], run: maskCommasAfterAssignment },
  { kinds: [Char.less], before: '"template"', run: maskTemplateParameters },
  { kinds: [Kind.operator], run: maskComparison },
  { kinds: [Kind.if, Kind.elif], run: maskCondition },
  { kinds: [Kind.include], run: maskInclude },
  { kinds: [Kind.define, Kind.directive], run: maskDirective },
];

/** Sorts rules by their triggers: rules that are data, then rules that are code. */
export function tableOf(rules: readonly RewriteRule[]): RuleTable {
  const ofKinds: Bucket[] = [];
  const ofWords: Bucket[] = [];
  const ofNames = { name: new NameBucket(), statement: new NameBucket(), declaration: new NameBucket() };
  for (const rule of rules) {
    for (const pattern of rule.patterns) {
      const run = runOf(rule.id, pattern);
      for (const { kind, word } of pattern.triggers) {
        const isName = kind === Kind.word && word === undefined;
        const isPlaced = pattern.scopes !== undefined || pattern.starts !== "name";
        if (isPlaced && !isName) throw new Error(`${rule.id}: the node that contains a token is known only for names`);
        if (isName) ofNames[pattern.starts].add(run, pattern);
        else if (word === undefined) bucketAt(ofKinds, kind).add(run, pattern.beside);
        else bucketAt(ofWords, word).add(run, pattern.beside);
      }
    }
  }
  for (const { kinds, before = "", run } of writtenRules) {
    const beside = () => shapesBeside({ before: parseDefinition(before, none), after: [] });
    for (const kind of kinds) bucketAt(ofKinds, kind).add(run, beside);
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
            (kind === Kind.word ? ofWords[stream.spelling(index)] : ofKinds[kind])?.run(stream, index);
          }
        },
        passTo: (end) => {
          while (next < triggeredCount && (triggered[next] ?? 0) < end) next += 1;
        },
        atName: (index, place) => ofNames.name.run(stream, index, place),
        atStatement: (index, place) => ofNames.statement.run(stream, index, place),
        atDeclaration: (index, place) => ofNames.declaration.run(stream, index, place),
      };
    },
  };
}

function bucketAt(buckets: Bucket[], at: number): Bucket {
  const bucket = buckets[at] ?? new Bucket();
  buckets[at] = bucket;
  return bucket;
}

const none: Definitions = new Map();

function runOf(id: string, pattern: CompiledPattern): Run {
  return (stream, index, place) => {
    for (const { from, to, put } of pattern.match(stream, index, place)) {
      if (put === asName) writeName(stream, from, to, id);
      else if (put !== "" && from === to) replace(stream, from, id, put);
      else stream.blank(from, to, id, put);
    }
  };
}

/** Writes tokens as a name, such as `operator__` over `operator->`; before a blank, the first word as one. */
function writeName(stream: Stream, from: number, to: number, id: string): void {
  const [index, end] = [stream.start(from), stream.end(to)];
  const [word = "", more] = stream.text.slice(index, end).split(/\s/, 2);
  const name = word.replace(/\W/g, "_");
  stream.edits.add(index, end, id, more === undefined ? name : `${name}_`);
}

/** Puts a text instead of a token; a name that takes a whole name's place still means that one. */
function replace(stream: Stream, token: number, id: string, put: string): void {
  const index = stream.start(token);
  const { length } = put;
  if (!stream.edits.add(index, stream.end(token), id, put)) return;
  if (!stream.isName(token) || stream.end(token) !== index + length) return;
  stream.names.push({ index, length, name: stream.textOf(token), nameIndex: index, nameLength: length });
}
