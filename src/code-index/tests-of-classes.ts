/**
 * The tests that classes share with the classes that derive from them, and the functions that a framework runs for each test, such as
 * `setUp`. Input: an open file, and functions of tests; output: the tests for which a function runs, and the classes that run a test.
 */
import { basename, dirname } from "node:path";
import { getOrInsert } from "../base/get-or-insert.ts";
import { DeclarationFlag } from "../facts/declaration-facts.ts";
import { childrenOf } from "./children-of.ts";
import { withAncestors } from "./class-bases.ts";
import type { Code, ResolvedFile } from "./code.ts";
import type { Declaration, IndexedFile } from "./code-index.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import { declarationAt, declarationsAt } from "./places.ts";
import { isClass, isFunction } from "./symbol-kind.ts";
import { isTestFile } from "./test-path.ts";
import { traitsOf } from "./traits-of.ts";

/** Classes that derive from a class of tests and are listed. */
const maxDerived = 50;

/** A test for which a function of its class, of a base of it or of its file runs. */
export type TestAround = { readonly test: Declaration; readonly certainty: "exact" | "likely" };

/** The files with tests for which a framework runs a function; undefined for a function that nothing runs so. */
export function filesOfTestsWith(
  symbol: Pick<FoundSymbol, "word" | "places">,
  code: Code,
): readonly string[] | undefined {
  const declared = declarationsAt(symbol.places, code).filter((one) => isAroundTests(one, code));
  if (declared.length === 0) return undefined;
  const paths = declared.flatMap((one) => {
    const { parent, file } = one;
    if (parent !== undefined) return [file.path, ...code.filesWith(parent.name)];
    return isOfFolder(one, code) ? testFilesBelow(dirname(file.path), code) : [file.path];
  });
  return [...new Set(paths)];
}

/** True for a function that a framework runs for all tests that its class, its file or its folder has. */
function isAroundTests(declaration: Declaration, code: Code): boolean {
  const { name, parent, file } = declaration;
  const { aroundTests } = traitsOf(file.language);
  if (aroundTests === undefined || !isFunction(declaration)) return false;
  if (parent !== undefined && !isClass(parent)) return false;
  if ((parent === undefined ? aroundTests.ofFile : aroundTests.ofClass).has(name)) return true;
  return isFixtureOfAll(declaration, code);
}

/** True for a fixture that no test has to request. */
function isFixtureOfAll({ flags, start, at, file }: Declaration, code: Code): boolean {
  if ((flags & DeclarationFlag.fixture) === 0) return false;
  const head = code.textOf(file.path)?.slice(start, at) ?? "";
  return traitsOf(file.language).aroundTests?.inHead.test(head) === true;
}

function isOfFolder({ file }: Declaration, code: Code): boolean {
  return basename(code.nameOf(file.path)) === traitsOf(file.language).aroundTests?.ofFolder;
}

function testFilesBelow(folder: string, code: Code): readonly string[] {
  return code.index.files.map(({ path }) => path).filter((path) => isBelow(path, folder) && isTestFile(path, code));
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length));
}

/** A class that runs a test, and the names of the functions around the test that do not run for it. */
export type TestClass = { readonly declaration: Declaration; readonly replaced: readonly string[] };

export class TestsOfClasses {
  readonly #file: ResolvedFile;
  readonly #code: Code;
  readonly #derived = new Map<Declaration, readonly Declaration[]>();

  constructor(file: ResolvedFile, code: Code) {
    this.#file = file;
    this.#code = code;
  }

