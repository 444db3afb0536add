/**
 * The worker's side of calls over the index: it opens a code base once, and answers for it. Input: a view of a code base, and requests
 * for plans and rows; output: plans, rows of files, and next rounds.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { digestOf } from "../cache/digest.ts";
import type { ChangedTexts, ChangesRequest } from "../code-index/changed-texts.ts";
import type { Code, DeclaredFile, EditableText, ResolvedFile } from "../code-index/code.ts";
import type { CodeIndex, IndexedFile } from "../code-index/code-index.ts";
import type { DependencyFinder, DependencyOptions } from "../code-index/dependency.ts";
import type { LanguageIndexing } from "../code-index/language-indexing.ts";
import { indexingOf } from "../code-index/languages.ts";
import { withListedSymbols } from "../code-index/listed-symbols.ts";
import { indexedFile } from "../code-index/memory-index.ts";
import { overlayIndex } from "../code-index/overlay-index.ts";
import type { Resolver } from "../code-index/resolution.ts";
import { OpenSegment, SegmentIndex } from "../code-index/segment-index.ts";
import { indexWithUnread } from "../code-index/unread-index.ts";
import { markOf } from "../edits/edited-bytes.ts";
import { textDigest } from "../edits/text-digest.ts";
import { MacroBook } from "../facts/macro-book.ts";
import { Segment } from "../facts/segment.ts";
import { withLineFeeds } from "../syntax/copies.ts";
import { definesOf, withWholeNames } from "../syntax/dialect.ts";
import { languageOf } from "../syntax/language-of.ts";
import type { Language } from "../syntax/languages.ts";
import { type KnownMacros, type MacroRoles, mergeRoles } from "../syntax/macro-roles.ts";
import { type ParsedFile, partParserOf, withParsed } from "../syntax/parse.ts";
import { offsetAt, positionsIn } from "../syntax/positions.ts";
import type { AnyIndexTool } from "../tools/contract/index-tool.ts";
import { readSource, type Source } from "../workspace/read.ts";
import { OpenFiles } from "./open-files.ts";
import {
  type CodeCall,
  type CodeView,
  type SharedBytes,
  shownName,
  type UnsavedFile,
  type WorkerSettings,
} from "./protocol.ts";

/** A code base that a worker has opened. */
type Opened = {
  readonly view: CodeView;
  readonly index: SegmentIndex;
  readonly macros: MacroBook | undefined;
  /** Files that were parsed, with what was found out about their names. */
  readonly files: OpenFiles;
  /** By language, over all files without locals. */
  readonly resolvers: Map<string, Resolver>;
  /** The paths of wanted files whose imports are wanted, too. */
  readonly followed: Set<string>;
  /** The last code with other texts that was asked for: the files of a piece ask for the same. */
  changed?: { readonly texts: ReadonlyMap<string, string>; readonly code: Promise<Code> };
};

/** The code of a call. */
export type OpenedCode = Code & {
  /** True if files are to be read before what was asked of it so far can be answered. */
  readonly isWanting: boolean;
  /** Absolute paths of the files that are to be read before what was asked of it so far can be answered. */
  readonly wanted: readonly string[];
  /** Absolute paths of the files that are to be read since macros may declare a name there, whose word they lack. */
  readonly throughMacros: (name: string) => readonly string[];
};

/** Code bases that are kept open. */
const maxOpened = 2;

/** Declarations of a code base that are decoded, some 250 bytes each with what is known of them; past them it is opened again. */
const maxDecoded = 400_000;

/** The one that was used last comes first. */
const opened: Opened[] = [];

/** The segments of these code bases, by their numbers. */
const segments = new Map<number, OpenSegment>();

/**
 * The code of a call. Its unsaved text replaces a file of the code base, or adds one.
 *
 * @param tool the tool of the call: if it completes a word, a file of the code base stays as it is saved
 * @param throwIfOver see Code
 */
export async function openCode(
  call: Pick<CodeCall, "view" | "file" | "unsaved" | "unread">,
  settings: WorkerSettings,
  { reading }: Pick<AnyIndexTool, "reading">,
  throwIfOver: () => void,
): Promise<OpenedCode> {
  const base = open(call.view, settings);
  const reader = new CodeReader(base, call, settings, throwIfOver);
  if (!reading.completesWord || !reader.isSaved()) await reader.start();
  return reader;
}

