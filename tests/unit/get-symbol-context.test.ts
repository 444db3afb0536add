import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { referenceTypes } from "../../src/code-index/reference-types.ts";
import { brief } from "../../src/formats/brief.ts";
import { type Format, writtenIn } from "../../src/formats/format.ts";
import { answerText, jsonLines } from "../../src/formats/json.ts";
import { plainText } from "../../src/formats/text.ts";
import { contextAnswer, parts } from "../../src/tools/answers/context-answer.ts";
import type { AnswerBounds } from "../../src/tools/contract/answer-bounds.ts";
import type { AnyIndexTool } from "../../src/tools/contract/index-tool.ts";
import { findDefinition } from "../../src/tools/find-definition.ts";
import { findReferences } from "../../src/tools/find-references.ts";
import { getSymbolContext } from "../../src/tools/get-symbol-context.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";
import { seed } from "../support/seed.ts";
import { shapes } from "../support/shapes.ts";

const code = await codeBase(shapes);
type Input = Readonly<Record<string, unknown>>;
const answerOf = async (tool: AnyIndexTool, input: Input, from = code) =>
  Object(written(await callIndex(tool, from, input)));
const context = (input: Input, from = code) => answerOf(getSymbolContext, input, from);

/** The rows of a list of entries, each with its file. */
const rowsIn = (
  entries: readonly Readonly<Record<string, unknown>>[] = [],
): readonly Readonly<Record<string, unknown>>[] =>
  entries.flatMap(({ filepath, ...lists }) =>
    Object.values(lists).flatMap((rows) =>
      (Array.isArray(rows) ? rows : []).map((row) => ({ filepath, ...Object(row) })),
    ),
  );

test("callers have the lines of one function together where there is no room for their texts", async () => {
  const calls = Array.from({ length: 60 }, () => "  total(1);\n").join("");
  const often = await codeBase({ "a.cpp": `int total(int n);\nvoid many() {\n${calls}}\n` });
  const { callers, truncated_reason } = await context({ symbol: "total", max_chars: 3_000 }, often);
  expect(callers).toMatchObject([{ callers: [{ caller: "many", line: 2, count: 60 }] }]);
  expect(truncated_reason).toBe("an answer has at most 3000 characters: it has callers without lines");
});

test("its rows are those of find_definition and find_references", async () => {
  for (const { path, declarations } of code.index.files) {
    for (const { kind, line, column } of declarations) {
      if (kind === "import" || kind === "include") continue;
      const place = { filepath: code.nameOf(path), line, column };
      const answer = await context({ ...place, max_chars: 1_000_000 });
      const { results } = await answerOf(findDefinition, { ...place, detail: "full" });
      expect(answer.results, JSON.stringify(place)).toEqual(results);
      for (const use of [...rowsIn(answer.uses), ...rowsIn(answer.bases), ...rowsIn(answer.overrides)]) {
        const { filepath, line, column } = use;
        const definition = await answerOf(findDefinition, { filepath, line, column });
        expect(rowsIn(definition.results)).toContainEqual(use);
      }
      const found = await answerOf(findReferences, place);
      const { callers, tests, derived, overridden_by, possible } = answer;
      const isOfBase = ({ override }: Input) => override === true;
      const references = [...rowsIn(found.results), ...rowsIn(found.possible).filter(isOfBase)];
      for (const row of [callers, tests, derived, overridden_by].flatMap(rowsIn))
        expect(references).toContainEqual(row);
      for (const row of rowsIn(possible)) expect(rowsIn(found.possible)).toContainEqual(row);
    }
  }
});

