import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { distDir, packageDir } from "../package.ts";
import type { Languages } from "../syntax/languages.ts";

const shippedGrammarsDir = join(packageDir, "grammars");

/**
 * A digest of what shapes answers besides files and settings: the code, the runtime, the grammars, the queries.
 *
 * @throws Error when the package was not built
 */
export function versionOf(languages: Languages): string {
  const hash = createHash("sha256");
  const add = (part: string | Uint8Array) => hash.update(`${part.length}:`).update(part);
  add(process.version);
  // Written by the build over all files of dist.
  add(readFileSync(join(distDir, "digest.txt")));
  // The build refuses grammars that differ from it.
  add(readFileSync(join(shippedGrammarsDir, "manifest.json")));
  for (const { dir, ...language } of languages) {
    add(JSON.stringify(language));
    for (const name of readdirSync(dir).sort()) {
      if (!name.endsWith(".scm")) continue;
      add(name);
      add(readFileSync(join(dir, name)));
    }
    if (language.macros !== undefined) add(readFileSync(join(dir, language.macros)));
    const grammar = join(dir, language.grammar);
    if (dirname(grammar) !== shippedGrammarsDir) add(readFileSync(grammar));
  }
  return hash.digest("hex");
}
