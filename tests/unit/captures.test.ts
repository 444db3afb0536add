import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { Query } from "web-tree-sitter";
import { firstCopy } from "../../src/syntax/copies.ts";
import { copyTree } from "../../src/syntax/flat/copy-tree.ts";
import { loadGrammar } from "../../src/syntax/grammars.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { shippedMacros } from "../../src/syntax/macros.ts";
import { compileQuery } from "../../src/syntax/matching/compile-query.ts";
import { matcherOf } from "../../src/syntax/queries.ts";
import { outlineOf } from "../../src/syntax/tags.ts";

/** What a .scm file may capture: the roles of tree-sitter's code navigation, no others. */
const knownCaptures: Readonly<Record<string, readonly string[]>> = {
  "tags.scm": [
    ...["name", "container", "definition.class", "definition.function", "definition.method", "definition.constructor"],
    ...["definition.none", "reference.call", "reference.class", "reference.implementation", "reference.module"],
    "reference.type",
  ],
  "imports.scm": ["import", "import.path", "import.module"],
  "locals.scm": [
    ...["local.scope", "local.reference"],
    ...[
      "class",
      "constant",
      "enum",
      "function",
      "import",
      "interface",
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
    ...["class", "function", "property", "struct", "type", "union", "variable"].map((kind) => `definition.${kind}`),
  ],
};

const fixtures = fileURLToPath(new URL("../fixtures/captures/", import.meta.url));
const languages = loadLanguages([shippedLanguagesDir]);

describe.each(languages)("$name", (language) => {
  const folder = join(language.dir, language.queries);
  const queryFiles = readdirSync(folder).filter((file) => file.endsWith(".scm"));

  test("has the queries that the tools ask", () => {
    // What is seen where is told by rules of their own in the two languages that have them.
    const hasRules = ["cpp", "python"].includes(language.name);
    const expected = Object.keys(knownCaptures).filter((file) => !(hasRules && file === "locals.scm"));
    expect(queryFiles.sort()).toEqual(expected.sort());
  });

  test("has queries that need no tree of the parser", async () => {
    const { grammar } = await loadGrammar(language);
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    for (const files of [["tags.scm", "imports.scm"], ["tags.scm", "symbols.scm"], ["imports.scm"]]) {
      expect(compileQuery(files.map(read).join("\n"), grammar), files.join()).toBeDefined();
    }
    if (queryFiles.includes("locals.scm")) expect(compileQuery(read("locals.scm"), grammar)).toBeDefined();
  });

  test.each(queryFiles)("%s compiles and captures known roles only", async (file) => {
    const { grammar } = await loadGrammar(language);
    const query = new Query(grammar, readFileSync(join(folder, file), "utf8"));
    // A capture that starts with an underscore is for a predicate of its own pattern.
    const captures = query.captureNames.filter((name) => !name.startsWith("_"));
    expect(captures.filter((name) => !knownCaptures[file]?.includes(name))).toEqual([]);
    expect(query.predicates.flat()).toEqual([]);
    query.delete();
  });

  test.each(readdirSync(join(fixtures, language.name)))("%s", async (file) => {
    const text = readFileSync(join(fixtures, language.name, file), "utf8");
    const expected = expectations(text);
    const captured = await capturesIn(language.name, text);
    const nothingAt = expected.filter(({ capture }) => capture === "none").map(({ place }) => place);
    expect(nothingAt.length, "the fixture has near misses").toBeGreaterThan(0);
    expect(captured.filter(({ place }) => nothingAt.includes(place))).toEqual([]);
    expect(captured).toEqual(expected.filter(({ capture }) => capture !== "none"));
  });
});

type Expectation = { readonly place: string; readonly capture: string };

/** `//  ^ definition.class Name`: the caret stands below the column, `<-` for column 1, of the last line of code. */
function expectations(text: string): readonly Expectation[] {
  const found: Expectation[] = [];
  let codeLine = 0;
  text.split("\n").forEach((line, i) => {
    const mark = /^(?:\/\/|#)(?: *\^| <-) ?(?<capture>none|import|definition\..*)$/.exec(line);
    const capture = mark?.groups?.capture;
    if (capture === undefined) codeLine = i + 1;
    else found.push({ place: `${codeLine}:${line.includes("<-") ? 1 : caretColumn(line)}`, capture });
  });
  return found.sort(byPlace);
}

/** A caret in the comment sign's own columns is written as `//^` for column 3, `#^` for column 2. */
function caretColumn(line: string): number {
  return line.indexOf("^") + 1;
}

async function capturesIn(languageName: string, text: string): Promise<readonly Expectation[]> {
  const language = languages.find(({ name }) => name === languageName);
  if (language === undefined) throw new Error(`no language ${languageName}`);
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
    capture: `definition.${kind} ${name}`,
  }));
  const matches = matcherOf(loaded, "tags")?.(flat, copy.text) ?? [];
  const imports = matches
    .flatMap(({ captures }) => captures)
    .filter(({ name }) => name === "import")
    .map(({ node }) => {
      const { line, column } = copy.positionOf(flat.start(node));
      return { place: `${line}:${column}`, capture: "import" };
    });
  tree.delete();
  return [...tags, ...imports].sort(byPlace);
}

function byPlace(a: Expectation, b: Expectation): number {
  const [lineA = 0, columnA = 0] = a.place.split(":").map(Number);
  const [lineB = 0, columnB = 0] = b.place.split(":").map(Number);
  return lineA - lineB || columnA - columnB;
}
