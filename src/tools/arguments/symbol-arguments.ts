/**
 * The arguments that tools about symbols share: a name, or a place in a file. Input: such arguments; output: their
 * schema and its rules, and the request for a symbol that they make.
 */
import * as z from "zod";
import { ArgumentError } from "../../base/errors.ts";
import { leastAnswerChars } from "../../base/limits.ts";
import { pathPlaceOf } from "../../base/path-place.ts";
import type { SymbolRequest } from "../../code-index/find-symbols.ts";
import { parseSymbolAddress, wordInName } from "../../code-index/symbol-address.ts";
import { languageOfSource, TargetArguments, undescribed, unlisted } from "./target-arguments.ts";

/** UTF-16 code units of the name of a symbol. */
const maxNameLength = 1_000;

/** The argument that names a symbol by its address. */
export const symbolName = z.string().min(1).max(maxNameLength).optional();

const { filepath, recursive, file_patterns, no_ignore, source, language } = TargetArguments.shape;

/**
 * The arguments of every tool that is about symbols: a name, a place, or both. Check them with `requireSymbol`, or with
 * `requirePlace` where a symbol is optional.
 */
export const SymbolArguments = z.strictObject({
  symbol: symbolName.describe("Name, or end of A::f"),
  filepath: filepath.describe("Of line, or to search"),
  line: z.int().min(1).optional().describe("Line of the name"),
  column: z.int().min(0).optional().describe("If several names").meta(undescribed),
  source: source.describe("Unsaved text of filepath").meta(undescribed),
  recursive: recursive.meta(unlisted),
  file_patterns: file_patterns.meta(unlisted),
  no_ignore: no_ignore.meta(unlisted),
  language: language.meta(unlisted),
});

export type SymbolArguments = z.infer<typeof SymbolArguments>;

/** Names of one call. */
const maxNames = 50;

/** The argument that names several symbols: an agent that is to read ten functions pays for one call. */
export const symbolNames = z
  .array(z.string().min(1).max(maxNameLength))
  .min(1)
  .max(maxNames)
  .optional()
  .describe("Several at once");

/** The arguments of a tool that answers about several symbols at once. */
export type SeveralSymbols = SymbolArguments & { readonly symbols?: readonly string[] | undefined };

/** The argument that sets a call's own budget. */
export const maxChars = z.int().min(leastAnswerChars).optional().describe("Characters of the answer").meta(undescribed);

/** Adds to a schema the rules about several arguments, such as that there is a symbol. */
export function requireSymbol<Schema extends z.ZodType<SeveralSymbols>>(schema: Schema): Schema {
  const named = schema.superRefine(({ symbol, symbols, filepath: file, line }, context) => {
    const hasPlace = line !== undefined || hasLine(file);
    const message = "a name; or else give {filepath} and {line}.";
    if (symbol === undefined && symbols === undefined && !hasPlace)
      context.addIssue({ code: "custom", path: ["symbol"], message });
    if (symbols !== undefined && hasPlace)
      context.addIssue({ code: "custom", path: ["symbols"], message: "names without {line}." });
  });
  return requirePlace(named);
}

/** Adds to a schema the rules about the arguments of a place. */
export function requirePlace<Schema extends z.ZodType<SymbolArguments>>(schema: Schema): Schema {
  return schema.superRefine(({ filepath: file, line, column, source: text, language: name }, context) => {
    const missing = (argument: string, message: string) =>
      context.addIssue({ code: "custom", path: [argument], message });
    if (line === undefined && column !== undefined && !hasLine(file)) missing("line", "the line of {column}.");
    if (line !== undefined && file === undefined && text === undefined) missing("filepath", "the file of {line}.");
    requireLanguage({ filepath: file, source: text, language: name }, context);
  });
}

/** Refuses a text without a path and without a language. */
export function requireLanguage(
  { filepath: file, source: text, language: name }: Pick<SymbolArguments, "filepath" | "source" | "language">,
  context: Pick<z.core.$RefinementCtx, "addIssue">,
): void {
  if (text === undefined || file !== undefined || name !== undefined) return;
  const message = `${languageOfSource}; or else give {filepath}.`;
  context.addIssue({ code: "custom", path: ["language"], message });
}

