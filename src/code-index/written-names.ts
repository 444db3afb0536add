import { tokensOf } from "../syntax/cpp/tokens/lexer.ts";
import { isDirective, Kind } from "../syntax/cpp/tokens/token-list.ts";
import { noNode } from "../syntax/flat/flat-tree.ts";
import type { ResolvedFile } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import { isInNamedStatement } from "./cpp/named-statements.ts";
import { textWordsIn } from "./python/text-words.ts";
import { ReferencePlaces, type ReferenceType } from "./reference-types.ts";
import { annotationTextRule, keyRule, type Resolution } from "./resolution.ts";
import { bringsNames } from "./symbol-kind.ts";

/** What of a file its names are read by. */
export type NamedFile = Pick<
  ResolvedFile,
  "file" | "tree" | "text" | "joinedText" | "index" | "resolver" | "referenceTags"
>;

/** A file whose text has each name in one piece, as compilers read it: the file itself if its text has. */
export function inWholeNames<File extends NamedFile>(file: File): File {
  return file.text === file.joinedText ? file : { ...file, text: file.joinedText };
}

/** A name that is used, and what it stands for. */
export type UsedName = {
  /** `text` for a word of a string or a comment, `masked` for one of code that masking has taken out of the tree. */
  readonly where: "masked" | "text" | "tree";
  readonly type: ReferenceType;
  readonly resolution: Resolution;
  /** True when the first target is meant: the name alone would not say that. */
  readonly isSure: boolean;
};

/** A name that a file writes: it declares something that is not brought from elsewhere, or uses what is declared. */
export type WrittenName = { readonly declares: Declaration } | UsedName;

/** The names in the text of one file, and what each of them is. Valid only as long as the file is. */
export class WrittenNames {
  readonly #file: NamedFile;
  readonly #places: ReferencePlaces;
  /** Offset of its name → declaration of the file. */
  readonly #ownDeclarations: ReadonlyMap<number, Declaration>;
  /** The offsets of words in the text as it stands, without those in comments and strings; made when it is needed. */
  #words: ReadonlySet<number> | undefined;
  /** The offsets of what launches of kernels are configured with. */
  #launches: readonly { readonly start: number; readonly end: number }[] | undefined;

  constructor(file: NamedFile) {
    this.#file = file;
    this.#places = new ReferencePlaces(file, file.file.language, file.referenceTags);
    this.#ownDeclarations = new Map(file.file.declarations.map((declaration) => [declaration.at, declaration]));
  }

  /** What a word at an offset is; undefined where it is no name. */
  at(offset: number, word: string): WrittenName | undefined {
    const name = this.#places.nameAt(offset, offset + word.length);
    const declaration = this.#ownDeclarations.get(offset);
    // The name of a conversion operator, `operator int`, is no node of the tree.
    const isDeclared = declaration !== undefined && (name !== noNode || declaration.name === word);
    if (isDeclared && !bringsNames(declaration)) return { declares: declaration };
    if (name === noNode) return this.#file.file.language === "cpp" ? this.#masked(offset, word) : this.#inText(offset);
    const resolution = this.#resolve(offset);
    const { confidence } = resolution;
    const type = this.#typeOf(name, resolution);
    return { where: "tree", type, resolution, isSure: confidence === "exact" || confidence === "likely" };
  }

  /** What a name does: one of a function of C++ that is not called gives its address, also as an argument of a template. */
  #typeOf(name: number, { targets }: Resolution): ReferenceType {
    const type = this.#places.typeOf(name);
    const isValue = (type === "read" || type === "type") && this.#file.file.language === "cpp";
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

