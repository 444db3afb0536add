/** Answers whose diff does not fit. Input: edits of many lines and little room; output: a reason with the length of the whole answer. */
import { expect, test } from "vitest";
import { answerText } from "../../src/formats/json.ts";
import { renameSymbol } from "../../src/tools/rename-symbol.ts";
import { replaceSymbol } from "../../src/tools/replace-symbol.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex } from "../support/index-call.ts";

const code = () =>
  codeBase({ "run.py": ["def run(): pass\n", ...Array.from({ length: 200 }, () => "run()\n")].join("") });

/** The code of a symbol in many lines. */
const body = ["def run():", ...Array.from({ length: 400 }, (_, i) => `    use(${i})`)].join("\n");

test.each([
  [
    renameSymbol,
    { symbol: "run", new_name: "start" },
    /^rows 1 to \d+ of 201 are here, without the diff, of an answer of N/,
  ],
  [
    replaceSymbol,
    { symbol: "run", part: "whole", text: body },
    /^the diff left out of an answer of N characters: raise max_chars$/,
  ],
])("the reason has the length of the answer with its diff: %#", async (tool, input, reason) => {
  const whole = await callIndex(tool, await code(), input);
  const cut = await callIndex(tool, await code(), input, { maxChars: 2_000 });
  if ("error" in whole || "error" in cut) throw new Error("the tool did not answer");
  expect(whole.head.diff).toBeDefined();
  expect(cut.head.diff).toBeUndefined();
  const chars = answerText(whole).length.toLocaleString("en");
  expect(String(cut.head.truncated_reason).replace(`of ${chars} `, "of N ")).toMatch(reason);
});
