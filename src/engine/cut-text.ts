/** Texts that are cut so that an answer has room for them: of rows, and of errors that repeat what a caller has written. */

import { type Form, fitForms, type Room } from "../answers/fit.ts";
import type { RowValues } from "../answers/rows.ts";
import type { ErrorDetails } from "../base/errors.ts";

type LongError = { readonly error: string; readonly details: RowValues };
type CutError = { readonly error: string; readonly details: ErrorDetails };

/** Returns a text of at most so many UTF-16 code units, and after it how many are omitted. */
export function cutText(text: string, length: number): string {
  const shown = text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
  const cut = `${shown}… [${text.length - shown.length} characters omitted]`;
  return cut.length < text.length ? cut : text;
}

/**
 * Returns an error whose texts are as long as fits, or have one character. Details that are neither texts, lists of texts
 * nor numbers are left out.
 *
 * @param charsOf returns the UTF-16 code units of an error in the answer
 */
export function cutError(failure: LongError, { maxChars, charsOf }: Room<CutError>): CutError {
  return fitForms([cutErrorForm(failure, maxChars)], (cut) => cut, { maxChars, charsOf });
}

/** The form of an error with texts of as many characters as fit. */
export function cutErrorForm(failure: LongError, maxChars: number): Form<CutError> {
  return { sizes: { least: 1, most: maxChars }, shown: (length) => cutErrorTexts(failure, length) };
}

function cutErrorTexts({ error, details }: LongError, length: number): CutError {
  return { error: cutText(error, length), details: cutDetails(details, length) };
}

function cutDetails(details: RowValues, length: number): ErrorDetails {
  const kept: Record<string, string | number | readonly string[]> = {};
  for (const [key, value] of Object.entries(details)) {
    if (typeof value === "number") kept[key] = value;
    else if (typeof value === "string") kept[key] = cutText(value, length);
    else if (Array.isArray(value)) kept[key] = cutList(value, length);
  }
  return kept;
}

function cutList(list: readonly unknown[], length: number): readonly string[] {
  return list.flatMap((item) => (typeof item === "string" ? [cutText(item, length)] : []));
}
