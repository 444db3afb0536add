import { expect, test } from "vitest";
import { listedNames } from "../../src/syntax/cpp/macros/listed-names.ts";
import { tokensOf } from "../../src/syntax/cpp/tokens/lexer.ts";

const namesIn = (text: string): readonly string[] => listedNames(text, tokensOf(text)).map(({ name }) => name);

test.each([
  ["#define L(X) X(A) X(B)\n#define R(n) n,\nenum E { L(R) };\n", ["A", "B"]],
  ["#define L(X) X(a, 'x') X(b, \",(\")\n#define R(n, v) E_##n = v,\nenum class E : int { L(R) };\n", ["E_a", "E_b"]],
  ["#define L(X) X(A)\n#define M(X) L(X) X(B) // X(C)\n#define R(n) n,\nenum E { M(R) F };\n", ["A", "B"]],
  ["#define L(X) X(A)\n#define R(n) n = 1,\n#undef R\n#define R(n) n##_2,\nenum E { L(R) };\n", ["A_2"]],
])("a list macro gives enumerators: %j", (text, names) => expect(namesIn(text)).toEqual(names));

test.each([
  "#define L(X) X(A) + X(B)\n#define R(n) n,\nenum E { L(R) };\n",
  "#define L(X) X(A)\n#define R(n) case n: g();\nvoid f() { switch (a) { L(R) } }\nenum E { B };\n",
  "#define L(X) X(A)\n#define R(n) f(n)\nenum E { L(R) };\n",
  "#define R(n) n,\nenum E { L(R) };\n#define L(X) X(A)\n",
  "#define L(X) X(1)\n#define R(n) n,\nenum E { L(R) };\n",
  "#define L(X) L(X) L(X) L(X) L(X) L(X) L(X) L(X) L(X) L(X)\n#define R(n) n,\nenum E { L(R) };\n",
])("none comes of %j", (text) => expect(namesIn(text)).toEqual([]));

test("texts made for it take time in proportion to their length", () => {
  const nested = Array.from({ length: 40 }, (_, i) => `#define L${i + 1}(X) ${`L${i}(X) `.repeat(40)}\n`).join("");
  const texts = [
    `#define L0(X) X(A)\n${nested}#define R(n) n,\nenum E { ${"L8(R) ".repeat(500)} };\n`,
    `#define L(X) X(A)\n${"enum ".repeat(40_000)}`,
    `#define L(X) ${"X(A) ".repeat(20_000)}\n#define R(n) n,\nenum E { ${"L(R) ".repeat(2_000)} };\n`,
    `#define L(X) ${"X(".repeat(40_000)}\nenum E { L(R) };\n`,
  ];
  for (const text of texts) {
    const started = performance.now();
    namesIn(text);
    expect(performance.now() - started, text.slice(0, 40)).toBeLessThan(5_000);
  }
});
