/**
 * The declarations that a C++ file sees through its includes, and their order by nearness. Input: declarations of one
 * name, and a file; output: the visible ones, the nearest first.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { compareDeclarations } from "../places.ts";
import { isForeign, isForward, isLikely } from "../symbol-kind.ts";
import { beginsNamespace, sureAnnouncement } from "./announcements.ts";
import { isSpecialization } from "./containers.ts";
import { sharedFolders } from "./include-search.ts";
import type { Closure, Includes } from "./includes.ts";
import { manyDeclarations } from "./overloads.ts";
import { isHeader, namesItsTag } from "./symbols.ts";

/** Files that include the open file whose own includes count, too: a header may need what they include before it. */
const maxIncluders = 12;

/** What files that include the open file see. */
type Surroundings = { readonly files: ReadonlySet<IndexedFile>; readonly haveLibrary: boolean };

type AreBranches = (file: IndexedFile, one: number, other: number) => boolean;

/** The part of the code base that is visible from a file, and the nearest declarations in it. */
export class Visibility {
  readonly #includes: Includes;
  readonly #areBranches: AreBranches;
  readonly #isOn: boolean;
  /** The file that is open: what it sees, the headers that it includes see, too. */
  #root: IndexedFile | undefined;
  /** Many members of a scope → file → purpose → the visible ones. */
  #seen = new WeakMap<readonly Declaration[], Map<IndexedFile, Map<object, Seen>>>();
  /** Many declarations → file → in which order they are for it, as long as the same file is open. */
  #orders = new WeakMap<readonly Declaration[], Map<IndexedFile, readonly Declaration[]>>();
  readonly #aroundRoot = new WeakMap<IndexedFile, Surroundings>();

  /** @param areBranches true for two offsets of a file in different branches of one `#if` */
  constructor(includes: Includes, areBranches: AreBranches, isOn: boolean) {
    this.#includes = includes;
    this.#areBranches = areBranches;
    this.#isOn = isOn;
  }

  get root(): IndexedFile | undefined {
    return this.#root;
  }

  set root(file: IndexedFile) {
    if (file !== this.#root) {
      this.#orders = new WeakMap();
      this.#seen = new WeakMap();
    }
    this.#root = file;
  }

