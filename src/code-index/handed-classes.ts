/**
 * The places that hand on the class of a constructor, whose objects other code then makes: `build(Shape)`, `shape_class = Shape`. Input:
 * an open file, and a constructor; output: the offsets of such names.
 */
import { childrenOf } from "./children-of.ts";
import { withAncestors } from "./class-bases.ts";
import type { Code, ResolvedFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import { isHandedOver } from "./handing-places.ts";
import type { ReferencedSymbol } from "./occurrences.ts";
import { declarationAt, declarationsAt } from "./places.ts";
import type { ReferencePlaces } from "./reference-places.ts";
import { certaintyOf } from "./resolution.ts";
import { isClass } from "./symbol-kind.ts";
import { traitsOf } from "./traits-of.ts";

/** A place that hands a class on, and how sure it is that it is one with the constructor. */
export type HandedClass = { readonly offset: number; readonly certainty: "exact" | "likely" };

/** Returns the places of a file that hand on a class whose objects a constructor makes. */
export function handedClassesIn(
  file: ResolvedFile,
  code: Code,
  places: ReferencePlaces,
  { word, madeBy, places: declared }: ReferencedSymbol,
): readonly HandedClass[] {
  const { handing, makers } = traitsOf(file.file.language);
  if (handing === undefined || makers?.has(word) !== true) return [];
  const names = new Set(madeBy.names.filter((name) => file.text.includes(name)));
  if (names.size === 0) return [];
  const constructors = declarationsAt(declared, code);
  const found: HandedClass[] = [];
  for (const name of places.namesIn(0, file.text.length)) {
    const offset = file.tree.start(name);
    if (!names.has(file.text.slice(offset, file.tree.end(name))) || !isHandedOver(file, name, handing)) continue;
    const resolution = file.resolver.resolve(file, offset);
    const [target] = resolution.targets;
    const certainty = certaintyOf(resolution);
    if (target === undefined || certainty === undefined || !isClass(target)) continue;
    if (constructors.some(({ parent }) => parent !== undefined && makerOf(target, word, code) === parent))
      found.push({ offset, certainty });
  }
  return found;
}

/** The class whose constructor makes the objects of a class: its own, or the nearest base with one. */
function makerOf(made: Declaration, word: string, code: Code): Declaration | undefined {
  const known = declarationAt(code.index.fileAt(made.file.path), made) ?? made;
  const order = withAncestors(known, code);
  return order.find((one) => childrenOf(one).some(({ name }) => name === word));
}