/** A file of a code base whose facts are known, with its text as they were made of it. */
export type KnownFile = Pick<DeclaredFile, "file" | "text"> & { readonly separator: string };

/** Returns a function from absolute paths to the known files of a view; undefined for other files, and for changed ones. */
export function knownFilesOf(view: CodeView, settings: WorkerSettings): (path: string) => KnownFile | undefined {
  const base = open(view, settings);
  const reader = new CodeReader(base, { file: undefined, unsaved: undefined, unread: [] }, settings);
  return (path) => {
    const file = base.index.fileAt(path);
    if (file === undefined || base.index.isWorded(file)) return undefined;
    const saved = reader.savedFile(path);
    return saved && { ...saved, separator: reader.separatorOf(file.language) };
  };
}

function open(view: CodeView, settings: WorkerSettings): Opened {
  const known = opened.findIndex(({ view: { id } }) => id === view.id);
  const [found] = known < 0 ? [] : opened.splice(known, 1);
  const isFull = found !== undefined && found.index.decoded > maxDecoded;
  if (isFull) for (const { segment } of view.parts) segments.delete(segment);
  const base = found === undefined || isFull ? openedBase(view, settings) : found;
  opened.unshift(base);
  opened.length = Math.min(opened.length, maxOpened);
  for (const id of segments.keys()) {
    if (!opened.some(({ view: { parts } }) => parts.some(({ segment }) => segment === id))) segments.delete(id);
  }
  return base;
}

function openedBase(view: CodeView, { projectMacros }: WorkerSettings): Opened {
  const parts = view.parts.map(({ segment: id, index, alive }) => {
    const segment = segments.get(id) ?? new OpenSegment(Segment.open(index));
    segments.set(id, segment);
    return { segment, alive };
  });
  // Where the macros are the same, a file with the same text is read in the same way.
  const earlier = opened.find(({ view: { macros } }) => haveSameBytes(macros, view.macros));
  const macros =
    earlier?.macros ?? (view.macros && new MacroBook(JSON.parse(Buffer.from(view.macros).toString()), projectMacros));
  const index = new SegmentIndex(view.folders, parts, (name) => macros?.macrosWith(name) ?? []);
  return { view, index, macros, files: earlier?.files ?? new OpenFiles(), resolvers: new Map(), followed: new Set() };
}

function haveSameBytes(some: SharedBytes | undefined, others: SharedBytes | undefined): boolean {
  return some === undefined || others === undefined ? some === others : Buffer.compare(some, others) === 0;
}

const noTags: ReadonlyMap<number, string> = new Map();
const noTexts: ReadonlyMap<string, string> = new Map();

class CodeReader implements OpenedCode {
  readonly #base: Opened;
  readonly #file: CodeCall["file"];
  readonly #unsaved: UnsavedFile | undefined;
  readonly #unread: CodeCall["unread"];
  readonly #settings: WorkerSettings;
  /** Absolute path → the text that it has here instead of its own. */
  readonly #texts: ReadonlyMap<string, string>;
  /** The macros that these define, and the macros of all files → the same with these. */
  #defined: MacroRoles | undefined;
  readonly #everywhere = new Map<MacroRoles, MacroRoles>();
  #index: CodeIndex;
  #importable: CodeIndex | undefined;
  readonly throwIfOver: Code["throwIfOver"];
  /** Those of the code base, or of its index with the unsaved text. */
  readonly #resolvers: Map<string, Resolver>;

  constructor(
    base: Opened,
    { file, unsaved, unread }: Pick<CodeCall, "file" | "unsaved" | "unread">,
    settings: WorkerSettings,
    throwIfOver: Code["throwIfOver"] = () => {},
    texts: ReadonlyMap<string, string> = noTexts,
  ) {
    this.throwIfOver = throwIfOver;
    this.#base = base;
    this.#texts = texts;
    this.#file = file;
    this.#unsaved = unsaved;
    this.#unread = unread;
    this.#settings = settings;
    this.#index = base.index;
    const isShared = unsaved === undefined && texts.size === 0 && !this.isOfUnreadFile();
    this.#resolvers = isShared ? base.resolvers : new Map();
  }

