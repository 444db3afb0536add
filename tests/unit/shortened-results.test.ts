import { describe, expect, test } from "vitest";
import { Rows } from "../../src/answers/rows.ts";
import type { ResultEntry } from "../../src/engine/call.ts";
import { ShortenedResults } from "../../src/engine/shortened-results.ts";
import { brief } from "../../src/formats/brief.ts";
import { json } from "../../src/formats/json.ts";

describe("results within a budget", () => {
  const row = { name: "A", kind: "class", line: 1, column: 7, end_line: 9, signature: "class A : public Base" };
  const entryOf = (name: string, symbol = row.name): ResultEntry => ({
    name,
    result: { rows: Rows.of("symbols", { symbols: [{ ...row, name: symbol }] }), warnings: [] },
  });
  const failed: ResultEntry = { name: "z.cpp", result: { error: "Cannot read file", details: {} } };
  const entries = [...Array.from({ length: 20 }, (_, at) => entryOf(`${at}.cpp`)), failed];
  const within = (taken: readonly ResultEntry[], maxChars: number, flat = false, { measure } = json) => {
    const results = new ShortenedResults(maxChars, measure);
    for (const entry of taken) results.take(entry);
    return results.end(flat, () => 1);
  };

  test("are as they were asked for while they fit", () => {
    expect(within(entries, 10_000)).toEqual({ entries, form: undefined });
  });

  test("are measured in the format in which they are written", () => {
    expect(within(entries, 2_500).form).toMatchObject({ detail: "names" });
    expect(within(entries, 2_500, false, brief).form).toBe(undefined);
    const named = Array.from({ length: 20 }, (_, at) => entryOf(`${at}.cpp`, `A${at}`));
    const mostUsed = (format: typeof json) => JSON.stringify(within(named, 300, false, format).form?.mostUsed ?? {});
    expect(mostUsed(brief).length).toBeGreaterThan(mostUsed(json).length);
  });

  test("are all shortened where one too many comes, but for failed ones, which come first", () => {
    const { entries: shown, form } = within(entries, 2_500);
    expect(shown[0]).toBe(failed);
    expect(shown.flatMap(({ name, result }) => ("rows" in result ? [[name, result.rows.values]] : []))).toEqual([
      ...entries.slice(0, 20).map(({ name }) => [name, { symbols: [{ class: ["A:1"] }] }]),
    ]);
    const chars = entries.reduce((sum, entry) => sum + json.measure.entry(entry) + 1, 0);
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
    expect(more).toBeGreaterThanOrEqual(json.measure.entry(failed));
  });

  test("say in the rows of one file that they are shortened", () => {
    const { entries: shown, form } = within(entries.slice(0, 1), 100, true);
    expect(form).toBeUndefined();
    const [values] = shown.flatMap(({ result }) => ("rows" in result ? [result.rows.values] : []));
    expect(values).toMatchObject({ symbols: [{ class: ["A:1"] }], detail: "names", truncated: true });
  });
});
