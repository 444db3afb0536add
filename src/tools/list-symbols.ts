/**
 * The tool list_symbols, the outline of editors. Input: the outline of a file and filters; output: its definitions and
 * declarations with lines, signature and access.
 */
import * as z from "zod";
import { maxSymbolDepth } from "../base/limits.ts";
import { isSimilar } from "../base/nearest.ts";
import { matchesWildcards } from "../base/wildcards.ts";
import { symbolKinds } from "../syntax/symbol-kinds.ts";
import { accesses, type CodeSymbol, qualifiedName } from "../syntax/symbols.ts";
import { maxChars } from "./arguments/symbol-arguments.ts";
import { FurtherTargetArguments, unlisted } from "./arguments/target-arguments.ts";
import { defineTool } from "./contract/tool.ts";
import { compactNames } from "./graphs/compact-names.ts";
import { details, nestedRows, rowOf, shortSymbols } from "./symbols/symbol-rows.ts";

export const ListSymbolsArguments = FurtherTargetArguments.extend({
  kinds: z
    .array(z.enum(symbolKinds).meta({ unlistedWords: true }))
    .min(1)
    .optional()
    .describe("Such as class, method, field"),
  name: z.string().min(1).optional().describe("Glob of names or their ends: A::*; ~shpe: similar"),
  access: z.array(z.enum(accesses)).min(1).optional().describe("Of members"),
  detail: z.enum(details).optional().describe("Default: signatures, overview if many; full adds comments"),
  unused: z.boolean().optional().describe("Named nowhere else"),
  nested: z.boolean().optional().describe("Put members into children"),
  compact: z.boolean().optional().meta(unlisted).describe("names as name:line by container and kind (default: true)"),
  max_chars: maxChars,
});

/** The kinds of definitions in tags.scm, and with `symbol` all that symbols.scm adds to them. */
export const listedKinds: ReadonlySet<string> = new Set(["class", "function", "symbol"]);

/** Lists every definition, as the outline of an editor does, and what classes and headers declare. */
export const listSymbols = defineTool({
  needs: "outline",
  name: "list_symbols",
  title: "List symbols",
  description:
    "Outline of files instead of reading them: types, functions, members, variables, macros, with kind, " +
    "lines, signature, access; with name a workspace search.",
  help: {
    does: "the outline of files: types, functions, members",
    group: "Read files",
    examples: [
      { line: "codegrove list_symbols src/shapes.h", does: "the outline of a file" },
      {
        line: "codegrove list_symbols . --max-chars 4000",
        does: "how many classes and functions each folder has, and the most used ones",
      },
      {
        line: "codegrove list_symbols src --kinds class,method --access public",
        does: "the public methods below src",
      },
      { line: "codegrove list_symbols --name '*Circle*'", does: "a search by name in the working folder" },
    ],
    words: "[PATH...]",
    synonyms: ["ls", "outline", "search", "symbols", "tags"],
  },
  isAlwaysLoaded: true,
  input: ListSymbolsArguments,
  kind: "symbols",
  // A file of tags has whole files.
  kindOf: (given) => (isCompact(given) || given.unused === true ? "names" : "symbols"),
  search: { searchesWorkspace: ({ name, unused }) => name !== undefined || unused === true },
  parsing: {
    onlyKinds: listedKinds,
    // Words of similar names are others.
    nameGlobOf: ({ name }) => (name?.startsWith(similarSign) ? undefined : name && withoutMarks(name)),
  },
  needsIndexFor: ({ unused }) => unused === true,
  shortFormsOf: ({ name, nested, detail, cursor, max_results }) => {
    // A caller that sets the detail or the number of files gets pages.
    if (detail !== undefined || cursor !== undefined || max_results !== undefined) return undefined;
    const isLeadingName = name === undefined || nested ? undefined : beginsPart(name);
    return (bounds) => shortSymbols({ ...bounds, isLeadingName });
  },
  rowsOf: (file, given) => {
    const { kinds, name, access, detail = "signatures", nested = false } = given;
    const separator = file.language.scope_separator;
    const matchesName = name === undefined ? undefined : nameMatcher(name, separator);
    const isListed = (symbol: CodeSymbol) =>
      (kinds === undefined || kinds.some((kind) => kind === symbol.kind)) &&
      (access === undefined || access.some((one) => one === symbol.access)) &&
      (matchesName?.(symbol) ?? true);
    const symbols = file.symbols().filter(isListed);
    const isEmpty = symbols.length === 0;
    if (!nested) {
      const rows = symbols.map((symbol) => rowOf(symbol, detail, symbol.container));
      return { rows: { symbols: isCompact(given) ? compactNames(rows) : rows }, isEmpty };
    }
    const { rows, exceedsDepth } = nestedRows(symbols, detail);
    const warning = `Members more than ${maxSymbolDepth} levels deep are listed at that level, with their container.`;
    return { rows: { symbols: rows }, isEmpty, ...(exceedsDepth ? { warning } : {}) };
  },
});

