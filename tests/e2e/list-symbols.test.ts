import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const code = `// A shape.
class Shape {
  int area() const {
    return 1;
  }
  int x_;
};
int Shape::run() { return 2; }
`;
const folder = temporaryFolder({
  "shape.cpp": code,
  "a.py": "class A:\n    def f(self): pass\n\nclass B:\n    def f(self): pass\n",
});
const call = callsToServer({ cwd: folder });
const filepath = "shape.cpp";

interface Row {
  readonly name: string;
  readonly kind: string;
  readonly container?: string;
  readonly children?: readonly Row[];
}

async function list(args: object): Promise<readonly Row[]> {
  const { text, isError } = await call("list_symbols", args);
  expect(isError, text).toBe(false);
  const answer: { readonly symbols: readonly Row[] } = JSON.parse(text);
  return answer.symbols;
}

const names = (rows: readonly Row[]): string[] => rows.map(({ name }) => name);

test("tells the kind, container, position, last line and signature of each definition", async () => {
  const { text } = await call("list_symbols", { filepath });
  expect(text).toBe(
    '{"symbols":[{"name":"Shape","kind":"class","line":2,"column":7,"end_line":7,"signature":"class Shape"},' +
      '{"name":"area","kind":"method","container":"Shape","line":3,"column":7,"end_line":5,"signature":"int area() const","access":"private"},' +
      '{"name":"x_","kind":"field","container":"Shape","line":6,"column":7,"end_line":6,"signature":"int x_","access":"private"},' +
      '{"name":"run","kind":"method","container":"Shape","line":8,"column":12,"end_line":8,"signature":"int Shape::run()"}],' +
      '"success":true}',
  );
});

test("tells less or more, as detail says", async () => {
  expect(await list({ filepath, detail: "names" })).toEqual([
    { class: ["Shape:2"] },
    { container: "Shape", private: { method: ["area:3"], field: ["x_:6"] }, method: ["run:8"] },
  ]);
  const [least] = await list({ filepath, detail: "names", compact: false });
  expect(least).toEqual({ name: "Shape", kind: "class", line: 2, column: 7 });
  const [most] = await list({ filepath, detail: "full" });
  expect(most).toMatchObject({ end_line: 7, signature: "class Shape", doc: "A shape." });
});

test("nests members, and tells the container where nesting does not show it", async () => {
  const rows = await list({ filepath, nested: true, detail: "names" });
  expect(rows).toEqual([
    {
      ...{ name: "Shape", kind: "class", line: 2, column: 7 },
      children: [
        { name: "area", kind: "method", line: 3, column: 7, access: "private" },
        { name: "x_", kind: "field", line: 6, column: 7, access: "private" },
      ],
    },
    { name: "run", kind: "method", container: "Shape", line: 8, column: 12 },
  ]);
});

describe("what is asked for", () => {
  test.each([
    [{ kinds: ["method"] }, ["area", "run"]],
    [{ kinds: ["field", "class"] }, ["Shape", "x_"]],
    [{ name: "?rea" }, ["area"]],
    [{ name: "*a*" }, ["Shape", "area"]],
    [{ name: "Shape::*" }, ["area", "x_", "run"]],
    [{ name: "Shape::?rea" }, ["area"]],
    [{ name: "*:?x_" }, []],
    [{ name: "shape" }, []],
    [{ name: "Shape.x_" }, ["x_"]],
    [{ name: "Shape/*", kinds: "method" }, ["area", "run"]],
    [{ name: "~shpe" }, ["Shape"]],
    [{ name: "~xyz" }, []],
    [{ access: "private" }, ["area", "x_"]],
    [{ access: ["public", "protected"] }, []],
    [{ name: "r*", kinds: ["method"] }, ["run"]],
    [{ kinds: ["method"], nested: true }, ["area", "run"]],
  ])("%j", async (args, expected) => {
    expect(names(await list({ filepath, ...args }))).toEqual(expected);
  });

  test.each(["*a*a*a*a*a*a*a*a*a*a*b", "*.*a*a*a*a*a*a*a*a*a*b", "**?**?**?**?**?b"])(
    "%s takes no long time against a long name",
    async (name) => {
      const source = `${"a".repeat(20_000)} = 1\n`;
      expect(await list({ source, language: "python", name })).toEqual([]);
    },
  );

  test("a name with a dot is the qualified one in Python", async () => {
    expect(await list({ filepath: "a.py", name: "B.f", detail: "names", compact: false })).toEqual([
      { name: "f", kind: "method", container: "B", line: 5, column: 9, access: "public" },
    ]);
  });

  describe("a name with a separator is any end of the qualified one, from a component on", () => {
    const cpp =
      "namespace geo { class Square { void draw(); int side; }; void draw(); class NotSquare { int side; };\n" +
      "namespace flat { class Square { class Corner { int x; }; }; } }\nvoid geo::Square::draw() {}\n";
    const python =
      "class Geo:\n    class Square:\n        def draw(self): pass\nclass NotSquare:\n    def draw(self): pass\n";
    const found = async (source: string, language: string, name: string) =>
      (await list({ source, language, name, detail: "names", compact: false })).map(
        ({ container, name: own }) => `${container} ${own}`,
      );

    test.each([
      [
        "Square::*",
        ["geo::Square side", "geo::flat::Square Corner", "geo::flat::Square::Corner x", "geo::Square draw"],
      ],
      ["geo::Square::*", ["geo::Square side", "geo::Square draw"]],
      ["Square::draw", ["geo::Square draw"]],
      ["flat::*::x", ["geo::flat::Square::Corner x"]],
      ["uare::draw", []],
      ["eo::Square", []],
    ])("in C++: %s", async (name, expected) => {
      expect(await found(cpp, "cpp", name)).toEqual(expected);
    });

    test.each([
      ["Square.*", ["Geo.Square draw"]],
      ["Geo.*", ["Geo Square", "Geo.Square draw"]],
      ["quare.draw", []],
    ])("in Python: %s", async (name, expected) => {
      expect(await found(python, "python", name)).toEqual(expected);
    });
  });

  test("an unknown kind or detail is refused with those that there are", async () => {
    const { answer, isError } = await call("list_symbols", { filepath, kinds: ["klass"] });
    expect(answer.error).toMatch(
      /^Invalid argument 'kinds': it takes an array of module, .*class.*, not "klass"\. Did you mean class\?$/,
    );
    expect(answer.error?.split("enum_member")).toHaveLength(2);
    expect(isError).toBe(true);
    const { answer: other } = await call("list_symbols", { filepath, detail: "all" });
    expect(other.error).toBe("Invalid argument 'detail': it takes one of names, signatures, full, not \"all\".");
  });
});

