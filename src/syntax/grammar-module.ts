/**
 * The check of a grammar's WASM before it is loaded, since a stranger may have made it. Input: the bytes of a module;
 * output: none, or the error that says what no tree-sitter grammar has.
 */
import { UserError } from "../base/errors.ts";
import { maxGrammarBytes, maxGrammarTableSize } from "../base/limits.ts";
import { wordSet } from "../base/word-list.ts";
import { type BinaryReader, readerOf } from "./binary-reader.ts";

/**
 * Checks what a module says about itself before any of it is compiled: that it is a tree-sitter grammar and nothing
 * else. web-tree-sitter's loader evaluates some exports as JavaScript, reads libraries that a module names from the disk
 * or the network, and gives it whatever the runtime's JavaScript can be called for.
 *
 * @throws UserError that says what is wrong with the module
 */
export function checkGrammarModule(bytes: Uint8Array): void {
  const module = readerOf(bytes);
  if (!magic.every((byte) => !module.isAtEnd() && module.byte() === byte)) throw refused("It is not a WASM module.");
  checkLibrary(module);
  let names: readonly string[] = [];
  while (!module.isAtEnd()) {
    const id = module.byte();
    const section = module.range();
    if (!usualSections.has(id)) throw refused(`It has ${unusualSections.get(id) ?? `a section of kind ${id}`}.`);
    if (id === sections.import) checkImports(section);
    if (id === sections.export) names = exportsOf(section);
  }
  if (!names.some((name) => grammarFunction.test(name) && !name.includes(scannerPart))) {
    throw refused(`It has no function tree_sitter_<name>; it exports ${names.map(quote).join(", ") || "nothing"}.`);
  }
}

/** `\0asm`, version 1. */
const magic = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00] as const;

const sections = { custom: 0, import: 2, export: 7 } as const;

/** Custom sections, types, imports, functions, globals, exports, elements, code, data and the count of data. */
const usualSections: ReadonlySet<number> = new Set([0, 1, 2, 3, 6, 7, 9, 10, 11, 12]);

const unusualSections: ReadonlyMap<number, string> = new Map([
  [4, "a table of its own"],
  [5, "a memory of its own"],
  [8, "a function that runs while it is loaded"],
]);

/** The functions that run when a library is loaded: it sets the module's memory up. */
const setUpFunctions: ReadonlySet<string> = new Set(["__wasm_call_ctors", "__wasm_apply_data_relocs"]);

/** The loader calls the first export of this form that is not part of the scanner. */
const grammarFunction = /^tree_sitter_\w+$/;
const scannerPart = "external_scanner_";

/** Exports that the loader evaluates as JavaScript, or that belong to such. */
const javaScript = /^__em_js__|^__em_lib_deps|^__(?:start|stop)_em_/;

const kinds = ["function", "table", "memory", "global"] as const;

type Kind = (typeof kinds)[number];

/** The imports of each dynamic library. */
const libraryImports: ReadonlyMap<string, Kind> = new Map([
  ["memory", "memory"],
  ["__indirect_function_table", "table"],
  ["__memory_base", "global"],
  ["__table_base", "global"],
  ["__stack_pointer", "global"],
]);

/**
 * Functions of C that a grammar imports: the functions of tree-sitter's lib/src/wasm/stdlib-symbols.txt, further
 * exports of web-tree-sitter, and the function that a failed assertion calls. Of other names some are the runtime's
 * callbacks, and some lie on Object.prototype, where the loader finds them, too.
 */
const cFunctions = wordSet(`
  __assert_fail abort atof calloc free iswalnum iswalpha iswblank iswdigit iswlower iswpunct iswspace iswupper iswxdigit
  malloc memchr memcmp memcpy memmove memset realloc strcmp strlen strncat strncmp strncpy towlower towupper
`);

const valueTypes = { i32: 0x7f, functionReference: 0x70 } as const;

/** Imports and exports each: grammars have some twenty. */
const maxNames = 1_000;

/** Parts of a dylink.0 section. Grammars have the first one; the last two say things about single symbols. */
const libraryParts = { memory: 1, needed: 2, exports: 3, imports: 4, paths: 5 } as const;

/** As a power of two: a page of memory. */
const maxAlignment = 16;

