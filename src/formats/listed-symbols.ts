import * as z from "zod";
import type { RowValues } from "../answers/rows.ts";

const ListedSymbol = z.object({
  name: z.string(),
  kind: z.string(),
  container: z.string().optional(),
  line: z.int(),
  end_line: z.int().optional(),
  signature: z.string().optional(),
  access: z.string().optional(),
  declared: z.boolean().optional(),
  get children(): z.ZodOptional<z.ZodArray<typeof ListedSymbol>> {
    return z.array(ListedSymbol).optional();
  },
});

/** A symbol as formats for people and editors read it. */
export type ListedSymbol = z.infer<typeof ListedSymbol>;

const ListedSymbols = z.object({ symbols: z.array(ListedSymbol) });

/** Returns the symbols of rows of the kind `symbols`, in a nested answer with their children. */
export function listedSymbols(rows: RowValues): readonly ListedSymbol[] {
  return ListedSymbols.parse(rows).symbols;
}
