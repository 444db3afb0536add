/**
 * The changes of files, symbol by symbol. Input: the texts of files before and after; output: plain rows of their symbols, the lines
 * that are of none, and the findings of check_file that were not there before.
 */
import * as z from "zod";
import type { ChangedText, ChangedTexts, LineRange } from "../../code-index/changed-texts.ts";
import type { Code } from "../../code-index/code.ts";
import { lineComparer } from "../../revisions/changed-lines.ts";
import { defaultFaults, type Fault } from "../check-file.ts";
import {
  changeKinds,
  changesBetween,
  differingSignatures,
  linesOutside,
  type Moved,
  OutlinedSymbol,
  outlineOf,
  type PlacedChange,
  type SymbolChange,
  withMoved,
} from "./changed-symbols.ts";
import { shownLines, symbolDiff } from "./symbol-diff.ts";

const LineText = z.string();

/** A symbol that differs. */
export const ChangedSymbol = z.object({
  change: z.enum(changeKinds),
  /** As it is now; of one that was removed as it was. */
  symbol: OutlinedSymbol.omit({ own: true, head: true, code: true, lines: true }),
  /** The signature before, if it is another one. */
  before: z.string().optional(),
  /** The lines that differ: see symbolDiff. */
  diff: z.string().optional(),
  /** The former place of one that was moved: `shape.hpp:12`. */
  from: z.string().optional(),
  /** The place in the text before, if that has the symbol. */
  former: z.object({ line: z.number(), column: z.number() }).optional(),
  /** The symbol of the index whose users are looked for, by its number. */
  start: z.number().optional(),
});
export type ChangedSymbol = z.infer<typeof ChangedSymbol>;

const Diagnostic = z.looseObject({ line: z.number(), code: z.string(), message: z.string(), severity: z.string() });

/** A file that differs. */
export const FileChange = z.object({
  path: z.string(),
  filepath: z.string(),
  change: z.enum(["added", "removed", "moved"]).optional(),
  former: z.string().optional(),
  separator: z.string(),
  /** True if the index knows the text after. */
  isIndexed: z.boolean(),
  symbols: z.array(ChangedSymbol),
  /** Lines outside of these symbols: `3`, `5-9`; `removed` by their numbers before. */
  lines: z.array(LineText),
  removedLines: z.array(LineText),
  diagnostics: z.array(Diagnostic),
});
export type FileChange = z.infer<typeof FileChange>;

/** One text of a file as it is compared. */
type Outline = { readonly symbols: readonly OutlinedSymbol[]; readonly faults: readonly Fault[] };

const nothing: Outline = { symbols: [], faults: [] };

/** Compares the texts of files. @param isChecked true if findings are looked for */
export async function fileChanges(
  { files }: ChangedTexts,
  code: Code,
  isChecked: boolean,
): Promise<readonly FileChange[]> {
  const compared: { readonly file: ChangedText; readonly before: Outline; readonly now: Outline }[] = [];
  for (const file of files) {
    compared.push({
      file,
      before: await outlined(file, file.before, code, isChecked),
      now: await outlined(file, file.after, code, isChecked),
    });
  }
  const changes = withMoved(
    compared.flatMap(({ file, before, now }) =>
      changesBetween(before.symbols, now.symbols).map((change): PlacedChange => ({ ...change, path: file.path })),
    ),
  );
  const compare = lineComparer();
  return compared.map(({ file, before, now }): FileChange => {
    const texts = { before: shownLines(file.before ?? ""), now: shownLines(file.after ?? "") };
    const own = changes.filter(({ path }) => path === file.path);
    const isGone = file.after === undefined;
    const isMoved = file.formerPath !== undefined;
    const change = file.before === undefined ? "added" : isGone ? "removed" : isMoved ? "moved" : undefined;
    const after = own.flatMap(({ now: symbol }) => symbol ?? []);
    const former = changes.flatMap((one) => formerSymbols(one, file.path));
    return {
      path: file.path,
      filepath: code.nameOf(file.path),
      ...(change !== undefined && { change }),
      ...(file.formerPath !== undefined && { former: code.nameOf(file.formerPath) }),
      separator: code.separatorOf(file.language),
      isIndexed: file.isIndexed,
      symbols: own.map((one) => withDiff(rowOf(one, code), diffOf(one, texts, compare))),
      lines: change === "added" ? [] : textsOf(linesOutside(file.changedLines, after)),
      removedLines: isGone ? [] : textsOf(linesOutside(file.removedLines, former)),
      diagnostics: [...newFaults(before.faults, now.faults)],
    };
  });
}

