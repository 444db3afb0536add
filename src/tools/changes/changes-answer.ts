/**
 * The answer of get_changes. Input: the changes of files, and the calls that lead to them; output: the changed symbols with the
 * numbers of their callers and tests, then these, each list with a share of the room.
 */
import * as z from "zod";
import { entriesOf, type FileEntry, filledLists, type IndexAnswer, type IndexResults } from "../../answers/answer.ts";
import type { FailingWord, UnadaptedSymbol } from "../../answers/aside.ts";
import { fitLists } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
import { compareText } from "../../base/compare-text.ts";
import { counted } from "../../base/counted.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { Tally } from "../../base/tally.ts";
import { NotCompared, OtherChange, PathPrefix } from "../../code-index/changed-texts.ts";
import { textDigest } from "../../edits/text-digest.ts";
import { type CountedList, listOfMost, type Shown } from "../answers/counted-list.ts";
import { coverageOf } from "../answers/index-answer.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import type { FileRows, Plan } from "../contract/plan.ts";
import { foundUsers } from "../graphs/call-walk.ts";
import {
  type FoldedCount,
  foldedTests,
  foldedText,
  foldedUsers,
  maxWholeRows,
  type TestRows,
  wholeTests,
} from "../graphs/folded-rows.ts";
import { type Reached, reachedUsers, type User } from "../graphs/reached-users.ts";
import { changeKinds } from "./changed-symbols.ts";
import { type ChangedSymbol, FileChange } from "./file-changes.ts";

/** The parts of an answer, other than the changed symbols. */
export const parts = ["callers", "overrides", "includers", "tests", "checks"] as const;
export type Part = (typeof parts)[number];

/** Words for what a command line can fail at, each with the part that tells. */
export const failWords: Readonly<Record<string, Part | undefined>> = {
  ...Object.fromEntries(changeKinds.map((kind) => [kind, undefined])),
  diagnostics: "checks",
  errors: "checks",
  callers: "callers",
  not_compared: undefined,
};

const PlacedName = z.object({ filepath: z.string(), line: z.number() });

/** The findings of a plan on changes. */
export const FoundChanges = z.object({
  base: z.string(),
  head: z.string(),
  notes: z.array(z.string()),
  notCompared: z.array(NotCompared),
  others: z.array(OtherChange),
  prefixes: z.array(PathPrefix),
  files: z.array(FileChange),
  /** Members that override one whose signature has changed. */
  overrides: z.array(
    PlacedName.extend({ column: z.number(), name: z.string(), container: z.string(), overrides: z.string() }),
  ),
  /** Lines that have the name of a symbol that was removed; `total` is the number of all of them. */
  named: z.array(PlacedName.extend({ column: z.number(), text: z.string(), symbol: z.string(), total: z.number() })),
  /** Files that include or import a changed one. */
  includers: z.array(PlacedName.extend({ name: z.string() })),
  /** Files of tests that have the names of changed symbols, the ones with rare names first. */
  namingTests: z.array(z.object({ filepath: z.string(), names: z.array(z.string()) })),
});
export type FoundChanges = z.infer<typeof FoundChanges>;

/** The list of the changed symbols, as notes and cursors name it. */
const changed = "changed";

/** The arguments of a call that choose what is listed. */
type Asked = {
  readonly depth: number;
  readonly parts: ReadonlySet<Part>;
  /** True if the call names the parts itself, or has no limit of characters: then lists are not folded. */
  readonly isWhole: boolean;
};

const nobody: Reached = { users: [], tests: [], replacing: [], counts: [] };