describe("tests that reach the symbol through others", () => {
  const python = {
    "app.py": "def made(x): return x\n\ndef helper(x): return made(x)\n\ndef far(x): return helper(x)\n",
    "other.py": "class Other:\n    def made(self): return 1\n",
    "tests/conftest.py":
      "import pytest\nfrom app import made\n\n@pytest.fixture\ndef thing(): return made(1)\n\n" +
      "@pytest.fixture\ndef nothing(): return 1\n",
    "tests/test_app.py":
      "import pytest\nfrom app import made, helper, far\nfrom other import Other\n\n" +
      "def check(x): return helper(x)\n\n" +
      "def test_direct(): made(1)\n\ndef test_helper(): helper(1)\n\ndef test_check(): check(2)\n\n" +
      "def test_thing(thing): assert thing\n\n" +
      '@pytest.mark.usefixtures("thing")\ndef test_asked(): pass\n\n' +
      "def test_far(): far(1)\n\n" +
      "def test_other(): Other().made()\n\ndef test_nothing(nothing): assert nothing\n\n" +
      "def test_argument(): print('thing')\n",
    "tests/test_own.py":
      "import pytest\n\n@pytest.fixture\ndef thing(): return 2\n\ndef test_own(thing): assert thing\n",
  };

  test("are listed with the way after tests that use it: helpers, and fixtures of pytest", async () => {
    const { counts, tests, tests_via, ...answer } = await context({ symbol: "app.made" }, await codeBase(python));
    expect(counts).toMatchObject({ tests: 2, tests_via: 5 });
    expect(rowsIn(tests).map(({ in: name }) => name)).toEqual(["thing", "test_direct"]);
    expect(rowsIn(tests_via)).toMatchObject([
      { filepath: "tests/test_app.py", name: "test_helper", line: 9, via: ["helper"] },
      { name: "test_thing", via: ["thing"] },
      { name: "test_asked", via: ["thing"] },
      { name: "test_check", via: ["check", "helper"] },
      { name: "test_far", via: ["far", "helper"] },
    ]);
    expect(answer).not.toHaveProperty("warnings");
  });

  test("of C++ are bodies of macros", async () => {
    const code = await codeBase({
      "area.hpp": "int area(int n);\nint twice(int n);\nint none(int n);\n",
      "area.cpp":
        '#include "area.hpp"\nint area(int n) { return n; }\nint twice(int n) { return area(n) * 2; }\n' +
        "int none(int n) { return n; }\n",
      "area_test.cpp":
        '#include <gtest/gtest.h>\n#include "area.hpp"\nstatic int helped(int n) { return area(n); }\n' +
        "TEST(Area, Direct) { EXPECT_EQ(area(1), 1); }\nTEST(Area, Helped) { EXPECT_EQ(helped(1), 1); }\n" +
        "TEST(Area, Twice) { EXPECT_EQ(twice(1), 2); }\nTEST(Area, None) { EXPECT_EQ(none(1), 1); }\n",
    });
    const { tests, tests_via } = await context({ symbol: "area" }, code);
    expect(rowsIn(tests).map(({ line }) => line)).toEqual([3, 4]);
    expect(rowsIn(tests_via)).toMatchObject([
      { name: "Area::Area.Helped", line: 5, via: ["helped"] },
      { name: "Area::Area.Twice", line: 6, via: ["twice"] },
    ]);
  });

  test("are not looked for without tests, nor if ten tests use it directly", async () => {
    const code = await codeBase(python);
    expect(await context({ symbol: "app.made", include: ["callers"] }, code)).not.toHaveProperty("tests_via");
    const direct = (count: number) =>
      Array.from({ length: count }, (_, i) => `def test_d${i}(): made(${i})\n`).join("");
    const often = (count: number) => ({ ...python, "tests/test_more.py": `from app import made\n${direct(count)}` });
    const [few, many] = [await codeBase(often(7)), await codeBase(often(8))];
    expect((await context({ symbol: "app.made" }, few)).counts).toMatchObject({ tests_via: 5 });
    const { counts, warnings } = await context({ symbol: "app.made" }, many);
    expect(counts).toEqual({ callers: 1, tests: 10 });
    expect(warnings).toEqual(["Tests through 1 further caller were not looked for: include tests looks further."]);
  });

  test("are looked for within bounds, which the answer says", async () => {
    const files = Array.from({ length: 10 }, (_, i) => [
      `tests/test_${i}.py`,
      `from app import helper\ndef test_${i}(): helper(${i})\n`,
    ]);
    const code = await codeBase({ "app.py": python["app.py"], ...Object.fromEntries(files) });
    const { counts, warnings } = await context({ symbol: "app.made" }, code);
    expect(counts).toEqual({ callers: 1 });
    expect(warnings).toEqual(["Tests through 1 further caller were not looked for: include tests looks further."]);
  });

  test("are looked for in all files, further, and through possible calls, if the call names the parts", async () => {
    const code = await codeBase({
      "core.py": "def made(x): return x\n",
      "model.py":
        "from core import made\n\nclass Model:\n    def update(self): return self._update()\n\n    def _update(self): return deep(1)\n\ndef deep(x): return deeper(x)\n\ndef deeper(x): return made(x)\n",
      "view.py":
        "from model import Model\n\nclass View:\n    def __init__(self): self.model = Model()\n\n    def show(self): self.model.update()\n\nclass Other:\n    def shown(self): return 1\n",
      "tests/test_view.py":
        "from view import View, Other\n\ndef test_show():\n    View().show()\n\ndef test_untyped(app):\n    app.view.show()\n\n" +
        "def test_other(app):\n    app.view.shown()\n",
    });
    const few = await context({ symbol: "made" }, code);
    expect(few.counts).not.toHaveProperty("tests_via");
    expect(few.warnings).toEqual(["Tests through 1 further caller were not looked for: include tests looks further."]);
    const { tests_via, warnings } = await context({ symbol: "made", include: ["tests"] }, code);
    expect(rowsIn(tests_via)).toMatchObject([
      {
        name: "test_show",
        via: ["View.show", "Model.update", "Model._update", "deep", "deeper"],
        confidence: "likely",
      },
      { name: "test_untyped", confidence: "possible" },
    ]);
    expect(warnings).toEqual(["1 test that may reach it: at the end of the list."]);
  });

  test("come last if a base looks the symbol up by a name that it makes", async () => {
    const code = await codeBase({
      "page.py":
        'class Base:\n    def send(self, kind): getattr(self, "on_" + kind)()\n\nclass Plain(Base):\n    def on_cut(self): return 2\n\n' +
        'class Page(Base):\n    def on_copy(self): return 1\n\n    def ask(self, kind): getattr(self, "on_" + kind)()\n\n' +
        "    def run(self): return self.on_copy()\n\ndef one(): return Page().run()\n\ndef two(): return one()\n",
      "tests/test_core.py": 'from page import Plain\n\ndef test_send():\n    Plain().send("cut")\n',
      "tests/test_page.py":
        'from page import Page, two\n\ndef test_two():\n    two()\n\ndef test_ask():\n    Page().ask("copy")\n',
    });
    const { tests_via, warnings } = await context({ symbol: "Page.on_copy", include: ["tests"] }, code);
    expect(rowsIn(tests_via)).toMatchObject([
      { name: "test_ask", via: ["Page.ask"] },
      { name: "test_two", via: ["two", "one", "Page.run"] },
      { name: "test_send", via: ["Base.send"], confidence: "possible" },
    ]);
    expect(warnings).toEqual(["1 test that may reach it: at the end of the list."]);
  });

  test("are listed as possible if they may use the symbol itself", async () => {
    const code = await codeBase({
      "core.py": "class Shape:\n    def area(self): return 1\n\n    def size(self): return 2\n",
      "app.py": "def draw(shape): shape.area()\n",
      "tests/test_core.py": "def test_area(shape):\n    shape.area()\n\ndef test_size(shape):\n    shape.size()\n",
    });
    const { possible, counts } = await context({ symbol: "Shape.area", include: ["tests"] }, code);
    expect(counts).toEqual({ possible: 1 });
    expect(rowsIn(possible)).toMatchObject([{ filepath: "tests/test_core.py", in: "test_area" }]);
  });

  test("are folded by file and way, unless the call names the parts", async () => {
    const tests = Array.from({ length: 12 }, (_, i) => `def test_${i}(): helper(${i})\n`).join("");
    const code = await codeBase({ "app.py": python["app.py"], "tests/test_a.py": `from app import helper\n${tests}` });
    const folded = await context({ symbol: "app.made" }, code);
    expect(folded).toMatchObject({ counts: { tests_via: 12 }, folded: "11 of 12 tests_via (include=tests)" });
    expect(rowsIn(folded.tests_via)).toMatchObject([{ name: "test_0", via: ["helper"], alike: 11 }]);
    const whole = await context({ symbol: "app.made", include: ["tests"] }, code);
    expect(rowsIn(whole.tests_via)).toHaveLength(12);
    expect(whole).not.toHaveProperty("folded");
  });
});

