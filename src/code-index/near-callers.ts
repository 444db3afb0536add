/**
 * The order of calls that may be of a symbol. Input: the code around such a call, and the symbol; output: a number, 0 for code that
 * is the most likely to mean it.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { ancestorsOf } from "./class-bases.ts";
import type { Code, ResolvedFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import { indexOfWord } from "./line-words.ts";
import { folderOf } from "./nearness.ts";
import { declarationAt, declarationsAt, keyOfPlace, placeOf } from "./places.ts";
import { isClass } from "./symbol-kind.ts";

/** What makes a use of a name likely to be one of a symbol, the strongest reason first. */
const reasons = ["family", "folder", "named", "none"] as const;

/** The closeness of code in one file to symbols that it may use by only their names: 0 is the closest. */
export class NearCallers {
  readonly #file: ResolvedFile;
  readonly #code: Code;
  /** Class → the places of it and of the classes that it derives from. */
  readonly #families = new Map<string, ReadonlySet<string>>();
  readonly #ofSymbols = new Map<FoundSymbol, SymbolPlaces>();

  constructor(file: ResolvedFile, code: Code) {
    this.#file = file;
    this.#code = code;
  }

  /**
   * Returns 0 if one of their classes derives from the other, 1 for code in the same folder, 2 for code in a file that names the
   * symbol's class, or else its module, and 3 for other code.
   */
  of(holder: Declaration | undefined, symbol: FoundSymbol): number {
    const { classes, folders, words } = getOrInsert(this.#ofSymbols, symbol, () => this.#placesOf(symbol));
    const own = holder && this.#classAround(holder);
    const isRelated = (one: Declaration) =>
      own !== undefined && (this.#familyOf(own).has(keyOf(one)) || this.#familyOf(one).has(keyOf(own)));
    const reason = () => {
      if (classes.some(isRelated)) return "family";
      if (folders.has(folderOf(this.#file.file.path))) return "folder";
      return words.some((word) => indexOfWord(this.#file.text, word) >= 0) ? "named" : "none";
    };
    return reasons.indexOf(reason());
  }

  #placesOf({ places, forward }: FoundSymbol): SymbolPlaces {
    const all = [...places, ...forward];
    const declarations = declarationsAt(all, this.#code);
    const classes = [...new Set(declarations.flatMap((one) => this.#classAround(one) ?? []))];
    const words = classes.length > 0 ? classes.map(({ name }) => name) : all.map(({ path }) => moduleOf(path));
    return {
      classes,
      folders: new Set(all.map(({ path }) => folderOf(path))),
      words: [...new Set(words)].filter((word) => word !== ""),
    };
  }

  /** The class that has a function; of one that is defined outside of it, too. */
  #classAround(declaration: Declaration): Declaration | undefined {
    const same = [declaration, ...this.#code.resolverOf(declaration.file.language).symbolOf(declaration)];
    return same.map(classHolding).find((one) => one !== undefined);
  }

  #familyOf(one: Declaration): ReadonlySet<string> {
    return getOrInsert(this.#families, keyOf(one), () => {
      const { index } = this.#code;
      // An open file has declarations of its own, which are not the ones of the index.
      const known = declarationAt(index.fileAt(one.file.path), one) ?? one;
      const ancestors = ancestorsOf(known, index, this.#code.resolverOf(one.file.language));
      return new Set([known, ...ancestors].map(keyOf));
    });
  }
}

type SymbolPlaces = {
  readonly classes: readonly Declaration[];
  readonly folders: ReadonlySet<string>;
  readonly words: readonly string[];
};

function keyOf(declaration: Declaration): string {
  return keyOfPlace(placeOf(declaration));
}

function classHolding({ parent }: Declaration): Declaration | undefined {
  return parent === undefined || isClass(parent) ? parent : classHolding(parent);
}

/** The name of a file without its ending. */
function moduleOf(path: string): string {
  return /([^\\/.]*)(?:\.[^\\/]*)?$/.exec(path)?.[1] ?? "";
}
