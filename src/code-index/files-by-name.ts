import type { CodeIndex, IndexedFile } from "./code-index.ts";
import { moduleOf } from "./qualified-name.ts";

/** The files of a module, whose name may lack its first parts: `mod.py`, `mod.pyi`, `mod/__init__.py`. */
export function filesOfModule(parts: readonly string[], index: CodeIndex): readonly IndexedFile[] {
  const last = parts.at(-1);
  if (last === undefined) return [];
  const named = [`${last}.py`, `${last}.pyi`, "__init__.py", "__init__.pyi"].flatMap((name) => index.filesNamed(name));
  const ending = parts.join("/");
  // The folder that is searched may itself be a part of the name.
  const nameOf = ({ path }: IndexedFile) => path.replace(/\\/g, "/").replace(/(?:\/__init__)?\.\w+$/, "");
  return named.filter(
    (file) =>
      moduleOf(file, index).slice(-parts.length).join("/") === ending ||
      (parts.length > 1 && nameOf(file).endsWith(`/${ending}`)),
  );
}
