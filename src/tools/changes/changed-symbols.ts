/**
 * The symbols that differ between two texts of a file. Input: the outline of each text; output: the symbols that were added or removed,
 * or whose signature or body changed, and the changed lines outside of them. Symbols are compared by their texts, so that a
 * symbol that only moved down by some lines is none.
 */
import * as z from "zod";
import { groupBy } from "../../base/group-by.ts";
import type { LineRange } from "../../code-index/changed-texts.ts";
import { withLineFeeds } from "../../syntax/copies.ts";
import { oneLine } from "../../syntax/one-line.ts";
import type { ParsedFile } from "../../syntax/parse.ts";
import type { PlacedSymbol } from "../../syntax/symbols.ts";
import { codeDigests, trailingComments } from "./code-digest.ts";

/** The ways in which a symbol differs. */
export const changeKinds = ["signature", "removed", "added", "body", "moved", "comment"] as const;
type ChangeKind = (typeof changeKinds)[number];

/** A symbol of one text. */
export const OutlinedSymbol = z.object({
  name: z.string(),
  kind: z.string(),
  container: z.string(),
  line: z.number(),
  column: z.number(),
  /** The first and the last line of its statement, with decorators. */
  first: z.number(),
  last: z.number(),
  /** As answers show it. */
  signature: z.string(),
  /** The signature as it is compared. */
  head: z.string(),
  isDeclared: z.boolean(),
  /**
   * Its text with the comment after it, of a class without its members, and without what is never a difference: blank ends and
   * empty lines.
   */
  own: z.string(),
  /** The digest of its code, which comments and white space do not change. */
  code: z.string(),
  /** The lines of its text, of a class without the lines of its members. */
  lines: z.array(z.tuple([z.number(), z.number()])),
});
export type OutlinedSymbol = z.infer<typeof OutlinedSymbol>;

/** A symbol that differs: `now` is undefined for one that was removed, `before` for one that was added. */
export type SymbolChange = {
  readonly change: ChangeKind;
  readonly before: OutlinedSymbol | undefined;
  readonly now: OutlinedSymbol | undefined;
};

/** The kinds that only hold others: what differs in them and not in their members is lines of the file. */
const holders: ReadonlySet<string> = new Set(["module", "namespace"]);

/** The kinds whose members are compared by themselves. */
const classes: ReadonlySet<string> = new Set([...holders, "class", "struct", "interface", "enum"]);

/** The kinds whose names differ between two texts of one constant: its value is not its signature. */
const valued: ReadonlySet<string> = new Set(["variable", "constant", "field", "property", "enum_member"]);

/** UTF-16 code units of a signature that are compared: past them a change counts as one of the body. */
const maxHeadChars = 20_000;

/** The symbols of a parsed file. Plain data. */
export function outlineOf(file: ParsedFile): readonly OutlinedSymbol[] {
  const text = withLineFeeds(file.text);
  const { wholePositionOf } = file.flat();
  const symbols = file.symbols();
  const codeIn = codeDigests(file, text);
  const commentAfter = trailingComments(file, text);
  const members = groupBy(symbols, ({ parent }) => parent);
  return symbols.map((symbol): OutlinedSymbol => {
    const { name, kind, container, line, column, start, end, isDeclared } = symbol;
    const cut = classes.has(kind) ? (members.get(symbol) ?? []) : [];
    const first = Math.min(wholePositionOf(start).line, line);
    const last = Math.max(symbol.endLine, line);
    const ofMembers = cut.map((member) => linesOfMember(text, member, commentAfter(member.end), wholePositionOf));
    const comments = cut.flatMap((member) => commentAfter(member.end) ?? []);
    const own = commentAfter(end);
    // The comment after the last member of a class in Python is that of the member.
    const comment =
      own === undefined || comments.some((one) => one.start === own.start) ? "" : text.slice(own.start, own.end);
    return {
      name,
      kind,
      container,
      line,
      column,
      isDeclared,
      first,
      last,
      signature: symbol.signature(),
      head: symbol.signature(maxHeadChars),
      own: withoutBlanks(`${withoutMembers(text, { start, end }, [...cut, ...comments])}\n${comment}`),
      code: codeIn({ start, end }, cut),
      lines: rangesOutside([[first, last]], ofMembers),
    };
  });
}

