import { describe, expect, test } from "vitest";
import { findReferences } from "../../src/tools/find-references.ts";
import { codeBase } from "../support/code-base.ts";
import { callIndex, written } from "../support/index-call.ts";
import { shapes } from "../support/shapes.ts";

const code = await codeBase(shapes);
const call = async (input: Readonly<Record<string, unknown>>, from = code) =>
  written(await callIndex(findReferences, from, input));

/** `path:line:column type certainty` of each reference. */
function places(answer: unknown): readonly string[] {
  const { results, possible = [] } = Object(answer);
  const of = (entries: readonly unknown[], mark: string) =>
    entries.flatMap((entry) => {
      const { filepath, references } = Object(entry);
      return references.map((row: unknown) => {
        const { line, column, type, confidence } = Object(row);
        return `${filepath}:${line}:${column} ${type}${confidence === undefined ? "" : ` ${confidence}`}${mark}`;
      });
    });
  return [...of(results, ""), ...of(possible, " possible")];
}

test("the answer has totals, counts by type, and rows grouped by file", async () => {
  expect(JSON.stringify(await call({ symbol: "geo::Shape::area", reference_types: ["call"] }))).toBe(
    '{"symbol":"geo::Shape::area","definition":{"filepath":"shape.hpp","line":9,"column":18},"total_references":1,' +
      '"total_possible":1,"counts":{"call":1},"results":[{"filepath":"shape.cpp","references":[{"line":5,"column":51,"type":"call",' +
      '"in":"geo::total","confidence":"likely","text":"double total(const Shape& a) { Circle c; return a.area() + c.area(); }"}]}],' +
      '"possible":[{"filepath":"shape.cpp","references":[{"line":7,"column":26,"type":"call","in":"paint",' +
      '"text":"void paint() { picked()->area(); }"}]}],"searched_files":5,"success":true}',
  );
});

describe("what is a reference", () => {
  test("a class: its definition, its constructors and uses", async () => {
    expect(places(await call({ symbol: "geo::Shape" }))).toEqual([
      "shape.cpp:3:5 type",
      "shape.cpp:4:6 type",
      "shape.cpp:5:20 type",
      "shape.hpp:5:7 definition",
      "shape.hpp:7:3 declaration",
      "shape.hpp:16:23 inherit",
    ]);
  });

  test("an override: calls through the base as well; those of the base itself: its overrides as well", async () => {
    expect(places(await call({ symbol: "Circle::area" }))).toEqual([
      "shape.cpp:5:51 call likely",
      "shape.cpp:5:62 call likely",
      "shape.hpp:17:10 definition",
      "shape.cpp:7:26 call possible",
    ]);
    expect(places(await call({ symbol: "Shape::area" }))).toEqual([
      "shape.cpp:5:51 call likely",
      "shape.hpp:9:18 declaration",
      "shape.hpp:17:10 override",
      "shape.cpp:7:26 call possible",
    ]);
  });

  test("a call that names the class of a member is none of what overrides it", async () => {
    const text = "struct A { virtual void f(); };\nstruct B : A { void f() { A::f(); } void g(A* a) { a->f(); } };\n";
    const qualified = await codeBase({ "a.hpp": text });
    expect(places(await call({ symbol: "B::f" }, qualified))).toEqual([
      "a.hpp:2:21 definition",
      "a.hpp:2:55 call possible",
    ]);
  });

  test("names in comments and strings are none", async () => {
    expect(places(await call({ symbol: "name_" }))).toEqual([
      "shape.cpp:4:44 write",
      "shape.hpp:10:44 read",
      "shape.hpp:13:15 definition",
    ]);
    expect(places(await call({ symbol: "rename" }))).toEqual([
      "shape.cpp:4:13 definition",
      "shape.hpp:11:8 declaration",
    ]);
  });

  test("imports, their aliases and keyword arguments of Python", async () => {
    expect(places(await call({ symbol: "Disk" }))).toEqual([
      "app.py:2:26 import",
      "app.py:2:34 import",
      "app.py:17:9 call",
      "shapes/round.py:1:7 definition",
    ]);
    expect(places(await call({ symbol: "Disk.__init__.width", reference_types: ["write"] }))).toEqual([
      "app.py:17:11 write",
    ]);
  });

  test("a header: what includes it", async () => {
    expect(places(await call({ filepath: "shape.cpp", line: 1 }))).toEqual([
      "base.hpp:1:10 import",
      "shape.cpp:1:10 import",
    ]);
  });

  test("what masking takes out of the tree is possible, but for its strings and comments", async () => {
    const text =
      'int count;\nvoid f() {\n  LOG(count, "count" /* count */)\n  count = 1;\n}\n#define TWICE count + 1 // count\n';
    const masked = await codeBase({ "a.cpp": text }, { macros: ["LOG"] });
    expect(places(await call({ symbol: "count" }, masked))).toEqual([
      "a.cpp:1:5 definition",
      "a.cpp:4:3 write",
      "a.cpp:3:7 text possible",
      "a.cpp:6:15 text possible",
    ]);
  });

  test("an operator and a destructor are names as a whole", async () => {
    const text =
      "struct A { ~A(); bool operator==(const A& a); };\nvoid f(A a) { a.~A(); a.operator==(a); int x = ~A; }\n";
    const operators = await codeBase({ "a.hpp": text });
    expect(places(await call({ symbol: "A::~A" }, operators))).toEqual([
      "a.hpp:1:12 declaration",
      "a.hpp:2:17 call likely",
    ]);
    expect(places(await call({ symbol: "A::operator==" }, operators))).toEqual([
      "a.hpp:1:23 declaration",
      "a.hpp:2:25 call likely",
    ]);
  });

  test("the declaration of a conversion operator is certain, though the tree has no node of its name", async () => {
    const text = "struct Number { operator uint32_t() const; };\nNumber::operator uint32_t() const { return 0; }\n";
    const numbers = await codeBase({ "a.cpp": text });
    expect(places(await call({ symbol: "Number::operator uint32_t" }, numbers))).toEqual([
      "a.cpp:1:17 declaration",
      "a.cpp:2:9 definition",
    ]);
  });
});

