/**
 * The symbols that are declared in functions, which the index does not hold. Input: a code base, and the name of a
 * symbol; output: symbols of files that have the name and are opened, and the number of files left out.
 */
import type { Code } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import { isAddressed, type SymbolAddress, wordInName } from "./symbol-address.ts";
import { bringsNames, isClass, isFunction } from "./symbol-kind.ts";
import { symbolOf } from "./symbols-of.ts";

/** Files that are parsed for one name: parsing a file takes some 10 ms. */
const maxParsedFiles = 200;

/** Files that are read for one name: reading a file takes less than 1 ms. */
const maxReadFiles = 20_000;

/**
 * A text before the name of a function, a class or a variable, in any language: a word that begins its declaration. A macro
 * of C++ may hide one.
 */
const declaring =
  /(?:^|[^\p{L}\p{N}_$])(?:class|const|constexpr|def|enum|fn|func|function|interface|let|record|struct|trait|type|union|var|auto)\s+[*&]?$/u;

/** UTF-16 code units before a name in which such a word is. */
const declaringLength = 40;

/** A name with a lambda as its value, in C++ or Python: other languages list such variables as functions. */
const lambda = /^[\p{L}\p{N}_$]+\s*(?:=|\{)\s*(?:\[[^\]]*\]\s*[({<]|lambda\b)/u;

/** UTF-16 code units of a name and of the captures of a lambda. */
const lambdaLength = 500;

/**
 * Finds symbols that are declared in functions, which only an open file knows: functions and classes, their members,
 * variables whose value is a lambda, and by a qualified name (`outer.x`) other variables, too. The files that have the name, and that of what
 * it is in, are parsed, in path order.
 *
 * @param within the only file that is looked at; by default all files
 * @returns the symbols, and the number of files with the name that were not looked at
 */
export async function localSymbols(
  code: Code,
  address: SymbolAddress,
  within?: string,
): Promise<{ readonly symbols: readonly FoundSymbol[]; readonly unsearched: number }> {
  const { name } = address;
  const paths = code.filesWith(wordInName(name) ?? name).filter((path) => within === undefined || path === within);
  const holder = address.outer.at(-1);
  const isQualified = holder !== undefined;
  const symbols: FoundSymbol[] = [];
  let parsed = 0;
  let searched = 0;
  for (const path of paths) {
    if (parsed === maxParsedFiles || searched === maxReadFiles) break;
    searched++;
    const text = code.textOf(path) ?? "";
    if (isQualified ? !mayHold(path, text, holder) : !mayDeclare(text, name)) continue;
    parsed++;
    const found = await code.withFileOnce(path, ({ file, index, resolver, text: whole }) => {
      const declarations = file.declarations.filter(
        (one) =>
          isLocal(one) &&
          isAddressed(one, address, index) &&
          (isQualified || isDefinition(one) || isLambda(whole, one.at)) &&
          !bringsNames(one),
      );
      return declarations.map((declaration) => symbolOf(resolver.symbolOf(declaration), code));
    });
    for (const symbol of found ?? []) {
      if (!symbols.some((known) => isSame(known, symbol))) symbols.push(symbol);
    }
  }
  return { symbols, unsearched: paths.length - searched };
}

/** True for a file that may have something of a name around a local one: it is in the same file, or the module that the file is. */
function mayHold(path: string, text: string, holder: string): boolean {
  return (
    text.includes(wordInName(holder) ?? holder) || path.includes(`/${holder}.`) || path.includes(`/${holder}/__init__.`)
  );
}

function mayDeclare(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    if (declaring.test(text.slice(Math.max(0, at - declaringLength), at)) || isLambda(text, at)) return true;
  }
  return false;
}

function isLambda(text: string, at: number): boolean {
  return lambda.test(text.slice(at, at + lambdaLength));
}

/** True for what is in a function. */
export function isLocal({ parent, scopeEnd }: Declaration): boolean {
  for (let outer = parent; outer !== undefined; outer = outer.parent) if (isFunction(outer)) return true;
  return scopeEnd > 0;
}

/** True for a function or class, and for a member of a class. */
function isDefinition(declaration: Declaration): boolean {
  const { parent } = declaration;
  return isFunction(declaration) || isClass(declaration) || (parent !== undefined && isClass(parent));
}

function isSame({ places: [one] }: FoundSymbol, { places: [other] }: FoundSymbol): boolean {
  return one?.path === other?.path && one?.line === other?.line && one?.column === other?.column;
}
