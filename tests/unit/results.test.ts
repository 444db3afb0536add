import { expect, test } from "vitest";
import { Rows, type RowValues } from "../../src/answers/rows.ts";
import type { ResultEntry } from "../../src/engine/call.ts";
import type { PageStart } from "../../src/engine/cursor.ts";
import { Page } from "../../src/engine/page.ts";
import { Results } from "../../src/engine/results.ts";
import { Skipped } from "../../src/workspace/skipped.ts";

const targets = ["a", "b", "c", "d", "e"].map((name) => ({
  name,
  path: `/${name}`,
  input: 0,
  isExplicit: false,
  language: "cpp",
}));
const done = { rows: Rows.of("counts", { x: 1 }), warnings: [] };

function started(): { readonly results: Results; readonly handedOn: string[] } {
  const handedOn: string[] = [];
  const sink = {
    result: ({ name, result }: ResultEntry) => handedOn.push("error" in result ? `${name} failed` : name),
  };
  const page = new Page({ maxResults: 0, maxChars: 0, charsOf: () => 0 });
  return { results: new Results(targets, new Map(), undefined, new Skipped(), page, sink), handedOn };
}

test("what is done behind an open file waits, and is not done when the time is up", () => {
  const { results, handedOn } = started();
  results.put(0, done);
  results.put(2, done);
  expect(handedOn).toEqual(["a"]);
  const end = results.end("Stopped");
  expect(handedOn).toEqual(["a"]);
  expect(end).toMatchObject({ totalFiles: 5, failedFiles: 0, missing: ["b", "c", "d", "e"], onPage: 1 });
  expect(end.nextStart).toMatchObject({ after: { input: 0, name: "a" }, totalFiles: 1 });
});

test("a page that would be empty fails its first open file, and goes on with what is done behind it", () => {
  const { results, handedOn } = started();
  results.put(1, done);
  results.put(2, { skipped: "binary" });
  results.put(4, done);
  const end = results.end("Stopped");
  expect(handedOn).toEqual(["a failed", "b"]);
  expect(end).toMatchObject({ totalFiles: 4, failedFiles: 1, skipped: { binary: 1 }, missing: ["d", "e"] });
  expect(end.nextStart).toEqual({
    after: { input: 0, name: "c" },
    totalFiles: 2,
    failedFiles: 1,
    skipped: { binary: 1 },
    counts: {},
  });
});

test("without a reason nothing fails", () => {
  const { results, handedOn } = started();
  const end = results.end(undefined);
  expect({ handedOn, missing: end.missing, nextStart: end.nextStart }).toEqual({
    handedOn: [],
    missing: ["a", "b", "c", "d", "e"],
    nextStart: undefined,
  });
});

test("a page that has only got past files that are left out fails none, and the next page begins behind them", () => {
  const leftOut: string[] = [];
  const page = new Page({ maxResults: 0, maxChars: 0, charsOf: () => 0 });
  const sink = { result: () => {}, leftOut: (name: string) => leftOut.push(name) };
  const results = new Results(targets, new Map(), undefined, new Skipped(), page, sink);
  results.put(0, { skipped: "no_match" });
  results.put(1, { skipped: "no_match" });
  const end = results.end("Stopped");
  expect(leftOut).toEqual(["a", "b"]);
  expect(end).toMatchObject({ totalFiles: 3, failedFiles: 0, missing: ["c", "d", "e"], onPage: 0 });
  expect(end.nextStart).toEqual({
    after: { input: 0, name: "b" },
    totalFiles: 0,
    failedFiles: 0,
    skipped: { no_match: 2 },
    counts: {},
  });
});

test("what a tool sums up of rows is exact over pages, each of which counts what the ones before have", () => {
  const rowsOf = (count: number) => ({ rows: Rows.of("diagnostics", { errors: count }), warnings: [] });
  const countsOf = (rows: RowValues) => ({ errors: Number(rows.errors) });
  const pageOf = (from: number, start: PageStart | undefined) => {
    const page = new Page({ maxResults: 2, maxChars: 0, charsOf: () => 0 });
    const results = new Results(
      targets.slice(from),
      new Map(),
      start,
      new Skipped(),
      page,
      { result: () => {} },
      countsOf,
    );
    targets.slice(from).forEach((_, i) => {
      results.put(i, rowsOf(10 ** (from + i)));
    });
    return results.end(undefined);
  };
  const first = pageOf(0, undefined);
  expect(first.counts).toEqual({ errors: 11_111 });
  expect(first.nextStart?.counts).toEqual({ errors: 11 });
  expect(pageOf(2, first.nextStart).counts).toEqual({ errors: 11_111 });
});
