import * as z from "zod";
import type { RowValues } from "../answers/rows.ts";

const Entries = z.array(z.looseObject({ filepath: z.string() }));

/** Reads a list of entries, one a file: `filepath`, then lists of rows. */
export function entriesOf(value: unknown): readonly (RowValues & { readonly filepath: string })[] {
  return Entries.parse(value);
}
