import { describe, expect, test } from "vitest";
import { writtenIn } from "../../src/formats/format.ts";
import { loadFormat } from "../../src/formats/index.ts";
import { findReferences } from "../../src/tools/find-references.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex } from "../support/index-call.ts";

const lines = (count: number, line: (number: number) => string) => Array.from({ length: count }, (_, i) => line(i));

/** A function with some uses, and functions of tests that call it. */
const calledBy = (uses: number, tests: number) =>
  codeBase({
    "src/run.py": ["def run(): pass\n", ...lines(uses, (i) => `def user${i}(): run()\n`)].join(""),
    "tests/test_run.py": ["from run import run\n", ...lines(tests, (i) => `def test${i}(): run()\n`)].join(""),
  });

/** The head of an answer, and the files of its lists, with the numbers of their rows. */
async function asked(code: Awaited<ReturnType<typeof calledBy>>, input: object, maxChars: number) {
  const answer = Object(await callIndex(findReferences, code, { symbol: "run", ...input }, { maxChars }));
  const rowsOf = (entries: readonly Record<string, unknown>[] = []) =>
    entries.map(({ filepath, ...rows }) => [filepath, Object.values(rows).flat().length]);
  return { head: answer.head, results: rowsOf(answer.results), possible: rowsOf(answer.lists.possible) };
}

describe("rows of tests", () => {
  test("are listed after all others while they are few", async () => {
    const { head, results } = await asked(await calledBy(2, 19), {}, 100_000);
    expect(head.tests).toBeUndefined();
    expect(results).toEqual([
      ["src/run.py", 3],
      ["tests/test_run.py", 20],
    ]);
  });

  test("are counted if they are many, and listed on request", async () => {
    const code = await calledBy(2, 20);
    const folded = await asked(code, {}, 100_000);
    expect(folded.head).toMatchObject({ total_references: 24, tests: "20 functions in 1 file (tests=show)" });
    expect(folded.head.truncated).toBeUndefined();
    expect(folded.results).toEqual([["src/run.py", 3]]);
    const shown = await asked(code, { tests: "show" }, 100_000);
    expect(shown.head.tests).toBeUndefined();
    expect(shown.results[1]).toEqual(["tests/test_run.py", 21]);
  });

  test("are listed if nothing else uses the symbol, and where an answer has no limit", async () => {
    expect((await asked(await calledBy(0, 30), {}, 100_000)).results[1]).toEqual(["tests/test_run.py", 31]);
    expect((await asked(await calledBy(2, 30), {}, Number.POSITIVE_INFINITY)).results[1]?.[1]).toBe(31);
  });

  test("make room for all others", async () => {
    const code = await calledBy(30, 15);
    const { head, results } = await asked(code, {}, 3_500);
    expect(head).toMatchObject({ detail: "text", tests: "15 functions in 1 file (tests=show)", truncated: true });
    expect(results).toEqual([["src/run.py", 31]]);
  });
});

test("possible uses have a part of the room, and the nearest ones are listed if not all can be", async () => {
  const code = await codeBase({
    "a.py": ["class A:\n    def run(self): pass\n", ...lines(90, (i) => `def sure${i}(): A().run()\n`)].join(""),
    "b.py": lines(90, (i) => `def maybe${i}(x): x.run()\n`).join(""),
  });
  const { head, results, possible } = await asked(code, { symbol: "A.run" }, 9_000);
  expect(head).toMatchObject({ detail: "positions", possible_detail: "callers" });
  expect(head.truncated_reason).toMatch(/; the nearest \d\d of 90 possible callers are here$/);
  expect(results[0]?.[1]).toBeGreaterThan(80);
  expect(possible[0]?.[1]).toBeGreaterThan(10);
});

describe("overloads that are asked for together", () => {
  /** The symbol that rows of calls have, by line. */
  const symbolsAt = async (input: object) => {
    const overloads = ["A a", "B b", "C c", "D d"].map((parameter) => `void f(${parameter});\n`).join("");
    const code = await codeBase({
      "a.cpp": `struct A {}; struct B {};\n${overloads}void g() { f(A()); f(made()); }\n`,
    });
    const { results } = Object(await callIndex(findReferences, code, { reference_types: ["call"], ...input }));
    const [{ references }]: [{ references: readonly { line: number; column: number; symbol?: string }[] }] = results;
    return references.map(({ column, symbol }) => [column, symbol]);
  };

  test("are named where the arguments tell them apart, and where one of them is meant", async () => {
    expect(await symbolsAt({ symbol: "f" })).toEqual([
      [12, "f"],
      [20, "f or 3 others"],
    ]);
    expect(await symbolsAt({ symbols: ["f#1", "f#3", "f#4"] })).toEqual([[12, "f"]]);
  });

  test("are counted so", async () => {
    const code = await codeBase({ "a.cpp": "void f(A a);\nvoid f(B b);\nvoid g() { f(made()); f(other()); }\n" });
    const answer = Object(await callIndex(findReferences, code, { symbols: ["f#1", "f#2"] }));
    expect(answer.head).toMatchObject({ uses: { f: 0, "f#2": 0, "f or f#2": 2 } });
  });

  test("are named in text, too, and one symbol is not", async () => {
    const code = await codeBase({ "a.cpp": "void f(A a);\nvoid f(B b);\nvoid h();\nvoid g() { f(made()); h(); }\n" });
    const format = await loadFormat("text");
    const linesFor = async (symbol: string) =>
      writtenIn(format, await callIndex(findReferences, code, { symbol, reference_types: ["call"] })).text.split(
        "\n",
      )[0];
    expect(await linesFor("f")).toBe("a.cpp:4:12: call of f or f#2 in g: void g() { f(made()); h(); }");
    expect(await linesFor("h")).toBe("a.cpp:4:23: call in g: void g() { f(made()); h(); }");
  });
});
