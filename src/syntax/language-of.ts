import { extname } from "node:path";
import { UserError } from "../base/errors.ts";
import type { Language, Languages } from "./languages.ts";

/** The language of a path by its extension, or undefined. */
export function languageOf(path: string, languages: Languages): Language | undefined {
  const extension = extname(path);
  if (extension === "") return undefined;
  let known = byExtension.get(languages);
  if (known === undefined) {
    known = new Map();
    byExtension.set(languages, known);
  }
  if (!known.has(extension)) known.set(extension, languageOfExtension(extension, languages));
  return known.get(extension);
}

const byExtension = new WeakMap<Languages, Map<string, Language | undefined>>();

function languageOfExtension(extension: string, languages: Languages): Language | undefined {
  const lowerCase = extension.toLowerCase();
  return (
    languages.find((language) => language.extensions.includes(extension)) ??
    languages.find((language) => language.extensions.includes(lowerCase))
  );
}

/** What a scan of a folder looks for when it is not told. */
export function defaultPatterns(languages: Languages): readonly string[] {
  return languages.flatMap((language) => language.default_patterns);
}

/** The error for a file of no known language. */
export function unsupportedFile(name: string, languages: Languages): UserError {
  const details = `Its extension is of no known language. Known are ${describeExtensions(languages)}.`;
  return new UserError(`Unsupported file type: ${name}`, { details });
}

/** "cpp (.cpp .hpp …), python (.py …)" for error messages. */
function describeExtensions(languages: Languages): string {
  return languages.map((language) => `${language.name} (${language.extensions.join(" ")})`).join(", ");
}
