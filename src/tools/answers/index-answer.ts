/**
 * The keys that answers from the index share: the symbol that was found, what was searched, and what is missing. Input:
 * what was found, and the coverage of the call; output: keys of a head or a tail, or the error "not found".
 */
import type { IndexAnswer } from "../../answers/answer.ts";
import { sentencesOnMissing, timeOver } from "../../answers/missing-files.ts";
import type { RowValues } from "../../answers/rows.ts";
import { counted } from "../../base/counted.ts";
import type { ErrorDetails } from "../../base/errors.ts";
import { maxNamedChars, maxNamedFiles } from "../../base/limits.ts";
import { unreadKinds } from "../../base/unread-kinds.ts";
import type { FoundSymbols } from "../../code-index/found-symbols.ts";
import { isOperator } from "../../code-index/symbol-kind.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";

/** Returns the first keys of an answer about symbols: the name that was found, and how sure that is. */
export function symbolHead({ wanted, symbols, confidence, external, usedAt }: FoundSymbols): RowValues {
  const [name = wanted, ...otherNames] = new Set(symbols.map((symbol) => symbol.name));
  return {
    symbol: otherNames.length > 0 ? wanted : name,
    ...(confidence !== "exact" && confidence !== "external" && { confidence }),
    ...(external !== undefined && { external }),
    ...(external?.startsWith("builtins.") && { builtin: true }),
    ...(usedAt && { used_at: usedAt }),
  };
}

/** UTF-16 code units of the name in an answer of only counts. */
const maxShortName = 160;

/** Returns replacements for keys of the head in an answer of only counts, which has to be short. */
export function countHead(found: FoundSymbols): RowValues {
  const name = String(symbolHead(found).symbol);
  const symbol = name.length > maxShortName ? `${name.slice(0, maxShortName - 1)}…` : name;
  return { symbol, definition: undefined, via: undefined };
}

/** The files that were searched, and the files that are missing. */
type Coverage = Pick<
  AnswerBounds,
  "brokenFiles" | "emptyReason" | "filesWithErrors" | "notSearched" | "searchedFiles" | "skipped" | "unread"
>;

/** Returns the keys that say what was searched. @param notes on what was not */
export function coverageOf(bounds: Coverage, notes: readonly string[] = []): RowValues {
  const { searchedFiles, filesWithErrors, skipped, notSearched, unread, emptyReason } = bounds;
  const warnings = emptyReason === undefined ? notes : [emptyReason, ...notes];
  return {
    searched_files: searchedFiles,
    ...(warnings.length > 0 && { warnings }),
    ...(filesWithErrors > 0 && { files_with_errors: filesWithErrors }),
    ...brokenKeys(bounds),
    ...(skipped && { skipped }),
    ...(notSearched && { not_searched: notSearched }),
    ...failedKeys(unread),
  };
}

/** The files that could not be read. The others were not read in time, and are only counted. */
function failedKeys(unread: AnswerBounds["unread"]): { readonly unreadable_files?: AnswerBounds["unread"] } {
  const failed = unread.filter(({ error }) => error !== timeOver);
  return failed.length === 0 ? {} : { unreadable_files: failed };
}

/** Returns the names of files with syntax errors, if these are few and not long. */
function brokenKeys({ filesWithErrors, brokenFiles = [] }: Pick<Coverage, "brokenFiles" | "filesWithErrors">): {
  readonly broken_files?: readonly string[];
} {
  const areAll = brokenFiles.length === filesWithErrors && filesWithErrors <= maxNamedFiles;
  return areAll && filesWithErrors > 0 && brokenFiles.join("").length <= maxNamedChars
    ? { broken_files: brokenFiles }
    : {};
}

/** Methods that statements and operators of Python call. */
const calledByStatement = /^__(?!init__$|new__$)\w+__$/u;

/** Says which of several names nothing has. */
export function notesOnMissing({ missing = [] }: Pick<FoundSymbols, "missing">): readonly string[] {
  return missing.map((name) => `Symbol not found: ${name}.`);
}

/** Says of a name that only functions below a path have that it may be declared elsewhere in the workspace, too. */
export function notesOnFunctions(
  { isOfFunctions, wanted }: Pick<FoundSymbols, "isOfFunctions" | "wanted">,
  { filepath, line }: { readonly filepath?: unknown; readonly line?: unknown },
  { isAll = false }: Pick<AnswerBounds, "isAll">,
): readonly string[] {
  if (isOfFunctions === undefined || filepath === undefined || line !== undefined || isAll) return [];
  return [
    `${wanted} is declared in functions below filepath: others of this name may be elsewhere, filepath leaves them out.`,
  ];
}

