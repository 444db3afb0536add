/**
 * The members of types that other declarations add to them, as `impl` of Rust does: functions with the name of a type, and the traits that
 * a type is said to implement. Input: a type and a name; output: its members, or the written traits with their places.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { partsOfName } from "../qualified-name.ts";
import { isFunction } from "../symbol-kind.ts";
import type { ModuleTree } from "./module-tree.ts";
import { isMember, type NamedDeclarations } from "./named-declarations.ts";
import { isType } from "./wanted.ts";

export class LateMembers {
  readonly #declarations: NamedDeclarations;
  readonly #tree: ModuleTree;
  readonly #members = new Map<string, ReadonlyMap<Declaration | undefined, readonly Declaration[]>>();
  readonly #implemented = new Map<string, ReadonlyMap<Declaration | undefined, readonly Declaration[]>>();
  readonly #owners = new Map<Declaration, Declaration | undefined>();

  constructor(declarations: NamedDeclarations, tree: ModuleTree) {
    this.#declarations = declarations;
    this.#tree = tree;
  }

  /** The members of a name that a type has in its declaration, and after it. */
  membersOf(holder: Declaration | undefined, name: string): readonly Declaration[] {
    const ofName = getOrInsert(this.#members, name, () =>
      groupBy(this.#declarations.allMembers(name), (one) => (one.qualifier === "" ? one.parent : this.ownerOf(one))),
    );
    return ofName.get(holder) ?? [];
  }

  /** The members of a name that traits of the code base give to a type from outside: `impl Area for String`. */
  ofOutside(type: string, name: string): readonly Declaration[] {
    const last = partsOfName(type).at(-1)?.split(".").at(-1);
    return this.membersOf(undefined, name).filter(({ qualifier }) => partsOfName(qualifier).at(-1) === last);
  }

  /** All members that a type has after its declaration. */
  allOf(holder: Declaration): readonly Declaration[] {
    const files = new Set(this.#implementations(holder).map(({ file }) => file));
    return [...files].flatMap(({ declarations }) =>
      declarations.filter(
        (one) => partsOfName(one.qualifier).at(-1) === holder.name && isMember(one) && this.ownerOf(one) === holder,
      ),
    );
  }

  /** The statements that a type implements a trait: the facts of `impl Trait for Type`, whose type is the trait. */
  implementedBy(holder: Declaration): readonly Declaration[] {
    return this.#implementations(holder).filter(({ type }) => type !== "");
  }

  /** The types that a file says to implement a trait of a name. */
  implementersIn(file: IndexedFile, trait: string): readonly Declaration[] {
    return file.declarations
      .filter((one) => isImplementation(one) && partsOfName(one.type).at(-1) === trait)
      .flatMap((one) => this.ownerOf(one) ?? []);
  }

  #implementations(holder: Declaration): readonly Declaration[] {
    const ofName = getOrInsert(this.#implemented, holder.name, () =>
      groupBy(this.#declarations.index.named(holder.name).filter(isImplementation), (one) => this.ownerOf(one)),
    );
    return ofName.get(holder) ?? [];
  }

  /** The type that a declaration after it names; undefined for one from outside, or an unknown one. */
  ownerOf(one: Declaration): Declaration | undefined {
    const known = this.#owners.get(one);
    if (known !== undefined || this.#owners.has(one)) return known;
    const owner = this.#findOwner(one);
    this.#owners.set(one, owner);
    return owner;
  }

  #findOwner(one: Declaration): Declaration | undefined {
    const name = isImplementation(one) ? one.name : (partsOfName(one.qualifier).at(-1) ?? "");
    const space = isImplementation(one) ? this.#tree.spaceAt(one.file, one.at) : this.#tree.spaceOf(one);
    const { parent } = one;
    const beside =
      parent !== undefined && isFunction(parent)
        ? this.#declarations.inFile(one.file, name).find((other) => other.parent === parent && isType(other))
        : undefined;
    if (beside !== undefined) return beside;
    const found = this.#tree.lookUp(name, space, "type", one.at);
    if (found !== undefined && "declarations" in found) return found.declarations.find(isType);
    if (found !== undefined) return undefined;
    // `impl a::Shape`: of the path, facts have the last part.
    const named = this.#declarations.index
      .named(name)
      .filter((other) => isType(other) && other.file.language === one.file.language);
    return named.length === 1 ? named[0] : undefined;
  }
}

/** The fact of `impl Trait for Type`, or without a trait of `impl Type`. */
function isImplementation({ kind }: Declaration): boolean {
  return kind === "using_namespace";
}
