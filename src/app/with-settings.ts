import { UserError } from "../base/errors.ts";
import { languageNamed } from "../syntax/language-named.ts";
import { unknownLanguage, withExtensions, withScanned } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import type { Settings } from "./settings.ts";

/**
 * The languages as settings have them: with further extensions, and the ones whose files are asked for.
 *
 * @param onIgnored receives a sentence for each name in a found configuration that is not one of a language: it is ignored
 * @throws UserError for such a name from elsewhere
 */
export function withSettings(
  languages: Languages,
  { extensions, scanLanguages, foundKeys }: Pick<Settings, "extensions" | "scanLanguages" | "foundKeys">,
  onIgnored: (warning: string) => void,
): Languages {
  const isKnown = (name: string, setting: "extensions" | "scan_languages", shownAs: string) => {
    const problem = unknownLanguage(name, languages);
    if (problem === undefined) return true;
    if (!foundKeys.has(setting)) throw new UserError(`${shownAs}: ${problem}`);
    onIgnored(`${shownAs}: ${problem}`);
    return false;
  };
  const mapped = Object.entries(extensions).filter(([extension, name]) =>
    isKnown(name, "extensions", `extensions '${extension}'`),
  );
  const asked = [...new Set(scanLanguages.map((name) => languageNamed(name, languages) ?? name))];
  const scanned = asked.filter((name) => isKnown(name, "scan_languages", "--scan-languages"));
  return withScanned(withExtensions(languages, Object.fromEntries(mapped)), scanned);
}
