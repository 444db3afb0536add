import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Query } from "web-tree-sitter";
import { copyTree } from "../../src/syntax/flat/copy-tree.ts";
import { type LoadedGrammar, loadGrammar } from "../../src/syntax/grammars.ts";
import { type Language, loadLanguages, shippedGrammarsDir } from "../../src/syntax/languages.ts";
import { type CompiledQuery, compileQuery } from "../../src/syntax/matching/compile-query.ts";
import { type Match, matchesIn } from "../../src/syntax/matching/match-query.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { queryOf } from "../../src/syntax/queries.ts";
import { damagedTexts, damagedVersions } from "../support/damaged-text.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

type Compiled = { readonly own: CompiledQuery; readonly query: Query };

function compile({ grammar, runtime }: LoadedGrammar, source: string): Compiled {
  const own = compileQuery(source, grammar);
  if (own === undefined) throw new Error(`not compiled: ${source}`);
  return { own, query: new runtime.Query(grammar, source) };
}

/** Expects the matches of a query, with their order, to be those of tree-sitter; returns how many there are. */
function expectSameMatches(loaded: LoadedGrammar, { own, query }: Compiled, text: string): number {
  const { parser } = loaded;
  const parsed = parser.parse(text);
  if (parsed === null) throw new Error("no tree");
  const tree = copyTree(loaded, parsed.rootNode);
  const expected = query.matches(parsed.rootNode).map(({ patternIndex, captures }) => ({
    pattern: patternIndex,
    captures: captures.map(({ name, node }) => ({ name, node: tree.indexOf(node) })),
  }));
  const matches = matchesIn(own, tree, text, () => true);
  parsed.delete();
  expect(matches.map(written)).toEqual(expected.map(written));
  return matches.length;
}

/** A match on one line: vitest is slow with many objects. */
function written({ pattern, captures }: Match): string {
  return [pattern, ...captures.map(({ name, node }) => `${name} ${node}`)].join(", ");
}

describe("the matches of the shipped queries are those of tree-sitter", () => {
  test.each(damagedTexts.map(([language, path]) => ({ language, path })))("$path", async ({ language, path }) => {
    const loaded = await loadGrammar(language);
    const read = (file: string) => queryOf(language, file) ?? "";
    for (const other of ["symbols.scm", "imports.scm"]) {
      const compiled = compile(loaded, `${read("tags.scm")}\n${read(other)}`);
      for (const text of damagedVersions(path, 12)) expectSameMatches(loaded, compiled, text);
    }
  });
});

const python = `
import a, b.c
@d(1)
@e
def f(x, *y, z=1):
    # one
    # two
    "doc"
    return g(x, [1, 2, 3], k=(4, 5))
class A(B, metaclass=C):
    x: int = 1
    def m(self): pass
    y, z = 1, 2
t = (1, (2, (3,)), [])
`;

import { languageNamed } from "../support/shipped-languages.ts";

describe("a query has the matches that tree-sitter finds", () => {
  test.each([
    ["a node", "(identifier) @i"],
    ["any named node below", "(call (_) @x) @c"],
    ["any node below", "(call _ @x) @c"],
    ["a field", "(assignment left: (_) @l right: (_) @r)"],
    ["no field", "(assignment !type left: (_) @l) @a"],
    ["no field, but another", "(parameters (default_parameter !type name: (_) @n))"],
    ["two children", "(tuple (_) @a (_) @b)"],
    ["two neighbours", "(list (integer) @a . (integer) @b)"],
    ["the first child", "(tuple . (integer) @first)"],
    ["the last child", "(tuple (_) @last .)"],
    ["an only child", "(tuple . (_) @only .)"],
    ["a neighbour of any node", '(list "[" . (_) @x)'],
    ["a neighbour without a name", "(list _ @x . (integer) @y)"],
    ["alternatives", "(call function: [(identifier) (attribute)] @f)"],
    ["alternatives with captures of their own", "(module [(class_definition) @c (import_statement) @i])"],
    [
      "alternatives for the outermost node",
      "[(class_definition name: (_) @name) (function_definition name: (_) @name)] @d",
    ],
    ["alternative texts", '(list ["[" "]"] @bracket)'],
    ["an optional node", "(function_definition parameters: (_) @p return_type: (_)? @r body: (_) @b)"],
    ["an optional first child", "(decorated_definition (decorator)? @d definition: (_) @x)"],
    ["any number", "(block (comment)* @c (expression_statement) @e)"],
    ["any number between anchors", "(block . (comment)* . (expression_statement (string) @doc))"],
    ["one or more", "(decorated_definition (decorator)+ @d definition: (_) @x)"],
    ["many of any kind", "(list (_)+ @items)"],
    ["a group", "(list ((integer) @a . (integer) @b))"],
    ["three levels", "(class_definition body: (block (function_definition body: (block (_) @s)))) @c"],
    ["nothing captured", "(tuple (integer))"],
    ["three captures of one node", "(integer) @a @b @c"],
    ["errors", "(ERROR) @e"],
    ["#eq?", '((identifier) @i (#eq? @i "x"))'],
    ["#not-eq?", '((identifier) @i (#not-eq? @i "x"))'],
    ["#eq? of two captures", "(list (integer) @a (integer) @b (#eq? @a @b))"],
    ["#not-eq? of two captures", "(list (integer) @a (integer) @b (#not-eq? @a @b))"],
    ["#eq? of a capture that is missing", "(call function: (_) @a (argument_list (string)? @b) (#eq? @a @b))"],
    ["#any-of?", '((identifier) @i (#any-of? @i "x" "y" z))'],
    ["#not-any-of?", '((identifier) @i (#not-any-of? @i "x" "y"))'],
    ["#match?", '((identifier) @i (#match? @i "^[a-c]\\\\w*$"))'],
    ["#not-match?", '((identifier) @i (#not-match? @i "^[a-c]"))'],
    ["a predicate inside of a node", '(call function: (identifier) @f (#eq? @f "g")) @c'],
    ["a predicate on a capture that is missing", '((call (argument_list (string)? @s)) @c (#match? @s "x"))'],
    ["comments and several patterns", "; one\n(integer) @i ; two\n(tuple (integer) @t) @u\n(module) @m"],
  ])("%s", async (_, source) => {
    const loaded = await loadGrammar(languageNamed("python"));
    const compiled = compile(loaded, source);
    expectSameMatches(loaded, compiled, python);
    expectSameMatches(loaded, compiled, `${python}\ndef (x,\n`);
  });

  test.each([
    ["many siblings", "(list (integer) @i)", `x = [${"1, ".repeat(2_000)}]\n`],
    ["many siblings after an anchor", "(list . (integer) @i)", `x = [${"1, ".repeat(2_000)}]\n`],
    [
      "many states at once",
      "(decorated_definition (decorator (identifier) @d) definition: (function_definition name: (_) @name)) @all",
      `${"@d\n".repeat(100)}def f(): pass\n`,
    ],
    ["many levels", "(tuple (tuple) @t)", `x = ${"(".repeat(500)}${",)".repeat(500)}\n`],
  ])("%s", async (_, source, text) => {
    const loaded = await loadGrammar(languageNamed("python"));
    expect(expectSameMatches(loaded, compile(loaded, source), text)).toBeGreaterThan(0);
  });
});

