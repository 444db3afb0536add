import type { Code, ResolvedFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import { enclosingOf } from "./enclosing.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import { isClass } from "./symbol-kind.ts";
import { symbolOf } from "./symbols-of.ts";

/** A place in a file, by the path as a caller writes it; undefined for the unsaved text. Both numbers count from 1. */
type AskedPlace = {
  readonly filepath: string | undefined;
  readonly line: number;
  readonly column: number | undefined;
};

/** Finds the innermost class around a place, or the class of the method around it; undefined if there is none. */
export async function classAround(
  code: Code,
  { filepath, line, column }: AskedPlace,
): Promise<FoundSymbol | undefined> {
  const path = filepath === undefined ? code.unsavedPath : code.pathOf(filepath);
  if (path === undefined) return undefined;
  return code.withFile(path, (file) => {
    const start = file.offsetAt(line, 1);
    if (start === undefined) return undefined;
    const indent = /^[^\S\n]*/.exec(file.text.slice(start, file.text.indexOf("\n", start) + 1 || undefined));
    const at = column === undefined ? start + (indent?.[0].length ?? 0) : start + Math.max(column - 1, 0);
    const holder = enclosingOf(file.file).at(at) ?? file.file.declarations.find((one) => one.at === at);
    const found = holder && classOf(holder, file);
    return found && symbolOf(file.resolver.symbolOf(found), code);
  });
}

/** The class that a declaration is or is in: a method of C++ that is defined outside is declared in its class. */
function classOf(declaration: Declaration, file: ResolvedFile): Declaration | undefined {
  for (let outer: Declaration | undefined = declaration; outer !== undefined; outer = outer.parent) {
    if (isClass(outer)) return outer;
    const holder = file.resolver.symbolOf(outer).find(({ parent }) => parent !== undefined && isClass(parent))?.parent;
    if (holder !== undefined) return holder;
  }
  return undefined;
}
