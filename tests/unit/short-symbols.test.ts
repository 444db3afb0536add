import { describe, expect, test } from "vitest";
import { Rows, type RowValues } from "../../src/answers/rows.ts";
import type { ResultEntry } from "../../src/engine/call.ts";
import { mostKept } from "../../src/engine/file-page.ts";
import { ShortenedFiles } from "../../src/engine/shortened-files.ts";
import { brief } from "../../src/formats/brief.ts";
import { json } from "../../src/formats/json.ts";
import { countsOf, foldersOf } from "../../src/tools/answers/symbol-counts.ts";
import type { KnownSymbols } from "../../src/tools/contract/short-forms.ts";
import { ShortSymbols } from "../../src/tools/symbols/short-symbols.ts";
import { answerOf, roomOf, taken } from "../support/file-answers.ts";

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

type Options = Partial<KnownSymbols> & { readonly format?: typeof json; readonly isFlat?: boolean };

/** The answer of these results, and its length. */
function within(
  entries: readonly ResultEntry[],
  maxChars: number,
  { format = json, isFlat = false, usesOf = () => 1, docOf = () => undefined }: Options = {},
) {
  const forms = new ShortSymbols({ maxChars, maxKeptChars: maxChars * mostKept });
  const files = new ShortenedFiles({ maxChars, isFlat, forms });
  for (const entry of entries) files.take(taken(entry));
  const room = roomOf(maxChars, format);
  const answer = files.fitted(undefined, answerOf, room, { usesOf, docOf });
  const values = answer.entries.flatMap(({ name, result }) => ("rows" in result ? [[name, result.rows.values]] : []));
  return { entries: answer.entries, values, form: answer.summary.shortForm, chars: room.charsOf(answer) };
}

function entryOf(name: string, symbols: readonly RowValues[]): ResultEntry {
  return { name, result: { rows: Rows.of("symbols", { symbols }), warnings: [] } };
}

/** Classes in a file, each on its own line. */
function classesIn(name: string, names: readonly string[]): ResultEntry {
  return entryOf(
    name,
    names.map((one, i) => ({ name: one, kind: "class", line: i + 1 })),
  );
}

describe("results within a budget", () => {
  const row = { name: "A", kind: "class", line: 1, column: 7, end_line: 9, signature: "class A : public Base" };
  const failed: ResultEntry = { name: "z.cpp", result: { error: "Cannot read file", details: {} } };
  const entries = [...Array.from({ length: 20 }, (_, at) => entryOf(`${at}.cpp`, [row])), failed];
  const whole = within(entries, 1_000_000).chars;

  test("are as they were asked for if they fit, in the format in which they are written", () => {
    expect(within(entries, whole)).toMatchObject({ entries, form: undefined });
    expect(within(entries, whole - 1).form).toMatchObject({ detail: "names" });
    expect(within(entries, whole - 1, { format: brief }).form).toBe(undefined);
  });

  test("are all shortened if they do not fit, except failed ones, which come first", () => {
    const { entries: shown, values, form } = within(entries, 2_500);
    expect(shown[0]).toBe(failed);
    expect(values).toEqual(entries.slice(0, 20).map(({ name }) => [name, { symbols: [{ class: ["A:1"] }] }]));
    expect(form).toMatchObject({ detail: "names", mostUsed: undefined });
    expect(form?.reason).toContain(`signatures of 20 symbols need ${whole} characters`);
  });

  test("are not kept if they are many times as long", () => {
    const many = Array.from({ length: 2_000 }, (_, at) => classesIn(`src/${at}.cpp`, [`Type${at}`, `Other${at}`]));
    const { form, chars, values } = within(many, 2_000);
    expect(form?.reason).toContain("names of 4000 symbols need too many characters");
    expect(values).toEqual([["src/", { files: 2_000, class: 4_000 }]]);
    expect(chars).toBeLessThanOrEqual(2_000);
    expect(within(many, 8_000).form?.detail).toBe("counts");
  });

  test("leave failed ones out if they are too many, and say how many", () => {
    const errors = Array.from({ length: 100 }, (_, at) => ({ ...failed, name: `z${at}.cpp` }));
    const { form, chars, entries: shown } = within([...entries, ...errors], 2_000);
    expect(chars).toBeLessThanOrEqual(2_000);
    const hidden = 101 - shown.filter(({ result }) => "error" in result).length;
    expect(form?.reason).toContain(`errors of ${hidden} files are not shown`);
  });

  test("say in the rows of one file that they are shortened", () => {
    const { values, form } = within(entries.slice(0, 1), 100, { isFlat: true });
    expect(form).toBeUndefined();
    expect(values).toMatchObject([["0.cpp", { detail: "counts", truncated: true }]]);
  });
});

