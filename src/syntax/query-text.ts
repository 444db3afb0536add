/**
 * The text of tree-sitter queries, before it is compiled: bounds, renamed nodes, words. Input: the text of a query;
 * output: whether it is within the bounds, the query with the node names of the grammar, or the words in it.
 */
import { UserError } from "../base/errors.ts";
import { maxQueryDepth, maxQueryGroups, maxQueryLength } from "../base/limits.ts";
import { hasFlags } from "../base/written-regex.ts";
import { flaggedPrefix, isMatchOperator } from "./matching/predicates.ts";

/** A token of a query: `(`, `)`, `[`, `]`, a string with its quotes, or a word such as `name:` or `@x`. */
type Token = { readonly text: string; readonly index: number };

/** A comment, a string, a bracket, or a run of anything else up to the next of these. */
const tokenPattern = /;[^\n]*|"(?:[^"\\]|\\[\s\S])*"?|[()[\]]|[^\s()[\]";]+/g;

/**
 * Refuses a query that could end the parser's runtime, before it is compiled.
 *
 * @throws UserError that says which bound was passed
 */
export function checkQuerySize(query: string): void {
  if (query.length > maxQueryLength) {
    throw refused(`The query has ${query.length} characters, the limit is ${maxQueryLength}.`);
  }
  let depth = 0;
  let groups = 0;
  for (const { text } of tokensOf(query)) {
    if (text === "(" || text === "[") {
      depth++;
      groups++;
    } else if (text === ")" || text === "]") {
      depth--;
    }
    if (depth > maxQueryDepth) throw refused(`The query nests deeper than ${maxQueryDepth} levels.`);
    if (groups > maxQueryGroups) throw refused(`The query has more than ${maxQueryGroups} nodes.`);
  }
}

/** A query as it is compiled, with the way back to its own offsets. */
export type RenamedQuery = { readonly text: string; readonly originalIndex: (index: number) => number };

type QueryEdit = { readonly start: number; readonly end: number; readonly by: string };

/**
 * Returns a query as it is compiled: with the node names of the grammar, with predicates next to a pattern as part of it, with a
 * pattern for each alternative at its top that has predicates, and with operators of our own for flags. Of `(a) @x (#eq? @x …)` tree-sitter passes over the predicate; of
 * `[(a (#eq? …)) (b)]` it applies each predicate to all alternatives.
 */
export function preparedQuery(query: string, renamed: Readonly<Record<string, string>>): RenamedQuery {
  const joined = edited(query, looseEdits(query));
  const split = edited(joined.text, alternativeEdits(joined.text));
  const named = renameNodes(split.text, renamed);
  const flagged = flagMatches(named.text);
  const originalIndex = (index: number) =>
    joined.originalIndex(split.originalIndex(named.originalIndex(flagged.originalIndex(index))));
  return { text: flagged.text, originalIndex };
}

/** Renames the predicates whose regular expressions have flags: web-tree-sitter refuses them in `#match?`. */
export function flagMatches(query: string): RenamedQuery {
  const tokens = [...tokensOf(query)];
  const edits = tokens.flatMap(({ text, index }, at): readonly QueryEdit[] => {
    if (!text.startsWith("#") || !isMatchOperator(text.slice(1)) || tokens[at - 1]?.text !== "(") return [];
    const [capture, value, close] = tokens.slice(at + 1, at + 4).map((token) => token.text);
    const isWhole = capture?.startsWith("@") === true && value?.startsWith('"') === true && close === ")";
    if (!isWhole || !hasFlags(unquoted(value))) return [];
    return [{ start: index, end: index + 1, by: `#${flaggedPrefix}` }];
  });
  return edited(query, edits);
}

