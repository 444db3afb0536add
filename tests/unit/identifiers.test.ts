import { expect, test } from "vitest";
import { identifiersOf } from "../../lab/truths/identifiers.mjs";

test.each([
  ["int a = b->c;", "a b c"],
  ["// a\nb /* c\nd */ e // f \\\ng\nh", "b e h"],
  [`a("b \\" c", 'd', L"e", u8'f') g`, "a g"],
  ['a = R"x(b )" c)x"; d', "a d"],
  ['0x1fU + 1\'000u + 1e+5f + .5L + 3_km + "a"_s + a', "a"],
  ['#include <a/b.h>\n# include "c.h" // d\n#error it\'s e\n#pragma f\ng', "g"],
  ["#define A(b) \\\n  c b\n  # ifdef D\n#if defined(E)\n#endif", "A b c b D defined E"],
  ["A::~A() { return this->operator+(b); }", "A A b"],
  ["größe $a _b", "größe $a _b"],
])("identifiers of C++: %j", (text, names) => {
  expect(namesIn(text, "cpp")).toBe(names);
});

test.each([
  ["a = b.c # d\ne", "a b c e"],
  [`a('b', "c\\"d", r'\\\\', b"e") + f`, "a f"],
  ['"""a\n"b" """ + c + \'\'\'d\n\'\'\' + e', "c e"],
  ['f"a{b}" + rf"\\d{c!r:>{w}}" + f"{{d}}" + e', "b c w e"],
  ["f\"{a['b']:{c}}{d != e}{ {f: g}[h] }\" + i", "a c d e f g h i"],
  ['f"\\N{EM DASH}{a}" f"""\n{b}\n"""', "a b"],
  ["f\"{a}\n'unended\nb", "a b"],
  ["0x1f + 1_000 + 1e-5j + .5 + a", "a"],
  ["class A: pass\nasync def b(c=None): yield d", "A b c d"],
  ["größe = match", "größe match"],
])("identifiers of Python: %j", (text, names) => {
  expect(namesIn(text, "python")).toBe(names);
});

test("places are 1-indexed, in UTF-16 units", () => {
  expect(identifiersOf("\n'😀' + a\r\nb", "python")).toEqual([
    { name: "a", line: 2, column: 8 },
    { name: "b", line: 3, column: 1 },
  ]);
});

function namesIn(text: string, language: "cpp" | "python") {
  return identifiersOf(text, language)
    .map(({ name }) => name)
    .join(" ");
}