describe("forms of the answer", () => {
  test("callers, with their line and the lines of their uses", async () => {
    expect(await call({ symbol: "Circle::area", group_by: "caller" })).toMatchObject({
      counts: { call: 2, definition: 1 },
      results: [{ filepath: "shape.cpp", callers: [{ caller: "geo::total", line: 5, lines: [5], count: 2 }] }],
      possible: [{ filepath: "shape.cpp", callers: [{ caller: "paint", line: 7, lines: [7], count: 1 }] }],
    });
  });

  test("callers, with definitions and overrides where these are asked for", async () => {
    const input = { symbol: "Shape::area", reference_types: ["override", "call"], group_by: "caller" };
    const { counts, results } = Object(await call(input));
    expect(counts).toEqual({ call: 1, override: 1 });
    expect(results.flatMap(({ callers }: { callers: readonly object[] }) => callers)).toEqual([
      { caller: "geo::total", line: 5, lines: [5], count: 1 },
      { caller: "geo::Circle", line: expect.any(Number), type: "override", lines: [expect.any(Number)], count: 1 },
    ]);
  });

  test("a poorer form has all of the definitions, or says counts", async () => {
    const forms = new Set<string>();
    for (let maxChars = 1_200; maxChars > 200; maxChars -= 50) {
      const answer = await callIndex(findReferences, code, { symbol: "geo::Shape" }, { maxChars });
      const { head, results } = Object(answer);
      forms.add(String(head.detail));
      const files = results.map(({ filepath }: { readonly filepath: string }) => filepath);
      if (head.detail !== "counts") expect(files, head.detail).toEqual(["shape.cpp", "shape.hpp"]);
    }
    expect([...forms]).toEqual(expect.arrayContaining(["undefined", "files", "counts"]));
  });

  test("files, each with its counts", async () => {
    const { results } = Object(await call({ symbol: "geo::Shape", group_by: "file" }));
    expect(results).toEqual([
      { filepath: "shape.cpp", count: 3, counts: { type: 3 } },
      { filepath: "shape.hpp", count: 3, counts: { inherit: 1, declaration: 1, definition: 1 } },
    ]);
  });

  test("without the text of lines", async () => {
    const { results } = Object(
      await call({ symbol: "Shape::area", reference_types: ["call"], include_context: false }),
    );
    expect(results[0].references).toEqual([
      { line: 5, column: 51, type: "call", in: "geo::total", confidence: "likely" },
    ]);
  });

  test("several symbols of an unqualified name are told apart, of a qualified one they are not", async () => {
    const { results, symbol, definition } = Object(await call({ symbol: "area", reference_types: ["call"] }));
    expect({ symbol, definition }).toEqual({ symbol: "area", definition: undefined });
    expect(results[0].references.map(({ symbol: of }: { symbol: string }) => of)).toEqual([
      "geo::Shape::area",
      "geo::Circle::area",
    ]);
    expect(JSON.stringify(await call({ symbol: "Shape::area" }))).not.toContain('"symbol":"geo::Shape::area","text"');
  });

  test("a word of another server stands for several types", async () => {
    expect(places(await call({ symbol: "geo::Shape", reference_types: ["type_usage"] }))).toEqual([
      "shape.cpp:3:5 type",
      "shape.cpp:4:6 type",
      "shape.cpp:5:20 type",
      "shape.hpp:16:23 inherit",
    ]);
    await expect(call({ symbol: "Shape", reference_types: ["usage"] })).rejects.toMatchObject({
      message: expect.stringMatching(/^Invalid argument 'reference_types': it takes an array of call, read, /),
    });
  });

  test("no reference is a success, no symbol an error", async () => {
    expect(await call({ symbol: "Circle::r", reference_types: ["call"] })).toMatchObject({
      total_references: 0,
      counts: {},
      results: [],
      success: true,
    });
    expect(await call({ symbol: "Shpe" })).toEqual({
      success: false,
      error: "Symbol not found: Shpe",
      details: "5 files searched.",
      did_you_mean: ["geo::Shape"],
    });
  });
});