/** The lines that only a member has, with the sign that ends it and the comment after it. */
function linesOfMember(
  text: string,
  { start, end }: Pick<PlacedSymbol, "start" | "end">,
  comment: object | undefined,
  positionOf: (offset: number) => Pick<PlacedSymbol, "line">,
): LineRange {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const isFirstOwn = text.slice(lineStart, start).trim() === "";
  const isLastOwn = comment !== undefined || /^\s*[;,]?\s*$/.test(text.slice(end, lineEnd < 0 ? undefined : lineEnd));
  const first = positionOf(start).line + (isFirstOwn ? 0 : 1);
  return [first, positionOf(Math.max(start, end - 1)).line - (isLastOwn ? 0 : 1)];
}

function withoutMembers(
  text: string,
  { start, end }: Pick<PlacedSymbol, "start" | "end">,
  members: readonly Pick<PlacedSymbol, "start" | "end">[],
): string {
  let [own, at] = ["", start];
  for (const member of [...members].sort((a, b) => a.start - b.start)) {
    if (member.start < at || member.end > end) continue;
    own += `${text.slice(at, member.start)}\n`;
    at = member.end;
  }
  return own + text.slice(at, end);
}

/** A text without blank ends of lines and without empty lines. */
function withoutBlanks(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return lines.filter((line) => line !== "").join("\n");
}

/** Returns the symbols that differ, in the order of their lines, removed ones last. */
export function changesBetween(
  before: readonly OutlinedSymbol[],
  now: readonly OutlinedSymbol[],
): readonly SymbolChange[] {
  const [old, current] = [before, now].map((symbols) =>
    groupBy(
      symbols.filter(({ kind }) => !holders.has(kind)),
      ({ container, name }) => JSON.stringify([container, name]),
    ),
  );
  const changes: SymbolChange[] = [];
  for (const key of new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])])) {
    changes.push(...changesOfName(old?.get(key) ?? [], current?.get(key) ?? []));
  }
  return withoutInner(changes).sort(
    (a, b) => Number(a.now === undefined) - Number(b.now === undefined) || placeIn(a).line - placeIn(b).line,
  );
}

/** Changes without attributes that a changed function sets: the function has them. */
function withoutInner(changes: readonly SymbolChange[]): SymbolChange[] {
  const functions = changes.flatMap(({ now }) => (now === undefined || valued.has(now.kind) ? [] : [now]));
  const functionsOnly = functions.filter(({ kind }) => !classes.has(kind));
  return changes.filter(({ now }) => {
    if (now === undefined || !valued.has(now.kind)) return true;
    return !functionsOnly.some(({ first, last }) => first <= now.line && now.line <= last);
  });
}

/** The place of a change in the text that has it. */
function placeIn({ before, now }: SymbolChange): Pick<OutlinedSymbol, "line" | "column"> {
  return now ?? before ?? { line: 0, column: 0 };
}

/** Properties that two symbols of one name may share, the surest first, to tell overloads apart. */
const commons: readonly ((symbol: OutlinedSymbol) => string)[] = [
  ({ own, isDeclared }) => `${isDeclared} ${own}`,
  ({ head, isDeclared }) => `${isDeclared} ${head}`,
  ({ head }) => head,
  ({ kind, isDeclared }) => `${kind} ${isDeclared}`,
  ({ kind }) => kind,
  () => "",
];

/** The changes of all symbols that have one name in one container. */
function changesOfName(before: readonly OutlinedSymbol[], now: readonly OutlinedSymbol[]): readonly SymbolChange[] {
  let [old, left] = [before, now];
  const changes: SymbolChange[] = [];
  for (const commonOf of commons) {
    const candidates = groupBy(old, commonOf);
    const paired = new Set<OutlinedSymbol>();
    for (const symbol of left) {
      const match = candidates.get(commonOf(symbol))?.shift();
      if (match === undefined) continue;
      paired.add(match).add(symbol);
      const change = changeOf(match, symbol);
      if (change !== undefined) changes.push({ change, before: match, now: symbol });
    }
    old = old.filter((symbol) => !paired.has(symbol));
    left = left.filter((symbol) => !paired.has(symbol));
  }
  return [
    ...changes,
    ...left.map((symbol): SymbolChange => ({ change: "added", before: undefined, now: symbol })),
    ...old.map((symbol): SymbolChange => ({ change: "removed", before: symbol, now: undefined })),
  ];
}

