import * as z from "zod";
import type { Code } from "../../code-index/code.ts";
import type { FoundSymbol } from "../../code-index/found-symbols.ts";

/** The place of a definition, as answers show it: line and column count from 1. */
export const ShownDefinition = z.object({ filepath: z.string(), line: z.number(), column: z.number() });

/** The place of the first definition of some symbols; undefined if there is none. */
export function shownDefinitionOf(
  [symbol]: readonly Pick<FoundSymbol, "places">[],
  code: Code,
): z.infer<typeof ShownDefinition> | undefined {
  const [place] = symbol?.places ?? [];
  return place && { filepath: code.nameOf(place.path), line: place.line, column: place.column };
}
