import { basename } from "node:path";
import type { Code, ResolvedFile } from "../../src/code-index/code.ts";
import type { Declaration, IndexedFile } from "../../src/code-index/code-index.ts";
import { indexingOf } from "../../src/code-index/languages.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import type { Resolution, Resolver } from "../../src/code-index/resolution.ts";
import { type DeclarationFact, DeclarationFlag, type DeclarationKind } from "../../src/facts/declaration-facts.ts";
import { languageOf } from "../../src/syntax/language-of.ts";
import { partParserOf, withParsed } from "../../src/syntax/parse.ts";
import { offsetAt, positionAt } from "../../src/syntax/positions.ts";
import { languageFor, languages } from "./shipped-languages.ts";

const root = "/code";

/** A declaration of a test: `statement` is its text in the file, which has its name first as a word of its own. */
export type Declared = {
  readonly kind: DeclarationKind;
  readonly name: string;
  readonly statement: string;
  /** The name of the declaration that contains it, which comes earlier. */
  readonly parent?: string;
  readonly flags?: readonly (keyof typeof DeclarationFlag)[];
} & Partial<Pick<DeclarationFact, "qualifier" | "type" | "least" | "most">>;

export type TestFile = {
  readonly text: string;
  readonly declarations?: readonly Declared[];
};

/** What a name at `path:line:column` stands for, by the qualified names of declarations. */
type TestResolution = Pick<Resolution, "confidence" | "external"> & {
  readonly targets?: readonly string[];
  readonly via?: readonly string[];
};

export type CodeBaseOptions = {
  /** Where a name is not listed, it is exactly the declaration that alone has it. */
  readonly resolutions?: Readonly<Record<string, TestResolution>>;
  /** Names of macros that are statements, with arguments: masking takes them out of C++. */
  readonly macros?: readonly string[];
  readonly unsaved?: string;
};

/** A code base in memory with declarations that are written down, to test what is done with them. Paths are relative. */
export function codeBase(files: Readonly<Record<string, TestFile>>, options: CodeBaseOptions = {}): Code {
  const { resolutions = {}, macros = [], unsaved } = options;
  const indexed = Object.entries(files).map(([name, file]) => indexedTestFile(name, file));
  const index = memoryIndex([root], indexed);
  const all = indexed.flatMap(({ declarations }) => declarations);
  const named = (names: readonly string[] = []): readonly Declaration[] =>
    names.map((name) => {
      const found = all.find((declaration) => dotted(declaration) === name);
      if (found === undefined) throw new Error(`no declaration ${name}`);
      return found;
    });
  const resolver: Resolver = {
    namesAt: () => ({ access: { kind: "name" }, isKnown: false, names: [] }),
    symbolOf: (declaration) => all.filter((other) => isSameSymbol(other, declaration)),
    typeOf: () => undefined,
    basesOf: ({ type }) =>
      type.split(", ").flatMap((written) => {
        const declaration = all.find(({ name, kind }) => name === written && (kind === "class" || kind === "struct"));
        return written === "" ? [] : [{ written, ...(declaration && { declaration }) }];
      }),
    resolve: ({ file, text }, offset) => {
      const { line, column } = positionAt(text, offset);
      const written = resolutions[`${nameOf(file.path)}:${line}:${column}`];
      if (written !== undefined) {
        const { targets, via, ...rest } = written;
        return { rule: "test", ...rest, targets: named(targets), ...(via && { via: named(via) }) };
      }
      const word = /^~?[\w$]+/.exec(text.slice(offset))?.[0];
      const targets = all.filter(({ name, kind }) => name === word && kind !== "import");
      const [first] = targets;
      const isOne = first !== undefined && targets.every((target) => isSameSymbol(target, first));
      return isOne ? { confidence: "exact", rule: "test", targets } : { confidence: "none", rule: "test", targets: [] };
    },
  };
  const textOf = (path: string) => files[nameOf(path)]?.text;
  return {
    index,
    unsavedPath: unsaved === undefined ? undefined : `${root}/${unsaved}`,
    resolverOf: () => resolver,
    indexingOf,
    importable: index,
    dependenciesOf: () => undefined,
    titleOf: (language) => language,
    scipNameOf: (language) => language,
    separatorOf: (language) => (language === "python" ? "." : "::"),
    nameOf,
    pathOf: (name) => (files[name] === undefined ? undefined : `${root}/${name}`),
    textOf,
    filesWith: (word) => indexed.map(({ path }) => path).filter((path) => textOf(path)?.includes(word)),
    countFilesWith: (word) => indexed.filter(({ path }) => textOf(path)?.includes(word)).length,
    savedFile: (path) => {
      const [file, text] = [index.fileAt(path), textOf(path)];
      return file === undefined || text === undefined ? undefined : { file, text };
    },
    withParsed: async () => undefined,
    withFileOnce: async () => undefined,
    withDeclarations: async (path, use) => {
      const language = languageFor(path);
      const file = index.fileAt(path);
      const text = textOf(path);
      if (language === undefined || file === undefined || text === undefined) return undefined;
      return use({ file, text, index, parsePart: await partParserOf(language) });
    },
    withFile: async (path, use) => {
      const whole = textOf(path);
      return whole === undefined ? undefined : withText(path, whole, use);
    },
    withText,
  };

  async function withText<Result>(path: string, whole: string, use: (file: ResolvedFile) => Result) {
    const language = languageFor(path);
    const file = index.fileAt(path);
    if (language === undefined || file === undefined) return undefined;
    const everywhere = new Map(macros.map((name) => [name, "statement()"] as const));
    const parsePart = await partParserOf(language);
    const masking = { macros: { project: new Map(), folder: new Map(), everywhere } };
    return withParsed(language, whole, language.macros ? { masking } : {}, (parsed) => {
      const { tree } = parsed.flat();
      const resolved: ResolvedFile = {
        ...{ file, tree, text: whole, index, resolver, parsePart, indexing: indexingOf(language.name) },
        joinedText: whole,
        referenceTags: () => parsed.references(),
        positionOf: (offset) => positionAt(whole, offset),
        offsetAt: (line, column) => offsetAt(whole, line, column),
      };
      return use(resolved);
    });
  }
}

