import { expect, test } from "vitest";
import { withJoinedNames } from "../../src/syntax/cpp/tokens/joined-names.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { declarationsOf } from "../support/deep-code.ts";
import { known } from "../support/masking-fixtures.ts";
import { languageNamed } from "../support/shipped-languages.ts";

test.each([
  ["a name", "int vis\\\nible(int a);", "int visible \n(int a);"],
  ["carriage returns", "int vis\\\r\nible;", "int visible \r\n;"],
  ["three parts", "int a\\\nb\\\nc;", "int abc \n \n;"],
  ["a line without a part", "int a\\\n\\\nb;", "int ab \n \n;"],
  ["digits", "int a\\\n12;", "int a12 \n;"],
  ["other letters", "int \u00e4\\\n\u00f6;", "int \u00e4\u00f6 \n;"],
  ["two names", "a\\\nb c\\\nd", "ab \n cd \n"],
])("joined: %s", (_what, text, joined) => {
  expect(withJoinedNames(text)).toBe(joined);
});

test.each([
  ["a string", 'auto s = "vis\\\nible";'],
  ["a raw string", 'auto s = R"(vis\\\nible)";'],
  ["a character", "auto c = 'vi\\\nsi';"],
  ["a comment", "/* vis\\\nible */ int a;"],
  ["a comment to the end of a line", "// vis\\\nible\nint a;"],
  ["a macro", "#define LONG first\\\nsecond\nint a;"],
  ["a number", "int a = 12\\\n34;"],
  ["an operator", "int a = b +\\\nc;"],
  ["a blank before the backslash", "int \\\na;"],
  ["a blank behind the line break", "int\\\n a;"],
  ["no line break", "int a\\b;"],
])("left as it is: %s", (_what, text) => {
  expect(withJoinedNames(text)).toBe(text);
});

test("a name of very many parts is joined", () => {
  const joined = withJoinedNames(`int ${"a\\\n".repeat(50_000)}b;`);
  expect(joined.slice(0, 50_005)).toBe(`int ${"a".repeat(50_000)}b`);
});

const split = [
  "int vis\\\nible(int a) { return a; }",
  "class Na\\\r\nme { void me\\\nthod() {} };",
  "int user() { return vis\\\nible(1) + visible(2); }",
  "",
].join("\n");

test.each(["c", "cpp"])("%s: symbols have their whole names, where they start, and no errors", async (name) => {
  const language = languageNamed(name);
  const text = name === "c" ? split.replace(/class[\s\S]*?};\n/, "") : split;
  const rows = await withParsed(language, text, { masking: { macros: known } }, (file) => ({
    errors: file.hasErrors(),
    symbols: file.symbols().map(({ name, line, column, signature }) => `${line}:${column} ${name}: ${signature()}`),
    functions: file.definitionsOf("function").map(({ name, line, column }) => `${line}:${column} ${name}`),
  }));
  const inClass = ["3:7 Name: class Name", "4:11 method: void method()"];
  const userLine = name === "c" ? 3 : 6;
  expect(rows.errors).toBe(false);
  expect(rows.symbols).toEqual([
    "1:5 visible: int visible(int a)",
    ...(name === "c" ? [] : inClass),
    `${userLine}:5 user: int user()`,
  ]);
  expect(rows.functions).toContain("1:5 visible");
});

test("facts of declarations have the whole name", async () => {
  const facts = await declarationsOf("cpp", split, false, { macros: known });
  expect(facts.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    "function visible",
    "class Name",
    "function method",
    "function user",
  ]);
});
