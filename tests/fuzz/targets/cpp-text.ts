/** Masking of C++: the lexer, the rules, the conditionals and the cuts of a text that nobody has looked at. */
import assert from "node:assert";
import { withJoinedNames } from "../../../src/syntax/cpp/tokens/joined-names.ts";
import { excludedIn, prepare, withoutBranches } from "../../../src/syntax/dialect.ts";
import { shippedMacros } from "../../../src/syntax/macros.ts";
import { rewriteRulesOf } from "../../../src/syntax/rule-files.ts";
import { languageNamed } from "../../support/shipped-languages.ts";
import type { FuzzTarget } from "../target.ts";

const language = languageNamed("cpp");
const macros = { project: new Map(), folder: new Map(), everywhere: shippedMacros(language) ?? new Map() };

/** What is asked for, by the first byte of an input. */
const elisions = [
  undefined,
  { functions: true, symbols: false, declarations: false },
  { functions: false, symbols: false, declarations: false },
  { functions: true, symbols: true, declarations: false },
  { functions: true, symbols: false, declarations: true, needsBody: (text: string) => text.includes("a") },
];

/** True if the other text has each line break of a text at its place. A directive may end before its blanks, with a further one. */
const keepsBreaks = (text: string, other: string) =>
  [...text.matchAll(/[\r\n]/g)].every(({ 0: lineBreak, index }) => other[index] === lineBreak);

export const target: FuzzTarget = {
  about: "a C++ text is masked",
  seeds: () =>
    rewriteRulesOf(language).flatMap(({ examples }, at) =>
      examples.map(({ code }) => String.fromCharCode(at % elisions.length) + code),
    ),
  words: [
    ...[
      "class ",
      "struct ",
      "template<",
      "typename ",
      "namespace a {",
      "enum ",
      "operator",
      "using ",
      "typedef ",
      "::",
    ],
    ...[
      "#if A\n",
      "#elif B\n",
      "#else\n",
      "#endif\n",
      "#define M(x) x##x\n",
      "#include <a>\n",
      "\\\n",
      'R"(',
      ')"',
      "/*",
      "*/",
    ],
    ...[
      "//",
      "[[",
      "]]",
      "<%",
      "%>",
      "->",
      "...",
      "= default;",
      "= {}",
      "noexcept(",
      "decltype(",
      'extern "C" {',
      "MY_API ",
    ],
    ...[
      "Q_OBJECT",
      "BEGIN_NAMESPACE",
      "TEST(a, b) {",
      "__attribute__((",
      "'",
      '"',
      "(",
      ")",
      "{",
      "}",
      "<",
      ">",
      ";",
      ",",
    ],
  ],
  steps: { fixed: 100_000, perByte: 10_000 },
  run: (bytes) => {
    const elision = elisions[(bytes[0] ?? 0) % elisions.length];
    const text = bytes.toString("utf8", 1);
    const masked = prepare(language, text, { macros, elision });
    assert.equal(masked.text.length, text.length, "the length changes");
    // A backslash moves the breaks of a name after it.
    assert.ok(keepsBreaks(withJoinedNames(text), masked.text), "line breaks are lost");
    expectInOrder(masked.cuts, text, "cuts");
    expectInOrder(
      masked.edits.map((edit) => ({ start: edit.index, end: edit.index + edit.length })),
      text,
      "edits",
    );
    const branches = excludedIn(language, text);
    expectInOrder(branches, text, "branches");
    assert.equal(withoutBranches(text, branches).length, text.length, "the length changes without branches");
    // The module keeps tables from text to text.
    prepare(language, "class A { void f(); };", { macros });
    const again = prepare(language, text, { macros, elision });
    assert.equal(again.text, masked.text, "a text is masked in another way the second time");
    assert.deepEqual(again.cuts, masked.cuts, "cuts are others the second time");
  },
};

/** Expects ranges in order and inside of the text. */
function expectInOrder(
  ranges: readonly { readonly start: number; readonly end: number }[],
  text: string,
  name: string,
): void {
  let last = 0;
  for (const { start, end } of ranges) {
    assert.ok(start >= last && end >= start && end <= text.length, `${name} overlap, or lead out of the text`);
    last = end;
  }
}
