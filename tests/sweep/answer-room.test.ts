import { describe, expect, test } from "vitest";
import { toolNames } from "../../src/tools/index.ts";
import { runInProcess } from "../support/in-process.ts";
import { pagesOf } from "../support/pages.ts";
import { removal } from "../support/removal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const numbers = Array.from({ length: 60 }, (_, i) => i);
const lines = (lineOf: (i: number) => string) => numbers.map(lineOf).join("");
const commandOf = (line: string, times: number, more = "") => ({
  run: [process.execPath, "-e", `for (let i = 1; i <= ${times}; i++) console.log(${line});${more}`],
});
const commands = {
  loud: commandOf('"a.py:1:1: error: bad"', 40, 'console.log("line\\n".repeat(900))'),
  wrong: { ...commandOf('"a.py:" + i + ":1: error: bad " + i', 200), parser: "gcc" },
  failing: { ...commandOf('"FAILED tests/test_a.py::test_" + i + " - AssertionError: " + i', 200), parser: "pytest" },
};

/** Code of which each tool has more to say than a short answer holds. */
const folder = temporaryFolder({
  "codegrove.json": JSON.stringify({ commands }),
  "base.py": `class Base:\n    """What all have in common."""\n${lines((i) => `    def m${i}(self, first, second):\n        return first\n`)}`,
  ...Object.fromEntries(["a", "b"].map((name) => [`unbound/${name}.py`, lines((i) => `missing${i}()\n`)])),
  "use.py": `from base import Base\n${lines((i) => `class C${i}(Base):\n    def m${i}(self, first, second):\n        return Base().m${i}(first, second) + target(${i})\n`)}def target(n):\n    return n\n`,
  ...Object.fromEntries(
    numbers
      .slice(0, 40)
      .map((i) => [
        `lib/part${i % 7}/module${i}.py`,
        `from use import target\ndef f${i}(unknown):\n${"    unknown.m1(1, 2)\n".repeat(3)}    return target(${i}) + target(1)\n`,
      ]),
  ),
});

/** Code whose names alone are more than a short answer holds. */
const kin = temporaryFolder({
  "family.py": `class Ancestor:\n    def inherited(self):\n        return 1\n${lines((i) => `class DescendantOfTheAncestor${i}(Ancestor):\n    def grown_by_each_descendant(self):\n        return ${i}\n`)}`,
  ...Object.fromEntries(
    numbers.flatMap((i) => [
      [`ring/first_of_pair${i}.py`, `import ring.second_of_pair${i}\ndef step${i}():\n    return last()\n`],
      [`ring/second_of_pair${i}.py`, `import ring.first_of_pair${i}\n`],
    ]),
  ),
  "walk.py": `def begin():\n${lines((i) => `    middle_of_the_way${i}()\n`)}${lines((i) => `def middle_of_the_way${i}():\n    finish()\n`)}def finish():\n    pass\n`,
});

/** A diff that changes the signature of `target`. */
const otherTarget =
  "--- a/use.py\n+++ b/use.py\n@@ -182,2 +182,2 @@\n-def target(n):\n+def target(n, m=1):\n     return n\n";

/** A call of a tool. */
type Ladder = {
  readonly tool: string;
  readonly input: object;
  /** True for one about `kin`. */
  readonly isOfNames?: boolean;
  /** The values of `detail` of its ladder from the poorest form on; "" is all that was asked for. */
  readonly details?: readonly string[];
  /** The values of `detail` of forms that lack rows, which no row of a file or folder counts either; by default `counts`. */
  readonly lacking?: readonly string[];
};

