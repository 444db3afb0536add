import { describe, expect, test } from "vitest";
import { waysBetween } from "../../src/code-index/call-ways.ts";
import { writtenIn } from "../../src/formats/format.ts";
import { loadFormat } from "../../src/formats/index.ts";
import { getDependencyGraph } from "../../src/tools/get-dependency-graph.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex } from "../support/index-call.ts";

const edgesOf = (text: string) =>
  text.split(" ").map((edge) => {
    const [from = 0, to = 0] = edge.split(">").map(Number);
    return { from, to };
  });

describe("ways", () => {
  const ways = (edges: string, starts: readonly number[], ends: readonly number[], longest = 9) =>
    waysBetween(new Set(starts), new Set(ends), edgesOf(edges), { most: 3, longest }).map((way) =>
      [way[0]?.from, ...way.map(({ to }) => to)].join(">"),
    );

  test.each([
    ["the shortest first", "0>1 1>2 0>2 2>3 1>3", [0], [3], ["0>1>3", "0>2>3", "0>1>2>3"]],
    ["at most three", "0>1 0>2 0>3 0>4 1>5 2>5 3>5 4>5", [0], [5], ["0>1>5", "0>2>5", "0>3>5"]],
    ["none against the direction", "1>0", [0], [1], []],
    ["no node twice", "0>1 1>2 2>1 1>3", [0], [3], ["0>1>3"]],
    ["back to itself", "0>1 1>0 0>0", [0], [0], ["0>0", "0>1>0"]],
    ["from several to several", "0>2 1>3 2>4", [0, 1], [3, 4], ["1>3", "0>2>4"]],
  ])("are %s", (_, edges, starts, ends, expected) => {
    expect(ways(edges, starts, ends)).toEqual(expected);
  });

  test("are not longer than asked for", () => {
    expect(ways("0>1 1>2 2>3 0>3", [0], [3], 2)).toEqual(["0>3"]);
  });
});

const code = await codeBase({
  "a.py":
    "def a():\n    b()\n    c(1)\ndef b():\n    d()\ndef c(x):\n    d()\n    x.maybe()\ndef d():\n    e()\ndef e(): pass\n" +
    "class K:\n    def maybe(self):\n        only()\ndef only(): pass\ndef alone(): pass\n",
  "test_a.py": "from a import a, alone\ndef test_a():\n    a()\n    helper()\ndef helper(): alone()\n",
});

const brief = await loadFormat("brief");
const text = await loadFormat("text");

const asked = async (input: object, format = text) =>
  writtenIn(format, await callIndex(getDependencyGraph, code, { ...input })).text;

test("each way has the lines of its calls", async () => {
  const lines = [
    "way of 3 calls:\n a a.py:1\n b :4 at 2\n d :9 at 5\n e :11 at 10",
    "way of 3 calls:\n a a.py:1\n c :6 at 3\n d :9 at 7\n e :11 at 10",
  ];
  expect(await asked({ symbol: "a", to: "e" })).toBe(`${lines.join("\n")}\n`);
  const head = "symbol=a to=e counts: ways=2 from_start=3 from_end=2";
  expect(await asked({ symbol: "a", to: "e" }, brief)).toBe([head, ...lines, "searched_files=5"].join("\n"));
  expect(await asked({ symbol: "e", to: "a", direction: "callers" })).toBe(`${lines.join("\n")}\n`);
});

test("a possible call is on a way if there is not a surer one, and the way says so", async () => {
  expect(await asked({ symbol: "a", to: "only" })).toBe(
    "way of 3 calls, possible:\n a a.py:1\n c :6 at 3\n K.maybe :13 at 8 possible\n only :15 at 14\n",
  );
});

test("without a way it says how much was looked at, and whether a bound was reached", async () => {
  const all = await asked({ symbol: "b", to: "alone" }, brief);
  expect(all).toContain("symbol=b to=alone counts: from_start=3 from_end=1\n");
  expect(all).toContain("No way: all calls that are resolved were followed., Functions of tests are not followed");
  expect(all).toContain("\nno way\n");
  expect(await asked({ symbol: "a", to: "e", max_depth: 2 }, brief)).toContain("No way of at most 2 calls was found.");
});

test("of several symbols with a name, the ways of all are looked for", async () => {
  const many = await codeBase({ "m.py": "def f():\n    g()\ndef g(): pass\nclass A:\n    def g(self): pass\n" });
  const answer = await callIndex(getDependencyGraph, many, { symbol: "f", to: "g" });
  expect(writtenIn(brief, answer).text).toBe(
    "symbol=f to=g counts: ends=2 ways=1 from_start=1 from_end=2\nway of 1 call:\n f m.py:1\n g :3 at 2\nsearched_files=5",
  );
});

test("functions of tests are followed from a test, and if tests are shown", async () => {
  expect(await asked({ symbol: "test_a", to: "alone" })).toBe(
    "way of 2 calls:\n test_a test_a.py:2\n helper :5 at 4\n alone a.py:16 at 5\n",
  );
});

test.each([
  [{ to: "e" }, "Argument 'to' goes with 'symbol'."],
  [{ symbol: "a", to: "e", only: "cycles" }, "Argument 'to' excludes 'only'."],
  [{ symbol: "a", to: "e", output_format: "dot" }, "Argument 'to' excludes 'output_format'."],
  [{ symbol: "a", to: "gone" }, "Symbol not found: gone"],
])("%o is refused", async (input, message) => {
  await expect(callIndex(getDependencyGraph, code, input)).rejects.toThrow(message);
});