test("properties are those of tree-sitter, and other directives count for nothing", async () => {
  const loaded = await loadGrammar(languageNamed("python"));
  const source = [
    '((comment) @c (#set! a "b") (#set! c))',
    '((identifier) @i (#strip! @i "^x") (#select-adjacent! @i @i) (#eq? @i "x"))',
  ].join("\n");
  const { own, query } = compile(loaded, source);
  expect(expectSameMatches(loaded, { own, query }, "# a\nx = y\n")).toBe(2);
  expect(own.properties).toEqual([{ a: "b", c: null }, undefined]);
  expect(query.setProperties[0]).toEqual(own.properties[0]);
});

test.each([
  ["a supertype", "(expression) @e"],
  ["a missing node", "(MISSING) @m"],
  ["any node with children", "(_ name: (_) @name) @d"],
  ["siblings without a parent", "((comment) @c . (class_definition) @d)"],
  ["a repeated outermost node", "(comment)+ @c"],
  ["a repetition among alternatives", "(block [(comment)+ (pass_statement)] @x)"],
  ["four captures", "(module) @a @b @c @d"],
  ["an unknown node", "(no_such_node) @n"],
  ["an unknown field", "(module nothing: (_))"],
  ["an open bracket", "(module"],
  ["a bracket too many", "(module))"],
  ["a lone anchor", "(module .)"],
])("left to tree-sitter: %s", async (_, source) => {
  const { grammar } = await loadGrammar(languageNamed("python"));
  expect(compileQuery(source, grammar)).toBeUndefined();
});

describe("a language of the user's own", () => {
  function ownLanguage(name: string, tags: string): Language {
    const folder = temporaryFolder();
    const { dir, title } = languageNamed("python");
    mkdirSync(join(folder, name));
    copyFileSync(join(shippedGrammarsDir, "python.wasm"), join(folder, name, "own.wasm"));
    const file: unknown = JSON.parse(readFileSync(join(dir, "language.json"), "utf8"));
    const own = { ...Object(file), name, title, grammar: "own.wasm" };
    writeFileSync(join(folder, name, "language.json"), JSON.stringify(own));
    writeFileSync(join(folder, name, "tags.scm"), tags);
    const [language] = loadLanguages([folder]);
    if (language === undefined) throw new Error("no language");
    return language;
  }

  const namesIn = (language: Language) =>
    withParsed(language, "class A: pass\ndef f(): pass\nclass B: pass\n", {}, (file) =>
      file.outline().definitions.map(({ kind, name }) => `${kind} ${name}`),
    );

  test("may have queries that are left to tree-sitter", async () => {
    const tags = "(_ name: (identifier) @name) @definition.class";
    expect(await namesIn(ownLanguage("wildcards", tags))).toEqual(["class A", "class f", "class B"]);
  });

  test("learns of a query that no tree can match", async () => {
    const language = ownLanguage("impossible", "(class_definition (module) @name) @definition.class");
    await expect(namesIn(language)).rejects.toThrow("Bad pattern structure");
  });
});
