/**
 * The declarations of one name, by what holds them: a folder of files or a type. Input: an index; output: declarations
 * in the order of files. Each name of an index is grouped once, so that work does not grow with the uses of a name.
 */
import { dirname } from "node:path";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { DeclarationFlag, type DeclarationKind } from "../../facts/declaration-facts.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import { partsOfName } from "../qualified-name.ts";
import { bringsNames, isFunction } from "../symbol-kind.ts";

/** The declarations of one name by the keys of what holds them. */
type Groups = {
  readonly outermost: ReadonlyMap<string, readonly Declaration[]>;
  readonly members: ReadonlyMap<string, readonly Declaration[]>;
  /** The outermost ones by language and package. */
  readonly packaged: ReadonlyMap<string, readonly Declaration[]>;
};

const none: readonly Declaration[] = [];
const namespaceKinds: ReadonlySet<DeclarationKind> = new Set(["namespace", "module"]);

/** Index → name → its groups. An index never changes; open files replace others in an index over it. */
const ofIndexes = new WeakMap<CodeIndex, Map<string, Groups>>();

const ofFiles = new WeakMap<IndexedFile, ReadonlyMap<string, readonly Declaration[]>>();

export class NamedDeclarations {
  readonly #index: CodeIndex;
  readonly #base: CodeIndex;
  /** The open files, which replace files of the base: path → file. */
  readonly #own: ReadonlyMap<string, IndexedFile>;
  readonly #groups: Map<string, Groups>;
  readonly #members = new Map<string, readonly Declaration[]>();

  constructor(index: CodeIndex) {
    this.#index = index;
    this.#base = index.overlay?.base ?? index;
    this.#own = new Map(Array.from(index.overlay?.owns.values() ?? [], (file) => [file.path, file]));
    this.#groups = getOrInsert(ofIndexes, this.#base, () => new Map());
  }

  get index(): CodeIndex {
    return this.#index;
  }

  /** The declarations of a name outside of types and functions in the files of a folder. */
  outermostIn(folder: string, name: string): readonly Declaration[] {
    return this.#of("outermost", name, folder);
  }

  /** The declarations of a name outside of types and functions in the files of a package of a language. */
  inPackage(name: string, language: string, packageName: string): readonly Declaration[] {
    return this.#of("packaged", name, `${language} ${packageName}`);
  }

  /** The members of a name that a type declares, in it or after it with its name. */
  membersOf(holder: Declaration, name: string): readonly Declaration[] {
    const inside = this.#of("members", name, keyOfHolder(holder));
    const after =
      holder.parent === undefined ? this.#of("members", name, keyOfQualified(holder.file, holder.name)) : none;
    return after.length === 0 ? inside : inside.length === 0 ? after : [...inside, ...after];
  }

  /** The types and functions that a declaration is a member of by its qualifier: `Shape` of `Shape.prototype.area`. */
  holdersOf({ qualifier, file }: Declaration): readonly Declaration[] {
    const name = partsOfName(qualifier).at(-1);
    return name === undefined ? none : this.outermostIn(dirname(file.path), name).filter((one) => one.file === file);
  }

