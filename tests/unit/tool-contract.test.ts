/** The contracts of tools: a tool writes only what has no default, and types refuse functions that do not fit its source of rows. */
import { expect, test } from "vitest";
import * as z from "zod";
import { TargetArguments } from "../../src/tools/arguments/target-arguments.ts";
import { defineIndexTool, type IndexTool } from "../../src/tools/contract/index-tool.ts";
import { defineTool } from "../../src/tools/contract/tool.ts";

const Input = z.object({ symbol: z.string().optional() });
type Input = z.infer<typeof Input>;

const described = { name: "name", title: "Title", description: "Says what it does." };

const least: IndexTool<Input> = {
  ...described,
  needs: "index",
  input: Input,
  kind: "symbols",
  plan: async () => ({ files: [], found: {} }),
  rowsOf: () => ({ own: true }),
  answer: () => ({ head: {}, lists: [], tail: {} }),
};

test("a tool over the index has defaults for all options", () => {
  const tool = defineIndexTool(least);
  expect(tool).toMatchObject({
    reading: { completesWord: false },
    search: { isAboutFile: false, pathsLimit: "search" },
    time: { plansInSteps: false, planTellsRows: false },
  });
  expect(tool).not.toHaveProperty("editsFiles");
  const bound = tool.bind({});
  expect(bound).toMatchObject({
    reading: { onDemand: undefined },
    search: { wider: undefined, mention: undefined },
    time: { listsImporters: false },
  });
  expect(bound.search.wordsOf([])).toEqual([]);
  expect(bound.time.lesser(undefined)).toBeUndefined();
  expect(bound.editsOf({ files: [], found: {} }, [], { unread: [] })).toBeUndefined();
  expect(bound.next).toBeUndefined();
  expect(Object.keys(bound.rows)).toEqual(["rowsOf"]);
});

test("a tool over the index edits files if it has edits", () => {
  expect(defineIndexTool({ ...least, editsOf: () => [] }).editsFiles).toBe(true);
});

test("a call that takes less time is bound to its own arguments", () => {
  const lesser = ({ symbol }: Input) =>
    symbol === undefined ? ("by path" as const) : { input: {}, leavesOut: "most" };
  const tool = defineIndexTool({ ...least, time: { lesser } });
  expect(tool.bind({}).time.lesser(undefined)).toBe("by path");
  const found = tool.bind({ symbol: "a" }).time.lesser(undefined);
  expect(found).toMatchObject({ input: {}, leavesOut: "most" });
  expect(found !== undefined && found !== "by path" && found.bound().time.lesser(undefined)).toBe("by path");
});

test("types refuse functions of another source of rows", () => {
  const { rowsOf: _, ...others } = { ...least, rowsFrom: undefined };
  const ofPath = { ...described, ...others, needs: "index", input: Input, kind: "symbols", rowsFrom: "path" } as const;
  // @ts-expect-error a path has no declarations
  const mixed: IndexTool<Input> = { ...ofPath, rowsOf: async () => null, rowsOfDeclarations: () => undefined };
  // @ts-expect-error rows of a path are a promise
  const sync: IndexTool<Input> = { ...ofPath, rowsOf: () => ({}) };
  // @ts-expect-error a tool has rows
  const none: IndexTool<Input> = ofPath;
  expect([mixed, sync, none]).toHaveLength(3);
});

test("a tool over files has defaults for all options", () => {
  const tool = defineTool({
    ...described,
    needs: "outline",
    input: TargetArguments,
    kind: "counts",
    rowsOf: () => ({ rows: {} }),
  });
  expect(tool).not.toHaveProperty("countsFiles");
  expect(tool.searchesWorkspace({})).toBe(false);
  expect(tool.needsIndexFor({})).toBe(false);
  expect(tool.bind({})).toMatchObject({ kind: "counts", note: undefined, symbol: undefined, shortForms: undefined });
});
