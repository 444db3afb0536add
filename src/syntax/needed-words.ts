/**
 * The words that a file needs for a query to match in it, so that other files are neither masked nor parsed. Input: a language and
 * a stranger's query; output: clauses of words, from the grammar for the kinds of nodes and from the query for what its predicates
 * compare.
 */
import { UserError } from "../base/errors.ts";
import { sureCapturesOf } from "./captures.ts";
import { errorKind } from "./flat/flat-tree.ts";
import { loadGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type CompiledQuery, compileQuery } from "./matching/compile-query.ts";
import { type NodeTypes, nodeTypesOf } from "./node-types.ts";
import { predicatesIn, preparedQuery, type QueryPredicate } from "./query-text.ts";
import { type Clause, clausesOfRegex, wordsIn } from "./regex-words.ts";

/** A text that a file has: a part of a word, too, or a name that is a whole word. */
export type NeededWord = string | { readonly whole: string };

/**
 * For each way in which a match can begin, the clauses without which a file does not have it, masked or not: of each clause
 * the text has a word.
 */
export type NeededWords = readonly (readonly (readonly NeededWord[])[])[];

/** The text that a match depends on. */
export type NeededText = {
  readonly words: NeededWords;
  /** True if no match depends on the bodies of functions that lack the words: each is in a function that has them, or in none. */
  readonly isOfFunctions: boolean;
};

/** The last query of each language. One is enough: a scan runs the same one over all files. */
const known = new Map<string, { readonly source: string; readonly needed: NeededText | undefined }>();

/**
 * Returns what a text needs for a stranger's query to have a match in it; undefined if that may be nothing, or is not
 * known. The kinds of nodes count if `compileQuery` compiles the query, it begins with one of them, and the language has node
 * types; the texts that predicates name count for any query that compiles.
 *
 * @throws Error when the grammar cannot be loaded
 */
export async function textNeededBy(language: Language, source: string): Promise<NeededText | undefined> {
  const last = known.get(language.name);
  if (last?.source === source) return last.needed;
  const needed = await neededBy(language, source);
  known.set(language.name, { source, needed });
  return needed;
}

async function neededBy(language: Language, source: string): Promise<NeededText | undefined> {
  const loaded = { ...(await loadGrammar(language)), language };
  const { text } = preparedQuery(source, language.renamed_nodes);
  const compiled = compileQuery(text, loaded.grammar);
  const kinds = kindsOfPatterns(
    compiled,
    loaded.grammar,
    orNothing(() => nodeTypesOf(language)),
    language,
  );
  const literals = orNothing(() => literalsOfPatterns(text, sureCapturesOf(loaded, source), language));
  const patterns = Math.max(kinds?.length ?? 0, literals?.length ?? 0);
  const needed = Array.from({ length: patterns }, (_, pattern) =>
    (kinds?.[pattern] ?? [[]]).map((ofKind) => [...ofKind, ...(literals?.[pattern] ?? [])]),
  ).flat();
  if (needed.length === 0 || needed.some((clauses) => clauses.length === 0)) return undefined;
  const begins = compiled && [...compiled.entries.keys()].map((kind) => loaded.grammar.types[kind]);
  return { words: needed, isOfFunctions: begins?.every((kind) => isInFunctions(kind, language)) ?? false };
}

/** True if a match that begins with a kind of node is in one function, or in none: see `function_holders`. */
export function isInFunctions(kind: string | undefined, { function_holders: holders }: Language): boolean {
  return holders.length > 0 && kind !== undefined && !holders.includes(kind);
}

/** Pattern → of each kind of node that it can begin with the clauses; undefined if they are not known. */
function kindsOfPatterns(
  compiled: CompiledQuery | undefined,
  grammar: Parameters<typeof compileQuery>[1],
  types: NodeTypes | undefined,
  { written_words: writtenWords }: Language,
): readonly (readonly (readonly Clause[])[])[] | undefined {
  if (compiled === undefined || types === undefined) return undefined;
  const written = new Set(writtenWords.split(" "));
  const patterns: (readonly Clause[])[][] = compiled.predicates.map(() => []);
  for (const [kind, entries] of compiled.entries) {
    const isNamed = kind !== errorKind && grammar.nodeTypeIsNamed(kind);
    const words = isNamed ? types?.kinds[grammar.types[kind] ?? ""]?.words : undefined;
    const clauses = (words ?? []).filter((word) => !written.has(word)).map((word) => [word]);
    for (const { pattern } of entries) patterns[pattern]?.push(clauses);
  }
  return patterns;
}

