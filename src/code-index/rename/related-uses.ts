import { getOrInsert } from "../../base/get-or-insert.ts";
import { BaseSearch } from "../base-search.ts";
import type { Code, ResolvedFile } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import type { ReferencedSymbol } from "../occurrences.ts";
import { declarationsAt } from "../places.ts";
import type { ReferenceType } from "../reference-types.ts";
import { isClass } from "../symbol-kind.ts";
import { traitsOf } from "../traits-of.ts";
import { writtenNamesOf } from "../written-names.ts";

/**
 * The uses of a member of another class that may be of renamed ones: the class of the object is known only by what functions return,
 * and shares a base with a class of a renamed member. `store.writer().close()` runs what the object that the program has been given has.
 */
export class RelatedUses {
  readonly #file: ResolvedFile;
  readonly #bases: BaseSearch;
  /** The classes of the renamed members, and their bases. */
  readonly #classes: ReadonlySet<Declaration>;
  readonly #known = new Map<Declaration, boolean>();

  constructor(file: ResolvedFile, symbols: readonly ReferencedSymbol[], code: Code) {
    this.#file = file;
    this.#bases = new BaseSearch(code);
    const owners = symbols
      .flatMap(({ places }) => declarationsAt(places, code))
      .flatMap(({ parent }) => (parent !== undefined && isClass(parent) ? [parent] : []));
    this.#classes = new Set(owners.flatMap((owner) => [owner, ...this.#bases.of(owner).classes]));
  }

  /** The kind of use at a place; undefined for a place that is not such a use. */
  typeAt(offset: number, word: string): ReferenceType | undefined {
    const { resultRule } = traitsOf(this.#file.file.language);
    if (resultRule === undefined || this.#classes.size === 0) return undefined;
    const name = writtenNamesOf(this.#file).at(offset, word);
    if (name === undefined || "declares" in name || name.resolution.rule !== resultRule) return undefined;
    const isRelated = name.resolution.targets.some(({ parent }) => parent !== undefined && this.#isRelated(parent));
    return isRelated ? name.type : undefined;
  }

  #isRelated(owner: Declaration): boolean {
    return getOrInsert(
      this.#known,
      owner,
      () => isClass(owner) && [...this.#bases.of(owner).classes].some((base) => this.#classes.has(base)),
    );
  }
}