/** Returns the answer with all that is known of the changes and fits into the room. */
export function changesAnswer(
  found: FoundChanges,
  walk: Plan | undefined,
  rows: readonly FileRows[],
  asked: Asked,
  bounds: AnswerBounds,
): IndexAnswer {
  const digest = digestOf(found);
  if (bounds.after !== undefined && bounds.after.filepath !== digest)
    return {
      error: "The changes are others than on the page before",
      details: { details: "Ask again without cursor." },
    };
  const walked = walk && foundUsers(walk, rows);
  const reached =
    walked === undefined ? nobody : withChangedLines(found, reachedUsers(walked.graph, walked.starts, asked.depth));
  const unfit = walked === undefined ? [] : unfitCalls(found, walked.unfit);
  const { lists, folded } = listsOf(found, reached, unfit, asked, bounds.before ?? {});
  const tally = new Tally();
  for (const { symbols } of found.files) for (const { change } of symbols) tally.add({ [change]: 1 });
  const head = {
    base: found.base,
    head: found.head,
    changed_files: found.files.length,
    counts: tally.summary() ?? {},
    ...Object.fromEntries(
      lists.flatMap(({ name, total, key }) => (key && total > 0 ? [[`total_${name}`, total]] : [])),
    ),
  };
  const replacing = asked.parts.has("tests") ? reached.replacing.length : 0;
  const unsure = asked.parts.has("tests")
    ? reached.tests.filter(({ certainty }) => certainty === "possible").length
    : 0;
  const notes = [
    ...found.notes,
    ...(unsure === 0 ? [] : [`${counted(unsure, "test")} that may reach a change: at the end of the list.`]),
    ...(walked?.notKnown === undefined ? [] : [walked.notKnown]),
    ...(walked === undefined || walked.left === 0
      ? []
      : [`${counted(walked.left, "name")} that very many files have were not followed to all further callers.`]),
    ...(bounds.endedAfter === undefined ? [] : [`Callers of callers were followed until ${bounds.endedAfter}.`]),
  ];
  const unadapted = unadaptedSymbols(found, reached);
  const failing = failingOf(found, unadapted);
  const separators = Object.fromEntries(found.files.map(({ filepath, separator }) => [filepath, separator]));
  return fitLists<Shown, IndexResults>(
    lists,
    (shown) => {
      const cut = shown.flatMap(({ missing }) => missing ?? []);
      const counts = countsShown(lists, shown);
      const cursor = counts && bounds.cursorAfter({ list: "changes", filepath: digest, line: 0, column: 0 }, counts);
      const advice =
        cursor === undefined ? "narrow filepath or include" : "narrow filepath or include, or go on with next_cursor";
      return {
        head: {
          ...head,
          ...(replacing > 0 && { replaced_in: counted(replacing, "test") }),
          ...(folded !== undefined && { folded }),
          ...(cut.length > 0 && {
            truncated: true,
            truncated_reason: `an answer has at most ${bounds.maxChars} characters: it has ${cut.join(", ")}; ${advice}`,
          }),
          ...(cursor !== undefined && { next_cursor: cursor }),
        },
        lists: filledLists(shown.map(({ entries = [] }, i) => ({ name: keyOf(lists[i]?.name), entries }))),
        tail: {
          ...(found.notCompared.length > 0 && { not_compared: found.notCompared }),
          ...coverageOf(bounds, notes),
        },
        separators,
        aside: { failing, change: { unadapted, prefixes: found.prefixes } },
      };
    },
    bounds,
  );
}

/** The key of a list in the answer. */
function keyOf(name = ""): string {
  return name === changed ? "results" : name;
}