/**
 * Pattern → the clauses of its predicates about captures that each of its matches has; undefined if the query is not read so.
 *
 * @param sure pattern → these captures
 */
function literalsOfPatterns(
  query: string,
  sure: readonly ReadonlySet<string>[],
  language: Language,
): readonly (readonly Clause[])[] | undefined {
  const patterns = predicatesIn(query);
  if (patterns?.length !== sure.length) return undefined;
  return patterns.map((predicates, pattern) =>
    predicates
      .flatMap((predicate) => clausesOf(predicate, sure[pattern] ?? new Set()))
      .flatMap((clause) => piecesOf(clause, language)),
  );
}

/** Predicates that hold for no match without their capture. */
const needCapture: ReadonlySet<string> = new Set(["match?", "any-match?", "any-of?"]);

function clausesOf({ operator, values }: QueryPredicate, sure: ReadonlySet<string>): readonly Clause[] {
  const [subject, ...others] = values;
  if (subject === undefined || !("capture" in subject)) return [];
  if (!sure.has(subject.capture) && !needCapture.has(operator)) return [];
  const texts = others.flatMap((value) => ("text" in value ? [value.text] : []));
  const [first] = texts;
  if (first === undefined || texts.length < others.length) return [];
  if (operator === "eq?" || operator === "any-eq?") return [[first]];
  if (operator === "match?" || operator === "any-match?") return clausesOfRegex(first);
  return operator === "any-of?" ? [texts] : [];
}

/**
 * Returns what a file has if the text that is parsed has one of some texts: all pieces of a single one, or else a piece of each.
 * Pieces that masking may have written are not counted; of a text without others nothing is known.
 */
function piecesOf(clause: Clause, language: Language): readonly Clause[] {
  const isSound = unwrittenBy(language);
  const soundIn = (piece: string) => (isSound(piece) ? [piece] : wordsIn(piece).map(withoutEnd).filter(isSound));
  const [first, ...others] = clause.map((text) => piecesIn(text).flatMap(soundIn));
  if (first !== undefined && others.length === 0) return first.map((piece) => [piece]);
  const longest = [first ?? [], ...others].flatMap((pieces) =>
    [...pieces].sort((a, b) => b.length - a.length).slice(0, 1),
  );
  return longest.length < clause.length ? [] : [longest];
}

/**
 * Returns what a file has if the text that is parsed has a token of a text, such as a name or a string: unlike a text of a
 * predicate, a token is not a part of a word that masking may have written.
 */
export function tokenPiecesOf(token: string, { written_words: written }: Language): readonly string[] {
  const words = new Set(written.split(" ").map(withoutEnd));
  return piecesIn(token).filter((piece) =>
    wordsIn(piece).every((word) => !/^\d/.test(word) && !words.has(withoutEnd(word))),
  );
}

/**
 * Returns what a file has if the text that is parsed has a word of the language, or an operator of several signs. Masking writes
 * shorter ones.
 */
export function signPiecesOf(sign: string, { written_words: written }: Language): readonly string[] {
  const isNeeded = /^[a-z_]+$/.test(sign) ? !written.split(" ").includes(sign) : /^[^\w\s"'`]{3,}$/.test(sign);
  return isNeeded ? [sign] : [];
}

/** Words with the signs between them that masking neither writes there nor takes away. */
const piecePattern = /[\p{L}\p{N}_]+(?:[/.#%@!?$-]+[\p{L}\p{N}_]+)*/gu;

/** Returns the pieces of a text. A piece has no blank. */
function piecesIn(text: string): readonly string[] {
  return (text.match(piecePattern) ?? []).map(withoutEnd);
}

/** Of `operator->` masking makes `operator__`. */
function withoutEnd(piece: string): string {
  return piece.replace(/_+$/, "");
}

/** Returns the test whether masking writes no part of a piece: it writes words of the language and numbers. */
function unwrittenBy({ written_words: written, reserved_words: reserved }: Language): (piece: string) => boolean {
  const own = [...written.split(" "), ...reserved.split(" ")];
  const isUnwritten = (word: string) => !/^\d/.test(word) && !own.some((one) => one.includes(withoutEnd(word)));
  return (piece) => piece !== "" && wordsIn(piece).every(isUnwritten);
}

/** Returns nothing in case of a user error: one in the query is reported elsewhere, and one in the node types does not concern it. */
function orNothing<Value>(get: () => Value): Value | undefined {
  try {
    return get();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
