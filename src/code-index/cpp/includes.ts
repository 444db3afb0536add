/**
 * The includes of C++ and their transitive closure (translation unit). Input: the index, and a file; output: the files
 * that it includes, directly or not, in the order in which a compiler reads them.
 */
import { basename } from "node:path";
import { compareText } from "../../base/compare-text.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { NestedRanges } from "../../base/nested-ranges.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { CodeIndex, Declaration, IndexedFile } from "../code-index.ts";
import { includedFiles } from "./include-search.ts";
import { isSystemHeader } from "./system-headers.ts";

/**
 * A file that is included, and the offset where; a guess if other files are as near and have the path as well, unlikely if a
 * common build leaves the include out, replaced if it does for a header of a library with the same name, a substitute if a build
 * may include a library instead.
 */
type Include = {
  readonly file: IndexedFile;
  readonly at: number;
  readonly isGuess: boolean;
  readonly isUnlikely: boolean;
  readonly isReplaced: boolean;
  readonly isSubstitute: boolean;
};

/** An include in the braces of a scope: the innermost one, the offset, and the offsets of all includes of the same file there. */
export type EnclosedInclude = { readonly scope: Declaration; readonly at: number; readonly all: readonly number[] };

/** The path of a header of a library as an include has it, and the offset where. */
type LibraryInclude = { readonly name: string; readonly at: number };

/**
 * The includes of a file: files of the index in source order, and their spelling and that of library headers; and the names in
 * brackets that are not of files of the index; `missing` are names in quotes that lead to none.
 */
type DirectIncludes = {
  readonly outside: ReadonlySet<string>;
  readonly known: readonly Include[];
  readonly own: readonly string[];
  readonly ofLibraries: readonly LibraryInclude[];
  readonly missing: readonly string[];
};

/** The files that a file sees, with the order in which a compiler reads them. */
export class Closure {
  /** The pieces of files between their includes: where they begin, and their places in the order. */
  readonly #pieces = new Map<IndexedFile, { readonly at: number; readonly place: number }[]>();
  readonly #guesses = new Set<IndexedFile>();
  /** The names of these files, once the closure is complete. */
  #guessedNames: ReadonlySet<string> | undefined;
  readonly #unlikely = new Set<IndexedFile>();
  readonly #replaced = new Set<IndexedFile>();
  readonly #substitutes = new Set<IndexedFile>();
  #places = 0;
  /**
   * The outermost folders in includes of files of the index, and in includes of libraries: "" for a path without one.
   */
  readonly #ownFolders = new Set<string>();
  readonly #libraryFolders = new Set<string>();
  readonly #libraries = new Map<IndexedFile, readonly LibraryInclude[]>();
  readonly #outside = new Set<string>();
  readonly #missingFolders = new Set<string>();

