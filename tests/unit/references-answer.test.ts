import { describe, expect, test } from "vitest";
import { writtenIn } from "../../src/formats/format.ts";
import { loadFormat } from "../../src/formats/index.ts";
import { findReferences } from "../../src/tools/find-references.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex } from "../support/index-call.ts";
import { answerByName } from "../support/named-lists.ts";

const lines = <Line>(count: number, line: (number: number) => Line) => Array.from({ length: count }, (_, i) => line(i));

/** A function with some uses, and functions of tests that call it. */
const calledBy = (uses: number, tests: number) =>
  codeBase({
    "src/run.py": ["def run(): pass\n", ...lines(uses, (i) => `def user${i}(): run()\n`)].join(""),
    "tests/test_run.py": ["from run import run\n", ...lines(tests, (i) => `def test${i}(): run()\n`)].join(""),
  });

/** The head of an answer, and the files of its lists, with the numbers of their rows. */
async function asked(code: Awaited<ReturnType<typeof calledBy>>, input: object, maxChars: number) {
  const answer = answerByName(await callIndex(findReferences, code, { symbol: "run", ...input }, { maxChars }));
  const rowsOf = (entries: readonly Record<string, unknown>[] = []) =>
    entries.map(({ filepath, ...rows }) => [filepath, Object.values(rows).flat().length]);
  return { head: answer.head, results: rowsOf(answer.results), possible: rowsOf(answer.possible) };
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

describe("rows of tests are left out before other rows lose anything", () => {
  test("unless the call asks for them", async () => {
    const texts = await asked(await calledBy(30, 5), {}, 2_500);
    expect(texts.head).toMatchObject({ detail: "positions", tests: "5 functions in 1 file (tests=show)" });
    expect(texts.head).not.toHaveProperty("tests_detail");
    expect(texts.results).toEqual([["src/run.py", 31]]);
    const shown = await asked(await calledBy(30, 5), { tests: "show" }, 2_900);
    expect(shown.head).toMatchObject({ detail: "positions", tests_detail: "text" });
    expect(shown.results).toEqual([
      ["src/run.py", 31],
      ["tests/test_run.py", 6],
    ]);
  });

  test("and a call that asks for them gets no advice to do so", async () => {
    const code = await calledBy(30, 5);
    const rooms = lines(20, (i) => 300 + 20 * i);
    const heads = await Promise.all(rooms.map(async (room) => (await asked(code, { tests: "show" }, room)).head.tests));
    expect(new Set(heads)).toEqual(new Set(["5 functions in 1 file", undefined]));
  });
});

describe("rows that do not fit in any form", () => {
  type Written = readonly [path: string, text: string];
  const inFiles = (files: number, tests: number) =>
    codeBase({
      "run.py": "def run(): pass\n",
      ...Object.fromEntries(
        lines(files, (i): Written => [`src/use${i}.py`, `from run import run\ndef user${i}(): run()\n`]),
      ),
      ...Object.fromEntries(
        lines(tests, (i): Written => [`tests/test_${i}.py`, `from run import run\ndef t${i}(): run()\n`]),
      ),
    });

  test("are the first files, in as much room as there is", async () => {
    const { head, results } = await asked(await inFiles(300, 2), {}, 10_000);
    expect(head).toMatchObject({ detail: "files", tests: "2 functions in 2 files (tests=show)" });
    expect(head.truncated_reason).toMatch(new RegExp(`; the first ${results.length} of 301 files are here$`));
    expect(results.length).toBeGreaterThan(100);
    expect(results.filter(([filepath]) => String(filepath).startsWith("tests/"))).toEqual([]);
    expect(head.next_cursor).toBeDefined();
  });

  test("are the first files of tests as well, if a call asks for them", async () => {
    const code = await inFiles(300, 300);
    const { head, results } = await asked(code, { tests: "show" }, 20_000);
    const ofTests = results.filter(([filepath]) => String(filepath).startsWith("tests/"));
    expect(head).toMatchObject({ detail: "files" });
    expect(head.truncated_reason).toMatch(
      new RegExp(`the first \\d+ of 301 files are here; the first ${ofTests.length} of 300 test files are here$`),
    );
    expect(ofTests.length).toBeGreaterThan(20);
    expect(results.length).toBeGreaterThan(3 * ofTests.length);
  });

  test("are the first callers, and the number of all uses of their file", async () => {
    const code = await codeBase({
      "a.py": ["def run(): pass\n", ...lines(300, (i) => `def user${i}(): run()\n`)].join(""),
      "b.py": "from a import run\ndef other(): run()\n",
    });
    const answer = answerByName(await callIndex(findReferences, code, { symbol: "run" }, { maxChars: 10_000 }));
    const [{ callers, ...first }, ...others] = answer.results;
    expect(answer.head.truncated_reason).toMatch(new RegExp(`; the first ${callers.length} of 303 callers are here$`));
    expect(callers.length).toBeGreaterThan(100);
    expect(first).toEqual({ filepath: "a.py", count: 301, counts: { call: 300, definition: 1 } });
    expect(others).toEqual([{ filepath: "b.py", count: 2, counts: { call: 1, import: 1 } }]);
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
    const { results } = answerByName(await callIndex(findReferences, code, { reference_types: ["call"], ...input }));
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
    const answer = answerByName(await callIndex(findReferences, code, { symbols: ["f#1", "f#2"] }));
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

describe("detail full", () => {
  const long = ["def long():", ...lines(120, (i) => (i === 60 ? "    run()" : `    step${i} = ${i}`))];
  const source = [
    "def run():",
    "    pass",
    "",
    "def twice():",
    "    run()",
    "    return run()",
    "",
    "run()",
    ...long,
    "class Holder:",
    "    field = run()",
  ].join("\n");

  const textsOf = async (input: object, maxChars = 100_000) => {
    const answer = answerByName(
      await callIndex(findReferences, await codeBase({ "run.py": source }), { symbol: "run", ...input }, { maxChars }),
    );
    const rows: readonly { line: number; text: string }[] = answer.results
      .flatMap(Object)
      .flatMap(({ references }: { references: readonly { line: number; text: string }[] }) => references);
    return { head: answer.head, texts: Object.fromEntries(rows.map(({ line, text }) => [line, text.split("\n")])) };
  };

  test("gives the function around uses with the first of them, and the one that is declared", async () => {
    const { texts } = await textsOf({ detail: "full" });
    expect(texts[1]).toEqual(["1: def run():", "2-     pass"]);
    expect(texts[5]).toEqual(["4- def twice():", "5:     run()", "6:     return run()"]);
    expect(texts[6]).toEqual(["return run()"]);
  });

  test("gives some lines around uses in long functions and outside of functions", async () => {
    const { texts } = await textsOf({ detail: "full" });
    expect(texts[70]?.map((text) => text.split(/[:-]/)[0])).toEqual(lines(11, (i) => String(65 + i)));
    expect(texts[8]).toHaveLength(11);
    expect((await textsOf({ detail: "full", context_lines: 1 })).texts[8]).toHaveLength(3);
    expect((await textsOf({ detail: "full", context_lines: 0 })).texts[8]).toEqual(["run()"]);
  });

  test("gives a function of one line as the line of the use", async () => {
    const code = await codeBase({ "a.py": "def run(): pass\ndef one(): run()\n" });
    const answer = answerByName(
      await callIndex(findReferences, code, { symbol: "run", detail: "full" }, { maxChars: 9_000 }),
    );
    expect(answer.results[0].references.map(({ text }: { text: string }) => text)).toEqual([
      "def run(): pass",
      "def one(): run()",
    ]);
  });

  test("leaves declarations out of callers", async () => {
    const { texts } = await textsOf({ detail: "full", group_by: "caller" });
    expect(Object.keys(texts)).toEqual(["5", "6", "8", "70", "131"]);
  });

  test("gives the function with the use that is listed first, and is not left out", async () => {
    const code = await codeBase({
      "a.py":
        "class A:\n    def run(self):\n        pass\n\ndef one(a):\n    getattr(a, 'run')\n    a.run()\n    A().run()\n\n" +
        "def fact(n):\n    return fact(n - 1)\n",
    });
    const rowsOf = async (input: object) => {
      const answer = answerByName(
        await callIndex(findReferences, code, { detail: "full", ...input }, { maxChars: 9_000 }),
      );
      return answer.results[0].references.map(({ line, text }: { line: number; text: string }) => [line, text]);
    };
    const one = "5- def one(a):\n6:     getattr(a, 'run')\n7:     a.run()\n8:     A().run()";
    const fact = "10: def fact(n):\n11:     return fact(n - 1)";
    expect(await rowsOf({ symbol: "A.run" })).toContainEqual([8, one]);
    expect(await rowsOf({ symbol: "fact" })).toEqual([
      [10, fact],
      [11, "return fact(n - 1)"],
    ]);
    expect(await rowsOf({ symbol: "fact", group_by: "caller" })).toEqual([[11, fact]]);
  });

  test("gives possible uses only their lines beside sure ones", async () => {
    const possibleIn = async (sure: string) => {
      const code = await codeBase({
        "a.py": `class A:\n    def run(self):\n        pass\n\ndef one(a):\n    a.run()\n${sure}`,
      });
      const answer = answerByName(
        await callIndex(findReferences, code, { symbol: "A.run", detail: "full" }, { maxChars: 9_000 }),
      );
      return answer.possible[0].references[0].text;
    };
    expect(await possibleIn("A().run()\n")).toBe("a.run()");
    expect(await possibleIn("")).toBe("5- def one(a):\n6:     a.run()");
  });

  test("keeps all rows in a small room, and says how many have their code", async () => {
    const { head, texts } = await textsOf({ detail: "full" }, 1_100);
    expect(Object.keys(texts)).toEqual(["1", "5", "6", "8", "70", "131"]);
    const rich = Object.values(texts).filter((text) => text.length > 1).length;
    expect(rich).toBeGreaterThan(0);
    expect(rich).toBeLessThan(5);
    expect(head).toMatchObject({ detail: "around", truncated: true });
    expect(head.truncated_reason).toMatch(/; of 6 rows the first \d have them$/);
  });
});

test("lines around uses are left out one by one, from the last row on", async () => {
  const code = await calledBy(20, 0);
  const answer = answerByName(
    await callIndex(findReferences, code, { symbol: "run", context_lines: 4 }, { maxChars: 4_000 }),
  );
  const texts: readonly string[] = answer.results[0].references.map(({ text }: { text: string }) => text);
  const rich = texts.filter((text) => text.includes("\n")).length;
  expect(texts).toHaveLength(21);
  expect(rich).toBeGreaterThan(3);
  expect(texts.slice(0, rich).every((text) => text.includes("\n"))).toBe(true);
});
