/**
 * The language of a file by its extension, and the changes that users make to extensions. Input: a path and the known
 * languages; output: its language, or the error that names the known ones.
 */
import { extname } from "node:path";
import { UserError } from "../base/errors.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { isHeader } from "../base/is-header.ts";
import { nearest } from "../base/nearest.ts";
import { unreadKinds } from "../base/unread-kinds.ts";
import { languageOfFragments } from "./fragment-language.ts";
import type { Language, Languages } from "./languages.ts";

/** The language of a path by its extension, or undefined. */
export function languageOf(path: string, languages: Languages): Language | undefined {
  const extension = extname(path);
  if (extension === "") return undefined;
  const known = getOrInsert(byExtension, languages, () => new Map());
  if (!known.has(extension)) known.set(extension, languageOfExtension(extension, languages));
  return known.get(extension);
}

/** The kind of a file near a known language that cannot be read, by its extension; undefined for other files. */
export function unreadKindOf(path: string, languages: Languages): string | undefined {
  const extension = extname(path).toLowerCase();
  if (extension === "" || languageOf(path, languages) !== undefined) return undefined;
  for (const { unread_extensions: unread } of languages) {
    const kind = unreadKinds.find((one) => unread[one]?.includes(extension));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** The language of a path by its extension, also of a list of uses of macros; undefined for other files. */
export function indexedLanguageOf(path: string, languages: Languages): Language | undefined {
  return languageOf(path, languages) ?? languageOfFragments(path, languages);
}

/** The names of files that are of no language, and say where imports of one begin. */
export function settingsFilesOf(languages: Languages): ReadonlySet<string> {
  return new Set(languages.flatMap(({ settings_files: names }) => names));
}

/** True for the name of a file whose `#define`s count for the files next to it: a header, or what headers include. */
export function definesForOthers(name: string, languages: Languages): boolean {
  if (isHeader(name)) return languageOf(name, languages)?.macros !== undefined;
  const extension = extname(name);
  return extension !== "" && languages.some((language) => language.included_extensions.includes(extension));
}

const byExtension = new WeakMap<Languages, Map<string, Language | undefined>>();

function languageOfExtension(extension: string, languages: Languages): Language | undefined {
  const lowerCase = extension.toLowerCase();
  return (
    languages.find((language) => language.extensions.includes(extension)) ??
    languages.find((language) => language.extensions.includes(lowerCase))
  );
}

/**
 * The glob patterns of files that folders are searched for by a tool with default patterns: these, the ones of all other
 * extensions of their languages, such as `*.C`, and the ones of the extensions that the user has asked for.
 */
export function searchedPatterns(patterns: readonly string[], languages: Languages): readonly string[] {
  const searched = languages.flatMap(({ extensions, asked_extensions: asked }) => {
    const own = extensions.map((extension) => `*${extension}`);
    return own.some((pattern) => patterns.includes(pattern)) ? own : asked.map((extension) => `*${extension}`);
  });
  return [...new Set([...patterns, ...searched])];
}

/** The languages, with the files of the named ones asked for. */
export function withScanned(languages: Languages, names: readonly string[]): Languages {
  return languages.map((language) =>
    names.includes(language.name) ? { ...language, asked_extensions: language.extensions } : language,
  );
}

/**
 * The languages, with extensions that the user has given to them and asks for; another language that has such an extension
 * loses it.
 *
 * @param names extension → name of its language
 */
export function withExtensions(languages: Languages, names: Readonly<Record<string, string>>): Languages {
  return languages.map((language) => {
    const own = Object.keys(names).filter((extension) => names[extension] === language.name);
    const kept = (all: readonly string[]) => all.filter((extension) => names[extension] === undefined);
    return {
      ...language,
      extensions: [...kept(language.extensions), ...own],
      asked_extensions: [...kept(language.asked_extensions), ...own],
    };
  });
}

/** Says that a name is not one of the known languages; undefined for one of them. */
export function unknownLanguage(name: string, languages: Languages): string | undefined {
  const known = languages.map((language) => language.name);
  if (known.includes(name)) return undefined;
  const near = nearest(name, known);
  const suggestion = near === undefined ? "" : ` Did you mean '${near}'?`;
  return `'${name}' is not a language; the languages are ${known.join(", ")}.${suggestion}`;
}

/** The error for a file of no known language. */
export function unsupportedFile(name: string, languages: Languages): UserError {
  const details = `Neither its extension nor a first line such as #!/usr/bin/env python3 names a known language. Known are ${describeExtensions(languages)}.`;
  return new UserError(`Unsupported file type: ${name}`, { details });
}

/** "cpp (.cpp .hpp …), python (.py …)" for error messages. */
function describeExtensions(languages: Languages): string {
  return languages.map((language) => `${language.name} (${language.extensions.join(" ")})`).join(", ");
}
