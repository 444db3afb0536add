import { describe, expect, test } from "vitest";
import { servedFormats } from "../../src/cli/options.ts";
import { formatsOf } from "../../src/formats/index.ts";
import type { AnyTool } from "../../src/tools/contract/tool.ts";
import { loadTools } from "../../src/tools/index.ts";
import { runInProcess } from "../support/in-process.ts";
import { removal } from "../support/removal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({ "a.py": "class A:\n    pass\n" });
/** All tools except run_project_command, which is served only where a configuration lists commands. */
const tools = [...(await loadTools()).values()].filter(({ name }) => name !== "run_project_command");

/** Arguments, and the same as words of the command line. */
type Call = { readonly input: Readonly<Record<string, string | number>>; readonly words: readonly string[] };

/** A call with `filepath` and with the arguments that a tool needs. */
function callOf({ name, needs, ...tool }: AnyTool, filepath: string, symbol = "A"): Call {
  if (needs === "program") return { input: {}, words: [] };
  if (name === "execute_query")
    return { input: { filepath, query: "(identifier) @n" }, words: [filepath, "--query", "(identifier) @n"] };
  if (name === "find_pattern")
    return { input: { filepath, pattern: "f($$$)" }, words: [filepath, "--pattern", "f($$$)"] };
  if (name === "search_code") return { input: { filepath, query: "run" }, words: ["run", filepath] };
  if (name === "rename_symbol") {
    const input = { filepath, symbol, new_name: "other_name" };
    return { input, words: [symbol, filepath, "--new-name", "other_name"] };
  }
  if (name === "replace_symbol") {
    return { input: { filepath, symbol, part: "delete" }, words: [symbol, filepath, "--part", "delete"] };
  }
  if (name === "get_completions")
    return { input: { filepath, line: 1, column: 1 }, words: [filepath, "--line", "1", "--column", "1"] };
  if (name === "get_changes")
    return { input: { filepath, diff: removal("a.py") }, words: [filepath, "--diff", removal("a.py")] };
  const isAboutSymbol = needs === "index" && !("search" in tool && tool.search.isAboutFile);
  return isAboutSymbol
    ? { input: { filepath, symbol }, words: [symbol, filepath] }
    : { input: { filepath }, words: [filepath] };
}

const ofFiles = tools.filter(({ needs }) => needs !== "program");
const ofSymbols = ofFiles.filter((tool) => "symbol" in callOf(tool, ".").input);

const mistakes: readonly (readonly [string, readonly AnyTool[], (tool: AnyTool) => Call])[] = [
  ["a missing file", ofFiles, (tool) => callOf(tool, "nowhere.py")],
  ["a missing folder", ofFiles, (tool) => callOf(tool, "nowhere")],
  ["an unknown symbol", ofSymbols, (tool) => callOf(tool, ".", "no_such_symbol")],
  ["an unknown argument", tools, (tool) => withUnknownArgument(callOf(tool, "a.py"))],
];

function withUnknownArgument({ input, words }: Call): Call {
  return { input: { ...input, bogus: 1 }, words: [...words, "--bogus", "1"] };
}

describe.each(servedFormats)("over MCP in %s", (format) => {
  const ask = callsToServer({ cwd: folder, args: ["serve", "--format", format, "--no-cache", "--allow-edits"] });

  test.each(mistakes)("%s is an error of every tool", async (_what, concerned, callFor) => {
    expect(concerned.length).toBeGreaterThanOrEqual(5);
    const answers = await Promise.all(
      concerned.map(async (tool) => {
        const { isError, text } = await ask(tool.name, callFor(tool).input);
        return { tool: tool.name, isError, text };
      }),
    );
    expect(answers.filter(({ isError, text }) => !isError || text === "")).toEqual([]);
  });

  test("a call that can be answered is not an error", async () => {
    const answers = await Promise.all(
      ofFiles.map(async (tool) => {
        const { isError, text } = await ask(tool.name, callOf(tool, "a.py").input);
        return { tool: tool.name, isError, text };
      }),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
  });
});

describe("on the command line", () => {
  test.each(mistakes)("%s sets the exit status of every tool in every format", async (_what, concerned, callFor) => {
    const wrong: object[] = [];
    for (const tool of concerned) {
      for (const format of formatsOf(tool, tool.kind)) {
        const args = [tool.name, ...callFor(tool).words, "--format", format, "--no-cache"];
        const { stdout, stderr, exitCode } = await runInProcess("", { args, cwd: folder });
        if ((exitCode !== 1 && exitCode !== 2) || stdout + stderr === "")
          wrong.push({ args, exitCode, stdout, stderr });
      }
    }
    expect(wrong).toEqual([]);
  });
});
