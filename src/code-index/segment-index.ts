/**
 * The index of a code base over segments of facts. Input: segments, and what is known of each of their files; output: declarations
 * by name and by file, and the files that are to be read first where something was asked for that only they may have.
 */
import { basename } from "node:path";
import { compareText } from "../base/compare-text.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import { farthestFrom, nearestOf } from "../base/nearest.ts";
import { type DeclarationFact, type DeclarationKind, joiningSign, pastingName } from "../facts/declaration-facts.ts";
import type { Segment } from "../facts/segment.ts";
import type { LetterReader } from "../facts/word-index.ts";
import { furtherNumbers, mayBeOfNumber } from "../facts/words.ts";
import {
  type CodeIndex,
  type Declaration,
  type Import,
  type IndexedFile,
  importKinds,
  type KnownNamed,
} from "./code-index.ts";
import { Folders } from "./folders.ts";
import { compareDeclarations } from "./places.ts";
import { forEachWithTerms, type WordList, WordPartsTable } from "./search/word-parts-table.ts";

/** Knowledge of a file of a segment: nothing that counts, all that the index needs, or only its words. */
export const Alive = { none: 0, known: 1, worded: 2 } as const;

/** A file of a segment, which need not be alive. */
export type NumberedFile = { readonly path: string; readonly bytes: number; readonly isAlive: boolean };

/** A segment, and for each of its files how much of it is alive. */
export type IndexPart = { readonly segment: OpenSegment; readonly alive: Uint8Array };

type PlaceOfFile = { readonly part: IndexPart; readonly file: number };

/** Paths that are kept, of files that there are and that were looked for. */
const maxPlaces = 100_000;

/**
 * An index over segments of facts: each file of the code base is alive in one of them. Nothing is decoded before it is
 * wanted.
 *
 * Some files may be known only by their words. Such a file answers as one without declarations, and is `wanted` from then on
 * if it may have the answer: once nothing is wanted, the answers are the same as from the whole index. Declarations without a name
 * are an exception, since only the ones in files that another file includes count: these files are asked for first.
 */
export class SegmentIndex implements CodeIndex {
  readonly roots: readonly string[];
  readonly #parts: readonly IndexPart[];
  readonly #wordsFor: (name: string) => readonly string[];
  readonly #named = new Map<string, readonly Declaration[]>();
  /** Path → the file with it; null for none. */
  readonly #places = new Map<string, PlaceOfFile | null>();
  /** Word → number of files, of words that were asked for. */
  readonly #fileCounts = new Map<string, number>();
  #files: readonly IndexedFile[] | undefined;
  #byFileName: ReadonlyMap<string, readonly IndexedFile[]> | undefined;
  #folders: Folders | undefined;
  #numbered: readonly NumberedFile[] | undefined;
  /** The parts with files that are known only by their words. */
  readonly #partsToRead: readonly IndexPart[];
  /** The files that are known only by their words, by their segments and numbers. */
  readonly #worded = new Map<OpenSegment, Map<number, WordedFile>>();
  readonly #wanted = new Set<string>();
  /** Name → the files of these that may declare it. */
  readonly #declaring = new Map<string, ReadonlySet<IndexedFile>>();
  /** The words of a path, the last one first → the files of these that have each of the words. */
  readonly #withPaths = new Map<string, readonly IndexedFile[]>();
  /** Those of them whose imports were asked for. */
  readonly #entered = new Set<WordedFile>();

  /** @param wordsFor returns the words that may be written, instead of a name, where it is declared */
  constructor(
    roots: readonly string[],
    parts: readonly IndexPart[],
    wordsFor: (name: string) => readonly string[] = () => [],
  ) {
    this.roots = roots;
    this.#parts = parts;
    this.#partsToRead = parts.filter(({ alive }) => alive.includes(Alive.worded));
    this.#wordsFor = wordsFor;
  }

