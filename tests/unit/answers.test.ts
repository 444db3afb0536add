import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { findDefinition } from "../../src/tools/find-definition.ts";
import { findReferences } from "../../src/tools/find-references.ts";
import { loadAskedTool } from "../../src/tools/index.ts";
import { type Ask, withAnswers } from "../support/answer-cases.ts";
import { codeBase, type Files } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";
import { answerByName } from "../support/named-lists.ts";
import { shapes } from "../support/shapes.ts";

const folder = fileURLToPath(new URL("../fixtures/answers/unit/", import.meta.url));

/** Calls tools over the index in this thread. */
async function openCode(files: Files, macros: readonly string[]): Promise<Ask> {
  const code = await codeBase(files, { macros });
  return async (name, input) => {
    const tool = await loadAskedTool(name);
    if (tool === undefined) throw new Error(`${name} is no tool over the index`);
    try {
      return written(await callIndex(tool, code, input));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { refused: error.message, ...error.details };
    }
  };
}

test.each(readdirSync(folder))("%s has the answers of now", async (name) => {
  const path = `${folder}${name}`;
  await expect(await withAnswers(readFileSync(path, "utf8"), openCode)).toMatchFileSnapshot(path);
});

test("what is not found says how much was searched", async () => {
  const bounds = { searchedFiles: 412, filesWithErrors: 3 };
  expect(written(await callIndex(findDefinition, await codeBase(shapes), { symbol: "Shpe" }, bounds))).toEqual({
    ...{ success: false, error: "Symbol not found: Shpe", did_you_mean: ["geo::Shape"] },
    details: "412 files searched; 3 with syntax errors may hide it.",
  });
});

test("a poorer form of references has all files, or says how many it has, or says counts", async () => {
  const code = await codeBase(shapes);
  const forms = new Set<string>();
  const shownFiles = new Set<number>();
  for (let maxChars = 1_200; maxChars > 200; maxChars -= 50) {
    const { head, results } = answerByName(
      await callIndex(findReferences, code, { symbol: "geo::Shape" }, { maxChars }),
    );
    forms.add(String(head.detail));
    const files = results.map(({ filepath }: { readonly filepath: string }) => filepath);
    const first = Number(/the first (\d) of 2 files are here$/.exec(String(head.truncated_reason))?.[1] ?? 2);
    const shown = head.detail === "counts" ? 0 : first;
    expect(files, head.detail).toEqual(["shape.cpp", "shape.hpp"].slice(0, shown));
    shownFiles.add(shown);
  }
  expect([...shownFiles]).toEqual([2, 1, 0]);
  expect([...forms]).toEqual(expect.arrayContaining(["undefined", "files", "counts"]));
});
