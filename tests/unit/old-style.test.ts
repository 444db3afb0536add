import { expect, test } from "vitest";
import { mask } from "../support/masking-fixtures.ts";

test.each([
  ["parameters of a type", "int f(a, b)\n  int a;\n  char *b;\n{ return a; }\n"],
  ["a capital name", "int MAIN(argc, argv) int argc; char *argv[]; { return 0; }\n"],
  ["parameters that are declared together", "long f(a, b) register struct s *a, b; { return 0; }\n"],
  ["a parameter that is a function", "long f(call) int (*call)(); { return 0; }\n"],
])("an old-style definition of C stays: %s", (_, text) => {
  expect(mask(text).text).toBe(text);
});

test.each([
  ["a pointer that is returned", "char *f(a) char *a; { return a; }", "char  f(a) char *a; { return a; }"],
  ["a macro in the head", "char * OUR_CALL f(a) Size a; { return 0; }", "char            f(a) Size a; { return 0; }"],
])("the name of an old-style definition is left without %s", (_, text, masked) => {
  expect(mask(text).text).toBe(masked);
});

test.each([
  ["declarations of other names", "OUR_MACRO(a) int b; void f() { }"],
  ["a declaration without a body", "OUR_MACRO(a) int a; void f() { }"],
])("a macro is no old-style definition: %s", (_, text) => {
  expect(mask(text).text).not.toBe(text);
});

test.each([
  ["int f OUR_ARGS((int a, char *b));", "int f          (int a, char *b) ;"],
  ["int f OUR_ARGS((void));", "int f          (void) ;"],
  ["Status f OUR_ARGS((Stream *, Size));", "Status f          (Stream *, Size) ;"],
])("a macro around parameters is blanked: %s", (text, masked) => {
  expect(mask(text).text).toBe(masked);
});

test("a macro with an expression in parentheses is not one around parameters", () => {
  expect(mask("int x OUR_GUARD((mutex));").text).not.toContain("(mutex)");
});

test("a long list of parameters without a body takes time in proportion to it", () => {
  const text = `f(${Array.from({ length: 50_000 }, (_, index) => `a${index}`).join(", ")}) int a0;\n`.repeat(3);
  expect(mask(text).text.length).toBe(text.length);
});
