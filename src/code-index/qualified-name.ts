import { maxContainerLength, shortContainer } from "../syntax/symbols.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import { traitsOf } from "./traits-of.ts";

/** The qualified name of a declaration, such as `geo::Shape::rename`: without its module. */
export function qualifiedNameOf(declaration: Declaration, separator: string): string {
  const container = containerNameOf(declaration, separator);
  return container === "" ? declaration.name : container + separator + declaration.name;
}

/** The qualified name of what holds a declaration; "" when nothing does. A very long one has `…` for its beginning. */
export function containerNameOf({ parent, qualifier }: Declaration, separator: string): string {
  let container = partsOfName(qualifier).join(separator);
  for (let outer = parent; outer !== undefined && container.length <= maxContainerLength; outer = outer.parent) {
    const written = [...partsOfName(outer.qualifier), ...(outer.name === "" ? [] : [outer.name])].join(separator);
    if (written !== "") container = container === "" ? written : written + separator + container;
  }
  return shortContainer(container);
}

/** A qualified name as a scope names it: without the scopes that both are in. */
export function nameInScope(name: string, container = "", separator = "::"): string {
  const scopes = container.split(separator);
  const prefixes = scopes.map((_, i) => `${scopes.slice(0, scopes.length - i).join(separator)}${separator}`);
  return name.slice(prefixes.find((prefix) => name.startsWith(prefix))?.length ?? 0);
}

/** The parts of a qualified name, without template arguments. `::`, `.` and `/` are alike. */
export function partsOfName(name: string): readonly string[] {
  if (name === "") return [];
  return withoutArguments(name)
    .split(/::|[./]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** A name without what is between `<` and `>`, or `[` and `]`: `a::B::c` of `a::B<int, A<x>>::c`. */
function withoutArguments(name: string): string {
  if (!/[<[]/.test(name)) return name;
  let depth = 0;
  let kept = "";
  for (const character of name) {
    if (character === "<" || character === "[") depth++;
    if (depth === 0) kept += character;
    if (character === ">" || character === "]") depth = Math.max(depth - 1, 0);
  }
  return kept;
}

/** The name of a file as a module, in parts: pkg and mod of `pkg/mod.py` and of `pkg/mod/__init__.py`. None in C++. */
export function moduleOf({ path, language }: IndexedFile, { roots }: CodeIndex): readonly string[] {
  const { modules } = traitsOf(language);
  if (modules === undefined) return [];
  const root = roots.find((folder) => path.startsWith(folder)) ?? "";
  const parts = path
    .slice(root.length)
    .split(/[\\/]/)
    .filter((part) => part !== "");
  const last = parts.pop()?.replace(/\.\w+$/, "") ?? "";
  return last === modules.packageFile ? parts : [...parts, last];
}

/**
 * The path of a module without its extension, from the top of the disk: `/code/pkg/mod`.
 *
 * @param module its parts, as moduleOf has them
 */
export function foldersAbove({ path }: IndexedFile, { roots }: CodeIndex, module: readonly string[]): string {
  const root = roots.find((folder) => path.startsWith(folder)) ?? "";
  return [...root.split(/[\\/]/), ...module].join("/");
}