  /** The files that are to be read for what was asked so far; in path order. */
  get wanted(): readonly string[] {
    return [...this.#wanted].sort(compareText);
  }

  /** True if files are to be read for what was asked so far. */
  get isWanting(): boolean {
    return this.#wanted.size > 0;
  }

  /** The wanted files whose imports were asked for: what they import is asked for next. */
  get entered(): Iterable<IndexedFile> {
    return this.#entered;
  }

  /** Takes the imports of a file that is known only by its words for asked for. */
  enter(file: IndexedFile): void {
    if (!(file instanceof WordedFile)) return;
    this.#wanted.add(file.path);
    this.#entered.add(file);
  }

  /** True for a file that is known only by its words. */
  isWorded(file: IndexedFile): boolean {
    return file instanceof WordedFile;
  }

  /** Declarations that were asked for, and stay in memory. */
  get decoded(): number {
    return this.#parts.reduce((sum, { segment }) => sum + segment.decoded, 0);
  }

  get files(): readonly IndexedFile[] {
    this.#files ??= this.#collect(({ alive }) => Array.from(alive.keys()));
    return this.#files;
  }

  fileAt(path: string): IndexedFile | undefined {
    const place = this.#placeOf(path);
    return place && this.#file(place.part, place.file);
  }

  /** The digest of the bytes that a file had when it was read; undefined for one that the index has not. */
  contentOf(path: string): string | undefined {
    const place = this.#placeOf(path);
    return place?.part.segment.facts.contentOf(place.file);
  }

  /** Includes and imports ask for the same paths again, and no file has most of them. */
  #placeOf(path: string): PlaceOfFile | undefined {
    const known = this.#places.get(path);
    if (known !== undefined) return known ?? undefined;
    const found = this.#findPlaceOf(path);
    if (this.#places.size >= maxPlaces) this.#places.clear();
    this.#places.set(path, found ?? null);
    return found;
  }

  #findPlaceOf(path: string): PlaceOfFile | undefined {
    for (const part of this.#parts) {
      const { segment, alive } = part;
      const file = segment.facts.filesAt(path).find((number) => alive[number] !== Alive.none);
      if (file !== undefined) return { part, file };
    }
    return undefined;
  }

  #file({ segment, alive }: IndexPart, file: number): IndexedFile {
    if (alive[file] === Alive.known) return segment.file(file);
    const worded = this.#worded.get(segment) ?? new Map<number, WordedFile>();
    this.#worded.set(segment, worded);
    const known = worded.get(file) ?? new WordedFile(segment.facts, file, this.#wanted, this.#entered);
    worded.set(file, known);
    return known;
  }

  /** The files that may declare a name, among the ones that are known only by their words. */
  #mayDeclare(name: string): ReadonlySet<IndexedFile> {
    if (name === "" || this.#partsToRead.length === 0) return none;
    const known = this.#declaring.get(name);
    if (known !== undefined) return known;
    const found = includedPath.test(name) ? new Set(this.#withPath(name)) : this.#withName(name);
    this.#declaring.set(name, found);
    return found;
  }

  /** The files that may declare a name by its words, by parts that they join, or through a macro. */
  #withName(name: string): ReadonlySet<IndexedFile> {
    const words = name === pastingName ? [name] : (name.match(asciiWords) ?? []);
    return new Set([...this.#withAll(words), ...this.#joining(words), ...this.throughMacros(name)]);
  }

  /** The files that may have an include with a path: few have the last words, and folders to go up by have no words. */
  #withPath(path: string): readonly IndexedFile[] {
    const words = (path.match(asciiWords) ?? []).reverse();
    return getOrInsert(this.#withPaths, words.join(" "), () => this.#withAll(words));
  }

  /** The files with all of some words, or all files if there are none, among the ones that are known only by their words. */
  #withAll([first, ...others]: readonly string[]): readonly IndexedFile[] {
    return this.#partsToRead.flatMap((part) => {
      const { alive } = part;
      const found = first === undefined ? Uint32Array.from(alive.keys()) : filesOf(first, part);
      let files = found.filter((file) => alive[file] === Alive.worded);
      for (const word of others) {
        if (files.length === 0) break;
        const having = new Set(filesOf(word, part));
        files = files.filter((file) => having.has(file));
      }
      return Array.from(files, (file) => this.#file(part, file));
    });
  }

