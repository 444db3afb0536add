/**
 * The tool replace_symbol. Input: a symbol, a part of it, and the new text; output: a diff, the places that refuse the edit, and the
 * uses that may be of a deleted symbol; with `apply` the file that is written.
 */
import * as z from "zod";
import type { IndexAnswer } from "../answers/answer.ts";
import { RefusedRow } from "../answers/row-kinds.ts";
import { UserError } from "../base/errors.ts";
import { listText } from "../base/list-text.ts";
import { shown } from "../base/shown.ts";
import type { Code, ResolvedFile } from "../code-index/code.ts";
import type { Declaration } from "../code-index/code-index.ts";
import { enclosingOf } from "../code-index/enclosing.ts";
import { findSymbols } from "../code-index/find-symbols.ts";
import { type FoundSymbol, FoundSymbols, isAbsent } from "../code-index/found-symbols.ts";
import { type Occurrence, occurrencesIn, ReferencedSymbol } from "../code-index/occurrences.ts";
import { declarationAt, declarationsAt, keyOfPlace, Place } from "../code-index/places.ts";
import { qualifiedNameOf } from "../code-index/qualified-name.ts";
import { filesNaming, referencedSymbol } from "../code-index/referenced-symbol.ts";
import { isSure } from "../code-index/rename/rename-places.ts";
import { isBare } from "../code-index/symbol-kind.ts";
import { symbolOf } from "../code-index/symbols-of.ts";
import { editedText, type TextEdit } from "../edits/text-edits.ts";
import { notFound } from "./answers/index-answer.ts";
import { notKnownReceivers } from "./answers/not-known.ts";
import { OpenPlaceRow } from "./answers/rename-answer.ts";
import { maxChars, requireSymbol, SymbolArguments, symbolRequestOf } from "./arguments/symbol-arguments.ts";
import { applyArgument, unlisted } from "./arguments/target-arguments.ts";
import { defineIndexTool } from "./contract/index-tool.ts";
import { type FileRows, type Plan, planReader } from "./contract/plan.ts";
import {
  belowTest,
  candidateRefusals,
  declaredBelow,
  requireRead,
  savedTextOf,
  shownRefusal,
} from "./edits/edited-symbol.ts";
import { replaceAnswer } from "./edits/replace-answer.ts";
import { hunksOfEdits } from "./edits/rewritten-code.ts";
import { deletionOf, editOf, parts, type Removed } from "./edits/symbol-edits.ts";
import { textAround } from "./source-lines/text-around.ts";

const { column, source } = SymbolArguments.shape;

const ReplaceSymbolArguments = requireSymbol(
  SymbolArguments.extend({
    filepath: z.string().min(1).optional().describe("Of line or declaration"),
    column: column.meta(unlisted),
    source: source.meta(unlisted),
    part: z.enum(parts).describe("whole: with decorators; body: in braces; before, after: insert"),
    text: z.string().optional().describe("New code, any indentation"),
    apply: applyArgument,
    max_chars: maxChars.meta(unlisted),
  }),
).superRefine(({ part, text }, context) => {
  const isBlank = text === undefined || (part !== "body" && text.trim() === "");
  if (part !== "delete" && isBlank) {
    context.addIssue({
      code: "custom",
      path: ["text"],
      message: "the new code; to take the symbol away, part delete.",
    });
  }
  if (part === "delete" && text !== undefined) {
    context.addIssue({ code: "custom", path: ["text"], message: "none with part delete." });
  }
});
type ReplaceSymbolArguments = z.infer<typeof ReplaceSymbolArguments>;

const ReplacePlan = FoundSymbols.extend({
  name: z.string(),
  word: z.string(),
  /** The declarations that are edited. */
  edited: z.array(Place).readonly(),
  /** Of a deletion, the symbols that nothing may refer to. */
  referenced: z.array(ReferencedSymbol).readonly(),
  refusals: z.array(RefusedRow.extend({ filepath: z.string() })).readonly(),
  notes: z.array(z.string()).readonly(),
});
type ReplacePlan = Readonly<z.infer<typeof ReplacePlan>>;

const planRead = planReader(ReplacePlan);

const Edit = z.object({ start: z.number(), end: z.number(), text: z.string() });