const symbols = ["counts", "names", "signatures", "full", ""];
const graph = ["counts", "folders", "files", "rows", "symbols", "depth", ""];
const ladders: readonly Ladder[] = [
  { tool: "find_definition", input: { symbol: "Base", detail: "full" }, details: symbols },
  { tool: "find_definition", input: { symbol: "m1" }, details: symbols },
  {
    tool: "find_references",
    input: { symbol: "target" },
    details: ["counts", "files", "callers", "positions", "text", ""],
    lacking: ["counts", "files"],
  },
  {
    tool: "find_references",
    input: { symbol: "Base.m1" },
    details: ["counts", "files", "callers", "positions", "text", ""],
    lacking: ["counts", "files"],
  },
  { tool: "find_references", input: { symbol: "target", group_by: "file" }, details: ["counts", "files", ""] },
  { tool: "search_code", input: { query: "what all have in common: target, first or second", max_results: 200 } },
  { tool: "get_symbol_info", input: { symbol: "m1" }, details: symbols },
  { tool: "get_symbol_context", input: { symbol: "Base" } },
  { tool: "get_symbol_context", input: { symbol: "target" } },
  { tool: "get_class_hierarchy", input: { symbol: "Base" }, details: ["counts", "names", "classes", ""] },
  { tool: "get_class_hierarchy", input: { symbol: "Base", lacks: "target" } },
  { tool: "get_dependency_graph", input: {}, details: graph },
  { tool: "get_dependency_graph", input: { only: "cycles" } },
  { tool: "get_dependency_graph", input: { symbol: "target", direction: "callers" }, details: graph },
  { tool: "get_dependency_graph", input: { output_format: "mermaid" }, details: graph },
  { tool: "get_completions", input: { filepath: "use.py", line: 3, column: 1, max_results: 100 }, details: symbols },
  {
    tool: "get_file_summary",
    input: {},
    details: ["counts", "totals", "folders", "files", ""],
    lacking: ["counts", "totals"],
  },
  {
    tool: "get_file_summary",
    input: { filepath: "use.py" },
    details: ["counts", "worst", ""],
    lacking: ["counts", "worst"],
  },
  { tool: "rename_symbol", input: { symbol: "target", new_name: "renamed" } },
  { tool: "replace_symbol", input: { symbol: "target", part: "delete" } },
  { tool: "replace_symbol", input: { symbol: "target", part: "after", text: "x = 1\n".repeat(1_000) } },
  { tool: "list_symbols", input: { filepath: "." }, details: ["counts", "names", ""] },
  { tool: "list_symbols", input: { unused: true } },
  { tool: "get_changes", input: { diff: `${removal("base.py")}${otherTarget}` } },
  { tool: "get_syntax_reference", input: { language: "python" }, details: ["counts", "names", "full", ""] },
  { tool: "run_project_command", input: { command: "loud" }, details: symbols },
  { tool: "find_definition", input: { symbol: "grown_by_each_descendant" }, details: symbols, isOfNames: true },
  { tool: "get_symbol_info", input: { symbol: "grown_by_each_descendant" }, details: symbols, isOfNames: true },
  {
    tool: "get_class_hierarchy",
    input: { symbol: "Ancestor" },
    details: ["counts", "names", "classes", ""],
    isOfNames: true,
  },
  {
    tool: "get_class_hierarchy",
    input: { symbol: "Ancestor", lacks: "inherited" },
    details: ["counts", "names", ""],
    isOfNames: true,
  },
  {
    tool: "get_dependency_graph",
    input: { only: "cycles" },
    details: ["counts", "cycles", "names", "imports", ""],
    isOfNames: true,
  },
  { tool: "get_dependency_graph", input: { symbol: "begin", to: "finish" }, isOfNames: true },
  { tool: "get_syntax_reference", input: { language: "python", node: "*" }, details: symbols, isOfNames: true },
  { tool: "run_project_command", input: { command: "failing" }, details: symbols },
  { tool: "run_project_command", input: { command: "wrong" }, details: symbols },
];

const rooms = [2_000, 2_600, 4_000, 8_000, 20_000];

/** The part of its room that an answer fills at least while it lacks rows, if no row is longer than that. */
const leastFilled = 0.5;

/** The words of an answer that lacks rows: `the first 3 of 40 classes`, `12 of 40 callers`. */
const lacksRows =
  /\b(?:first|nearest|worst) \d+ of \d+\b|\bit has (?:\d+ to )?\d+ of \d+\b|\b\d+ of \d+ files are here\b/;

/** The value of `detail` of an answer; "" if it is all that was asked for. */
const detailOf = (text: string) => /(?:^|[ {,])"?detail"?[:=]"?(\w+)/m.exec(text)?.[1] ?? "";

/** UTF-16 code units of the longest row of an answer in JSON. */
const longestRowIn = (answer: object) => Math.max(...Object.values(answer).map(longestRowOf));

/** UTF-16 code units of the longest value that has no rows in it. */
function longestRowOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? "").length;
  const inner = Object.values(value);
  const isRow =
    !Array.isArray(value) && !inner.some((one) => Array.isArray(one) && one.some((row) => row === Object(row)));
  return isRow
    ? JSON.stringify(value).length
    : inner.reduce((most: number, one) => Math.max(most, longestRowOf(one)), 0);
}

