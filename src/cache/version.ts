import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { maxGrammarBytes } from "../base/limits.ts";
import { namesIn } from "../base/list-folder.ts";
import { distDir, readPackageFile } from "../base/package.ts";
import { isBuilt, shippedGrammarsDir } from "../syntax/built-languages.ts";
import { readLanguageFile } from "../syntax/language-files.ts";
import type { Languages } from "../syntax/languages.ts";

/**
 * A digest of all that answers depend on except files and settings: the code, the runtime, the grammars, the queries.
 *
 * @throws Error when the package was not built
 */
export function versionOf(languages: Languages, nodeVersion: string): string {
  const hash = createHash("sha256");
  const add = (part: string | Uint8Array) => hash.update(`${part.length}:`).update(part);
  add(nodeVersion);
  // Written by the build over all files of dist.
  add(readPackageFile(join(distDir, "digest.txt")));
  // The build refuses grammars that differ from it.
  add(readPackageFile(join(shippedGrammarsDir, "manifest.json")));
  // The findings of lint rules are not facts of a file: see FileTool.rulesOf.
  for (const { dir, folders, lint_folders: _, ...language } of languages) {
    add(JSON.stringify(language));
    // The files of a language in the package are part of the digest.
    if (isBuilt({ dir, folders })) continue;
    const addFile = (name: string, maxBytes?: number) =>
      add(readLanguageFile({ dir, folders }, name, maxBytes) ?? "missing");
    for (const name of namesIn(join(dir, language.queries))) {
      if (!name.endsWith(".scm")) continue;
      add(name);
      addFile(join(language.queries, name));
    }
    if (language.macros !== undefined) addFile(language.macros);
    if (dirname(join(dir, language.grammar)) !== shippedGrammarsDir) addFile(language.grammar, maxGrammarBytes);
  }
  return hash.digest("hex");
}