/** List → the number of its rows on this page and the ones before; undefined if no rows are left, or this page has none. */
function countsShown(
  lists: readonly NamedList[],
  shown: readonly Shown[],
): Readonly<Record<string, number>> | undefined {
  const isLeft = shown.some(({ rows = 0 }, i) => rows < (lists[i]?.left ?? 0));
  if (!isLeft || shown.every(({ rows = 0 }) => rows === 0)) return undefined;
  const counts = lists.map(({ name, before = 0 }, i) => [name, before + (shown[i]?.rows ?? 0)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** A digest of the changes: a page of other changes does not follow. */
function digestOf({ files, others }: FoundChanges): string {
  return textDigest(JSON.stringify([files, others])).slice(0, 12);
}

/** The same users. The code of a file outside of symbols is changed if all lines of its uses are. */
function withChangedLines({ files }: FoundChanges, reached: Reached): Reached {
  const linesOf = new Map(files.map(({ filepath, lines }) => [filepath, lines]));
  const isChanged = (file: string, line: number) => (linesOf.get(file) ?? []).some((range) => isInRange(line, range));
  const users = reached.users.map((user) => {
    const { symbol, lines } = user;
    return symbol.isFile && lines.every((line) => isChanged(symbol.file, line)) ? { ...user, isChanged: true } : user;
  });
  return { ...reached, users };
}

type UnfitCall = ReturnType<typeof foundUsers>["unfit"][number];

/**
 * The calls that do not fit a changed signature, in the order of their places: of calls that did not fit before only the ones in changed
 * lines. A file that the index knows as it was is left out.
 */
function unfitCalls({ files }: FoundChanges, calls: readonly UnfitCall[]): readonly UnfitCall[] {
  const changed = new Map(files.map((file) => [file.filepath, file]));
  const isNew = ({ caller, line }: UnfitCall) => {
    const file = changed.get(caller.file);
    const inSymbol = (file?.symbols ?? []).some(({ symbol: { first, last } }) => first <= line && line <= last);
    return inSymbol || (file?.lines ?? []).some((range) => isInRange(line, range));
  };
  return calls
    .filter((call) => changed.get(call.caller.file)?.isIndexed !== false && (call.hasFitted || isNew(call)))
    .sort((a, b) => compareText(a.caller.file, b.caller.file) || a.line - b.line || a.column - b.column);
}

/** True for a line of `5-9`, or of `5`. */
function isInRange(line: number, range: string): boolean {
  const [first = 0, last = first] = range.split("-").map(Number);
  return first <= line && line <= last;
}

/** The symbols whose signature changed with the uses that were not changed, whether the answer has room for them or not. */
function unadaptedSymbols({ files }: FoundChanges, { users }: Reached): readonly UnadaptedSymbol[] {
  const left = groupBy(
    users.filter(
      ({ depth, certainty, isChanged, isPassing }) =>
        depth === 1 && certainty !== "possible" && !isChanged && !isPassing,
    ),
    ({ start }) => start,
  );
  return files.flatMap(({ filepath, symbols }) =>
    symbols.flatMap(({ change, start, symbol: { line, column } }): readonly UnadaptedSymbol[] => {
      const own = change === "signature" && start !== undefined ? (left.get(start) ?? []) : [];
      const uses = own.flatMap(({ symbol: { file, name, isFile }, lines }) =>
        lines.map((at) => ({ filepath: file, line: at, ...(!isFile && { caller: name }) })),
      );
      uses.sort((a, b) => compareText(a.filepath, b.filepath) || a.line - b.line);
      return uses.length === 0 ? [] : [{ filepath, line, column, uses }];
    }),
  );
}

/** Places of a word that holds which a command line names. */
const maxFailingPlaces = 3;

/** The words of `failWords` that hold, whether the answer has room for what they are about or not. */
function failingOf(
  { files, notCompared }: FoundChanges,
  unadapted: readonly UnadaptedSymbol[],
): readonly FailingWord[] {
  const places = new Map<string, string[]>();
  for (const { filepath, symbols, diagnostics } of files) {
    for (const { change, symbol } of symbols) {
      const at = change === "removed" ? "" : `:${symbol.line}`;
      getOrInsert(places, change, () => []).push(`${filepath}${at} ${symbol.name}`);
    }
    for (const { line, severity, message } of diagnostics) {
      const place = `${filepath}:${line} ${message}`;
      getOrInsert(places, "diagnostics", () => []).push(place);
      if (severity === "error") getOrInsert(places, "errors", () => []).push(place);
    }
  }
  const uses = unadapted.flatMap((one) => one.uses);
  const callers = uses.map(
    ({ filepath, line, caller }) => `${filepath}:${line}${caller === undefined ? "" : ` ${caller}`}`,
  );
  if (callers.length > 0) places.set("callers", callers);
  const left = notCompared.map(({ filepath, reason }) => `${filepath} ${reason}`);
  if (left.length > 0) places.set("not_compared", left);
  return [...places].map(([word, all]) => ({ word, count: all.length, first: all.slice(0, maxFailingPlaces) }));
}

/** A list; `key` if the head has its total, and `left` the rows of this page and later ones. */
type NamedList = CountedList & { readonly key?: boolean; readonly left: number };

function listsOf(
  found: FoundChanges,
  reached: Reached,
  allUnfit: readonly UnfitCall[],
  asked: Asked,
  before: Readonly<Record<string, number>>,
): { readonly lists: readonly NamedList[]; readonly folded: string | undefined } {
  const symbolNames = namesOfStarts(found);
  const rankOf = new Map(
    found.files.flatMap((file) => file.symbols.map((one) => [one.start, changeKinds.indexOf(one.change)])),
  );
  const allUsers = asked.parts.has("callers") ? sortedUsers(reached.users, rankOf) : [];
  const isFollowed = (start: number) => rankOf.get(start) === changeKinds.indexOf("signature");
  const users = asked.isWhole || asked.depth > 1 ? allUsers : foldedUsers(allUsers, isFollowed);
  const unfit = (asked.parts.has("callers") ? allUnfit : []).map((call) => ({ ...call, filepath: call.caller.file }));
  const allTests = asked.parts.has("tests") ? reached.tests : [];
  const tests = asked.isWhole ? wholeTests(allTests) : foldedTests(allTests);
  const known = new Set([...allTests.map(({ symbol }) => symbol), ...reached.replacing].map(({ file }) => file));
  const allNaming = found.namingTests.filter(({ filepath }) => !known.has(filepath));
  const naming = asked.isWhole ? allNaming : allNaming.slice(0, maxWholeRows.naming_tests);
  const allIncluders = found.includers;
  const includers = asked.isWhole || allIncluders.length <= maxWholeRows.includers ? allIncluders : [];
  const others = asked.isWhole ? found.others : found.others.slice(0, maxWholeRows.other_files);
  const diagnostics = found.files.flatMap(({ filepath, diagnostics: ofFile }) =>
    ofFile.map((row): { readonly filepath: string; readonly row: RowValues } => ({ filepath, row })),
  );
  const ranked = tests.map((row) => ({ filepath: row.test.symbol.file, row: testRow(row) }));
  const counts: readonly FoldedCount[] = [
    { part: "callers", name: "callers", rows: users.length, total: allUsers.length },
    { part: "tests", name: "tests", rows: tests.length, total: allTests.length },
    { part: "tests", name: "naming_tests", rows: naming.length, total: allNaming.length },
    { part: "includers", name: "includers", rows: includers.length, total: allIncluders.length },
    { part: undefined, name: "other_files", rows: others.length, total: found.others.length },
  ];
  return {
    folded: foldedText(counts),
    lists: [
      changedList(found, reached, before.changed),
      { ...listed("no_longer_fits", 0.06, unfit, "references", (call) => unfitRow(call, symbolNames)), key: true },
      listed("new_diagnostics", 0.08, diagnostics, "diagnostics", ({ row }) => row),
      {
        ...listed("affected", 0.16, users, "callers", (user) => userRow(user, symbolNames), allUsers.length),
        key: true,
      },
      {
        ...listed("still_named", 0.05, found.named, "references", namedRow, namedLines(found)),
        key: true,
      },
      listed("overrides", 0.05, found.overrides, "symbols", ({ filepath: _, ...row }) => row),
      { ...listed("tests", 0.2, ranked, "tests", ({ row }) => row, allTests.length), key: true },
      listedWith("naming_tests", 0.05, naming, allNaming.length, (rows) =>
        rows.map(({ filepath, names }) => ({ filepath, names: names.slice(0, maxShownNames).join(", ") })),
      ),
      {
        ...listed("includers", 0.05, includers, "imports", ({ line, name }) => ({ line, name }), allIncluders.length),
        key: true,
      },
      { ...listedWith("other_files", 0.03, others, found.others.length, (rows) => rows), key: true },
    ],
  };

  function listed<Row extends { readonly filepath: string }>(
    name: string,
    share: number,
    rows: readonly Row[],
    key: string,
    rowOf: (row: Row) => unknown,
    total = rows.length,
  ): NamedList {
    return listedWith(name, share, rows, total, (some) => entriesOf(some, key, rowOf));
  }

  /** A list without the rows of former pages. */
  function listedWith<Row>(
    name: string,
    share: number,
    rows: readonly Row[],
    total: number,
    entriesWith: (rows: readonly Row[]) => readonly FileEntry[],
  ): NamedList {
    const { [name]: first = 0 } = before;
    const left = rows.slice(first);
    const entriesOfMost = (count: number) => entriesWith(left.slice(0, count));
    return { ...listOfMost({ name, share, total, before: first }, left.length, entriesOfMost), left: left.length };
  }
}

function namedRow({ line, column, symbol, text }: FoundChanges["named"][number]): RowValues {
  return { line, column, symbol, text };
}

/** All lines that have the names of removed symbols. */
function namedLines({ named }: FoundChanges): number {
  return [...new Map(named.map(({ symbol, total }) => [symbol, total])).values()].reduce(
    (sum, total) => sum + total,
    0,
  );
}

/** Names of one file of tests that are shown. */
const maxShownNames = 5;

/**
 * The changed symbols: with the lines that differ, or else with as many of them as there is room for, without them, without
 * signatures, or else as many files as there is room for.
 */
function changedList({ files: all, includers }: FoundChanges, { counts }: Reached, before = 0): NamedList {
  const files = all.slice(before);
  const importers = groupBy(includers, ({ name }) => name);
  const entriesWith = (shown: ShownOfSymbols) =>
    files.map((file) => fileEntry(file, importers.get(file.filepath)?.length ?? 0, counts, shown));
  const order = files
    .flatMap(({ symbols }) => symbols)
    .filter(({ diff }) => diff !== undefined)
    .sort((a, b) => changeKinds.indexOf(a.change) - changeKinds.indexOf(b.change));
  const withDiffs = (count: number) => entriesWith({ hasSignatures: true, diffs: shownDiffs(order.slice(0, count)) });
  const short = entriesWith({ hasSignatures: false, diffs: new Map() });
  const rows = files.length;
  const most = listOfMost({ name: changed, share: 0.3, total: all.length, before }, rows, (count) =>
    short.slice(0, count),
  );
  const some = {
    sizes: { least: 0, most: order.length },
    shown: (count: number) => ({
      entries: withDiffs(count),
      rows,
      missing:
        count === order.length ? undefined : `the diffs of ${count} of ${counted(order.length, "changed symbol")}`,
    }),
  };
  const forms = [
    { shown: () => ({ entries: withDiffs(order.length), rows }) },
    ...(order.length === 0 ? [] : [some]),
    { shown: () => ({ entries: short, rows, missing: "changed symbols without diffs and signatures" }) },
  ];
  return { ...most, left: rows, forms: [...forms, ...most.forms.slice(1)] };
}

/** The parts of changed symbols that are shown. */
type ShownOfSymbols = { readonly hasSignatures: boolean; readonly diffs: ReadonlyMap<ChangedSymbol, string> };

/** The places of a hunk: `@@ -3,1 +3,1 @@`. */
const hunkPlaces = /^@@ .*? @@/gm;

/** The diffs of symbols. Of equal changes the first has its lines, and the others name that one after the places of their hunks. */
function shownDiffs(changed: readonly ChangedSymbol[]): ReadonlyMap<ChangedSymbol, string> {
  const firsts = new Map<string, ChangedSymbol>();
  return new Map(
    changed.flatMap((one) => {
      if (one.diff === undefined) return [];
      const lines = one.diff.replace(hunkPlaces, "@@");
      const first = getOrInsert(firsts, lines, () => one);
      const places = one.diff.match(hunkPlaces)?.join(" ") ?? "";
      const same = `${places} the same lines as ${first.symbol.name}:${first.symbol.line}`;
      return [[one, first !== one && same.length < one.diff.length ? same : one.diff] as const];
    }),
  );
}

function fileEntry(
  { filepath, change, former, symbols, lines, removedLines }: FileChange,
  includers: number,
  counts: Reached["counts"],
  shown: ShownOfSymbols,
): FileEntry {
  return {
    filepath,
    ...(change !== undefined && { change }),
    ...(former !== undefined && { from: former }),
    ...(lines.length > 0 && { other_lines: lines.join(", ") }),
    ...(removedLines.length > 0 && { removed_lines: removedLines.join(", ") }),
    ...(includers > 0 && { includers }),
    ...(symbols.length > 0 && { symbols: symbols.map((one) => changedRow(one, counts, shown)) }),
  };
}

/** The changes that leave the signature as it was. */
const diffOnly: ReadonlySet<string> = new Set(["body", "comment"]);

function changedRow(
  changed: ChangedSymbol,
  counts: Reached["counts"],
  { hasSignatures, diffs }: ShownOfSymbols,
): RowValues {
  const { change, symbol, before, from, start } = changed;
  const { name, kind, container, line, column, last, signature, isDeclared } = symbol;
  const reached = start === undefined ? undefined : counts[start];
  return {
    change,
    name,
    kind,
    ...(container !== "" && { container }),
    line,
    column,
    ...(last !== line && { end_line: last }),
    ...(isDeclared && { declared: true }),
    ...(hasSignatures && before === undefined && !diffOnly.has(change) && { signature }),
    ...(hasSignatures && before !== undefined && { before, after: signature }),
    ...(diffs.has(changed) && { diff: diffs.get(changed) }),
    ...(from !== undefined && { from }),
    ...(reached !== undefined && reached.users > 0 && { callers: reached.users }),
    ...(reached !== undefined && reached.possible > 0 && { possible_callers: reached.possible }),
    ...(reached !== undefined && reached.tests > 0 && { tests: reached.tests }),
  };
}

/** By start, the name of the changed symbol. */
function namesOfStarts({ files }: FoundChanges): ReadonlyMap<number, string> {
  return new Map(
    files.flatMap(({ separator, symbols }) =>
      symbols.flatMap(({ start, symbol: { container, name } }) =>
        start === undefined ? [] : [[start, container === "" ? name : container + separator + name] as const],
      ),
    ),
  );
}

const certainties = ["exact", "likely", "possible"] as const;

/** Users by what has changed, a signature first, then by distance, certainty and place. */
function sortedUsers(users: readonly User[], rankOf: ReadonlyMap<number | undefined, number>) {
  const keyOf = ({ start, depth, certainty }: User) =>
    (rankOf.get(start) ?? 0) * 100 + depth * 10 + certainties.indexOf(certainty);
  return [...users]
    .sort(
      (a, b) =>
        keyOf(a) - keyOf(b) ||
        compareText(a.symbol.file, b.symbol.file) ||
        (a.symbol.places[0]?.line ?? 0) - (b.symbol.places[0]?.line ?? 0) ||
        a.start - b.start,
    )
    .map((user) => ({ ...user, filepath: user.symbol.file }));
}

function userRow(
  { symbol, start, lines, certainty, depth, isChanged, isPassing }: User,
  names: ReadonlyMap<number, string>,
): RowValues {
  return {
    ...(!symbol.isFile && { caller: symbol.name, line: symbol.places[0]?.line }),
    symbol: names.get(start),
    lines,
    count: lines.length,
    ...(depth > 1 && { depth }),
    ...confidenceOf(certainty),
    ...(isPassing && { passed: true }),
    ...(isChanged && { changed: true }),
  };
}

function unfitRow({ caller, start, line, column, reason }: UnfitCall, names: ReadonlyMap<number, string>): RowValues {
  return { line, column, ...(!caller.isFile && { in: caller.name }), symbol: names.get(start), reason };
}

function testRow({ test: { symbol, way, certainty }, rank, alike }: TestRows): RowValues {
  return {
    name: symbol.name,
    line: symbol.places[0]?.line,
    rank,
    ...(way.length > 0 && { way: way.map(({ name }) => name) }),
    ...confidenceOf(certainty),
    ...(alike > 0 && { alike }),
  };
}

function confidenceOf(certainty: User["certainty"]): RowValues {
  if (certainty === "exact") return {};
  return { confidence: certainty === "possible" ? "name" : certainty };
}