  /** Begins a piece of a file. */
  enter(file: IndexedFile, at: number): void {
    const pieces = this.#pieces.get(file) ?? [];
    pieces.push({ at, place: this.#places++ });
    this.#pieces.set(file, pieces);
  }

  /** Notes how an include leads to a file: it counts that one leads to it surely, and in a common build. */
  lead(file: IndexedFile, isNew: boolean, include: Omit<Include, "file" | "at">): void {
    note(this.#guesses, file, isNew, include.isGuess);
    note(this.#unlikely, file, isNew, include.isUnlikely);
    note(this.#replaced, file, isNew, include.isReplaced);
    note(this.#substitutes, file, isNew, include.isSubstitute);
  }

  /** True for a file that is seen only if a build takes what a common one leaves out. */
  isUnlikely(file: IndexedFile): boolean {
    return this.#unlikely.has(file);
  }

  /**
   * True for a copy of a library's header for builds of other platforms: a common one includes the library's own. It is seen
   * only in an unlikely branch, or not at all.
   */
  isReplaced(file: IndexedFile): boolean {
    return this.has(file) ? this.#replaced.has(file) : this.#outside.has(basename(file.path));
  }

  /** True for a file that is seen, if a build may include a library instead. */
  isSubstitute(file: IndexedFile): boolean {
    return this.#substitutes.has(file);
  }

  /** True for a file that is seen, if each include on the way to it names the right one of several copies. */
  isGuess(file: IndexedFile): boolean {
    return this.#guesses.has(file);
  }

  /** True for the name of a file that such an include leads to. */
  isGuessNamed(name: string): boolean {
    this.#guessedNames ??= new Set(Array.from(this.#guesses, ({ path }) => basename(path)));
    return this.#guessedNames.has(name);
  }

  has(file: IndexedFile): boolean {
    return this.#pieces.has(file);
  }

  /** Notes what a file includes. */
  note(file: IndexedFile, { own, ofLibraries, outside, missing }: DirectIncludes): void {
    for (const name of missing) this.#missingFolders.add(outermostFolder(name));
    for (const name of outside) this.#outside.add(name);
    if (ofLibraries.length > 0) this.#libraries.set(file, ofLibraries);
    for (const path of own) this.#ownFolders.add(outermostFolder(path));
    for (const { name } of ofLibraries) this.#libraryFolders.add(outermostFolder(name));
  }

  /** True if a header is included that is not in the index, neither of the system nor of the language. */
  get hasLibrary(): boolean {
    return this.#libraryFolders.size > 0;
  }

  /** True if a header in quotes is not in the index, and may be one of the code base that a build makes: by its folder, or without one. */
  get lacksOwn(): boolean {
    return [...this.#missingFolders].some((folder) => folder === "" || this.#ownFolders.has(folder));
  }

  /** True if a folder of this name has headers of a library that are included, and no files of the index. */
  hasLibraryNamed(name: string): boolean {
    const folder = name.toLowerCase();
    return this.#libraryFolders.has(folder) && !this.#ownFolders.has(folder);
  }

  get files(): Iterable<IndexedFile> {
    return this.#pieces.keys();
  }

  /** The order in which a compiler reads a declaration: smaller is earlier; Infinity for one that it does not read. */
  placeOf({ file, at }: Pick<Declaration, "file" | "at">): number {
    const pieces = this.#pieces.get(file) ?? [];
    return pieces.findLast((piece) => piece.at <= at)?.place ?? Number.POSITIVE_INFINITY;
  }

  /** The declaration that a compiler reads first; undefined if it reads none. */
  firstOf(declarations: readonly Declaration[]): Declaration | undefined {
    let first: Declaration | undefined;
    for (const one of declarations) {
      if (this.has(one.file) && (first === undefined || this.isBefore(one, first))) first = one;
    }
    return first;
  }

  /** Paths of the headers of libraries that a compiler reads before a declaration; of all without one. */
  librariesBefore(declaration: Declaration | undefined): readonly string[] {
    const paths: string[] = [];
    for (const [file, includes] of this.#libraries) {
      for (const { name, at } of includes) {
        if (declaration === undefined || this.isBefore({ file, at }, declaration)) paths.push(name);
      }
    }
    return paths;
  }

  /** True if a compiler reads one declaration before the other. */
  isBefore(one: Pick<Declaration, "file" | "at">, other: Pick<Declaration, "file" | "at">): boolean {
    const [place, otherPlace] = [this.placeOf(one), this.placeOf(other)];
    return place === otherPlace ? one.at < other.at : place < otherPlace;
  }
}

const ofIndexes = new WeakMap<CodeIndex, Includes>();

/** The includes of an index: one serves all files that are opened of its code base. */
export function includesOf(index: CodeIndex): Includes {
  return getOrInsert(ofIndexes, index, () => new Includes(index));
}

/** The files that a file sees: itself, and what it includes, directly or not. */
export class Includes {
  readonly #index: CodeIndex;
  readonly #direct = new WeakMap<IndexedFile, DirectIncludes>();
  readonly #closures = new WeakMap<IndexedFile, Closure>();
  /** Of the code base that the index has an open file of. */
  readonly #base: Includes | undefined;

  constructor(index: CodeIndex) {
    this.#index = index;
    this.#base = index.overlay && includesOf(index.overlay.base);
  }

  /** The file and all that it includes. */
  closureOf(file: IndexedFile): Closure {
    return getOrInsert(this.#closures, file, () => this.#closureInOrder(file));
  }

  #closureInOrder(file: IndexedFile): Closure {
    const closure = new Closure();
    closure.enter(file, 0);
    const stack = [{ file, next: 0 }];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const direct = this.#includesIn(top.file);
      const { known } = direct;
      if (top.next === 0) closure.note(top.file, direct);
      const include = known[top.next++];
      if (include === undefined) {
        stack.pop();
        const outer = stack.at(-1);
        const passed = outer && this.#includesIn(outer.file).known[outer.next - 1];
        if (outer !== undefined && passed !== undefined) closure.enter(outer.file, passed.at);
      } else {
        const included = this.#current(include.file);
        const isNew = !closure.has(included);
        const isGuess = include.isGuess || closure.isGuess(top.file);
        const isUnlikely = include.isUnlikely || closure.isUnlikely(top.file);
        const isReplaced = include.isReplaced || closure.isReplaced(top.file);
        const isSubstitute = include.isSubstitute || closure.isSubstitute(top.file);
        closure.lead(included, isNew, { isGuess, isUnlikely, isReplaced, isSubstitute });
        if (!isNew) continue;
        closure.enter(included, 0);
        stack.push({ file: included, next: 0 });
      }
    }
    return closure;
  }

  #includesIn(file: IndexedFile): DirectIncludes {
    const { overlay } = this.#index;
    if (this.#base !== undefined && overlay?.base.fileAt(file.path) === file) return this.#base.#includesIn(file);
    return getOrInsert(this.#direct, file, () => {
      const known: Include[] = [];
      const own: string[] = [];
      const ofLibraries: LibraryInclude[] = [];
      const missing: string[] = [];
      const includes = [...file.imports].filter(({ kind }) => kind === "include");
      const found = includes.map((include) => ({ include, files: includedFiles(include, file, this.#index) }));
      const isOutside = ({ include, files }: (typeof found)[number]) => files.length === 0 && include.type === "<>";
      const outside = new Set(found.filter(isOutside).map(({ include }) => include.name));
      const namesOutside = new Set([...outside].flatMap((name) => [name, basename(name)]));
      for (const { include, files } of found) {
        const [included, ...others] = files;
        if (included !== undefined) {
          const isUnlikely = (include.flags & DeclarationFlag.unlikely) !== 0;
          const isReplaced = isUnlikely && namesOutside.has(include.name);
          const isSubstitute = outside.size > 0 && (include.flags & DeclarationFlag.substitute) !== 0;
          const isGuess = others.length > 0;
          known.push({ file: included, at: include.at, isGuess, isUnlikely, isReplaced, isSubstitute });
          own.push(include.name);
        } else {
          if (!isSystemHeader(include.name)) ofLibraries.push(include);
          if (include.type === "") missing.push(include.name);
        }
      }
      return { known, own, ofLibraries, outside, missing };
    });
  }

  /** A file as this index has it, if one that it replaces has it in another way. */
  #current(file: IndexedFile): IndexedFile {
    const below = this.#base === undefined ? file : this.#base.#current(file);
    return this.#index.overlay?.owns.get(below) ?? below;
  }

  /** The files that include a file themselves, in path order. */
  includersOf(file: IndexedFile): readonly IndexedFile[] {
    const includers = new Set<IndexedFile>();
    for (const written of waysToWrite(file.path)) {
      for (const { kind, file: includer } of this.#index.named(written)) {
        if (kind !== "include") continue;
        const isMeant = this.#includesIn(includer).known.some((include) => this.#current(include.file) === file);
        if (isMeant) includers.add(includer);
      }
    }
    return [...includers].sort((a, b) => compareText(a.path, b.path));
  }

  /** The includes of a file in the braces of classes, enumerations and namespaces. */
  enclosedIncludesOf(file: IndexedFile): readonly EnclosedInclude[] {
    return this.includersOf(file).flatMap((includer) => {
      const scopes = new NestedRanges(includer.declarations.filter(({ kind }) => scopeKinds.has(kind)));
      const own = this.#includesIn(includer).known.filter((include) => this.#current(include.file) === file);
      const all = own.map(({ at }) => at).sort((a, b) => a - b);
      return all.flatMap((at) => {
        const scope = scopes.around(at).next().value;
        return scope === undefined ? [] : { scope, at, all };
      });
    });
  }
}

const scopeKinds: ReadonlySet<string> = new Set(["class", "struct", "union", "enum", "namespace"]);

function note(files: Set<IndexedFile>, file: IndexedFile, isNew: boolean, isNoted: boolean): void {
  if (!isNoted) files.delete(file);
  else if (isNew) files.add(file);
}

/** The outermost folder of a path as an include has it, in small letters. */
function outermostFolder(path: string): string {
  return path.slice(0, Math.max(path.indexOf("/"), 0)).toLowerCase();
}

/** Folders that an include may go up by. */
const climbs = ["", "./", "../", "../../", "../../../"];

/** The texts of includes that may name a path: each end of it, and such with folders to go up first. */
function* waysToWrite(path: string): Generator<string> {
  for (let at = path.lastIndexOf("/"); at >= 0; at = path.lastIndexOf("/", at - 1)) {
    const end = path.slice(at + 1);
    for (const climb of climbs) yield climb + end;
    if (at === 0) break;
  }
}
