import { describe, expect, test } from "vitest";
import { signatureOf } from "../../src/syntax/signature.ts";

describe("a signature", () => {
  test.each([
    ["int f(int a) {", "int f(int a)"],
    ["int)\n  f(int a);", "int f(int a)"],
    ["const A*) f(B (*g)(int))", "const A* f(B (*g)(int))"],
    ["template <class T> int f(T a) :", "template <class T> int f(T a)"],
  ])("of %j is %j", (head, signature) => {
    expect(signatureOf(head, true)).toBe(signature);
  });

  const split = `${"int f(int a, ".padEnd(1_200, "int b, ")}\nlong_na\\\nme) {`;

  test.each([
    ["int vis\\\nible(int a) {", "int visible(int a)", "int vis ible(int a)"],
    ["def\\\nf():", "deff()", "def f()"],
    ["fun\\\r\nction f() {", "function f()", "fun ction f()"],
  ])("of %j is in one piece only where a preprocessor joins its lines", (head, joined, apart) => {
    expect(signatureOf(head, true)).toBe(joined);
    expect(signatureOf(head, false)).toBe(apart);
  });

  test("is cut at 160 characters", () => {
    expect(signatureOf(split, true)).toHaveLength(160);
  });
});
