import { isHeader } from "../base/is-header.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { CodeSymbol } from "../syntax/symbols.ts";
import { cppInterface } from "./cpp/interface.ts";
import type { Interface, InterfaceOptions, LanguageInterface } from "./interface.ts";
import { markdownOf } from "./markdown/document.ts";
import { pythonInterface } from "./python/interface.ts";
import { readTreeOf } from "./read-tree.ts";

type GivenOptions = Omit<InterfaceOptions, "isSource">;

/** The languages whose interfaces are code, by name. */
const languages: ReadonlyMap<string, LanguageInterface> = new Map(
  [cppInterface, pythonInterface].map((one) => [one.language, one]),
);

export function hasInterface(language: string): boolean {
  return languages.has(language);
}

/** The beginning of a comment of a language that ends with its line. */
export function lineCommentOf(language: string): string {
  return languages.get(language)?.lineComment ?? "//";
}

/** Returns what a file offers to others, as code of its language. */
export function interfaceOf(file: ParsedFile, options: GivenOptions): Interface {
  const language = languages.get(file.language.name);
  if (language === undefined) throw new Error(`no interface of ${file.language.name}`);
  const path = file.path;
  return language.write(readTreeOf(file), { ...options, isSource: path !== "" && !isHeader(path) });
}

/** Returns what a file offers to others, as a document. */
export function documentOf(file: ParsedFile, { includePrivate, includeComments }: GivenOptions): Interface {
  const { name } = file.language;
  return markdownOf(file, {
    includeComments,
    hasDocstrings: languages.get(name)?.hasDocstrings === true,
    isPublic: (symbol) => includePrivate || isPublic(symbol, name),
  });
}

/** True for a symbol that others are to use: neither it nor what holds it is private. */
export function isPublic(symbol: CodeSymbol, language: string): boolean {
  const isPrivate = languages.get(language)?.isPrivate;
  if (isPrivate !== undefined) return !isPrivate(symbol);
  for (
    let at: CodeSymbol | undefined = symbol, steps = 0;
    at !== undefined && steps < maxLevels;
    at = at.parent, steps++
  ) {
    if (at.access === "private") return false;
  }
  return true;
}

/** Levels of classes above a symbol that may be private. */
const maxLevels = 100;
