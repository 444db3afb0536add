/**
 * The scopes of an open file by locals.scm, for languages without rules of their own. Input: a file, its local scopes,
 * and a name at an offset; output: the definition that is in effect there.
 */
import { countWhile } from "../../base/count-while.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { NestedRanges, type Range } from "../../base/nested-ranges.ts";
import type { DeclarationKind } from "../../facts/declaration-facts.ts";
import type { Locals, Scope } from "../../syntax/locals.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { isFunction } from "../symbol-kind.ts";

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
  #imported: NestedRanges<Declaration> | undefined;
  #firsts: Map<string, Declaration> | undefined;
  #inFunctions: ReadonlyMap<string, readonly Declaration[]> | undefined;
  readonly #bindings = new Map<string, NestedRanges<Bindings>>();
  readonly #fields = new Map<string, readonly Declaration[]>();
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

  /** The first declaration of the name of a local in the same scope. */
  firstInScope(local: Declaration): Declaration {
    if (this.#firsts === undefined) {
      this.#firsts = new Map();
      for (const declaration of this.#declarations.values()) {
        const key = keyOfLocal(declaration);
        if (declaration.scopeEnd > 0 && !this.#firsts.has(key)) this.#firsts.set(key, declaration);
      }
    }
    return this.#firsts.get(keyOfLocal(local)) ?? local;
  }

  /** The fields of a name of all types in functions. */
  fieldsNamed(name: string): readonly Declaration[] {
    return getOrInsert(this.#fields, name, () => {
      const places = this.#byName.get(name) ?? [];
      const found = places.flatMap(({ at }) => this.#declarations.get(at) ?? []);
      return found.filter(({ kind, scopeEnd }) => kind === "field" && scopeEnd > 0);
    });
  }

  /** The labels of a name in the function around a place, or in the file where no function is. */
  labelsNamed(name: string, offset: number): readonly Declaration[] {
    const places = this.#byName.get(name) ?? [];
    return places
      .flatMap(({ at }) => this.#declarations.get(at) ?? [])
      .filter(({ kind, parent }) => {
        return kind === "label" && (parent === undefined || (parent.start <= offset && offset < parent.end));
      });
  }

  /** The import or export whose name, or whose name in the other file, is at an offset. */
  bindingAt(offset: number, name: string): Declaration | undefined {
    this.#imported ??= new NestedRanges(
      [...this.#declarations.values()].filter(({ kind, type }) => kind === "import" && type.includes(":")),
    );
    for (const one of this.#imported.around(offset)) {
      const of = one.type.slice(one.type.lastIndexOf(":") + 1);
      if (one.at === offset || of === name) return one;
    }
    return undefined;
  }

  /** The import that gives itself a name. */
  importNamed(name: string): Declaration | undefined {
    const places = this.#byName.get(name) ?? [];
    return places.map(({ at }) => this.#declarations.get(at)).find((one) => one?.kind === "import");
  }

  /** The end of the name that begins at an offset and is looked up in scopes; undefined if there is none. */
  referenceAt(offset: number): number | undefined {
    return this.#locals?.references.get(offset);
  }

  /**
   * The last definition before a place in the nearest scope that has the name. If this scope has it only after the
   * place, it depends on the language whether that or an earlier one of an outer scope counts.
   *
   * @param isSeen false for definitions that do not count; without it those after the place do
   */
  lookUp(name: string, offset: number, isSeen?: (declaration: Declaration) => boolean): Binding | undefined {
    const [closed] = this.#closed.around(offset);
    let later: Declaration | undefined;
    for (const bindings of this.#bindingsOf(name).around(offset)) {
      const isOutside = closed !== undefined && bindings.start < closed.start;
      // A function sees the type parameters around it, but no variables.
      const declarations = isOutside
        ? bindings.declarations.filter(({ kind }) => kind === "type_parameter")
        : bindings.declarations;
      const before = lastBefore(declarations, offset, isSeen);
      if (before !== undefined) {
        return later === undefined ? { declaration: before, others: [] } : { declaration: later, others: [before] };
      }
      if (isSeen === undefined) later ??= declarations[0];
    }
    return later && { declaration: later, others: [] };
  }

  /** The declarations of a name in functions that every file knows, such as types, and whose scopes are around a place. */
  inFunctions(name: string, offset: number): readonly Declaration[] {
    this.#inFunctions ??= groupBy(
      [...this.#declarations.values()].filter(
        ({ scopeEnd, parent, kind }) =>
          scopeEnd === 0 && kind !== "include" && !memberKinds.has(kind) && parent !== undefined && isFunction(parent),
      ),
      (one) => one.name,
    );
    return (this.#inFunctions.get(name) ?? []).filter((one) => this.isSeenAt(one, offset));
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

/** Kinds of declarations that no name by itself means. */
export const memberKinds: ReadonlySet<DeclarationKind> = new Set([
  "field",
  "method",
  "property",
  "enum_member",
  "label",
]);

/** The last declaration whose name begins at an offset or before it. */
function lastBefore(
  declarations: readonly Declaration[],
  offset: number,
  isSeen: (declaration: Declaration) => boolean = () => true,
): Declaration | undefined {
  let last = countWhile(declarations.length, (at) => (declarations[at]?.at ?? 0) <= offset) - 1;
  for (; last >= 0; last--) {
    const found = declarations[last];
    if (found !== undefined && isSeen(found)) return found;
  }
  return undefined;
}

/** The same for all declarations of one name in one scope; labels have names of their own. */
function keyOfLocal({ name, kind, scopeStart, scopeEnd, least }: Declaration): string {
  // A statement that hides the same name before it has its offset, and a member of a type without a name the one of that type.
  const holder = kind === "label" ? ":" : least > 0 ? `${least}:` : "";
  return `${scopeStart}:${scopeEnd}:${holder}${name}`;
}

/**
 * Returns a function from a local to all declarations of its symbol, as `keyOfLocal` knows them. It groups the locals of a file once, as
 * long as the file is in memory.
 */
export function groupedLocals(): (local: Declaration) => readonly Declaration[] {
  const groups = new WeakMap<IndexedFile, ReadonlyMap<string, readonly Declaration[]>>();
  return (local) => {
    const { file } = local;
    const ofFile = getOrInsert(groups, file, () =>
      groupBy(
        file.declarations.filter(({ scopeEnd }) => scopeEnd > 0),
        keyOfLocal,
      ),
    );
    return ofFile.get(keyOfLocal(local)) ?? [local];
  };
}

const wholeFile: Range = { start: 0, end: Number.POSITIVE_INFINITY };