/** True for a path with a line, such as `a.py:12`, by its text: the engine finds out whether a file has this name. */
export function hasLine(filepath: SymbolArguments["filepath"]): boolean {
  return typeof filepath === "string" && pathPlaceOf(filepath) !== undefined;
}

/** The word of a call that is about only a name; undefined if a place or unsaved text identifies it. */
export function wordOfName({ symbol, symbols, line, source: text }: SeveralSymbols): string | undefined {
  if (symbol === undefined || symbols !== undefined || line !== undefined || text !== undefined) return undefined;
  return wordIn(symbol);
}

/** The last two parts of the name of a call that is about only a qualified name: `Shape::area`; undefined for any other call. */
export function memberName(input: SeveralSymbols): string | undefined {
  const word = wordOfName(input);
  const holder = holderWord(input);
  return word === undefined || holder === undefined ? undefined : `${holder}::${word}`;
}

/** The word of what holds the symbol of a call: `Shape` of `geo::Shape::area`; undefined for a name without a qualifier. */
export function holderWord({ symbol = "" }: Named): string | undefined {
  return wordInName(parseSymbolAddress(symbol).outer.at(-1) ?? "");
}

/**
 * The text of a name that other files than code have: its last part, or all of other text, such as `lost/bond` and `shape.cpp`;
 * undefined for an operator.
 */
export function mentionIn(symbol: string): string | undefined {
  const { text, name } = parseSymbolAddress(symbol);
  if (isFileName(text)) return text;
  if (!/^[\p{L}\p{M}\p{N}_$:.~]+$/u.test(text) || /(?<!:):(?!:)/.test(text))
    return /^operator/.test(name) ? undefined : text;
  return wordInName(name);
}

/** Endings of files that are unlikely as names of members, as `h` and `json` are not: `Box.h`, `Response.json`. */
const fileEnding = /^[\p{L}\p{N}_-]+\.(?:cc|cpp|cxx|hh|hpp|hxx|inl|py|pyi|pyx|jsx?|tsx?|ya?ml|toml|cfg|txt|md)$/u;

/** True for a text that is likely to be the name of a file, such as `shape.cpp`: a search for `cpp` finds all such names. */
function isFileName(text: string): boolean {
  return fileEnding.test(text);
}

type Named = Pick<SeveralSymbols, "symbol" | "symbols">;

/** The names that a call asks for, as they are written. */
export function namesOf({ symbol, symbols = [] }: Named): readonly string[] {
  return [symbol ?? [], symbols].flat();
}

/** The names that a call asks for as one text; undefined for none. */
export function namesIn(input: Named): string | undefined {
  const names = namesOf(input);
  return names.length === 0 ? undefined : names.join(", ");
}

/** Paths that are named, of many. */
const maxNamedPaths = 3;

/** The paths that a call names as one text: of many the first ones, and their number. */
export function namedPaths({ filepath }: z.infer<typeof TargetArguments>): string {
  const paths = [filepath ?? []].flat();
  const further = paths.length > maxNamedPaths + 1 ? ` and ${paths.length - maxNamedPaths} more` : "";
  return (further === "" ? paths : paths.slice(0, maxNamedPaths)).join(", ") + further;
}

/** The word of the last part of an address; undefined if it has none, such as an operator. */
export function wordIn(symbol: string): string | undefined {
  return wordInName(parseSymbolAddress(symbol).name);
}

/**
 * Returns what the arguments name, at least one.
 *
 * @throws ArgumentError when a line goes with several files
 */
export function symbolRequestsOf({ symbols = [], ...input }: SeveralSymbols): readonly SymbolRequest[] {
  const named = symbols.map((symbol) => symbolRequestOf({ ...input, symbol }));
  return input.symbol === undefined && symbols.length > 0 ? named : [symbolRequestOf(input), ...named];
}

/**
 * Returns what the arguments name.
 *
 * @throws ArgumentError when a line goes with several files
 */
export function symbolRequestOf({ symbol, filepath: given, line, column }: SymbolArguments): SymbolRequest {
  const [file, ...others] = [given ?? []].flat();
  if (line !== undefined && others.length > 0) {
    throw new ArgumentError(({ quoted }) => `Argument ${quoted("line")} goes with one ${quoted("filepath")}.`);
  }
  return { symbol, filepath: others.length > 0 ? undefined : file, line, column };
}
