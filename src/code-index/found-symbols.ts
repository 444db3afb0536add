import * as z from "zod";
import { Place } from "./places.ts";

/** A symbol as threads exchange it. */
export const FoundSymbol = z.object({
  /** The qualified name, as its language writes it; of a file its name. */
  name: z.string(),
  /** The last part of the name: what is written where it is used. */
  word: z.string(),
  /** All of its declarations and definitions, definitions first. */
  places: z.array(Place).readonly(),
  /** Its forward declarations, where it has others. */
  forward: z.array(Place).readonly(),
  /** Of a class its constructors, which a use may name instead. */
  constructors: z.array(Place).readonly(),
  /** True when it is a file: its place is the first character. */
  isFile: z.boolean(),
});
export type FoundSymbol = Readonly<z.infer<typeof FoundSymbol>>;

/** The symbols that a request names. */
export const FoundSymbols = z.object({
  /** The request: the name as the caller wrote it, or the word at the place. */
  wanted: z.string(),
  /** True when `wanted` says what holds the symbol, or when a place names it. */
  isQualified: z.boolean(),
  /** Best first: definitions before declarations, tests last, then by path. */
  symbols: z.array(FoundSymbol).readonly(),
  /** The confidence that the first symbol is meant; `exact` if the request has only names. */
  confidence: z.enum(["exact", "likely", "name", "external", "none"]),
  /** Set if the confidence is `name` only because branches of a condition declare the symbol, each in its own way. */
  isOfBranches: z.literal(true).optional(),
  /** The aliases between a place and its symbol. */
  via: z.array(Place).readonly(),
  /** The name of a symbol of another code base. */
  external: z.string().optional(),
  /** The place of a use of that symbol, as `app.py:12`; only if it was named without a place. */
  usedAt: z.array(z.string()).readonly().optional(),
  /** The number of symbols with the name, if the requested number is too large: `f#7`. */
  ofName: z.number().optional(),
  /** Set if a name without a qualifier has only symbols in functions: others, of more than these, may be in other files. */
  isOfFunctions: z.literal(true).optional(),
  /** If nothing was found, files with the name that were not searched for declarations in functions. */
  unsearched: z.number().optional(),
  /** If nothing was found, headers of this name that files include and that are missing, with the first places of all includes. */
  missingHeaders: z
    .array(z.object({ header: z.string(), places: z.array(z.string()).readonly(), total: z.number() }))
    .readonly()
    .optional(),
  /** Of several names that are asked for, the ones that nothing here has; with the library where it is known. */
  missing: z.array(z.string()).readonly().optional(),
  /** The missing ones that the code base uses from outside, with their names there. */
  outside: z
    .array(z.object({ wanted: z.string(), external: z.string() }))
    .readonly()
    .optional(),
  /** The missing ones that are not known of a library either, as they are written. */
  absent: z.array(z.string()).readonly().optional(),
  /** If nothing was found, qualified names that are written alike. */
  didYouMean: z.array(z.string()).readonly(),
});
export type FoundSymbols = Readonly<z.infer<typeof FoundSymbols>>;

/** True if nothing has the name, here or in a library. */
export function isAbsent({ symbols, external }: FoundSymbols): boolean {
  return symbols.length === 0 && external === undefined;
}

/** True if a symbol was not found in some files of a workspace, and may be declared in others. */
export function mayBeElsewhere({ symbols, external, missing = [], outside = [] }: FoundSymbols): boolean {
  const isOfLibrary = (name: string | undefined) => name !== undefined && !/^(?:std::|builtins\.)/.test(name);
  if (missing.length > 0 || outside.some((one) => isOfLibrary(one.external))) return true;
  return isOfLibrary(external) || (external === undefined && outside.length === 0 && symbols.length === 0);
}
