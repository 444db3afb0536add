/**
 * The compiler of patterns: code with metavariables. Input: a pattern and a language; output: the tree that code is compared with,
 * or an error with the place in the pattern and examples. A pattern is a piece of code, so it is read in the contexts of the language
 * one after the other, such as an initial value, the body of a function, or a class.
 */
import { UserError } from "../../base/errors.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { diagnosticsOf } from "../diagnostics.ts";
import { copyTree, releaseTree } from "../flat/copy-tree.ts";
import { errorKind, type FlatTree, nodeFlags, noNode } from "../flat/flat-tree.ts";
import type { LoadedGrammar } from "../grammars.ts";
import type { Language } from "../languages.ts";
import { positionAt } from "../positions.ts";
import { type Hole, type HoledText, lowerCaseNameIn, withIdentifiers, withUpperCaseNames } from "./holes.ts";
import { likeKindsOf } from "./like-kinds.ts";

/** A node of a pattern. Comments and nodes that are missing in the pattern are left out. */
export type PatternNode =
  | { readonly type: "hole"; readonly hole: Hole }
  | {
      readonly type: "leaf";
      readonly kind: number;
      readonly isNamed: boolean;
      readonly text: string;
      /** True for the quotes around a metavariable: other quotes may be in its code. */
      readonly isExact: boolean;
    }
  | {
      readonly type: "inner";
      readonly kind: number;
      readonly children: readonly PatternNode[];
      /** The children of a node that has the brackets around a metavariable itself: `sizeof(int)` for `sizeof($T)`. */
      readonly otherwise?: readonly PatternNode[];
    }
  | ChainNode;

/** `first << $$$`: operands after a first one with the same operator between, which a grammar nests to the left. */
export type ChainNode = {
  readonly type: "chain";
  readonly kind: number;
  readonly first: PatternNode;
  readonly operator: string;
  readonly hole: Hole;
  /** True if the pattern has an operand of the chain next to the metavariable, which may be none then: `first << $$$ << last`. */
  readonly mayBeEmpty: boolean;
};

/** The code of a pattern, as it is read in one place. */
export type Reading = {
  /** A match begins at a node of its kind. */
  readonly root: Exclude<PatternNode, { readonly type: "hole" }>;
  /** The nodes after it, of a pattern of several statements. */
  readonly following: readonly PatternNode[];
  /** The kind of the root by its name. */
  readonly kind: string;
  /** True if its matches cannot be replaced: a metavariable has a sign with it there that the pattern has next to it. */
  readonly isLoose?: true;
};

export type CompiledPattern = Reading & {
  /** This one, and readings in other places, such as a variable as a member with its value. */
  readonly readings: readonly Reading[];
  /** The texts of its leaves, in order. */
  readonly texts: readonly string[];
  /** The words of the language and the operators among them: each match has the same text. */
  readonly signs: ReadonlySet<string>;
  /** The names among them: each match has the same one, as a whole word. */
  readonly names: ReadonlySet<string>;
};

/** UTF-16 code units of a pattern: matching recurses once for each of its nodes. */
export const maxPatternLength = 4_000;

/** Makes the copy of a text of equal length that is parsed. */
export type Masker = (text: string) => string;

/** The kinds of leaves that are names, in each grammar. */
const nameKind = /(?:^|_)identifier$/;

/** Languages without contexts of their own. */
const wholeFile = [{ before: "", after: "", first_for: [], is_last: false, also_for: [] }];

/** A pattern in a context, as a whole file. */
type PlacedPattern = {
  readonly text: string;
  readonly holed: HoledText;
  /** The offset of the pattern. */
  readonly before: number;
  /** The number of characters that were added after it. */
  readonly added: number;
  /** True if it is not tried once the pattern is read as several nodes. */
  readonly isLast: boolean;
  /** Kinds of patterns that are read in this context, too. */
  readonly alsoFor: readonly string[];
};

