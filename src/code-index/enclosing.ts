import { NestedRanges } from "../base/nested-ranges.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";
import { isClass, isFunction } from "./symbol-kind.ts";

/** The functions and classes of a file, looked up by what they have inside. */
export class Enclosing {
  readonly #holders: NestedRanges<Declaration>;

  /** @param isHolder true for what is looked up */
  constructor({ declarations }: IndexedFile, isHolder = isFunctionOrClass) {
    this.#holders = new NestedRanges(
      declarations.filter((declaration) => isHolder(declaration) && declaration.name !== ""),
    );
  }

  /** The innermost function or class around an offset, but what has its own name there. */
  at(offset: number): Declaration | undefined {
    for (const holder of this.#holders.around(offset)) if (holder.at !== offset) return holder;
    return undefined;
  }

  /** True for an offset inside of a function. */
  isInFunction(offset: number): boolean {
    for (const holder of this.#holders.around(offset)) if (isFunction(holder)) return true;
    return false;
  }
}

function isFunctionOrClass(declaration: Declaration): boolean {
  return isFunction(declaration) || isClass(declaration);
}
