/**
 * The search for patterns in a file: what find_pattern asks of it. Input: a request and a parsed file; output: the places that match,
 * with what the metavariables stand for there.
 */
import { countWhile } from "../../base/count-while.ts";
import { UserError } from "../../base/errors.ts";
import { nearest } from "../../base/nearest.ts";
import { shown } from "../../base/shown.ts";
import { writtenRegex } from "../../base/written-regex.ts";
import type { Copy } from "../copies.ts";
import { type FlatTree, nodeFlags, noNode } from "../flat/flat-tree.ts";
import { loadGrammar } from "../grammars.ts";
import type { Language } from "../languages.ts";
import { isInFunctions, type NeededText, signPiecesOf, tokenPiecesOf } from "../needed-words.ts";
import { wordsIn } from "../regex-words.ts";
import type { CompiledPattern } from "./compile-pattern.ts";
import { holeNamed, holeNamesIn } from "./holes.ts";
import { type FileMasking, type Loaded, patternOf } from "./known-patterns.ts";
import { likeKindsOf } from "./like-kinds.ts";
import { MaskedCode, startWith } from "./masked-code.ts";
import { type Bindings, type Bound, PatternMatcher } from "./match-pattern.ts";

/** Conditions of what a metavariable stands for; all of them have to hold. */
export type PatternCondition = {
  /** The kind of the node. */
  readonly kind?: string | undefined;
  /** A regular expression that occurs in its text. */
  readonly regex?: string | undefined;
  /** A pattern that it matches as a whole. */
  readonly pattern?: string | undefined;
  /** True for a number of nodes: of `$$$`, or of the parts with names of a node. */
  readonly holdsFor?: ((count: number) => boolean) | undefined;
};

export type PatternRequest = {
  readonly pattern: string;
  /** Metavariable with its signs → what holds for it. */
  readonly where: ReadonlyMap<string, PatternCondition>;
  /** A pattern, or a kind of node, that has to be around a match. */
  readonly inside: string | undefined;
  /** A pattern, or a kind of node, that must not be around one. */
  readonly notInside: string | undefined;
  /** True for matches that are to be replaced: see PatternMatcher.isStrict. */
  readonly isStrict: boolean;
  /** True for matches that are to be taken away with all that is in them. */
  readonly isRemoval?: boolean;
};

/** A place that matches: offsets in the file. */
export type PatternMatch = {
  readonly start: number;
  readonly end: number;
  /** The end of the last part that the pattern has: what follows it in the node, such as an `else`, is not replaced. */
  readonly matchEnd: number;
  /** Metavariable by its name, with its signs → the range that it stands for; empty for none. In the order of the pattern. */
  readonly captures: readonly CapturedRange[];
  /** The place of a match that is a statement which its language may need there. */
  readonly statement?: PlacedStatement;
};

/** A statement in a list of statements, or alone in its place; `list` has the same number for all of a list. */
type PlacedStatement = {
  readonly list: number;
  /** The number of statements of the list, and of the match. */
  readonly count: number;
  readonly taken: number;
  /** The statement that does nothing. */
  readonly empty: string;
};

export type CapturedRange = { readonly name: string; readonly start: number; readonly end: number };

export type PatternMatches = {
  /** The kind of node that the pattern is; undefined for a file that was not parsed. */
  readonly kind: string | undefined;
  /** In the order of their starts, outer ones first. */
  readonly matches: readonly PatternMatch[];
  /** Places that were not decided, since they take too many comparisons. */
  readonly undecided: number;
  /** Places that match, but cannot be replaced without what the pattern lacks. */
  readonly unreplaced: number;
  /** Places that match, but have comments outside of metavariables. */
  readonly commented: number;
  /** Returns the places of calls that match except for a scope before the name of the function, which the pattern does not have. In their order. */
  readonly scoped: () => readonly Pick<PatternMatch, "start" | "end">[];
  /** Returns the texts of several lines that no indentation may change: strings and comments. */
  readonly fixedText: () => readonly Pick<CapturedRange, "start" | "end">[];
};

/**
 * Checks that a request works for a language.
 *
 * @throws UserError with the reason
 */