/** Returns a pattern in the contexts of a language, in the order in which they are tried. */
export function placedPatterns({ patterns }: Language, pattern: string): readonly PlacedPattern[] {
  const { pattern_contexts: known = wholeFile, pattern_end: end } = patterns ?? {};
  const [firstWord = ""] = /^\s*\w*/.exec(pattern) ?? [];
  const isFirst = ({ first_for: words }: (typeof known)[number]) => words.includes(firstWord.trim());
  const contexts = [...known.filter(isFirst), ...known.filter((context) => !isFirst(context))];
  const plain = withIdentifiers(pattern.trimEnd());
  const withEnds = withIdentifiers(pattern.trimEnd(), end);
  // `{ $$$BODY }` is a list of values to some grammars, unless the metavariable is a statement.
  const texts = withEnds.text === plain.text ? [plain] : [withEnds, plain];
  const ends = end === undefined ? [""] : ["", end];
  return texts.flatMap((holed) =>
    contexts.flatMap(({ before, after, is_last: isLast, also_for: alsoFor }) =>
      ends.map((added) => ({
        text: `${before}${holed.text}${added}${after}\n`,
        holed,
        before: before.length,
        added: added.length,
        isLast,
        alsoFor,
      })),
    ),
  );
}

/**
 * Compiles a pattern for a language.
 *
 * @param mask as files of the language are masked
 * @throws UserError "Failed to parse pattern" with the place and examples
 */
export function compilePattern(loaded: NamedGrammar, pattern: string, mask: Masker): CompiledPattern {
  const read = readPattern(loaded, pattern, mask);
  if (!("at" in read)) return read;
  throw refused(pattern, refusedName(loaded, pattern, mask) ?? read, loaded.language);
}

/** The refusal of a name in lower case after `$`, if the pattern is code with the name in upper case. */
function refusedName(loaded: NamedGrammar, pattern: string, mask: Masker): Refusal | undefined {
  const name = lowerCaseNameIn(pattern);
  if (name === undefined) return undefined;
  const read = readPattern(loaded, withUpperCaseNames(pattern), mask);
  if ("at" in read && read.isCode !== true) return undefined;
  const { written, offset } = name;
  const message = `${written} is not a metavariable: write its name in upper case, ${written.toUpperCase()}.`;
  return { at: offset, message };
}

/** Reads a pattern in the contexts of its language, or returns the reason that says most. */
function readPattern(loaded: NamedGrammar, pattern: string, mask: Masker): CompiledPattern | Refusal {
  let refusal: Refusal | undefined;
  let doubtful: CompiledPattern | undefined;
  let several: CompiledPattern | undefined;
  const placed = placedPatterns(loaded.language, pattern);
  for (const one of placed) {
    if (one.isLast && several !== undefined) continue;
    const read = readPlaced(loaded, pattern, one, mask);
    if (read === undefined) continue;
    if (!("at" in read)) {
      if (hasKeywordAsName(loaded, read.root)) doubtful ??= read;
      else if (read.following.length === 0) return withReadings(loaded, pattern, read, placed, mask);
      else several ??= read;
      continue;
    }
    const { holed, before } = one;
    const at = holed.offsetOf(Math.max(0, read.at - before));
    const reason = { ...read, message: holed.written(read.message), at };
    if (refusal === undefined || isBetter(reason, refusal)) refusal = reason;
  }
  return several ?? doubtful ?? refusal ?? { at: 0, message: "It is empty." };
}

type NamedGrammar = LoadedGrammar & { readonly language: Language };

/** Reads a pattern in a context; undefined if masking takes metavariables from it there. */
function readPlaced(
  loaded: NamedGrammar,
  pattern: string,
  { text, holed, before, added }: PlacedPattern,
  mask: Masker,
): CompiledPattern | Refusal | undefined {
  const masked = mask(text);
  if (!hasHoles(masked, text, holed)) return undefined;
  const blanks = pattern.length - pattern.trimStart().length;
  const range = { from: before, start: before + blanks, end: before + holed.text.length, added };
  return readIn(loaded, masked, text, range, holed);
}

/** Returns a pattern with its readings in further contexts for its kind, if they differ. */
function withReadings(
  loaded: NamedGrammar,
  pattern: string,
  read: CompiledPattern,
  placed: readonly PlacedPattern[],
  mask: Masker,
): CompiledPattern {
  const readings = new Map([[JSON.stringify(read.root), read.readings]]);
  for (const one of placed.filter(({ alsoFor }) => alsoFor.includes(read.kind))) {
    const other = readPlaced(loaded, pattern, one, mask);
    if (other === undefined || "at" in other || other.following.length > 0) continue;
    // `Pair* $A` is a product or a declaration by what `Pair` is. `$A * $B` would be found in all declarations.
    const isClear = other.root.kind === read.root.kind || beginsWithName(read.root);
    if (isClear) getOrInsert(readings, JSON.stringify(other.root), () => other.readings);
  }
  return readings.size === 1 ? read : { ...read, readings: [...readings.values()].flat() };
}

