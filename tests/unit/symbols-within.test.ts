import { describe, expect, test } from "vitest";
import type { RowValues } from "../../src/answers/rows.ts";
import { countsOf, foldersOf } from "../../src/tools/symbol-counts.ts";
import { type SymbolsEntry, SymbolsWithin } from "../../src/tools/symbols-within.ts";

describe("folders with the symbols of their files", () => {
  const files = ["a.cpp", "src/b.cpp", "src/deep/c.cpp", "src/deep/d.cpp", "lib/e.cpp", "lib/f.cpp"].map((file) => ({
    file,
    counts: { class: 1, constructor: 2 },
  }));

  test("are as many as asked for, the deepest and smallest are taken together first, and nothing is lost", () => {
    const within = (most: number) => foldersOf(files, most);
    expect(within(9).map(({ folder }) => folder)).toEqual([".", "lib", "src", "src/deep"]);
    expect(within(3).map(({ folder }) => folder)).toEqual([".", "lib", "src"]);
    expect(within(2).map(({ folder, files: count }) => [folder, count])).toEqual([
      [".", 3],
      ["src", 3],
    ]);
    expect(within(1)).toEqual([{ folder: ".", files: 6, counts: { class: 6, constructor: 12 } }]);
  });

  test("may be nested a thousand times", () => {
    const nested = Array.from({ length: 1_000 }, (_, depth) => ({
      file: `${"d/".repeat(depth)}a.cpp`,
      counts: { class: 1 },
    }));
    expect(foldersOf(nested, 1)).toEqual([{ folder: ".", files: 1_000, counts: { class: 1_000 } }]);
  });

  test("are counted by words that every object has, too", () => {
    expect(countsOf(["constructor", "toString", "constructor", "__proto__"])).toMatchObject({
      constructor: 2,
      toString: 1,
    });
    expect(Object.entries(countsOf(["__proto__"]))).toEqual([["__proto__", 1]]);
  });
});

/** What parts of an answer take as JSON. */
const chars = (value: object) => JSON.stringify(value).length;

const asJson = {
  entry: ({ name, values }: SymbolsEntry) => JSON.stringify({ filepath: name, ...values, success: true }).length,
  keys: (keys: RowValues) => JSON.stringify(keys).length,
};

describe("symbols within a budget", () => {
  const file = (at: number, names: readonly string[]) => ({
    path: `src/${at}.cpp`,
    values: { symbols: names.map((name, line) => ({ name, kind: "class", line: line + 1, column: 7, end_line: 9 })) },
  });
  const files = Array.from({ length: 40 }, (_, at) => file(at, [`Type${at}`, `Other${at}`, "Same"]));
  const within = (maxChars: number, usesOf = (_: string) => 1) => {
    const symbols = new SymbolsWithin(maxChars, asJson);
    for (const { path, values } of files) symbols.add(path, values);
    return symbols.shorter(9_999, usesOf);
  };

  test("are names, or else counts with the most used ones", () => {
    const names = within(5_000);
    expect(names).toMatchObject({ detail: "names", mostUsed: undefined });
    expect(names.reason).toContain("signatures of 120 symbols need 9999 characters");
    expect(names.entries).toHaveLength(40);
    expect(names.entries[3]).toEqual({
      name: "src/3.cpp",
      kind: "names",
      values: { symbols: [{ class: ["Type3:1", "Other3:2", "Same:3"] }] },
    });
    const uses = new Map([
      ["Type7", 30],
      ["Other2", 20],
      ["Same", 40],
    ]);
    const counts = within(1_000, (name) => uses.get(name) ?? 2);
    expect(counts).toMatchObject({ detail: "counts" });
    expect(counts.entries).toEqual([{ name: "src/", kind: "counts", values: { files: 40, class: 120 } }]);
    // A name of 40 classes is that of none.
    expect(Object.keys(counts.mostUsed ?? {}).slice(0, 2)).toEqual(["src/7.cpp", "src/2.cpp"]);
    expect(JSON.stringify(counts.mostUsed)).not.toContain("Same");
    expect(chars(counts.mostUsed ?? {}) + chars(counts.entries)).toBeLessThanOrEqual(1_000);
  });

  test("name each of the most used ones once", () => {
    const symbols = new SymbolsWithin(600, asJson);
    for (const file of ["a.cpp", "b.cpp", "c.cpp"]) {
      const others = Array.from({ length: 40 }, (_, i) => ({ name: `${file[0]}${i}`, kind: "class", line: i + 2 }));
      symbols.add(file, { symbols: [{ name: "Shared", kind: "class", line: 1 }, ...others] });
    }
    const { mostUsed } = symbols.shorter(9_999, (name) => (name === "Shared" ? 90 : 1));
    expect(JSON.stringify(mostUsed).match(/"Shared:1"/g)).toHaveLength(1);
  });

  test("leave tests, what others have written, and members behind", () => {
    const symbols = new SymbolsWithin(450, asJson);
    const row = (name: string, container?: string) => ({
      name,
      kind: "class",
      line: 1,
      ...(container && { container }),
    });
    symbols.add("third_party/a.cpp", { symbols: [row("Foreign")] });
    symbols.add("tests/b.cpp", { symbols: [row("Tested")] });
    symbols.add("c.cpp", {
      symbols: [row("Own"), row("Member", "Own"), ...Array.from({ length: 40 }, (_, i) => row(`X${i}`, "Own"))],
    });
    const { mostUsed } = symbols.shorter(1_000, (name) => (name === "Own" ? 1 : 9));
    expect(JSON.stringify(mostUsed)).toMatch(/Own.*Foreign.*Tested/);
    expect(JSON.stringify(mostUsed)).not.toContain("Member");
  });

  test("leave room for other files beside one with many symbols", () => {
    const symbols = new SymbolsWithin(600, asJson);
    const row = (name: string) => ({ name, kind: "class", line: 1 });
    symbols.add("errors.py", { symbols: Array.from({ length: 100 }, (_, i) => row(`Error${i}`)) });
    symbols.add("main.py", { symbols: [row("Main")] });
    const { mostUsed } = symbols.shorter(9_999, (name) => (name === "Main" ? 2 : 4));
    expect(mostUsed?.["main.py"]).toEqual(["Main:1"]);
    expect(Object(mostUsed?.["errors.py"])[0]).toBe("Error0:1");
  });

  test("are counted at any depth of a nested answer", () => {
    const symbols = new SymbolsWithin(10, asJson);
    const nested = {
      symbols: [{ name: "A", kind: "class", line: 1, children: [{ name: "f", kind: "method", line: 2 }] }],
    };
    symbols.add("a.cpp", nested);
    expect(symbols.shorter(100, () => 0).entries).toEqual([
      { name: "./", kind: "counts", values: { files: 1, class: 1, method: 1 } },
    ]);
  });
});
