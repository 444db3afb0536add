/** The rules of the languages that the package ships, which the build compiles: reading and compiling them takes each thread some 0.1 s. */
import { join } from "node:path";
import { distDir, readPackageFile } from "../base/package.ts";
import { bytesOfRules, type CompiledRules, compiledRules, rulesOfBytes } from "./cpp/prepare.ts";
import type { Language } from "./languages.ts";
import { rewriteRulesOf } from "./rule-files.ts";

/** Returns the compiled rules of a language that is built. */
export function builtRules(language: Pick<Language, "name">): CompiledRules {
  return rulesOfBytes(readPackageFile(join(distDir, fileOf(language))));
}

/** Returns the file of the rules of a language in the folder of the build, and its contents: for the build. */
export function rulesToBuild(
  language: Pick<Language, "name" | "dir" | "folders" | "rules">,
): readonly [string, Uint8Array] {
  return [fileOf(language), bytesOfRules(compiledRules(rewriteRulesOf(language)))];
}

function fileOf({ name }: Pick<Language, "name">): string {
  return `rules-${name}.bin`;
}
