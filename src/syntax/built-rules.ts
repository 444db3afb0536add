/**
 * The rules of the languages that the package ships, which the build compiles: reading and compiling them takes each thread some 0.1 s, and
 * decompressing them 1 ms.
 */
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { distDir, readPackageFile } from "../base/package.ts";
import { type CompiledRules, compiledRules } from "./cpp/prepare.ts";
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

/** The bytes of a file of compiled rules: the number of words, the words, and the ids. Numbers are little-endian. */
function bytesOfRules({ ids, words }: CompiledRules): Uint8Array {
  const numbers = Buffer.alloc((words.length + 1) * 4);
  numbers.writeInt32LE(words.length);
  for (const [place, word] of words.entries()) numbers.writeInt32LE(word, (place + 1) * 4);
  return Buffer.concat([numbers, Buffer.from(ids.join("\n"))]);
}

/** Reads a file of compiled rules. */
function rulesOfBytes(bytes: Buffer): CompiledRules {
  const end = (bytes.readInt32LE() + 1) * 4;
  const words = new Int32Array(new Uint8Array(bytes.subarray(4, end)).buffer);
  return { words, ids: bytes.toString("utf8", end).split("\n") };
}
