import { describe, expect, test } from "vitest";
import type { Declaration } from "../../src/code-index/code-index.ts";
import { WrittenNames } from "../../src/code-index/written-names.ts";
import type { Files } from "../support/code-base.ts";
import { eachFile, lineMarks, navigationCases } from "../support/navigation.ts";

/** Cases whose lines say behind `//>` or `#>` which functions are called by other names than their own. */
const fixtures = (["cpp", "python"] as const).map((language) => ({
  language,
  cases: navigationCases(`${language}/value-calls.txt`, language === "cpp" ? "a.cpp" : "main.py"),
}));

const repeated = (count: number, lineOf: (at: number) => string, between = "\n") =>
  Array.from({ length: count }, (_, at) => lineOf(at)).join(between);

const qualifiedName = ({ name, parent }: Declaration): string =>
  parent === undefined ? name : `${qualifiedName(parent)}.${name}`;

/** `path:line names` of each line with calls of the first file, and the calls as they are written. */
async function callsIn(files: Files) {
  const called = new Map<string, Set<string>>();
  const written: string[] = [];
  await eachFile(files, (open, path) => {
    if (path !== Object.keys(files)[0]) return;
    for (const call of open.resolver.valueCalls?.(open) ?? []) {
      const place = `${path}:${open.positionOf(call.offset).line}`;
      called.set(place, (called.get(place) ?? new Set()).add(qualifiedName(call.target)));
      written.push(call.written);
    }
  });
  return { lines: Array.from(called, ([place, names]) => `${place} ${[...names].sort().join(" ")}`), written };
}

describe.each(fixtures)("calls of what variables and containers of $language hold", ({ cases }) => {
  test.each(cases)("$title", async ({ files }) => {
    const expected = lineMarks(files).map((line) =>
      line.replace(/(?<= ).*/, (names) => names.split(" ").sort().join(" ")),
    );
    expect((await callsIn(files)).lines).toEqual(expected);
  });
});

test.each([
  [
    "a.cpp",
    "void h();\nHandler t[] = {h};\nvoid f() {\n  t[ 0 ]();\n  auto x = h;\n  (*x)();\n}\n",
    ["t[ 0 ]", "(*x)"],
  ],
  ["a.py", 'def f(): ...\nt = {"a": f}\nt["a"]()\nx.y = f\na = f\na()\n@f\ndef g(): ...\n', ['t["a"]', "a", "f"]],
])("what is called is given as it is written: %s", async (path, text, written) => {
  expect((await callsIn({ [path]: text })).written).toEqual(written);
});

test.each([
  [
    "1,000 variables that hold functions of each other",
    "a.cpp",
    `${repeated(1000, (at) => `void f${at}(); auto v${at} = f${at};`)}\nvoid all() {\n${repeated(1000, (at) => `v${at} = v${(at + 1) % 1000};`)}\nv0();\n}\n`,
    64,
  ],
  [
    "one name with many values",
    "a.py",
    `${repeated(500, (at) => `def f${at}(): ...\nt${at} = f${at}`)}\nall = [${repeated(500, (at) => `f${at}`, ", ")}]\nfor f in all:\n    f()\n`,
    60,
  ],
  [
    "objects that call each other",
    "a.py",
    `${repeated(70, (at) => `class A${at}: ...`)}\nall = [${repeated(70, (at) => `A${at}()`, ", ")}]\n${repeated(70, (at) => `A${at}.__call__ = all[x]`)}\nA0()()\n`,
    71,
  ],
])("what has no end is bounded: %s", async (_, path, text, count) => {
  const names = new Set((await callsIn({ [path]: text })).lines.flatMap((line) => line.split(" ").slice(1)));
  expect(names.size).toBeGreaterThan(1);
  expect(names.size).toBeLessThanOrEqual(count);
});

test("a function that is taken as a value has the type address, but no call, and no variable of its name", async () => {
  const text = [
    "struct A { void f(); int side; }; void f(int);",
    "template <void (*F)(int)> void run(); void reg(Handler h);",
    "void g(A a, int side) { reg(f); reg(&f); auto m = &A::f; run<f>(); f(1); a.f(); reg(&side); a.side; }",
  ].join("\n");
  const types: string[] = [];
  await eachFile({ "a.cpp": text }, (open) => {
    for (const { offset, length, name } of new WrittenNames(open).all()) {
      const word = text.slice(offset, offset + length);
      if (offset > text.indexOf("void g(") && "type" in name && /^(?:f|side)$/.test(word))
        types.push(`${word} ${name.type}`);
    }
  });
  expect(types.join(", ")).toBe("f address, f address, f address, f address, f call, f call, side read, side read");
});

test.each(navigationCases("python/value-types.txt"))(
  "types by the values that names get: $title",
  async ({ files }) => {
    // `#: type` behind the first name that a line declares, `#1 name: type; …` behind others; `?` is unknown.
    const expected = (files["main.py"] ?? "").split("\n").flatMap((line, at) => {
      const [, type] = /#: (.*)$/.exec(line) ?? [];
      const [, named] = /#1 (.*)$/.exec(line) ?? [];
      const [, name] = /^(?:async )?(?:def )?(\w+)/.exec(line) ?? [];
      if (type !== undefined) return [`${at + 1} ${name}: ${type}`];
      return named === undefined ? [] : named.split("; ").map((one) => `${at + 1} ${one}`);
    });
    expect(expected.length).toBeGreaterThan(0);
    const said: string[] = [];
    await eachFile(files, (open) => {
      for (const declaration of open.file.declarations) {
        const type = open.resolver.typeOf?.(open, declaration)?.type ?? "?";
        said.push(`${declaration.line} ${declaration.name}: ${type}`);
      }
    });
    expect(said).toEqual(expect.arrayContaining(expected));
  },
);

test("a parameter says that its type is what calls pass", async () => {
  const sources: unknown[] = [];
  await eachFile({ "main.py": "def f(a, b: int, c=1): ...\nf(1, 2)\n" }, (open) => {
    for (const one of open.file.declarations) sources.push(open.resolver.typeOf?.(open, one));
  });
  expect(sources).toEqual([
    undefined,
    { type: "int", source: "passed" },
    { type: "int", source: "declared" },
    { type: "int", source: "passed" },
  ]);
});
