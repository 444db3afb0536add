import * as z from "zod";
import type { Code } from "../code-index/code.ts";
import type { FoundSymbol } from "../code-index/found-symbols.ts";

/** Where a symbol is defined, as answers show it: line and column count from 1. */
export const ShownDefinition = z.object({ filepath: z.string(), line: z.number(), column: z.number() });

/** Where the first of some symbols is defined; undefined where there is none. */
export function shownDefinitionOf(
  [symbol]: readonly Pick<FoundSymbol, "places">[],
  code: Code,
): z.infer<typeof ShownDefinition> | undefined {
  const [place] = symbol?.places ?? [];
  return place && { filepath: code.nameOf(place.path), line: place.line, column: place.column };
}
