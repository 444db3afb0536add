import type { DependencyFinder, DependencyOptions } from "../dependency.ts";
import { includedFiles } from "./include-search.ts";
import { systemHeaders } from "./system-headers.ts";

/** The rules by which includes of C++ name files. */
export function cppDependencies({ index, includeFolders }: DependencyOptions): DependencyFinder {
  return (imported, from) => {
    const { name, type } = imported;
    const [file, ...others] = includedFiles(imported, from, index, includeFolders(from.path));
    if (file === undefined) {
      const isExternal = type === "<>" || systemHeaders.has(name);
      return { name, target: { missing: isExternal ? "external" : "unresolved" } };
    }
    return { name, target: others.length > 0 ? { ambiguous: [file, ...others] } : { file } };
  };
}