/** Says which uses of symbols without their names are not found; no sentence for symbols that are used by name. */
export function notesOnUses(symbols: FoundSymbols["symbols"]): readonly string[] {
  const isCalled = symbols.some(({ word }) => calledByStatement.test(word));
  const isSign = symbols.some(({ word }) => isOperator(word));
  return [
    ...(isCalled ? ["Only uses that write the name are found, not those by a sign or a statement, such as a[i]."] : []),
    ...(isSign
      ? [
          "Uses by a sign, such as a[i], are found where the types of the operands are known, in files that name their class.",
        ]
      : []),
  ];
}

/** Reasons to leave out a file that may have what was asked for: keys of `skipped`. */
const unreadReasons: ReadonlySet<string> = new Set([
  "unreadable",
  "not_read_yet",
  "unreadable_folders",
  "vanished",
  "too_large",
  "outside_roots",
  "invalid_names",
  ...unreadKinds,
]);

/**
 * Returns what the error of a call begins with that did not find a symbol.
 *
 * @param skipped reason → number of files
 * @param notSearched language → number of files that patterns left out
 */
export function notFoundIn(
  skipped: Readonly<Record<string, number>> = {},
  notSearched: Readonly<Record<string, number>> = {},
): string {
  const mayBeThere =
    [...Object.keys(notSearched), ...Object.keys(skipped).filter((reason) => unreadReasons.has(reason))].length > 0;
  return mayBeThere ? notFoundInRead : "Symbol not found";
}

/** Says how many files were left out that may have a symbol, apart from the ones that an answer begins with; "" for none. */
export function leftOutText(skipped: Readonly<Record<string, number>> = {}): string {
  const { unreadable: _, not_read_yet: __, ...others } = skipped;
  const counts = Object.entries(others).filter(([reason]) => unreadReasons.has(reason));
  return counts.length === 0 ? "" : ` Left out: ${counts.map(([reason, count]) => `${count} ${reason}`).join(", ")}.`;
}

/** The start of the error of a call that did not find a symbol, and may have missed files. */
export const notFoundInRead = "Not found in what was read";

/**
 * Returns the keys with which an answer begins that may miss files, since they were not read or changed meanwhile; none for
 * other answers.
 */
export function leadOf(unreadFolders: AnswerBounds["unreadFolders"], changed = 0, late = 0): ErrorDetails {
  return {
    ...(unreadFolders && { unread: unreadFolders }),
    ...(late > 0 && { not_read_yet: late }),
    ...(changed > 0 && { changed_during_call: changed }),
  };
}

/** Says that headers of the name are included and missing. */
export function notesOnHeaders({ missingHeaders = [] }: Pick<FoundSymbols, "missingHeaders">): readonly string[] {
  return missingHeaders.map(({ header, places, total }) => {
    const further = total > places.length ? ` and ${total - places.length} more` : "";
    return `Nothing here declares it: ${places.join(", ")}${further} include ${header}, which is missing in the code base.`;
  });
}

/** Says of a name that nothing here declares from where it is, and where it is used. */
export function noteOnExternal(external: string, usedAt: readonly string[] = []): string {
  const used = usedAt.length === 0 ? "" : `, and used at ${usedAt.join(" and ")}`;
  return `It is from outside of the code base: ${external}${used}. find_references has its uses.`;
}

/**
 * Returns the answer when nothing has a name: with how much was searched, and names that are written alike. A symbol that may
 * be in a file that was not read is not called absent, and one from outside of the code base is called so.
 */
export function notFound(
  { wanted, ofName, unsearched, didYouMean, external, usedAt, ...found }: FoundSymbols,
  bounds: AnswerBounds,
): IndexAnswer {
  const { searchedFiles, filesWithErrors, skipped, notSearched, unread, emptyReason } = bounds;
  const errors = filesWithErrors === 0 ? "" : `; ${filesWithErrors} with syntax errors may hide it`;
  const searched = `${searchedFiles} ${searchedFiles === 1 ? "file" : "files"} searched${errors}.${emptyReason === undefined ? leftOutText(skipped) : ` ${emptyReason}`}`;
  const others = ofName === 1 ? "1 symbol has" : `${ofName} symbols have`;
  const lead = leadOf(bounds.unreadFolders, 0, skipped?.not_read_yet);
  const missing = sentencesOnMissing(lead);
  const local =
    unsearched === undefined
      ? ""
      : ` ${counted(unsearched, "file")} with this word were not searched for what functions declare: narrow filepath.`;
  const text =
    ofName === undefined
      ? [
          ...(external === undefined ? [] : [noteOnExternal(external, usedAt)]),
          ...notesOnHeaders(found),
          `${searched}${local}`,
        ].join(" ")
      : `${others} this name: give no number, or at most #${ofName}. ${searched}`;
  return {
    error: `${unsearched === undefined ? notFoundIn(skipped, notSearched) : notFoundInRead}: ${wanted}`,
    details: {
      details: missing === undefined ? text : `${missing} ${text}`,
      ...lead,
      ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
      ...brokenKeys(bounds),
      ...(skipped && { skipped }),
      ...(notSearched && { not_searched: notSearched }),
      ...failedKeys(unread),
    },
  };
}
