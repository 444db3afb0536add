import { fitForms } from "../answers/fit.ts";
import type { RowKind, RowValues } from "../answers/rows.ts";
import { groupBy } from "../base/group-by.ts";
import { isTestPath } from "../code-index/test-path.ts";
import { compactNames } from "./compact-names.ts";
import { type Counts, countsOf, foldersOf } from "./symbol-counts.ts";

/** The keys of a row of list_symbols that poorer forms of it show. */
type SymbolRow = {
  readonly name: string;
  readonly kind: string;
  readonly container?: string;
  readonly line: number;
  readonly access?: string;
  readonly children?: readonly SymbolRow[];
};

/** An entry of the answer: a file, or a folder with `/` at its end. */
export type SymbolsEntry = { readonly name: string; readonly kind: RowKind; readonly values: RowValues };

/** Symbols in a poorer form than was asked for, since that does not fit. */
export type ShorterSymbols = {
  readonly detail: "names" | "counts";
  readonly reason: string;
  readonly entries: readonly SymbolsEntry[];
  /**
   * File → its types and functions that most files use, as `name:line`, the most used first; undefined in answers of
   * names.
   */
  readonly mostUsed: RowValues | undefined;
};

/** UTF-16 code units of parts of the answer. */
export type SymbolsMeasure = {
  readonly entry: (entry: SymbolsEntry) => number;
  readonly keys: (keys: RowValues) => number;
};

type FileSymbols = { readonly file: string; readonly rows: readonly SymbolRow[] };
type Candidate = SymbolRow & { readonly file: string };

/** The kinds that the list of the most used symbols has. */
const leadingKinds: ReadonlySet<string> = new Set(["class", "struct", "interface", "enum", "function"]);

/** Kinds of symbols whose members are known by them. */
const holderKinds: ReadonlySet<string> = new Set(["class", "struct", "interface", "enum", "function", "method"]);

/** The worth of a function relative to a type that as many files use: functions often share their names. */
const functionWorth = 0.5;

/** The symbol of a file that counts for half as much as if it were the first one of the file. */
const halvingRank = 12;

/** Names of macros that look like functions. */
const macroName = /^[A-Z][A-Z0-9_]*$/;

/** Folders of what others have written. */
const foreignPath = /(?:^|[\\/])(?:third[_-]?party|vendor(?:ed)?|external|node_modules|\.\w[^\\/]*)[\\/]/;

/** UTF-16 code units that a name takes at the least, with its line. */
const leastNameChars = 5;

/** The part of the budget that counts may take; the most used symbols have the rest. */
const countsShare = 0.5;

/**
 * Symbols of many files, whose rows do not fit, in the richest form that takes at most so many characters: `names`, one
 * string a symbol; or `counts` by kind, of each file or else of folders, with the symbols that most files use. It keeps no
 * more than that needs.
 */
export class SymbolsWithin {
  #maxChars: number;
  readonly #measure: SymbolsMeasure;
  /** The files with their rows, as long as their names fit. */
  #files: FileSymbols[] | undefined = [];
  readonly #counted: { readonly file: string; readonly counts: Counts }[] = [];
  readonly #candidates: Candidate[] = [];
  /** Name → number of symbols with it. */
  readonly #named = new Map<string, number>();
  /** Names of symbols that hold others. */
  readonly #holders = new Set<string>();
  /** Name of a type → number of its members. */
  readonly #members = new Map<string, number>();
  #symbols = 0;
  #nameChars = 0;

  /**
   * @param maxChars UTF-16 code units of the results
   * @param measure what parts of the answer take of them
   */
  constructor(maxChars: number, measure: SymbolsMeasure) {
    this.#maxChars = maxChars;
    this.#measure = measure;
  }

  /**
   * Takes the symbols of a file.
   *
   * @param values what the tool answers of it, nested or not
   */
  add(file: string, values: RowValues): void {
    const rows = flatRows(values.symbols as readonly SymbolRow[]);
    this.#symbols += rows.length;
    this.#counted.push({ file, counts: countsOf(rows.map(({ kind }) => kind)) });
    for (const row of rows) {
      const { name, kind, container, line } = row;
      this.#named.set(name, (this.#named.get(name) ?? 0) + 1);
      if (holderKinds.has(kind)) this.#holders.add(name);
      if (container !== undefined) {
        const holder = lastPart(container);
        this.#members.set(holder, (this.#members.get(holder) ?? 0) + 1);
      }
      if (leadingKinds.has(kind) && !(kind === "function" && macroName.test(name))) {
        this.#candidates.push({ file, name, kind, line, ...(container === undefined ? {} : { container }) });
      }
    }
    if (this.#files === undefined) return;
    this.#files.push({ file, rows });
    this.#nameChars += this.#charsOf(namesEntry({ file, rows }));
    this.#dropNamesThatDoNotFit();
  }

  /** Leaves so many characters to other entries, such as a file that failed. */
  reserve(chars: number): void {
    this.#maxChars -= chars;
    this.#dropNamesThatDoNotFit();
  }

  /** UTF-16 code units of an entry and of what is between it and the next one. */
  #charsOf(entry: SymbolsEntry): number {
    return this.#measure.entry(entry) + 1;
  }

