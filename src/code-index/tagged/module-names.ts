/**
 * The meaning of names in languages whose files name their modules. Input: a name at its place; output: what the scopes around it, its
 * module, its imports and the packages that it may name say of it.
 */
import { wordSet } from "../../base/word-list.ts";
import type { ModuleRules, TypeRules } from "../../syntax/type-rules.ts";
import type { Declaration } from "../code-index.ts";
import { bringsNames } from "../symbol-kind.ts";
import type { Meaning, MemberMeaning, OpenNames, TermPlace } from "./known-types.ts";
import type { ModuleTree, Space, SpaceSort, SpaceTarget } from "./module-tree.ts";
import { isType, type Wanted } from "./wanted.ts";

export class ModuleNames {
  readonly tree: ModuleTree;
  readonly #rules: ModuleRules;
  readonly #builtins: ReadonlySet<string>;

  constructor(tree: ModuleTree, rules: ModuleRules, { builtins }: TypeRules) {
    this.tree = tree;
    this.#rules = rules;
    this.#builtins = wordSet(builtins);
  }

  /** The meaning of a name by itself, with a test for the definitions that are seen from the place. */
  meaningOf(
    name: string,
    place: TermPlace,
    wanted: Wanted,
    isSeen: ((one: Declaration) => boolean) | undefined,
  ): Meaning | undefined {
    const { open } = place;
    if (wanted.isAbsolute) return meaningOfTarget(this.tree.fromTop(name, this.spaceAt(place), spaceSortOf(wanted)));
    const sort = spaceSortOf(wanted);
    const local = open && this.#localOf(name, open, place.offset, sort, isSeen);
    if (local !== undefined) return local;
    const space = this.spaceAt(place);
    const { root, own, outer } = this.#rules;
    if (name === root || name === own || name === outer) return meaningOfTarget(this.tree.atPath([name], space, sort));
    const found = this.tree.lookUp(name, space, sort, place.offset);
    if (found !== undefined) return meaningOfTarget(found);
    // A type may also come from a macro: only the name of a package is written in small letters.
    const named = sort === "type" && /^[^A-Z]/.test(name) ? this.tree.packageNamed(name, place.file) : undefined;
    if (named !== undefined) return meaningOfTarget(named);
    return this.#builtins.has(name) ? { by: "builtin", external: name } : undefined;
  }

  /** The module around a place. */
  spaceAt({ file, open, offset, declaration }: TermPlace): Space {
    return open === undefined && declaration !== undefined && !bringsNames(declaration)
      ? this.tree.spaceOf(declaration)
      : this.tree.spaceAt(file, offset);
  }

  #localOf(
    name: string,
    open: OpenNames,
    offset: number,
    sort: SpaceSort,
    isSeen: ((one: Declaration) => boolean) | undefined,
  ): Meaning | undefined {
    const isOfSort = (one: Declaration) => (one.kind === "type_parameter") === (sort === "type") || sort === "any";
    const found =
      sort === "macro" ? undefined : open.names.lookUp(name, offset, (one) => isOfSort(one) && (isSeen?.(one) ?? true));
    const local = found?.declaration;
    const inFunction = open.names.inFunctions(name, offset).filter((one) => isType(one) === (sort === "type"));
    const isLocal = local !== undefined && local.scopeEnd > 0 && !bringsNames(local);
    if (isLocal && inFunction.every(({ at }) => at < local.at)) return { by: "local", declarations: [local] };
    return inFunction.length > 0 ? { by: "local", declarations: inFunction.slice(-1) } : undefined;
  }
}

export function spaceSortOf({ sort }: Wanted): SpaceSort {
  if (sort === "type" || sort === "macro" || sort === "any") return sort;
  return "value";
}

function meaningOfTarget(target: SpaceTarget | undefined): Meaning | undefined {
  if (target === undefined) return undefined;
  if ("external" in target) return { by: "outside", external: target.external };
  if ("space" in target) return { by: "module", space: target.space, declarations: target.declarations };
  return { by: target.by, declarations: target.declarations };
}

/** The meaning of a target as a member. */
export function memberOfTarget(target: SpaceTarget | undefined): MemberMeaning | undefined {
  if (target === undefined) return undefined;
  return "external" in target ? { external: target.external, isOpen: false } : { declarations: target.declarations };
}