describe.each(["json", "brief"])("an answer as %s", (format) => {
  const callsIn = (written: string, cwd = folder) =>
    callsToServer({
      cwd,
      args: [
        ...["--max-result-chars", "0", "--format", written],
        ...["--allow-commands", "--allow-edits", "--log-level", "error"],
      ],
    });
  const ofCode = { call: callsIn(format), callInJson: callsIn("json") };
  const ofNames = { call: callsIn(format, kin), callInJson: callsIn("json", kin) };

  test.each(ladders)(
    "is within max_chars, more room never shows less, and half of it is used while rows are left out: $tool $input",
    async ({ tool, input, details, lacking = ["counts"], isOfNames = false }) => {
      const { call, callInJson } = isOfNames ? ofNames : ofCode;
      const longestRow = longestRowIn(JSON.parse((await callInJson(tool, input)).text));
      const whole = await call(tool, { ...input, max_chars: 1_000_000 });
      // How long a command has run is another number each time.
      let last = { rank: -1, length: 0 };
      for (const max_chars of rooms) {
        const { text: written, isError } = await call(tool, { ...input, max_chars });
        const text = written.replace(/duration_ms\W+\d+/, "duration_ms");
        expect(isError, text).toBe(false);
        expect(written.length).toBeLessThanOrEqual(max_chars);
        if (whole.text.length <= max_chars && tool !== "run_project_command") expect(text).toBe(whole.text);
        const isLacking = lacking.includes(detailOf(text)) || lacksRows.test(text);
        if (isLacking && longestRow < max_chars * leastFilled) {
          expect(written.length, text.slice(0, 600)).toBeGreaterThanOrEqual(max_chars * leastFilled);
        }
        if (details === undefined) continue;
        const detail = detailOf(text);
        const rank = details.indexOf(detail);
        expect(details, text.slice(0, 200)).toContain(detail);
        expect(rank, `${detail} of ${max_chars}`).toBeGreaterThanOrEqual(last.rank);
        if (rank === last.rank) expect(text.length).toBeGreaterThanOrEqual(last.length);
        last = { rank, length: text.length };
      }
    },
  );
});

/** Tools whose rows have pages, the calls of them that have several, and whether they take max_chars. */
const paged: readonly { readonly tool: string; readonly input: object; readonly takesMaxChars?: boolean }[] = [
  { tool: "parse_file", input: { filepath: "." } },
  { tool: "find_classes", input: { filepath: "." } },
  { tool: "find_classes", input: { filepath: "use.py" } },
  { tool: "find_functions", input: { filepath: "." } },
  { tool: "execute_query", input: { filepath: ".", query: "(call) @call" }, takesMaxChars: true },
  { tool: "execute_query", input: { filepath: "use.py", query: "(identifier) @name" } },
  { tool: "find_pattern", input: { pattern: "target($$$A)" }, takesMaxChars: true },
  { tool: "find_pattern", input: { filepath: "use.py", pattern: "target($A)", rewrite: "goal($A)" } },
  { tool: "check_file", input: { filepath: ".", checks: ["syntax", "names"] }, takesMaxChars: true },
  { tool: "list_symbols", input: { filepath: ".", detail: "full" }, takesMaxChars: true },
  { tool: "extract_interface", input: { filepath: ".", max_results: 30 }, takesMaxChars: true },
  { tool: "extract_interface", input: { filepath: "use.py", output_format: "header" }, takesMaxChars: true },
  { tool: "extract_interface", input: { filepath: ".", output_format: "markdown" }, takesMaxChars: true },
  { tool: "get_syntax_tree", input: { filepath: "lib" } },
  { tool: "get_syntax_tree", input: { filepath: "use.py" } },
  { tool: "find_references", input: { symbol: "target" }, takesMaxChars: true },
  { tool: "search_code", input: { query: "unknown module", max_results: 60 }, takesMaxChars: true },
];

const pageRooms = [2_000, 5_000, 20_000];