/** True for code whose first part is not a metavariable. */
function beginsWithName(node: PatternNode): boolean {
  if (node.type === "inner") return node.children[0] !== undefined && beginsWithName(node.children[0]);
  return node.type === "chain" ? beginsWithName(node.first) : node.type === "leaf" && node.isNamed;
}

/** True if masking has left all metavariables as they are. */
function hasHoles(masked: string, text: string, { holes }: HoledText): boolean {
  return masked === text || [...holes.keys()].every((name) => masked.split(name).length === text.split(name).length);
}

/** Language → words that its grammar reads as signs. */
const keywords = new Map<string, ReadonlySet<string>>();

/** True if a word of the language is read as a name: grammars do so in places where they do not expect the word. */
function hasKeywordAsName(
  { grammar, language }: LoadedGrammar & { readonly language: Language },
  root: PatternNode,
): boolean {
  const words = getOrInsert(
    keywords,
    language.name,
    () => new Set(grammar.types.filter((type, kind) => /^[a-z]+$/.test(type) && !grammar.nodeTypeIsNamed(kind))),
  );
  const isName = (node: PatternNode): boolean => {
    if (node.type === "inner") return node.children.some(isName);
    return node.type === "chain" ? isName(node.first) : node.type === "leaf" && node.isNamed && words.has(node.text);
  };
  return isName(root);
}

/**
 * A reason that a pattern is not read. `at`: its place, an offset in the pattern. `isCode`: true if it is code of the
 * language, which is not usable as a pattern.
 */
type Refusal = { readonly at: number; readonly message: string; readonly isCode?: boolean };

/** True for the reason that says more: the first one about code, or else the one whose text was read furthest. */
function isBetter(one: Refusal, other: Refusal): boolean {
  if (one.isCode === true || other.isCode === true) return other.isCode !== true;
  return one.at > other.at;
}

function refused(pattern: string, { at, message }: Refusal, language: Language): UserError {
  const { line, column } = positionAt(pattern, at);
  const examples = (language.patterns?.pattern_examples ?? []).map((example) => `\`${example}\``).join(", ");
  const hint = examples === "" ? "" : ` Write one expression, statement or declaration, such as ${examples}.`;
  return new UserError("Failed to parse pattern", {
    details: `${language.title}, line ${line}, column ${column} of the pattern: ${message}${hint}`,
    line,
    column,
  });
}

/** Offsets of a pattern in a text, with the blanks before it and without them, and the number of characters that were added after it. */
type Range = { readonly from: number; readonly start: number; readonly end: number; readonly added: number };

function readIn(
  loaded: LoadedGrammar & { readonly language: Language },
  masked: string,
  text: string,
  range: Range,
  holed: HoledText,
): CompiledPattern | Refusal {
  const parsed = loaded.parser.parse(masked);
  if (parsed === null) throw new Error(`the ${loaded.language.name} parser gave no tree`);
  const tree = copyTree(loaded, parsed.rootNode);
  try {
    const fault = faultIn(tree, masked, holed);
    if (fault !== noNode) {
      const [first] = diagnosticsOf(loaded, text, parsed.rootNode, 1, [], { ...range, start: range.from }).diagnostics;
      const at = Math.min(tree.start(fault), range.end);
      return { at, message: first === undefined ? "It is not code of the language." : `${first.message}.` };
    }
    return readNodes(loaded, tree, masked, range, holed);
  } finally {
    releaseTree(tree);
    parsed.delete();
  }
}

