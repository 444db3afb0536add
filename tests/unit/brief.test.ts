import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FileEntry, IndexAnswer } from "../../src/answers/answer.ts";
import type { RowValues } from "../../src/answers/rows.ts";
import { brief } from "../../src/formats/brief.ts";
import { writtenIn } from "../../src/formats/format.ts";

const folder = join(import.meta.dirname, "../fixtures/index-answers");

/** An answer as JSON, as the tool made it. */
function answerOf({ results, success, error, ...keys }: RowValues): IndexAnswer {
  if (success === false) return { error: String(error), details: keys };
  const isList = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && Object(value[0]).filepath !== undefined;
  const entries = Object.entries(keys);
  return {
    head: Object.fromEntries(entries.filter(([, value]) => !isList(value))),
    results: results as readonly FileEntry[] | undefined,
    lists: Object.fromEntries(entries.filter(([, value]) => isList(value))) as Record<string, readonly FileEntry[]>,
    tail: {},
  };
}

/** Keys whose values brief answers leave out. */
const leftOut = new Set(["column", "end_column", "success", "truncated"]);

/** Keys of functions in a tree of calls: the first line is the start, and a name with its place needs no kind. */
const inTree = new Set(["nodes.kind", "nodes.start"]);

/** What an answer says: its words, numbers and lines of code, each with the keys that lead there. */
function saidIn(value: unknown, path: readonly string[] = []): readonly (readonly [string, string])[] {
  const key = path.at(-1) ?? "";
  if (leftOut.has(key) || value === 0 || value === undefined || value === null) return [];
  if (typeof value !== "object") {
    if (value === true) return [[path.join("."), key]];
    const lines = String(value).split("\n");
    return lines.map((line) => [path.join("."), line.trim()] as const).filter(([, line]) => line !== "");
  }
  const isArray = Array.isArray(value);
  const row: RowValues = isArray ? {} : { ...value };
  return Object.entries(value).flatMap(([name, inner]) => {
    const isSource = row.source !== undefined && ["signature", "doc"].includes(name);
    // Defaults and names of parameters are in the signature.
    return isSource ? [] : saidIn(inner, isArray ? path : [...path, name]);
  });
}

describe("a brief answer says what its JSON says", () => {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));

  test("of many answers", () => expect(names.length).toBeGreaterThan(20));

  test.each(names)("%s", (name) => {
    const json = readFileSync(join(folder, name), "utf8");
    const answer = JSON.parse(json);
    const { text, failed } = writtenIn(brief, answerOf(answer));
    expect(failed).toBe(answer.success === false);
    const namespace = /names_in=(\S+)/.exec(text)?.[1];
    const isSaid = (said: string) => {
      const short = namespace === undefined ? said : said.replace(`${namespace}::`, "");
      const isIn = (words: string) => text.includes(words) || text.includes(words.replaceAll('"', '\\"'));
      return isIn(said) || isIn(short);
    };
    const missing = saidIn(answer).filter(([path, said]) => !inTree.has(path) && !isSaid(said));
    expect(missing).toEqual([]);
    expect(text.length).toBeLessThan(JSON.stringify(answer).length);
  });
});

test("lines of a file keep their tabs, and show what is not seen", () => {
  const lines = ["1: int f() {", "2: \t\treturn 1;", "3: \u202e}"];
  const { text } = writtenIn(brief, { head: {}, results: [{ filepath: "a.cpp", lines }], tail: {} });
  expect(text).toContain("2: \t\treturn 1;\n3: \\u202e}");
});