  #dropNamesThatDoNotFit(): void {
    if (this.#nameChars > this.#maxChars) this.#files = undefined;
  }

  /**
   * The richest form that fits.
   *
   * @param rowChars UTF-16 code units of the rows as they were asked for, which do not fit
   * @param usesOf returns the number of files that have a word
   */
  shorter(rowChars: number, usesOf: (name: string) => number): ShorterSymbols {
    const total = `${this.#symbols} symbol${this.#symbols === 1 ? "" : "s"}`;
    const advice = "narrow filepath or kinds, or give detail, which has pages";
    if (this.#files !== undefined) {
      return {
        detail: "names",
        reason: `signatures of ${total} need ${rowChars} characters: ${advice}`,
        entries: this.#files.map(namesEntry),
        mostUsed: undefined,
      };
    }
    const entries = this.#countsWithin(this.#maxChars * countsShare);
    const left = this.#maxChars - entries.reduce((sum, entry) => sum + this.#charsOf(entry), 0);
    const ranked = this.#ranked(usesOf);
    const mostUsed = fitForms<RowValues, RowValues>(
      [
        {
          sizes: { least: 0, most: ranked.length },
          leastChars: leastNameChars,
          shown: (most) => byFile(ranked.slice(0, most)),
        },
      ],
      (used) => used,
      { maxChars: left, charsOf: (used) => this.#measure.keys({ most_used: used }) },
    );
    return {
      detail: "counts",
      reason: `names of ${total} need too many characters: ${advice}`,
      entries,
      ...(Object.keys(mostUsed).length > 0 ? { mostUsed } : { mostUsed: undefined }),
    };
  }

  /** Counts of each file, or else of folders. */
  #countsWithin(maxChars: number): readonly SymbolsEntry[] {
    const files = this.#counted.map(
      ({ file, counts }): SymbolsEntry => ({ name: file, kind: "counts", values: counts }),
    );
    if (files.reduce((sum, entry) => sum + this.#charsOf(entry), 0) <= maxChars) return files;
    const shown = (most: number) =>
      foldersOf(this.#counted, most).map(
        ({ folder, files: count, counts }): SymbolsEntry => ({
          ...{ name: `${folder}/`, kind: "counts" },
          values: { files: count, ...counts },
        }),
      );
    const charsOf = (entries: readonly SymbolsEntry[]) => entries.reduce((sum, entry) => sum + this.#charsOf(entry), 0);
    return fitForms([{ sizes: { least: 1, most: files.length }, shown }], (entries) => entries, { maxChars, charsOf });
  }

  /**
   * The candidates by the number of files that use them, and types also by the number of their members. A name that
   * several symbols share counts for each in part, and one after many others of its file counts less, so that a file
   * with a hundred small classes leaves room for others; tests and what others have written come last.
   */
  #ranked(usesOf: (name: string) => number): readonly Candidate[] {
    const scored = this.#candidates
      .filter(({ container }) => container === undefined || !this.#holders.has(lastPart(container)))
      .map((candidate) => ({
        candidate,
        isApart: isTestPath(candidate.file) || foreignPath.test(candidate.file),
        score: (usesOf(candidate.name) / (this.#named.get(candidate.name) ?? 1)) * this.#worthOf(candidate),
      }));
    const before = new Map<string, number>();
    const evened = scored
      .sort((a, b) => b.score - a.score)
      .map(({ score, ...one }) => {
        const { file } = one.candidate;
        const rank = before.get(file) ?? 0;
        before.set(file, rank + 1);
        return { ...one, score: score / (1 + rank / halvingRank) };
      });
    const sorted = evened
      .sort((a, b) => Number(a.isApart) - Number(b.isApart) || b.score - a.score)
      .map(({ candidate }) => candidate);
    // Symbols of one name count the same files.
    return [...groupBy(sorted, ({ name }) => name).values()].flatMap(([best]) => best ?? []);
  }

  #worthOf({ kind, name }: Candidate): number {
    return kind === "function" ? functionWorth : 1 + Math.log2(1 + (this.#members.get(name) ?? 0)) / 4;
  }
}

/** Symbols as `name:line` by file, in the order of the first of each. */
function byFile(candidates: readonly Candidate[]): RowValues {
  const files = groupBy(candidates, ({ file }) => file);
  return Object.fromEntries(
    Array.from(files, ([file, rows]) => [file, rows.map(({ name, line }) => `${name}:${line}`)]),
  );
}

function lastPart(container: string): string {
  return /[^:./]*$/.exec(container)?.[0] ?? container;
}

function namesEntry({ file, rows }: FileSymbols): SymbolsEntry {
  return { name: file, kind: "names", values: { symbols: compactNames(rows) } };
}

function flatRows(rows: readonly SymbolRow[]): readonly SymbolRow[] {
  if (!rows.some(({ children }) => children !== undefined)) return rows;
  const flat: SymbolRow[] = [];
  const open = [...rows].reverse();
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    flat.push(row);
    for (const child of [...(row.children ?? [])].reverse()) open.push(child);
  }
  return flat;
}
