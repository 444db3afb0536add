/**
 * The scopes of an open file by locals.scm, for languages without rules of their own. Input: a file, its local scopes,
 * and a name at an offset; output: the definition that is in effect there.
 */
import { countWhile } from "../../base/count-while.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { NestedRanges, type Range } from "../../base/nested-ranges.ts";
import type { Locals, Scope } from "../../syntax/locals.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";

/** The target of a name in the scopes around a place. */
export type Binding = {
  /** The definition that counts there. */
  readonly declaration: Declaration;
  /** Definitions of outer scopes that may count instead. */
  readonly others: readonly Declaration[];
};

/** The definitions of a name in one scope, in source order. */
type Bindings = Range & { readonly declarations: readonly Declaration[] };

export class FileNames {
  readonly #locals: Locals | undefined;
  /** Offset of its name → declaration. */
  readonly #declarations: ReadonlyMap<number, Declaration>;
  readonly #byName: ReadonlyMap<string, Locals["definitions"]>;
  readonly #bindings = new Map<string, NestedRanges<Bindings>>();
  /** Scopes that do not see outer ones. */
  readonly #closed: NestedRanges<Scope>;

  /** @param locals undefined for a language without locals.scm, whose names are not looked up in scopes */
  constructor(file: IndexedFile, locals: Locals | undefined) {
    this.#locals = locals;
    this.#declarations = new Map(file.declarations.map((declaration) => [declaration.at, declaration]));
    this.#byName = groupBy(locals?.definitions ?? [], ({ name }) => name);
    this.#closed = new NestedRanges((locals?.scopes.items ?? []).filter(({ inherits }) => !inherits));
  }

  /** The declaration whose name begins at an offset. */
  declarationAt(offset: number): Declaration | undefined {
    return this.#declarations.get(offset);
  }

  /** The end of the name that begins at an offset and is looked up in scopes; undefined if there is none. */
  referenceAt(offset: number): number | undefined {
    return this.#locals?.references.get(offset);
  }

  /**
   * The last definition before a place in the nearest scope that has the name. If this scope has it only after the
   * place, it depends on the language whether that or an earlier one of an outer scope counts.
   */
  lookUp(name: string, offset: number): Binding | undefined {
    const [closed] = this.#closed.around(offset);
    let later: Declaration | undefined;
    for (const bindings of this.#bindingsOf(name).around(offset)) {
      if (closed !== undefined && bindings.start < closed.start) break;
      const before = lastBefore(bindings.declarations, offset);
      if (before !== undefined) {
        return later === undefined ? { declaration: before, others: [] } : { declaration: later, others: [before] };
      }
      later ??= bindings.declarations[0];
    }
    return later && { declaration: later, others: [] };
  }

  /** True for a declaration of the file in a scope around a place, or outside of scopes. */
  isSeenAt({ at, start, end }: Declaration, offset: number): boolean {
    for (const scope of this.#locals?.scopes.around(at) ?? []) {
      // The scope of what a function has inside begins with its name.
      if (scope.start < start || scope.end > end) return scope.start <= offset && offset < scope.end;
    }
    return true;
  }

  #bindingsOf(name: string): NestedRanges<Bindings> {
    return getOrInsert(this.#bindings, name, () => {
      const byScope = groupBy(this.#byName.get(name) ?? [], ({ scope }) => scope);
      return new NestedRanges(
        Array.from(byScope, ([scope = wholeFile, definitions]) => ({
          start: scope.start,
          end: scope.end,
          declarations: definitions.flatMap(({ at }) => this.#declarations.get(at) ?? []),
        })),
      );
    });
  }
}

/** The last declaration whose name begins at an offset or before it. */
function lastBefore(declarations: readonly Declaration[], offset: number): Declaration | undefined {
  return declarations[countWhile(declarations.length, (at) => (declarations[at]?.at ?? 0) <= offset) - 1];
}

const wholeFile: Range = { start: 0, end: Number.POSITIVE_INFINITY };