/** The edits of a file with their diff, and the reasons against them. */
const FoundRows = z.object({
  path: z.string(),
  language: z.string(),
  /** Of the text that the offsets are of; "" for unsaved text. */
  digest: z.string(),
  edits: z.array(Edit),
  /** The lines that the edits replace; the line after for what is only added. */
  line: z.number(),
  end_line: z.number(),
  hunks: z.string(),
  refused: z.array(RefusedRow),
  /** Uses of a deleted symbol. */
  uses: z.array(RefusedRow),
  possible: z.array(OpenPlaceRow),
  notes: z.array(z.string()),
});
type FoundRows = z.infer<typeof FoundRows>;

/** Edits a symbol by its address. */
export const replaceSymbol = defineIndexTool<ReplaceSymbolArguments>({
  needs: "index",
  name: "replace_symbol",
  title: "Replace symbol",
  description:
    "Replaces a symbol or its body, inserts code next to it, or deletes it if nothing uses it, instead of edits by line: a diff.",
  help: {
    does: "new code for a symbol, as a diff",
    group: "Find code",
    examples: [
      {
        line: "codegrove replace_symbol Circle::area --part body --text 'return 3 * r_ * r_;'",
        does: "the diff of a new body",
      },
    ],
    synonyms: ["edit", "replace", "insert", "delete"],
  },
  isForEdits: true,
  input: ReplaceSymbolArguments,
  kind: "references",
  commandLine: { stdinArgument: "text" },
  search: { pathsLimit: "symbol" },
  plan: planOfReplace,
  rowsFrom: "path",
  rowsOf: async (path, code, plan, input) => {
    const found = planRead(plan);
    const made = await code.withFile(path, (file) => rowsIn(file, code, found, input));
    if (made === undefined || made === null) return made;
    if (made.rows.edits.length === 0) return made.rows;
    const { rows, errors, changed, from } = made;
    const checks = await code.withText(path, changed, (after) => checksOf(after, errors, { found, from, rows, input }));
    return (
      checks && { ...rows, refused: [...rows.refused, ...checks.refused], notes: [...rows.notes, ...checks.notes] }
    );
  },
  editsOf: (plan, files, _, { unread }) => {
    const found = planRead(plan);
    const places = decoded(files);
    const isRefused = found.refusals.length > 0 || places.some(({ refused, uses }) => refused.length + uses.length > 0);
    if (isAbsent(found) || isRefused) return undefined;
    requireRead(unread);
    return places
      .filter(({ edits }) => edits.length > 0)
      .map(({ path, filepath, language, digest, edits }) => ({ path, filepath, language, digest, edits }));
  },
  answer: (plan, files, { part, apply }, bounds): IndexAnswer => {
    const found = planRead(plan);
    if (isAbsent(found)) return notFound(found, bounds);
    const { name, refusals, notes } = found;
    return replaceAnswer(
      { symbol: name, part, refusals, notes, places: decoded(files), isToApply: apply === true },
      bounds,
    );
  },
});

function decoded(files: readonly FileRows[]): readonly (FoundRows & { readonly filepath: string })[] {
  return files.map(({ filepath, rows }) => ({ filepath, ...FoundRows.parse(rows) }));
}

/** @throws UserError when what is asked for has no declaration here */
async function planOfReplace(code: Code, input: ReplaceSymbolArguments): Promise<Plan> {
  const all = await findSymbols(code, symbolRequestOf(input));
  const found = declaredBelow(all, code, input);
  if (isAbsent(found)) return planFor(found, {});
  const [symbol] = found.symbols;
  requireDeclared(found, symbol);
  const isUnsure = found.confidence === "name" && !found.isOfBranches;
  if (symbol === undefined || isUnsure || found.symbols.length > 1) {
    const several = found.symbols.map((one) => ({ symbol: one, number: all.symbols.indexOf(one) + 1 }));
    return planFor(found, { refusals: candidateRefusals(several, isUnsure, code) });
  }
  const { name, word, forward } = symbol;
  const chosen = input.part === "delete" ? { places: symbol.places } : editedPlaceOf(symbol, code, input);
  if ("refusals" in chosen) return planFor(found, { name, refusals: chosen.refusals });
  const { places } = chosen;
  const referenced = input.part === "delete" ? referencedBy(symbol, code) : [];
  const left = [...symbol.places, ...forward].filter((place) => !places.includes(place));
  const notes = [
    left.length === 0
      ? []
      : `Other declarations of ${name} stay: ${listText(
          left.map(({ path, line }) => `${code.nameOf(path)}:${line}`),
          maxNamed,
        )}.`,
    referenced.length === 0 ? [] : (notKnownReceivers(found.symbols, code) ?? []),
  ].flat();
  const files = [...places.map(({ path }) => path), ...referenced.flatMap((one) => filesNaming(one, code))];
  return planFor(found, { name, word, edited: places, referenced, notes }, [...new Set(files)].sort());
}

