import { expect, test } from "vitest";
import { fitForms } from "../../src/answers/fit.ts";
import { Rows } from "../../src/answers/rows.ts";
import type { ResultEntry } from "../../src/engine/call.ts";
import { outlineForms } from "../../src/mcp/symbols-outline.ts";

const kinds = ["class", "method", "method", "function"];

function file(name: string): ResultEntry {
  const symbols = kinds.map((kind, line) => ({ name: `${kind}_${line}`, kind, line, column: 1 }));
  return { name, result: { rows: Rows.of("symbols", { symbols }), warnings: [] } };
}

const files = ["a/b/c/one.cpp", "a/b/d/two.cpp", "a/b/two.cpp", "a/e/three.py", "main.py"].map(file);
const outlineOf = (results: readonly ResultEntry[], maxChars: number) =>
  fitForms(outlineForms(results), (outline) => outline, { maxChars, charsOf: ({ items }) => lengthOf(items) });
const lengthOf = (items: readonly string[]) => items.reduce((sum, { length }) => sum + length + 1, 0);
const names = outlineOf(files, 1_000_000);

test("an outline has the names of all files where they fit", () => {
  expect(names.detail).toBe("names");
  expect(outlineOf(files, lengthOf(names.items))).toEqual(names);
});

test("one character less, and it has the counts of each file", () => {
  const { detail, items } = outlineOf(files, lengthOf(names.items) - 1);
  expect(detail).toBe("counts");
  const counts = { class: 1, method: 2, function: 1 };
  expect(items.map((item) => JSON.parse(item))).toEqual(files.map(({ name }) => ({ file: name, counts })));
  expect(outlineOf(files, lengthOf(items)).detail).toBe("counts");
  expect(outlineOf(files, lengthOf(items) - 1).detail).toBe("folders");
});

test("of many files it has the counts of folders, of as many levels as fit, and never loses a file", () => {
  for (let maxChars = 400; maxChars > 0; maxChars -= 7) {
    const { detail, items } = outlineOf(files, maxChars);
    if (detail !== "folders") continue;
    const folders: { readonly folder: string; readonly files: number; readonly counts: object }[] = items.map((item) =>
      JSON.parse(item),
    );
    expect(folders.reduce((sum, { files: count }) => sum + count, 0)).toBe(files.length);
    expect(lengthOf(items) <= maxChars || items.length === 1).toBe(true);
  }
  const [all, ...others] = outlineOf(files, 1).items;
  expect(others).toEqual([]);
  expect(JSON.parse(all ?? "")).toEqual({ folder: ".", files: 5, counts: { class: 5, method: 10, function: 5 } });
});

test("a file that failed has its error, or is counted", () => {
  const failed: ResultEntry = { name: "bad.cpp", result: { error: "Failed", details: {} } };
  expect(outlineOf([failed], 1_000).items).toEqual(['{"file":"bad.cpp","error":"Failed"}']);
  expect(outlineOf([failed, ...files], 600).items[0]).toBe('{"file":"bad.cpp","counts":{"error":1}}');
});
