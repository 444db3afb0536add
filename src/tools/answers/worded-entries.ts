/**
 * Entries of files whose lines have a word, in every form that an answer has room for. Input: files with such lines; output:
 * forms of a list, from the richest to the poorest.
 */
import type { FileEntry } from "../../answers/answer.ts";
import type { Form } from "../../answers/fit.ts";
import { commonFolder } from "../../base/common-folder.ts";
import { counted } from "../../base/counted.ts";
import { groupBy } from "../../base/group-by.ts";
import { isTestPath } from "../../code-index/test-path.ts";
import type { WordedLine } from "../source-lines/worded-lines.ts";

/** The lines of a file that have a word, by the path that answers show. */
export type WordedEntry = { readonly filepath: string; readonly lines: readonly WordedLine[] };

/**
 * The forms of a list: lines with their text, or else as numbers, or else counted by file, for as many files as fit.
 *
 * @param list the name of the list
 * @param isRanked true if the first files say most: their lines are shown instead of counts of all
 * @param hasWanted true if some lines are wanted: files with such lines come first, with these lines only if not all lines fit
 */
export function wordedForms(
  files: readonly WordedEntry[],
  list: string,
  isRanked = false,
  hasWanted = false,
): readonly Form<readonly FileEntry[]>[] {
  const entries: readonly ((file: WordedEntry) => FileEntry)[] = [
    linesEntry,
    ({ filepath, lines }) => ({ filepath, [list]: lines.map(numberOf) }),
    countEntry,
  ];
  if (hasWanted) return wantedFirstForms(files, list);
  const firstWith = (entry: (file: WordedEntry) => FileEntry, least: number) => ({
    sizes: { least, most: files.length },
    shown: (size: number) => files.slice(0, size).map(entry),
  });
  const [lines = countEntry] = entries;
  const ranked = isRanked && files.length > 0 ? [firstWith(lines, 1)] : [];
  return [...ranked, ...entries.map((entry) => ({ shown: () => files.map(entry) })), firstWith(countEntry, 0)];
}

/** The forms in which files have their wanted lines first: all lines, or else only these of the files that have some, and then numbers. */
function wantedFirstForms(given: readonly WordedEntry[], list: string): readonly Form<readonly FileEntry[]>[] {
  const isWanted = (line: WordedLine) => line.isWanted === true;
  const ranked = given.map(({ filepath, lines }) => {
    const wanted = lines.filter(isWanted);
    return { filepath, wanted, lines: [...wanted, ...lines.filter((line) => !isWanted(line))] };
  });
  const files = [
    ...ranked.filter(({ wanted }) => wanted.length > 0),
    ...ranked.filter(({ wanted }) => wanted.length === 0),
  ];
  const least = files.filter(({ wanted }) => wanted.length > 0).length;
  const shortest = ({ filepath, wanted, lines }: (typeof files)[number]) =>
    linesEntry({ filepath, lines: wanted.length > 0 ? wanted : lines });
  const numbers = ({ filepath, lines }: WordedEntry) => ({ filepath, [list]: lines.map(numberOf) });
  return [
    { shown: () => files.map(linesEntry) },
    { sizes: { least: Math.max(least, 1), most: files.length }, shown: (size) => files.slice(0, size).map(shortest) },
    { sizes: { least: 1, most: files.length }, shown: (size) => files.slice(0, size).map(shortest) },
    { sizes: { least: 0, most: files.length }, shown: (size) => files.slice(0, size).map(numbers) },
  ];
}

function linesEntry({ filepath, lines }: WordedEntry): FileEntry {
  return { filepath, references: lines.map(({ isComment, isWanted, ...row }) => row) };
}

/** The number of a line, after the name of the function around it. A comment does not use the name, as its text would show. */
function numberOf({ line, in: holder, isComment = false }: WordedLine): string {
  return `${holder === undefined ? "" : `${holder}:`}${line}${isComment ? " (comment)" : ""}`;
}

/** Lines of all files of a kind up to which the kind is rare: its lines say more than counts of others. */
const maxRareLines = 20;

/** Files of a kind from which they are counted together. */
const leastFolded = 3;

/**
 * The forms in which the files of rare kinds have their lines, and as many others as fit; the rest is counted by kind. Tests, whose data
 * may have a word very often, come last. None if all kinds are rare, or none is.
 */
export function rareFirstForms(files: readonly WordedEntry[]): readonly Form<readonly FileEntry[]>[] {
  const kinds = [...groupBy(files, kindOf).values()];
  const sorted = kinds.sort((a, b) => Number(isOfTests(a)) - Number(isOfTests(b)) || linesIn(a) - linesIn(b)).flat();
  const rare = kinds.filter((kind) => !isOfTests(kind) && linesIn(kind) <= maxRareLines).flat();
  if (rare.length === 0 || rare.length === files.length) return [];
  return [
    {
      sizes: { least: rare.length, most: files.length - 1 },
      shown: (size) => [
        ...sorted.slice(0, size).map(linesEntry),
        ...[...groupBy(sorted.slice(size), kindOf).values()].flatMap((kind) =>
          kind.length < leastFolded ? kind.map(countEntry) : [kindEntry(kind)],
        ),
      ],
    },
  ];
}

/** The ending of the name of a file, or the name if it has none; with a mark for a file of tests. */
function kindOf({ filepath }: WordedEntry): string {
  return `${isTestPath(filepath) ? "test " : ""}${endingOf(filepath)}`;
}

function isOfTests([file]: readonly WordedEntry[]): boolean {
  return file !== undefined && isTestPath(file.filepath);
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /\.[^.]+$/.exec(name)?.[0] ?? name;
}

/** The entry of all files of a kind, whose path is a glob. */
function kindEntry(kind: readonly WordedEntry[]): FileEntry {
  const paths = kind.map(({ filepath }) => filepath);
  const ending = endingOf(paths[0] ?? "");
  const pattern = ending.startsWith(".") ? `*${ending}` : ending;
  return { filepath: `${commonFolder(paths)}**/${pattern}`, files: kind.length, count: linesIn(kind) };
}

function countEntry({ filepath, lines }: WordedEntry): FileEntry {
  return { filepath, count: lines.length };
}

/** The number of lines of files. */
export function linesIn(files: readonly WordedEntry[]): number {
  return files.reduce((sum, { lines }) => sum + lines.length, 0);
}

/**
 * Says that a list is cut.
 *
 * @param left the files that it leaves out
 * @param advice what to do
 */
export function shortenedText(list: string, left: number, advice = "narrow filepath"): string {
  const files = left === 0 ? "" : ` ${counted(left, "file")} ${left === 1 ? "is" : "are"} left out.`;
  return `${list} is shortened: ${advice}.${files}`;
}