describe.each(["json", "brief"])("a page as %s", (format) => {
  const argsOf = (chars: number) => ["--max-result-chars", String(chars), "--format", format, "--log-level", "error"];
  const callInJson = callsToServer({ cwd: folder, args: ["--max-result-chars", "0", "--log-level", "error"] });
  const servers = new Map(
    [0, ...pageRooms].map((chars) => [chars, callsToServer({ cwd: folder, args: argsOf(chars) })]),
  );

  test.each(paged)(
    "is as long as fits, and whole if that fits: $tool $input",
    async ({ tool, input, takesMaxChars }) => {
      const longestRow = longestRowIn(JSON.parse((await callInJson(tool, input)).text));
      const call = (chars: number) => servers.get(chars)?.(tool, input) ?? { text: "", isError: true };
      const whole = await call(0);
      let last = 0;
      for (const chars of pageRooms) {
        const { text, isError } = await call(chars);
        expect(isError, text).toBe(false);
        expect(text.length).toBeLessThanOrEqual(chars);
        if (whole.text.length <= chars) expect(text).toBe(whole.text);
        else expect(text.length).toBeGreaterThanOrEqual(last);
        if (whole.text.length > chars && longestRow < chars * leastFilled) {
          const isLacking = lacksRows.test(text) || /"next_cursor"|\bnext_cursor=/.test(text);
          if (isLacking) expect(text.length, text.slice(0, 600)).toBeGreaterThanOrEqual(chars * leastFilled);
        }
        last = text.length;
        if (takesMaxChars !== true) continue;
        const own = await servers.get(0)?.(tool, { ...input, max_chars: chars });
        expect(own?.text.replace(/next_cursor.*/, "")).toBe(text.replace(/next_cursor.*/, ""));
      }
    },
  );
});

describe.each(["jsonl", "text"])("a page on the command line as %s", (format) => {
  const formatArgs = ["--format", format, "--no-cache", "--log-level", "error"];
  const textWithin = async (args: readonly string[], chars: number) => {
    const limit = ["--max-result-chars", String(chars)];
    return (await runInProcess("", { cwd: folder, args: [...args, ...limit, ...formatArgs] })).stdout;
  };

  test.each([
    { args: ["parse_file", "."] },
    { args: ["find_classes", "use.py"] },
    { args: ["execute_query", ".", "--query", "(identifier) @name"] },
    { args: ["list_symbols", "."] },
  ])("is as long as fits, and whole if that fits: $args", async ({ args }) => {
    const whole = await textWithin(args, 0);
    for (const chars of [2_300, 12_000]) {
      const text = await textWithin(args, chars);
      expect(text.length).toBeLessThanOrEqual(chars + 1);
      if (whole.length <= chars) expect(text).toBe(whole);
      else expect(text.length).toBeGreaterThan(chars / 8);
    }
  });
});

describe("pages", () => {
  const call = callsToServer({
    cwd: folder,
    args: ["--max-result-chars", "0", "--format", "json", "--log-level", "error"],
  });

  // Rows of search_code are in the order of their score, and grouped by file on each page: tests/unit/search-code.test.ts.
  const many = paged.filter(({ tool, input }) => Object(input).filepath !== "use.py" && tool !== "search_code");
  test.each(many)("of $tool have every row once", async ({ tool, input }) => {
    const whole = rowsOf(await call(tool, { ...input, max_results: undefined }));
    const pages = await pagesOf(call, tool, { ...input, max_results: { find_classes: 1, check_file: 1 }[tool] ?? 15 });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flatMap(rowsOf)).toEqual(whole);
  });
});

/** Each row of an answer with its file. */
function rowsOf({ text }: { readonly text: string }): readonly string[] {
  const { results, possible = [] } = JSON.parse(text);
  return [...results, ...possible].flatMap(({ filepath, ...lists }: Readonly<Record<string, unknown>>) =>
    Object.values(lists).flatMap((rows) =>
      Array.isArray(rows) ? rows.map((row) => `${filepath} ${JSON.stringify(row)}`) : [`${filepath} ${String(rows)}`],
    ),
  );
}

test("each tool has a row in a table", () => {
  const tools = new Set([...ladders, ...paged].map(({ tool }) => tool));
  expect(toolNames.filter((name) => !tools.has(name))).toEqual([]);
});
