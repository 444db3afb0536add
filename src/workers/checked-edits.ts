import { textDigest } from "../edits/text-digest.ts";
import { editedText, type FileEdits } from "../edits/text-edits.ts";
import type { Masking } from "../syntax/copies.ts";
import type { Language } from "../syntax/languages.ts";
import { withParsed } from "../syntax/parse.ts";
import { emptyListIn } from "../syntax/patterns/pattern-matches.ts";
import { positionAt } from "../syntax/positions.ts";

/** The edits of a file, and the first syntax error that they would make in a file without errors, as a sentence. */
export type CheckedEdits = Pick<FileEdits, "digest" | "edits" | "language"> & { readonly newError: string | undefined };

/**
 * Parses a text as it would be after edits.
 *
 * @param hasErrors true for a text with syntax errors, which may have others after them
 */
export async function checkedEdits(
  language: Language,
  text: string,
  edits: FileEdits["edits"],
  masking: Masking | undefined,
  hasErrors: boolean,
): Promise<CheckedEdits> {
  const newError = hasErrors
    ? undefined
    : await withParsed(language, editedText(text, edits), { masking }, (parsed) => {
        const [first] = parsed.hasErrors() ? parsed.diagnostics(1).diagnostics : [];
        if (first !== undefined) return `It would have a syntax error in line ${first.line}: ${first.message}.`;
        const empty = emptyListIn(language, parsed.flat().tree);
        return empty === undefined
          ? undefined
          : `It would have a block without statements in line ${positionAt(parsed.text, empty).line}.`;
      });
  return { digest: textDigest(text), edits, language: language.name, newError };
}
