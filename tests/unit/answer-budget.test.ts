import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valuesOf } from "../../src/answers/answer.ts";
import type { RowPlace } from "../../src/answers/cursor.ts";
import { referenceTypes } from "../../src/code-index/reference-types.ts";
import { answerText } from "../../src/formats/json.ts";
import { referencesAnswer } from "../../src/tools/answers/references-answer.ts";
import type { AnswerBounds } from "../../src/tools/contract/answer-bounds.ts";
import { findDefinition } from "../../src/tools/find-definition.ts";
import { shortSource } from "../../src/tools/source-lines/short-source.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";

const boundsOf = (maxChars: number, after?: RowPlace): AnswerBounds => ({
  charsOf: (answer) => answerText(answer).length,
  maxChars,
  searchedFiles: 1_000,
  filesWithErrors: 3,
  skipped: { binary: 2 },
  unread: [],
  patchFolders: ["/"],
  after,
  cursorAfter: (place) => `cursor ${JSON.stringify(place)}`,
});

const found: Parameters<typeof referencesAnswer>[0] = {
  wanted: "end",
  isQualified: false,
  symbols: [{ name: "geo::List::end", word: "end", places: [], forward: [], constructors: [], isFile: false }],
  confidence: "exact",
  via: [],
  didYouMean: [],
  definition: { filepath: "src/list.hpp", line: 12, column: 10 },
};

const aReference = fc.record({
  filepath: fc.integer({ min: 0, max: 30 }).map((number) => `src/folder/file${number}.cpp`),
  line: fc.integer({ min: 1, max: 500 }),
  column: fc.integer({ min: 1, max: 90 }),
  type: fc.constantFrom(...referenceTypes),
  in: fc.constantFrom("geo::f", "geo::List::iterate", 'std::"quoted"'),
  inLine: fc.integer({ min: 1, max: 9 }),
  text: fc.string({ maxLength: 160 }),
  symbol: fc.constant(0),
  certainty: fc.constantFrom("exact", "exact", "likely", "possible"),
});

type Answer = ReturnType<typeof referencesAnswer>;
const rowsOf = (answer: Answer) => {
  const { results = [], possible = [] }: Record<string, unknown> = valuesOf(answer);
  return [results, possible].flatMap((list) =>
    Array.isArray(list)
      ? list.flatMap(({ filepath, references }) => references.map((row: object) => ({ filepath, ...row })))
      : [],
  );
};

describe("references", () => {
  const answerWithin = (references: Parameters<typeof referencesAnswer>[1], maxChars: number, options = {}) =>
    referencesAnswer(found, references, {}, options, boundsOf(maxChars));

  test("an answer is never longer than its budget, and in the richest form that fits", () => {
    fc.assert(
      fc.property(
        fc.array(aReference, { maxLength: 200 }),
        fc.integer({ min: 2_000, max: 30_000 }),
        (references, maxChars) => {
          const answer = answerWithin(references, maxChars);
          expect(answerText(answer).length).toBeLessThanOrEqual(maxChars);
          const { total_references = 0, total_possible = 0, detail, truncated }: Record<string, unknown> = answer.head;
          expect(Number(total_references) + Number(total_possible)).toBe(references.length);
          const complete = answerText(answerWithin(references, Number.POSITIVE_INFINITY)).length;
          expect(truncated ?? false).toBe(complete > maxChars);
          // With the room that the text needs there would have been text.
          if (detail === "positions") expect(complete).toBeGreaterThan(maxChars);
          if (detail === "counts") expect(answer.lists).toEqual([{ name: "results", entries: [] }]);
        },
      ),
    );
  });

  test("pages have every row once and in order, and each is within its budget", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(aReference, {
          maxLength: 60,
          selector: ({ filepath, line, column }) => `${filepath}:${line}:${column}`,
        }),
        fc.integer({ min: 2_000, max: 6_000 }),
        fc.integer({ min: 1, max: 20 }),
        (references, maxChars, max_results) => {
          const rows: object[] = [];
          let after: RowPlace | undefined;
          for (let pages = 0; pages <= references.length; pages++) {
            const answer = referencesAnswer(found, references, {}, { max_results }, boundsOf(maxChars, after));
            expect(answerText(answer).length).toBeLessThanOrEqual(maxChars);
            const page = rowsOf(answer);
            expect(page.length).toBeLessThanOrEqual(max_results);
            rows.push(...page);
            const cursor = answer.head.next_cursor;
            if (cursor === undefined) break;
            expect(page.length).toBeGreaterThan(0);
            after = JSON.parse(String(cursor).slice("cursor ".length));
          }
          expect(rows).toEqual(rowsOf(answerWithin(references, Number.POSITIVE_INFINITY)));
        },
      ),
    );
  });

  const many = Array.from({ length: 400 }, (_, i) => ({
    ...({
      filepath: `f${i % 40}.cpp`,
      line: i + 1,
      column: 1,
      type: "call",
      in: `f${i % 50}`,
      inLine: 1,
      symbol: 0,
    } as const),
    text: "x".repeat(100),
    certainty: i % 2 === 0 ? ("exact" as const) : ("possible" as const),
  }));

  test("forms from the richest to the poorest; of possible rows at least the first are listed", () => {
    const forms = [90_000, 40_000, 20_000, 10_000, 7_000, 4_500, 3_300, 2_000].map((maxChars) => {
      const { detail, possible_detail, truncated } = answerWithin(many, maxChars).head;
      return [truncated === true, detail, possible_detail];
    });
    expect(forms).toEqual([
      [false, undefined, undefined],
      [true, "text", "callers"],
      [true, "positions", "callers"],
      [true, "callers", undefined],
      [true, "files", "callers"],
      [true, "files", "callers"],
      [true, "files", "callers"],
      [true, "files", "callers"],
    ]);
  });

  test("a degraded answer says how long it would be, and its cursor begins with the first row", () => {
    const { head } = answerWithin(many, 10_000);
    const chars = answerText(answerWithin(many, Number.POSITIVE_INFINITY)).length.toLocaleString("en-US");
    expect(head).toMatchObject({
      total_references: 200,
      total_possible: 200,
      counts: { call: 200 },
      truncated_reason: `lines of 400 references need ${chars} characters: narrow filepath or reference_types, or go on with next_cursor; the nearest 56 of 100 possible callers are here`,
    });
    const after = JSON.parse(String(head.next_cursor).slice("cursor ".length));
    const page = referencesAnswer(found, many, {}, {}, boundsOf(10_000, after));
    expect(rowsOf(page)[0]).toMatchObject({ filepath: "f0.cpp", line: 1 });
    expect(page.head.truncated_reason).toMatch(
      /^an answer has at most 10000 characters: rows 1 to \d+ of 400 are here$/,
    );
  });
});

