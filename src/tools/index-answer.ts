import type { FoundSymbols } from "../code-index/found-symbols.ts";
import type { AnswerBounds, IndexAnswer } from "./index-tool.ts";
import type { RowValues } from "./rows.ts";

/** An answer with results. */
export type IndexResults = Exclude<IndexAnswer, { readonly error: string }>;

/** Returns an answer as JSON: the head, an entry of each list a file, the tail. What is undefined is left out. */
export function answerText({ head, results, lists, tail }: IndexResults): string {
  return JSON.stringify({ ...head, results, ...lists, ...tail, success: true });
}

/** One of the forms that an answer may take. */
export type Level = {
  /** The value of `detail`. */
  readonly detail: string;
  /** Returns the answer in this form, with these keys in its head. */
  readonly answer: (truncation: Truncation) => IndexResults;
};

/** Keys of a head that say what is missing; none when nothing is. */
export type Truncation = {
  readonly detail?: string;
  readonly truncated?: true;
  readonly truncated_reason?: string;
};

/**
 * Returns the first of some forms that is at most `maxChars` long as JSON, and says so in any but the first: forms go from
 * the richest to the poorest. The last one is returned when none is short enough.
 *
 * @param levels at least one
 * @param reason what is said when an answer in the first form would take `chars`
 */
export function richestAnswer(
  levels: readonly Level[],
  maxChars: number,
  reason: (chars: string) => string,
): IndexResults {
  const [requested, ...poorer] = levels;
  if (requested === undefined) throw new Error("an answer has a form");
  let answer = requested.answer({});
  const chars = answerText(answer).length;
  if (chars <= maxChars) return answer;
  const truncated_reason = reason(chars.toLocaleString("en-US"));
  for (const { detail, answer: answerWith } of poorer) {
    answer = answerWith({ detail, truncated: true, truncated_reason });
    if (answerText(answer).length <= maxChars) break;
  }
  return answer;
}

/** Returns the first keys of an answer about symbols: the name that was found, and how sure that is. */
export function symbolHead({ wanted, symbols, confidence, external }: FoundSymbols): RowValues {
  const [name = wanted, ...otherNames] = new Set(symbols.map((symbol) => symbol.name));
  return {
    symbol: otherNames.length > 0 ? wanted : name,
    ...(confidence !== "exact" && confidence !== "external" && { confidence }),
    ...(external !== undefined && { external }),
    ...(external?.startsWith("builtins.") && { builtin: true }),
  };
}

/** UTF-16 code units of the name in an answer of counts alone. */
const maxShortName = 160;

/** Returns what replaces keys of the head in an answer of counts alone, which has to be short. */
export function countHead(found: FoundSymbols): RowValues {
  const name = String(symbolHead(found).symbol);
  const symbol = name.length > maxShortName ? `${name.slice(0, maxShortName - 1)}…` : name;
  return { symbol, definition: undefined, via: undefined };
}

/** Returns the keys that say what was searched. @param notes on what was not */
export function coverageOf(bounds: AnswerBounds, notes: readonly string[] = []): RowValues {
  const { searchedFiles, filesWithErrors, skipped, unread, emptyReason } = bounds;
  const warnings = emptyReason === undefined ? notes : [emptyReason, ...notes];
  return {
    searched_files: searchedFiles,
    ...(warnings.length > 0 && { warnings }),
    ...(filesWithErrors > 0 && { files_with_errors: filesWithErrors }),
    ...(skipped && { skipped }),
    ...(unread.length > 0 && { unreadable_files: unread }),
  };
}

/** Names of what is used without its name: operators of C++, and methods that statements and operators of Python call. */
const unwrittenName = /^operator(?![\p{L}\p{N}_])|^__(?!init__$|new__$)\w+__$/u;

/** Says that uses of symbols without their names are not found; no sentence for symbols that are used by name. */
export function notesOnUses(symbols: FoundSymbols["symbols"]): readonly string[] {
  const isUnwritten = symbols.some(({ word }) => unwrittenName.test(word));
  return isUnwritten
    ? ["Only uses that write the name are found, not those by a sign or a statement, such as a[i]."]
    : [];
}

/** Returns the answer when nothing has a name: with how much was searched, and names that are written alike. */
export function notFound({ wanted, ofName, didYouMean }: FoundSymbols, bounds: AnswerBounds): IndexAnswer {
  const { searchedFiles, filesWithErrors, unread, emptyReason } = bounds;
  const errors = filesWithErrors === 0 ? "" : `, ${filesWithErrors} of them ${have(filesWithErrors)} syntax errors`;
  const searched = `${searchedFiles} ${searchedFiles === 1 ? "file" : "files"} searched${errors}.${emptyReason === undefined ? "" : ` ${emptyReason}`}`;
  const others = ofName === 1 ? "1 symbol has" : `${ofName} symbols have`;
  const details =
    ofName === undefined ? searched : `${others} this name: give no number, or at most #${ofName}. ${searched}`;
  return {
    error: `Symbol not found: ${wanted}`,
    details: {
      details,
      ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
      ...(unread.length > 0 && { unreadable_files: unread }),
    },
  };
}

function have(count: number): string {
  return count === 1 ? "has" : "have";
}
