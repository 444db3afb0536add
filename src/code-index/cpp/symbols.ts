/**
 * The grouping of C++ declarations and definitions over all files into symbols (one definition rule, linkage). Input: a
 * declaration; output: all declarations of its symbol, definitions first.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import {
  type Containers,
  classKinds,
  hasUnknownParameters,
  isSpecializedFunction,
  isTemplateParameter,
} from "./containers.ts";
import { sharedFolders } from "./include-search.ts";
import type { Includes } from "./includes.ts";

const { declared, internal } = DeclarationFlag;

/** The inputs that decide which declarations are of one symbol. */
type Visible = { readonly file: IndexedFile; readonly isInternal: boolean };

/** Declarations that are related to the same others. */
type Part = Visible & { readonly declarations: readonly Declaration[] };

/** Declarations of one name and scope that may be of one symbol: of functions, all overloads. */
type Family = {
  readonly declarations: readonly Declaration[];
  /** Declarations that no macro makes: of the others the parameters are not known. */
  readonly written: readonly Declaration[];
  readonly byParameters: ReadonlyMap<number, readonly Declaration[]>;
  /** Declarations whose parameters are unique in their spelling, by side and number of parameters (`sideOf`). */
  readonly alone: ReadonlyMap<string, readonly Declaration[]>;
};

export class Symbols {
  readonly #containers: Containers;
  readonly #includes: Includes;
  readonly #macrosNamed: (name: string) => readonly Declaration[];
  /** Members of one name and scope → what tells their families apart → family. */
  readonly #families = new WeakMap<readonly Declaration[], Map<string, Family>>();

  constructor(containers: Containers, includes: Includes, macrosNamed: (name: string) => readonly Declaration[]) {
    this.#containers = containers;
    this.#includes = includes;
    this.#macrosNamed = macrosNamed;
  }

  /** All declarations and definitions of the symbol that a declaration is one of: definitions first. */
  symbolOf(declaration: Declaration): readonly Declaration[] {
    const { kind, name, scopeEnd } = declaration;
    if (scopeEnd > 0 || isTemplateParameter(declaration)) return [declaration];
    if (kind === "using" || kind === "using_namespace" || kind === "include" || kind === "namespace_alias")
      return [declaration];
    if (kind === "macro") return this.#related(declaration, this.#macrosNamed(name));
    const members = this.#containers.members(this.#containers.containerOf(declaration), name);
    if (kind === "namespace") return openingsLike(declaration, members);
    const family = this.#familyOf(declaration, members);
    if (kind !== "function") return family.declarations;
    return isOneFunction(family) ? family.declarations : functionIn(family, declaration);
  }

  /** The functions that one may be which a macro declares, if there are several: its parameters are not known. */
  mayDeclare(declaration: Declaration): readonly Declaration[] {
    if (!hasUnknownParameters(declaration) || declaration.scopeEnd > 0) return [];
    const members = this.#containers.members(this.#containers.containerOf(declaration), declaration.name);
    const family = this.#familyOf(declaration, members);
    return isOneFunction(family) ? [] : family.written;
  }

