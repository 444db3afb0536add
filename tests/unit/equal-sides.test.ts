/** The search for code such as `a == a` in texts that are not parsed. Input: a text and a sign; output: false only if no match can be there. */
import { describe, expect, test } from "vitest";
import { type Language, loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { mayHaveEqualSides } from "../../src/syntax/patterns/equal-sides.ts";
import { neededByPattern } from "../../src/syntax/patterns/pattern-matches.ts";

const languages = loadLanguages([shippedLanguagesDir]);

function languageNamed(name: string): Language {
  const found = languages.find((language) => language.name === name);
  if (found === undefined) throw new Error(`no language ${name}`);
  return found;
}

describe("a text may have equal sides of a sign:", () => {
  test.each([
    "if (a == a)",
    "a.b(c, d)->e == a.b(c, d)->e",
    "x = 1; return (int)y == (int)y;",
    "f([] { g(); return 1; }) == f([] { g(); return 1; })",
    // Macros that masking takes away.
    "a UNUSED == a",
    "a == LIKELY a",
    "a == LIKELY(1) a",
    "(a) == __extension__ (a)",
    "a == UNUSED::a",
    // Comments, strings, directives and joined lines leave a doubt.
    "a /* ; */ == a",
    "a // (;\n == a",
    "a == // b\n a",
    'f("(") == f("(")',
    '"(" == "("',
    'R"(a)" == R"(a)"',
    'f("x") == a("y") || b',
    'a == LIKELY("x") a',
    "a == \\\n a",
    "a == b\\\nc",
    "x\n#if A\n;\n#else\n == x",
    // Sides without words.
    "({} == {})",
    "/;/ == /;/",
    `${"a + ".repeat(300)}a == ${"a + ".repeat(300)}a`,
  ])("%s", (text) => {
    expect(mayHaveEqualSides(text, "==")).toBe(true);
  });
});

describe("a text surely has none:", () => {
  test.each([
    "if (a == b && b == a)".replace("b == a", "c == d"),
    "a = 1; if (b == a) {}",
    "if (a.size() == b.count())",
    "if (type == FOO_TYPE)",
    "f(a, g(b == 0))",
    "a = b; c = a",
    "bool operator==(const A& a);",
    "bool operator==;",
    'if (type == "a")',
    "if (line[i] == ';' && a)",
    'if (mime == QLatin1String("text/x\\"") || b)',
    "a ==",
    "== a",
    "a; == a",
  ])("%s", (text) => {
    expect(mayHaveEqualSides(text, "==")).toBe(false);
  });
});

test.each([
  ["cpp", "$A == $A", ["=="]],
  ["cpp", "if ($A && $A) { $$$B }", ["&&"]],
  ["python", "$A == $A", ["=="]],
  ["javascript", "$A === $A", ["==="]],
  ["cpp", "$A == $B", []],
  ["cpp", "$_ == $_", []],
  // Masking may write the sign, or the node has more.
  ["cpp", "$A = $A", undefined],
  ["cpp", "$A == $B ? $A : $A", []],
])("what a pattern of %s needs: %s", async (name, pattern, expected) => {
  expect((await neededByPattern(languageNamed(name), pattern))?.equalSides).toEqual(expected);
});

test("a file without equal sides is not parsed, and one with them is", async () => {
  const language = languageNamed("cpp");
  const needed = await neededByPattern(language, "$A == $A");
  const isParsed = (text: string) => withParsed(language, text, { needed }, (file) => file.matches(request).kind);
  const request = { pattern: "$A == $A", where: new Map(), inside: undefined, notInside: undefined, isStrict: false };
  expect(await isParsed("bool f() { return a == b; }")).toBeUndefined();
  expect(await isParsed("bool f() { return a == a; }")).toBe("binary_expression");
});

test("many signs, and long lines, are a doubt after bounded time", () => {
  expect(mayHaveEqualSides(`${"a ".repeat(450)}==;\n`.repeat(1_200), "==")).toBe(true);
  expect(mayHaveEqualSides(`${"a;".repeat(501)}b == c`, "==")).toBe(true);
  expect(mayHaveEqualSides(`${"a;".repeat(501)}\n;b == c`, "==")).toBe(false);
});
