/**
 * Functions on their way from file to file, as arguments of calls. Input: the rows of a round of a walk along calls; output: the
 * files that call what they get, or that pass something to what a caller calls, for a further round of the same depth.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import type { FileCalls, PassedCalls } from "../../code-index/calls.ts";
import type { Code } from "../../code-index/code.ts";
import { declarationAt, keyOfPlace, type Place } from "../../code-index/places.ts";
import { filesNaming, referencedSymbol } from "../../code-index/referenced-symbol.ts";
import { isImplicit } from "../../code-index/symbol-kind.ts";
import { symbolOf } from "../../code-index/symbols-of.ts";

/** The files of a further round, with what is passed in them. */
export type PassedRound = { readonly paths: readonly string[]; readonly passed: PassedCalls };

/** Functions that a value goes through on its way. */
export const maxPassedSteps = 3;

/** Functions and calls that are followed in a round. */
const maxPassed = 200;

/** Files that are searched in a round, and files that may call one function: a function that more files call is not followed. */
const maxFiles = 40;
const maxFilesOfName = 20;

/** Returns the round that follows what files pass; undefined if nothing is passed. */
export function passedRound(
  rows: readonly FileCalls[],
  code: Code,
  isSearched: (path: string) => boolean,
): PassedRound | undefined {
  const paths = new Set<string>();
  const add = (some: readonly string[]) => {
    const added = some.filter((path) => isSearched(path));
    const isFew = new Set([...paths, ...added]).size <= maxFiles;
    if (isFew) for (const path of added) paths.add(path);
    return isFew && added.length > 0;
  };
  const handed = rows
    .flatMap(({ handed: some, symbols }) =>
      some.flatMap(({ value, parameter }) => {
        const symbol = symbols[value];
        return symbol === undefined ? [] : [{ value: symbol, parameter }];
      }),
    )
    .slice(0, maxPassed)
    .filter(({ parameter }) => add([parameter.path]));
  const callingFiles = new Map<string, readonly string[]>();
  const asked = rows
    .flatMap(({ asked: some, symbols }) =>
      some.flatMap(({ from, ...call }) => {
        const caller = symbols[from];
        return caller === undefined ? [] : [{ ...call, caller }];
      }),
    )
    .slice(0, maxPassed)
    .filter(({ parameter }) =>
      add(getOrInsert(callingFiles, keyOfPlace(parameter), () => filesPassing(parameter, code))),
    );
  return paths.size === 0 ? undefined : { paths: [...paths].sort(), passed: { handed, asked } };
}

/** The other files that may pass something for a parameter; none if they are many. */
function filesPassing(parameter: Place, code: Code): readonly string[] {
  const declared = declarationAt(code.index.fileAt(parameter.path), parameter);
  const called = declared?.parent;
  if (called === undefined) return [];
  const referenced = referencedSymbol(symbolOf([called], code), code);
  const { word, aliases, madeBy } = referenced;
  const isNamed = !isImplicit(word);
  const all = isNamed ? filesNaming(referenced, code) : madeBy.paths;
  const others = all.filter((path) => path !== parameter.path);
  if (others.length > maxFilesOfName) return [];
  const calling = callsWithArguments(isNamed ? [word, ...aliases] : madeBy.names);
  return others.filter((path) => calling.test(code.textOf(path) ?? ""));
}

/** Matches a text with a call of one of some names with arguments, or with such a decorator. */
function callsWithArguments(names: readonly string[]): RegExp {
  const any = `(?:${names.filter((name) => /^[\p{L}\p{N}_]+$/u.test(name)).join("|")})`;
  return new RegExp(
    `(?<![\\p{L}\\p{N}_])${any}\\s{0,20}\\(\\s{0,200}[^\\s)]|@(?:\\w{1,100}\\.){0,5}${any}(?![\\p{L}\\p{N}_])`,
    "u",
  );
}