  /** The explicit specializations of a template of a function, or the templates that a function may specialize. */
  specializationsWith(declaration: Declaration, specializes: (one: Declaration) => boolean): readonly Declaration[] {
    const { kind, name, most } = declaration;
    if (kind !== "function") return [];
    const isSpecial = specializes(declaration);
    if (!isSpecial && this.#containers.templateParametersOf(declaration).length === 0) return [];
    const members = this.#containers.members(this.#containers.containerOf(declaration), name);
    const { written } = this.#familyOf(declaration, members);
    const isWanted = (one: Declaration) =>
      isSpecial ? this.#containers.templateParametersOf(one).length > 0 : specializes(one);
    return written.filter((one) => one.most === most && isWanted(one));
  }

  /** The family of a declaration among the members of a scope that have its name. */
  #familyOf(declaration: Declaration, members: readonly Declaration[]): Family {
    const families = getOrInsert(this.#families, members, () => new Map());
    const key = `${likenessOf(declaration)} ${isInternal(declaration)} ${declaration.file.path}`;
    return getOrInsert(families, key, () => {
      const likeness = likenessOf(declaration);
      const alike = members.filter((one) => likenessOf(one) === likeness);
      return familyOf(this.#related(declaration, alike));
    });
  }

  /**
   * Groups declarations whose files see each other: copies of a code base are apart. A class, or a function or variable of a
   * namespace, that only one file defines is also the one that other files declare without including it: `extern Log log;`.
   * Definitions come first.
   */
  #related(declaration: Declaration, others: readonly Declaration[]): readonly Declaration[] {
    const own = { file: declaration.file, isInternal: isInternal(declaration) };
    const parts = partsOf(others);
    const seen = parts.filter((part) => this.#areRelated(own, part));
    const linked = new Set(seen);
    // A definition is related to a second definition through the header that both see.
    if (declaration.kind !== "macro") {
      for (const one of seen) {
        for (const other of parts) if (!linked.has(other) && this.#areRelated(one, other)) linked.add(other);
      }
    }
    const isOnly = hasLinkage(declaration) && !own.isInternal && filesDefining(others).size === 1;
    if (isOnly) for (const part of parts) if (!part.isInternal) linked.add(part);
    if (!isOnly && !own.isInternal && classKinds.has(declaration.kind)) this.#linkNearest(own.file, linked, parts);
    const related = [...linked].flatMap(({ declarations }) => declarations);
    return related.sort((one, other) => rankOf(one) - rankOf(other));
  }

  /**
   * Of classes that several programs of a code base define, each with announcements that see no definition (`class MainWindow;`):
   * such an announcement is of the definition whose folders it shares most, if that is one.
   */
  #linkNearest(own: IndexedFile, linked: Set<Part>, parts: readonly Part[]): void {
    const isDefining = ({ declarations, isInternal }: Part) => !isInternal && !declarations.every(isBodiless);
    const defining = parts.filter(isDefining);
    if (defining.length < 2 || defining.length > maxPrograms || parts.length > maxAnnounced) return;
    const nearestTo = (announcing: Part) => {
      const isAlone = !announcing.isInternal && !defining.some((part) => this.#areRelated(announcing, part));
      return isAlone ? nearestOf(announcing.file, defining) : undefined;
    };
    const chosen = new Set<Part | undefined>(defining.filter((part) => linked.has(part)));
    if (chosen.size === 0) {
      const nearest = nearestOf(own, defining);
      if (nearest === undefined) return;
      chosen.add(nearest);
      for (const part of parts) if (this.#areRelated(nearest, part)) linked.add(part);
    }
    for (const part of parts) if (!linked.has(part) && chosen.has(nearestTo(part))) linked.add(part);
  }

  #areRelated(one: Visible, other: Visible): boolean {
    if (one.file === other.file) return true;
    if (one.isInternal || other.isInternal) return false;
    return this.#sees(one.file, other.file) || this.#sees(other.file, one.file);
  }

  #sees(from: IndexedFile, other: IndexedFile): boolean {
    return this.#includes.closureOf(from).has(other);
  }
}

/** Definitions of classes of one name that are told apart by their folders, and files that declare one, at most. */
const maxPrograms = 16;
const maxAnnounced = 300;

/** The part whose file shares more folders with a file than all others; undefined if there is none. */
function nearestOf(file: IndexedFile, parts: readonly Part[]): Part | undefined {
  const shared = parts.map((part) => sharedFolders(file.path, part.file.path));
  const most = Math.max(...shared);
  const nearest = parts.filter((_, at) => shared[at] === most);
  return nearest.length === 1 ? nearest[0] : undefined;
}

/** True for a class, and for a function or a variable of a namespace: a program has one of its name, if it is not internal. */
function hasLinkage({ kind, parent, qualifier }: Declaration): boolean {
  if (classKinds.has(kind)) return true;
  const isOfNamespace = qualifier === "" && (parent === undefined || parent.kind === "namespace");
  return isOfNamespace && (kind === "variable" || kind === "function");
}

/** The files that define one of some declarations. */
function filesDefining(declarations: readonly Declaration[]): ReadonlySet<IndexedFile> {
  return new Set(declarations.filter(({ flags }) => (flags & declared) === 0).map(({ file }) => file));
}

/**
 * True for a declaration that is visible only in its file: in an anonymous namespace, or static, outside of headers.
 */
export function isInternal(declaration: Declaration): boolean {
  if (isHeader(declaration.file)) return false;
  for (let around: Declaration | undefined = declaration; around !== undefined; around = around.parent) {
    if ((around.flags & internal) !== 0) return true;
  }
  return false;
}

export function isHeader({ path }: IndexedFile): boolean {
  return /\.(h|hh|hpp|hxx|inc|inl|ipp)$/i.test(path);
}

/** Definitions come first. */
function rankOf({ flags }: Declaration): number {
  return (flags & declared) === 0 ? 0 : 1;
}

/** True for `typedef struct Point {} Point;`: the tag and the name are one type, which C++ gives the tag as well. */
export function namesItsTag({ kind, name, type, file }: Declaration): boolean {
  if (kind !== "alias") return false;
  // The type is a class or an enumeration of the same statement, by its index.
  const [, index] = /^@(\d+)$/.exec(type) ?? [];
  return (index === undefined ? type : file.declarations[Number(index)]?.name) === name;
}

/** The key that declarations share if they can be of one symbol. */
function likenessOf(declaration: Declaration): string {
  const { kind, parameters } = declaration;
  if (classKinds.has(kind) || kind === "enum" || namesItsTag(declaration)) return `type ${parameters}`;
  return kind === "field" || kind === "variable" ? `variable ${parameters}` : kind;
}

/** The openings of a namespace in all files, copies of a library included; of one that no other file sees, its own file's. */
function openingsLike(declaration: Declaration, members: readonly Declaration[]): readonly Declaration[] {
  const openings = members.filter(({ kind }) => kind === "namespace");
  const isOfFile = declaration.name === "" || isInternal(declaration);
  return openings.filter((one) => (isOfFile ? one.file === declaration.file : !isInternal(one)));
}

function partsOf(declarations: readonly Declaration[]): readonly Part[] {
  return [...groupBy(declarations, ({ file }) => file)].flatMap(([file, ofFile]) =>
    [...groupBy(ofFile, isInternal)].map(([isInternal, declarations]) => ({ file, isInternal, declarations })),
  );
}

function familyOf(declarations: readonly Declaration[]): Family {
  const byParameters = groupBy(declarations, ({ parameters }) => parameters);
  const single = [...byParameters.values()].filter(({ length }) => length === 1).flat();
  const written = declarations.filter((one) => !hasUnknownParameters(one));
  const alone = single.filter((one) => !isSpecializedFunction(one) && !hasUnknownParameters(one));
  return { declarations, written, byParameters, alone: groupBy(alone, (one) => sideOf(one, isBodiless(one))) };
}

/** True for functions that macros declare, with declarations of only one function that are written out. */
function isOneFunction(family: Family): boolean {
  const { declarations, written } = family;
  const [first] = written;
  return (
    written.length < declarations.length && first !== undefined && functionIn(family, first).length === written.length
  );
}

/** The declarations with the same parameters as one. */
function functionIn({ byParameters, alone }: Family, declaration: Declaration): readonly Declaration[] {
  const same = byParameters.get(declaration.parameters) ?? [];
  return same.length > 1 ? same : withPartner(declaration, alone);
}

/**
 * A function whose parameters no other declaration writes in the same way: with the only one on the other side, of
 * declarations and definitions, that takes as many arguments and has no partner of its own.
 */
function withPartner(declaration: Declaration, alone: Family["alone"]): readonly Declaration[] {
  if (isSpecializedFunction(declaration) || hasUnknownParameters(declaration)) return [declaration];
  const own = isBodiless(declaration);
  const rivals = alone.get(sideOf(declaration, own)) ?? [];
  const partners = alone.get(sideOf(declaration, !own)) ?? [];
  const [partner] = partners;
  if (partners.length !== 1 || rivals.length !== 1 || partner === undefined) return [declaration];
  return [declaration, partner].sort((one, other) => rankOf(one) - rankOf(other));
}

function isBodiless({ flags }: Declaration): boolean {
  return (flags & declared) !== 0;
}

/** The functions of one side, of declarations and definitions, that take as many arguments as one: as a key. */
function sideOf({ most }: Declaration, hasNoBody: boolean): string {
  return `${most} ${hasNoBody}`;
}