  /** True for what an import of Python may name: a file or a folder. */
  #isModule(word: string): boolean {
    const { file, index } = this.#file;
    return (
      file.language === "python" && (index.filesNamed(`${word}.py`).length > 0 || index.folders.named(word).length > 0)
    );
  }

  /** Where names may be: start → ends, in the order of the starts. */
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
    if (file.language === "python") for (const { start, end } of textWordsIn(tree, text)) add(start, end);
    if (file.language === "cpp") for (const { start, end } of this.#maskedWords(ranges)) add(start, end);
    return [...ranges].sort(([a], [b]) => a - b);
  }

  /** The words that masking has taken out of the tree. */
  *#maskedWords(inTree: ReadonlyMap<number, unknown>): Generator<{ readonly start: number; readonly end: number }> {
    const { text } = this.#file;
    this.#words ??= new Set(wordsOfCode(text));
    for (const start of this.#words) {
      if (inTree.has(start)) continue;
      const length = wordPattern.exec(text.slice(start, start + maxWord))?.[0].length ?? 0;
      if (length > 0) yield { start, end: start + length };
    }
  }

  /** A name that masking has taken out of the tree, such as an argument of a macro, or that a macro is replaced by. */
  #masked(offset: number, word: string): UsedName | undefined {
    this.#words ??= new Set(wordsOfCode(this.#file.text));
    if (word.startsWith("~")) {
      // Where the tree has the name behind it, `~` is an operator.
      if (this.#places.nameAt(offset + 1, offset + word.length) !== noNode) return undefined;
      if (!this.#words.has(offset + 1)) return undefined;
    } else if (!this.#words.has(offset)) return undefined;
    const resolution = this.#resolve(offset);
    const { confidence, targets } = resolution;
    // Of what the tree does not show, only macros are surely known, what such statements are about, and launches.
    if (targets[0]?.kind === "macro") return { where: "masked", type: "text", resolution, isSure: true };
    if (this.#isInLaunch(offset)) {
      return { where: "masked", type: "read", resolution, isSure: confidence === "exact" || confidence === "likely" };
    }
    const isSure = confidence === "exact" && isInNamedStatement(this.#file.text, offset);
    return { where: isSure ? "tree" : "masked", type: isSure ? "type" : "text", resolution, isSure };
  }

  /** True for a place in `f<<<blocks, threads>>>(1)` of CUDA, whose expressions masking takes out of the tree. */
  #isInLaunch(offset: number): boolean {
    this.#launches ??= Array.from(this.#file.text.matchAll(launchPattern), ({ 0: text, index }) => ({
      start: index,
      end: index + text.length,
    }));
    return this.#launches.some(({ start, end }) => start < offset && offset < end);
  }

  /** A word of a string or a comment, where a rule says that it is a name. */
  #inText(offset: number): UsedName {
    const resolution = this.#resolve(offset);
    const { confidence, rule } = resolution;
    const isType = rule === annotationTextRule;
    const isName = isType || rule === keyRule;
    const isSure = confidence === "exact" || (isName && confidence === "likely");
    return { where: "text", type: isType ? "type" : "text", resolution, isSure };
  }

  #resolve(offset: number): Resolution {
    return this.#file.resolver.resolve(this.#file, offset);
  }
}

const launchPattern = /(?<!<)<<<(?!<)[^;{}]{1,500}?>>>/g;

/** A name with its place. */
type PlacedName = { readonly offset: number; readonly length: number; readonly name: WrittenName };

/** What the nodes of names begin with: the grammars of some languages do not tell them from numbers and signs. */
const mayBeName = /[\p{L}_$~@#]/u;

const wordPattern = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*/u;

/** UTF-16 code units of the longest word that is looked up outside of the tree. */
const maxWord = 200;

/** The offsets of words of C++ outside of comments and strings: also in what a macro is replaced by. */
export function* wordsOfCode(text: string): Generator<number> {
  const { count, kind, start, end } = tokensOf(text);
  const directives: (readonly [number, number])[] = [];
  for (let token = 0; token < count; token++) {
    const [of = Kind.end, from = 0, to = 0] = [kind[token], start[token], end[token]];
    if (of === Kind.word) yield from;
    else if (isDirective(of) && of !== Kind.include) directives.push([from, to]);
  }
  for (const [from, to] of directives) {
    const head = /^[#%:\s]*\w+/.exec(text.slice(from, to))?.[0].length ?? 0;
    for (const offset of wordsOfLine(text.slice(from + head, to))) yield from + head + offset;
  }
}

/** The offsets of words in a text without directives. */
function wordsOfLine(text: string): readonly number[] {
  const { count, kind, start } = tokensOf(text);
  const offsets: number[] = [];
  for (let token = 0; token < count; token++) if (kind[token] === Kind.word) offsets.push(start[token] ?? 0);
  return offsets;
}