/** The edits that put brackets around a pattern at the top of a query and the predicates after it. */
function looseEdits(query: string): readonly QueryEdit[] {
  const tokens = [...tokensOf(query)];
  const edits: QueryEdit[] = [];
  let pattern: number | undefined;
  let end: number | undefined;
  const close = () => {
    if (pattern !== undefined && end !== undefined) {
      edits.push({ start: pattern, end: pattern, by: "(" }, { start: end, end, by: ")" });
    }
    end = undefined;
  };
  for (const [from, to] of groupsIn(tokens, 0, tokens.length)) {
    const [first, second, last] = [tokens[from], tokens[from + 1], tokens[to - 1]];
    if (first === undefined || last === undefined) continue;
    if (first.text === "(" && second?.text.startsWith("#") === true) end = last.index + last.text.length;
    else if (/^[(["]/.test(first.text)) {
      close();
      pattern = first.index;
    }
  }
  close();
  return edits;
}

/** The edits that make patterns of the alternatives of `[…]` at the top of a query, where these have predicates. */
function alternativeEdits(query: string): readonly QueryEdit[] {
  const tokens = [...tokensOf(query)];
  const textAt = (at: number) => tokens[at]?.text ?? "";
  const edits: QueryEdit[] = [];
  for (const [from, to] of groupsIn(tokens, 0, tokens.length)) {
    const [open, close] = [tokens[from], tokens[to - 1]];
    if (open?.text !== "[" || close?.text !== "]") continue;
    const parts = [...groupsIn(tokens, from + 1, to - 1)];
    const alternatives = parts.filter(([at]) => /^[(["]/.test(textAt(at)));
    const suffixes = parts.filter(([at]) => /^[@*+?]/.test(textAt(at)));
    let end = to;
    while (textAt(end).startsWith("@")) end++;
    const hasPredicate = parts.some(([at, behind]) => predicateIn(tokens, at, behind) !== undefined);
    const isPlain = alternatives.length + suffixes.length === parts.length && !/^[*+?]/.test(textAt(end));
    if (!hasPredicate || !isPlain) continue;
    const captures = tokens.slice(to, end).map(({ text }) => ` ${text}`);
    const by = `${captures.join("")} `;
    edits.push({ start: open.index, end: open.index + 1, by: " " });
    for (const [at] of alternatives.slice(1)) {
      const start = tokens[at]?.index ?? 0;
      edits.push({ start, end: start, by });
    }
    const last = tokens[end - 1] ?? close;
    edits.push({ start: close.index, end: last.index + last.text.length, by });
  }
  return edits;
}

/** The ranges of tokens that are next to each other at one level: each a token, or brackets with all that is in them. */
function* groupsIn(tokens: readonly Token[], from: number, to: number): Generator<readonly [number, number]> {
  let depth = 0;
  let start = from;
  for (let at = from; at < to; at++) {
    const text = tokens[at]?.text ?? "";
    if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    if (depth > 0) continue;
    yield [start, at + 1];
    start = at + 1;
  }
}

/** The first predicate among tokens: its operator. */
function predicateIn(tokens: readonly Token[], from: number, to: number): Token | undefined {
  return tokens.slice(from, to).find(({ text }, i) => text.startsWith("#") && tokens[from + i - 1]?.text === "(");
}

/**
 * Returns the offset and the text of the first predicate inside of `[…]` that counts for all of its pattern; undefined if there is
 * none.
 */
export function predicateOfAlternative(query: string): { readonly index: number; readonly text: string } | undefined {
  const prepared = preparedQuery(query, {});
  const tokens = [...tokensOf(prepared.text)];
  const open: string[] = [];
  for (const [at, { text, index }] of tokens.entries()) {
    if (text === "(" || text === "[") open.push(text);
    else if (text === ")" || text === "]") open.pop();
    const isPredicate = text.startsWith("#") && tokens[at - 1]?.text === "(";
    if (isPredicate && open.includes("[")) return { index: prepared.originalIndex(index), text };
  }
  return undefined;
}

/** Replaces node kinds that the grammar renamed: `(virtual_function_specifier)` becomes `"virtual"`. */
export function renameNodes(query: string, renamed: Readonly<Record<string, string>>): RenamedQuery {
  const tokens = [...tokensOf(query)];
  const edits: QueryEdit[] = [];
  tokens.forEach((token, i) => {
    const by = Object.hasOwn(renamed, token.text) ? renamed[token.text] : undefined;
    const open = tokens[i - 1];
    const close = tokens[i + 1];
    if (by === undefined || open?.text !== "(") return;
    const whole = by.startsWith('"') && close?.text === ")";
    edits.push(
      whole
        ? { start: open.index, end: close.index + 1, by }
        : { start: token.index, end: token.index + token.text.length, by },
    );
  });
  return edited(query, edits);
}

function edited(query: string, edits: readonly QueryEdit[]): RenamedQuery {
  let text = "";
  let from = 0;
  for (const { start, end, by } of edits) {
    text += query.slice(from, start) + by;
    from = end;
  }
  return { text: text + query.slice(from), originalIndex: (index) => indexBefore(edits, index) };
}

/** The word at an offset of a query: a node, a field, a capture or a predicate. */
export function wordAt(query: string, index: number): string {
  return /^[#@]?[\w.?!-]*/.exec(query.slice(index))?.[0] ?? "";
}

/** The index of a word as a token of its own in a query, or -1. */
export function indexOfWord(query: string, word: string): number {
  for (const token of tokensOf(query)) if (token.text === word) return token.index;
  return -1;
}

/** The names of the captures of a query, without `@`. */
export function captureNamesIn(query: string): readonly string[] {
  const names = new Set<string>();
  for (const { text } of tokensOf(query)) {
    // A quantifier may precede it: `(a)+@b`.
    if (!text.startsWith('"')) for (const [, name] of text.matchAll(/@([^@]+)/g)) names.add(name ?? "");
  }
  return [...names];
}

/** The kind of the first node in a query that has one; undefined if none is named. */
export function firstKindIn(query: string): string | undefined {
  for (const { text } of tokensOf(query)) if (/^[a-z]\w*$/i.test(text)) return text;
  return undefined;
}

/** A predicate of a query: its operator without `#`, and the texts and captures that follow it. */
export type QueryPredicate = {
  readonly operator: string;
  readonly values: readonly ({ readonly capture: string } | { readonly text: string })[];
};

/**
 * Returns the predicates of each pattern of a query that compiles; undefined if it has anything else at its top, such as a field.
 */
export function predicatesIn(query: string): readonly (readonly QueryPredicate[])[] | undefined {
  const patterns: QueryPredicate[][] = [];
  let depth = 0;
  let open: { operator: string; values: QueryPredicate["values"][number][] } | undefined;
  let before = "";
  for (const { text } of tokensOf(query)) {
    if (depth === 0 && (text === "(" || text === "[" || text.startsWith('"'))) patterns.push([]);
    else if (depth === 0 && !/^[@+*?]/.test(text)) return undefined;
    if (text === ")" && open !== undefined) {
      patterns.at(-1)?.push(open);
      open = undefined;
    } else if (before === "(" && text.startsWith("#")) open = { operator: text.slice(1), values: [] };
    else if (text.startsWith("@")) open?.values.push({ capture: text.slice(1) });
    else open?.values.push({ text: text.startsWith('"') ? unquoted(text) : text });
    if (text === "(" || text === "[") depth++;
    else if (text === ")" || text === "]") depth--;
    before = text;
  }
  return patterns;
}

/** Escapes of a query: three letters and 0 have a meaning, any other character is itself. */
const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "0": "\0" };

/** Returns the text of a string of a query. */
export function unquoted(string: string): string {
  return string.slice(1, -1).replace(/\\(.)/gsu, (_, character: string) => escapes[character] ?? character);
}

function* tokensOf(query: string): Generator<Token> {
  for (const { 0: text, index } of query.matchAll(tokenPattern)) {
    if (!text.startsWith(";")) yield { text, index };
  }
}

function indexBefore(edits: readonly { start: number; end: number; by: string }[], index: number): number {
  let shift = 0;
  for (const { start, end, by } of edits) {
    const renamedStart = start + shift;
    if (index < renamedStart) break;
    if (index < renamedStart + by.length) return start;
    shift += by.length - (end - start);
  }
  return index - shift;
}

function refused(details: string): UserError {
  return new UserError("Failed to compile query", { details });
}