/** True for arguments that ask for one string a symbol. */
function isCompact({ detail, nested = false, compact = true }: z.infer<typeof ListSymbolsArguments>): boolean {
  return detail === "names" && compact && !nested;
}

/** A name without the marks by which answers tell it from others: `A::f` of `A::f#2` and of `A::f (src/a.cpp:12)`. */
function withoutMarks(name: string): string {
  return name.replace(/(?<=.)(?:#[1-9]\d*| \([^()]+:[1-9]\d*\))$/u, "");
}

/**
 * Returns the test whether a name that a pattern such as `*eta*` matches has its word at the beginning of a part of the name: `get_eta`
 * and `EtaMin`, not `meta`. Undefined for other patterns.
 */
export function beginsPart(pattern: string): ((name: string) => boolean) | undefined {
  const word = /^\*(\w+)\*?$/.exec(pattern)?.[1];
  if (word === undefined) return undefined;
  return (name) => {
    for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) if (isPartStart(name, at)) return true;
    return false;
  };
}

/** True if a part of a name begins at an index: after another sign than a letter, or where the case changes. */
function isPartStart(name: string, at: number): boolean {
  const [before, first, next] = [name.charAt(at - 1), name.charAt(at), name.charAt(at + 1)];
  if (!/\p{L}/u.test(before) || !/\p{L}/u.test(first)) return true;
  return /\p{Lu}/u.test(first) && (/\p{Ll}/u.test(before) || /\p{Ll}/u.test(next));
}

/** The start of a pattern of similar names. */
const similarSign = "~";

/**
 * Returns the test of names for the argument `name`: it matches the whole name or, with a separator in it, the qualified name
 * from any of its components on, where `::`, `.` and `/` are alike. Case counts, but for `~` and a similar name.
 */
export function nameMatcher(
  given: string,
  separator: string,
): (symbol: Pick<CodeSymbol, "container" | "name">) => boolean {
  const pattern = withoutMarks(given);
  if (pattern.startsWith(similarSign)) {
    const word = pattern.slice(similarSign.length);
    return ({ name }) => isSimilar(word, name.replace(/^~/, ""));
  }
  const own = withOneSeparator(pattern);
  if (!own.includes(oneSeparator)) return ({ name }) => matchesWildcards(pattern, name);
  const inner = `*${oneSeparator}${own}`;
  return (symbol) => {
    const name = withOneSeparator(qualifiedName(symbol, separator));
    return matchesWildcards(own, name) || matchesWildcards(inner, name);
  };
}

const oneSeparator = "::";

/** A name with one separator instead of all: `a::B::c` of `a/B.c`. An operator at the end stays as it is. */
function withOneSeparator(name: string): string {
  const operator = /\boperator\s*[^\s\w].*/s.exec(name)?.[0] ?? "";
  return name.slice(0, name.length - operator.length).replace(/[./]/g, oneSeparator) + operator;
}
