/**
 * The rewriting rules for the module that runs them; the build does it for the languages that are shipped. Input: rules as rule-file.ts
 * reads them; output: buckets of rules by their triggers, tables of bits, and the code of patterns: see ../assembly/rules/table.ts and
 * ../assembly/rules/matcher.ts.
 */
import { getOrInsert } from "../../../base/get-or-insert.ts";
import { Scope } from "../scope.ts";
import { Char } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { type Shapes, type ShapesBeside, shapeCount, shapesBeside } from "./first-tokens.ts";
import { writtenRuleIds } from "./ids.ts";
import { nameKindCount } from "./name-kinds.ts";
import { asName, type Definitions, type Pattern, parseDefinition, type RulePattern } from "./pattern.ts";
import type { RewriteRule } from "./rule-file.ts";
import { isAnyName, kindsOfText, numberOfClass, tellingOf } from "./token-classes.ts";
import type { TriggeredPattern } from "./triggered-pattern.ts";

/** The rules that are code, in the order of their numbers in ../assembly/rules/table.ts: -1 and so on. */
const writtenRules: readonly { readonly kinds: readonly number[]; readonly before?: string }[] = [
  { kinds: [Char.equals, Kind.operator] },
  { kinds: [Char.less], before: '"template"' },
  { kinds: [Kind.operator] },
  { kinds: [Kind.if, Kind.elif, Kind.include, Kind.define, Kind.directive] },
];

/** The scope of a token before it is known: see ../assembly/heads/scopes.ts. */
const unknownScope = -1;

/** The rules that one bucket holds, a bit each. */
const roomOfBucket = 31;
/** The words of a bucket before its rules: the next bucket, and the place of its bits. */
const headOfBucket = 2;
const placeOfBits = 1;
const wordsOfBucket = headOfBucket + roomOfBucket;
/** The shapes of three places on each of two sides, the kinds of names, and the scopes. */
const scopes = [unknownScope, ...Object.values(Scope)];
const wordsOfBits = shapeCount * 6 + nameKindCount + scopes.length;

/** A rule in a bucket. */
type Run = {
  /** The number of its pattern, or a negative number of a rule that is code. */
  readonly number: number;
  readonly beside: ShapesBeside;
  /** Of a rule of names. */
  readonly pattern?: TriggeredPattern;
};

/** As many rules as a bucket holds; the next bucket may continue it. */
type Bucket = { readonly runs: readonly Run[]; readonly isContinued: boolean };

/** The rules of a language as the module reads them. */
export type CompiledRules = {
  /** The ids of the rules by the numbers of edits: of rules that are code, then of rules that are data. */
  readonly ids: readonly string[];
  /** What is copied into the module: see `loadRules` of ../assembly/rules/table.ts. Places in it count from its start. */
  readonly words: Int32Array;
};

/** The first words: the numbers of buckets and of patterns, and the places of five tables. */
const wordsOfHead = 7;

/** @throws Error for a trigger that is not a token */
export function compileRules(rules: readonly RewriteRule[]): CompiledRules {
  const ids = [...new Set<string>([...writtenRuleIds, ...rules.map(({ id }) => id)])];
  const patterns = rules.flatMap(({ id, patterns }) => patterns.map((pattern) => ({ rule: ids.indexOf(id), pattern })));
  const ofKinds: Run[][] = [];
  const ofWords: Run[][] = [];
  const ofNames: Readonly<Record<RulePattern["starts"], Run[]>> = { name: [], statement: [], declaration: [] };
  for (const [number, { pattern }] of patterns.entries()) {
    const beside = pattern.beside();
    for (const trigger of pattern.triggers) {
      const { kind, word } = trigger;
      if (isAnyName(trigger)) ofNames[pattern.source.starts].push({ number, beside, pattern });
      else if (word === undefined) runsAt(ofKinds, kind).push({ number, beside });
      else runsAt(ofWords, word).push({ number, beside });
    }
  }
  for (const [place, { kinds, before = "" }] of writtenRules.entries()) {
    const beside = shapesBeside({ before: parseDefinition(before, none), after: [] });
    for (const kind of kinds) runsAt(ofKinds, kind).push({ number: -1 - place, beside });
  }
  const buckets: Bucket[] = [{ runs: [], isContinued: false }];
  const firstsOf = (all: readonly (Run[] | undefined)[]) => Array.from(all, (runs) => addBuckets(buckets, runs ?? []));
  const firsts = [
    firstsOf(ofKinds),
    firstsOf(ofWords),
    firstsOf([ofNames.name, ofNames.statement, ofNames.declaration]),
  ];
  const image = new Image(wordsOfHead);
  const bucketPlace = image.add(buckets.flatMap((bucket, number) => wordsOf(bucket, number)));
  const patternPlace = image.add(patterns.map(() => 0));
  image.set(0, [buckets.length, patterns.length, bucketPlace, patternPlace]);
  // The lengths of the three tables are before them.
  image.set(
    4,
    firsts.map((table) => image.add([table.length, ...table])),
  );
  for (const [number, { runs }] of buckets.entries())
    image.set(bucketPlace + number * wordsOfBucket + placeOfBits, [image.add(runLengths(bitsOf(runs)))]);
  for (const [number, { rule, pattern }] of patterns.entries())
    image.set(patternPlace + number, [image.add(codeOfPattern(rule, pattern, image))]);
  return { ids, words: image.words };
}

