/**
 * The grammars of a thread, each loaded once. Input: a language; output: its grammar and parser in the runtime of
 * web-tree-sitter.
 */
import { join } from "node:path";
import type { Language as Grammar, Parser } from "web-tree-sitter";
import { messageOf, UserError } from "../base/errors.ts";
import { maxGrammarBytes } from "../base/limits.ts";
import { setWasmTiering, tieringOfThread } from "../base/wasm-tiering.ts";
import { checkGrammarModule } from "./grammar-module.ts";
import { readLanguageFile } from "./language-files.ts";
import type { Language } from "./languages.ts";

type Runtime = typeof import("web-tree-sitter");

/** A grammar that is loaded into this thread, with the parser that goes with it and the runtime of both. */
export type LoadedGrammar = {
  readonly language: Language;
  readonly grammar: Grammar;
  readonly parser: Parser;
  readonly runtime: Runtime;
  /** The runtime's heap, with the trees. */
  readonly memory: WebAssembly.Memory;
};

const loaded = new Map<string, Promise<LoadedGrammar>>();

/** Of this thread. The main thread loads none: it never parses. */
let started: Promise<{ readonly runtime: Runtime; readonly memory: WebAssembly.Memory }> | undefined;

/** Pages of 64 KiB: what the runtime asks for by itself. */
const initialPages = 512;
const maximumPages = 32_768;

/**
 * The parser cache: each grammar is loaded on first use, once a thread.
 *
 * @throws UserError when the .wasm is missing, is refused or does not fit the runtime; the next call tries again
 */
export function loadGrammar(language: Language): Promise<LoadedGrammar> {
  const known = loaded.get(language.name);
  if (known !== undefined) return known;
  const loading = load(language);
  loaded.set(language.name, loading);
  loading.catch(() => loaded.delete(language.name));
  return loading;
}

/** Bytes of this thread's WASM heap, which grows with the largest tree and never shrinks. */
export async function wasmHeapBytes(): Promise<number> {
  return started === undefined ? 0 : (await started).memory.buffer.byteLength;
}

async function startRuntime() {
  const runtime = await import("web-tree-sitter");
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: maximumPages });
  // An error that ends the runtime is thrown as well; printed it would only break the log.
  await runtime.Parser.init({ wasmMemory: memory, printErr: () => {} });
  return { runtime, memory };
}

/** The extension of a grammar that is compressed by Brotli. */
const compressedExtension = ".br";

async function decompressed(file: Uint8Array): Promise<Buffer> {
  const { brotliDecompressSync } = await import("node:zlib");
  return brotliDecompressSync(file, { maxOutputLength: maxGrammarBytes });
}

async function load(language: Language): Promise<LoadedGrammar> {
  setWasmTiering(tieringOfThread());
  try {
    return await loadModule(language);
  } finally {
    setWasmTiering("late");
  }
}

async function loadModule(language: Language): Promise<LoadedGrammar> {
  started ??= startRuntime();
  const { runtime, memory } = await started;
  const file = readLanguageFile(language, language.grammar, maxGrammarBytes);
  try {
    if (file === undefined) throw new UserError("There is no such file.");
    const module = language.grammar.endsWith(compressedExtension) ? await decompressed(file) : file;
    checkGrammarModule(module);
    const grammar = await runtime.Language.load(module);
    return { language, grammar, parser: new runtime.Parser().setLanguage(grammar), runtime, memory };
  } catch (error) {
    const path = join(language.dir, language.grammar);
    throw new UserError(`Cannot load the ${language.name} grammar ${path}: ${messageOf(error)}`);
  }
}