export async function checkPattern(language: Language, request: PatternRequest): Promise<void> {
  const { pattern, where, inside, notInside } = request;
  const loaded = { ...(await loadGrammar(language)), language };
  patternOf(loaded, pattern);
  for (const [argument, around] of Object.entries({ inside, not_inside: notInside })) {
    if (around !== undefined) requireAround(argument, loaded, around);
  }
  const names = holeNamesIn(pattern);
  for (const [name, condition] of where) {
    const known = [...names].filter((one) => holeNamed(one).name !== undefined);
    if (!known.includes(name)) {
      const details = known.length === 0 ? "It has none with a name." : `It has ${known.join(", ")}.`;
      throw new UserError(`where: the pattern has no metavariable ${shown(name)}`, { details });
    }
    if (condition.kind !== undefined) kindNamed(loaded, condition.kind);
    if (condition.pattern !== undefined) patternOf(loaded, condition.pattern);
    if (condition.regex !== undefined) regexOf(condition.regex);
  }
}

/** A name between other characters than ASCII's letters and digits. */
const plainName = /^[A-Za-z_]\w*$/;

/** Returns the text that a match needs; undefined if the pattern has no words. */
export async function textNeededByPattern(
  language: Language,
  { pattern, inside, notInside, isStrict }: Pick<PatternRequest, "pattern" | "inside" | "notInside" | "isStrict">,
): Promise<NeededText | undefined> {
  const loaded = { ...(await loadGrammar(language)), language };
  const compiled = patternOf(loaded, pattern);
  const { texts, signs, names } = compiled;
  const pieces = texts.flatMap((text) =>
    signs.has(text) ? signPiecesOf(text, language) : tokenPiecesOf(text, language),
  );
  const isWhole = (piece: string) => names.has(piece) && plainName.test(piece);
  const clauses = [...new Set(pieces)]
    .sort((a, b) => b.length - a.length)
    .map((piece) => [isWhole(piece) ? { whole: piece } : piece]);
  if (clauses.length === 0) return undefined;
  // A pattern around a match may be a class, whose functions it is compared with.
  const arounds = [inside, notInside].flatMap((around) => (around === undefined ? [] : [aroundOf(loaded, around)]));
  const patterns = [compiled, ...arounds.flatMap((around) => ("pattern" in around ? [around.pattern] : []))];
  const readings = patterns.flatMap((one) => one.readings);
  const outermost = readings.flatMap(({ root, following }) => [root, ...following]);
  // A metavariable next to other code may stand for a function. A change is checked by the errors of the whole file.
  const isOfFunctions =
    !isStrict &&
    outermost.every((node) => node.type !== "hole" && isInFunctions(loaded.grammar.types[node.kind], language));
  return { words: [clauses], isOfFunctions };
}