/** Words that are added to, and the texts in them. */
class Image {
  readonly #words: number[];
  readonly #texts = new Map<string, number>();

  constructor(count: number) {
    this.#words = Array.from({ length: count }, () => 0);
  }

  get words(): Int32Array {
    return Int32Array.from(this.#words);
  }

  /** Returns the place of the first word that was added. */
  add(words: readonly number[]): number {
    const place = this.#words.length;
    for (const word of words) this.#words.push(word);
    return place;
  }

  set(place: number, words: readonly number[]): void {
    for (const [at, word] of words.entries()) this.#words[place + at] = word;
  }

  /** Returns the place of the codes of a text, after their number in bytes: as the module has strings. */
  text(text: string): number {
    return getOrInsert(this.#texts, text, () => {
      const codes = codesOf(text);
      const pairs = Array.from({ length: Math.ceil(codes.length / 2) }, (_, at) => at * 2);
      return 1 + this.add([codes.length * 2, ...pairs.map((at) => (codes[at] ?? 0) | ((codes[at + 1] ?? 0) << 16))]);
    });
  }
}

/** Returns the number of the first bucket of some rules, or 0. */
function addBuckets(buckets: Bucket[], runs: readonly Run[]): number {
  if (runs.length === 0) return 0;
  const first = buckets.length;
  for (let from = 0; from < runs.length; from += roomOfBucket) {
    const to = from + roomOfBucket;
    buckets.push({ runs: runs.slice(from, to), isContinued: to < runs.length });
  }
  return first;
}

function wordsOf({ runs, isContinued }: Bucket, number: number): readonly number[] {
  const rules = Array.from({ length: roomOfBucket }, (_, place) => runs[place]?.number ?? 0);
  return [isContinued ? number + 1 : 0, 0, ...rules];
}

/** The bits of a bucket: the rules that can match by the shapes around a trigger. */
function bitsOf(runs: readonly Run[]): Int32Array {
  const table = new Int32Array(wordsOfBits);
  for (const [place, { beside, pattern }] of runs.entries()) {
    const bit = 1 << place;
    const { before, after } = beside;
    const sides = [before.next, before.second, before.beyond, after.next, after.second, after.beyond];
    for (const [side, shapes] of sides.entries()) allow(table, side * shapeCount, shapes, bit);
    if (pattern !== undefined) allowNames(table, pattern, bit);
  }
  return table;
}

/** Pairs of a length and a value; 0 after them. */
function runLengths(table: Int32Array): readonly number[] {
  const pairs: number[] = [];
  for (let at = 0; at < table.length; ) {
    let end = at + 1;
    while (end < table.length && table[end] === table[at]) end += 1;
    pairs.push(end - at, table[at] ?? 0);
    at = end;
  }
  return [...pairs, 0];
}

/**
 * The code of a pattern: its rule, the number of its edits, the bytes up to its third part, what is put for each edit (0, the place
 * of a text, or -1 for a name), the code that matches rightwards, and the code that matches leftwards.
 */
function codeOfPattern(rule: number, { source }: TriggeredPattern, image: Image): readonly number[] {
  const { before, trigger, after, puts } = source;
  const rightwards = codeOf({ type: "sequence", items: [trigger, ...after] }, true);
  const leftwards = codeOf({ type: "sequence", items: before }, false);
  const written = puts.map((put) => (put === asName ? -1 : put === "" ? 0 : image.text(put)));
  const start = 3 + written.length + rightwards.length;
  return [rule, puts.length, start * 4, ...written, ...rightwards, ...leftwards];
}

