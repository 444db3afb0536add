import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Query } from "web-tree-sitter";
import { firstCopy } from "../../src/syntax/copies.ts";
import { copyTree } from "../../src/syntax/flat/copy-tree.ts";
import { loadGrammar } from "../../src/syntax/grammars.ts";
import { shippedMacros } from "../../src/syntax/macros.ts";
import { compileQuery } from "../../src/syntax/matching/compile-query.ts";
import { matcherOf, queryOf } from "../../src/syntax/queries.ts";
import { outlineOf } from "../../src/syntax/tags.ts";
import { byPlace, captureMarks, type Mark } from "../support/definition-marks.ts";
import { languageNamed, languages } from "../support/shipped-languages.ts";

/** What a .scm file may capture: the roles of tree-sitter's code navigation, no others. */
const knownCaptures: Readonly<Record<string, readonly string[]>> = {
  "tags.scm": [
    ...["name", "container", "definition.class", "definition.function", "definition.method", "definition.constructor"],
    ...["definition.none", "reference.call", "reference.class", "reference.implementation", "reference.module"],
    "reference.type",
  ],
  "imports.scm": [
    ...["import", "import.path", "import.module", "import.name", "import.package", "import.implements"],
    ...["binding", "binding.of", "binding.source"],
  ],
  "locals.scm": [
    ...["local.scope", "local.reference"],
    ...[
      "class",
      "constant",
      "enum",
      "field",
      "function",
      "import",
      "interface",
      "label",
      "parameter",
      "type",
      "type_parameter",
      "variable",
    ].map((kind) => `local.definition.${kind}`),
  ],
  "symbols.scm": [
    ...["name", "container", "doc", "comment", "declaration", "declared", "reference.namespace"],
    ...["constant", "constructor", "enum_member", "interface", "method", "module", "parameter_field"].map(
      (kind) => `definition.${kind}`,
    ),
    ...["concept", "declaration", "enum", "enumerator", "field", "friend", "macro", "macro_function", "namespace"].map(
      (kind) => `definition.${kind}`,
    ),
    ...["class", "function", "property", "prototype", "struct", "type", "union", "variable"].map(
      (kind) => `definition.${kind}`,
    ),
  ],
};

const fixtures = fileURLToPath(new URL("../fixtures/", import.meta.url));

describe.each(languages)("$name", (language) => {
  const folder = join(language.dir, language.queries);
  const queryFiles = readdirSync(folder).filter((file) => file.endsWith(".scm"));

  test("has the queries that the tools ask", () => {
    // What is seen where is told by rules of their own in the two languages that have them.
    const hasRules = ["c", "cpp", "python"].includes(language.name);
    const expected = Object.keys(knownCaptures).filter((file) => !(hasRules && file === "locals.scm"));
    expect(queryFiles.sort()).toEqual(expected.sort());
  });

  test("has queries that need no tree of the parser", async () => {
    const { grammar } = await loadGrammar(language);
    const read = (file: string) => queryOf(language, file) ?? "";
    for (const files of [["tags.scm", "imports.scm"], ["tags.scm", "symbols.scm"], ["imports.scm"]]) {
      expect(compileQuery(files.map(read).join("\n"), grammar), files.join()).toBeDefined();
    }
    if (queryFiles.includes("locals.scm")) expect(compileQuery(read("locals.scm"), grammar)).toBeDefined();
  });

  test.each(queryFiles)("%s compiles and captures known roles only", async (file) => {
    const { grammar } = await loadGrammar(language);
    const query = new Query(grammar, queryOf(language, file) ?? "");
    // A capture that starts with an underscore is for a predicate of its own pattern.
    const captures = query.captureNames.filter((name) => !name.startsWith("_"));
    expect(captures.filter((name) => !knownCaptures[file]?.includes(name))).toEqual([]);
    expect(query.predicates.flat()).toEqual([]);
    query.delete();
  });

  test.each(fixturesOf(language.name))("%s", async (file) => {
    const text = readFileSync(join(fixtures, file), "utf8");
    const marked = captureMarks(text);
    expect(marked.filter(({ mark }) => mark === "none").length, "the fixture has near misses").toBeGreaterThan(0);
    expect(await capturesIn(language.name, text)).toEqual(marked.filter(({ mark }) => mark !== "none"));
  });
});

/** Paths below tests/fixtures: what is marked for symbols as well, and what is for captures only. */
function fixturesOf(language: string): readonly string[] {
  return ["symbols", "captures"]
    .map((kind) => join(kind, language))
    .filter((folder) => existsSync(join(fixtures, folder)))
    .flatMap((folder) => readdirSync(join(fixtures, folder)).map((file) => join(folder, file)));
}

async function capturesIn(languageName: string, text: string): Promise<readonly Mark[]> {
  const language = languageNamed(languageName);
  const loaded = await loadGrammar(language);
  // A thread keeps one language of a name: a test that has loaded another one of this name has to give it its own.
  expect(loaded.language.dir).toBe(language.dir);
  const everywhere = shippedMacros(language);
  const masking = everywhere && { macros: { project: new Map(), folder: new Map(), everywhere } };
  const copy = firstCopy(language, text, masking);
  const tree = loaded.parser.parse(copy.text);
  if (tree === null) throw new Error("no tree");
  const flat = copyTree(loaded, tree.rootNode);
  const tags = outlineOf(loaded, copy, flat).definitions.map(({ kind, name, line, column }) => ({
    place: `${line}:${column}`,
    mark: `definition.${kind} ${name}`,
  }));
  const matches = matcherOf(loaded, "tags")?.(flat, copy.text) ?? [];
  const imports = matches
    .flatMap(({ captures }) => captures)
    .filter(({ name }) => name === "import")
    .map(({ node }) => {
      const { line, column } = copy.positionOf(flat.start(node));
      return { place: `${line}:${column}`, mark: "import" };
    });
  tree.delete();
  return [...tags, ...imports].sort(byPlace);
}