/** Checks the first section, which says what the loader does before it compiles the module. */
function checkLibrary(module: BinaryReader): void {
  const isCustom = !module.isAtEnd() && module.byte() === sections.custom;
  const section = isCustom ? module.range() : undefined;
  if (section === undefined || section.text() !== "dylink.0") throw refused("Its first section is not dylink.0.");
  while (!section.isAtEnd()) {
    const id = section.byte();
    const part = section.range();
    if (id === libraryParts.memory) checkMemory(part);
    else if (id === libraryParts.exports) checkSymbols(part, 1);
    else if (id === libraryParts.imports) checkSymbols(part, 2);
    else if (id === libraryParts.needed) throw refused(`It loads another library: ${firstOf(part)}.`);
    else if (id === libraryParts.paths) throw refused(`It names folders of libraries: ${firstOf(part)}.`);
    else throw refused(`Its dylink.0 section has a part of kind ${id}.`);
    // The loader reads on where a part ends by what is in it, whatever length it declares.
    if (!part.isAtEnd()) throw refused(`Part ${id} of its dylink.0 section is longer than what is in it.`);
  }
}

function checkMemory(part: BinaryReader): void {
  const [memorySize, memoryAlignment] = [part.number(), part.number()];
  const [tableSize, tableAlignment] = [part.number(), part.number()];
  if (memorySize > maxGrammarBytes) {
    throw refused(`It takes ${memorySize} bytes of memory, the limit is ${maxGrammarBytes}.`);
  }
  if (tableSize > maxGrammarTableSize) {
    throw refused(`It takes ${tableSize} places of the function table, the limit is ${maxGrammarTableSize}.`);
  }
  if (Math.max(memoryAlignment, tableAlignment) > maxAlignment) {
    throw refused(`It is aligned to 2^${Math.max(memoryAlignment, tableAlignment)}, the limit is 2^${maxAlignment}.`);
  }
}

/** Symbols of as many names each, with flags. */
function checkSymbols(part: BinaryReader, namesOfEach: number): void {
  for (let left = countOf(part); left > 0; left--) {
    for (let name = 0; name < namesOfEach; name++) part.text();
    part.number();
  }
}

function firstOf(part: BinaryReader): string {
  return countOf(part) > 0 ? quote(part.text()) : "none";
}

function checkImports(section: BinaryReader): void {
  for (let left = countOf(section); left > 0; left--) {
    const [module, name] = [section.text(), section.text()];
    const kind = kinds[section.byte()];
    const known = cFunctions.has(name) ? "function" : libraryImports.get(name);
    if (module !== "env" || kind === undefined || kind !== known) {
      throw refused(`It imports ${quote(`${module}.${name}`)}, which is not among what a grammar needs.`);
    }
    passType(section, kind);
  }
  checkEnd(section, "imports");
}

/** Passes over the type of an import. Types of other forms are refused: read wrongly, they would hide what follows. */
function passType(section: BinaryReader, kind: Kind): void {
  if (kind === "function") section.number();
  else if (kind === "global") passBytes(section, [valueTypes.i32], [0, 1]);
  else {
    if (kind === "table") passBytes(section, [valueTypes.functionReference]);
    const hasMaximum = passBytes(section, [0, 1]) === 1;
    section.number();
    if (hasMaximum) section.number();
  }
}

/** Reads a byte for each list of what it may be. */
function passBytes(section: BinaryReader, ...allowed: readonly (readonly number[])[]): number {
  let byte = 0;
  for (const values of allowed) {
    byte = section.byte();
    if (!values.includes(byte)) throw refused("It imports something of a type that no grammar imports.");
  }
  return byte;
}

function exportsOf(section: BinaryReader): readonly string[] {
  const names: string[] = [];
  for (let left = countOf(section); left > 0; left--) {
    const name = section.text();
    const kind = kinds[section.byte()];
    section.number();
    if (javaScript.test(name)) {
      throw refused(`It exports ${quote(name)}: JavaScript that would run when it is loaded.`);
    }
    if (kind !== "function" || !(setUpFunctions.has(name) || grammarFunction.test(name))) {
      throw refused(`It exports ${quote(name)}, which is not a function of a grammar.`);
    }
    names.push(name);
  }
  checkEnd(section, "exports");
  return names;
}

function countOf(section: BinaryReader): number {
  const count = section.number();
  if (count > maxNames) throw refused(`It lists ${count} names, the limit is ${maxNames}.`);
  return count;
}

function checkEnd(section: BinaryReader, what: string): void {
  if (!section.isAtEnd()) throw refused(`There is something after its ${what}.`);
}

/** A name in printable characters, cut where it is long. */
function quote(name: string): string {
  return `'${name.slice(0, 100).replace(/[^ -~]/g, "?")}'`;
}

function refused(reason: string): UserError {
  return new UserError(`${reason} Build it with tree-sitter build --wasm, or take the .wasm of its npm package.`);
}
