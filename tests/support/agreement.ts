import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import * as z from "zod";
import { seed } from "./seed.ts";
import { writeFiles } from "./temporary-folder.ts";
import type { ToolAnswer } from "./tool-call.ts";

const Row = z.object({
  ...{ line: z.number(), column: z.number() },
  ...{ type: z.string().optional(), kind: z.string().optional() },
});
const Group = z.object({
  filepath: z.string(),
  symbols: z.array(Row).optional(),
  definitions: z.array(Row).optional(),
  declarations: z.array(Row).optional(),
  references: z.array(Row).optional(),
});
const Groups = z.object({ results: z.array(Group).optional() });

/** Where a name is written, and for a reference its type. */
type Place = {
  readonly filepath: string;
  readonly line: number;
  readonly column: number;
  readonly type?: string;
  readonly kind?: string | undefined;
};

type List = "symbols" | "definitions" | "declarations" | "references";

type Call = (name: string, args: object) => Promise<ToolAnswer>;

/** How many places were compared. */
type Compared = { readonly symbols: number; readonly references: number };

/** Lists the symbols below a folder and checks for at most so many of them, chosen at random, that both tools agree. */
export async function expectAgreement(call: Call, filepath: string, mostSymbols: number): Promise<Compared> {
  const listed = placesIn(await call("list_symbols", { filepath, detail: "names", compact: false }), "symbols");
  const chosen = fc.sample(fc.shuffledSubarray([...listed], { minLength: listed.length }), { numRuns: 1, seed }).flat();
  let references = 0;
  for (const place of chosen.slice(0, mostSymbols)) references += await expectAgreementAt(call, place);
  return { symbols: Math.min(mostSymbols, listed.length), references };
}

/**
 * Checks that the references of the symbol that is defined at a place contain that place, and that each of those that are
 * sure leads back to it.
 *
 * @returns the number of references
 */
async function expectAgreementAt(call: Call, { filepath, line, column }: Place): Promise<number> {
  const place = keyOf({ filepath, line, column });
  const found = await call("find_references", { filepath, line, column, include_context: false });
  const references = placesIn(found, "references");
  const own = new Set(references.filter(isDeclared).map(keyOf));
  expect(own, `the references of ${place}: ${found.text}`).toContain(place);
  for (const reference of references) {
    // What overrides a member is defined where it stands.
    if (reference.type === "override") continue;
    const { filepath: file, line: at, column: from } = reference;
    const definition = await call("find_definition", { filepath: file, line: at, column: from });
    const leadsTo = [...placesIn(definition, "definitions"), ...placesIn(definition, "declarations")];
    if (leadsTo.some((one) => own.has(keyOf(one)))) continue;
    // What makes an object names the class, and calls its constructor.
    if (reference.type === "call" && isConstructor(found) && leadsTo.some(({ kind }) => kind === "class")) continue;
    expect(
      await isOverridden(call, leadsTo, own),
      `${keyOf(reference)}, a reference of ${place}, leads to ${definition.text}`,
    ).toBe(true);
  }
  return references.length;
}

/** Checks for some symbols below a folder that their contexts have the rows of find_definition and find_references. */
export async function expectContextAgreement(call: Call, filepath: string, mostSymbols: number): Promise<number> {
  const listed = placesIn(await call("list_symbols", { filepath, detail: "names", compact: false }), "symbols");
  const chosen = fc.sample(fc.shuffledSubarray([...listed], { minLength: listed.length }), { numRuns: 1, seed }).flat();
  let rows = 0;
  for (const { filepath: file, line, column } of chosen.slice(0, mostSymbols)) {
    const place = { filepath: file, line, column };
    const context = entriesIn(await call("get_symbol_context", { ...place, max_chars: 1_000_000 }));
    if (context.truncated) continue;
    const definition = entriesIn(await call("find_definition", { ...place, detail: "full" }));
    expect(context.results, keyOf(place)).toEqual(definition.results);
    for (const use of [context.uses, context.bases, context.overrides].flatMap(rowsIn)) {
      const { filepath: other, line: at, column: from } = PlacedRow.parse(use);
      const found = entriesIn(await call("find_definition", { filepath: other, line: at, column: from }));
      expect(rowsIn(found.results), `what ${keyOf(place)} uses`).toContainEqual(use);
    }
    const { callers, tests, derived, overridden_by: overriding } = context;
    const users = [callers, tests, derived, overriding].flatMap(rowsIn);
    const sources = rowsIn(context.results).map((row) => PlacedRow.parse(row));
    // Decorators stand above the line of a definition.
    const isOwn = (row: z.infer<typeof PlacedRow>) =>
      row.in === context.symbol ||
      sources.some((own) => own.filepath === row.filepath && own.line <= row.line && row.line <= (own.end_line ?? 0)) ||
      isInMemberOutside(row, String(context.symbol));
    const { results, possible } = entriesIn(await call("find_references", place));
    // A call of a base that may run the symbol is a possible one there.
    const ofBases = rowsIn(possible).filter((row) => PlacedRow.parse(row).override);
    const references = [...rowsIn(results), ...ofBases];
    for (const user of users) expect(references, `who uses ${keyOf(place)}`).toContainEqual(user);
    const others = references.filter((row) => {
      const known = PlacedRow.parse(row);
      return !["declaration", "import"].includes(known.type ?? "") && !isOwn(known);
    });
    expect(users, `who uses ${keyOf(place)}`).toEqual(expect.arrayContaining(others));
    rows += users.length;
  }
  return rows;
}