function planFor(found: FoundSymbols, planned: Partial<ReplacePlan>, files: readonly string[] = []): Plan {
  const { wanted } = found;
  const none = { name: wanted, word: "", edited: [], referenced: [], refusals: [], notes: [] };
  return { files, found: { ...found, ...none, ...planned } };
}

/** @throws UserError when the symbol has no declaration in the code base */
function requireDeclared({ external, wanted }: FoundSymbols, symbol: FoundSymbol | undefined): void {
  const reason =
    symbol === undefined
      ? `It is from outside of the code base (${external}).`
      : symbol.isFile
        ? "It is a file: name a symbol in it."
        : undefined;
  if (reason !== undefined) throw new UserError(`Cannot be replaced: ${shown(wanted)}`, { details: reason });
}

/** The definition of a symbol, or the declaration that a call names by its line. */
function editedPlaceOf(
  { places }: FoundSymbol,
  code: Code,
  { filepath, line }: ReplaceSymbolArguments,
): { readonly places: readonly Place[] } | Pick<ReplacePlan, "refusals"> {
  const isBelow = filepath === undefined ? () => true : belowTest(filepath, code);
  const named = places.filter((place) => place.line === line && isBelow(place));
  if (named.length === 1) return { places: named };
  const { index } = code;
  const isDefinition = (place: Place) => {
    const declaration = declarationAt(index.fileAt(place.path), place);
    return declaration === undefined || !isBare(declaration);
  };
  const definitions = places.filter(isDefinition);
  const wanted = definitions.length > 0 ? definitions : places;
  const below = line === undefined ? wanted.filter(isBelow) : wanted;
  const left = below.length > 0 ? below : wanted;
  if (left.length === 1) return { places: left };
  const reason = `one of ${left.length} places that declare it: give this line as filepath and line`;
  return { refusals: left.slice(0, maxShownPlaces).map((place) => shownRefusal({ ...place, reason }, code)) };
}

/** Places of one symbol that a refusal shows. */
const maxShownPlaces = 20;

/** The symbols that nothing may refer to if one is deleted: the symbol itself, and names that it brings into the scope around it. */
function referencedBy(symbol: FoundSymbol, code: Code): readonly ReferencedSymbol[] {
  const members = declarationsAt(symbol.places, code)
    .filter(({ kind }) => kind === "enum")
    .flatMap((one) => one.file.declarations.filter(({ parent, kind }) => parent === one && kind === "enum_member"));
  return [symbol, ...members.map((member) => symbolOf([member], code))].map((one) => referencedSymbol(one, code));
}

const maxNamed = 5;

type MadeRows = {
  readonly rows: FoundRows;
  /** The number of syntax errors before. */
  readonly errors: number;
  /** The text after the edits, and the offset of the first edit. */
  readonly changed: string;
  readonly from: number;
};

/** The rows of a file before its new text is looked at; null without any, undefined if the file has changed since. */
function rowsIn(
  file: ResolvedFile,
  code: Code,
  found: ReplacePlan,
  { part, text = "" }: ReplaceSymbolArguments,
): MadeRows | null | undefined {
  const { path, language } = file.file;
  const saved = savedTextOf(file, code);
  if (saved === undefined) return undefined;
  const declarations = found.edited
    .filter((place) => place.path === path)
    .flatMap((place) => declarationAt(file.file, place) ?? []);
  const [first] = declarations;
  const { edits: all, leftLines, removed, fault } = madeIn(file, declarations, part, text);
  const uses = usesIn(file, code, found, removed);
  const edits = all.filter((edit) => file.text.slice(edit.start, edit.end).replaceAll("\r\n", "\n") !== edit.text);
  const isEqual = all.length > edits.length && edits.length === 0;
  const refused =
    fault === undefined || first === undefined
      ? []
      : [{ line: first.line, column: first.column, reason: `${part} is not possible: ${fault}` }];
  if (all.length + refused.length + uses.sure.length + uses.possible.length === 0) return null;
  const lineBreak = lineBreakOf(saved.text);
  const written = edits.map((edit) => ({ ...edit, text: edit.text.replaceAll("\n", lineBreak) }));
  const hunks = hunksOfEdits(saved, written, contextLines);
  const rows = {
    path,
    language,
    digest: saved.digest,
    edits: written,
    line: hunks[0]?.line ?? 0,
    end_line: hunks.at(-1)?.end_line ?? 0,
    hunks: hunks.map(({ diff }) => diff).join(""),
    refused,
    uses: uses.sure,
    possible: uses.possible,
    notes: [
      ...(isEqual ? ["Nothing changes: the new code is the code that is there."] : []),
      ...leftLines.map((line) => `${code.nameOf(path)}:${line}, a macro above the deleted code, stays: look at it.`),
    ],
  };
  return { rows, errors: file.tree.faults().length, changed: editedText(file.text, edits), from: edits[0]?.start ?? 0 };
}

