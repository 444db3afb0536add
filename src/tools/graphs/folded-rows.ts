/**
 * Rows that are shown of long lists. Input: the users of symbols, or the tests that reach them; output: the rows from which the others
 * are known: callers that may have to follow, and one test for each way to a symbol.
 */
import { compareText } from "../../base/compare-text.ts";
import { groupBy } from "../../base/group-by.ts";
import type { ReachingTest, User } from "./reached-users.ts";

/** Rows up to which a list of this name is not folded. */
export const maxWholeRows = { affected: 12, tests: 10, naming_tests: 10, includers: 10, other_files: 20 } as const;

/** Callers of one symbol whose users do not have to follow, such as one with another body. */
const maxOtherCallers = 3;

/** A test, which may be one of several tests of its file that reach the same symbol by the same calls. */
export type TestRows = {
  readonly test: ReachingTest;
  /** The position of the test among all tests, from 1. */
  readonly rank: number;
  /** Further tests like it, which have no rows. */
  readonly alike: number;
};

/** Returns a row for each test. */
export function wholeTests(tests: readonly ReachingTest[]): readonly TestRows[] {
  return tests.map((test, i) => ({ test, rank: i + 1, alike: 0 }));
}

/** Returns one row for each file and way to a symbol; if these are too many, the nearest of each file before further ones. */
export function foldedTests(tests: readonly ReachingTest[]): readonly TestRows[] {
  if (tests.length <= maxWholeRows.tests) return wholeTests(tests);
  const byWay = groupBy(wholeTests(tests), ({ test: { symbol, way, certainty } }) =>
    JSON.stringify([symbol.file, certainty, way.map(({ name, file, places }) => [name, file, places[0]])]),
  );
  const rows = Array.from(byWay.values(), (alike) =>
    alike.slice(0, 1).map((row) => ({ ...row, alike: alike.length - 1 })),
  );
  const files = new Set<string>();
  const [first, others]: [TestRows[], TestRows[]] = [[], []];
  for (const row of rows.flat().sort((a, b) => a.rank - b.rank)) {
    (files.has(row.test.symbol.file) ? others : first).push(row);
    files.add(row.test.symbol.file);
  }
  return [...first, ...others].slice(0, maxWholeRows.tests).sort((a, b) => a.rank - b.rank);
}

/**
 * Returns the users of symbols that others have to follow, and the first ones of each other symbol.
 *
 * @param users in the order in which they are shown
 * @param isFollowed true for the number of a symbol with another signature
 */
export function foldedUsers<Shown extends User>(
  users: readonly Shown[],
  isFollowed: (start: number) => boolean,
): readonly Shown[] {
  if (users.length <= maxWholeRows.affected) return users;
  const counts = new Map<number, number>();
  return users.filter(({ start }) => {
    const count = (counts.get(start) ?? 0) + 1;
    counts.set(start, count);
    return isFollowed(start) || count <= maxOtherCallers;
  });
}

/** The rows of a list that an answer has, and all that there are. */
export type FoldedCount = {
  /** The part that lists all of them if a call names it; undefined if none does. */
  readonly part: string | undefined;
  readonly name: string;
  readonly rows: number;
  readonly total: number;
};

/** Returns `94 of 104 tests, 351 of 351 includers (include=tests,includers)`; undefined if nothing is folded. */
export function foldedText(counts: readonly FoldedCount[]): string | undefined {
  const folded = counts.filter(({ rows, total }) => rows < total);
  if (folded.length === 0) return undefined;
  const names = folded.map(({ name, rows, total }) => `${total - rows} of ${total} ${name}`);
  const parts = [...new Set(folded.flatMap(({ part }) => part ?? []))].sort(compareText);
  return names.join(", ") + (parts.length === 0 ? "" : ` (include=${parts.join(",")})`);
}
