import { ArgumentError, UserError } from "../base/errors.ts";
import { maxShownChars } from "../base/limits.ts";
import { nearest } from "../base/nearest.ts";
import type { Files } from "../code-base/code-base.ts";
import { languageNamed } from "../syntax/language-named.ts";
import type { Languages } from "../syntax/languages.ts";
import type { TargetArguments } from "../tools/arguments/target-arguments.ts";
import type { UnsavedText } from "../workers/protocol.ts";
import { Stamps } from "../workspace/stamp.ts";

/** The name of unsaved text in messages and line formats. */
export const unsavedTextName = "source";

/**
 * Returns the unsaved text of a call; undefined when the call is about files.
 *
 * @throws UserError when the language is unknown or the text is too long
 */
export function unsavedTextOf(
  { source, language }: Pick<TargetArguments, "source" | "language">,
  languages: Languages,
  maxBytes: number,
): UnsavedText | undefined {
  if (source === undefined || language === undefined) return undefined;
  const languageName = nameOfLanguage(language, languages);
  const bytes = Buffer.byteLength(source);
  if (bytes > maxBytes) {
    const details = `It has ${bytes} bytes, the limit is ${maxBytes} (MAX_FILE_SIZE).`;
    throw new UserError("The source is too large", { details });
  }
  // As in a file, a byte order mark is no part of the text.
  return { text: source.replace(/^\uFEFF/, ""), languageName };
}

/**
 * Returns the name of a language as a caller writes it.
 *
 * @throws ArgumentError when it is unknown
 */
export function nameOfLanguage(language: string, languages: Languages): string {
  const known = languageNamed(language, languages);
  if (known !== undefined) return known;
  const names = languages.map(({ name }) => name);
  const suggestion = nearest(language, names);
  const details = `Known are ${names.join(", ")}.${suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`}`;
  throw new ArgumentError(({ plain }) => `Unknown ${plain("language")}: ${language.slice(0, maxShownChars)}`, {
    details,
  });
}

/** The only file of a call with unsaved text. */
export function unsavedFiles({ languageName: language }: UnsavedText): Files {
  return {
    flat: true,
    folders: [],
    base: "",
    isPartial: false,
    skipped: {},
    notSearched: {},
    foundAtMs: 0,
    seen: undefined,
    settled: undefined,
    stored: undefined,
    stamps: new Stamps([]),
    targets: [{ name: unsavedTextName, path: "", input: 0, isExplicit: true, language }],
  };
}