  /** The members that the files in the folder of a type declare after it, with its name. */
  declaredAfter(holder: Declaration, from: IndexedFile): readonly Declaration[] {
    const folder = dirname(holder.file.path);
    const files = this.#index.files.filter(
      ({ path, language }) => language === from.language && dirname(path) === folder,
    );
    return files.flatMap(({ declarations }) =>
      declarations.filter((one) => one.parent === undefined && partsOfName(one.qualifier).at(-1) === holder.name),
    );
  }

  /** The declarations of a name in a file, without names that only a scope knows. */
  inFile(file: IndexedFile, name: string): readonly Declaration[] {
    return ofFile(file, name);
  }

  /** The declarations of a name that are members of anything, in the order of files. */
  allMembers(name: string): readonly Declaration[] {
    return getOrInsert(this.#members, name, () => this.#index.named(name).filter(isMember));
  }

  /** The declarations of the same name with the same holder as a declaration: it, and others that are one symbol with it. */
  membersLike(declaration: Declaration): readonly Declaration[] {
    const group = groupOf(declaration);
    return group === undefined ? [declaration] : this.#of(group, declaration.name, keyOf(declaration));
  }

  #of(group: keyof Groups, name: string, key: string): readonly Declaration[] {
    const known = this.#groupsOf(name)[group].get(key) ?? none;
    if (this.#own.size === 0) return known;
    const others = known.filter(({ file }) => !this.#own.has(file.path));
    const own = Array.from(this.#own.values(), (file) => groupsInFile(file, name)[group].get(key) ?? none).flat();
    return own.length === 0 ? others : [...own, ...others];
  }

  #groupsOf(name: string): Groups {
    return getOrInsert(this.#groups, name, () => groupsOf(this.#base.named(name)));
  }
}

/** File → name → its groups: an open file may have a name as often as a whole code base. */
const groupsOfFiles = new WeakMap<IndexedFile, Map<string, Groups>>();

function groupsInFile(file: IndexedFile, name: string): Groups {
  const groups = getOrInsert(groupsOfFiles, file, () => new Map<string, Groups>());
  return getOrInsert(groups, name, () => groupsOf(ofFile(file, name)));
}

function groupsOf(all: readonly Declaration[]): Groups {
  const outermost = all.filter((one) => groupOf(one) === "outermost");
  return {
    outermost: groupBy(outermost, keyOf),
    members: groupBy(all.filter(isMember), keyOf),
    packaged: groupBy(outermost, keyOfPackage),
  };
}

function ofFile(file: IndexedFile, name: string): readonly Declaration[] {
  const byName = getOrInsert(ofFiles, file, () =>
    groupBy(
      file.declarations.filter(({ scopeEnd }) => scopeEnd === 0),
      (one) => one.name,
    ),
  );
  return byName.get(name) ?? none;
}

/** True for a declaration that needs the name of its holder. */
export function isMember(one: Declaration): boolean {
  return groupOf(one) === "members";
}

function groupOf(one: Declaration): "outermost" | "members" | undefined {
  const { parent, qualifier } = one;
  if (bringsNames(one)) return undefined;
  if (isOfOwnType(one)) return "members";
  if ((one.flags & DeclarationFlag.internal) !== 0) return undefined;
  if (qualifier !== "" && parent === undefined) return "members";
  if (parent === undefined || namespaceKinds.has(parent.kind)) return "outermost";
  return isFunction(parent) ? undefined : "members";
}

/** True for a member of a type without a name, whose offset it has as `least`. */
export function isOfOwnType({ kind, least }: Declaration): boolean {
  return (kind === "field" || kind === "method") && least > 0;
}

function keyOf(one: Declaration): string {
  const { file, parent, qualifier, least } = one;
  if (isOfOwnType(one)) return `${file.path}@${least}`;
  if (parent !== undefined && !namespaceKinds.has(parent.kind)) return keyOfHolder(parent);
  return qualifier === "" ? dirname(file.path) : keyOfQualified(file, partsOfName(qualifier).at(-1) ?? "");
}

function keyOfPackage({ file }: Declaration): string {
  return `${file.language} ${packageOf(file)}`;
}

/** The name of the package of a file; "" if it has none. */
export function packageOf(file: IndexedFile): string {
  return getOrInsert(
    packages,
    file,
    () => file.declarations.find(({ kind }) => kind === "using_namespace")?.type ?? "",
  );
}

const packages = new WeakMap<IndexedFile, string>();

function keyOfHolder({ file, at }: Declaration): string {
  return `${file.path}:${at}`;
}

function keyOfQualified(file: IndexedFile, name: string): string {
  return `${dirname(file.path)}:${name}`;
}
