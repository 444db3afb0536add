/**
 * The meaning of a name by itself, or of a dotted name: by the scopes of an open file, the classes around it, imports, the package, and
 * what the language has. Input: a name and its place; output: declarations, a module, or a name from outside, with the reason.
 */
import { wordSet } from "../../base/word-list.ts";
import type { DeclarationKind } from "../../facts/declaration-facts.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { bringsNames } from "../symbol-kind.ts";
import { declaringNode } from "./declared-terms.ts";
import { isInner } from "./file-modules.ts";
import { memberKinds } from "./file-names.ts";
import type { Meaning, MemberMeaning, OpenNames, TermPlace } from "./known-types.ts";
import type { ModuleNames } from "./module-names.ts";
import { isFromOutside } from "./modules.ts";
import type { TypeLookup } from "./type-lookup.ts";
import { anything, aValue, hasSorts, isType, isWanted, type Wanted } from "./wanted.ts";

export class NameMeanings {
  readonly #types: TypeLookup;
  readonly #builtins: ReadonlySet<string>;
  readonly #hasSorts: boolean;

  constructor(types: TypeLookup) {
    this.#types = types;
    this.#hasSorts = hasSorts(types.rules);
    this.#builtins = wordSet(types.rules.builtins);
  }

  /** The meaning of a name by itself; undefined if nothing is known of it. */
  meaningOf(name: string, place: TermPlace, wanted: Wanted = anything): Meaning | undefined {
    if (this.#types.names !== undefined) return this.#meaningInModules(name, place, wanted, this.#types.names);
    if (!this.#types.rules.packages_by_name) return this.#meaningIn(name, place, wanted);
    return this.#meaningInClasses(name, place, wanted.sort === undefined && this.#hasSorts ? aValue : wanted);
  }

  #meaningInModules(name: string, place: TermPlace, wanted: Wanted, names: ModuleNames): Meaning | undefined {
    if (name === this.#types.rules.modules?.own_type) {
      const [own] = this.#types.classesAround(place);
      return own?.type?.kind === "class" ? { by: "package", declarations: [own.type.class] } : undefined;
    }
    const isSeen = place.open === undefined ? undefined : this.#isSeen(place.open, place.offset);
    return names.meaningOf(name, place, wanted, isSeen);
  }

  /** The meaning of a name in a language whose names may be members of the classes around them. */
  #meaningInClasses(name: string, place: TermPlace, wanted: Wanted): Meaning | undefined {
    const { file, open, offset } = place;
    const isOfSort = (one: Declaration) => isWanted(one, wanted.sort);
    const isSeen = open === undefined ? undefined : this.#isSeen(open, offset);
    const before = open?.names.lookUp(
      name,
      offset,
      (one) => isOfSort(one) && one.kind !== "label" && (isSeen?.(one) ?? true),
    )?.declaration;
    // A type parameter is seen by the ones before it.
    const later = before === undefined ? open?.names.lookUp(name, offset)?.declaration : undefined;
    const local = later?.kind === "type_parameter" && isOfSort(later) ? later : before;
    const inFunction = (open?.names.inFunctions(name, offset) ?? []).filter((one) => isType(one) && isOfSort(one));
    const locals = local !== undefined && local.scopeEnd > 0 && !bringsNames(local) ? [local] : inFunction.slice(-1);
    const [own] = locals;
    let external: string | undefined;
    for (const { type, start } of this.#types.classesAround(place)) {
      if (own !== undefined && own.at > start) return { by: "local", declarations: locals };
      const found = this.#types.memberOf(type, name, wanted);
      if (found === undefined || "missing" in found) continue;
      if ("declarations" in found) return { by: "own-member", declarations: found.declarations };
      if ("external" in found) external ??= found.external;
    }
    if (own !== undefined) return { by: "local", declarations: locals };
    const { named, all } = this.#types.modules.pathsBringing(file, name);
    const imported = this.#broughtBy(
      named.map(({ path }) => path),
      file,
      wanted,
    );
    if (imported !== undefined) return imported;
    // An import that leads nowhere, as to a file that a build makes, hides the names that come after it.
    if (named.length > 0 && wanted.sort !== "function") return undefined;
    const ofPackage = this.#types.modules.seenBy(file, name).filter(isOfSort);
    if (ofPackage.length > 0) return { by: "package", declarations: ofPackage };
    const starred = this.#broughtBy(
      all.map(({ path }) => `${path}.${name}`),
      file,
      wanted,
    );
    if (starred?.by === "imported") return { by: "star", declarations: starred.declarations };
    if (wanted.sort !== "function" && this.#builtins.has(name)) return { by: "builtin", external: name };
    if (external !== undefined) return { by: "outside", external };
    return starred;
  }

  /** The targets of dotted names: declarations of the code base, or else a name from outside. */
  #broughtBy(paths: readonly string[], file: IndexedFile, wanted: Wanted): Meaning | undefined {
    const found = paths.map((path) => this.atPath(path.split("."), file, wanted));
    const inside = found.flatMap((one) => (one !== undefined && "declarations" in one ? one.declarations : []));
    if (inside.length > 0) return { by: "imported", declarations: inside };
    const outside = found.find((one) => one !== undefined && "external" in one);
    return outside !== undefined && "external" in outside ? { by: "outside", external: outside.external } : undefined;
  }

  /** The target of a dotted name of packages, types and members. */
  atPath(parts: readonly string[], file: IndexedFile, wanted: Wanted = anything): MemberMeaning | undefined {
    const found = this.#types.modules.atPath(parts, file);
    if (found === undefined) return undefined;
    if ("external" in found) return { external: found.external, isOpen: false };
    let meaning: MemberMeaning | undefined = found;
    for (const [at, name] of found.rest.entries()) {
      if (meaning === undefined || !("declarations" in meaning)) return meaning;
      const isLast = at === found.rest.length - 1;
      meaning = this.#types.memberOf(
        this.#types.typeOfDeclarations(meaning.declarations),
        name,
        isLast ? wanted : { sort: "type" },
      );
    }
    if (meaning === undefined || !("declarations" in meaning)) return meaning;
    const declarations = meaning.declarations.filter((one) => isWanted(one, wanted.sort));
    return declarations.length > 0 ? { declarations } : undefined;
  }

  #meaningIn(name: string, place: TermPlace, { sort }: Wanted): Meaning | undefined {
    if (sort !== "type") return this.#meaningOf(name, place, () => true);
    // A variable has another meaning than the type of its name around it.
    const asType = this.#meaningOf(name, place, ({ kind }) => !valueKinds.has(kind));
    return asType ?? this.#meaningOf(name, place, () => true);
  }

  /** @param mayBe false for local names that do not count */
  #meaningOf(
    name: string,
    { file, open, offset }: TermPlace,
    mayBe: (one: Declaration) => boolean,
  ): Meaning | undefined {
    const found = open?.names.lookUp(name, offset, this.#isSeen(open, offset))?.declaration;
    const local = found !== undefined && mayBe(found) ? found : undefined;
    const inFunction = (open?.names.inFunctions(name, offset) ?? []).filter(mayBe);
    const seen = this.#types.rules.first_before_use
      ? inFunction.filter(({ at }) => at <= offset).slice(-1)
      : inFunction;
    const isLocal = local !== undefined && (local.scopeEnd > 0 || isInner(local)) && !bringsNames(local);
    // Of two names that are seen, the one that comes later is further inside.
    if (open !== undefined && isLocal && seen.every(({ at }) => at < local.at)) {
      return { by: "local", declarations: [open.names.firstInScope(local)] };
    }
    if (seen.length > 0) return { by: "local", declarations: seen };
    const binding = this.#types.files?.imported(file, name);
    if (binding !== undefined) return { by: "binding", binding };
    const module = this.#types.files === undefined ? this.#types.modules.imported(file, name) : undefined;
    if (module !== undefined) return { by: "import", module };
    const own = inNamespaces(this.#types.modules.seenBy(file, name), offset);
    if (own.length > 0) return { by: "package", declarations: own };
    const all = this.#types.modules.bringingAll(file);
    for (const one of all) {
      const brought = this.#types.modules.inModule(one, name) ?? [];
      if (brought.length > 0) return { by: "star", declarations: brought };
    }
    if (this.#builtins.has(name)) return { by: "builtin", external: name };
    const outside =
      this.#types.files === undefined ? [...all, ...this.#types.modules.unnamed(file)].filter(isFromOutside) : [];
    if (outside.length === 0) return undefined;
    const [only] = outside;
    return { by: "unnamed-import", external: outside.length === 1 && only ? `${only.path}.${name}` : undefined };
  }

  /** Tells the definitions that a name sees: in some languages not the one whose value it is part of. */
  #isSeen(open: OpenNames, offset: number): ((declaration: Declaration) => boolean) | undefined {
    if (!this.#types.rules.first_before_use) return undefined;
    return ({ at, kind }) => {
      if (at > offset || memberKinds.has(kind)) return false;
      const { terms } = open;
      const declaring = at === offset ? undefined : declaringNode(terms, terms.nameNodeAt(at));
      if (declaring === undefined) return true;
      const { type, value, items, each, seen_in: part } = declaring.rule;
      if (part !== undefined) return terms.isIn(offset, terms.childAround(declaring.node, part));
      return ![type, value, items, each].some((field) => {
        const inner = field === undefined ? noNode : terms.childOf(declaring.node, field);
        // A parameter of a function in the value is seen in the value.
        return terms.isIn(offset, inner) && !terms.isIn(at, inner);
      });
    };
  }
}

/** Kinds of declarations that are never a type. */
const valueKinds: ReadonlySet<DeclarationKind> = new Set(["variable", "constant", "parameter", "function"]);

/** The declarations that a place sees: of namespaces only the ones around it. */
function inNamespaces(found: readonly Declaration[], offset: number): readonly Declaration[] {
  if (found.every(({ parent }) => parent === undefined)) return found;
  const depthOf = ({ parent }: Declaration) =>
    parent === undefined ? 0 : parent.start <= offset && offset < parent.end ? parent.start + 1 : -1;
  const deepest = Math.max(...found.map(depthOf));
  return deepest < 0 ? [] : found.filter((one) => depthOf(one) === deepest);
}
