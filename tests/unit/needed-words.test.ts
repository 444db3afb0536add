import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadGrammar } from "../../src/syntax/grammars.ts";
import type { Language } from "../../src/syntax/languages.ts";
import { textNeededBy } from "../../src/syntax/needed-words.ts";
import { nodeExamplesOf, nodeTypesOf } from "../../src/syntax/node-types.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { damagedTexts, damagedVersions } from "../support/damaged-text.ts";
import { known, mask, themes } from "../support/masking-fixtures.ts";
import { languageNamed, languages } from "../support/shipped-languages.ts";

/** Kind → its words. */
function wordsOf(language: Language): ReadonlyMap<string, readonly string[]> {
  const kinds = Object.entries(nodeTypesOf(language)?.kinds ?? {});
  return new Map(kinds.flatMap(([kind, { words }]) => (words === undefined ? [] : [[kind, words]])));
}

describe("the words that nodes need, of each grammar", () => {
  test.each(languages.map((language) => [language.name, language] as const))(
    "%s: examples have them",
    (_, language) => {
      const words = wordsOf(language);
      const examples = Object.entries(nodeExamplesOf(language));
      const lacking = examples.filter(([kind, { code }]) => words.get(kind)?.some((word) => !code.includes(word)));
      expect(lacking).toEqual([]);
      expect(examples.filter(([kind]) => words.has(kind)).length).toBeGreaterThan(20);
    },
  );

  test("are those of all ways to write them", () => {
    const cpp = wordsOf(languageNamed("cpp"));
    expect(cpp.get("try_statement")).toEqual(["catch", "try"]);
    expect(cpp.get("operator_cast")).toEqual(["operator"]);
    for (const kind of ["function_definition", "preproc_include", "virtual", "lambda_expression", "identifier"]) {
      expect(cpp.get(kind), kind).toBeUndefined();
    }
    const python = wordsOf(languageNamed("python"));
    expect(python.get("function_definition")).toEqual(["def"]);
    expect(python.get("conditional_expression")).toEqual(["else", "if"]);
    expect(python.get("parameters")).toBeUndefined();
  });

  test.each(damagedTexts.map(([language, path]) => ({ language, path })))(
    "stand in damaged texts, too: $path",
    async ({ language, path }) => {
      const words = wordsOf(language);
      const written = new Set(language.written_words.split(" "));
      const masking = language.macros === undefined ? undefined : { macros: known };
      for (const text of damagedVersions(path, 60)) {
        const kinds = await withParsed(language, text, { masking }, (file) => {
          const { tree } = file.flat();
          return new Set(Array.from({ length: tree.size }, (_, node) => tree.type(node)));
        });
        const lacks = (kind: string) => words.get(kind)?.some((word) => !written.has(word) && !text.includes(word));
        expect([...kinds].filter(lacks)).toEqual([]);
      }
    },
  );
});

test("masking writes no words but those that language.json has", () => {
  // Of a parameter of a template, `class` begins no class; a function that a macro declares has another type than `void`.
  const listed = new Set([...languageNamed("cpp").written_words.split(" "), "class", "void"]);
  const wordsIn = (text: string) => text.match(/[A-Za-z_]\w*/g) ?? [];
  const texts = [
    ...themes.flatMap(({ cases }) => cases.map(({ text }) => text)),
    ...languageNamed("cpp").rules.map((file) => readFileSync(join(languageNamed("cpp").dir, file), "utf8")),
  ];
  const found = new Set<string>();
  for (const text of texts) {
    // Of `operator->`, `operator__` is left.
    for (const word of wordsIn(mask(text).text)) if (!text.includes(word.replace(/_+$/, ""))) found.add(word);
  }
  expect([...found].filter((word) => !listed.has(word))).toEqual([]);
  expect(found.size).toBeGreaterThan(3);
});

test("masking writes no sign between words", () => {
  const lacking = themes
    .flatMap(({ cases }) => cases)
    .flatMap(({ text }) => {
      const joined = text.replace(/\\\r?\n/g, "");
      // Captures have the path of an #include as it is written.
      const slashed = text.replaceAll("\\", "/");
      const pieces = mask(text).text.match(/\w+(?:[/.#%@!?$-]+\w+)+/g) ?? [];
      return pieces
        .map((piece) => piece.replace(/_+$/, ""))
        .filter((piece) => ![text, joined, slashed].some((one) => one.includes(piece)));
    });
  expect(lacking).toEqual([]);
});

describe("what a query needs", () => {
  test.each([
    ["cpp", "(try_statement) @a", [[["catch"], ["try"]]]],
    ["cpp", "[(goto_statement) (throw_statement (identifier) @b)] @a", [[["goto"]], [["throw"]]]],
    ["cpp", "(while_statement) @a", undefined],
    ["cpp", "(goto_statement) @a (identifier) @b", undefined],
    ["cpp", "(_ (goto_statement)) @a", undefined],
    ["cpp", '"goto" @a', undefined],
    ["cpp", "(ERROR) @a", undefined],
    ["cpp", "(MISSING) @a", undefined],
    ["cpp", "not a query", undefined],
    ["python", "(class_definition name: (_) @name) @a", [[["class"]]]],
  ])("%s %s", async (name, query, needed) => {
    expect((await textNeededBy(languageNamed(name), query))?.words).toEqual(needed);
  });

  test("a text without it is not parsed, and has no captures", async () => {
    const python = languageNamed("python");
    const query = "(global_statement) @a";
    const needed = await textNeededBy(python, query);
    const captured = (text: string) =>
      withParsed(python, text, { needed }, (file) => file.capture(query, { maxRows: 10 }));
    expect(await captured("def f(: x")).toEqual({ rows: [], total: 0, truncated: false });
    expect((await captured("def f():\n  global x")).rows).toEqual([
      { capture_name: "a", text: "global x", line: 2, column: 3 },
    ]);
  });
});

test("a query of lone nodes captures what tree-sitter's matches have, in their order", async () => {
  const python = languageNamed("python");
  const { grammar, runtime, parser } = await loadGrammar(python);
  const text = "def f(a):\n  return [b for c in d if (lambda: c)() or f(f(a))] # e\nx = f\n# g\n";
  const root = parser.parse(text)?.rootNode;
  if (root === undefined) throw new Error("no tree");
  const withCondition = '((identifier) @a (#eq? @a "f"))';
  for (const query of [
    withCondition,
    "(call) @a",
    "(identifier) @a (call) @b (comment) @c",
    "[(call) (lambda)] @a @b",
    '"(" @a',
  ]) {
    const expected = new runtime.Query(grammar, query)
      .matches(root)
      .flatMap(({ captures }) => captures.map(({ name, node }) => [name, node.text]));
    const { rows } = await withParsed(python, text, {}, (file) => file.capture(query, { maxRows: 1_000 }));
    expect(rows.map((row) => [row.capture_name, row.text])).toEqual(expected);
    expect(expected.length).toBeGreaterThan(1);
  }
});