type Made = {
  readonly edits: readonly TextEdit[];
  readonly leftLines: readonly number[];
  readonly removed: readonly Removed[];
  /** The reason why there are no edits. */
  readonly fault?: string;
};

/** The edits of the declarations of a file. */
function madeIn(
  file: ResolvedFile,
  declarations: readonly Declaration[],
  part: ReplaceSymbolArguments["part"],
  text: string,
): Made {
  const [first] = declarations;
  const made =
    first === undefined
      ? undefined
      : part === "delete"
        ? deletionOf(file, declarations)
        : editOf(file, first, part, text);
  return { edits: [], leftLines: [], removed: [], ...made };
}

/** Lines around a change. */
const contextLines = 3;

/** The line break of a text. */
function lineBreakOf(text: string): string {
  if (text.includes("\r\n")) return "\r\n";
  return text.includes("\n") || !text.includes("\r") ? "\n" : "\r";
}

/** The uses in a file of a symbol that is deleted, outside of what is deleted. */
function usesIn(
  file: ResolvedFile,
  code: Code,
  { referenced, edited }: ReplacePlan,
  removed: readonly Removed[],
): { readonly sure: FoundRows["uses"]; readonly possible: FoundRows["possible"] } {
  if (referenced.length === 0) return { sure: [], possible: [] };
  const { path, language } = file.file;
  const own = new Set([...edited, ...referenced.flatMap(({ forward }) => forward)].map(keyOfPlace));
  const enclosing = enclosingOf(file.file);
  const outside = occurrencesIn(file, referenced).filter(
    ({ offset }) =>
      !removed.some(({ docStart, end }) => docStart <= offset && offset < end) &&
      !own.has(keyOfPlace({ path, ...file.positionOf(offset) })),
  );
  const rows = outside.map((occurrence) => {
    const { offset, length, type } = occurrence;
    const holder = enclosing.at(offset);
    const name = holder && qualifiedNameOf(holder, code.separatorOf(language));
    const text = textAround(file.joinedText, offset, length);
    return { occurrence, ...file.positionOf(offset), type, ...(name !== undefined && { in: name }), text };
  });
  const sure = rows.filter(({ occurrence }) => refersSurely(occurrence));
  const possible = rows.filter(({ occurrence }) => !refersSurely(occurrence));
  return {
    sure: sure.map(({ line, column: at, type, in: holder, text }) => {
      const where = holder === undefined ? "" : ` in ${holder}`;
      return { line, column: at, reason: `${type}${where}: ${text}` };
    }),
    possible: possible.map(({ occurrence: _, ...row }) => row),
  };
}

/** True for a use that nothing else can stand for: a call of a base's member needs only that. */
function refersSurely(occurrence: Occurrence): boolean {
  return isSure(occurrence) && occurrence.ofBase === undefined;
}

type Checked = Pick<MadeRows, "from" | "rows"> & {
  readonly found: ReplacePlan;
  readonly input: ReplaceSymbolArguments;
};

/** The reasons against a file as it would be, and warnings about it. */
function checksOf(
  after: ResolvedFile,
  errorsBefore: number,
  { found: { word }, from, rows, input: { part } }: Checked,
): Pick<FoundRows, "notes" | "refused"> {
  const errors = after.tree.faults().map((node) => after.tree.start(node));
  const first = errors.find((offset) => offset >= from) ?? errors[0];
  const refused: FoundRows["refused"] = [];
  const notes: string[] = [];
  if (first !== undefined && errors.length > errorsBefore) {
    const place = after.positionOf(first);
    const which = errorsBefore === 0 ? "a" : "a further";
    const text = textAround(after.text, first, 0);
    refused.push({ ...place, reason: `the new text would have ${which} syntax error here: ${text}` });
  }
  const to = from + rows.edits.reduce((sum, { text }) => sum + text.length, 0);
  const isDeclared = after.file.declarations.some(({ name, at }) => name === word && at >= from && at < to);
  if (part === "whole" && !isDeclared) notes.push(`The new code does not declare ${word}.`);
  return { refused, notes };
}
