import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { likenessOf, shapeOf } from "../../src/code-index/search/similar-code.ts";
import { CommentSigns, signsLikeC } from "../../src/syntax/comment-signs.ts";

const signs = CommentSigns.parse(signsLikeC);
const shape = (source: string) => shapeOf(source, signs);
const likeness = (one: string, other: string) => likenessOf(shape(one), shape(other));

const sum = "int sum(Order* a, int n) { int s = 0; for (int i = 0; i < n; i++) s += price(a[i], 2); return s; }";

describe("the likeness of two functions", () => {
  test.each([
    ["itself", sum],
    ["other names, numbers and strings", sum.replace("sum(", "add(").replaceAll("s ", "t ").replace("2", "17")],
    ["comments and other lines", sum.replace("{", '{ // all\n\n /* of " them */')],
  ])("is whole for %s", (_, other) => {
    expect(likeness(sum, other.replaceAll("add(", "sum("))).toBe(1);
  });

  test("is less if other functions are called, if code is added, and least for other code", () => {
    const renamed = likeness(sum, sum.replace("price(", "cost("));
    const longer = likeness(sum, sum.replace("return s;", "if (s > 9) { warn(s); } return s;"));
    const other = likeness(sum, 'void run() { while (!done()) { auto x = queue.pop(); if (x) { x->call("a"); } } }');
    expect(renamed).toBeCloseTo(1 - 0.25 / 2);
    expect(longer).toBeLessThan(1);
    expect(longer).toBeGreaterThan(0.6);
    expect(other).toBeLessThan(0.2);
  });

  test("takes the sign of a comment in a string for text", () => {
    const written = 'void f() { open("http://a"); close("b"); }';
    expect(shape(written).calls).toEqual(["close", "f", "open"]);
    expect(shapeOf(written, signs, "f").calls).toEqual(["close", "open"]);
    expect(shape("void f() { open(a); // close(b)\n }").calls).toEqual(["f", "open"]);
  });

  test("is the same in both directions, and between 0 and 1", () => {
    const source = fc.array(fc.constantFrom("a", "f(", ")", "{", "}", "if", "1", '"', "+=", "//", "\n"), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(source, source, (one, other) => {
        const [left, right] = [one.join(" "), other.join(" ")];
        expect(likeness(left, right)).toBe(likeness(right, left));
        expect(likeness(left, right)).toBeGreaterThanOrEqual(0);
        expect(likeness(left, right)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
