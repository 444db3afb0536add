import { expect, test } from "vitest";
import { type Check, selectedCodes, unknownWords } from "../../src/checks/selection.ts";

const checks: readonly Check[] = [
  { source: "syntax", code: "syntax_error", aliases: [], isOn: true },
  { source: "names", code: "unused-import", aliases: ["F401"], isOn: true },
  { source: "names", code: "undefined-name", aliases: ["F821", "F822"], isOn: true },
  { source: "lint", code: "bare-except", aliases: ["E722"], isOn: true },
  { source: "lint", code: "not-in", aliases: ["E713"], isOn: false },
];

const selected = (...words: readonly string[]) => [...selectedCodes(words, checks)];

test.each([
  ["nothing is said: syntax and names", [], ["syntax_error", "unused-import", "undefined-name"]],
  ["a source: what is on of it", ["lint"], ["bare-except"]],
  ["an id, also of what is off", ["not-in"], ["not-in"]],
  ["a name of another tool, in any case", ["f401", "E722"], ["unused-import", "bare-except"]],
  ["globs", ["un*", "*-in"], ["unused-import", "undefined-name", "not-in"]],
  ["what is excluded from the default", ["!F822"], ["syntax_error", "unused-import"]],
  ["what is excluded from what is selected", ["lint", "names", "!un*"], ["bare-except"]],
  ["all but one", ["*", "!syntax"], ["unused-import", "undefined-name", "bare-except", "not-in"]],
  ["nothing", ["!*"], []],
])("%s", (_what, words, codes) => {
  expect(selected(...words)).toEqual(codes);
});

test("a word that selects nothing is unknown, but not that of a source", () => {
  expect(unknownWords(["lint", "names", "F401", "un*", "!E713", "unused"], checks)).toEqual(["unused"]);
  expect(unknownWords(["!nothing", "E9*", ""], checks)).toEqual(["!nothing", "E9*", ""]);
  expect(unknownWords(["*a*b*c*d*"], checks)).toEqual(["*a*b*c*d*"]);
});