  /** Makes sure that all files are known that a file and the open file include: see SegmentIndex. */
  lookAround(file: IndexedFile): void {
    for (const one of [file, this.#root ?? file]) this.#includes.closureOf(one);
  }

  /** True when a file, or the open file, includes the other one. */
  sees(from: IndexedFile, other: IndexedFile): boolean {
    return !this.#isOn || this.#isInClosure(from, (closure) => closure.has(other));
  }

  /** True if a file sees the other one only if an include names the right one of several copies. */
  isGuess(from: IndexedFile, other: IndexedFile): boolean {
    return this.#isOn && this.#includes.closureOf(from).isGuess(other);
  }

  /** True for a file that the open file, or a file, sees only if a build does not include a library instead. */
  isSubstitute(from: IndexedFile, other: IndexedFile): boolean {
    const closures = [this.#includes.closureOf(this.#root ?? from), this.#includes.closureOf(from)];
    const seeing = closures.filter((closure) => closure.has(other));
    return this.#isOn && seeing.length > 0 && seeing.every((closure) => closure.isSubstitute(other));
  }

  /** True for a file that a file does not see, if an include that leads to another one may name it as well: a build decides. */
  isCopy(from: IndexedFile, other: IndexedFile): boolean {
    const closure = this.#includes.closureOf(from);
    return this.#isOn && !closure.has(other) && closure.isGuessNamed(nameOf(other.path));
  }

  /** True for declarations in copies of headers of libraries whose own header a file includes: see `Closure.isReplaced`. */
  areReplaced(from: IndexedFile, declarations: readonly Declaration[]): boolean {
    if (!this.#isOn || declarations.length >= manyDeclarations) return false;
    const closures = [this.#includes.closureOf(this.#root ?? from), this.#includes.closureOf(from)];
    const isSeen = (file: IndexedFile) => closures.some((closure) => closure.has(file));
    const isReplaced = ({ file }: Declaration) =>
      (closures.find((closure) => closure.has(file)) ?? closures[1])?.isReplaced(file);
    // Its source has the definitions.
    const isOfSource = ({ file }: Declaration) => !isHeader(file) && !isSeen(file);
    return declarations.every((one) => isOfSource(one) || isReplaced(one)) && declarations.some(isReplaced);
  }

  /** True when a file, or the open file, includes a header of a library that is not in the code base. */
  seesLibrary(from: IndexedFile): boolean {
    return this.#isOn && this.#isInClosure(from, ({ hasLibrary }) => hasLibrary);
  }

  /** True when a file, or the open file, includes a header of a library from a folder of this name. */
  seesLibraryNamed(from: IndexedFile, folder: string): boolean {
    return this.#isOn && this.#isInClosure(from, (closure) => closure.hasLibraryNamed(folder));
  }

  /** Tells whether an announcement that the open file sees stands for the class: see `announcements.ts`. */
  sureAnnouncement(name: string, declarations: readonly Declaration[]): "likely" | "name" | undefined {
    const closure = this.#ofRoot;
    return closure && sureAnnouncement(name, declarations, closure, ({ file }) => file === this.#root);
  }

  /** True if the open file sees additions to a namespace of a library before the library: see `announcements.ts`. */
  beginsNamespace(path: readonly string[], declarations: readonly Declaration[]): boolean {
    const closure = this.#ofRoot;
    return closure !== undefined && beginsNamespace(path, declarations, closure);
  }

  /**
   * The macros of some that no `#undef` ends which the open file reads before a place; `isOpen` where a condition decides on an
   * `#undef`.
   */
  definedAt(
    place: Read,
    macros: readonly Declaration[],
    undefinitions: readonly Declaration[],
  ): { readonly defined: readonly Declaration[]; readonly isOpen: boolean } {
    const closure = this.#ofRoot;
    if (undefinitions.length === 0 || closure === undefined) return { defined: macros, isOpen: false };
    const read = undefinitions.filter((one) => closure.has(one.file) && closure.isBefore(one, place) && isLikely(one));
    const all = new Undefinitions(read, closure, this.#areBranches);
    const sure = new Undefinitions(
      read.filter(({ type }) => type === ""),
      closure,
      this.#areBranches,
    );
    const readOnce = new Map<IndexedFile, boolean>();
    const isReadOnce = (file: IndexedFile) => getOrInsert(readOnce, file, () => this.#isReadOnce(file));
    const endsSurely = (macro: Declaration) =>
      sure.mayEndInFile(macro, false) || (sure.mayEndElsewhere(macro) && isReadOnce(macro.file));
    const defined = macros.filter((macro) => !closure.has(macro.file) || !endsSurely(macro));
    return { defined, isOpen: defined.some((macro) => all.mayEndInFile(macro, true) || all.mayEndElsewhere(macro)) };
  }

  /** The declarations that the open file reads before a place; all if it reads none before it. */
  readBefore(place: Read, declarations: readonly Declaration[]): readonly Declaration[] {
    const before = declarations.filter((one) => this.#ofRoot?.isBefore(one, place));
    return before.length > 0 ? before : declarations;
  }

  /** True for a file that the open file reads by one include: others may be read again. */
  #isReadOnce(file: IndexedFile): boolean {
    const name = nameOf(file.path);
    const includers = this.#includes.includersOf(file).filter((one) => this.#ofRoot?.has(one));
    return includers.flatMap(({ imports }) => [...imports].filter((one) => nameOf(one.name) === name)).length <= 1;
  }

  get #ofRoot(): Closure | undefined {
    return this.#root && this.#includes.closureOf(this.#root);
  }

  /** True when what a file includes, or what the open file includes, passes a test. */
  #isInClosure(from: IndexedFile, passes: (closure: Closure) => boolean): boolean {
    if (passes(this.#includes.closureOf(from))) return true;
    return this.#root !== undefined && passes(this.#includes.closureOf(this.#root));
  }

  /** True when a file that includes the open file includes the other one, too. */
  seesAround(other: IndexedFile): boolean {
    return this.#surroundings?.files.has(other) === true;
  }

  /** True when a file that includes the open file includes a header of a library. */
  seesLibraryAround(): boolean {
    return this.#isOn && this.#surroundings?.haveLibrary === true;
  }

  get #surroundings(): Surroundings | undefined {
    const root = this.#root;
    if (root === undefined) return undefined;
    return getOrInsert(this.#aroundRoot, root, () => {
      const includers = new Set(this.#includes.includersOf(root));
      for (const includer of includers) {
        if (includers.size < maxIncluders) for (const next of this.#includes.includersOf(includer)) includers.add(next);
      }
      const closures = [...includers].slice(0, maxIncluders).map((includer) => this.#includes.closureOf(includer));
      return {
        files: new Set(closures.flatMap((closure) => [...closure.files])),
        haveLibrary: closures.some(({ hasLibrary }) => hasLibrary),
      };
    });
  }

  /**
   * The declarations of one scope that are visible from a file; or else from files that include the open file; or else
   * all.
   */
  seenFrom(from: IndexedFile, declarations: readonly Declaration[]): Seen {
    const visible = declarations.filter(({ file }) => this.sees(from, file));
    if (visible.length > 0) return { declarations: visible, rank: 0 };
    const around = declarations.filter(({ file }) => this.seesAround(file));
    return around.length > 0 ? { declarations: around, rank: 1 } : { declarations, rank: 2 };
  }

  /**
   * A cached result about members of a scope with one name, for a file and a purpose. For many members it is valid
   * while the same file is open: each use of the name asks for it.
   *
   * @param members the same array each time
   */
  kept(members: readonly Declaration[], from: IndexedFile, purpose: object, find: () => Seen): Seen {
    if (members.length < manyDeclarations) return find();
    const byFile = getOrInsert(this.#seen, members, () => new Map());
    const byPurpose = getOrInsert(byFile, from, () => new Map());
    return getOrInsert(byPurpose, purpose, find);
  }

  /**
   * Orders declarations: what is seen, definitions, and what is near come first; declarations without a body in the order
   * in which a compiler reads them, and so do namespaces and aliases of one name. Of using-declarations the last one that it
   * reads comes first: each replaces the one before.
   */
  ordered(from: IndexedFile, declarations: readonly Declaration[]): readonly Declaration[] {
    if (declarations.length < 2) return declarations;
    if (declarations.length < manyDeclarations) return this.#sorted(from, declarations);
    const orders = getOrInsert(this.#orders, declarations, () => new Map());
    return getOrInsert(orders, from, () => this.#sorted(from, declarations));
  }

  #sorted(from: IndexedFile, declarations: readonly Declaration[]): readonly Declaration[] {
    const closure = this.#includes.closureOf(from);
    // Without a definition, the first declaration counts, also in a class.
    const isBehindBody =
      declarations.some(isFriend) &&
      declarations.some(
        ({ file, kind, flags }) =>
          kind === "function" && (flags & DeclarationFlag.declared) === 0 && this.sees(from, file),
      );
    const areAliases = declarations.every(({ kind }) => kind === "alias");
    const isOfLinkage = declarations.some(isExport) && declarations.some(isImport);
    const keyed = declarations.map((declaration) => {
      const { file, kind, qualifier, flags } = declaration;
      const key = [
        this.sees(from, file) ? 0 : 1,
        isForeign(declaration) ? 1 : 0,
        isForward(declaration) ? 1 : 0,
        namesItsTag(declaration) ? 1 : 0,
        (isOfLinkage ? rankOfLinkage(declaration) : Number(!isLikely(declaration))) + Number(closure.isUnlikely(file)),
        isBehindBody && isFriend(declaration) ? 1 : 0,
        isSpecialization(declaration) ? 1 : 0,
        isOfTests(file) ? 1 : 0,
        (flags & DeclarationFlag.declared) === 0 || kind === "function" ? 0 : 1,
        // A typedef that is written again declares the first one again.
        areAliases && closure.has(file) ? closure.placeOf(declaration) : orderOf(declaration, from, closure),
        -sharedFolders(from.path, file.path),
        qualifier === "" ? 0 : 1,
      ];
      return { declaration, key };
    });
    keyed.sort((one, other) => {
      for (let at = 0; at < one.key.length; at++) {
        const [a = 0, b = 0] = [one.key[at], other.key[at]];
        if (a !== b) return a - b;
      }
      const { declaration: a } = one;
      const { declaration: b } = other;
      return compareDeclarations(a, b);
    });
    return keyed.map(({ declaration }) => declaration);
  }
}

/** The last of many `#undef` in the file of a macro that may be in other branches than it. */
const maxBranched = 50;

/** The `#undef` of one macro that a file reads, in the order in which a compiler does. */
class Undefinitions {
  readonly #ofFiles: ReadonlyMap<IndexedFile, readonly Declaration[]>;
  /** The last one of each of the two files that a compiler reads last. */
  readonly #last: readonly Declaration[];
  readonly #closure: Closure;
  readonly #areBranches: AreBranches;

  constructor(all: readonly Declaration[], closure: Closure, areBranches: AreBranches) {
    const inOrder = (one: Declaration, other: Declaration) =>
      closure.isBefore(one, other) ? -1 : Number(closure.isBefore(other, one));
    this.#ofFiles = new Map(
      Array.from(
        groupBy(all, ({ file }) => file),
        ([file, ofFile]) => [file, ofFile.toSorted(inOrder)],
      ),
    );
    const lastOfFiles = [...this.#ofFiles.values()].flatMap((ofFile) => ofFile.slice(-1));
    this.#last = lastOfFiles.sort(inOrder).slice(-2);
    this.#closure = closure;
    this.#areBranches = areBranches;
  }

  /**
   * True if one in the file of a macro comes after it, and is not in another branch: that ends nothing.
   *
   * @param ofMany the answer if the last ones are in other branches, and there are more
   */
  mayEndInFile(macro: Declaration, ofMany: boolean): boolean {
    const all = this.#ofFiles.get(macro.file) ?? [];
    const last = all.slice(-maxBranched).filter((one) => this.#closure.isBefore(macro, one));
    const isMeant = last.some((one) => !this.#areBranches(macro.file, macro.at, one.at));
    return isMeant || (ofMany && last.length === maxBranched && all.length > maxBranched);
  }

  /** True if one in another file comes after a macro. */
  mayEndElsewhere(macro: Declaration): boolean {
    return this.#last.some((one) => one.file !== macro.file && this.#closure.isBefore(macro, one));
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A place that a compiler reads. */
type Read = Pick<Declaration, "file" | "at">;

/** Declarations, and from how far they are seen: 0 from the file, 1 from where it is included, 2 not at all. */
export type Seen = { readonly declarations: readonly Declaration[]; readonly rank: 0 | 1 | 2 };

/** `#define API Q_DECL_EXPORT`, for the build of the library that declares something with `API`. */
function isExport({ kind, type }: Declaration): boolean {
  return kind === "macro" && /export/i.test(type);
}

/** `#define API Q_DECL_IMPORT`, for builds that use the library. */
function isImport({ kind, type }: Declaration): boolean {
  return kind === "macro" && /import/i.test(type);
}

/**
 * The place of one of several definitions of a macro that exports or imports: first the one that holds where the code base builds
 * itself, whatever macro says so (`BUILDING_LIB`).
 */
function rankOfLinkage(declaration: Declaration): number {
  if (isForeign(declaration) || declaration.type.includes("__declspec")) return 2;
  return isImport(declaration) || !(isExport(declaration) || isLikely(declaration)) ? 1 : 0;
}

/** True for a function that a class names as its friend, without a body. */
function isFriend({ kind, flags }: Declaration): boolean {
  const both = DeclarationFlag.friend | DeclarationFlag.declared;
  return kind === "function" && (flags & both) === both;
}

function isOfTests({ path }: IndexedFile): boolean {
  return /(^|[/_.-])(tests?|mocks?|examples?|fuzz)([/_.-]|$)/i.test(path);
}

/** The order in which declarations of the same name count for a file: smaller comes first. */
function orderOf(declaration: Declaration, from: IndexedFile, closure: Closure): number {
  const { file, kind } = declaration;
  const isAnnounced =
    isForward(declaration) || (kind === "variable" && (declaration.flags & DeclarationFlag.declared) !== 0);
  if (isAnnounced || kind === "namespace" || kind === "macro") return closure.placeOf(declaration);
  // Each using-declaration replaces the one before.
  if (kind === "using" && closure.has(file)) return -closure.placeOf(declaration);
  return file === from ? 0 : 1;
}
