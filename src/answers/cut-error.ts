/** Errors that repeat a caller's text, cut so that an answer has room for them. */

import { cutText } from "../base/cut-text.ts";
import type { ErrorDetails } from "../base/errors.ts";
import { type Form, fitForms, type Room } from "./fit.ts";
import type { RowValues } from "./rows.ts";

type LongError = { readonly error: string; readonly details: RowValues };
type CutError = { readonly error: string; readonly details: ErrorDetails };

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