const none: Definitions = new Map();

function runsAt(all: Run[][], at: number): Run[] {
  const runs = all[at] ?? [];
  all[at] = runs;
  return runs;
}

/** Marks a rule in the table of one place. */
function allow(table: Int32Array, from: number, shapes: Shapes, bit: number): void {
  for (let shape = 0; shape < shapeCount; shape += 1) if (shapes?.has(shape) ?? true) mark(table, from + shape, bit);
}

function allowNames(
  table: Int32Array,
  { source: { scopes: wanted }, matchesKind }: TriggeredPattern,
  bit: number,
): void {
  const ofKind = shapeCount * 6;
  const ofScope = ofKind + nameKindCount;
  for (let kind = 0; kind < nameKindCount; kind += 1) if (matchesKind(kind)) mark(table, ofKind + kind, bit);
  for (const scope of scopes) if (wanted?.includes(scope) ?? true) mark(table, ofScope + scope - unknownScope, bit);
}

function mark(table: Int32Array, at: number, bit: number): void {
  table[at] = (table[at] ?? 0) | bit;
}

/** Operations of code: see `Op` of ../assembly/rules/matcher.ts. */
const Op = {
  kind: 0,
  keyword: 1,
  text: 2,
  form: 3,
  ofClass: 4,
  balanced: 5,
  angles: 6,
  anglesBefore: 7,
  inside: 8,
  start: 9,
  operandStart: 10,
  where: 11,
  sequence: 12,
  choice: 13,
  repeat: 14,
  look: 15,
  mark: 16,
} as const;

/** A count without end. */
const endless = 0x7fffffff;

/** The code of a pattern, parts in the order of reading. */
function codeOf(pattern: Pattern, isForward: boolean): readonly number[] {
  switch (pattern.type) {
    case "text":
      return codeOfText(pattern.text, pattern.isJoined);
    case "class":
      return codeOfClass(pattern.name, pattern.isJoined);
    case "balanced":
      return codeOfBalanced(pattern.open, isForward);
    case "inside":
      return operation(Op.inside);
    case "start":
      return operation(Op.start);
    case "operandStart":
      return operation(Op.operandStart);
    case "where":
      return operation(Op.where, pattern.scope);
    case "ownName":
      return single(Op.ofClass, false, numberOfClass("ownName"));
    case "sequence": {
      const codes = pattern.items.map((item) => codeOf(item, isForward));
      if (!isForward) codes.reverse();
      return operation(Op.sequence, ...codes.flat());
    }
    case "choice":
      return operation(Op.choice, ...pattern.options.flatMap((option) => codeOf(option, isForward)));
    case "repeat": {
      const most = Math.min(pattern.most, endless);
      return operation(Op.repeat, pattern.least, most, ...codeOf(pattern.item, isForward));
    }
    case "look":
      return operation(Op.look, pattern.isWanted ? 1 : 0, ...codeOf(pattern.item, isForward));
    default:
      return operation(Op.mark, pattern.edit, pattern.isOpen ? 1 : 0);
  }
}

function operation(op: number, ...operands: readonly number[]): readonly number[] {
  return [op, (operands.length + 2) * 4, ...operands];
}

function single(op: number, isJoined: boolean, ...operands: readonly number[]): readonly number[] {
  return operation(op, isJoined ? 1 : 0, ...operands);
}

function codeOfText(text: string, isJoined: boolean): readonly number[] {
  const [{ kind, word } = { kind: Kind.word, word: undefined }] = kindsOfText(text);
  if (word !== undefined) return single(Op.keyword, isJoined, word);
  const isWhole = kind !== Kind.word && kind !== Kind.operator;
  if (isWhole) return single(Op.kind, isJoined, kind);
  return single(Op.text, isJoined, kind, text.length, ...codesOf(text));
}

const codesOf = (text: string): readonly number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

function codeOfClass(name: string, isJoined: boolean): readonly number[] {
  const { kind, word } = tellingOf(name);
  if (kind !== undefined) return single(Op.kind, isJoined, kind);
  if (word !== undefined) return single(Op.form, isJoined, word);
  return single(Op.ofClass, isJoined, numberOfClass(name));
}

function codeOfBalanced(open: string, isForward: boolean): readonly number[] {
  if (open === "<") return operation(isForward ? Op.angles : Op.anglesBefore);
  const kind = open.charCodeAt(0);
  const wanted = isForward ? kind : kind === Char.open ? Char.close : kind + 2;
  return operation(Op.balanced, wanted);
}