/** Returns the matches in a file. @param masking how the file was masked; undefined for a file that was not */
export function patternMatchesIn(
  loaded: Loaded,
  request: PatternRequest,
  { text, whole }: Pick<Copy, "text" | "whole">,
  tree: FlatTree,
  masking: FileMasking | undefined,
): PatternMatches {
  const { pattern: source, where } = request;
  const pattern = patternOf(loaded, source, masking);
  const inside = request.inside === undefined ? undefined : aroundOf(loaded, request.inside, masking);
  const notInside = request.notInside === undefined ? undefined : aroundOf(loaded, request.notInside, masking);
  const conditions = [...where].map(([name, { kind, regex, pattern: inner, holdsFor }]) => ({
    name,
    kind: kind === undefined ? undefined : kindNamed(loaded, kind),
    regex: regex === undefined ? undefined : regexOf(regex),
    pattern: inner === undefined ? undefined : patternOf(loaded, inner, masking),
    holdsFor,
  }));
  const likeKinds = likeKindsOf(loaded);
  const matcher = new PatternMatcher(tree, text, whole, likeKinds, loaded.language.patterns?.delimiters ?? []);
  const rangeOf = ({ first, last }: Bound) =>
    first === noNode ? { start: 0, end: 0 } : { start: tree.start(first), end: beforeReturn(whole, tree.end(last)) };
  const holds = (bindings: Bindings) =>
    conditions.every(({ name, kind, regex, pattern: inner, holdsFor }) => {
      const bound = bindings.get(name) ?? { first: noNode, last: noNode, count: 0 };
      const { start, end } = rangeOf(bound);
      const nodes = bound.first === noNode ? [] : nodesFrom(tree, bound);
      if (kind !== undefined && (nodes.length === 0 || !nodes.every((node) => tree.kinds[node] === kind))) return false;
      if (regex?.test(whole.slice(start, end)) === false) return false;
      if (holdsFor?.(name.startsWith("$$$") ? bound.count : partsOf(tree, bound.first)) === false) return false;
      return inner === undefined || matchesWhole(matcher, tree, inner, bound, bindings);
    });
  const isAround = (around: Around, node: number, bindings: Bindings) => {
    for (let outer = tree.parents[node] ?? noNode; outer !== noNode; outer = tree.parents[outer] ?? noNode) {
      if ("kind" in around) matcher.step();
      if ("kind" in around ? tree.kinds[outer] === around.kind : matcher.holdsAt(around.pattern, outer, bindings))
        return true;
    }
    return false;
  };
  const written = [...holeNamesIn(source)];
  const lost = wordsLost(source, pattern);
  const begin = lost.find((word) => source.trimStart().startsWith(word));
  /** The words of a match in the file, with macros before it. */
  const wordsOf = (start: number, end: number) =>
    new Set(wordsIn(whole.slice(text.slice(0, start).trimEnd().length, end)));
  const matches: PatternMatch[] = [];
  const kinds = new Set<string>();
  let unreplaced = 0;
  let commented = 0;
  let knownComments: readonly CommentRange[] | undefined;
  const comments = () => {
    knownComments ??= commentsIn(tree);
    return knownComments;
  };
  for (let node = 0; node < tree.size; node++) {
    matcher.isStrict = request.isStrict;
    const strict = matcher.matchAt(pattern, node);
    matcher.isStrict = false;
    const bindings = strict === undefined && request.isStrict ? matcher.matchAt(pattern, node) : strict;
    const { matchKind } = matcher;
    const matchEnd = beforeReturn(whole, matcher.matchEnd);
    if (bindings === undefined) continue;
    const isMeant = matcher.decides(
      () =>
        holds(bindings) &&
        (inside === undefined || isAround(inside, node, bindings)) &&
        (notInside === undefined || !isAround(notInside, node, bindings)),
    );
    if (!isMeant) continue;
    const start = begin === undefined ? tree.start(node) : startWith({ text, whole }, begin, tree.start(node));
    const end = pattern.following.length === 0 ? tree.end(node) : matchEnd;
    const found = lost.length === 0 ? undefined : wordsOf(start, end);
    if (lost.some((word) => found?.has(word) === false)) continue;
    if (strict === undefined) {
      unreplaced++;
      continue;
    }
    const masked = request.isStrict ? new MaskedCode({ text, whole }, { start, end: matchEnd }, lost) : undefined;
    const captures = written.flatMap((name) => {
      const bound = bindings.get(name);
      if (bound === undefined) return [];
      const range = rangeOf(bound);
      return [{ name, ...(bound.first === noNode ? range : (masked?.widened(range) ?? range)) }];
    });
    if (masked?.isLeftOut(captures) === true) {
      unreplaced++;
      continue;
    }
    if (request.isStrict && request.isRemoval !== true && losesComment(comments(), start, matchEnd, captures)) {
      commented++;
      continue;
    }
    const statement = request.isRemoval === true ? placedStatement(loaded.language, tree, node, matchEnd) : undefined;
    kinds.add(matchKind);
    matches.push({ start, end, matchEnd, captures, ...(statement && { statement }) });
  }
  const [kind = pattern.kind] = kinds.size === 1 ? kinds : [];
  return {
    kind,
    matches,
    undecided: matcher.undecided,
    unreplaced,
    commented,
    scoped: () =>
      scopedSources(loaded.language, source, pattern)
        .flatMap(
          (scoped) => patternMatchesIn(loaded, { ...request, pattern: scoped }, { text, whole }, tree, masking).matches,
        )
        .sort((a, b) => a.start - b.start),
    fixedText: () => fixedTextIn(tree, whole),
  };
}

