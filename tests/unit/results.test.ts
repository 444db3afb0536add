import { expect, test } from "vitest";
import type { Cursor } from "../../src/answers/cursor.ts";
import { noLimit } from "../../src/answers/fit.ts";
import { Rows, type RowValues } from "../../src/answers/rows.ts";
import type { PageContent } from "../../src/engine/call.ts";
import { FilePage } from "../../src/engine/file-page.ts";
import { Results, type ResultsOptions } from "../../src/engine/results.ts";
import { Skipped } from "../../src/workspace/skipped.ts";
import { answerOf } from "../support/file-answers.ts";

const targets = ["a", "b", "c", "d", "e"].map((name) => ({
  name,
  path: `/${name}`,
  input: 0,
  isExplicit: false,
  language: "cpp",
}));
const done = { rows: Rows.of("counts", { x: 1 }), warnings: [] };

type Options = Partial<ResultsOptions> & { readonly maxResults?: number };

/** Results of a page without a limit of characters. */
function started({ maxResults = Number.POSITIVE_INFINITY, ...options }: Options = {}) {
  const handedOn: string[] = [];
  const page = new FilePage({
    ...{ maxResults, maxChars: Number.POSITIVE_INFINITY },
    pass: ({ name, result }) => handedOn.push("error" in result ? `${name} failed` : name),
  });
  const given = { targets, outcomes: new Map(), start: undefined, skipped: new Skipped(), taker: page, ...options };
  const results = new Results(given);
  const end = (stopped: string | undefined) => {
    const { endBeforeMissing, ...totals } = results.end(stopped);
    let content: PageContent | undefined;
    const keep = (one: PageContent) => {
      content = one;
      return answerOf(one);
    };
    page.fitted(endBeforeMissing, keep, noLimit);
    return { ...totals, ...content?.cut };
  };
  return { put: results.put.bind(results), end, handedOn };
}

test("what is done behind an open file waits, and is not done when the time is up", () => {
  const { put, end: endOf, handedOn } = started();
  put(0, done);
  put(2, done);
  expect(handedOn).toEqual(["a"]);
  const end = endOf("Stopped");
  expect(handedOn).toEqual(["a"]);
  expect(end).toMatchObject({ totalFiles: 5, failedFiles: 0, missing: ["b", "c", "d", "e"], onPage: 1 });
  expect(end.nextStart).toMatchObject({ place: { list: "0", filepath: "a", line: 0, column: 0 }, totalFiles: 1 });
});

test("a page that would be empty fails its first open file, and goes on with what is done behind it", () => {
  const { put, end: endOf, handedOn } = started();
  put(1, done);
  put(2, { skipped: "binary" });
  put(4, done);
  const end = endOf("Stopped");
  expect(handedOn).toEqual(["a failed", "b"]);
  expect(end).toMatchObject({ totalFiles: 4, failedFiles: 1, skipped: { binary: 1 }, missing: ["d", "e"] });
  expect(end.nextStart).toEqual({
    place: { list: "0", filepath: "c", line: 0, column: 0 },
    totalFiles: 2,
    failedFiles: 1,
    skipped: { binary: 1 },
    counts: {},
  });
});

test("without a reason nothing fails", () => {
  const { end: endOf, handedOn } = started();
  const end = endOf(undefined);
  expect({ handedOn, missing: end.missing, nextStart: end.nextStart }).toEqual({
    handedOn: [],
    missing: ["a", "b", "c", "d", "e"],
    nextStart: undefined,
  });
});

test("a page that has only got past files that are left out fails none, and the next page begins behind them", () => {
  const done: string[] = [];
  const { put, end: endOf } = started({ done: (name) => done.push(name) });
  put(0, { skipped: "no_match" });
  put(1, { skipped: "no_match" });
  const end = endOf("Stopped");
  expect(done).toEqual(["a", "b"]);
  expect(end).toMatchObject({ totalFiles: 3, failedFiles: 0, missing: ["c", "d", "e"], onPage: 0 });
  expect(end.nextStart).toEqual({
    place: { list: "0", filepath: "b", line: 0, column: 0 },
    totalFiles: 0,
    failedFiles: 0,
    skipped: { no_match: 2 },
    counts: {},
  });
});

test("what a tool sums up of rows is exact over pages, each of which counts what the ones before have", () => {
  const rowsOf = (count: number) => ({ rows: Rows.of("diagnostics", { errors: count }), warnings: [] });
  const countsOf = (rows: RowValues) => ({ errors: Number(rows.errors) });
  const pageOf = (from: number, start: Cursor | undefined) => {
    const { put, end: endOf } = started({ targets: targets.slice(from), start, countsOf, maxResults: 2 });
    targets.slice(from).forEach((_, i) => {
      put(i, rowsOf(10 ** (from + i)));
    });
    return endOf(undefined);
  };
  const first = pageOf(0, undefined);
  expect(first.counts).toEqual({ errors: 11_111 });
  expect(first.nextStart?.counts).toEqual({ errors: 11 });
  expect(pageOf(2, first.nextStart).counts).toEqual({ errors: 11_111 });
});
