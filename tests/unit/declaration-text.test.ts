import { describe, expect, test } from "vitest";
import { DeclarationTexts } from "../../src/code-index/declaration-text.ts";
import { indexingOf } from "../../src/code-index/languages.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import { partParserOf, withParsed } from "../../src/syntax/parse.ts";
import { languageFor } from "../support/shipped-languages.ts";

/** What is said about the declaration of a name. */
async function saidOf(path: string, text: string, name: string) {
  const language = languageFor(path);
  const parsePart = await partParserOf(language);
  return withParsed(language, text, {}, (parsed) => {
    const facts = indexingOf(language.name).declarationsIn(parsed, false);
    const file = indexedFile({ path, language: language.name, facts });
    const declaration = file.declarations.find((one) => one.name === name);
    if (declaration === undefined) throw new Error(`no ${name}`);
    const declared = { file, text, index: memoryIndex([], [file]), parsePart, commentSigns: language.comment_signs };
    const saidBy = (texts: DeclarationTexts) => ({
      signature: texts.signatureOf(declaration),
      doc: texts.docOf(declaration),
      whole: texts.wholeDocOf(declaration),
      source: texts.sourceOf(declaration),
    });
    const said = saidBy(new DeclarationTexts(declared));
    // The tree of the file says the same as those of its parts.
    expect(saidBy(new DeclarationTexts(declared, parsed.flat().tree))).toEqual(said);
    return said;
  });
}

describe("C++", () => {
  test.each([
    ["a comment in the signature", "int f(int a /* one */, // two\n  int b) {}", { signature: "int f(int a , int b)" }],
    ["a string that looks like one", 'auto f = "/* none */";', { signature: 'auto f = "/* none */"', doc: undefined }],
    ["a block above", "int e;\n/* It is f. */\nint f();", { doc: "It is f.", source: "/* It is f. */\nint f();" }],
    ["lines above", "int e; // e\n// It is\n// f.\nint f() {}", { doc: "It is f." }],
    ["what ends as a comment in a string", 'auto e = "//\\\n";\nint f();', { doc: undefined, source: "int f();" }],
    ["a comment behind", "struct A { int e, f; // It is f.\n};", { doc: "It is f." }],
    [
      "all of a block",
      "/**\n * It is f. Or g.\n *\n *   - one\n *\n */\nint f();",
      { doc: "It is f.", whole: "It is f. Or g.\n\n  - one" },
    ],
    ["all lines", "// It is f.\n//\n//  int x = f();\nint f();", { whole: "It is f.\n\n int x = f();" }],
    ["no words", "// ----\nint f();", { doc: undefined, whole: undefined }],
    ["one behind the next", "int f; int g; // It is g.", { doc: undefined }],
    ["the first of its class", "struct A {\n  // It is f.\n  int f; };", { doc: "It is f." }],
    ["a comment above a comment", "/* far */\n/* It is f. */\nint f();", { source: "/* It is f. */\nint f();" }],
    ["a comment that goes on", "int f(int a, // one \\\n two\n  int b) {}", { signature: "int f(int a, int b)" }],
    [
      "comments in comments",
      "int f(int a /* // */, // /* two\n  int b //\n) {}",
      { signature: "int f(int a , int b )" },
    ],
    [
      "a comment with a quote",
      "int f(int a /* it's */, char b = '/') {}",
      { signature: "int f(int a , char b = '/')" },
    ],
    ["several in one statement", "/* Both. */\nint e, f;", { doc: "Both.", source: "/* Both. */\nint e, f;" }],
  ])("%s", async (_, text, expected) => {
    expect(await saidOf("/a.cpp", text, "f")).toMatchObject(expected);
  });
});

describe("Python", () => {
  const withString = (body: string) => `class A:\n    @old\n    def f(self,  # me\n          b):\n${body}`;
  test.each([
    ["a string", withString('        """It is f. And."""\n        return 1\n'), { doc: "It is f." }],
    ["a string alone", withString("        'It is f.'\n"), { doc: "It is f." }],
    ["a comment before the string", withString('        # c\n        "It is f."\n'), { doc: "It is f." }],
    ["two strings", withString('        "It is" " f."\n        pass\n'), { doc: 'It is" " f.' }],
    [
      "all of a string",
      withString('        """It is f.\n\n        It has\n            lines.\n        """\n'),
      { whole: "It is f.\n\nIt has\n    lines." },
    ],
    ["a call of a string", withString('        "a".join(b)\n'), { doc: undefined }],
    ["a signature", withString("        pass\n"), { signature: "@old def f(self, b)", doc: undefined }],
    ["a class with members", 'class f:\n    "It is f."\n    x = 1\n\n    def g(self): pass\n', { doc: "It is f." }],
    ["a class without", "class f:\n    x = 1\n", { doc: undefined }],
    ["comments above are none", "# no\ndef f(): pass\n", { doc: undefined, source: "def f(): pass" }],
    ["a comment behind a variable", "f = 1  # It is f.\n", { doc: "It is f." }],
    ["a comment of Sphinx behind a variable", "f = 1  #: It is f.\n", { doc: "It is f." }],
  ])("%s", async (_, text, expected) => {
    expect(await saidOf("/a.py", text, "f")).toMatchObject(expected);
  });
});
