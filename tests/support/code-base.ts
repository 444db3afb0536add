import type { Code, ResolvedFile } from "../../src/code-index/code.ts";
import type { CodeIndex } from "../../src/code-index/code-index.ts";
import { dependencyGraphOf } from "../../src/code-index/dependency-graph.ts";
import { indexingOf } from "../../src/code-index/languages.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import { overlayIndex } from "../../src/code-index/overlay-index.ts";
import { WordPartsTable } from "../../src/code-index/search/word-parts-table.ts";
import { definesOf } from "../../src/syntax/cpp/macros/defines.ts";
import { fragmentLanguage } from "../../src/syntax/fragment-language.ts";
import { languageOf } from "../../src/syntax/language-of.ts";
import type { Languages } from "../../src/syntax/languages.ts";
import { mergeRoles } from "../../src/syntax/macro-roles.ts";
import { type ParsedFile, partParserOf, withParsed } from "../../src/syntax/parse.ts";
import { offsetAt, positionsIn } from "../../src/syntax/positions.ts";
import { languages } from "./shipped-languages.ts";

/** Texts by their paths. */
export type Files = Readonly<Record<string, string>>;

export type CodeBaseOptions = {
  /** Names of macros that are statements, with arguments: masking takes them out of C++. */
  readonly macros?: readonly string[];
  /** The folder of the files; left out, it is /code. */
  readonly root?: string;
  /** Rules of resolution that are switched off. */
  readonly off?: ReadonlySet<string>;
  /** The languages; left out, they are those that are shipped. */
  readonly known?: Languages;
};

/**
 * A code base in memory, whose files are parsed, indexed and resolved as the program does. Paths are relative; files of no
 * language can be read alone.
 */
