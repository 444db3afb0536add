import { getOrInsert } from "../base/get-or-insert.ts";
import { NestedRanges } from "../base/nested-ranges.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";
import { isClass, isFunction } from "./symbol-kind.ts";

/** Functions and classes of a file, looked up by what they have inside. */
export class Enclosing {
  readonly #holders: NestedRanges<Declaration>;

  /** @param isHolder true for what is looked up */
  constructor({ declarations }: IndexedFile, isHolder: (declaration: Declaration) => boolean) {
    this.#holders = new NestedRanges(
      declarations.filter((declaration) => isHolder(declaration) && declaration.name !== ""),
    );
  }

  /** The innermost function or class around an offset, but what has its own name there. */
  at(offset: number): Declaration | undefined {
    for (const holder of this.#holders.around(offset)) if (holder.at !== offset) return holder;
    return undefined;
  }

  /** The functions and classes around an offset, innermost first. */
  around(offset: number): Iterable<Declaration> {
    return this.#holders.around(offset);
  }

  /** True for an offset inside of a function. */
  isInFunction(offset: number): boolean {
    for (const holder of this.#holders.around(offset)) if (isFunction(holder)) return true;
    return false;
  }
}

const ofFiles = new WeakMap<IndexedFile, Enclosing>();

/** All functions and classes of a file: calls ask for the same files. */
export function enclosingOf(file: IndexedFile): Enclosing {
  return getOrInsert(ofFiles, file, () => new Enclosing(file, isFunctionOrClass));
}

/** The innermost function around an offset, and the classes around it: without functions around another one. */
export function usersAt(file: IndexedFile, offset: number): readonly Declaration[] {
  const around = [...enclosingOf(file).around(offset)];
  const inner = around.find(isFunction);
  return around.filter((one) => one === inner || !isFunction(one));
}

function isFunctionOrClass(declaration: Declaration): boolean {
  return isFunction(declaration) || isClass(declaration);
}
