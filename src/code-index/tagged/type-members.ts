/**
 * The members of types. Input: a type and the name of a member; output: its declarations, a name from outside, or that the type has no such
 * member; undefined if the type is not known.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { wordSet } from "../../base/word-list.ts";
import { writtenRegex } from "../../base/written-regex.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { isInBody } from "./class-bodies.ts";
import { type MemberMeaning, memberOfBoth, memberOfEither, type Type } from "./known-types.ts";
import { memberOfTarget, spaceSortOf } from "./module-names.ts";
import { isOfOwnType } from "./named-declarations.ts";
import type { TypeBases } from "./type-bases.ts";
import type { TypeLookup } from "./type-lookup.ts";
import { anything, aValue, fittingOf, hasSorts, isWanted, type Wanted } from "./wanted.ts";

/** Types whose members one type has. */
const maxBases = 200;

export class TypeMembers {
  readonly #types: TypeLookup;
  readonly #bases: TypeBases;
  readonly #rootMembers: ReadonlySet<string>;
  readonly #listMembers: ReadonlySet<string>;
  readonly #tables: ReadonlySet<string>;
  readonly #privateNames: RegExp | undefined;
  /** True if a value and a function of one name are apart. */
  readonly #hasSorts: boolean;

  constructor(types: TypeLookup, bases: TypeBases) {
    const { rules } = types;
    this.#types = types;
    this.#bases = bases;
    this.#hasSorts = rules.packages_by_name && hasSorts(rules);
    this.#rootMembers = wordSet(rules.root?.members ?? "");
    this.#listMembers = wordSet(rules.list_members);
    this.#tables = wordSet(rules.tables);
    this.#privateNames = rules.private_names === undefined ? undefined : writtenRegex(rules.private_names, "u");
  }

  /** True for a list that is a table, which has members of any name. */
  isTable(type: Type | undefined): boolean {
    return type?.kind === "list" && type.as !== undefined && this.#tables.has(type.as);
  }

  /** True for a name that only the files of its own package see. */
  isPrivate(name: string): boolean {
    return this.#privateNames?.test(name) === true;
  }

