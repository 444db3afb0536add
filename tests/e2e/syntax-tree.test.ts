import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const cwd = temporaryFolder();
const call = callsToServer({ cwd });
const unbounded = callsToServer({ cwd, args: ["--max-result-chars", "0"] });

type Tree = {
  readonly tree: string;
  readonly node_count: number;
  readonly truncated?: boolean;
  readonly warnings?: readonly string[];
};

async function tree(args: object, caller = call): Promise<Tree> {
  const { text } = await caller("get_syntax_tree", { positions: false, ...args });
  return JSON.parse(text);
}

describe("a tree of 100,000 levels", () => {
  const deep = { source: `x = ${"(".repeat(100_000)}1${")".repeat(100_000)}`, language: "python" };

  test("is cut at the budget, and says so", async () => {
    const { text } = await call("get_syntax_tree", { ...deep, max_nodes: 200_000 });
    expect(text.length).toBeLessThanOrEqual(50_000);
    const { tree: written, warnings } = JSON.parse(text);
    expect(written).toMatch(/… \[\d+ characters omitted\]$/);
    expect(warnings).toContainEqual(expect.stringMatching(/^Longer than \d+ characters: texts are cut/));
  });

  test("is written as an S-expression to its last level", async () => {
    const { tree: written, node_count } = await tree({ ...deep, max_nodes: 200_000 }, unbounded);
    expect(node_count).toBe(100_005);
    expect(written.endsWith(`(integer)${")".repeat(100_003)}`)).toBe(true);
  });

  test("is cut as JSON, and says so", async () => {
    const { truncated, warnings } = await tree({ ...deep, notation: "json", max_nodes: 200_000 });
    expect(truncated).toBe(true);
    expect(warnings).toEqual(["JSON ends at 500 levels: give a range, or notation sexp."]);
  });
});