  /** The tests of the file for which a framework runs a function. */
  runWith(symbol: Pick<FoundSymbol, "word" | "places">): readonly TestAround[] {
    const { file } = this.#file;
    if (traitsOf(file.language).aroundTests === undefined || !isTestFile(file.path, this.#code)) return [];
    const declared = declarationsAt(symbol.places, this.#code).filter((one) => isAroundTests(one, this.#code));
    if (declared.length === 0) return [];
    const tests = file.declarations.filter(isTestFunction);
    return declared.flatMap((one): readonly TestAround[] => {
      const { parent, name, file: own } = one;
      if (parent !== undefined) return tests.flatMap((test) => this.#withOwner(test, name, parent));
      const isSeen = own.path === file.path || (isOfFolder(one, this.#code) && isBelow(file.path, dirname(own.path)));
      return isSeen ? tests.map((test) => ({ test, certainty: "exact" })) : [];
    });
  }

  /** A test whose class has a function of a class, or inherits it. */
  #withOwner(test: Declaration, name: string, owner: Declaration): readonly TestAround[] {
    const own = this.#classOf(test);
    if (own === undefined || this.#holderOf(own, name) !== owner) return [];
    return [{ test, certainty: owner === own ? "exact" : "likely" }];
  }

  /** The classes that inherit a test and run it, with the class of the test itself if a framework runs its tests. */
  classesWith(test: Declaration): readonly TestClass[] {
    if (traitsOf(test.file.language).aroundTests === undefined || !isTestFunction(test)) return [];
    const own = this.#classOf(test);
    if (own === undefined) return [];
    const heirs = this.#derivedFrom(own).filter((derived) => this.#holderOf(derived, test.name) === own);
    const all = heirs.length === 0 || !this.#isRun(own) ? heirs : [own, ...heirs];
    return all.map((one) => ({ declaration: one, replaced: this.#replacedIn(one, own) }));
  }

  /** The functions around the tests of a class that do not run for a class that derives from it. */
  #replacedIn(derived: Declaration, own: Declaration): readonly string[] {
    const names = traitsOf(own.file.language).aroundTests?.ofClass ?? [];
    return [...names].filter((name) => {
      const holder = this.#holderOf(derived, name);
      if (holder === undefined || holder === this.#holderOf(own, name)) return false;
      const text = this.#code.textOf(holder.file.path) ?? "";
      const members = childrenOf(holder).filter((member) => member.name === name);
      // `super().setUp()`
      return !members.some(({ at, end }) => text.slice(at + name.length, end).includes(`.${name}(`));
    });
  }

  /** False for a class that says nowhere that it has tests: it gives them to classes that derive from it. */
  #isRun(owner: Declaration): boolean {
    if (/^Test/.test(owner.name)) return true;
    const order = this.#code.resolverOf(owner.file.language).linearized?.(owner) ?? [];
    return order.some((one) => typeof one === "string" && one !== "object");
  }

  /** The class of a member, as the index has it: an open file has declarations of its own. */
  #classOf({ parent, file }: Declaration): Declaration | undefined {
    if (parent === undefined || !isClass(parent)) return undefined;
    return declarationAt(this.#code.index.fileAt(file.path), parent);
  }

  /** The class whose member of a name an object of a class has. */
  #holderOf(owner: Declaration, name: string): Declaration | undefined {
    return withAncestors(owner, this.#code).find((one) => childrenOf(one).some((member) => member.name === name));
  }

  /** The classes of files of tests that derive from a class. */
  #derivedFrom(base: Declaration): readonly Declaration[] {
    return getOrInsert(this.#derived, base, () => {
      const names = new Set([base.name]);
      const found = new Set<Declaration>();
      for (const name of names) {
        for (const path of this.#code.filesWith(name)) {
          if (found.size >= maxDerived || !isTestFile(path, this.#code)) continue;
          for (const one of classesOf(this.#code.index.fileAt(path))) {
            if (one === base || found.has(one) || !withAncestors(one, this.#code).includes(base)) continue;
            found.add(one);
            names.add(one.name);
          }
        }
      }
      return [...found];
    });
  }
}

function classesOf(file: IndexedFile | undefined): readonly Declaration[] {
  return file?.declarations.filter(isClass) ?? [];
}

/** True for a function that is named as tests are, in a class or in no other declaration. */
function isTestFunction(declaration: Declaration): boolean {
  const { name, parent } = declaration;
  return isFunction(declaration) && /^test/.test(name) && (parent === undefined || isClass(parent));
}
