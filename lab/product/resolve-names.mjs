// @ts-check
/**
 * The resolver of this checkout over a whole code base, in one process: commands/navigation.mjs bundles it with what it
 * needs of src.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { findCompletions } from "../../src/code-index/completions/find-completions.ts";
import { rules as cppRules, lookupRules } from "../../src/code-index/cpp/rules.ts";
import { indexingOf } from "../../src/code-index/languages.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import { overlayIndex } from "../../src/code-index/overlay-index.ts";
import { inferenceOrder } from "../../src/code-index/python/inferences.ts";
import { rules as pythonRules } from "../../src/code-index/python/rules.ts";
import { rules as taggedRules } from "../../src/code-index/tagged/rules.ts";
import { typedRules } from "../../src/code-index/tagged/typed-rules.ts";
import { DeclarationFlag } from "../../src/facts/declaration-facts.ts";
import { languageOf } from "../../src/syntax/language-of.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { filesBelow, macrosOf, maskingOf, textOf } from "./surveyed-code.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("../truths/source-files.mjs").SourceLanguage} SourceLanguage */
/** @typedef {import("../../src/code-index/code-index.ts").CodeIndex} CodeIndex */
/** @typedef {import("../../src/code-index/code-index.ts").Declaration} Declaration */
/** @typedef {import("../../src/code-index/resolution.ts").Resolution} Resolution */
/** @typedef {import("../../src/code-index/resolution.ts").Resolver} Resolver */
/** @typedef {import("../../src/facts/macro-book.ts").MacroBook} MacroBook */
/** @typedef {import("../../src/syntax/languages.ts").Language} Language */

/**
 * What the resolver answers about a name. `symbols` gives all declarations of all targets. The functions are valid only
 * while the file is open.
 * @typedef {object} Answer
 * @property {string} confidence
 * @property {string} rule
 * @property {Place[]} targets best first
 * @property {Place[]} via see navigation-score.mjs
 * @property {() => Place[]} equivalents see navigation-score.mjs
 * @property {() => (Place & { isForward: boolean })[]} symbols `isForward`: it only says that there is such a class
 */

/**
 * A name that was deleted: its place among the names that are completed, -1 for none, and what it is.
 * @typedef {object} Completed
 * @property {string} name
 * @property {number} offset
 * @property {number} rank
 * @property {string[]} names
 * @property {number} ms of the processor
 * @property {"local" | "known receiver" | "unknown receiver" | "known scope" | "unknown scope" | "other"} kind
 */

/** @typedef {(place: { line: number, column: number }) => Answer} Resolve */

/**
 * Ids of the rules of a language, in the order of its tables. Each rule is tried before those behind it; `byName` is the
 * last resort, and the finer rules are applied by others.
 * @type {Readonly<Record<SourceLanguage, { ids: readonly string[], byName: string }>>}
 */
export const ruleTables = {
  go: tableOfData(),
  java: tableOfData(),
  rust: tableOfData(),
  typescript: tableOfData(),
  javascript: tableOfData(),
  cpp: tableOf(
    cppRules.map(({ id }) => id),
    lookupRules,
  ),
  python: tableOf(
    pythonRules.map(({ id }) => id),
    inferenceOrder,
  ),
};

/**
 * @param {readonly string[]} ids
 * @param {readonly string[]} finerIds
 */
function tableOf(ids, finerIds) {
  return { ids: [...ids, ...finerIds], byName: ids.at(-1) ?? "" };
}

/** The rules of a language that is data. */
function tableOfData() {
  return tableOf(
    taggedRules.map(({ id }) => id),
    typedRules.map(({ id }) => id),
  );
}

/** The languages whose files a file of a language may import. @type {Partial<Record<SourceLanguage, readonly string[]>>} */
const families = {
  cpp: ["cpp", "c"],
  typescript: ["typescript", "tsx", "javascript"],
  javascript: ["javascript", "typescript", "tsx"],
};

/** All files of a language, and of those that it imports from, below a folder, as the product indexes them: macros are surveyed over all of them. */
export class CodeBase {
  #root;
  #languages;
  #index;
  #macros;
  /** @type {Map<string, number>} */
  #counts = new Map();

  /**
   * @param {string} root absolute
   * @param {SourceLanguage} languageName
   */
  static async read(root, languageName) {
    const languages = loadLanguages([shippedLanguagesDir]);
    const family = families[languageName] ?? [languageName];
    const paths = [...filesBelow(root)]
      .filter((path) => family.includes(languageOf(path, languages)?.name ?? ""))
      .sort();
    const hasMacros = languages.some(({ name, macros }) => name === languageName && macros !== undefined);
    const macros = hasMacros ? await macrosOf(paths) : undefined;
    /** @type {import("../../src/code-index/code-index.ts").IndexedFile[]} */
    const files = [];
    for (const path of paths) {
      const language = languageAt(path, languages);
      const text = textOf(path, language);
      if (text === undefined) continue;
      const indexing = indexingOf(language.name);
      await withParsed(language, text, { masking: maskingOf(macros, path, language) }, (parsed) => {
        const facts = indexing.declarationsIn(parsed, false);
        files.push(indexedFile({ path, language: language.name, facts }));
      });
    }
    return new CodeBase(root, languages, memoryIndex([root], files), macros);
  }