function changeOf(before: OutlinedSymbol, now: OutlinedSymbol): ChangeKind | undefined {
  if (before.own === now.own) return undefined;
  if (before.code === now.code) return "comment";
  return headOf(before) === headOf(now) ? "body" : "signature";
}

/** The part of a signature that says how a symbol is used. */
function headOf({ kind, head }: OutlinedSymbol): string {
  const value = valued.has(kind) ? head.search(/=(?!=)/) : -1;
  return (value < 0 ? head : head.slice(0, value)).replace(/\s+/g, "");
}

/** Characters of a long signature that are shown of its start, before its difference and after it. */
const shownParts = { start: 60, before: 20, after: 80 };

/** Returns two signatures so that their difference is seen, which may be where both of them are cut. */
export function differingSignatures(before: OutlinedSymbol, now: OutlinedSymbol): readonly [string, string] {
  if (before.signature !== now.signature) return [before.signature, now.signature];
  let at = 0;
  while (at < before.head.length && before.head[at] === now.head[at]) at++;
  const partOf = ({ head }: OutlinedSymbol) =>
    `${head.slice(0, shownParts.start)} … ${oneLine(head.slice(Math.max(at - shownParts.before, 0)), shownParts.before + shownParts.after)}`;
  return [partOf(before), partOf(now)];
}

/** A change of a file. */
export type PlacedChange<Placed extends SymbolChange = SymbolChange> = Placed & { readonly path: string };

/** A symbol that went from one place to another. */
export type Moved = SymbolChange & { readonly from?: { readonly path: string; readonly symbol: OutlinedSymbol } };

/** Characters of a text that are enough to know a symbol again: `return True` is the body of many. */
const leastMovedChars = 40;

/** Makes one change of a symbol that was removed and one with the same text that was added, in another file or container. */
export function withMoved(changes: readonly PlacedChange[]): readonly PlacedChange<Moved>[] {
  const keyOf = ({ name, kind, own }: OutlinedSymbol) => JSON.stringify([name, kind, own.replace(/\s+/g, "")]);
  const removed = groupBy(
    changes.filter(({ change, before }) => change === "removed" && (before?.own.length ?? 0) >= leastMovedChars),
    ({ before }) => (before === undefined ? "" : keyOf(before)),
  );
  const gone = new Set<PlacedChange>();
  const moved = changes.map((change): PlacedChange<Moved> => {
    const { now } = change;
    const from = change.change === "added" && now !== undefined ? removed.get(keyOf(now))?.shift() : undefined;
    if (from?.before === undefined) return change;
    gone.add(from);
    return { ...change, change: "moved", before: from.before, from: { path: from.path, symbol: from.before } };
  });
  return moved.filter((change) => !gone.has(change));
}

/** Returns the parts of ranges of lines that are outside of some symbols. */
export function linesOutside(ranges: readonly LineRange[], symbols: readonly OutlinedSymbol[]): readonly LineRange[] {
  return rangesOutside(
    ranges,
    symbols.map(({ first, last }) => [first, last]),
  );
}

/** Returns the parts of ranges of lines that are outside of some others. */
function rangesOutside(ranges: readonly LineRange[], others: readonly LineRange[]): [number, number][] {
  const inside = others.filter(([first, last]) => first <= last).sort(([a], [b]) => a - b);
  return ranges.flatMap(([first, last]) => {
    const left: [number, number][] = [];
    let at = first;
    for (const [from, to] of inside) {
      if (to < at || from > last) continue;
      if (from > at) left.push([at, from - 1]);
      at = Math.max(at, to + 1);
    }
    if (at <= last) left.push([at, last]);
    return left;
  });
}
