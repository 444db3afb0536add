import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { indexingOf } from "../../src/code-index/languages.ts";
import { WrittenNames } from "../../src/code-index/written-names.ts";
import { withResolver } from "../support/navigation-fixtures.ts";

/** A case: a file whose lines say behind `//>` which functions are called by other names than their own. */
const cases = readFileSync(new URL("../fixtures/navigation/cpp/value-calls.txt", import.meta.url), "utf8")
  .split(/^==== /m)
  .slice(1)
  .map((part) => ({ title: part.slice(0, part.indexOf("\n")), text: part.slice(part.indexOf("\n") + 1) }));

/** The calls in a file: their lines, the names of the functions, and what is called as it is written. */
async function callsIn(text: string) {
  const calls: { readonly line: number; readonly name: string; readonly written: string }[] = [];
  await withResolver([{ path: "/case/a.cpp", text }], new Set(), (_, open, resolver) => {
    for (const { offset, target, written } of resolver.valueCalls?.(open) ?? []) {
      calls.push({ line: text.slice(0, offset).split("\n").length, name: target.name, written });
    }
  });
  return calls;
}

describe("calls of functions of C++ that variables, parameters, fields and tables hold", () => {
  test.each(cases)("$title", async ({ text }) => {
    const calls = await callsIn(text);
    const found = new Map<number, Set<string>>();
    for (const { line, name } of calls) found.set(line, (found.get(line) ?? new Set()).add(name));
    const expected = text.split("\n").flatMap((line, at) => {
      const [, names] = /\/\/> (.*)$/.exec(line) ?? [];
      return names === undefined ? [] : [`${at + 1}: ${names}`];
    });
    expect([...found].map(([line, names]) => `${line}: ${[...names].sort().join(" ")}`)).toEqual(expected);
  });

  test("what is called is given as it is written", async () => {
    const calls = await callsIn(
      "void h();\nHandler t[] = {h};\nvoid f() {\n  t[ 0 ]();\n  auto x = h;\n  (*x)();\n}\n",
    );
    expect(calls.map(({ written }) => written)).toEqual(["t[ 0 ]", "(*x)"]);
  });

  test("1,000 variables that hold 1,000 functions of each other end in time", async () => {
    const lines = Array.from({ length: 1000 }, (_, at) => `void f${at}(); auto v${at} = f${at};`);
    const copies = Array.from({ length: 1000 }, (_, at) => `v${at} = v${(at + 1) % 1000};`);
    const calls = await callsIn(`${lines.join("\n")}\nvoid all() {\n${copies.join("\n")}\nv0();\n}\n`);
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.length).toBeLessThan(65);
  });
});

test("a function that is taken as a value has the type address, but no call, and no variable of its name", async () => {
  const text = [
    "struct A { void f(); int side; }; void f(int);",
    "template <void (*F)(int)> void run(); void reg(Handler h);",
    "void g(A a, int side) { reg(f); reg(&f); auto m = &A::f; run<f>(); f(1); a.f(); reg(&side); a.side; }",
  ].join("\n");
  const types: string[] = [];
  await withResolver([{ path: "/case/a.cpp", text }], new Set(), (_, open, resolver, index) => {
    const names = new WrittenNames({
      ...{ ...open, index, resolver, indexing: indexingOf("cpp") },
      ...{ joinedText: text, referenceTags: () => new Map() },
    });
    const start = text.indexOf("void g(");
    for (const { offset, length, name } of names.all()) {
      const word = text.slice(offset, offset + length);
      if (offset > start && "type" in name && (word === "f" || word === "side")) types.push(`${word} ${name.type}`);
    }
  });
  expect(types.join(", ")).toBe("f address, f address, f address, f address, f call, f call, side read, side read");
});