  /**
   * @param {string} root
   * @param {readonly Language[]} languages
   * @param {CodeIndex} index
   * @param {MacroBook | undefined} macros
   */
  constructor(root, languages, index, macros) {
    this.#root = root;
    this.#languages = languages;
    this.#index = index;
    this.#macros = macros;
  }

  get fileCount() {
    return this.#index.files.length;
  }

  /**
   * Opens a file, and hands on how its names are resolved without some rules. What `use` gets is valid only inside of it.
   * @template T
   * @param {string} file relative to the root
   * @param {(without: (off: ReadonlySet<string>) => Resolve) => T} use
   * @returns {Promise<T>}
   * @throws {Error} when the file cannot be read
   */
  async withFile(file, use) {
    const path = join(this.#root, file);
    const language = languageAt(path, this.#languages);
    const text = textOf(path, language);
    if (text === undefined) throw new Error(`cannot read ${path}`);
    const indexing = indexingOf(language.name);
    const masking = maskingOf(this.#macros, path, language);
    return withParsed(language, text, { masking }, (parsed) => {
      const facts = indexing.declarationsIn(parsed, true);
      const own = indexedFile({ path, language: language.name, facts });
      const index = overlayIndex(this.#index, own);
      // Masking blanks the names of macros: the text of the file itself has them.
      const open = { file: own, tree: parsed.flat().tree, text, locals: parsed.locals() };
      const starts = lineStartsOf(text);
      return use((off) => {
        const resolver = this.#resolver(language, index, off);
        return ({ line, column }) => {
          const resolution = resolver.resolve(open, (starts[line - 1] ?? 0) + column - 1);
          const { confidence, rule, targets, via = [] } = resolution;
          const declarations = () => targets.flatMap((target) => [target, ...resolver.symbolOf(target)]);
          return {
            confidence,
            rule,
            targets: this.#placesOf(targets),
            via: this.#placesOf(via),
            equivalents: () =>
              this.#placesOf([...equivalentsOf(targets[0], resolver, index), ...via.filter(isMacroMember)]),
            symbols: () =>
              declarations().flatMap((found) =>
                this.#placesOf([found]).map((place) => ({ ...place, isForward: isForward(found) })),
              ),
          };
        };
      });
    });
  }

  /**
   * @param {Language} language
   * @param {CodeIndex} index
   * @param {ReadonlySet<string>} off
   */
  #resolver(language, index, off) {
    const { hasTags, resolver, dependencies } = indexingOf(language.name);
    const textOf = this.#textOf;
    const finder = () => dependencies({ index, includeFolders: () => [], textOf, imports: language.imports });
    return resolver({ index, off, textOf, types: language.types, dependencies: hasTags ? finder() : undefined });
  }

  /**
   * The names that are completed where a name of a file is deleted, and what the name stands for.
   * @param {string} file relative to the root
   * @param {readonly { name: string, line: number, column: number }[]} places
   * @returns {Promise<Completed[]>} one a place; those where the name is declared are left out
   */
  async complete(file, places) {
    const path = join(this.#root, file);
    const text = this.#textOf(path) ?? "";
    const starts = lineStartsOf(text);
    /** @type {{ name: string, offset: number, resolution: Resolution }[]} */
    const uses = [];
    await this.#withText(path, text, (open) => {
      for (const { name, line, column } of places) {
        const offset = (starts[line - 1] ?? 0) + column - 1;
        const resolution = open.resolver.resolve(open, offset);
        const isDeclared = resolution.targets.some(
          (/** @type {Declaration} */ target) => target.at === offset && target.file.path === path,
        );
        if (!isDeclared) uses.push({ name, offset, resolution });
      }
    });
    const code = {
      index: this.#index,
      countFilesWith: (/** @type {string} */ word) => this.#countOf(word),
      savedFile: () => {
        const saved = this.#index.fileAt(path);
        return saved && { file: saved, text };
      },
      withText: (/** @type {string} */ _, /** @type {string} */ own, /** @type {(file: any) => any} */ use) =>
        this.#withText(path, own, use),
    };
    const completed = [];
    for (const { name, offset, resolution } of uses) {
      const deleted = text.slice(0, offset) + text.slice(offset + name.length);
      this.#countOf(name);
      const startedAt = process.cpuUsage();
      const found = await findCompletions(code, path, deleted, offset);
      const ms = process.cpuUsage(startedAt).user / 1_000;
      const names = found?.candidates.map((candidate) => candidate.name) ?? [];
      completed.push({ name, offset, rank: names.indexOf(name), names, ms, kind: kindOf(text, offset, resolution) });
    }
    return completed;
  }

  /**
   * The number of files with a word.
   * @param {string} word
   */
  #countOf(word) {
    if (this.#counts.size === 0) {
      for (const { path } of this.#index.files) {
        for (const one of new Set((this.#textOf(path) ?? "").match(/[\p{L}\p{N}_$]+/gu))) {
          this.#counts.set(one, (this.#counts.get(one) ?? 0) + 1);
        }
      }
    }
    return this.#counts.get(word) ?? 0;
  }

  /**
   * @param {string} path
   * @param {string} text
   * @param {(file: any) => any} use
   */
  #withText(path, text, use) {
    const language = languageAt(path, this.#languages);
    const masking = maskingOf(this.#macros, path, language);
    return withParsed(language, text, { masking }, (parsed) => {
      const facts = indexingOf(language.name).declarationsIn(parsed, true);
      const file = indexedFile({ path, language: language.name, facts });
      const index = overlayIndex(this.#index, file);
      return use({
        file,
        text,
        tree: parsed.flat().tree,
        locals: parsed.locals(),
        index,
        resolver: this.#resolver(language, index, new Set()),
      });
    });
  }

  /** The names of functions that one scope of a file declares with different parameters. */
  overloadedNames() {
    /** @type {Set<string>} */
    const names = new Set();
    for (const { declarations } of this.#index.files) {
      /** @type {Map<string, number>} */
      const first = new Map();
      for (const { kind, name, parent, parameters } of declarations) {
        const key = `${parent?.index ?? ""} ${name}`;
        if (kind === "function" && (first.get(key) ?? parameters) !== parameters) names.add(name);
        if (kind === "function") first.set(key, parameters);
      }
    }
    return names;
  }

  #textOf = (/** @type {string} */ path) => {
    const language = languageOf(path, this.#languages);
    // A file such as go.mod has no language.
    return existsSync(path) && language === undefined ? readFileSync(path, "utf8") : language && textOf(path, language);
  };

  /** @param {readonly Declaration[]} declarations */
  #placesOf(declarations) {
    return declarations.map(({ file, line, column }) => ({ file: relative(this.#root, file.path), line, column }));
  }
}

/**
 * @param {string} path of a file of the code base
 * @param {readonly Language[]} languages
 * @returns {Language}
 */
function languageAt(path, languages) {
  const language = languageOf(path, languages);
  if (language === undefined) throw new Error(`no language of ${path}`);
  return language;
}

/**
 * True for the place in a macro that writes a member into a class: the answer is the use of the macro there.
 * @param {Declaration} declaration
 */
function isMacroMember({ kind }) {
  return kind === "macro_member";
}

/**
 * The constructors of a class, or the class of a constructor.
 * @param {Declaration | undefined} declaration
 * @param {Resolver} resolver
 * @param {CodeIndex} index
 * @returns {Declaration[]}
 */
function equivalentsOf(declaration, resolver, index) {
  if (declaration === undefined) return [];
  const symbol = new Set([declaration, ...resolver.symbolOf(declaration)]);
  if (classKinds.has(declaration.kind)) {
    const named = [declaration.name, ...pythonConstructors].flatMap((name) => index.named(name));
    return named.filter((found) => found.kind === "function" && found.parent !== undefined && symbol.has(found.parent));
  }
  return [...symbol].flatMap(({ kind, name, parent }) => {
    const isConstructor = parent !== undefined && (parent.name === name || pythonConstructors.includes(name));
    return kind === "function" && isConstructor && classKinds.has(parent.kind) ? resolver.symbolOf(parent) : [];
  });
}

/**
 * @param {string} text
 * @param {number} offset
 * @param {Resolution} resolution
 * @returns {Completed["kind"]}
 */
function kindOf(text, offset, { confidence, targets: [target] }) {
  const isKnown = target !== undefined && (confidence === "exact" || confidence === "likely");
  const [, operator] = /(\.|->|::)\s*$/.exec(text.slice(Math.max(offset - 100, 0), offset)) ?? [];
  if (operator === "::") return isKnown ? "known scope" : "unknown scope";
  if (operator !== undefined) return isKnown ? "known receiver" : "unknown receiver";
  const isKeyword = /^\w+\s*=(?!=)/.test(text.slice(offset)) && target?.kind === "parameter";
  const isLocal = target !== undefined && (target.scopeEnd !== 0 || target.kind === "parameter") && !isKeyword;
  return isKnown && isLocal ? "local" : "other";
}

/** @param {Declaration} declaration */
function isForward({ flags }) {
  return (flags & DeclarationFlag.forward) !== 0;
}

const classKinds = new Set(["class", "struct", "union"]);
const pythonConstructors = ["__init__", "__new__"];

/** @param {string} text @returns {number[]} */
function lineStartsOf(text) {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}
