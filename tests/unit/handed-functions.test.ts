import { describe, expect, test } from "vitest";
import { isClass, isFunction } from "../../src/code-index/symbol-kind.ts";
import { getDependencyGraph } from "../../src/tools/get-dependency-graph.ts";
import { codeBase, type Files } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";
import { eachFile, lineMarks, navigationCases } from "../support/navigation.ts";

type Edge = { readonly from: string; readonly to: string; readonly lines: readonly number[]; readonly passed?: true };
type Node = { readonly name: string; readonly id?: string; readonly file?: string };
type Answer = { readonly nodes?: readonly Node[]; readonly edges?: readonly Edge[] };

/** Language → the path of a file of which the case does not say it. */
const mains = {
  ...{ c: "a.c", cpp: "a.cpp", go: "a.go", javascript: "a.js", python: "main.py", rust: "a.rs", typescript: "a.ts" },
};

/** Cases whose lines say after `//>` or `#>` which functions they hand over. */
const fixtures = Object.entries(mains).map(([language, main]) => ({
  language,
  cases: navigationCases(`${language}/handed-functions.txt`, main),
}));

/**
 * `path:line names` of each line that hands functions over, by the graphs of all functions and classes.
 *
 * @param isInFunction true for lines in functions and classes only: the code of a file cannot be asked about in all languages
 */
async function handedIn(files: Files, direction: "callers" | "callees", isInFunction = direction === "callees") {
  const code = await codeBase(files);
  const places: { readonly filepath: string; readonly line: number; readonly column: number }[] = [];
  await eachFile(files, ({ file }, filepath) => {
    const own = file.declarations.filter((one) => isFunction(one) || isClass(one));
    places.push(...own.map(({ line, column }) => ({ filepath, line, column })));
  });
  const handed = new Map<string, Set<string>>();
  for (const place of places) {
    const input = { ...place, direction, max_depth: 1, tests: "show" };
    const { nodes, edges = [] }: Answer = Object(written(await callIndex(getDependencyGraph, code, input)));
    const fileOf = new Map(nodes?.map(({ id, name, file = name }) => [id ?? name, file]));
    for (const { from, to, lines, passed } of edges) {
      if (passed !== true || (isInFunction && fileOf.get(from) === from)) continue;
      for (const line of lines) {
        const key = `${fileOf.get(from)}:${line}`;
        handed.set(key, (handed.get(key) ?? new Set()).add(to));
      }
    }
  }
  return Array.from(handed, ([place, names]) => `${place} ${[...names].sort().join(" ")}`).sort(byPlace);
}

function byPlace(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

describe.each(fixtures)("functions that code of $language hands over", ({ cases }) => {
  test.each(cases)("$title", async ({ files }) => {
    const expected = [...lineMarks(files)].sort(byPlace);
    expect(await handedIn(files, "callers")).toEqual(expected);
    expect(await handedIn(files, "callees")).toEqual(await handedIn(files, "callers", true));
  });
});

test("an answer marks what is passed, counts its functions as callers, and makes no cycle of it", async () => {
  const code = await codeBase({
    "a.py":
      "def f(again):\n    timer(f)\n\ndef start(pool):\n    pool.add(f)\n\ndef main():\n    start(None)\n\n" +
      "def both(pool):\n    f(1)\n    pool.add(f)\n",
  });
  const ask = async (input: Readonly<Record<string, unknown>>) =>
    Object(written(await callIndex(getDependencyGraph, code, input)));
  expect(await ask({ symbol: "f", direction: "callers", max_depth: -1 })).toMatchObject({
    counts: { edges: 4, cycles: 0, entry_points: 2 },
    edges: [
      { from: "f", to: "f", lines: [2], passed: true },
      { from: "start", to: "f", lines: [5], passed: true },
      { from: "main", to: "start", lines: [8] },
      { from: "both", to: "f", lines: [11] },
    ],
  });
  expect(await ask({ symbol: "main", to: "f" })).toMatchObject({
    ways: [{ length: 2, steps: [{ name: "main" }, { name: "start" }, { name: "f", lines: [5], passed: true }] }],
  });
  expect(await ask({ symbol: "f", direction: "callers", output_format: "dot" })).toMatchObject({
    graph: expect.stringContaining('label="passed"'),
  });
});
