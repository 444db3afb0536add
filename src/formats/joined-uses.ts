/** Uses in one line of code as one row, for a format without columns. Input: rows of one file in their order; output: fewer rows. */
import type { RowValues } from "../answers/rows.ts";
import { groupBy } from "../base/group-by.ts";
import { groupRuns } from "../base/group-runs.ts";

/** Joins rows in sequence that differ only in their columns and types: the type of the one row is `definition, 2 write, read`. */
export function joinedUses(rows: readonly RowValues[]): readonly RowValues[] {
  const runs = groupRuns(rows, ({ column: _, type: __, ...rest }) => JSON.stringify(rest));
  return runs.flatMap(([, alike]) => {
    const [first, ...others] = alike;
    return first === undefined || others.length === 0 ? alike : [{ ...first, type: typesOf(alike) }];
  });
}

/** The types of rows, each with its number if there are several; undefined for rows without types. */
function typesOf(rows: readonly RowValues[]): string | undefined {
  const types = groupBy(
    rows.flatMap(({ type }) => (typeof type === "string" ? [type] : [])),
    (type) => type,
  );
  const texts = Array.from(types, ([type, { length }]) => (length === 1 ? type : `${length} ${type}`));
  return texts.length === 0 ? undefined : texts.join(", ");
}
