import { describe, expect, test } from "vitest";
import { headOf } from "../support/pages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const functions = 400;

/** Pages that are compared of one call: those of a small limit are hundreds. */
const mostPages = 10;
const members = Array.from({ length: functions }, (_, i) => i);

/** Files whose answers are larger than the limits below, each in its own way. */
const giants = {
  "functions.cpp": members.map((i) => `int function${i}(int a) { return a; }\n`).join(""),
  "functions.py": members.map((i) => `def function${i}(a):\n    return a\n`).join(""),
  "members.py": `class Giant:\n${members.map((i) => `    def member${i}(self): pass\n`).join("")}`,
  "classes.cpp": members.map((i) => `class Class${i} { int field; };\n`).join(""),
  "minified.js": members.map((i) => `function f${i}(a){return a+"${"x".repeat(i)}"}`).join(""),
  "comment.cpp": `/* ${"long comment 😀 ".repeat(4_000)} */\nint documented(int a) { return a; }\n`,
};
const folder = temporaryFolder(giants);

const calls: readonly (readonly [string, string, Readonly<Record<string, unknown>>])[] = [
  ["find_functions", "functions", {}],
  ["find_classes", "classes", {}],
  ["execute_query", "matches", { query: "(_) @any" }],
];

describe.each([2_000, 3_000, 50_000])("answers about one file within %i characters", (limit) => {
  const bounded = callsToServer({ cwd: folder, args: ["--max-result-chars", String(limit)] });
  const unbounded = callsToServer({ cwd: folder, args: ["--max-result-chars", "0"] });

  for (const [tool, key, input] of calls) {
    test.each(Object.keys(giants))(`${tool} of %s: pages hold each row once, in order`, async (filepath) => {
      const args = { filepath, ...input };
      const whole = (await unbounded(tool, args)).answer;
      const pages = await firstPages(bounded, tool, args);
      for (const { text } of pages) expect(text.length).toBeLessThanOrEqual(limit);
      const rows = pages.flatMap(({ answer }) => listOf(answer, key));
      expect(rows.map(placeOf)).toEqual(listOf(whole, key).slice(0, rows.length).map(placeOf));
      if (pages.length < mostPages) expect(rows.length).toBe(listOf(whole, key).length);
    });
  }

  const briefArgs = ["serve", "--format", "brief", "--max-result-chars", String(limit)];
  const brief = callsToServer({ cwd: folder, args: briefArgs });

  test.each(["find_functions", "execute_query"])("%s of all files, in brief, too", async (tool) => {
    const input = tool === "execute_query" ? { query: "(_) @any" } : {};
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page++) {
      const { text, isError } = await brief(tool, { filepath: Object.keys(giants), ...input, cursor });
      expect({ text, isError }).toEqual({ text, isError: false });
      expect(text.length).toBeLessThanOrEqual(limit);
      cursor = /next_cursor=(\S+)/.exec(text)?.[1];
      if (cursor === undefined) return;
    }
  });
});

test("a page says which rows it has, behind the rows", async () => {
  const call = callsToServer({ cwd: folder, args: ["--max-result-chars", "2000"] });
  const { text } = await call("find_functions", { filepath: "functions.py" });
  expect(text).toMatch(
    /^\{"functions":\[.*\],"truncated":true,"truncated_reason":"An answer has at most 2000 characters: rows 1 to \d+ of 400 are here\. Go on with cursor, the next_cursor of this answer\.","next_cursor":"\w+","success":true\}$/,
  );
});

test("a text longer than the answer is cut and says how many characters are omitted", async () => {
  const call = callsToServer({ cwd: folder, args: ["--max-result-chars", "2000"] });
  const { answer } = await call("execute_query", { filepath: "comment.cpp", query: "(comment) @comment" });
  const [row] = listOf(answer, "matches");
  expect(row).toMatchObject({ line: 1, column: 1 });
  expect(String(Object(row).text)).toMatch(/^\/\* long comment .*… \[\d+ characters omitted\]$/);
});

/** The first pages of a call. */
async function firstPages(
  call: ReturnType<typeof callsToServer>,
  tool: string,
  args: Readonly<Record<string, unknown>>,
) {
  const pages = [];
  let cursor: unknown;
  do {
    const page = await call(tool, cursor === undefined ? args : { ...args, cursor });
    pages.push(page);
    cursor = headOf(page).next_cursor;
  } while (cursor !== undefined && pages.length < mostPages);
  return pages;
}

function listOf(answer: unknown, key: string): readonly unknown[] {
  const list: unknown = Object(answer)[key];
  if (!Array.isArray(list)) throw new Error(`no list ${key} in ${JSON.stringify(answer).slice(0, 300)}`);
  return list;
}

function placeOf(row: unknown): string {
  const { line, column, name, capture_name } = Object(row);
  return `${line}:${column} ${name ?? capture_name}`;
}
