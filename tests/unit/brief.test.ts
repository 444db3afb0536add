import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type FileEntry, type IndexAnswer, resultsOf } from "../../src/answers/answer.ts";
import type { RowValues } from "../../src/answers/rows.ts";
import { brief } from "../../src/formats/brief.ts";
import { writtenIn } from "../../src/formats/format.ts";
import { findReferences } from "../../src/tools/find-references.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex } from "../support/index-call.ts";
import { namedLists } from "../support/named-lists.ts";

const folder = join(import.meta.dirname, "../fixtures/index-answers");

/** An answer as JSON, as the tool made it. */
function answerOf({ success, error, ...keys }: RowValues): IndexAnswer {
  if (success === false) return { error: String(error), details: keys };
  const isList = (key: string, value: unknown) =>
    Array.isArray(value) && (key === "results" || (value.length > 0 && Object(value[0]).filepath !== undefined));
  const entries = Object.entries(keys);
  return {
    head: Object.fromEntries(entries.filter(([key, value]) => !isList(key, value))),
    lists: entries.flatMap(([name, value]) => (isList(name, value) ? [{ name, entries: value as FileEntry[] }] : [])),
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
    // Only every fifth line has its number.
    const texts = key === "lines" ? lines.map((line) => line.replace(/^\d+: /, "")) : lines;
    return texts.map((line) => [path.join("."), line.trim()] as const).filter(([, line]) => line !== "");
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

describe("lines of code", () => {
  const textOf = (row: RowValues) =>
    writtenIn(brief, { head: {}, lists: [resultsOf([{ filepath: "a.cpp", ...row }])], tail: {} }).text;

  test("keep their tabs, and show what is not seen", () => {
    const lines = ["1: int f() {", "2: \t\treturn 1;", "3: \u202e}"];
    expect(textOf({ lines })).toBe("a.cpp\n1:\tint f() {\n2:\t\t\treturn 1;\n\t\\u202e}");
  });

  test("have a blank for tabs among the keys of a row, and what is not seen is escaped once", () => {
    const keys = { match: "int\t\ta; // \u200b\tb", match_line: 2, note: "one\ttwo" };
    expect(textOf({ symbols: [{ line: 3, name: "f", ...keys }] })).toBe(
      'a.cpp:3: f match="int a; // \\u200b b" match_line=2 note="one\\ttwo"',
    );
    const edits = [{ line: 1, before: "x\t= a", after: "x\t= b" }];
    expect(textOf({ edits })).toContain('before="x = a" after="x = b"');
    const captures = { A: "f(a,\u200b b)", B: "c" };
    expect(textOf({ matches: [{ line: 1, text: "…", captures }] })).toContain('A="f(a,\\u200b b)"');
  });

  test("have a number at the beginning of a range, every two lines and after an empty line", () => {
    const lines = ["3: a", "4: b", "5: c", "6: ", "7: d", "8: e", "11: 7: f", "12: "];
    expect(textOf({ lines })).toBe("a.cpp\n3:\ta\n4:\tb\n\tc\n\n7:\td\n8:\te\n11:\t7: f\n");
  });

  test("have numbers in the source of a symbol if it is all of its lines, and many", () => {
    const written = (source: readonly string[], endLine: number) =>
      textOf({
        definitions: [{ line: 9, end_line: endLine, kind: "function", name: "f", source: source.join("\n") }],
      });
    const long = ["int f() {", "  a();", "  b();", "  c();", "  d();", "}"];
    expect(written(long, 14)).toBe(
      "a.cpp\n9-14: function f\n\tint f() {\n10:\t  a();\n\t  b();\n12:\t  c();\n\t  d();\n14:\t}",
    );
    expect(written(long.slice(0, 5), 13)).toBe(
      "a.cpp\n9-13: function f\n\tint f() {\n\t  a();\n\t  b();\n\t  c();\n\t  d();",
    );
    expect(written(long.slice(0, 3), 14)).toBe("a.cpp\n9-14: function f\n\tint f() {\n\t  a();\n\t  b();");
  });
});

test("words that no file has are named, other zeros are not", () => {
  const tail = { words: { patch: 5, flurb: 0 }, near: { flurb: ["blurb"] }, skipped: { binary: 0, ignored_files: 1 } };
  expect(writtenIn(brief, { head: {}, lists: [resultsOf([])], tail }).text).toBe(
    "words: patch=5 flurb=0; skipped: ignored_files=1\nnear:\nflurb: blurb",
  );
});

test("uses in one line are one row, with the number of each type", async () => {
  const line = "void bump() { count += 1; count++; count = count + other; }";
  const code = await codeBase({ "a.cpp": `int count; int other;\n${line}\nint last() { return count; }\n` });
  const answer = await callIndex(findReferences, code, { symbol: "count" });
  expect(writtenIn(brief, answer).text.split("\n")).toEqual([
    "symbol=count total_references=6 counts: read=2 write=3 definition=1",
    "a.cpp",
    "1: definition: int count; int other;",
    `2: 3 write, read in bump: ${line}`,
    "3: read in last: int last() { return count; }",
    "searched_files=5",
  ]);
  // Each place is a row of its own where columns tell them apart.
  const [entry] = "lists" in answer ? (answer.lists[0]?.entries ?? []) : [];
  const rows = z.array(z.object({ line: z.number(), column: z.number() })).parse(entry?.references);
  expect(new Set(rows.map(({ line, column }) => `${line}:${column}`)).size).toBe(6);
});

test("uses in one line that differ in more than their type, and lines without types, keep what they say", () => {
  const row = (line: number, rest: RowValues) => ({ line, column: line, text: "f(f);", ...rest });
  const textOf = (references: readonly RowValues[]) =>
    writtenIn(brief, { head: {}, lists: [resultsOf([{ filepath: "a.c", references }])], tail: {} }).text;
  expect(textOf([row(1, { type: "call" }), row(1, { type: "address", confidence: "likely" })])).toBe(
    "a.c\n1: call: f(f);\n1: address likely: f(f);",
  );
  expect(textOf([row(1, { type: "call" }), row(2, { type: "call" }), row(2, {}), row(2, {})])).toBe(
    "a.c\n1: call: f(f);\n2: call: f(f);",
  );
});

describe("uses of several symbols", () => {
  const row = (line: number, symbol: string, text: string, rest: RowValues = {}) => ({
    ...{ line, column: 1, type: "call", symbol, text },
    ...rest,
  });
  const answer = (uses: RowValues, references: readonly RowValues[]) =>
    writtenIn(brief, {
      head: { symbol: "run, stop", total_references: references.length, uses },
      lists: [resultsOf([{ filepath: "a.cpp", references }])],
      tail: {},
    }).text.split("\n");

  test("a row leaves out the symbol that its line names, unless it names others, too, or several have the name", () => {
    expect(
      answer({ "A::run": 3, "B::stop": 1, "C::stop": 1 }, [
        row(1, "A::run", "int x   =   run(1);"),
        row(2, "A::run", "run(stop);"),
        row(3, "A::run", "CALL_IT(rerun);"),
        row(4, "B::stop", 'stop("a   b");'),
        row(5, "C::stop", "void stop();", { in: "C", type: "declaration" }),
      ]),
    ).toEqual([
      "total_references=5 uses: A::run=3 B::stop=1 C::stop=1",
      "a.cpp",
      "1: call: int x   =   run(1);",
      "2: call symbol=A::run: run(stop);",
      "3: call symbol=A::run: CALL_IT(rerun);",
      '4: call symbol=B::stop: stop("a   b");',
      "5: declaration symbol=C::stop: void stop();",
    ]);
  });

  test("rows of one page keep a symbol whose name others have that are on another page", () => {
    const rows = [row(1, "A::run", "run();"), row(2, "C::stop", "stop();")];
    const [, , first] = answer({ "A::run": 1, "B::run": 1, "C::stop": 1 }, rows);
    expect(first).toBe("1: call symbol=A::run: run();");
  });

  test("the ones without uses are named, but not the members that share one name", () => {
    const [head = "", list] = answer({ "A::run": 1, "B::halt": 0, "B::stop": 0, "C::stop": 1 }, [
      row(1, "A::run", "run();"),
      row(2, "C::stop", "stop();"),
    ]);
    expect(head).toBe("total_references=2 uses: A::run=1 C::stop=1");
    expect(list).toBe("without_uses: B::halt");
  });

  test("overloads without uses are named once, if each of them has none", () => {
    const uses = { "A::run": 1, "A::run#2": 0, "A::list": 0, "A::list#2": 0 };
    const [, list] = answer(uses, [row(1, "A::run", "run();")]);
    expect(list).toBe("without_uses: A::list");
  });
});

test.each([
  ["function", "bye", "function bye() {", "1: function bye() {"],
  ["function", "walk", "function* walk() {", "1: function* walk() {"],
  ["interface", "Shape", "interface Shape", "1: interface Shape"],
  ["operator", "operator bool", "operator bool() const", "1: operator bool() const"],
  ["function", "run", "async function run() {", "1: function async function run() {"],
  // The first word is the name, and not the kind.
  ["function", "function", "function = 1", "1: function function = 1"],
  // Or a type that has the word as its name.
  ["field", "size", "field size;", "1: field field size;"],
])("the kind %s of %s is written once", (kind, name, signature, expected) => {
  const definitions = [{ line: 1, kind, name, signature }];
  const { text } = writtenIn(brief, { head: {}, lists: [resultsOf([{ filepath: "a.js", definitions }])], tail: {} });
  expect(text.trimEnd()).toBe(`a.js:${expected}`);
});

test("virtual methods of which the same is told are on one line", () => {
  const method = (name: string, line: number, rest: RowValues = {}) => ({ name, line, ...rest });
  const { text } = writtenIn(brief, {
    head: { symbol: "A" },
    lists: namedLists({
      results: [
        {
          filepath: "a.cpp",
          classes: [
            {
              ...{ name: "A", kind: "class", line: 1, end_line: 9 },
              virtual_methods: [
                method("run", 2, { overridden_in: ["B", "C"] }),
                method("own", 3),
                method("stop", 4, { overridden_in: ["B", "C"] }),
                method("wait", 5, { overridden_in: ["B"] }),
              ],
            },
            {
              ...{ name: "B", kind: "class", line: 10, end_line: 19 },
              virtual_methods: [method("run", 11, { overrides: "A" }), method("stop", 12, { overrides: "A" })],
            },
          ],
        },
      ],
    }),
    tail: {},
  });
  expect(text.split("\n").slice(2)).toEqual([
    "1-9: class A",
    " virtual_methods:",
    "  overridden_in=B,C: run 2, stop 4",
    "  own 3",
    "  wait 5 overridden_in=B",
    "10-19: class B",
    " virtual_methods: overrides=A: run 11, stop 12",
  ]);
});

describe("lines around uses", () => {
  const linesOf = (references: readonly RowValues[]) =>
    writtenIn(brief, {
      head: { symbol: "f" },
      lists: [resultsOf([{ filepath: "a.cpp", references }])],
      tail: {},
    }).text.split("\n");
  const use = (line: number, text: string) => ({ line, column: 1, type: "call", text });

  test("are one piece where they overlap or follow each other, and each line is there once", () => {
    const rows = [use(2, "1- {\n2: f();\n3- f(1);"), use(3, "2- f();\n3: f(1);\n4- }"), use(6, "5- {\n6: f(2);\n7- }")];
    expect(linesOf(rows).slice(2)).toEqual([
      "2: call",
      "3: call",
      "6: call",
      "1:\t{",
      "2:\tf();",
      "3:\tf(1);",
      "4:\t}",
      "\t{",
      "6:\tf(2);",
      "\t}",
    ]);
  });

  test("are apart where a line is missing between, where rows go back, and where lines have no numbers", () => {
    expect(linesOf([use(2, "2: f();\n3- }"), use(6, "5- {\n6: f(2);")]).slice(2)).toEqual([
      "2: call",
      "2:\tf();",
      "\t}",
      "6: call",
      "5:\t{",
      "6:\tf(2);",
    ]);
    expect(linesOf([use(6, "5- {\n6: f(2);"), use(5, "4- a;\n5: {")]).slice(2)).toEqual([
      "6: call",
      "5:\t{",
      "6:\tf(2);",
      "5: call",
      "4:\ta;",
      "5:\t{",
    ]);
    expect(linesOf([use(1, "a\nb"), use(2, "b\nc")]).slice(2)).toEqual([
      "1: call",
      "\ta",
      "\tb",
      "2: call",
      "\tb",
      "\tc",
    ]);
  });
});

describe("what the metavariables of a match stand for", () => {
  const rowOf = (text: string, captures: RowValues) => {
    const matches = [{ line: 1, text, captures }];
    return writtenIn(brief, { head: {}, lists: [resultsOf([{ filepath: "a.cpp", matches }])], tail: {} })
      .text.split("\n")
      .at(-1);
  };

  test.each<[string, string, RowValues, string]>([
    ["is left out if the text shows it", "f(a, b)", { A: "a", B: "b" }, "a.cpp:1: f(a, b)"],
    ["is there if the text is cut", "f(…", { A: "f" }, "a.cpp:1: A=f: f(…"],
    ["is there if the text has it twice", "f(x, x)", { A: "x" }, "a.cpp:1: A=x: f(x, x)"],
    ["is there if it is empty", "f()", { A: "" }, 'a.cpp:1: A="": f()'],
    ["is left out of a list alone", "f(a, b)", { A: "a, b" }, "a.cpp:1: f(a, b)"],
    [
      "is there for several with a list",
      "f(1, x, 2, x, 3)",
      { A: "1", B: "2, x, 3" },
      'a.cpp:1: A=1 B="2, x, 3": f(1, x, 2, x, 3)',
    ],
  ])("%s", (_, text, captures, expected) => {
    expect(rowOf(text, captures)).toBe(expected);
  });
});
