/**
 * A place as the first word of a command: `find_definition shape.cpp:5:7`. Input: every tool with arguments for a line; output: the
 * answer of the same call with these arguments.
 */
import { describe, expect, test } from "vitest";
import { inputSchema } from "../../src/tools/arguments/input.ts";
import { loadTools } from "../../src/tools/index.ts";
import { runInProcess } from "../support/in-process.ts";

const cwd = new URL("../fixtures/shapes", import.meta.url).pathname;

/** Flags of a tool that it cannot do without. */
const flags: Readonly<Record<string, readonly string[]>> = {
  execute_query: ["--query=(identifier) @name"],
  find_definition: [],
  find_references: [],
  get_class_hierarchy: [],
  get_completions: [],
  get_dependency_graph: [],
  get_symbol_context: [],
  get_symbol_info: [],
  get_syntax_tree: [],
  rename_symbol: ["--new-name=Form"],
  replace_symbol: ["--part=delete"],
};

const placed = [...(await loadTools()).values()].flatMap((tool) => {
  const keys = Object.keys(inputSchema(tool, "all").properties ?? {});
  const key = keys.find((one) => ["line", "start_line"].includes(one));
  return key === undefined ? [] : [{ name: tool.name, key }];
});

const answerTo = async (args: readonly string[]) => {
  const { stdout } = await runInProcess("", { cwd, args: [...args, "--format", "json", "--no-cache"] });
  return stdout;
};

test("each tool with a line is in the table", () => {
  expect(placed.map(({ name }) => name).sort()).toEqual(Object.keys(flags));
});

describe.each(placed)("$name", ({ name, key }) => {
  test("takes a place as its first word", async () => {
    const others = flags[name] ?? [];
    const place = key === "line" ? ["--line=5", "--column=7"] : ["--start-line=5", "--end-line=5"];
    const named = await answerTo([name, "shape.cpp", ...place, ...others]);
    expect(named).toMatch(/Shape|"count"|\(declaration/);
    expect(await answerTo([name, "shape.cpp:5:7", ...others])).toBe(named);
    expect(await answerTo([name, "shape.cpp:5", ...others])).toBe(
      await answerTo([name, "shape.cpp", ...place.slice(0, key === "line" ? 1 : 2), ...others]),
    );
  });
});
