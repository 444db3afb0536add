import { describe, expect, test } from "vitest";
import { foldedTests, foldedText, foldedUsers } from "../../src/tools/graphs/folded-rows.ts";
import type { ReachingTest, User } from "../../src/tools/graphs/reached-users.ts";

const symbolOf = (file: string, name: string): ReachingTest["symbol"] => ({
  ...{ file, name, word: name, kind: "function", isFile: false },
  ...{ places: [], forward: [], constructors: [], bodies: [] },
});

function reaching(file: string, way: readonly string[], certainty: User["certainty"] = "exact"): ReachingTest {
  return { symbol: symbolOf(file, "t"), way: way.map((name) => symbolOf("a.py", name)), certainty };
}

const rowsOf = (tests: readonly ReachingTest[]) =>
  foldedTests(tests).map(({ test: { symbol }, rank, alike }) => `${symbol.file} ${rank} +${alike}`);

describe("tests", () => {
  test("are not folded up to ten", () => {
    expect(rowsOf(Array.from({ length: 10 }, () => reaching("t.py", ["f"])))).toHaveLength(10);
  });

  test("are one row if file, way and certainty are the same", () => {
    const many = Array.from({ length: 8 }, () => reaching("t.py", ["f"]));
    const others = [reaching("u.py", ["f"]), reaching("t.py", ["g", "f"]), reaching("t.py", ["f"], "likely")];
    expect(rowsOf([...many, ...others])).toEqual(["t.py 1 +7", "u.py 9 +0", "t.py 10 +0", "t.py 11 +0"]);
  });

  test("of functions of one name in several files are apart", () => {
    const of = (file: string) =>
      Array.from({ length: 8 }, () => ({ ...reaching("t.py", []), way: [symbolOf(file, "f")] }));
    expect(rowsOf([...of("a.py"), ...of("b.py")])).toEqual(["t.py 1 +7", "t.py 9 +7"]);
  });

  test("of each file come before further ways of one, in the order of their ranks", () => {
    const ways = Array.from({ length: 12 }, (_, i) => reaching("t.py", [`f${i}`]));
    const files = Array.from({ length: 8 }, (_, i) => reaching(`u${i}.py`, ["f"]));
    const first = ways.slice(0, 2).map((_, i) => `t.py ${i + 1} +0`);
    expect(rowsOf([...ways, ...files])).toEqual([...first, ...files.map((_, i) => `u${i}.py ${i + 13} +0`)]);
  });
});

test("callers of symbols that they have to follow are all shown, and three of each other one", () => {
  const users = (start: number, count: number): readonly User[] =>
    Array.from({ length: count }, () => ({
      ...{ symbol: symbolOf("a.py", "u"), start, lines: [1], certainty: "exact", depth: 1 },
      ...{ isChanged: false, isPassing: false },
    }));
  const startsOf = (all: readonly User[]) => foldedUsers(all, (start) => start === 0).map(({ start }) => start);
  expect(startsOf(users(1, 12))).toHaveLength(12);
  expect(startsOf([...users(0, 14), ...users(1, 5), ...users(2, 2)])).toEqual([...Array(14).fill(0), 1, 1, 1, 2, 2]);
});

test("a text counts the rows that are not shown", () => {
  expect(foldedText([{ part: "tests", name: "tests", rows: 3, total: 3 }])).toBeUndefined();
  const counts = [
    { part: "tests", name: "tests", rows: 3, total: 104 },
    { part: "tests", name: "naming_tests", rows: 10, total: 12 },
    { part: "includers", name: "includers", rows: 0, total: 20 },
  ];
  expect(foldedText(counts)).toBe(
    "101 of 104 tests, 2 of 12 naming_tests, 20 of 20 includers (include=includers,tests)",
  );
});
