import { dirname, join } from "node:path";
import { distDir, packageDir, readPackageFile } from "../base/package.ts";
import { canonicalPath } from "../base/real-path.ts";
import { exists } from "../base/stats.ts";
import type { LanguageData } from "./language-file.ts";
import type { LanguageFolder } from "./language-files.ts";

/** The folder of the languages that the package ships. */
export const shippedLanguagesDir = join(packageDir, "queries");

/** The folder of their grammars. */
export const shippedGrammarsDir = join(packageDir, "grammars");

/** Their contents as the build has read them, so that a start reads and checks one file instead of some fifty. */
const builtLanguagesFile = join(distDir, "languages.json");

/** True for a language whose files the digest of the build is about. */
export function isBuilt({ dir }: LanguageFolder): boolean {
  return dirname(dir) === shippedLanguagesDir && exists(builtLanguagesFile);
}

/** Returns the languages that the package ships; undefined in one that was not built. */
export function builtLanguages(): readonly (LanguageData & LanguageFolder)[] | undefined {
  if (!exists(builtLanguagesFile)) return undefined;
  const built: readonly LanguageData[] = JSON.parse(readPackageFile(builtLanguagesFile).toString()).languages;
  const folders = [shippedGrammarsDir, shippedLanguagesDir].map((folder) => canonicalPath(folder));
  return built.map((data) => ({ ...data, dir: join(shippedLanguagesDir, data.name), folders }));
}