function readNodes(
  loaded: NamedGrammar,
  tree: FlatTree,
  text: string,
  range: Range,
  holed: HoledText,
): CompiledPattern | Refusal {
  const { language } = loaded;
  const nodes = nodesIn(tree, text, range);
  const isComment = (node: number) =>
    ((tree.flags[node] ?? 0) & nodeFlags.extra) !== 0 && tree.kinds[node] !== errorKind;
  const [first, ...others] = nodes.every(isComment) ? nodes : nodes.filter((node) => !isComment(node));
  if (first === undefined) return { at: range.start, message: "It has no code.", isCode: true };
  const reader = new NodeReader(loaded, tree, text, range, holed);
  const top = others.length === 0 ? reader.innermost(first) : first;
  const root = reader.nodeAt(top);
  const isAny = root.type === "hole" || reader.holeAt(reader.innermost(top)) !== undefined;
  if (root.type === "hole" || isAny) {
    const message =
      others.length === 0 ? "It matches all code: write something around it." : "It begins with any code.";
    return { at: range.start, message, isCode: true };
  }
  const following = others.map((node) => reader.nodeAt(node));
  const split = reader.splitHole;
  if (split !== undefined) {
    const message = `${split} is a part of a name: write a metavariable for the whole name, and test its text with where.`;
    return { at: range.start, message, isCode: true };
  }
  const kind = others.length === 0 ? tree.type(top) : sequence;
  const { texts, signs, names } = reader;
  const declared = language.patterns?.declared_heads?.includes(kind) ? withoutEnd(root) : undefined;
  const readings: readonly Reading[] = [
    { root, following, kind },
    ...(declared === undefined ? [] : [{ root: declared, following, kind, isLoose: true } as const]),
  ];
  return { root, following, readings, kind, texts, signs, names };
}

/** `for ($I; $C; $S)` if $I is a declaration, which has its `;` in it; undefined for another pattern. */
function withoutEnd(root: Reading["root"]): Reading["root"] | undefined {
  if (root.type !== "inner") return undefined;
  const { children } = root;
  const isEnd = (node: PatternNode | undefined) => node?.type === "leaf" && node.text === ";";
  const end = children.findIndex((child, i) => isEnd(child) && children[i - 1]?.type === "hole");
  const begin = children[end - 2];
  if (end < 0 || begin?.type !== "leaf" || begin.text !== "(") return undefined;
  return { ...root, children: children.toSpliced(end, 1) };
}

/** The kind of a pattern of several nodes next to each other. */
const sequence = "sequence";

/** The first ERROR or MISSING node that a metavariable does not excuse; noNode if there is none. */
function faultIn(tree: FlatTree, text: string, { holes }: HoledText): number {
  for (let node = 0; node < tree.size; node++) {
    if (!tree.isFault(node)) continue;
    // A metavariable stands for a statement without its end: `{ $$$BODY }`.
    const holder = tree.parents[node] ?? noNode;
    const isExcused = tree.kinds[node] !== errorKind && holes.has(text.slice(tree.start(holder), tree.end(holder)));
    if (!isExcused) return node;
  }
  return noNode;
}

/** The outermost nodes in a range; an empty one does not count. A directive has the line break after it. */
function nodesIn(tree: FlatTree, text: string, { start, end, added }: Range): readonly number[] {
  const found: number[] = [];
  const [blanks = ""] = /^\s*/.exec(text.slice(end + added)) ?? [];
  const last = end + added + blanks.length;
  for (let node = 1; node < tree.size && tree.start(node) < end; ) {
    const isEmpty = tree.start(node) === tree.end(node);
    if (isEmpty || tree.end(node) <= start) node = tree.nexts[node] ?? tree.size;
    else if (tree.start(node) >= start && tree.end(node) <= last) {
      found.push(node);
      node = tree.nexts[node] ?? tree.size;
    } else node++;
  }
  return found;
}

/** Operators whose operands a grammar nests to the left. */
const chained = /^(?:<<|>>>?|[-+*/%^@]|\/\/|&&?|\|\|?|\?\?|and|or)$/;

/** Returns a node with an operator, as a chain if it ends with `$$$`; its first operand, if that is a chain of the operator, goes on. */
function withChain(kind: number, children: readonly PatternNode[]): PatternNode {
  const node = { type: "inner", kind, children } as const;
  const [first, , operand] = children;
  const operator = operatorOf(node);
  if (first === undefined || operand === undefined || operator === undefined) return node;
  const goesOn = first.type !== "hole" && first.kind === kind && operatorOf(first) === operator;
  if (operand.type === "hole" && operand.hole.isMany)
    return { type: "chain", kind, first, operator, hole: operand.hole, mayBeEmpty: goesOn };
  if (first.type !== "chain" || !goesOn) return node;
  return { ...node, children: [{ ...first, mayBeEmpty: true }, ...children.slice(1)] };
}

