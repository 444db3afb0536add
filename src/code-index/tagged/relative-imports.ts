import { dirname, extname, join } from "node:path";
import type { ImportRulesOf } from "../../syntax/import-rules.ts";
import type { CodeIndex } from "../code-index.ts";
import type { DependencyFinder } from "../dependency.ts";

/**
 * A name that no package has, so that a setting of the project says which of its files is meant: `@/a`, `~/a`, `#a`, `/a`.
 */
const ownName = /^(?:@\/|~|#|\/)/;

/** The files of relative paths: `./a`, `../a/b.js`. */
export function relativeDependencies(rules: ImportRulesOf<"relative">, index: CodeIndex): DependencyFinder {
  const { extensions, folder_file, written_for } = rules;
  return ({ name }, from) => {
    if (!/^\.{1,2}(?:\/|$)/.test(name)) {
      return { name, target: { missing: ownName.test(name) ? "unresolved" : "external" } };
    }
    const path = join(dirname(from.path), name).replace(/\/$/, "");
    const extension = extname(path);
    const others = Object.hasOwn(written_for, extension) ? (written_for[extension] ?? []) : [];
    const candidates = [
      path,
      ...extensions.map((one) => path + one),
      ...others.map((one) => path.slice(0, -extension.length) + one),
      ...extensions.map((one) => join(path, folder_file + one)),
    ];
    for (const candidate of candidates) {
      const file = index.fileAt(candidate);
      if (file !== undefined) return { name, target: { file } };
    }
    // A style or data: no file of a language.
    const isOther = extension !== "" && !extensions.includes(extension) && others.length === 0;
    return isOther ? undefined : { name, target: { missing: "unresolved" } };
  };
}
