import { dirname, normalize, resolve, sep } from "node:path";
import type { CodeIndex, IndexedFile } from "./code-index.ts";
import { moduleOf } from "./qualified-name.ts";

/**
 * The files that an `#include` may mean: the one beside the file that has it, or else those whose path ends with what is
 * included, the nearest alone; several when they are equally near.
 */
export function includedFiles(included: string, from: IndexedFile, index: CodeIndex): readonly IndexedFile[] {
  const beside = index.fileAt(resolve(dirname(from.path), included));
  if (beside !== undefined) return [beside];
  const ending = sep + normalize(included);
  const fitting = index.filesNamed(basenameOf(included)).filter(({ path }) => path.endsWith(ending));
  const shared = fitting.map(({ path }) => foldersInCommon(path, from.path));
  const most = Math.max(...shared);
  return fitting.filter((_, i) => shared[i] === most);
}

/** The files of a module, whose name may lack its first parts: `mod.py`, `mod.pyi`, `mod/__init__.py`. */
export function filesOfModule(parts: readonly string[], index: CodeIndex): readonly IndexedFile[] {
  const last = parts.at(-1);
  if (last === undefined) return [];
  const named = [`${last}.py`, `${last}.pyi`, "__init__.py", "__init__.pyi"].flatMap((name) => index.filesNamed(name));
  const ending = parts.join("/");
  return named.filter((file) => moduleOf(file, index).slice(-parts.length).join("/") === ending);
}

function basenameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function foldersInCommon(a: string, b: string): number {
  const [first, second] = [a.split(sep), b.split(sep)];
  const end = first.findIndex((part, i) => part !== second[i]);
  return end < 0 ? first.length : end;
}