  /** True if the call is about a file that the index does not have, such as since its time was over before the file was read. */
  isOfUnreadFile(): boolean {
    return this.#file !== undefined && this.#base.index.fileAt(this.#file.path) === undefined;
  }

  /** True when the index has the file of the unsaved text, in its language. */
  isSaved(): boolean {
    const { path, languageName } = this.#unsaved ?? {};
    return path !== undefined && this.#base.index.fileAt(path)?.language === languageName;
  }

  /** Puts the unsaved text into the index, or the file of the call. */
  async start(): Promise<void> {
    const path = this.#unsaved?.path ?? (this.isOfUnreadFile() ? this.#file?.path : undefined);
    if (path === undefined) return;
    const file = await this.withFile(path, ({ file: own }) => own);
    if (file !== undefined) this.#index = overlayIndex(this.#base.index, file);
    this.#importable = undefined;
  }

  get index(): CodeIndex {
    return this.#index;
  }

  get importable(): CodeIndex {
    this.#importable ??= indexWithUnread(this.#index, this.#unread);
    return this.#importable;
  }

  get isWanting(): boolean {
    return this.#base.index.isWanting;
  }

  get wanted(): readonly string[] {
    const { index, followed } = this.#base;
    // What they import is wanted in turn: it is read at the same time.
    for (const file of index.entered) {
      if (followed.has(file.path)) continue;
      followed.add(file.path);
      const { importsAhead } = indexingOf(file.language);
      const text = importsAhead && this.textOf(file.path);
      if (text === undefined) continue;
      for (const next of importsAhead?.(text, file, index) ?? []) index.enter(next);
    }
    return index.wanted;
  }

  throughMacros(name: string): readonly string[] {
    return this.#base.index.throughMacros(name).map(({ path }) => path);
  }

  get unsavedPath(): string | undefined {
    return this.#unsaved?.path;
  }

  indexingOf(language: string): LanguageIndexing {
    return indexingOf(language);
  }

  resolverOf(language: string): Resolver {
    const resolver = this.#resolvers.get(language) ?? this.#newResolver(language, this.#index);
    this.#resolvers.set(language, resolver);
    return resolver;
  }

  dependenciesOf(language: string, includeFolders: DependencyOptions["includeFolders"]): DependencyFinder | undefined {
    return this.#dependenciesOf(language, this.importable, includeFolders);
  }

  sharesNames(language: string, other: string): boolean {
    const [own, others] = [language, other].map((name) => this.#languageNamed(name)?.imports?.kind);
    return language === other || (own !== undefined && own === others);
  }

  titleOf(language: string): string {
    return this.#languageNamed(language)?.title ?? language;
  }

  scipNameOf(language: string): string {
    return this.#languageNamed(language)?.scip_name ?? this.titleOf(language);
  }

  separatorOf(language: string): string {
    return this.#languageNamed(language)?.scope_separator ?? ".";
  }

  #languageNamed(language: string): Language | undefined {
    return this.#settings.languages.find(({ name }) => name === language);
  }

