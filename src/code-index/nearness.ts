/**
 * The nearness of files to a symbol, by which uses that may be of it are ordered. Input: a symbol, and a file with names that
 * may mean it; output: a rank, 0 for a use in a class of the same family.
 */
import * as z from "zod";
import { ancestorsOf, namesOfBases } from "./class-bases.ts";
import type { Code, ResolvedFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import { indexOfWord } from "./line-words.ts";
import { declarationsAt } from "./places.ts";
import { partsOfName } from "./qualified-name.ts";
import { isClass, isFunction } from "./symbol-kind.ts";

/** The names and folders that files near some symbols have. */
export const Nearness = z.object({
  /** The names of the classes that hold the symbols, or are symbols, and of the classes that these derive from. */
  families: z.array(z.string()).readonly(),
  /** The folders of their declarations, absolute, each with its last separator. */
  folders: z.array(z.string()).readonly(),
  /** The names of their classes and of their files: a file that imports them names one. */
  words: z.array(z.string()).readonly(),
});
export type Nearness = Readonly<z.infer<typeof Nearness>>;

/** The number of ranks: a class of the family, the same folder, a file that names the class or the file, any other. */
export const ranks = 4;

/** Finds the names and folders that files near some symbols have. */
export function nearnessOf(symbols: readonly FoundSymbol[], code: Pick<Code, "index" | "resolverOf">): Nearness {
  const places = symbols.flatMap((symbol) => [...symbol.places, ...symbol.forward]);
  const declarations = declarationsAt(places, code);
  const owners = declarations.flatMap((declaration) => {
    const { parent } = declaration;
    if (isClass(declaration)) return [{ owner: declaration, declaration }];
    return parent !== undefined && isClass(parent) ? [{ owner: parent, declaration }] : [];
  });
  // The bases of other members are not looked up otherwise.
  const bases = owners.flatMap(({ owner, declaration }) =>
    isFunction(declaration) ? ancestorsOf(owner, code.index, code.resolverOf(owner.file.language)) : [],
  );
  const classes = owners.map(({ owner }) => owner.name);
  const files = places.flatMap(({ path }) => /([^\\/.]+)[^\\/]*$/.exec(path)?.[1] ?? []);
  return {
    families: distinct([...classes, ...bases.map(({ name }) => name)]),
    folders: distinct(places.map(({ path }) => folderOf(path))),
    words: distinct([...classes, ...files]),
  };
}

/**
 * Returns the rank of a file whose names may mean a symbol.
 *
 * @param holders the functions and classes around these names
 */
export function rankOf(
  { file, text }: Pick<ResolvedFile, "file" | "text">,
  holders: readonly Declaration[],
  { families, folders, words }: Nearness,
): number {
  const names = new Set(families);
  if (holders.some((holder) => classNamesAround(holder).some((name) => names.has(name)))) return 0;
  if (folders.includes(folderOf(file.path))) return 1;
  return words.some((word) => indexOfWord(text, word) >= 0) ? 2 : ranks - 1;
}

/** The names of the classes around code, and of the bases that their heads have. */
function classNamesAround(holder: Declaration): readonly string[] {
  const names: string[] = [];
  for (let outer: Declaration | undefined = holder; outer !== undefined; outer = outer.parent) {
    names.push(...partsOfName(outer.qualifier).slice(-1));
    if (!isClass(outer)) continue;
    names.push(outer.name, ...namesOfBases(outer.type).flatMap((base) => partsOfName(base).slice(-1)));
  }
  return names;
}

/** The folder of a path, with its last separator. */
export function folderOf(path: string): string {
  return path.replace(/[^\\/]*$/, "");
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
