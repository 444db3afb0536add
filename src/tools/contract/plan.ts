import type { RowValues } from "../../answers/rows.ts";

/** The results of an index tool before it reads single files. It is passed to other threads: plain data. */
export type Plan = {
  /** The files to look at, absolute, in path order, or the best first if the answer has an order of its own. */
  readonly files: readonly string[];
  /** The input of the tool for them and for its answer. */
  readonly found: RowValues;
  /** True if files without the word of the name may change it: nothing was found, or a way to somewhere else. */
  readonly mayNeedMore?: boolean;
};

/** The rows of one file, in source order: `filepath` as answers show it. Plain data. */
export type FileRows = { readonly filepath: string; readonly rows: RowValues };

/**
 * Returns a function that reads what plans of a tool hold, each of them once: `rowsOf` gets the same plan for each of its files.
 *
 * @param schema of `found`
 */
export function planReader<Found>(schema: { readonly parse: (found: unknown) => Found }): (plan: Plan) => Found {
  const read = new WeakMap<Plan, { readonly found: Found }>();
  return (plan) => {
    const known = read.get(plan) ?? { found: schema.parse(plan.found) };
    read.set(plan, known);
    return known.found;
  };
}
