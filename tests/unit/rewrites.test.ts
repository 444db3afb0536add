import { describe, expect, test } from "vitest";
import {
  blankCommentsAfterDecorators,
  blankEqualsInFormatSpecs,
  blankStarsInSubscripts,
} from "../../src/syntax/python/blanked-characters.ts";
import { joinSubscriptsOfAnnotations } from "../../src/syntax/python/subscripted-annotations.ts";

describe("stars before brackets in subscripts are blanked", () => {
  test.each([
    ["z = L[*(1, 2)]", "z = L[ (1, 2)]"],
    ["L[1, *[2], *{3}]", "L[1,  [2],  {3}]"],
    ["f()[*(a)][*(b)]", "f()[ (a)][ (b)]"],
    ['L["[*(", *(1,)]', 'L["[*(",  (1,)]'],
    ["L[* {}, *-a, *\"b\", *rb'c', *1]", "L[  {},  -a,  \"b\",  rb'c',  1]"],
    ["L[*not a, *None, *\\\na]", "L[ not a,  None,  \\\na]"],
  ])("%s", (text, expected) => {
    expect(blankStarsInSubscripts(text)).toBe(expected);
  });

  test.each([
    "[*(1, 2)]",
    "f(*(1, 2))",
    "L[*a]",
    "L[*nota]",
    "L[*]",
    "L[*:a]",
    "L[*é]",
    "L[2 *(1)]",
    "L[f(*(1,))]",
    "L[[*(1,)]]",
    '"L[*(1)]"',
    "# L[*(1)]",
  ])("but not in %s", (text) => {
    expect(blankStarsInSubscripts(text)).toBe(text);
  });
});

describe("the equals sign of a format specification is blanked", () => {
  test.each([
    ['f"{a:=5}{b}{c.d:=}"', 'f"{a: 5}{b}{c.d: }"'],
    ["rF'{a:=}'", "rF'{a: }'"],
  ])("%s", (text, expected) => {
    expect(blankEqualsInFormatSpecs(text)).toBe(expected);
  });

  test.each(['"{a:=5}"', 'f"{(a:=5)}"', 'f"{a:>5}"', 'f"{a=}"', 'if"{a:=5}"', "if (a:=5): pass", "# f'{a:=5}'"])(
    "but not in %s",
    (text) => {
      expect(blankEqualsInFormatSpecs(text)).toBe(text);
    },
  );
});

describe("comments behind a decorator are blanked", () => {
  test("up to what it decorates", () => {
    expect(blankCommentsAfterDecorators("  @a\r\n# b\r\n\r\n #c\n  @d\n#e\n  def f(): # g\n# h\n    pass\n")).toBe(
      "  @a\r\n   \r\n\r\n   \n  @d\n  \n  def f(): # g\n# h\n    pass\n",
    );
  });

  test("but no others", () => {
    const text = "# a\nb = c @ d\n# e\n  # f\nclass A: pass\n";
    expect(blankCommentsAfterDecorators(text)).toBe(text);
  });
});

describe("the subscripts of an annotation are joined", () => {
  test.each([
    ["def f(x: A[b, c][d]): pass", "def f(x: A[b, c, d]): pass"],
    [
      "def f(y=lambda a: b[c][d], x: A[b][c[e][f]][d]=1): pass",
      "def f(y=lambda a: b[c][d], x: A[b, c[e][f], d]=1): pass",
    ],
    ["def f() -> A[b][c]: pass", "def f() -> A[b, c]: pass"],
    ["a = 1\n  a.b: A[b][c] = d[e][f]", "a = 1\n  a.b: A[b, c] = d[e][f]"],
    ['def f(x: A["["][b]): pass', 'def f(x: A["[", b]): pass'],
  ])("%s", (text, expected) => {
    expect(joinSubscriptsOfAnnotations(text)).toBe(expected);
  });

  test.each([
    "{a: A[b][c]}",
    "a[b:c[d][e]]",
    "else: a[b][c]",
    "if a.b(): c[d][e]",
    "(lambda: a[b][c])",
    "# a: A[b][c]",
    "]]: a[b][c]",
  ])("but not in %s", (text) => {
    expect(joinSubscriptsOfAnnotations(text)).toBe(text);
  });
});