function nameOf(path: string): string {
  return path.slice(root.length + 1);
}

function indexedTestFile(name: string, { text, declarations = [] }: TestFile): IndexedFile {
  const facts: DeclarationFact[] = [];
  for (const declared of declarations) facts.push(factOf(declared, text, declarations, name));
  return indexedFile({ path: `${root}/${name}`, language: languageOf(name, languages)?.name ?? "", facts });
}

function factOf(declared: Declared, text: string, all: readonly Declared[], file: string): DeclarationFact {
  const { kind, name, statement, flags = [], parent, qualifier = "", type = "", least = 0, most = 0 } = declared;
  const start = text.indexOf(statement);
  if (start < 0) throw new Error(`${basename(file)} has no ${statement}`);
  const word = new RegExp(`(?<![\\w$~])${name.replace(/[^\w]/g, "\\$&")}(?![\\w$])`).exec(statement);
  const at = kind === "namespace" && name === "" ? start : start + (word?.index ?? Number.NaN);
  const end = start + statement.length;
  const body = file.endsWith(".py") ? /:\s*\n\s*/.exec(statement) : /\{/.exec(statement);
  const bodyAt = body && (file.endsWith(".py") ? body.index + body[0].length : body.index);
  return {
    ...{ name, kind, qualifier, type, least, most, at, start, end, parameters: 0, scopeStart: 0, scopeEnd: 0 },
    ...positionAt(text, at),
    flags: flags.reduce((bits, flag) => bits | DeclarationFlag[flag], 0),
    endLine: positionAt(text, end - 1).line,
    headEnd: bodyAt === null ? end : start + bodyAt,
    parent: parent === undefined ? -1 : all.findIndex((other) => other.name === parent),
  };
}

/** The name of a declaration with dots, and a prime where an earlier one of the file has it, too. */
function dotted({ name, qualifier, parent }: Declaration): string {
  const own = [...qualifier.split("::"), name].filter((part) => part !== "").join(".");
  return parent === undefined ? own : `${dotted(parent)}.${own}`;
}

function isSameSymbol(a: Declaration, b: Declaration): boolean {
  return a === b || (dotted(a) === dotted(b) && a.most === b.most && a.kind === b.kind);
}