describe("without filepath", () => {
  test("a name is searched in the workspace", async () => {
    const { answer } = await call("list_symbols", {
      name: "Shape::*",
      kinds: ["field"],
      detail: "names",
      compact: false,
    });
    expect(answer).toMatchObject({ results: [{ filepath: "shape.cpp", symbols: [{ name: "x_" }], success: true }] });
  });

  test("other arguments need one", async () => {
    const { answer } = await call("list_symbols", { kinds: ["class"] });
    expect(answer.error).toMatch(/^Missing argument 'filepath'/);
  });

  test("a home folder is no workspace", async () => {
    const { answer } = await callsToServer({ cwd: "/" })("list_symbols", { name: "Shape" });
    expect(answer).toEqual({ success: false, error: "There is no workspace: name a folder in filepath" });
  });
});

test("a folder gives a batch", async () => {
  const { answer } = await call("list_symbols", { filepath: ".", kinds: ["class"], detail: "names", compact: false });
  expect(answer).toMatchObject({
    total_files: 2,
    results: [
      { filepath: "./a.py", symbols: [{ name: "A" }, { name: "B" }], success: true },
      { filepath: "./shape.cpp", symbols: [{ name: "Shape" }], success: true },
    ],
  });
});

test("deep nesting stays shallow in the answer, and says so", async () => {
  const depth = 300;
  const source = `${"class A { ".repeat(depth)}${"};".repeat(depth)}`;
  const { text } = await call("list_symbols", { source, language: "cpp", nested: true, detail: "names" });
  const { symbols, warnings }: { symbols: readonly Row[]; warnings: readonly string[] } = JSON.parse(text);
  expect(warnings).toEqual(["Members more than 100 levels deep are listed at that level, with their container."]);
  let levels = 0;
  let count = 0;
  for (let rows: readonly Row[] = symbols; rows.length > 0; rows = rows.flatMap(({ children }) => children ?? [])) {
    levels++;
    count += rows.length;
  }
  expect({ levels, count }).toEqual({ levels: 101, count: depth });
});

test("leaves files out of a batch that hold nothing of what name or kinds ask for, and counts them", async () => {
  const only = async (args: object) => JSON.parse((await call("list_symbols", args)).text);
  const byName = await only({ filepath: ".", name: "area" });
  expect(byName).toMatchObject({ total_files: 1, skipped: { no_match: 1 }, results: [{ filepath: "./shape.cpp" }] });
  expect(await only({ filepath: ".", kinds: ["field"] })).toMatchObject({ total_files: 1, skipped: { no_match: 1 } });
  expect(await only({ filepath: "a.py", name: "area" })).toEqual({ symbols: [], success: true });
  expect(await only({ filepath: "." })).not.toHaveProperty("skipped");
});

test("without a cache, files that lack the name are left out and counted, whatever else is said of them", async () => {
  const cwd = temporaryFolder({
    "has.cpp": "#define JOIN(a) a\nvoid JOIN(area)() {}\nint area();\n",
    "split.cpp": "int ar\\\nea() { return 1; }\n",
    "lacks.cpp": "int other();\n",
    "latin.cpp": Buffer.from("int caf\xe9;\n", "latin1"),
    "binary.cpp": new Uint8Array([105, 0, 1]),
    "a.py": "def other(): pass\n",
  });
  const args = ["list_symbols", "lacks.cpp", ".", "--name", "area", "--no-cache"];
  const { stdout } = await runInProcess("", { args, cwd });
  expect(JSON.parse(stdout)).toMatchObject({
    results: [
      { filepath: "lacks.cpp", symbols: [] },
      { filepath: "./has.cpp", symbols: [{ name: "area", line: 2 }] },
      { filepath: "./split.cpp", symbols: [{ name: "area", line: 1 }] },
    ],
    skipped: { binary: 1, no_match: 2 },
    total_files: 3,
  });
});
