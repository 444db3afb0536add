import { describe, expect, test } from "vitest";
import type { ResultEntry } from "../../src/engine/call.ts";
import { ShortenedResults } from "../../src/engine/shortened-results.ts";
import { charsOfEntry } from "../../src/formats/json.ts";
import { Rows } from "../../src/tools/rows.ts";

describe("results within a budget", () => {
  const row = { name: "A", kind: "class", line: 1, column: 7, end_line: 9, signature: "class A : public Base" };
  const entryOf = (name: string): ResultEntry => ({
    name,
    result: { rows: Rows.of("symbols", { symbols: [row] }), warnings: [] },
  });
  const failed: ResultEntry = { name: "z.cpp", result: { error: "Cannot read file", details: {} } };
  const entries = [...Array.from({ length: 20 }, (_, at) => entryOf(`${at}.cpp`)), failed];
  const within = (taken: readonly ResultEntry[], maxChars: number, flat = false) => {
    const results = new ShortenedResults(maxChars, charsOfEntry);
    for (const entry of taken) results.take(entry);
    return results.end(flat, () => 1);
  };

  test("are as they were asked for while they fit", () => {
    expect(within(entries, 10_000)).toEqual({ entries, form: undefined });
  });

  test("are all shortened where one too many comes, but for failed ones, which come first", () => {
    const { entries: shown, form } = within(entries, 2_500);
    expect(shown[0]).toBe(failed);
    expect(shown.flatMap(({ name, result }) => ("rows" in result ? [[name, result.rows.values]] : []))).toEqual([
      ...entries.slice(0, 20).map(({ name }) => [name, { symbols: [{ class: ["A:1"] }] }]),
    ]);
    const chars = entries.reduce((sum, entry) => sum + charsOfEntry(entry) + 1, 0);
    expect(form).toMatchObject({ detail: "names", mostUsed: undefined });
    expect(form?.reason).toContain(`signatures of 20 symbols need ${chars} characters`);
  });

  test("leave room for failed ones", () => {
    const smallestWithNames = (taken: readonly ResultEntry[]) => {
      let maxChars = 2_500;
      while (within(taken, maxChars - 1).form?.detail === "names") maxChars--;
      return maxChars;
    };
    const more = smallestWithNames(entries) - smallestWithNames(entries.slice(0, 20));
    expect(more).toBeGreaterThanOrEqual(charsOfEntry(failed));
  });

  test("say in the rows of one file that they are shortened", () => {
    const { entries: shown, form } = within(entries.slice(0, 1), 100, true);
    expect(form).toBeUndefined();
    const [values] = shown.flatMap(({ result }) => ("rows" in result ? [result.rows.values] : []));
    expect(values).toMatchObject({ symbols: [{ class: ["A:1"] }], detail: "names", truncated: true });
  });
});