test("callers and tests come before the source, and each part that is cut has a call for all of it", async () => {
  const long = Array.from({ length: 200 }, (_, i) => `    value += used${i}()\n`).join("");
  const used = Array.from({ length: 200 }, (_, i) => `def used${i}(): return ${i}\n`).join("");
  const calls = (name: string) => Array.from({ length: 23 }, (_, i) => `def ${name}${i}(): return total()\n`).join("");
  const code = await codeBase({
    "a.py": `${used}def total():\n    value = 0\n${long}    return value\n`,
    "b.py": `from a import total\n${calls("caller")}`,
    "c.py": "def other(x): return x.total()\n",
    "tests/test_a.py": `from a import total\n${calls("test")}`,
  });
  const { counts, next_calls, ...answer } = await context({ symbol: "total", max_chars: 10_000 }, code);
  expect(counts).toEqual({ callers: 23, tests: 23, uses: 200, possible: 1 });
  expect(rowsIn(answer.callers)).toHaveLength(23);
  expect(rowsIn(answer.tests)).toHaveLength(23);
  expect(rowsIn(answer.possible)).toMatchObject([{ filepath: "c.py", line: 1 }]);
  expect(answer.truncated_reason).toMatch(/: it has \d+ of 200 uses, a part of the source$/);
  expect(next_calls).toEqual([
    'get_symbol_context {"symbol":"total","include":["uses"]}',
    'find_definition {"symbol":"total","detail":"full"}',
  ]);
  expect(JSON.stringify(answer).length).toBeGreaterThan(9_000);
});

