/**
 * The shipped queries of languages: tags, symbols, imports, locals. Input: a language and the name of a query; output:
 * its text with what it inherits, or its matcher, which finds matches in a tree.
 */
import { dirname, join } from "node:path";
import { shippedLanguagesDir } from "./built-languages.ts";
import type { FlatTree } from "./flat/flat-tree.ts";
import type { LoadedGrammar } from "./grammars.ts";
import { readLanguageFile } from "./language-files.ts";
import type { Language } from "./languages.ts";
import { compileQuery } from "./matching/compile-query.ts";
import { type Match, matchesIn } from "./matching/match-query.ts";
import { flagMatches } from "./query-text.ts";

/** The files that each query is made of. */
const parts = {
  tags: ["tags.scm", "imports.scm"],
  symbols: ["tags.scm", "symbols.scm"],
  imports: ["imports.scm"],
  locals: ["locals.scm"],
} as const;

/** Finds the matches of a query in a tree of a text. */
type Matcher = (tree: FlatTree, text: string) => readonly Match[];

const matchers = new Map<string, Matcher | undefined>();

/**
 * A query of the language's own folder, such as tags.scm, compiled on first use, once a thread. Undefined when the
 * language has none of its files.
 *
 * @param kinds the kinds of definitions that are asked for, when it is not all of them: other patterns are not tried
 */
export function matcherOf(
  loaded: LoadedGrammar,
  name: keyof typeof parts,
  kinds?: ReadonlySet<string>,
): Matcher | undefined {
  const { language } = loaded;
  const key = [join(language.dir, name), ...(kinds ?? [])].join("\n");
  if (!matchers.has(key)) {
    const files = parts[name].map((file) => queryOf(language, file)).filter((file) => file !== undefined);
    matchers.set(key, files.length > 0 ? matcherFor(loaded, files.join("\n"), kinds) : undefined);
  }
  return matchers.get(key);
}

/** A line of a shipped query that takes a file of the same name from another folder below queries/. */
const inheritsLine = /^; inherits: ([\w/]+)$/gm;

/**
 * The text of a query of a language, with what it inherits; undefined if there is no such file. Only what is shipped
 * inherits: the folder of a user's language has all that it needs.
 *
 * @param file its name, such as tags.scm
 */
export function queryOf(language: Language, file: string): string | undefined {
  const own = readLanguageFile(language, join(language.queries, file))?.toString();
  if (own === undefined || dirname(language.dir) !== shippedLanguagesDir) return own;
  return own.replace(inheritsLine, (_, folder: string) => {
    const inherited = readLanguageFile(language, join("..", folder, file));
    if (inherited === undefined) throw new Error(`${language.name}/${file} inherits what is not there: ${folder}`);
    return inherited.toString();
  });
}

/** The prefix of the kind in the captures of definitions. */
export const definitionPrefix = "definition.";

/** The kind of what looks like a definition and is none. */
export const noKind = "none";

/** Kinds of the queries of editors that count as another kind where definitions are listed by kind, as in find_functions. */
const countedAs: ReadonlyMap<string, string> = new Map([
  ["constructor", "function"],
  ["method", "function"],
]);

/** The kind that a definition counts as where definitions are listed by kind: a method is a function. */
export function countedKind(kind: string): string {
  return countedAs.get(kind) ?? kind;
}

function matcherFor(loaded: LoadedGrammar, source: string, kinds: ReadonlySet<string> | undefined): Matcher {
  const { grammar, runtime, language } = loaded;
  const isAsked = (captures: Iterable<string>) => kinds === undefined || definesAny(captures, kinds);
  const compiled = compileQuery(source, grammar);
  if (compiled === undefined) return treeSitterMatcher(loaded, source, isAsked);
  // tree-sitter also refuses what no tree can have, for 20 to 40 ms; the tests compile what is shipped.
  if (dirname(language.dir) !== shippedLanguagesDir) new runtime.Query(grammar, flagMatches(source).text).delete();
  const asked = compiled.capturesOf.map((captures) => isAsked(captures));
  return (tree, text) => matchesIn(compiled, tree, text, (pattern) => asked[pattern] ?? false);
}

/** For what `compileQuery` does not compile. */
function treeSitterMatcher(
  { grammar, runtime }: LoadedGrammar,
  source: string,
  isAsked: (captures: Iterable<string>) => boolean,
): Matcher {
  const query = new runtime.Query(grammar, source);
  query.captureQuantifiers.forEach((quantifiers, pattern) => {
    const captures = query.captureNames.filter((_, i) => quantifiers[i] !== runtime.CaptureQuantifier.Zero);
    if (!isAsked(captures)) query.disablePattern(pattern);
  });
  return (tree) => {
    if (tree.root === undefined) throw new Error("a kept tree has no root to query");
    return query.matches(tree.root).map(({ patternIndex, captures, setProperties }) => ({
      pattern: patternIndex,
      captures: captures.map(({ name, node }) => ({ name, node: tree.indexOf(node) })),
      properties: setProperties,
    }));
  };
}

function definesAny(captures: Iterable<string>, kinds: ReadonlySet<string>): boolean {
  for (const capture of captures) {
    if (!capture.startsWith(definitionPrefix)) continue;
    const kind = capture.slice(definitionPrefix.length);
    if (kinds.has(countedKind(kind)) || kind === noKind) return true;
  }
  return false;
}
