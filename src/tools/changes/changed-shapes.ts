/**
 * The ways in which functions with another signature may be called. Input: the changed symbols of files, and the texts before; output:
 * the shapes of calls before and after, by the number of the symbol.
 */
import type { CallShape, ChangedShapes } from "../../code-index/call-shapes.ts";
import type { ChangedText } from "../../code-index/changed-texts.ts";
import type { Code, ResolvedFile } from "../../code-index/code.ts";
import type { FoundSymbol } from "../../code-index/found-symbols.ts";
import { declarationAt } from "../../code-index/places.ts";
import type { FileChange } from "./file-changes.ts";

/**
 * Returns the shapes of functions that the index knows as they are after the change. A function is left out if one of its declarations
 * does not tell.
 *
 * @param symbols by their numbers
 */
export async function changedShapes(
  files: readonly FileChange[],
  texts: readonly ChangedText[],
  symbols: readonly FoundSymbol[],
  code: Code,
): Promise<ReadonlyMap<number, ChangedShapes>> {
  const former = new Map(texts.map(({ path, before }) => [path, before]));
  const before = new Map<number, readonly CallShape[] | undefined>();
  for (const { path, isIndexed, symbols: ofFile } of files) {
    const changed = ofFile.flatMap(({ change, start, former: place }) =>
      change !== "signature" || start === undefined || place === undefined ? [] : [{ start, place }],
    );
    if (changed.length === 0) continue;
    const text = isIndexed ? former.get(path) : undefined;
    const shapes =
      text === undefined
        ? undefined
        : await code.withText(path, text, (open) => changed.map(({ place }) => shapesAt(open, place)));
    for (const [at, { start }] of changed.entries()) {
      const known = before.has(start) ? before.get(start) : [];
      const own = shapes?.[at];
      before.set(start, known === undefined || own === undefined ? undefined : [...known, ...own]);
    }
  }
  const found = new Map<number, ChangedShapes>();
  for (const [start, known] of before) {
    const symbol = symbols[start];
    const now = symbol === undefined || known === undefined ? undefined : await shapesOf(symbol, code);
    if (known !== undefined && now !== undefined) found.set(start, { before: known, now });
  }
  return found;
}

/** The shapes of all declarations of a symbol; undefined if one is not known. */
async function shapesOf(symbol: FoundSymbol, code: Code): Promise<readonly CallShape[] | undefined> {
  const shapes: CallShape[] = [];
  for (const place of symbol.places) {
    const own = await code.withFile(place.path, (open) => shapesAt(open, place));
    if (own === undefined) return undefined;
    shapes.push(...own);
  }
  return shapes;
}

function shapesAt(open: ResolvedFile, place: Parameters<typeof declarationAt>[1]): readonly CallShape[] | undefined {
  const declaration = declarationAt(open.file, place);
  return declaration && open.resolver.callShapesOf?.(open, declaration);
}