/** True in what a class defines outside of itself: `void Shape::rename() {}`, `int Shape::count = 0;`. */
function isInMemberOutside({ in: holder = "", text = "" }: z.infer<typeof PlacedRow>, symbol: string): boolean {
  const name = symbol.split("::").at(-1);
  return holder.startsWith(`${symbol}::`) || (holder === "" && text.includes(` ${name}::`));
}

const PlacedRow = z.looseObject({
  ...{ filepath: z.string(), line: z.number(), column: z.number() },
  ...{ type: z.string().optional(), end_line: z.number().optional() },
  ...{ in: z.string().optional(), text: z.string().optional(), override: z.boolean().optional() },
});

type Entries = readonly Readonly<Record<string, unknown>>[];

/** The lists of entries of an answer, by name. */
function entriesIn({ text }: ToolAnswer): Readonly<Record<string, Entries | undefined>> {
  return JSON.parse(text);
}

/** The rows of entries, each with its file. */
function rowsIn(entries: Entries = []): readonly object[] {
  return entries.flatMap(({ filepath, ...lists }) =>
    Object.values(lists).flatMap((rows) => (Array.isArray(rows) ? rows.map((row) => ({ filepath, ...row })) : [])),
  );
}

/** True when one of the places is of a member that is overridden at one of others: who uses it may use that. */
async function isOverridden(call: Call, places: readonly Place[], by: ReadonlySet<string>): Promise<boolean> {
  for (const { filepath, line, column } of places) {
    const uses = await call("find_references", { filepath, line, column, reference_types: ["override"] });
    if (placesIn(uses, "references").some((use) => by.has(keyOf(use)))) return true;
  }
  return false;
}

/** True for references of a constructor of Python. */
function isConstructor({ text }: ToolAnswer): boolean {
  return /^{"symbol":"(?:[^"]*\.)?__init__"/.test(text);
}

function isDeclared({ type }: Place): boolean {
  return type === "definition" || type === "declaration";
}

function keyOf({ filepath, line, column }: Place): string {
  return `${filepath.replace(/^\.\//, "")}:${line}:${column}`;
}

function placesIn({ text }: ToolAnswer, list: List): readonly Place[] {
  const { results = [] } = Groups.parse(JSON.parse(text));
  return results.flatMap(({ filepath, [list]: rows = [] }) =>
    rows.map(({ line, column, kind, type }) => ({
      ...{ filepath, line, column, kind },
      ...(type !== undefined && { type }),
    })),
  );
}

const name = fc.constantFrom("a", "b", "c", "run", "Shape");
const base = fc.constantFrom("", "A", "B");

/** What a C++ header with its source and a Python module say alike: a class, and a function that uses one. */
const file = fc.record({
  className: fc.constantFrom("A", "B", "C"),
  base,
  members: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
  used: fc.array(name, { minLength: 1, maxLength: 4 }),
  functionName: name,
});

/** Generates files of C++ and of Python whose names resolve across files, with the same names in several places. */
const generatedCode: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .array(file, { minLength: 2, maxLength: 4 })
  .map((files) =>
    Object.fromEntries(
      files.flatMap((one, i) => [
        [`cpp/f${i}.h`, headerOf(one, i)],
        [`cpp/f${i}.cpp`, sourceOf(one, i)],
        [`py/f${i}.py`, moduleOf(one, i)],
      ]),
    ),
  );

type GeneratedFile = typeof file extends fc.Arbitrary<infer One> ? One : never;

function headerOf({ className, base: of, members, functionName }: GeneratedFile, i: number): string {
  const head = of === "" || of === className ? className : `${className} : ${of}`;
  const include = i === 0 ? "" : `#include "f${i - 1}.h"\n`;
  const lines = members.map((member) => `  virtual int ${member}(int x);\n`).join("");
  return `#pragma once\n${include}namespace n${i} {\nstruct ${head} {\n${lines}};\nint ${functionName}(${className}& v);\n}\n`;
}

function sourceOf({ className, members, used, functionName }: GeneratedFile, i: number): string {
  const bodies = members.map((member) => `int ${className}::${member}(int x) { return x + ${i}; }\n`).join("");
  const uses = used.map((use) => `v.${use}(1)`).join(" + ");
  return `#include "f${i}.h"\nnamespace n${i} {\n${bodies}int ${functionName}(${className}& v) { return ${uses}; }\n}\n`;
}

function moduleOf({ className, base: of, members, used, functionName }: GeneratedFile, i: number): string {
  const from = i === 0 || of === "" || of === className ? "" : `from .f${i - 1} import ${of}\n\n`;
  const head = from === "" ? className : `${className}(${of})`;
  const methods = members.map((member) => `    def ${member}(self, x):\n        return x\n\n`).join("");
  const uses = used.map((use) => `v.${use}(1)`).join(" + ");
  return `${from}class ${head}:\n${methods}\ndef ${functionName}(v: ${className}):\n    return ${uses}\n`;
}

/** Generates code bases, and checks in each that the tools agree. */
export async function expectAgreementInGenerated(call: Call, top: string, numRuns: number): Promise<void> {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(generatedCode, async (files) => {
      const folder = `generated-${runs++}`;
      writeFiles(join(top, folder), files);
      await expectAgreement(call, folder, Number.POSITIVE_INFINITY);
      // A position is about the whole working folder.
      rmSync(join(top, folder), { recursive: true });
    }),
    { numRuns, seed },
  );
}
