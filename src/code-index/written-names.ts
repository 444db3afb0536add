/**
 * The names in the text of a file, inside and outside of its tree, each with its meaning. Input: an opened file;
 * output: for a word at an offset the declaration or the use that it is, with its resolution.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { noNode } from "../syntax/flat/flat-tree.ts";
import type { ResolvedFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import type { NamesOutsideTree, UsedName } from "./names-outside-tree.ts";
import { ReferencePlaces } from "./reference-places.ts";
import type { ReferenceType } from "./reference-types.ts";
import { certaintyOf, type Resolution } from "./resolution.ts";
import { beginsMadeName, bringsNames, isClass, isEmbedded } from "./symbol-kind.ts";
import { traitsOf } from "./traits-of.ts";

/** The inputs for reading the names of a file. */
export type NamedFile = Pick<
  ResolvedFile,
  "file" | "tree" | "text" | "joinedText" | "index" | "indexing" | "resolver" | "referenceTags"
>;

/** A file whose text has each name in one piece, as compilers read it: the file itself if its text has. */
export function inWholeNames<File extends NamedFile>(file: File): File {
  return file.text === file.joinedText ? file : { ...file, text: file.joinedText };
}

const namesOfFiles = new WeakMap<NamedFile, WrittenNames>();

/** The names of a file, which stay as long as it is open. */
export function writtenNamesOf(file: NamedFile): WrittenNames {
  return getOrInsert(namesOfFiles, file, () => new WrittenNames(file));
}

/** A name that a file writes: it declares something that is not brought from elsewhere, or uses what is declared. */
export type WrittenName = { readonly declares: Declaration } | UsedName;

/** The names in the text of one file, and what each of them is. Valid only as long as the file is. */
export class WrittenNames {
  readonly #file: NamedFile;
  readonly #places: ReferencePlaces;
  /** Offset of its name → declaration of the file. */
  readonly #ownDeclarations: ReadonlyMap<number, Declaration>;
  readonly #outsideTree: NamesOutsideTree;

  constructor(file: NamedFile) {
    this.#file = file;
    this.#places = new ReferencePlaces(file, file.file.language, file.referenceTags);
    this.#outsideTree = file.indexing.namesOutsideTree(file, this.#places);
    this.#ownDeclarations = new Map(file.file.declarations.map((declaration) => [declaration.at, declaration]));
  }

  /** The role of a word at an offset; undefined if it is not a name. */
  at(offset: number, word: string): WrittenName | undefined {
    const name = this.#places.nameAt(offset, offset + word.length);
    const declaration = this.#ownDeclarations.get(offset);
    // The name of a conversion operator, `operator int`, is not a node of the tree.
    const isNamed = declaration !== undefined && declaration.name !== "";
    const isDeclared = isNamed && (name !== noNode || declaration.name === word);
    const isPart = isDeclared && beginsMadeName(declaration, word) && this.#isClassAt(offset);
    if (isDeclared && !isPart && !isEmbedded(declaration) && !bringsNames(declaration))
      return { declares: declaration };
    if (name === noNode && !this.#outsideTree.mayBeName(offset, word)) return undefined;
    if (this.#outsideTree.isOfMacro?.(offset, word)) return undefined;
    const resolution = this.#file.resolver.resolve(this.#file, offset);
    if (name === noNode) return { resolution, ...this.#outsideTree.useOf(resolution, offset) };
    const type = this.#typeOf(name, resolution);
    return { where: "tree", type, resolution, isSure: certaintyOf(resolution) !== undefined };
  }

  /** True for the name of a class, or an alias of one, where a macro makes a function: `TEST_F(Fixture, runs) {}`. */
  #isClassAt(offset: number): boolean {
    const [target] = this.#file.resolver.resolve(this.#file, offset).targets;
    return target !== undefined && (isClass(target) || target.kind === "alias");
  }

  /** The use of a name: if functions have addresses, an argument of a template may be one. */
  #typeOf(name: number, { targets }: Resolution): ReferenceType {
    const type = this.#places.typeOf(name);
    const { references } = traitsOf(this.#file.file.language);
    const isValue = (type === "read" || type === "type") && references?.takesAddresses === true;
    return isValue && targets[0]?.kind === "function" ? "address" : type;
  }

  /** All names in the order of their places that something in the code base is called by. */
  *all(): Generator<PlacedName> {
    const { file, index, text } = this.#file;
    const own = new Set(file.declarations.map(({ name }) => name));
    for (const [start, ends] of this.#ranges()) {
      for (const end of ends) {
        const word = text.slice(start, end);
        if (!own.has(word) && index.named(word).length === 0 && !this.#isModule(word)) continue;
        const name = this.at(start, word);
        if (name !== undefined) yield { offset: start, length: end - start, name };
      }
    }
  }

  /** True for what an import may name where files are modules: a file or a folder. */
  #isModule(word: string): boolean {
    const { file, index } = this.#file;
    const { modules } = traitsOf(file.language);
    if (modules === undefined) return false;
    return index.filesNamed(word + modules.extension).length > 0 || index.folders.named(word).length > 0;
  }

  /** The ranges that may be names: start → ends, in the order of the starts. */
  #ranges(): readonly (readonly [number, readonly number[]])[] {
    const { file, tree, text } = this.#file;
    const ranges = new Map<number, number[]>();
    const add = (start: number, end: number) => {
      const ends = ranges.get(start);
      if (ends === undefined) ranges.set(start, [end]);
      else if (!ends.includes(end)) ends.push(end);
    };
    for (const node of this.#places.namesIn(0, text.length)) {
      if (mayBeName.test(text.charAt(tree.start(node)))) add(tree.start(node), tree.end(node));
    }
    for (const { at, name } of file.declarations) {
      if (name !== "" && text.startsWith(name, at)) add(at, at + name.length);
    }
    for (const { start, end } of this.#outsideTree.words(ranges)) add(start, end);
    return [...ranges].sort(([a], [b]) => a - b);
  }
}

/** A name with its place. */
type PlacedName = { readonly offset: number; readonly length: number; readonly name: WrittenName };

/** The first characters of names: the grammars of some languages do not tell them from numbers and signs. */
const mayBeName = /[\p{L}_$~@#]/u;
