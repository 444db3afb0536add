/**
 * The answers to the first questions of a new colleague. Input: the outline of a report, its imports, measures and uses; output: the
 * parts, and the symbols and files that are used most, entered, risky or changed last.
 */
import { FileEdges, type MeasuredFile } from "../answers/answer-kinds.ts";
import { maxPageAnswers } from "../base/limits.ts";
import { type FirstRows, firstRows } from "./first-rows.ts";
import type { LastChanges } from "./last-changes.ts";
import type { Outline } from "./outline.ts";
import type { UsedSymbol } from "./symbol-uses.ts";

export type Start = {
  readonly parts: FirstRows<PartOfFolder>;
  readonly mostUsed: FirstRows<UsedSymbol>;
  readonly entries: FirstRows<EntryFile>;
  readonly risky: FirstRows<RiskyFunction>;
  readonly changed: LastChanges | undefined;
};

/** A folder at the top of the report, or a file there. */
type PartOfFolder = {
  readonly name: string;
  readonly files: number;
  readonly lines: number;
  /** Other parts that it imports files of, and that import its files. */
  readonly needs: number;
  readonly neededBy: number;
};

/** A file that no other file imports. */
type EntryFile = { readonly path: string; readonly imports: number; readonly mainLine: number | undefined };

type RiskyFunction = { readonly symbol: UsedSymbol; readonly cognitive: number };

type Imports = readonly (readonly [from: number, to: number])[];

export type StartOptions = {
  readonly outline: Outline;
  readonly used: readonly UsedSymbol[];
  readonly imports: Imports;
  readonly measured: ReadonlyMap<string, MeasuredFile>;
  readonly changed: LastChanges | undefined;
};

export function startOf({ outline, used, imports, measured, changed }: StartOptions): Start {
  const byUse = used.filter(({ uses, isTest }) => uses.length > 0 && !isTest);
  return {
    parts: firstRows(partsOf(outline, imports), maxPageAnswers),
    mostUsed: firstRows(
      [...byUse].sort((a, b) => b.files - a.files || b.uses.length - a.uses.length),
      maxPageAnswers,
    ),
    entries: firstRows(entriesOf(outline, imports, used), maxPageAnswers),
    risky: firstRows(riskyOf(outline, byUse, measured), maxPageAnswers),
    changed,
  };
}

/** Returns the imports between files of the outline. @param placeOf returns the place of a file that a tool has named */
export function importsOf(graph: unknown, placeOf: (name: string) => number | undefined): Imports {
  const { edges } = FileEdges.parse(graph);
  return edges.flatMap(({ from, to }) => {
    const [start, end] = [placeOf(from), placeOf(to)];
    return start === undefined || end === undefined || start === end ? [] : [[start, end] as const];
  });
}

function partsOf({ files }: Outline, imports: Imports): readonly PartOfFolder[] {
  const nameOf = (file: number) => {
    const [first = "", ...others] = files[file]?.path.split("/") ?? [];
    return others.length === 0 ? first : `${first}/`;
  };
  const needs = new Map<string, Set<string>>();
  const neededBy = new Map<string, Set<string>>();
  const add = (sets: Map<string, Set<string>>, name: string, other: string) => {
    sets.set(name, (sets.get(name) ?? new Set()).add(other));
  };
  for (const [from, to] of imports) {
    const [own, other] = [nameOf(from), nameOf(to)];
    if (own === other) continue;
    add(needs, own, other);
    add(neededBy, other, own);
  }
  const parts = new Map<string, { files: number; lines: number }>();
  for (const [file, { lines }] of files.entries()) {
    const part = parts.get(nameOf(file)) ?? { files: 0, lines: 0 };
    parts.set(nameOf(file), { files: part.files + 1, lines: part.lines + lines });
  }
  return Array.from(parts, ([name, counts]) => ({
    name,
    ...counts,
    needs: needs.get(name)?.size ?? 0,
    neededBy: neededBy.get(name)?.size ?? 0,
  })).sort((a, b) => b.lines - a.lines);
}

/** Files with a function `main`, and then files that import others and are not imported; without tests. */
function entriesOf({ files }: Outline, imports: Imports, used: readonly UsedSymbol[]): readonly EntryFile[] {
  const imported = new Set(imports.map(([, to]) => to));
  const counts = new Map<number, number>();
  for (const [from] of imports) counts.set(from, (counts.get(from) ?? 0) + 1);
  const tests = new Set(used.filter(({ isTest }) => isTest).map(({ file }) => file));
  const mains = new Map(
    used.filter(({ name, isFunction }) => isFunction && name === "main").map(({ file, line }) => [file, line]),
  );
  return files
    .flatMap(({ path }, file) => {
      const isEntry = mains.has(file) || (!imported.has(file) && counts.has(file));
      if (!isEntry || tests.has(file)) return [];
      return [{ path, imports: counts.get(file) ?? 0, mainLine: mains.get(file) }];
    })
    .sort((a, b) => Number(b.mainLine !== undefined) - Number(a.mainLine !== undefined) || b.imports - a.imports);
}

/** Functions that are hard to read and used elsewhere: simpler functions are not listed. */
const leastCognitive = 8;

function riskyOf(
  { files }: Outline,
  used: readonly UsedSymbol[],
  measured: ReadonlyMap<string, MeasuredFile>,
): readonly RiskyFunction[] {
  const cognitive = new Map<string, number>();
  for (const [path, { functions }] of measured)
    for (const one of functions) cognitive.set(`${path}:${one.line}:${one.name}`, one.cognitive);
  const risk = ({ symbol, cognitive: complexity }: RiskyFunction) =>
    complexity * symbol.uses.length * (symbol.testUses === 0 ? 2 : 1);
  return used
    .flatMap((symbol) => {
      const complexity = cognitive.get(`${files[symbol.file]?.path}:${symbol.line}:${symbol.name}`) ?? 0;
      return complexity < leastCognitive ? [] : [{ symbol, cognitive: complexity }];
    })
    .sort((a, b) => risk(b) - risk(a));
}