  /** The meaning of a member of a type; undefined if the type is not known. */
  memberOf(type: Type | undefined, name: string, given: Wanted = anything): MemberMeaning | undefined {
    const wanted = given.sort === undefined && this.#hasSorts ? aValue : given;
    if (type === undefined || name === "") return undefined;
    switch (type.kind) {
      case "external": {
        const late = this.#types.late?.ofOutside(type.name, name) ?? [];
        // The type may have a member of this name itself.
        if (late.length > 0) return { declarations: late, isOneOf: true };
        return { external: `${type.name}.${name}`, isOpen: type.isOpen };
      }
      case "file": {
        const found = this.#types.files?.memberOf(type.module, name);
        if (found === undefined || !("external" in found)) return found;
        return { external: found.external, isOpen: false };
      }
      case "module": {
        const found = this.#types.modules.inModule(type.module, name);
        return found === undefined ? undefined : found.length > 0 ? { declarations: found } : { missing: true };
      }
      case "own": {
        const found = membersAt(type).filter((one) => one.name === name);
        return found.length > 0 ? { declarations: found } : undefined;
      }
      case "class":
        return this.#memberOfClass(type.class, name, wanted, type.isType);
      case "unnamed":
        return this.#memberOfUnnamed(type, name, wanted);
      case "space":
        return memberOfTarget(
          this.#types.names?.tree.memberOf(
            type.space,
            name,
            spaceSortOf(given.sort === undefined ? { sort: "any" } : given),
          ),
        );
      case "either":
        return memberOfEither(this.#memberOfEach(type.parts, name, wanted), this.#types.rules.partly_known);
      case "both":
        return memberOfBoth(this.#memberOfEach(type.parts, name, wanted));
      case "list":
        if (type.as !== undefined && this.#tables.has(type.as)) return undefined;
        if (type.as !== undefined) return { external: `${type.as}.${name}`, isOpen: false };
        if (this.#types.names !== undefined) return { external: `[].${name}`, isOpen: false };
        return this.#listMembers.has(name) ? { external: `[].${name}`, isOpen: false } : undefined;
      default:
        return undefined;
    }
  }

  #memberOfEach(
    parts: readonly (Type | undefined)[],
    name: string,
    wanted: Wanted,
  ): readonly (MemberMeaning | undefined)[] {
    return parts.map((part) => this.memberOf(part, name, wanted));
  }

  #memberOfUnnamed(
    { open, body, base }: Extract<Type, { kind: "unnamed" }>,
    name: string,
    wanted: Wanted,
  ): MemberMeaning | undefined {
    const { terms, file } = open;
    const own = this.#types.declarations
      .inFile(file, name)
      .filter((one) => isWanted(one, wanted.sort) && isInBody(terms, terms.parentOf(terms.nameNodeAt(one.at)), body));
    const fitting = fittingOf(own, wanted);
    return fitting.length > 0 ? { declarations: fitting } : this.memberOf(base, name, wanted);
  }

  /** The member of a type, or else of the nearest types that it has the members of. */
  #memberOfClass(start: Declaration, name: string, wanted: Wanted, isType: boolean): MemberMeaning | undefined {
    const seen = new Set<Declaration>([start]);
    let external: string | undefined;
    let isKnown = true;
    /** The nearest level with a type that may have any member. */
    let outsideAt = Number.POSITIVE_INFINITY;
    let level: readonly Declaration[] = [start];
    let others: readonly Declaration[] = [];
    for (let depth = 0; level.length > 0 && seen.size <= maxBases; depth++) {
      const all = level.flatMap((one) => this.#membersIn(one, name, isType));
      const found = fittingOf(
        all.filter((one) => isWanted(one, wanted.sort)),
        wanted,
      );
      if (found.length > 0) {
        const mayBeHidden = this.#types.rules.outside_hides_deeper && depth > outsideAt && !this.isPrivate(name);
        return mayBeHidden ? undefined : { declarations: this.#types.modules.inOrder(found, start.file) };
      }
      if (others.length === 0) others = all.filter((one) => isWanted(one, wanted.sort));
      const next: Declaration[] = [];
      for (const one of level) {
        for (const base of this.#bases.partsOf(one).flatMap((part) => this.#types.basesOf(part))) {
          if (base === undefined) isKnown = false;
          else if (base.kind === "external") external ??= base.name;
          else if (base.kind === "class" && !seen.has(base.class)) {
            seen.add(base.class);
            next.push(base.class);
          } else if (base.kind === "both") {
            for (const part of base.parts) {
              if (part?.kind === "class" && !seen.has(part.class)) {
                seen.add(part.class);
                next.push(part.class);
              } else if (part?.kind !== "class") isKnown = false;
            }
          } else if (base.kind === "own" || base.kind === "either") isKnown = false;
        }
      }
      if (external !== undefined || !isKnown) outsideAt = Math.min(outsideAt, depth + 1);
      level = next;
    }
    if (level.length > 0 || !isKnown) return undefined;
    // A class that a value of an unknown class may be of adds members of its own, and a type from outside may have functions of traits.
    const isOpen = this.#types.files !== undefined || this.#types.names !== undefined;
    if (external !== undefined) return { external: `${external}.${name}`, isOpen };
    if (others.length > 0) return { declarations: others };
    const { root } = this.#types.rules;
    return root !== undefined && this.#rootMembers.has(name)
      ? { external: `${root.name}.${name}`, isOpen: false }
      : { missing: true };
  }

  /** The members of a name that a type declares, of all its declarations: of an object not the ones of its type itself. */
  #membersIn(type: Declaration, name: string, isType: boolean): readonly Declaration[] {
    if (this.#types.files === undefined) return (this.#types.late ?? this.#types.declarations).membersOf(type, name);
    const all = this.#bases
      .partsOf(type)
      .flatMap((part) =>
        part.kind === "namespace"
          ? this.#types.declarations.inFile(part.file, name).filter(({ parent }) => parent === part)
          : this.#types.declarations.membersOf(part, name),
      );
    const ofSort = all.filter(({ flags }) => ((flags & DeclarationFlag.static) !== 0) === isType);
    return ofSort.length > 0 ? ofSort : all;
  }
}

/** The members of a type without a name. */
export function membersAt({ file, at }: Extract<Type, { kind: "own" }>): readonly Declaration[] {
  const byOffset = getOrInsert(ownMembers, file, () =>
    groupBy(file.declarations.filter(isOfOwnType), ({ least }) => least),
  );
  return byOffset.get(at) ?? [];
}

/** File → the members of types without a name by the offsets of these. An open file is another object for each text. */
const ownMembers = new WeakMap<IndexedFile, ReadonlyMap<number, readonly Declaration[]>>();
