/**
 * The symbols whose references are looked for, with all that finds them. Input: a found symbol and its code; output: the symbol with the
 * members that it overrides, its names from imports, and how it is made.
 */
import { basename, dirname } from "node:path";
import type { Code } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import type { ReferencedSymbol } from "./occurrences.ts";
import { withOverrides } from "./overrides.ts";
import { declarationAt } from "./places.ts";
import type { ReferenceType } from "./reference-types.ts";
import { wordInName } from "./symbol-address.ts";
import { isClass, isDestructor } from "./symbol-kind.ts";

/** The part of a code base that tells what a symbol is called, and where. */
type NamedCode = Pick<Code, "index" | "filesWith" | "indexingOf" | "textOf" | "resolverOf">;

/** Names that imports give one symbol. */
const maxAliases = 50;

/**
 * Adds to a symbol what its references are found by.
 *
 * @param asked `construct` if the places are looked for that make objects of a class, `destroy` for the local variables whose end
 *   calls a destructor
 */
export function referencedSymbol(
  symbol: FoundSymbol,
  code: NamedCode,
  asked: ReadonlySet<ReferenceType> = new Set(),
): ReferencedSymbol {
  const { madeBy, made } = madeByOf(symbol, code, asked);
  const paths = symbol.places.map(({ path }) => path);
  return { ...withOverrides(symbol, code), aliases: aliasesOf(symbol.word, paths, code), madeBy, made };
}

/** Makes a symbol, with the name of answers, of one from outside of the code base: `std::string`, `os.path.join`. */
export function externalReferenced(name: string, external: string, code: NamedCode): ReferencedSymbol {
  const word = /[^.:]*$/.exec(external)?.[0] ?? external;
  const symbol = { name, word, places: [], forward: [], constructors: [], isFile: false, external };
  const none = { overridden: [], guessed: [], owners: [], madeBy: { names: [], paths: [] } };
  return { ...symbol, ...none, aliases: aliasesOf(word, [], code) };
}

/** The files whose text has a name of a symbol, in path order, each once. */
export function filesNaming({ word, aliases, madeBy }: ReferencedSymbol, code: NamedCode): readonly string[] {
  const own = code.filesWith(wordInName(word) ?? word);
  const others = [...aliases.flatMap((name) => code.filesWith(name)), ...madeBy.paths];
  return others.length === 0 ? own : [...new Set([...own, ...others])].sort();
}

/** The names that imports give a word, and imports of these: `mk` of `from .core import make as mk`. */
function aliasesOf(word: string, paths: readonly string[], code: NamedCode): readonly string[] {
  const names = new Set([word]);
  for (const name of names) {
    // A file that imports what another one exports by default has the name of that file, and not this word.
    const others = name === defaultName ? paths.flatMap((path) => wordsOfModule(path)) : [name];
    for (const path of new Set(others.flatMap((other) => code.filesWith(other)))) {
      for (const imported of code.index.fileAt(path)?.imports ?? []) {
        if (names.size <= maxAliases && isImportOf(name, imported)) names.add(imported.name);
      }
    }
  }
  names.delete(word);
  return [...names];
}

const defaultName = "default";

/** The words by which imports name a file: its own name, and that of its folder. */
function wordsOfModule(path: string): readonly string[] {
  const words = [basename(path).replace(/\..*$/, ""), basename(dirname(path))];
  return [defaultName, ...words.flatMap((word) => word.split(/[^\p{L}\p{M}\p{N}_$]+/u).slice(-1))].filter(
    (word) => word !== "",
  );
}

function isImportOf(word: string, { kind, type }: { readonly kind: string; readonly type: string }): boolean {
  return kind === "import" && type.slice(type.lastIndexOf(":") + 1) === word;
}

/** Finds out how the calls of a symbol are written that do not name it: of a constructor, an operator, or a class that is made. */
function madeByOf(
  symbol: FoundSymbol,
  code: NamedCode,
  asked: ReadonlySet<ReferenceType>,
): Required<Pick<ReferencedSymbol, "madeBy">> & Pick<ReferencedSymbol, "made"> {
  for (const place of symbol.places) {
    const declaration = declarationAt(code.index.fileAt(place.path), place);
    if (declaration === undefined) continue;
    const { way, needs, type } = ways.find(({ is }) => is(declaration)) ?? otherWay;
    const isAsked = asked.has(type);
    if (needs && !isAsked) continue;
    const madeBy = code.indexingOf(declaration.file.language).madeBy?.(declaration, symbol, code);
    if (madeBy !== undefined) return { madeBy, made: isAsked ? way : undefined };
  }
  return { madeBy: { names: [], paths: [] }, made: undefined };
}

/** The ways to make or end objects, by what is looked for: with `needs` only if their type is asked for. */
const otherWay: Way = { is: () => true, way: "constructor", type: "construct", needs: false };
const ways: readonly Way[] = [
  { is: isClass, way: "class", type: "construct", needs: true },
  { is: isDestructor, way: "destructor", type: "destroy", needs: true },
];

type Way = {
  readonly is: (declaration: Declaration) => boolean;
  readonly way: NonNullable<ReferencedSymbol["made"]>;
  readonly type: ReferenceType;
  readonly needs: boolean;
};