/** The operator of a node with two operands, if it is one of a chain. */
function operatorOf(node: PatternNode): string | undefined {
  if (node.type === "chain") return node.operator;
  if (node.type !== "inner" || node.children.length !== 3) return undefined;
  const [, operator] = node.children;
  const isChained = operator?.type === "leaf" && !operator.isNamed && chained.test(operator.text);
  return isChained ? operator.text : undefined;
}

function isHole({ type }: PatternNode): boolean {
  return type === "hole";
}

class NodeReader {
  readonly #tree: FlatTree;
  readonly #text: string;
  readonly #end: number;
  readonly #holed: HoledText;
  readonly #likeKinds: Uint16Array;
  readonly #bracketed: Readonly<Record<string, string>>;
  readonly texts: string[] = [];
  readonly signs = new Set<string>();
  readonly names = new Set<string>();
  /** A metavariable that is only a part of a name; undefined if there is none. */
  splitHole: string | undefined;

  constructor(loaded: NamedGrammar, tree: FlatTree, text: string, { end }: Range, holed: HoledText) {
    this.#likeKinds = likeKindsOf(loaded);
    this.#bracketed = loaded.language.patterns?.bracketed ?? {};
    this.#tree = tree;
    this.#text = text;
    this.#end = end;
    this.#holed = holed;
  }

  /** The children without comments, missing ones, and what was added after the pattern. */
  childrenOf(node: number): readonly number[] {
    const tree = this.#tree;
    const children: number[] = [];
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      const isLeftOut = ((tree.flags[child] ?? 0) & (nodeFlags.missing | nodeFlags.extra)) !== 0;
      if (!isLeftOut && tree.start(child) < this.#end) children.push(child);
    }
    return children;
  }

  /** The innermost node of the same code. */
  innermost(node: number): number {
    let top = node;
    for (;;) {
      const [only = noNode, other] = this.childrenOf(top);
      if (only === noNode || other !== undefined || this.holeAt(top) !== undefined) return top;
      top = only;
    }
  }

  holeAt(node: number): Hole | undefined {
    return this.#holed.holes.get(this.#textOf(node));
  }

  nodeAt(node: number): PatternNode {
    const hole = this.holeAt(node);
    if (hole !== undefined) return { type: "hole", hole };
    const tree = this.#tree;
    const kind = this.#likeKinds[tree.kinds[node] ?? errorKind] ?? errorKind;
    const children = this.childrenOf(node);
    if (children.length > 0 && !this.#hasOwnText(node)) {
      const parts = children.map((child) => this.nodeAt(child));
      const hasHole = parts.some(isHole);
      const exact = parts.map((part) => (part.type === "leaf" && hasHole ? { ...part, isExact: true } : part));
      const made = withChain(kind, exact);
      const last = children.at(-1) ?? noNode;
      const brackets = exact.at(-1);
      if (made.type !== "inner" || brackets?.type !== "inner" || !brackets.children.some(isHole)) return made;
      // The code of a metavariable may have the brackets in another node.
      return this.#bracketed[tree.type(node)] === tree.type(last)
        ? { ...made, otherwise: [...exact.slice(0, -1), ...brackets.children] }
        : made;
    }
    const text = this.#holed.written(this.#textOf(node));
    if (text !== this.#textOf(node) && /^[\p{L}\p{N}_$]+$/u.test(text)) this.splitHole ??= text;
    this.texts.push(text);
    if (!tree.isNamed(node) && tree.type(node) === text) this.signs.add(text);
    if (nameKind.test(tree.type(node))) this.names.add(text);
    return { type: "leaf", kind, isNamed: tree.isNamed(node), text, isExact: false };
  }

  /** True for a node with text between its children, such as a string with escapes. */
  #hasOwnText(node: number): boolean {
    const tree = this.#tree;
    let at = tree.start(node);
    for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
      if (/[^\s\\]/.test(this.#text.slice(at, tree.start(child)))) return true;
      at = Math.max(at, tree.end(child));
    }
    return /[^\s\\]/.test(this.#text.slice(at, Math.min(tree.end(node), this.#end)));
  }

  #textOf(node: number): string {
    return this.#text.slice(this.#tree.start(node), this.#tree.end(node));
  }
}