describe("symbols within a budget", () => {
  const files = Array.from({ length: 40 }, (_, at) => classesIn(`src/${at}.cpp`, [`Type${at}`, `Other${at}`, "Same"]));
  const mostUsed = (entries: readonly ResultEntry[], maxChars: number, usesOf: (word: string) => number) =>
    within(entries, maxChars, { usesOf }).form?.mostUsed ?? {};

  test("are names, or else counts with the most used ones", () => {
    const names = within(files, 5_200);
    expect(names.form).toMatchObject({ detail: "names", mostUsed: undefined });
    expect(names.values).toHaveLength(40);
    expect(names.values[3]).toEqual(["src/3.cpp", { symbols: [{ class: ["Type3:1", "Other3:2", "Same:3"] }] }]);
    const uses = new Map([
      ["Type7", 30],
      ["Other2", 20],
      ["Same", 40],
    ]);
    const counts = within(files, 1_400, { usesOf: (name) => uses.get(name) ?? 2 });
    expect(counts.form).toMatchObject({ detail: "counts" });
    expect(counts.values).toEqual([["src/", { files: 40, class: 120 }]]);
    // A name of 40 classes is that of none.
    expect(Object.keys(counts.form?.mostUsed ?? {}).slice(0, 2)).toEqual(["src/7.cpp", "src/2.cpp"]);
    expect(JSON.stringify(counts.form?.mostUsed)).not.toContain("Same");
    expect(counts.chars).toBeLessThanOrEqual(1_400);
    expect(counts.chars).toBeGreaterThan(1_350);
  });

  test("have a sentence each, shortened if it is long, if they are among the first", () => {
    const all = Array.from({ length: 100 }, (_, at) => classesIn(`src/${at}.cpp`, [`Type${at}`, `Other${at}`]));
    const docOf: KnownSymbols["docOf"] = ({ file, name, line }) => {
      if (name.startsWith("Other")) return undefined;
      return name === "Type7" ? `Is ${"long ".repeat(30)}` : `In line ${line} of ${file}.`;
    };
    const { form, chars } = within(all, 8_000, { usesOf: (name) => (name === "Type7" ? 9 : 1), docOf });
    const shown = Object.values(form?.mostUsed ?? {}).flat();
    expect(shown.slice(0, 3)).toEqual([
      `Type7:1 (Is ${"long ".repeat(19).trimEnd()}…)`,
      "Other7:2",
      "Type0:1 (In line 1 of src/0.cpp.)",
    ]);
    expect(shown.filter((name) => `${name}`.includes("("))).toHaveLength(40);
    expect(shown).toContain("Type60:1");
    expect(chars).toBeLessThanOrEqual(8_000);
  });

  test("name each of the most used ones once", () => {
    const entries = ["a.cpp", "b.cpp", "c.cpp"].map((file) =>
      classesIn(file, ["Shared", ...Array.from({ length: 40 }, (_, i) => `${file[0]}${i}`)]),
    );
    const used = mostUsed(entries, 1_000, (name) => (name === "Shared" ? 90 : 1));
    expect(JSON.stringify(used).match(/"Shared:1"/g)).toHaveLength(1);
  });

  test("come before tests and what others have written, and without members", () => {
    const row = (name: string, container?: string) => ({
      ...{ name, kind: "class", line: 1 },
      ...(container && { container }),
    });
    const entries = [
      entryOf("third_party/a.cpp", [row("Foreign")]),
      entryOf("tests/b.cpp", [row("Tested")]),
      entryOf("c.cpp", [
        row("Own"),
        row("Member", "Own"),
        ...Array.from({ length: 80 }, (_, i) => row(`X${i}`, "Own")),
      ]),
    ];
    const used = JSON.stringify(mostUsed(entries, 1_000, (name) => (name === "Own" ? 1 : 9)));
    expect(used).toMatch(/Own.*Foreign.*Tested/);
    expect(used).not.toContain("Member");
  });

  test("leave room for other files next to one with many symbols", () => {
    const entries = [
      classesIn(
        "errors.py",
        Array.from({ length: 100 }, (_, i) => `Error${i}`),
      ),
      classesIn("main.py", ["Main"]),
    ];
    const used = mostUsed(entries, 1_000, (name) => (name === "Main" ? 2 : 4));
    expect(used["main.py"]).toEqual(["Main:1"]);
    expect(Object(used["errors.py"])[0]).toBe("Error0:1");
  });

  test("are counted at any depth of a nested answer", () => {
    const nested = entryOf("a.cpp", [
      { name: "A", kind: "class", line: 1, children: [{ name: "f", kind: "method", line: 2 }] },
    ]);
    expect(within([nested], 10).values).toEqual([["a.cpp", { class: 1, method: 1 }]]);
  });
});
