/**
 * Words of a code base that are written like a word that it does not have. Input: words, and the words of files; output: for each
 * of them the nearest parts of names.
 */
import { editsBetween, nearestOf } from "../../base/nearest.ts";
import type { Code } from "../code.ts";

/** Words that are looked for, and near ones of each. */
const maxMissing = 5;
const maxNear = 3;

/** Letters that near words begin with: people seldom err in the first two. */
const start = 2;

/** Parts with one start that are compared with a word. */
const maxCompared = 20_000;

/** Finds near words. @returns word → the nearest first; words without near ones are left out */
export function nearWords(
  missing: readonly string[],
  code: Pick<Code, "wordLists">,
): Readonly<Record<string, readonly string[]>> {
  const asked = missing.filter((word) => word.length > start && !/^\d+$/.test(word)).slice(0, maxMissing);
  if (asked.length === 0) return {};
  const starts = [...new Set(asked.map((word) => word.slice(0, start)))];
  const partsWith = new Map(starts.map((one) => [one, new Set<string>()]));
  for (const list of code.wordLists) {
    for (const part of list.parts()) {
      const parts = partsWith.get(part.slice(0, start));
      if (parts !== undefined && parts.size < maxCompared) parts.add(part);
    }
  }
  return Object.fromEntries(
    asked.flatMap((word) => {
      const parts = [...(partsWith.get(word.slice(0, start)) ?? [])].filter((part) => isNear(word, part));
      const near = nearestOf(word, parts, maxNear);
      return near.length === 0 ? [] : [[word, near] as const];
    }),
  );
}

/** Letters of a word for each edit that makes it a near one. */
const lettersOfEdit = 3;

function isNear(word: string, part: string): boolean {
  const most = Math.ceil(word.length / lettersOfEdit);
  return part.length > start && Math.abs(part.length - word.length) <= most && editsBetween(word, part) <= most;
}
