import { describe, expect, it } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { known, mask } from "../support/masking-fixtures.ts";
import { languageNamed } from "../support/shipped-languages.ts";

/** Whether a text of a language is read with an error. */
function hasErrors(name: string, text: string): Promise<boolean> {
  const language = languageNamed(name);
  return withParsed(language, text, { masking: { macros: known } }, (file) => file.hasErrors());
}

/** Mistakes at the places that a rule looks at, by its id. In C too where the code is C. */
const mistakes: Readonly<Record<string, readonly string[]>> = {
  "macro-before-parameter": [
    "void f(IN_RANGE(0, 4 int a);",
    "void f(IN_RANGE(0, 4)) int a);",
    "void f(IN_RANGE(0, 4) int a int b);",
    "void f(IN_RANGE(0, 4) int a,, int b);",
    "void f(void) { g(h(1) 2); }",
    "void f(void) { g(h(1) + ); }",
    "void f(void) { g(h(1) i(2)); }",
  ],
  "specifier-of-lambda": [
    "auto a = [] __device__ (int b { return b; };",
    "auto a = [] __device__ (int b) return b; };",
    "auto a = [] __device__ __host__ { return 1; ;",
    "void f() { auto a = [b] c d (int e) { return e; }; }",
    "void f() { int a[2]; a[0] b = 1; }",
  ],
  "macro-before-else": [
    "void f(int a) { if (a) g(1 else h(); }",
    "void f(int a) { if (a) else h(); }",
    "void f(int a) { if (a) { g(); } } else h(); }",
    "void f(int a) { if (a) g() + else h(); }",
    "void f(int a) { if (a) b = g() else h(); }",
    "void f(int a) { if (a) return g() else h(); }",
    "void f(int a) { if (a) b else h(); }",
  ],
  "call-as-branch": ["void f(int a) {\n  if (a) g(1\n  return;\n}", "void f(int a) {\n  if a) FAIL(1)\n  return;\n}"],
  "cast-macro": ["#define POINTER (uintptr)\nint a = POINTER +;", "#define POINTER (uintptr)\nint a = POINTER b c;"],
  "type-among-arguments": ["void f(void) { a = g(b, struct c d); }", "void f(void) { a = g(b, int, c; }"],
  "value-in-included-file": ['int a[] = {\n#include "b.h"\nint c;', 'int a[ =\n#include "b.h"\nint c;'],
};

describe.each(Object.entries(mistakes))("%s hides no error", (_, codes) => {
  it.each(codes)("of %j", async (code) => {
    expect(await hasErrors("cpp", code), mask(code).text).toBe(true);
    if (!/auto|::|\[\]/.test(code)) expect(await hasErrors("c", code), mask(code).text).toBe(true);
  });
});
