/**
 * The search of the report's page, in the browser. Input: the files and symbols of the page, and a query; output: the
 * entries that have its words, the best ones first.
 */
import type { PageData } from "../page-data.ts";

/** The searched entries: files and symbols. */
export type Entry = {
  /** The index of the file in the page. */
  readonly file: number;
  /** The index of the symbol in its file; -1 for the file itself. */
  readonly symbol: number;
  /** The path or the qualified name. */
  readonly text: string;
  /** The start of the name in it. */
  readonly nameStart: number;
};

type Searched = Entry & { readonly lowerCase: string };

/** Entries, the best ones first. */
export type Hits = { readonly entries: readonly Entry[]; readonly count: number };

/** The rank of an entry for a query, the best first; see rankOf. */
const ranks = 7;

/** UTF-16 code units from which on lengths of names count as equal. */
const maxLength = 64;

/**
 * Returns a search over files and symbols: entries that have all words of a query, whatever their case, and first
 * entries whose name is, begins with or has a part that begins with the last word; short names first.
 *
 * A plain pass over all texts was weighed against uFuzzy, which takes 100 to 240 ms for one to three letters among
 * 57,000 names where this takes a tenth, and against minisearch, which finds no `iter` in `DBIterator`.
 */
export function searchOf(data: PageData): (query: string, maxEntries: number) => Hits {
  const all = entriesOf(data);
  return (query, maxEntries) => {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const last = words.at(-1);
    if (last === undefined) return { entries: [], count: 0 };
    // Entries by rank and length: a sort would take longer than the search.
    const buckets: Entry[][] = Array.from({ length: ranks * maxLength }, () => []);
    let count = 0;
    for (const entry of all) {
      if (!words.every((word) => entry.lowerCase.includes(word))) continue;
      count++;
      const length = Math.min(entry.text.length - entry.nameStart, maxLength - 1);
      const bucket = buckets[exactRankOf(entry, query.trim(), last) * maxLength + length];
      if (bucket !== undefined && bucket.length < maxEntries) bucket.push(entry);
    }
    const entries: Entry[] = [];
    for (const bucket of buckets) {
      if (entries.length >= maxEntries) break;
      entries.push(...bucket.slice(0, maxEntries - entries.length));
    }
    return { entries, count };
  };
}

/** 0 for the whole query as it is written, be it a name or a qualified one, 1 for that in another case, and 2 and more for other ranks. */
function exactRankOf(entry: Searched, query: string, word: string): number {
  const { text, nameStart } = entry;
  if (text === query || text.slice(nameStart) === query) return 0;
  const isWhole = entry.lowerCase === query.toLowerCase();
  return isWhole ? 1 : 2 + rankOf(entry, word);
}

/** 0 for the name itself, 1 for how it begins, 2 for a part of it such as `Iter` of `DBIter`, 3 for its inside, 4 for what is around it. */
function rankOf(entry: Searched, word: string): number {
  const { lowerCase, nameStart } = entry;
  let place = lowerCase.indexOf(word, nameStart);
  if (place < 0) return 4;
  if (place === nameStart) return word.length === lowerCase.length - nameStart ? 0 : 1;
  while (place >= 0) {
    if (beginsPart(entry, place)) return 2;
    place = lowerCase.indexOf(word, place + 1);
  }
  return 3;
}

/** True if a part of a name begins: after what is not a letter or digit, or with a capital, as `Iter` of `DBIter`. */
function beginsPart({ text, lowerCase }: Searched, place: number): boolean {
  const before = text.charAt(place - 1);
  // Regular expressions of classes of characters would take most of the time of a search.
  const isInWord = before.toLowerCase() !== before.toUpperCase() || (before >= "0" && before <= "9");
  if (!isInWord) return true;
  const isCapital = (at: number) => text.charAt(at) !== lowerCase.charAt(at);
  return isCapital(place) && (!isCapital(place - 1) || !isCapital(place + 1));
}

function entriesOf({ files }: PageData): readonly Searched[] {
  const all: Searched[] = [];
  const add = (file: number, symbol: number, text: string, nameStart: number) =>
    all.push({ file, symbol, text, nameStart, lowerCase: text.toLowerCase() });
  for (const [file, { path, symbols, separator }] of files.entries()) {
    add(file, -1, path, path.lastIndexOf("/") + 1);
    /** The qualified names around the next symbol. */
    const around: string[] = [];
    for (const [place, [depth, , name, container]] of symbols.entries()) {
      // A container that the outline does not show is a whole one.
      const outer = container === "" ? (around[depth - 1] ?? "") : container;
      const text = outer === "" ? name : outer + separator + name;
      around[depth] = text;
      add(file, place, text, text.length - name.length);
    }
  }
  return all;
}
