/**
 * The scopes in which lists of uses of macros declare names: `KIND(add)` of `kinds.def` between the braces of an enumeration. Input: uses
 * of macros in included files, and a name that they make; output: the uses that make it in some scopes.
 */
import { countWhile } from "../../base/count-while.ts";
import { groupBy } from "../../base/group-by.ts";
import type { CodeIndex, Declaration } from "../code-index.ts";
import type { EnclosedInclude, Includes } from "./includes.ts";
import type { Pastings } from "./pastings.ts";

type IncludedListsOptions = {
  readonly index: CodeIndex;
  readonly includes: Includes;
  readonly pastings: Pastings;
};

/**
 * The uses of macros that declare a name in some scopes, whose braces include their files.
 *
 * @param uses uses that make the name by any definition of their macros
 * @param isMeant true for the scopes
 */
export function usesInScopes(
  uses: readonly Declaration[],
  name: string,
  isMeant: (scope: Declaration) => boolean,
  { index, includes, pastings }: IncludedListsOptions,
): readonly Declaration[] {
  return [...groupBy(uses, ({ file }) => file)].flatMap(([file, ofFile]) => {
    const enclosed = includes.enclosedIncludesOf(file).filter(({ scope }) => isMeant(scope));
    if (enclosed.length === 0) return [];
    return [...groupBy(ofFile, macroOf)].flatMap(([macro, ofMacro]) => {
      const definitions = definitionsAt(enclosed, macro, index);
      // A macro of another file may be any definition.
      if (definitions === undefined) return ofMacro;
      const making = new Set([...definitions].map((definition) => pastings.usesBy(definition, name)));
      return ofMacro.filter((use) => [...making].some((made) => made.has(use)));
    });
  });
}

/** `KIND` of the use `KIND(add)`. */
function macroOf({ name }: Declaration): string {
  return name.slice(0, name.indexOf("("));
}

/**
 * The definitions of a macro that are in effect at some includes: the last one before each in its file, and others after the same
 * `#undef` and the same include of the list, which may be in other branches. Undefined if the file of an include has none before it.
 */
function definitionsAt(
  includes: readonly EnclosedInclude[],
  macro: string,
  index: CodeIndex,
): ReadonlySet<Declaration> | undefined {
  const inOrder = (name: string, kind: Declaration["kind"]) =>
    groupBy(
      index
        .named(name)
        .filter((one) => one.kind === kind)
        .sort((a, b) => a.at - b.at),
      ({ file }) => file,
    );
  const macros = inOrder(macro, "macro");
  const undefinitions = inOrder(`#undef ${macro}`, "undefinition");
  const ends = new Map(Array.from(undefinitions, ([file, all]) => [file, all.map((one) => one.at)]));
  const found = new Set<Declaration>();
  for (const { scope, at, all } of includes) {
    const ofFile = macros.get(scope.file) ?? [];
    const count = countWhile(ofFile.length, (i) => (ofFile[i]?.at ?? at) < at);
    const last = ofFile[count - 1];
    if (last === undefined) return undefined;
    const begin = Math.max(lastBefore(all, last.at), lastBefore(ends.get(scope.file) ?? [], last.at));
    // The ones before a definition that is known are known, too.
    for (let i = count - 1; i >= 0; i--) {
      const one = ofFile[i];
      if (one === undefined || one.at < begin || found.has(one)) break;
      found.add(one);
    }
  }
  return found;
}

/** The last of some sorted offsets that is before an offset; -1 for none. */
function lastBefore(offsets: readonly number[], offset: number): number {
  return offsets[countWhile(offsets.length, (i) => (offsets[i] ?? offset) < offset) - 1] ?? -1;
}