describe("definitions", async () => {
  const body = Array.from({ length: 300 }, (_, i) => `  step(${i});`).join("\n");
  const members = Array.from({ length: 300 }, (_, i) => `int m${i}();`).join("\n");
  const text = `void f() {\n${body}\n}\nclass A {\n${members}\n};\nvoid g() { small(); }\n`;
  const files = Object.fromEntries(["a.cpp", "b.cpp", "c.cpp"].map((name) => [name, text]));
  const code = await codeBase(files);
  const call = async (input: object, maxChars: number) => {
    const answer = written(await callIndex(findDefinition, code, { ...input }, { maxChars }));
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(maxChars);
    return Object(answer);
  };

  test("a source that is too long keeps its first and last lines", async () => {
    const answer = await call({ symbol: "f", detail: "full" }, 6_000);
    expect(answer).toMatchObject({ detail: "full", truncated: true });
    const [{ source, omitted_lines: omitted }] = answer.results[0].definitions;
    expect(source).toMatch(/^void f\(\) \{\n {2}step\(0\);\n[\s\S]*\n…\n[\s\S]* {2}step\(299\);\n\}$/);
    expect(source.split("\n").length - 1 + omitted).toBe(302);
    expect(JSON.stringify(answer).length).toBeGreaterThan(5_900);
  });

  test("a class that is too long is shown by its members", async () => {
    const [{ source, outline, omitted_members: omitted }] = (await call({ symbol: "A", detail: "full" }, 6_000))
      .results[0].definitions;
    expect(source).toBeUndefined();
    expect(outline[0]).toBe("304: int m0()");
    expect(outline.length + omitted).toBe(300);
  });

  test("then signatures, names and counts", async () => {
    const details = [];
    for (const maxChars of [100_000, 2_000, 640, 460, 300])
      details.push((await call({ symbol: "f", detail: "full" }, maxChars)).detail);
    expect(details).toEqual([undefined, "full", "signatures", "names", "counts"]);
    const { results } = await call({ symbol: "m1", detail: "names" }, 10_000);
    expect(results[0]).toEqual({
      filepath: "a.cpp",
      declarations: [{ container: "A", private: { method: ["m1:305"] } }],
    });
  });
});

test("a source is shortened to whole lines", () => {
  expect(shortSource("a\nb\nc", undefined, 5)).toEqual({ source: "a\nb\nc" });
  expect(shortSource("aa\nbb\ncc\ndd\nee", undefined, 10)).toEqual({ source: "aa\nbb\n…\nee", omitted_lines: 2 });
  expect(shortSource("a".repeat(9), undefined, 4)).toEqual({ source: "aaa…", omitted_lines: 0 });
  expect(shortSource("class A\n1\n2", ["1: x", "2: y"], 6)).toEqual({ outline: ["1: x"], omitted_members: 1 });
});