  /** The files that may write one of some words as joined parts, among the ones that are known only by their words. */
  #joining(words: readonly string[]): readonly IndexedFile[] {
    return this.#partsToRead.flatMap((part) =>
      words
        .flatMap((word) => part.segment.filesJoining(word))
        .filter((file) => part.alive[file] === Alive.worded)
        .map((file) => this.#file(part, file)),
    );
  }

  /** The files where a macro with a part in a declaration of a name may declare it, among the ones that are known only by their words. */
  throughMacros(name: string): readonly IndexedFile[] {
    return this.#wordsFor(name).flatMap((word) => this.#withAll([word]));
  }

  #want(files: Iterable<IndexedFile>): void {
    for (const { path } of files) this.#wanted.add(path);
  }

  named(name: string): readonly Declaration[] {
    // The files whose imports were asked for are read first: what they see decides which others count.
    if (this.#entered.size === 0) this.#want(this.#mayDeclare(name));
    return this.#known(name);
  }

  knownNamed(name: string, counts: (file: IndexedFile) => boolean): KnownNamed | undefined {
    const others = this.#mayDeclare(name);
    if (others.size === 0) return undefined;
    const counting = [...others].filter(counts);
    this.#want(counting);
    return { declarations: this.#known(name), isOpen: counting.length > 0 || this.#entered.size > 0 };
  }

  mayDeclare(file: IndexedFile, name: string): boolean {
    return !this.isWorded(file) || this.#mayDeclare(name).has(file);
  }

  #known(name: string): readonly Declaration[] {
    let found = this.#named.get(name);
    if (found === undefined) {
      found = this.#parts.flatMap(({ segment, alive }) => segment.named(name, alive)).sort(compareDeclarations);
      this.#named.set(name, found);
    }
    return found;
  }

  filesNamed(name: string): readonly IndexedFile[] {
    this.#byFileName ??= groupBy(this.files, ({ path }) => basename(path));
    return this.#byFileName.get(name) ?? [];
  }

  get folders(): Folders {
    this.#folders ??= new Folders(this.files.map(({ path }) => path));
    return this.#folders;
  }

  /** The files whose text has a word, in path order; for a number also the files with more numbers than are words. */
  filesWith(word: string): readonly IndexedFile[] {
    const words = mayBeOfNumber(word, true) ? [word, furtherNumbers] : [word];
    return this.#collect((part) => {
      const files = words.flatMap((one) => [...filesOf(one, part)]);
      return words.length > 1 ? [...new Set(files)] : files;
    });
  }

  /** The number of files with a word in their text, at most `max`. */
  countFilesWith(word: string, max: number): number {
    let count = this.#fileCounts.get(word);
    if (count === undefined) {
      count = this.#countFilesWith(word);
      this.#fileCounts.set(word, count);
    }
    return Math.min(count, max);
  }

  #countFilesWith(word: string): number {
    let count = 0;
    for (const part of this.#parts) {
      for (const file of filesOf(word, part)) if (part.alive[file] !== Alive.none) count++;
    }
    return count;
  }

  /** The files by number, for `wordLists`. */
  get numbered(): readonly NumberedFile[] {
    this.#numbered ??= this.#parts.flatMap(({ segment: { facts }, alive }) =>
      Array.from(alive, (one, file) => ({
        path: facts.pathOf(file),
        bytes: facts.stampOf(file).size,
        isAlive: one !== Alive.none,
      })),
    );
    return this.#numbered;
  }

  /** The words of texts. */
  get wordLists(): readonly WordList[] {
    let first = 0;
    return this.#parts.map(({ segment }) => {
      const { facts } = segment;
      const list: WordList = {
        forEachWithTerms: (...asked) => segment.forEachWithTerms(...asked),
        parts: () => segment.wordTable.parts,
        numberOf: (word) => facts.wordId(word),
        filesOf: (word) => facts.filesWith(word),
        first,
      };
      first += facts.files;
      return list;
    });
  }

  /** All names of declarations, each once. */
  names(): readonly string[] {
    this.#want(this.#withAll([]));
    return [...new Set(this.#parts.flatMap(({ segment, alive }) => segment.names(alive)))];
  }

  /**
   * The near names that are known. Files are wanted that may declare a nearer one: files with a word that is written like the name,
   * the nearest words first.
   */
  namesNear(name: string, most: number): readonly string[] {
    if (!isWord.test(name)) return nearestOf(name, this.names(), most);
    const known = new Set(this.#parts.flatMap(({ segment, alive }) => segment.names(alive)));
    const names = [...known].filter((one) => isWord.test(one));
    if (this.#partsToRead.length === 0) return nearestOf(name, names, most);
    let found = 0;
    let open = 0;
    for (const word of nearestOf(name, [...names, ...this.#wordsNear(name)], Number.POSITIVE_INFINITY)) {
      if (found === most || open === maxOpenWords) break;
      const files = this.#mayDeclare(word);
      this.#want(files);
      if (known.has(word)) found++;
      else if (files.size > 0) open++;
    }
    return nearestOf(name, names, most);
  }

  /** Words of files that are known only by their words, among them all that are written like a name. */
  #wordsNear(name: string): readonly string[] {
    const words: string[] = [];
    const farthest = farthestFrom(name);
    const [least, most] = [name.length - farthest, name.length + farthest];
    const mayBeNear: LetterReader<boolean> = (letters, length) => {
      const [first = 0] = letters;
      const isNumber = first >= 0x30 && first <= 0x39;
      // Only other characters than those of ASCII have several bytes.
      return !isNumber && length > least && (length < most || letters.subarray(0, length).some((byte) => byte >= 0x80));
    };
    for (const { segment, alive } of this.#partsToRead) {
      segment.facts.forEachPassing(mayBeNear, (word, files) => {
        if (files.some((file) => alive[file] === Alive.worded)) words.push(word);
      });
    }
    return words;
  }

  /** @param numbersOf numbers of files of a part; numbers that are not alive are left out */
  #collect(numbersOf: (part: IndexPart) => readonly number[]): readonly IndexedFile[] {
    const found = this.#parts.flatMap((part) =>
      numbersOf(part).flatMap((file) => (part.alive[file] === Alive.none ? [] : this.#file(part, file))),
    );
    return found.sort((a, b) => compareText(a.path, b.path));
  }
}

const none: ReadonlySet<IndexedFile> = new Set();

/** The numbers of the files of a part that have a word, ascending. */
function filesOf(word: string, { segment: { facts } }: IndexPart): Uint32Array {
  const id = facts.wordId(word);
  return id < 0 ? noFiles : facts.filesWith(id);
}

const noFiles = new Uint32Array();

/** Matches a path with a folder or an extension: only an include has such a name. */
const includedPath = /\/[\w$]|[\w$]\.[\w$]+$/;

/** Words that each text with a name has: the parts in ASCII of a word with other characters are words, too (see `facts/words`). */
const asciiWords = /[\w$]+/g;

/** Matches a name that is a word of each text with it. */
const isWord = /^[\w$\u0080-\uffff]+$/;

/** Words that are written like a name and may be names, above which no others are looked at before their files are read. */
const maxOpenWords = 12;

/** A file that is known only by its words. */
class WordedFile implements IndexedFile {
  readonly path: string;
  readonly language: string;
  readonly #wanted: Set<string>;
  readonly #entered: Set<WordedFile>;

  /** @param wanted receives its path when something is asked of it, and `entered` the file if these are imports */
  constructor(facts: Segment, file: number, wanted: Set<string>, entered: Set<WordedFile>) {
    this.path = facts.pathOf(file);
    this.language = facts.languageOf(file);
    this.#wanted = wanted;
    this.#entered = entered;
  }

  get declarations(): readonly Declaration[] {
    this.#wanted.add(this.path);
    return [];
  }

  get imports(): readonly Import[] {
    this.#wanted.add(this.path);
    this.#entered.add(this);
    return [];
  }
}

/** The files of a segment whose text joins words; and by word, the places in their list of the ones that have it. */
type JoiningFiles = { readonly files: readonly number[]; readonly having: ReadonlyMap<string, readonly number[]> };

function joiningFiles(facts: Segment): JoiningFiles {
  const sign = facts.wordId(joiningSign);
  const files = sign < 0 ? [] : [...facts.filesWith(sign)];
  const having = new Map<string, readonly number[]>();
  if (files.length === 0) return { files, having };
  const placeOf = new Map(files.map((file, place) => [file, place]));
  facts.forEachWord((word, _, all) => {
    const places: number[] = [];
    for (const file of all) {
      const place = placeOf.get(file);
      if (place !== undefined) places.push(place);
    }
    if (places.length > 0) having.set(facts.wordOf(word), places);
  });
  return { files, having };
}

/** A segment with what was asked for of its files, alive or not: the indexes of a code base before and after an edit share it. */
export class OpenSegment {
  readonly facts: Segment;
  readonly #files: (SegmentFile | undefined)[] = [];
  readonly #made = new Map<number, SegmentDeclaration>();
  #byName: ByName | undefined;
  #joining: JoiningFiles | undefined;
  #wordTable: WordPartsTable | undefined;
  #hasQuestion = false;

  constructor(facts: Segment) {
    this.facts = facts;
  }

  /** Declarations that were made. */
  get decoded(): number {
    return this.#made.size;
  }

  file(number: number): IndexedFile {
    return this.#file(number);
  }

  named(name: string, alive: Uint8Array): readonly Declaration[] {
    const word = this.facts.wordId(name);
    if (word < 0) return [];
    const { starts, declarations, fileOf } = this.#names;
    const found: Declaration[] = [];
    for (let at = starts[word] ?? 0; at < (starts[word + 1] ?? 0); at++) {
      const file = fileOf[at] ?? 0;
      if (alive[file] === Alive.known) found.push(this.declaration(declarations[at] ?? 0, this.#file(file)));
    }
    return found;
  }

  /** The files whose text joins words with `##`, and has words that make this one when they are joined. */
  filesJoining(word: string): readonly number[] {
    this.#joining ??= joiningFiles(this.facts);
    const { files, having } = this.#joining;
    if (files.length === 0) return [];
    // By the length of a beginning of the word, the places of the files that have it in parts.
    const reached: (Set<number> | undefined)[] = [new Set(files.keys())];
    for (let from = 0; from < word.length; from++) {
      const before = reached[from];
      if (before === undefined) continue;
      for (let to = from + 1; to <= word.length; to++) {
        const isWhole = from === 0 && to === word.length;
        if (isWhole) continue;
        for (const place of having.get(word.slice(from, to)) ?? []) {
          if (before.has(place)) reached[to] = (reached[to] ?? new Set()).add(place);
        }
      }
    }
    return [...(reached[word.length] ?? [])].flatMap((place) => files[place] ?? []);
  }

  names(alive: Uint8Array): readonly string[] {
    const { starts, fileOf } = this.#names;
    const names: string[] = [];
    for (let word = 0; word + 1 < starts.length; word++) {
      const files = fileOf.subarray(starts[word], starts[word + 1]);
      if (files.some((file) => alive[file] === Alive.known)) names.push(this.facts.wordOf(word));
    }
    return names;
  }

  declaration(number: number, file: SegmentFile): SegmentDeclaration {
    let made = this.#made.get(number);
    if (made === undefined) {
      made = new SegmentDeclaration(this, number, file);
      this.#made.set(number, made);
    }
    return made;
  }

  #file(number: number): SegmentFile {
    const file = this.#files[number] ?? new SegmentFile(this, number);
    this.#files[number] = file;
    return file;
  }

  /** Visits the words that have terms: from the second question on by their parts. */
  forEachWithTerms(...[matcher, visit]: Parameters<WordList["forEachWithTerms"]>): void {
    if (this.#hasQuestion) this.wordTable.forEachWithTerms(matcher, visit);
    else forEachWithTerms((visitLetters) => this.facts.forEachLetters(visitLetters), matcher, visit);
    this.#hasQuestion = true;
  }

  /** The words of the segment by their parts. */
  get wordTable(): WordPartsTable {
    this.#wordTable ??= new WordPartsTable(this.facts.words, (visit) => this.facts.forEachLetters(visit));
    return this.#wordTable;
  }

  get #names(): ByName {
    this.#byName ??= byNameOf(this.facts);
    return this.#byName;
  }
}

/**
 * The declarations of a segment by the words that are their names: the declarations of a word are between its start and
 * the next.
 */
type ByName = { readonly starts: Uint32Array; readonly declarations: Uint32Array; readonly fileOf: Uint32Array };

function byNameOf(segment: Segment): ByName {
  const columns = segment.declarationColumns;
  const starts = new Uint32Array(segment.words + 1);
  const visit = (act: (declaration: number, word: number, file: number) => void) => {
    for (let file = 0; file < segment.files; file++) {
      const { start, end } = segment.declarationsOf(file);
      for (let at = start; at < end; at++) act(at, columns.numberAt("name", at), file);
    }
  };
  visit((_, word) => {
    starts[word + 1] = (starts[word + 1] ?? 0) + 1;
  });
  for (let word = 1; word < starts.length; word++) starts[word] = (starts[word] ?? 0) + (starts[word - 1] ?? 0);
  const ends = starts.slice();
  const count = starts.at(-1) ?? 0;
  const declarations = new Uint32Array(count);
  const fileOf = new Uint32Array(count);
  visit((declaration, word, file) => {
    const place = ends[word] ?? 0;
    declarations[place] = declaration;
    fileOf[place] = file;
    ends[word] = place + 1;
  });
  return { starts, declarations, fileOf };
}

class SegmentFile implements IndexedFile {
  readonly path: string;
  readonly language: string;
  readonly part: OpenSegment;
  readonly first: number;
  readonly #end: number;
  #declarations: readonly Declaration[] | undefined;
  #imports: readonly Import[] | undefined;
  #names: Uint32Array | undefined;

  constructor(part: OpenSegment, number: number) {
    const { facts: segment } = part;
    this.part = part;
    this.path = segment.pathOf(number);
    this.language = segment.languageOf(number);
    const { start, end } = segment.declarationsOf(number);
    this.first = start;
    this.#end = end;
  }

  get declarations(): readonly Declaration[] {
    this.#declarations ??= Array.from({ length: this.#end - this.first }, (_, index) =>
      this.part.declaration(this.first + index, this),
    );
    return this.#declarations;
  }

  get imports(): readonly Import[] {
    this.#imports ??= this.#findImports();
    return this.#imports;
  }

  #findImports(): readonly Import[] {
    const { declarationColumns } = this.part.facts;
    const imports: Import[] = [];
    for (let declaration = this.first; declaration < this.#end; declaration++) {
      if (!importKinds.has(declarationColumns.kindOf(declaration))) continue;
      imports.push(new SegmentDeclaration(this.part, declaration, this));
    }
    return imports;
  }

  /** The offset of the name of a declaration. */
  nameAt(declaration: number): number {
    this.#names ??= this.part.facts.declarationColumns.namesAt(this.first, this.#end);
    return this.#names[declaration - this.first] ?? 0;
  }
}

class SegmentDeclaration implements Declaration {
  readonly file: SegmentFile;
  readonly scopeStart = 0;
  readonly scopeEnd = 0;
  readonly #part: OpenSegment;
  readonly #number: number;
  #name: string | undefined;
  #type: string | undefined;
  #qualifier: string | undefined;

  constructor(part: OpenSegment, number: number, file: SegmentFile) {
    this.#part = part;
    this.#number = number;
    this.file = file;
  }

  get index(): number {
    return this.#number - this.file.first;
  }

  get name(): string {
    this.#name ??= this.#wordIn("name");
    return this.#name;
  }

  get type(): string {
    this.#type ??= this.#wordIn("type");
    return this.#type;
  }

  get qualifier(): string {
    this.#qualifier ??= this.#wordIn("qualifier");
    return this.#qualifier;
  }

  get kind(): DeclarationKind {
    return this.#columns.kindOf(this.#number);
  }

  get flags(): number {
    return this.#columns.numberAt("flags", this.#number);
  }

  get line(): number {
    return this.#columns.numberAt("line", this.#number);
  }

  get column(): number {
    return this.#columns.numberAt("column", this.#number);
  }

  get endLine(): number {
    return this.#columns.endLineOf(this.#number);
  }

  get least(): number {
    return this.#columns.numberAt("least", this.#number);
  }

  get most(): number {
    return this.#columns.mostOf(this.#number);
  }

  get parameters(): number {
    return this.#columns.numberAt("parameters", this.#number);
  }

  get parent(): Declaration | undefined {
    const parent = this.#columns.parentOf(this.#number);
    return parent < this.file.first ? undefined : this.#part.declaration(parent, this.file);
  }

  get at(): number {
    return this.file.nameAt(this.#number);
  }

  get start(): number {
    return this.#offsets.start;
  }

  get headEnd(): number {
    return this.#offsets.headEnd;
  }

  get end(): number {
    return this.#offsets.end;
  }

  get #columns() {
    return this.#part.facts.declarationColumns;
  }

  get #offsets(): Pick<DeclarationFact, "start" | "headEnd" | "end"> {
    return this.#columns.offsetsOf(this.#number, this.at);
  }

  #wordIn(column: "name" | "type" | "qualifier"): string {
    return this.#part.facts.wordOf(this.#columns.numberAt(column, this.#number));
  }
}
