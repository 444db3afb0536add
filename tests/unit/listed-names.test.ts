import { expect, test } from "vitest";
import { listedNames } from "../../src/syntax/cpp/macros/listed-names.ts";
import { tokensOf } from "../../src/syntax/cpp/tokens/module.ts";

const namesIn = (text: string): readonly string[] => listedNames(text, tokensOf(text)).map(({ name }) => name);

test.each([
  ["#define L(X) X(A) X(B)\n#define R(n) n,\nenum E { L(R) };\n", ["A", "B"]],
  ["#define L(X) X(a, 'x') X(b, \",(\")\n#define R(n, v) E_##n = v,\nenum class E : int { L(R) };\n", ["E_a", "E_b"]],
  ["#define L(X) X(A)\n#define M(X) L(X) X(B) // X(C)\n#define R(n) n,\nenum E { M(R) F };\n", ["A", "B"]],
  ["#define L(X) X(A)\n#define R(n) n = 1,\n#undef R\n#define R(n) n##_2,\nenum E { L(R) };\n", ["A_2"]],
  ["#define L X(A) X(B, 2)\nenum E {\n#define X(n, ...) n,\nL\n#undef X\n};\n", ["A", "B"]],
  [
    "#define L X(A)\n#define X(n) n##_1,\nenum E { L };\n#undef X\n#define X(n) n##_2,\nenum F { L G };\n",
    ["A_1", "A_2"],
  ],
])("a list macro gives enumerators: %j", (text, names) => expect(namesIn(text)).toEqual(names));

test.each([
  "#define L(X) X(A) + X(B)\n#define R(n) n,\nenum E { L(R) };\n",
  "#define L(X) X(A)\n#define R(n) case n: g();\nvoid f() { switch (a) { L(R) } }\nenum E { B };\n",
  "#define L(X) X(A)\n#define R(n) f(n)\nenum E { L(R) };\n",
  "#define R(n) n,\nenum E { L(R) };\n#define L(X) X(A)\n",
  "#define L(X) X(1)\n#define R(n) n,\nenum E { L(R) };\n",
  "#define L(X) L(X) L(X) L(X) L(X) L(X) L(X) L(X) L(X) L(X)\n#define R(n) n,\nenum E { L(R) };\n",
  "#define L X(A) 1\n#define X(n) n,\nenum E { L };\n",
  "#define L X(A)\nenum E { L };\n#define X(n) n,\n",
  "#define X(n) n,\nenum E { L };\n#define L X(A)\n",
  "#define L X(A)\n#define X(n) f(n)\nenum E { L };\n",
])("none comes of %j", (text) => expect(namesIn(text)).toEqual([]));
