import { isHeader } from "../base/is-header.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { CodeSymbol } from "../syntax/symbols.ts";
import { headerOf } from "./cpp/header.ts";
import type { Interface, InterfaceOptions } from "./interface.ts";
import { markdownOf } from "./markdown/document.ts";
import { stubOf } from "./python/stub.ts";
import { type ReadTree, readTreeOf } from "./read-tree.ts";

type GivenOptions = Omit<InterfaceOptions, "isSource">;

/** The writers of interfaces, by language. */
const writers: ReadonlyMap<string, (file: ReadTree, options: InterfaceOptions) => Interface> = new Map([
  ["cpp", headerOf],
  ["python", stubOf],
]);

export function hasInterface(language: string): boolean {
  return writers.has(language);
}

/** Returns what a file offers to others, as code of its language. */
export function interfaceOf(file: ParsedFile, options: GivenOptions): Interface {
  const writer = writers.get(file.language.name);
  if (writer === undefined) throw new Error(`no interface of ${file.language.name}`);
  const path = file.path;
  return writer(readTreeOf(file), { ...options, isSource: path !== "" && !isHeader(path) });
}

/** Returns what a file offers to others, as a document. */
export function documentOf(file: ParsedFile, { includePrivate, includeComments }: GivenOptions): Interface {
  return markdownOf(file, {
    includeComments,
    isPublic: (symbol) => includePrivate || isPublic(symbol, file.language.name),
  });
}

/** True for a symbol that others are to use: neither it nor what holds it is private. */
export function isPublic(symbol: CodeSymbol, language: string): boolean {
  if (language === "python") return !isPrivateName(symbol.name) && !symbol.container.split(".").some(isPrivateName);
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

/** `_x`, except `__init__`. */
function isPrivateName(name: string): boolean {
  return name.startsWith("_") && !/^__\w*__$/.test(name);
}