export async function codeBase(files: Files, options: CodeBaseOptions = {}): Promise<Code> {
  const { macros = [], root = "/code", off = new Set(), known = languages } = options;
  const nameOf = (path: string) => path.slice(root.length + 1);
  const statements = new Map(macros.map((name) => [name, "statement()"] as const));
  const everywhere = mergeRoles([...Object.values(files).map((text) => definesOf(text)), statements]);
  const masking = { macros: { project: new Map(), folder: new Map(), everywhere } };
  const knownAt = (path: string) => {
    const text = files[path] ?? files[nameOf(path)] ?? "";
    const fragment = fragmentLanguage(path, text, known);
    return languageOf(path, known) ?? known.find(({ name }) => name === fragment);
  };
  const languageAt = (path: string) => {
    const language = knownAt(path);
    if (language === undefined) throw new Error(`no language of ${path}`);
    return language;
  };
  const parse = <Result>(path: string, text: string, use: (parsed: ParsedFile) => Result) => {
    const language = languageAt(path);
    return withParsed(language, text, language.macros ? { masking } : {}, use);
  };
  const fileOf = (path: string, parsed: ParsedFile, withLocals: boolean) => {
    const { name: language } = languageAt(path);
    return indexedFile({ path, language, facts: indexingOf(language).declarationsIn(parsed, withLocals) });
  };
  const indexed = await Promise.all(
    Object.keys(files)
      .filter((name) => knownAt(name) !== undefined)
      .sort()
      .map((name) => parse(name, files[name] ?? "", (parsed) => fileOf(`${root}/${name}`, parsed, false))),
  );
  const index = memoryIndex([root], indexed);
  const textOf = (path: string) => files[nameOf(path)];
  const paths = indexed.map(({ path }) => path);
  const dataOf = (language: string) => known.find(({ name }) => name === language);
  const dependenciesOver = (language: string, over: CodeIndex, includeFolders: (path: string) => readonly string[]) =>
    indexingOf(language).dependencies({ index: over, includeFolders, textOf, imports: dataOf(language)?.imports });
  const resolverOver = (language: string, over: CodeIndex) => {
    const types = dataOf(language)?.types;
    const dependencies = types && dependenciesOver(language, over, () => []);
    return indexingOf(language).resolver({ index: over, off, textOf, types, dependencies });
  };
  const code: Code = {
    index,
    unsavedPath: undefined,
    importable: index,
    resolverOf: (language) => resolverOver(language, index),
    indexingOf,
    dependenciesOf: (language, includeFolders) => dependenciesOver(language, index, includeFolders),
    throwIfOver: () => {},
    sharesNames: (language, other) =>
      language === other || (dataOf(language)?.imports?.kind ?? language) === dataOf(other)?.imports?.kind,
    titleOf: (language) => language,
    scipNameOf: (language) => language,
    separatorOf: (language) => (language === "python" ? "." : "::"),
    nameOf,
    pathOf: (name) => (files[name] === undefined ? undefined : `${root}/${name}`),
    textOf,
    filesWith: (word) => paths.filter((path) => textOf(path)?.includes(word)),
    countFilesWith: (word) => code.filesWith(word).length,
    numbered: paths.map((path) => ({ path, bytes: textOf(path)?.length ?? 0, isAlive: true })),
    wordLists: paths.map((path, first) => {
      const words = [...new Set(textOf(path)?.match(/[\w$\u0080-\uffff]+/g))];
      const table = new WordPartsTable(words.length, (visit) => {
        for (const word of words) visit(Buffer.from(word), Buffer.byteLength(word), 0);
      });
      const forEachWithTerms: WordPartsTable["forEachWithTerms"] = (...asked) => table.forEachWithTerms(...asked);
      return {
        forEachWithTerms,
        parts: () => table.parts,
        first,
        numberOf: (word) => words.indexOf(word),
        filesOf: () => Uint32Array.of(0),
      };
    }),
    savedFile: (path) => {
      const [file, text] = [index.fileAt(path), textOf(path)];
      return file === undefined || text === undefined ? undefined : { file, text };
    },
    editable: (path) => {
      const [language, text] = [index.fileAt(path)?.language, textOf(path)];
      return language === undefined || text === undefined ? undefined : { text, language, mark: "", digest: "" };
    },
    withParsed: async () => undefined,
    withParsedText: async () => undefined,
    changedTexts: async () => ({ base: "", head: "", files: [], notCompared: [], others: [], prefixes: [], notes: [] }),
    withFileOnce: (path, use) => code.withFile(path, use),
    withDeclarations: async (path, use) => {
      const saved = code.savedFile(path);
      const language = languageAt(path);
      const parsePart = await partParserOf(language);
      return saved && use({ ...saved, index, parsePart, commentSigns: language.comment_signs });
    },
    withTexts: async (texts) => {
      const changed = Array.from(texts, ([path, text]) => [nameOf(path), text] as const);
      return codeBase({ ...files, ...Object.fromEntries(changed) }, options);
    },
    withFile: async (path, use) => {
      const text = textOf(path);
      return text === undefined || knownAt(path) === undefined ? undefined : code.withText(path, text, use);
    },
    withText: async (path, text, use) => {
      const parsePart = await partParserOf(languageAt(path));
      return parse(path, text, (parsed) => {
        const file = fileOf(path, parsed, true);
        const overlay = overlayIndex(index, file);
        const indexing = indexingOf(file.language);
        const resolved: ResolvedFile = {
          ...{ file, tree: parsed.flat().tree, text, locals: parsed.locals(), index: overlay, parsePart, indexing },
          resolver: resolverOver(file.language, overlay),
          commentSigns: languageAt(path).comment_signs,
          joinedText: text,
          referenceTags: () => parsed.references(),
          positionOf: positionsIn(text),
          offsetAt: (line, column) => offsetAt(text, line, column),
        };
        return use(resolved);
      });
    },
  };
  return code;
}

/** The dependencies of a code base by the names of files: edges, and names that stand for no file. */
export async function dependenciesIn(files: Files, includeFolders: readonly string[] = []) {
  const { index, dependenciesOf, nameOf } = await codeBase(files);
  const graph = dependencyGraphOf(index, (language) => dependenciesOf(language, () => includeFolders));
  const fileAt = (file: number) => nameOf(graph.files[file]?.path ?? "");
  const named = <Row extends { readonly from: number }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, from: fileAt(row.from) }));
  return {
    edges: named(graph.edges).map((edge) => ({ ...edge, to: fileAt(edge.to) })),
    unresolved: named(graph.unresolved),
    external: named(graph.external),
    ambiguous: named(graph.ambiguous).map((row) => ({ ...row, candidates: row.candidates.map(fileAt) })),
  };
}
