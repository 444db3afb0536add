/**
 * The rules of the languages that the package ships, which the build compiles: reading and compiling them takes each thread some 0.1 s, and
 * decompressing them 1 ms.
 */
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { distDir, readPackageFile } from "../base/package.ts";
import { bytesOfRules, type CompiledRules, compiledRules, rulesOfBytes } from "./cpp/prepare.ts";
import type { Language } from "./languages.ts";
import { rewriteRulesOf } from "./rule-files.ts";

/** Returns the compiled rules of a language that is built. */
export function builtRules(language: Pick<Language, "name">): CompiledRules {
  const bytes = readPackageFile(join(distDir, fileOf(language)));
  return rulesOfBytes(brotliDecompressSync(bytes));
}

/** Returns the file of the rules of a language in the folder of the build, and its contents: for the build. */
export function rulesToBuild(
  language: Pick<Language, "name" | "dir" | "folders" | "rules">,
): readonly [string, Uint8Array] {
  const bytes = bytesOfRules(compiledRules(rewriteRulesOf(language)));
  return [fileOf(language), brotliCompressSync(bytes)];
}

function fileOf({ name }: Pick<Language, "name">): string {
  return `rules-${name}.bin.br`;
}
