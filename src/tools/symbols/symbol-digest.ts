/**
 * Symbols of many files in forms that fit: names, or counts with the symbols that most files use. Input: the rows of
 * list_symbols by file; output: these forms, the richest first.
 */
import type { Form } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
import { groupBy } from "../../base/group-by.ts";
import { isTestPath } from "../../code-index/test-path.ts";
import { type Counts, countsOf, foldersOf } from "../answers/symbol-counts.ts";
import type { KnownSymbols, ShortEntry } from "../contract/short-forms.ts";
import { compactNames } from "../graphs/compact-names.ts";

/** The keys of a row of list_symbols that poorer forms of it show. */
type SymbolRow = {
  readonly name: string;
  readonly kind: string;
  readonly container?: string;
  readonly line: number;
  readonly access?: string;
  readonly children?: readonly SymbolRow[];
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

/** The first of the most used symbols, which have a sentence, and its UTF-16 code units. */
const maxDocumented = 40;
const maxDocChars = 100;

/** UTF-16 code units that a name takes at the least, with its line. */
const leastNameChars = 5;

/**
 * Symbols of many files, whose rows do not fit, in poorer forms: `names`, one string a symbol; or `counts` by kind, of each file
 * or else of folders, with the symbols that most files use. It keeps no more than that needs.
 */
export class SymbolDigest {
  readonly #maxChars: number;
  /** The files with their rows, as long as their names may fit. */
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

  /** @param maxChars UTF-16 code units of the answer */
  constructor(maxChars: number) {
    this.#maxChars = maxChars;
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
    if (this.#symbols * leastNameChars > this.#maxChars) this.#files = undefined;
    this.#files?.push({ file, rows });
  }

  get symbols(): number {
    return this.#symbols;
  }

  /** All symbols as names; no form if they do not fit. */
  get names(): readonly Form<readonly ShortEntry[]>[] {
    const files = this.#files;
    return files === undefined ? [] : [{ shown: () => files.map(namesEntry) }];
  }

  /** Counts of each file, or else of folders. */
  get counts(): readonly Form<readonly ShortEntry[]>[] {
    const entryOf = (name: string, values: RowValues): ShortEntry => ({ name, kind: "counts", values });
    const folders = (most: number) =>
      foldersOf(this.#counted, most).map(({ folder, files, counts }) => entryOf(`${folder}/`, { files, ...counts }));
    return [
      { shown: () => this.#counted.map(({ file, counts }) => entryOf(file, counts)) },
      { sizes: { least: 1, most: Math.max(this.#counted.length, 1) }, shown: folders },
    ];
  }

  /**
   * The types and functions that most files use, by file as `name:line`, the most used first: each of the first ones with its
   * sentence, as `name:line (Says what it is for.)`.
   */
  mostUsed({ usesOf, docOf }: KnownSymbols): Form<RowValues> {
    const ranked = this.#ranked(usesOf).map((one, rank) => ({
      ...one,
      doc: rank < maxDocumented ? shortened(docOf(one)) : undefined,
    }));
    const shown = (most: number) => byFile(ranked.slice(0, most));
    return { sizes: { least: 0, most: ranked.length }, leastChars: leastNameChars, shown };
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

/** Returns a sentence that is short enough for a place next to a name. */
function shortened(doc: string | undefined): string | undefined {
  if (doc === undefined || doc.length <= maxDocChars) return doc;
  return `${doc.slice(0, maxDocChars).replace(/\s+\S*$/u, "")}…`;
}

/** Symbols as `name:line` by file, in the order of the first of each. */
function byFile(candidates: readonly (Candidate & { readonly doc: string | undefined })[]): RowValues {
  const files = groupBy(candidates, ({ file }) => file);
  return Object.fromEntries(
    Array.from(files, ([file, rows]) => [
      file,
      rows.map(({ name, line, doc }) => `${name}:${line}${doc === undefined ? "" : ` (${doc})`}`),
    ]),
  );
}

function lastPart(container: string): string {
  return /[^:./]*$/.exec(container)?.[0] ?? container;
}

function namesEntry({ file, rows }: FileSymbols): ShortEntry {
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