/** The name of a function that is called by it. */
const calledName = /^\s*(?=[A-Za-z_]\w*\s*\()/;

/** Returns the patterns of the same call with a scope before the name of the function; none if it has one, or is not a call. */
function scopedSources({ patterns }: Language, source: string, { kind }: CompiledPattern): readonly string[] {
  const { scoped_calls: calls } = patterns ?? {};
  if (kind !== calls?.kind || !calledName.test(source)) return [];
  return calls.prefixes.map((prefix) => source.replace(calledName, () => prefix));
}

/** Returns the names of a pattern, as it is written. */
export function namesOfPattern(loaded: Loaded, pattern: string): ReadonlySet<string> {
  return patternOf(loaded, pattern).names;
}

/**
 * Returns the matches of a masked file with the matches of the file with macros that the pattern names, which tell more.
 *
 * @param whole the text of the file: a match that ends with a sign which the file does not have is left out
 */
export function joinedMatches(masked: PatternMatches, withMacros: PatternMatches, whole: string): PatternMatches {
  const isWritten = ({ end }: PatternMatch) => /\S/.test(whole[end - 1] ?? "");
  const written = withMacros.matches.filter(isWritten);
  const known = new Set(written.map(({ start, end }) => `${start}-${end}`));
  const others = masked.matches.filter(({ start, end }) => !known.has(`${start}-${end}`));
  return { ...masked, matches: [...others, ...written].sort((a, b) => a.start - b.start || b.end - a.end) };
}

/** The end of code without the first half of a line break: the value of a directive has that. */
function beforeReturn(text: string, end: number): number {
  return text[end - 1] === "\r" && text[end] === "\n" ? end - 1 : end;
}

type CommentRange = Pick<CapturedRange, "start" | "end">;

/** The comments of a file, in order. */
function commentsIn(tree: FlatTree): readonly CommentRange[] {
  const found: CommentRange[] = [];
  for (let node = 0; node < tree.size; node++) {
    const isExtra = ((tree.flags[node] ?? 0) & nodeFlags.extra) !== 0;
    if (isExtra && tree.type(node).includes("comment")) found.push({ start: tree.start(node), end: tree.end(node) });
  }
  return found;
}

/** True if a match has a comment that is in no metavariable with a name. */
function losesComment(
  comments: readonly CommentRange[],
  start: number,
  end: number,
  captures: readonly CapturedRange[],
): boolean {
  let at = countWhile(comments.length, (index) => (comments[index]?.start ?? end) < start);
  for (let comment = comments[at]; comment !== undefined && comment.end <= end; comment = comments[++at]) {
    const { start: from, end: to } = comment;
    if (!captures.some((capture) => capture.start <= from && to <= capture.end)) return true;
  }
  return false;
}

/** Returns the place of a match that is a whole statement in a place where the language may need one. */
function placedStatement(
  { patterns }: Language,
  tree: FlatTree,
  node: number,
  end: number,
): PlacedStatement | undefined {
  const { emptied_lists: lists = {}, emptied_bodies: bodies = {} } = patterns ?? {};
  const start = tree.start(node);
  let statement = node;
  for (;;) {
    const parent = tree.parents[statement] ?? noNode;
    if (parent === noNode) return undefined;
    const isWhole = tree.end(statement) === end;
    const type = tree.type(parent);
    const body = bodies[type];
    if (isWhole && body !== undefined && !isInHead(tree, statement))
      return { list: statement, count: 1, taken: 1, empty: body };
    const list = lists[type];
    if (list !== undefined) {
      return { list: parent, count: partsOf(tree, parent), taken: partsOf(tree, parent, start, end), empty: list };
    }
    if (!isWhole || tree.start(parent) !== start) return undefined;
    statement = parent;
  }
}

/** True for a part of the head of a statement, such as the initializer of a `for`. */
function isInHead(tree: FlatTree, part: number): boolean {
  for (let node = tree.nextSibling(part); node !== noNode; node = tree.nextSibling(node)) {
    if (!tree.isNamed(node) && tree.type(node) === ")") return true;
  }
  return false;
}

/** The offset of the first list of statements in a tree that has none, although its language needs one there; undefined for none. */
export function emptyListIn({ patterns }: Language, tree: FlatTree): number | undefined {
  const { emptied_lists: lists = {} } = patterns ?? {};
  for (let node = 0; node < tree.size; node++) {
    if (lists[tree.type(node)] !== undefined && partsOf(tree, node) === 0) return tree.start(node);
  }
  return undefined;
}

const fixedKind = /string|comment|template|heredoc/;

function fixedTextIn(tree: FlatTree, text: string): readonly Pick<CapturedRange, "start" | "end">[] {
  const found: { readonly start: number; readonly end: number }[] = [];
  for (let node = 0; node < tree.size; node++) {
    const [start, end] = [tree.start(node), tree.end(node)];
    const isFixed = tree.isNamed(node) && (tree.firstChild(node) === noNode || fixedKind.test(tree.type(node)));
    if (isFixed && text.slice(start, end).includes("\n")) found.push({ start, end });
  }
  return found;
}

/** Words of a pattern that masking has taken from it: a match has to have them all the same. */
function wordsLost(source: string, { texts }: CompiledPattern): readonly string[] {
  const left = new Set(texts.flatMap(wordsIn));
  const plain = source.replace(/\$+[A-Z0-9_]*/g, " ").replace(/\/\*.*?\*\/|\/\/.*|#.*/gs, " ");
  return wordsIn(plain).filter((word) => !left.has(word));
}

/** The nodes with names, next to each other or operands of a chain: of that, the next operand follows the node around the last one. */
function nodesFrom(tree: FlatTree, { first, last }: Bound): readonly number[] {
  const nodes: number[] = [];
  for (let node = first; node !== noNode && node <= last; ) {
    if (tree.isNamed(node)) nodes.push(node);
    let next = tree.nextSibling(node);
    while (next === noNode && node !== noNode) {
      node = tree.parents[node] ?? noNode;
      next = tree.nextSibling(node);
    }
    node = next;
  }
  return nodes;
}

/** The number of parts with names of a node in a range, without comments. */
function partsOf(tree: FlatTree, node: number, from = 0, to = Number.POSITIVE_INFINITY): number {
  let count = 0;
  if (node === noNode) return count;
  for (let child = tree.firstChild(node); child !== noNode; child = tree.nextSibling(child)) {
    const isPart = tree.isNamed(child) && ((tree.flags[child] ?? 0) & nodeFlags.extra) === 0;
    if (isPart && tree.start(child) >= from && tree.end(child) <= to) count++;
  }
  return count;
}

/** True if a pattern matches what a metavariable stands for: the node, or the only part of it. */
function matchesWhole(
  matcher: PatternMatcher,
  tree: FlatTree,
  pattern: CompiledPattern,
  { first, last }: Bound,
  bindings: Bindings,
): boolean {
  if (first !== last || first === noNode) return false;
  for (let node = first; node !== noNode; ) {
    if (matcher.holdsAt(pattern, node, bindings)) return true;
    const only = tree.firstNamedChild(node);
    node = only !== noNode && only === tree.lastNamedChild(node) ? only : noNode;
  }
  return false;
}

/** A kind of node, or a pattern, around matches. */
type Around = { readonly kind: number } | { readonly pattern: CompiledPattern };

function aroundOf(loaded: Loaded, source: string, masking?: FileMasking): Around {
  const kind = /^[a-z]\w*$/.test(source) ? kindIn(loaded, source) : undefined;
  if (kind !== undefined) return { kind };
  return { pattern: patternOf(loaded, source, masking) };
}

/** @throws UserError for code that has no other code in it, such as a kind that the language does not have */
function requireAround(argument: string, loaded: Loaded, source: string): void {
  const around = aroundOf(loaded, source);
  if ("kind" in around || around.pattern.readings.some(({ root }) => root.type !== "leaf")) return;
  throw new UserError(
    `${argument}: ${loaded.language.title} has no kind of node ${shown(source)}, and no code is in it`,
    {
      details: "Give a kind such as for_statement, or a pattern of the code around, such as `f($$$)`.",
      ...nearKind(loaded, source),
    },
  );
}

/** @throws UserError for a name that no node has */
function kindNamed({ grammar, language }: Loaded, name: string): number {
  const kind = kindIn({ grammar }, name);
  if (kind !== undefined) return kind;
  throw new UserError(`where: ${language.title} has no kind of node ${shown(name)}`, nearKind({ grammar }, name));
}

/** Returns a kind that nodes of trees have: not a group of kinds, such as `expression`. */
function kindIn({ grammar }: Pick<Loaded, "grammar">, name: string): number | undefined {
  const kind = grammar.idForNodeType(name, true);
  return kind !== null && grammar.nodeTypeIsVisible(kind) ? kind : undefined;
}

function nearKind({ grammar }: Pick<Loaded, "grammar">, name: string): { readonly did_you_mean?: readonly string[] } {
  const similar = nearest(
    name,
    grammar.types.filter((type, id) => type !== "" && grammar.nodeTypeIsNamed(id) && grammar.nodeTypeIsVisible(id)),
  );
  return similar === undefined ? {} : { did_you_mean: [similar] };
}

/** @throws UserError for a text that is not a regular expression */
function regexOf(source: string): RegExp {
  try {
    return writtenRegex(source, "u");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError("where: wrong regular expression", { details: reason });
  }
}
