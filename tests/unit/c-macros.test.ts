import { describe, expect, it } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { rewriteRulesOf } from "../../src/syntax/rule-files.ts";
import { known } from "../support/masking-fixtures.ts";
import { languageNamed } from "../support/shipped-languages.ts";

const c = languageC();

function languageC() {
  const language = languageNamed("c");
  return language;
}

/** What C reads of a text, with its rules or as the grammar alone reads it. */
function readingOf(text: string, isMasked = true) {
  return withParsed(c, text, isMasked ? { masking: { macros: known } } : {}, (file) => ({
    hasErrors: file.hasErrors(),
    names: file.symbols().map(({ name }) => name),
  }));
}

describe("macros in C", () => {
  it.each([
    ["of a generator, one below the other", "PB_BIND(A, A, AUTO)\n\nPB_BIND(B, B, 2)\n", []],
    ["with a cast in their arguments, at the end", 'int a;\nMY_FACTORY("a", (B)c,\n  NULL)\n', ["a"]],
    ["above a statement", 'void f(void) {\n  int a;\n  TRACE("f", "Enter")\n  a = 1;\n}\n', ["f"]],
    [
      "of the file, above a function",
      "#define ref(a) int a(void) { return 0; }\nref(b)\nref(d)\nint g(void) { return 0; }\n",
      ["g"],
    ],
    ["in a cast", "void f(char *a) { g((ICONV_CONST char **)&a); }", ["f"]],
    ["in a list of parameters", "int f(char *a, MY_CONST char *b, ...) { return 0; }", ["f"]],
    ["around literals", 'static const A b[] = {\n  _T("c\\n")\n  _T("d\\n")\n};', ["b"]],
    ["for the head of a function", "#define YY_DECL int yylex (void)\nYY_DECL\n{ int a; g(); }", ["yylex"]],
    [
      "a field without a name",
      "struct A { int : 0; };\nstruct B { volatile unsigned a : 25; signed : 0; };\nstruct C { int a : 3, : 4; };\nstruct D { E : 2; };",
      ["A", "B", "C", "D"],
    ],
    ["a label before a directive", "void f(int a) {\n  goto end;\nend:\n#if A\n  g();\n#endif\n  return;\n}", ["f"]],
  ])("%s", async (_what, text, names) => {
    const { hasErrors, names: found } = await readingOf(text);
    expect(hasErrors).toBe(false);
    expect(found).toEqual(expect.arrayContaining(names));
  });

  it.each([
    "void f(void) { g(1) return; }",
    "void f(void) { int a = ; }",
    "int f(int a { return a; }",
    "void f(int a) { if (a) g(1) else h(); ",
  ])("hide no error of %s", async (text) => {
    expect(await readingOf(text)).toHaveProperty("hasErrors", true);
  });
});

// What an example leaves is C where the grammar alone reads it.
const examples = rewriteRulesOf(c).flatMap((rule) =>
  rule.examples.map(({ code, masked }) => ({ id: rule.id, code, masked })),
);

it("each rule that C has reads its examples in C, as far as these are C", async () => {
  let read = 0;
  for (const { id, code, masked } of examples) {
    if ((await readingOf(masked, false)).hasErrors) continue;
    read += 1;
    expect({ id, code, hasErrors: (await readingOf(code)).hasErrors }).toEqual({ id, code, hasErrors: false });
  }
  expect(read).toBeGreaterThan(50);
});
