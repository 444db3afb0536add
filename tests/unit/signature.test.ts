import { describe, expect, test } from "vitest";
import { signatureOf } from "../../src/syntax/signature.ts";

describe("a signature", () => {
  test.each([
    ["int f(int a) {", "int f(int a)"],
    ["int)\n  f(int a);", "int f(int a)"],
    ["const A*) f(B (*g)(int))", "const A* f(B (*g)(int))"],
    ["template <class T> int f(T a) :", "template <class T> int f(T a)"],
  ])("of %j is %j", (head, signature) => {
    expect(signatureOf(head)).toBe(signature);
  });
});
