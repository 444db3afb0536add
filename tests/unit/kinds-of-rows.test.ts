import { describe, expect, test } from "vitest";
import { type RowKind, Rows, type RowValues } from "../../src/answers/rows.ts";
import type { ResultEntry } from "../../src/engine/call.ts";
import { BriefRows } from "../../src/formats/brief-rows.ts";
import { fileLines } from "../../src/formats/file-lines.ts";
import { plainLook } from "../../src/formats/look.ts";
import { unsoundText } from "../support/unsound-text.ts";

const looks = [plainLook, { ...plainLook, isForPeople: true, gap: "\t" }];

/** The lines of the rows of a file, as they are for programs and for people. */
function linesOf(kind: RowKind, values: RowValues): readonly string[] {
  const entry: ResultEntry = { name: "a.py", result: { rows: Rows.of(kind, values), warnings: [] } };
  return looks.map((look) => fileLines(entry, look).join(""));
}

/** The kinds whose lists may have any rows. */
const openKinds: Readonly<Record<Exclude<RowKind, "diagnostics" | "names" | "patch">, true>> = {
  captures: true,
  changes: true,
  counts: true,
  definitions: true,
  graph: true,
  interface: true,
  matches: true,
  measures: true,
  reference: true,
  references: true,
  run: true,
  symbols: true,
  tree: true,
};

/** Rows of tools that nobody has written yet. */
const odd: Readonly<Record<string, RowValues>> = {
  "no column": { functions: [{ name: "f", line: 13, parameters: 2 }] },
  "no place": { functions: [{ name: "f" }, { name: "g", parameters: { least: 1, most: undefined } }] },
  "no name": {
    rows: [
      { line: 3, column: 5 },
      { line: 4, container: "A" },
    ],
  },
  "values that are left out": { rows: [{ name: "f", line: 3, column: 5, type: undefined }], note: undefined },
  words: { words: ["one", "two"], none: [] },
  children: { symbols: [{ name: "A", line: 1, children: [{ name: "f", line: 2 }] }] },
  "children without a column": { symbols: [{ name: "A", line: 1, column: 7, children: [{ name: "f", line: 2 }] }] },
  severities: { problems: [{ name: "f", line: 2, severity: "error", code: undefined }] },
  objects: { counts: { a: 1, b: { c: 2 } }, rows: [{ name: "f", line: 1, sizes: { a: 1 } }] },
};

describe.each(Object.keys(openKinds))("rows of the kind %s", (name) => {
  const kind = Object.keys(openKinds).find((one): one is keyof typeof openKinds => one === name) ?? "counts";

  test.each(Object.entries(odd))("with %s have sound lines", (_, values) => {
    for (const lines of linesOf(kind, values)) {
      expect(lines).not.toBe("");
      expect(lines).not.toMatch(unsoundText);
      for (const line of lines.trimEnd().split("\n")) expect(line).toMatch(/^a\.py:(?:\d+:(?:\d+:)?)?\s/);
    }
  });
});

test.each(Object.entries(odd))("rows with %s have sound lines in brief answers", (_, values) => {
  const lines = new BriefRows().entryLines("a.py", values).join("\n");
  expect(lines).toContain("a.py");
  expect(lines).not.toMatch(unsoundText);
});

test("a measure has its keys after the name, and its line", () => {
  const functions = [
    { name: "f", line: 13, parameters: 2 },
    { name: "g", container: "A", line: 15, parameters: 0 },
  ];
  expect(linesOf("measures", { total: 2, functions })[0]).toBe(
    "a.py: total=2\na.py:13: f parameters=2\na.py:15: A::g parameters=0\n",
  );
});