  nameOf(path: string): string {
    return shownName(path, this.#base.view.names);
  }

  pathOf(name: string): string | undefined {
    if (name === this.#file?.name) return this.#file.path;
    const has = (path: string) => this.#index.fileAt(path) !== undefined;
    if (has(name)) return name;
    for (const { folder, name: shown } of this.#base.view.names) {
      const path = folder + name.slice(shown.length);
      if (name.startsWith(shown) && has(path)) return path;
    }
    return undefined;
  }

  textOf(path: string): string | undefined {
    const other = this.#texts.get(path);
    if (other !== undefined) return other;
    return path === this.#unsaved?.path ? this.#unsaved.text : this.#read(path)?.text;
  }

  editable(path: string): EditableText | undefined {
    const source = path === this.#unsaved?.path ? undefined : this.#read(path);
    const language = this.#languageOf(path)?.name;
    if (source === undefined || language === undefined) return undefined;
    const { text, bytes } = source;
    return { text, mark: markOf(bytes), language, digest: textDigest(text) };
  }

  #read(path: string): Source | undefined {
    const language = this.#languageOf(path);
    try {
      return readSource(path, path, { ...this.#settings, roots: this.#base.view.roots }, language);
    } catch {
      return undefined;
    }
  }

  filesWith(word: string): readonly string[] {
    const paths = this.#base.index.filesWith(word).map(({ path }) => path);
    const { path, text } = this.#unsaved ?? {};
    if (path === undefined || text === undefined) return paths;
    const others = paths.filter((other) => other !== path);
    return text.includes(word) ? [...others, path].sort() : others;
  }

  get numbered(): Code["numbered"] {
    return this.#base.index.numbered;
  }

  get wordLists(): Code["wordLists"] {
    return this.#base.index.wordLists;
  }

  countFilesWith(word: string, max: number): number {
    return this.#base.index.countFilesWith(word, max);
  }

  async withDeclarations<Result>(path: string, use: (file: DeclaredFile) => Result): Promise<Result | undefined> {
    const file = this.#index.fileAt(path);
    const language = this.#languageOf(path);
    const text = path === this.#unsaved?.path ? this.#unsaved.text : this.#knownText(path);
    if (file === undefined || language === undefined || text === undefined) return undefined;
    const parsePart = await partParserOf(language);
    const commentSigns = language.comment_signs;
    return use({ file, text: withLineFeeds(text), index: this.#index, parsePart, commentSigns });
  }

  savedFile(path: string): Pick<DeclaredFile, "file" | "text"> | undefined {
    const file = this.#base.index.fileAt(path);
    const text = file && this.#knownText(path);
    return file === undefined || text === undefined ? undefined : { file, text: withLineFeeds(text) };
  }

  /** The text of a file whose declarations the index has. */
  #knownText(path: string): string | undefined {
    const content = this.#base.index.contentOf(path);
    const source = content === undefined ? undefined : this.#read(path);
    return source !== undefined && digestOf(source.bytes) === content ? source.text : undefined;
  }

  async withFile<Result>(path: string, use: (file: ResolvedFile) => Result): Promise<Result | undefined> {
    const language = this.#languageOf(path);
    const text = this.textOf(path);
    if (language === undefined || text === undefined) return undefined;
    if (this.#unsaved !== undefined || this.#texts.size > 0) return await this.#parse(path, language, text, use);
    const { files } = this.#base;
    const index = this.#index;
    const known = files.get(path, text);
    if (known?.index === index) {
      known.file.resolver.startCall?.();
      return use(known.file);
    }
    if (known !== undefined) {
      const file = { ...known.file, ...this.#resolving(known.file.file) };
      files.add({ file, index }, text);
      return use(file);
    }
    return await this.#parse(path, language, text, (parsed) => {
      const file = { ...parsed, tree: parsed.tree.kept() };
      files.add({ file, index }, text);
      return use(file);
    });
  }

  async withFileOnce<Result>(path: string, use: (file: ResolvedFile) => Result): Promise<Result | undefined> {
    const language = this.#languageOf(path);
    const text = this.#knownText(path);
    return language === undefined || text === undefined ? undefined : await this.#parse(path, language, text, use);
  }

  async withParsed<Result>(path: string, use: (file: ParsedFile) => Result): Promise<Result | undefined> {
    const text = this.textOf(path);
    return text === undefined ? undefined : await this.withParsedText(path, text, use);
  }

  async withText<Result>(path: string, text: string, use: (file: ResolvedFile) => Result): Promise<Result | undefined> {
    const language = this.#languageOf(path);
    return language && (await this.#parse(path, language, text, use));
  }

  async withParsedText<Result>(
    path: string,
    text: string,
    use: (file: ParsedFile) => Result,
  ): Promise<Result | undefined> {
    const language = this.#languageOf(path);
    if (language === undefined) return undefined;
    const macros = this.#base.macros?.at(path, language);
    return await withParsed(language, text, { masking: macros && { macros } }, (parsed) =>
      use(withListedSymbols(parsed, path)),
    );
  }

  async changedTexts(request: ChangesRequest): Promise<ChangedTexts> {
    const { changedTexts } = await import("./changed-texts.ts");
    return await changedTexts(request, {
      // The text of a diff is that of its files, whether their declarations are known or not.
      index: request.diff === undefined ? this.#index : this.importable,
      nameOf: (path) => this.nameOf(path),
      textOf: (path) => this.textOf(path),
      names: this.#base.view.names,
      unsaved: this.#unsaved,
      settings: { ...this.#settings, roots: this.#base.view.roots },
    });
  }

  async withTexts(texts: ReadonlyMap<string, string>): Promise<Code> {
    if (this.#unsaved !== undefined) return await this.#changed(texts);
    const { changed } = this.#base;
    if (changed !== undefined && haveSameTexts(changed.texts, texts)) return await changed.code;
    const code = this.#changed(texts);
    this.#base.changed = { texts, code };
    return await code;
  }

  async #changed(texts: ReadonlyMap<string, string>): Promise<Code> {
    const call = { file: this.#file, unsaved: this.#unsaved, unread: this.#unread };
    const reader = new CodeReader(this.#base, call, this.#settings, this.throwIfOver, texts);
    const files: IndexedFile[] = [];
    for (const [path, text] of texts) {
      const file = await this.withText(path, text, ({ file: own }) => own);
      if (file !== undefined) files.push(file);
    }
    reader.#index = overlayIndex(this.#index, ...files);
    return reader;
  }

  async #parse<Result>(
    path: string,
    language: Language,
    text: string,
    use: (file: ResolvedFile) => Result,
  ): Promise<Result> {
    const macros = this.#macrosAt(path, language);
    const masking = macros && { macros };
    const indexing = indexingOf(language.name);
    const parsePart = await partParserOf(language);
    return await withParsed(language, text, { masking }, (parsed) => {
      const facts = indexing.declarationsIn(parsed, true);
      const file = indexedFile({ path, language: language.name, facts });
      const whole = withLineFeeds(text);
      const tags = indexing.hasTags ? parsed.references() : noTags;
      return use({
        file,
        tree: parsed.flat().tree,
        text: whole,
        locals: parsed.locals(),
        parsePart,
        commentSigns: language.comment_signs,
        ...this.#resolving(file),
        indexing,
        joinedText: withWholeNames(language, whole),
        referenceTags: () => tags,
        positionOf: positionsIn(whole),
        offsetAt: (line, column) => offsetAt(whole, line, column),
      });
    });
  }

  /** How the names of an open file are looked up: over all files, with its locals. */
  #resolving(file: IndexedFile): Pick<ResolvedFile, "index" | "resolver"> {
    const index = overlayIndex(this.#index, file);
    return { index, resolver: this.#newResolver(file.language, index) };
  }

  /** The macros that a file is read with: also the ones that only other texts of files define. */
  #macrosAt(path: string, language: Language): KnownMacros | undefined {
    const known = this.#base.macros?.at(path, language);
    if (known === undefined || this.#texts.size === 0) return known;
    this.#defined ??= mergeRoles([...this.#texts.values()].map(definesOf));
    if (this.#defined.size === 0) return known;
    const { everywhere } = known;
    const defined = this.#defined;
    return {
      ...known,
      everywhere: getOrInsert(this.#everywhere, everywhere, () => new Map([...everywhere, ...defined])),
    };
  }

  #newResolver(language: string, index: CodeIndex): Resolver {
    const { hasTags, resolver } = indexingOf(language);
    const textOf = (path: string) => this.textOf(path);
    // Rules of their own know what imports name, and what code says of types.
    if (!hasTags) return resolver({ index, textOf });
    const dependencies = this.#dependenciesOf(language, index, () => []);
    const types = this.#settings.languages.find(({ name }) => name === language)?.types;
    return resolver({ index, textOf, dependencies, types });
  }

  #dependenciesOf(
    language: string,
    index: CodeIndex,
    includeFolders: DependencyOptions["includeFolders"],
  ): DependencyFinder | undefined {
    const imports = this.#settings.languages.find(({ name }) => name === language)?.imports;
    const textOf = (path: string) => this.textOf(path);
    return indexingOf(language).dependencies({ index, includeFolders, textOf, imports });
  }

  #languageOf(path: string): Language | undefined {
    const { languages } = this.#settings;
    const name = path === this.#unsaved?.path ? this.#unsaved.languageName : this.#base.index.fileAt(path)?.language;
    return name === undefined ? languageOf(path, languages) : languages.find((language) => language.name === name);
  }
}

function haveSameTexts(some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>): boolean {
  return some.size === others.size && [...some].every(([path, text]) => others.get(path) === text);
}
