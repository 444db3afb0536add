import { expect, test } from "vitest";
import { fitForms } from "../../src/answers/fit.ts";
import { Rows } from "../../src/answers/rows.ts";
import type { ResultEntry } from "../../src/engine/call.ts";
import { type FilePart, partForms } from "../../src/engine/file-part.ts";

const charsOf = ({ result }: ResultEntry) => JSON.stringify("rows" in result ? result.rows.values : result).length;
const partWithin = (rows: Rows, maxChars: number) =>
  fitForms(
    partForms({ entry: { name: "a.py", result: { rows, warnings: [] } }, total: 0, next: undefined }, 0, maxChars),
    (part: FilePart) => part,
    { maxChars, charsOf: ({ entry }) => charsOf(entry) },
  );
const leaves = Array.from({ length: 100 }, (_, i) => ({ name: `member_${i}` }));
const holder = { name: "Holder", children: leaves };

function valuesOf({ result }: ResultEntry) {
  if (!("rows" in result)) throw new Error("no rows");
  return { values: result.rows.values, warnings: result.warnings };
}

test("a nested row that does not fit has fewer children, and the page goes on after it", () => {
  const rows = Rows.of("symbols", { symbols: [holder, { name: "next" }] });
  const part = partWithin(rows, 300);
  expect(part).toMatchObject({ total: 2, next: 1 });
  const { values, warnings } = valuesOf(part.entry);
  expect(charsOf(part.entry)).toBeLessThanOrEqual(300);
  const shown = leaves.slice(0, 11);
  expect(values).toEqual({
    symbols: [{ name: "Holder", children: shown, omitted_children: 89 }],
  });
  expect(warnings).toEqual([
    "11 of 100 nodes below the top fit; omitted_children counts the others. Narrow the call to see them.",
  ]);
});

test("a tree that does not fit keeps its first nodes", () => {
  const rows = Rows.of("tree", { tree: { name: "root", children: [holder, holder] }, node_count: 203 });
  const { entry } = partWithin(rows, 277);
  const { values } = valuesOf(entry);
  expect(charsOf(entry)).toBeLessThanOrEqual(277);
  expect(values.truncated).toBe(true);
  expect(values.tree).toMatchObject({ name: "root", omitted_children: 1 });
  const names = JSON.stringify(values).match(/"name":/g) ?? [];
  expect(values.node_count).toBe(names.length);
  expect(JSON.stringify(values)).toContain('"children":[{"name":"member_0"}');
});