async function outlined(file: ChangedText, text: string | undefined, code: Code, isChecked: boolean): Promise<Outline> {
  if (text === undefined) return nothing;
  const found = await code.withParsedText(file.path, text, (parsed) => ({
    symbols: outlineOf(parsed),
    faults: isChecked ? defaultFaults(parsed) : [],
  }));
  return found ?? nothing;
}

/** The symbols of a file before a change: of one that was moved elsewhere, too. */
function formerSymbols({ path, before, from }: PlacedChange<Moved>, file: string): readonly OutlinedSymbol[] {
  if (before === undefined || (from?.path ?? path) !== file) return [];
  return [before];
}

function rowOf({ change, before, now, from }: PlacedChange<Moved>, code: Code): ChangedSymbol {
  const shown = now ?? before;
  if (shown === undefined) throw new Error("a change has a symbol");
  const { own: _, head: __, code: ___, lines: ____, ...symbol } = shown;
  const signatures = change === "signature" && before && now && differingSignatures(before, now);
  return {
    change,
    symbol: { ...symbol, ...(signatures && { signature: signatures[1] }) },
    ...(signatures && { before: signatures[0] }),
    ...(before && { former: { line: before.line, column: before.column } }),
    ...(from !== undefined && { from: `${code.nameOf(from.path)}:${from.symbol.line}` }),
  };
}

/** The lines that differ in a symbol that both texts of a file have. */
function diffOf(
  { change, before, now }: SymbolChange,
  texts: { readonly before: readonly string[]; readonly now: readonly string[] },
  compare: ReturnType<typeof lineComparer>,
): string | undefined {
  if (change === "moved" || before === undefined || now === undefined) return undefined;
  return symbolDiff({ lines: texts.before, ranges: before.lines }, { lines: texts.now, ranges: now.lines }, compare);
}

/** A row with the lines that differ, unless these are its two signatures. */
function withDiff(row: ChangedSymbol, diff: string | undefined): ChangedSymbol {
  const { before, symbol } = row;
  const isTold =
    diff !== undefined &&
    before !== undefined &&
    isSignature(before, linesWith("-", diff)) &&
    isSignature(symbol.signature, linesWith("+", diff));
  return isTold ? row : { ...row, diff };
}

/** The text of the lines of a diff that begin with a sign. */
function linesWith(sign: string, diff: string): string {
  const lines = diff.split("\n").filter((line) => line.startsWith(sign));
  return lines.map((line) => line.slice(sign.length)).join("\n");
}

/** True if a text is a signature with other blanks, and with the sign before a body or at the end. */
function isSignature(signature: string, text: string): boolean {
  const withoutSpace = (one: string) => one.replace(/\s+/g, "");
  return withoutSpace(text).replace(/[:;{]$/, "") === withoutSpace(signature);
}

/** Findings that the text before does not have; also in lines that are as they were, such as a use of an import that is gone. */
function newFaults(before: readonly Fault[], now: readonly Fault[]): readonly Fault[] {
  const keyOf = ({ code, message, text }: Fault) => JSON.stringify([code, message, text]);
  const known = new Map<string, number>();
  for (const fault of before) known.set(keyOf(fault), (known.get(keyOf(fault)) ?? 0) + 1);
  return now.filter((fault) => {
    const count = known.get(keyOf(fault)) ?? 0;
    known.set(keyOf(fault), count - 1);
    return count <= 0;
  });
}

function textsOf(ranges: readonly LineRange[]): string[] {
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
}