test("the source is the last list, in all formats", async () => {
  const answer = await callIndex(getSymbolContext, code, { symbol: "Shape::rename" });
  const lists = Object.entries(Object(written(answer))).filter(([, value]) => Array.isArray(value));
  expect(lists.map(([name]) => name)).toEqual(["uses", "imports", "results"]);
  const linesIn = (format: Format) => writtenIn(format, answer).text.split("\n");
  const [briefly, lines, objects] = [brief, plainText, jsonLines].map(linesIn);
  expect(briefly?.filter((line) => /^[a-z]+:$/.test(line))).toEqual(["uses:", "imports:", "results:", "declarations:"]);
  expect(lines?.map((line) => / (uses|imports): /.exec(line)?.[1]).join(" ")).toMatch(/^(uses )+(imports )+ +$/);
  expect(objects?.map((line) => /^{"(uses|imports)"/.exec(line)?.[1]).join(" ")).toMatch(/^(uses )+(imports )+ +$/);
});

test("a small source is whole next to more callers, tests and uses than have room", async () => {
  const manyOf = (count: number, line: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join("");
  const answerWith = async (lines: number) => {
    const source = `def total():\n${manyOf(lines, (i) => `    value = used${i}(${"1234567890"})\n`)}    return value\n`;
    const files = {
      "a.py": manyOf(lines, (i) => `def used${i}(n): return n\n`) + source,
      "b.py": `from a import total\n${manyOf(300, (i) => `def caller${i}(): return total() + total()\n`)}`,
      "tests/test_a.py": `from a import total\n${manyOf(300, (i) => `def test_${i}(): assert total() == ${i}\n`)}`,
    };
    const answer = await context({ symbol: "total" }, await codeBase(files));
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(16_000);
    return { source: source.trimEnd(), reason: answer.truncated_reason, row: rowsIn(answer.results)[0] };
  };
  const small = await answerWith(80);
  expect(small.source.length).toBeGreaterThan(2_400);
  expect(small.row?.source).toBe(small.source);
  expect(small.reason).toMatch(/callers/);
  const large = await answerWith(200);
  expect(large.row?.source).not.toBe(large.source);
  expect(large.reason).toMatch(/a part of the source$/);
});

/** The part of a context about tests that reach the symbol through others. */
const noTests = { testsByCallers: [], notes: [], isWhole: false };

describe("the budget", () => {
  const word = fc.string({ minLength: 1, maxLength: 30 });
  const filepath = fc.integer({ min: 0, max: 20 }).map((number) => `src/folder/file${number}.cpp`);
  const place = { line: fc.integer({ min: 1, max: 500 }), column: fc.integer({ min: 1, max: 90 }) };
  const symbolRow = (maxSource: number) =>
    fc.record({
      filepath,
      rank: fc.nat(1_000),
      row: fc.record({
        ...{ name: word, kind: word, ...place, end_line: fc.nat(900), signature: fc.string({ maxLength: 200 }) },
        source: fc.string({ maxLength: maxSource }),
      }),
      outline: fc.option(fc.array(fc.string({ maxLength: 60 }), { maxLength: 100 }), { nil: undefined }),
    });
  const reference = fc.record({
    ...{ filepath, ...place, type: fc.constantFrom(...referenceTypes), in: word, inLine: fc.nat(9) },
    text: fc.string({ maxLength: 160 }),
    symbol: fc.constant(0),
    certainty: fc.constantFrom("exact" as const, "likely" as const, "possible" as const),
  });
  const found = {
    nearness: { families: [], folders: [], words: [] },
    isOfTests: false,
    wanted: "end",
    isQualified: true,
    confidence: "exact",
    via: [],
    didYouMean: [],
    definition: { filepath: "src/list.hpp", line: 12, column: 10 },
    symbols: [
      {
        ...{ name: "geo::List::end", word: "end", places: [], forward: [], constructors: [], isFile: false },
        ...{ overridden: [], guessed: [], owners: [], aliases: [], madeBy: { names: [], paths: [] } },
      },
    ],
  } as const;
  const aContext = fc.record({
    results: fc.array(symbolRow(9_000), { minLength: 1, maxLength: 4 }),
    others: fc.array(symbolRow(0), { maxLength: 60 }),
    references: fc.array(reference, { maxLength: 150 }),
    imports: fc.array(fc.record({ filepath, line: place.line, text: word, isNeeded: fc.boolean() }), { maxLength: 60 }),
    candidates: fc.array(fc.record({ filepath, name: word, ...place }), { maxLength: 19 }),
    wanted: fc.subarray([...parts], { minLength: 1 }),
    hasText: fc.boolean(),
  });

  const bounds: Omit<AnswerBounds, "maxChars"> = {
    ...{ searchedFiles: 5, filesWithErrors: 0, skipped: undefined, unread: [], after: undefined },
    patchFolders: ["/"],
    cursorAfter: () => "",
    charsOf: (answer) => answerText(answer).length,
  };

  test("has room for some of 5,000 callers, and counts all", () => {
    const references = Array.from({ length: 5_000 }, (_, i) => ({
      ...{ filepath: `f${i % 500}.cpp`, line: i + 1, column: 1, type: "call" as const, in: `f${i}`, inLine: i },
      ...{ text: "end();", symbol: 0, certainty: "exact" as const },
    }));
    const nothing = { totalUses: 0, missing: [], address: {}, imports: [], candidates: [], separators: {}, ...noTests };
    const context = { found, wanted: new Set(parts), symbolsIn: () => [], references, hasText: true, ...nothing };
    const answer = contextAnswer(context, { ...bounds, maxChars: 16_000 });
    expect(answerText(answer).length).toBeLessThanOrEqual(16_000);
    expect(answer.head.counts).toEqual({ callers: 5_000 });
    expect(rowsIn(answer.lists.find(({ name }) => name === "callers")?.entries).length).toBeGreaterThan(100);
  });

  test(`is never exceeded, and what is missing is said: seed ${seed}`, () => {
    fc.assert(
      fc.property(aContext, fc.integer({ min: 2_000, max: 40_000 }), (given, maxChars) => {
        const { results, others, wanted, ...rest } = given;
        const whole = {
          ...{
            found,
            wanted: new Set(wanted),
            totalUses: others.length,
            missing: [],
            address: { symbol: "end" },
            separators: {},
            ...noTests,
          },
          symbolsIn: (list: string) => (list === "results" ? results : others),
          ...rest,
        };
        const answer = contextAnswer(whole, { ...bounds, maxChars });
        expect(answerText(answer).length).toBeLessThanOrEqual(maxChars);
        const complete = answerText(contextAnswer(whole, { ...bounds, maxChars: Number.POSITIVE_INFINITY }));
        expect(answer.head.truncated ?? false).toBe(complete.length > maxChars);
      }),
      { seed, numRuns: 60 },
    );
  });
});
