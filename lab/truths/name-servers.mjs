// @ts-check
/**
 * clangd and pyright behind one interface, which program-names.mjs shares: what each identifier of a file means. navigation-truth.mjs describes the
 * rules by which an answer counts.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { comparePlaces, keyOf, placeIn } from "../places.mjs";
import { Clangd } from "./clangd.mjs";
import { identifiersOf } from "./identifiers.mjs";
import { installedPyright, Pyright } from "./pyright.mjs";

/** @typedef {import("./language-server.mjs").Location} Location */
/** @typedef {import("./identifiers.mjs").Identifier} Identifier */
/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("./collect-references.mjs").Answer} Answer */
/** @typedef {import("./collect-references.mjs").Name} Name */
/** @typedef {import("./collect-references.mjs").References} References */
/** @typedef {{ file: string, errors: number, answers: Answer[] }} FileAnswers */

/**
 * Every method takes a file relative to the root, and gives undefined when the server died over it.
 * @typedef {object} NameServer
 * @property {import("./source-files.mjs").SourceLanguage} language
 * @property {() => Promise<string>} start returns the version
 * @property {(file: string, names?: Set<string>) => Promise<FileAnswers | undefined>} namesIn of these names, or of all
 * @property {(file: string) => Promise<FileAnswers | undefined>} definitionsIn what is declared or defined in a file
 * @property {(symbol: Name) => Promise<References>} [referencesOf] where the server can tell
 * @property {() => void} stop
 */

/** Requests that are open at a time. */
const openRequests = 32;

/**
 * @param {string} root
 * @param {{ command: string, flags: string[] }} options
 * @returns {NameServer}
 */
export function clangdServer(root, { command, flags }) {
  let clangd = new Clangd(command, 2);
  const targets = new Targets(root);
  /**
   * @param {string} file
   * @param {(identifier: Identifier, isDeclared: boolean) => boolean} isWanted
   * @returns {Promise<FileAnswers | undefined>}
   */
  const answersIn = async (file, isWanted) => {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    if (!clangd.alive) {
      clangd.close();
      clangd = new Clangd(command, 2);
      await clangd.initialize(flags);
    }
    const opened = await clangd.openFile(path, text);
    if (opened === undefined) return undefined;
    const tokenAt = (/** @type {Identifier} */ { line, column }) => opened.tokens.get(`${line - 1}:${column - 1}`);
    const identifiers = identifiersOf(text, "cpp").filter((identifier) =>
      isWanted(identifier, tokenAt(identifier)?.isDeclaration ?? false),
    );
    const answers = await inTurns(identifiers, async (identifier) => {
      const { name, line, column } = identifier;
      const token = tokenAt(identifier);
      const locations = await clangd.locationsOf(path, { line: line - 1, character: column - 1 });
      const all = targets.of(locations);
      // Where clang sees no name, or one without a meaning yet, clangd guesses: something of that name.
      const isGuess = token === undefined || token.kind === "unknown";
      const written = isGuess ? [] : all.filter((target) => targets.hasName(target, name));
      // A destructor is at its tilde.
      const self = [keyOf({ file, line, column }), keyOf({ file, line, column: column - 1 })];
      const isInactive = opened.inactive.some(({ start, end }) => start.line < line && line <= end.line + 1);
      return {
        ...{ file, line, column, name, kind: token?.kind ?? "other", targets: written },
        isDeclared: token?.isDeclaration || written.some((target) => self.includes(keyOf(target))),
        isDefinition: token?.isDefinition ?? false,
        isInactive,
        dropped: all.length - written.length,
      };
    });
    clangd.closeFile(path);
    return clangd.alive ? { file, errors: opened.errors.length, answers } : undefined;
  };
  return {
    language: "cpp",
    start: () => clangd.initialize(flags),
    namesIn: (file, names) => answersIn(file, ({ name }) => names?.has(name) ?? true),
    definitionsIn: (file) => answersIn(file, (_, isDeclared) => isDeclared),
    stop: () => clangd.close(),
  };
}

/**
 * @param {string} root
 * @param {{ folder: string, importFolders: string[] }} options where pyright is or will be, and what it searches
 * @returns {NameServer}
 */
export function pyrightServer(root, { folder, importFolders }) {
  const pyright = new Pyright(installedPyright(folder), importFolders);
  const targets = new Targets(root);
  /**
   * @param {string} file
   * @param {(identifier: Identifier, before: string, after: string) => boolean} isWanted with the rest of the line
   * @returns {Promise<FileAnswers | undefined>}
   */
  const answersIn = async (file, isWanted) => {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    const lines = text.split("\n");
    const lineOf = (/** @type {Identifier} */ { line }) => lines[line - 1] ?? "";
    const before = (/** @type {Identifier} */ it) => lineOf(it).slice(0, it.column - 1);
    const after = (/** @type {Identifier} */ it) => lineOf(it).slice(it.column - 1 + it.name.length);
    pyright.openFile(path, text);
    const identifiers = identifiersOf(text, "python").filter((it) => isWanted(it, before(it), after(it)));
    const answers = await inTurns(identifiers, async (identifier) => {
      const { name, line, column } = identifier;
      const position = { line: line - 1, character: column - 1 };
      const found = targets.of(await pyright.locationsOf(path, position));
      const hovered = await pyright.kindOf(path, position);
      const isDeclared = found.some((target) => keyOf(target) === keyOf({ file, line, column }));
      const kind = hovered === "variable" && before(identifier).endsWith(".") ? "field" : hovered;
      const at = { file, line, column, name, kind };
      return { ...at, targets: found, isDeclared, isDefinition: isDeclared, isInactive: false, dropped: 0 };
    });
    pyright.closeFile(path);
    return pyright.alive ? { file, errors: 0, answers } : undefined;
  };
  return {
    language: "python",
    start: () => pyright.initialize(root),
    namesIn: (file, names) => answersIn(file, ({ name }) => names?.has(name) ?? true),
    async definitionsIn(file) {
      const found = await answersIn(file, (_, before, after) => isDefinitionLike(before, after));
      return found && { ...found, answers: found.answers.filter(({ isDeclared }) => isDeclared) };
    },
    async referencesOf(symbol) {
      const path = join(root, symbol.file);
      const position = { line: symbol.line - 1, character: symbol.column - 1 };
      pyright.openFile(path, readFileSync(path, "utf8"));
      const references = targets.of(await pyright.referencesOf(path, position, false));
      const all = targets.of(await pyright.referencesOf(path, position, true));
      pyright.closeFile(path);
      const used = new Set(references.map(keyOf));
      return { symbol, definitions: all.filter((place) => !used.has(keyOf(place))), references, unknown: [] };
    },
    stop: () => pyright.close(),
  };
}

/**
 * True between `class` or `def` and what follows a name, and between `self.` and a value or an annotation.
 * @param {string} before the line before the name
 * @param {string} after the line behind it
 */
function isDefinitionLike(before, after) {
  return /\b(class|def)\s+$/.test(before) || (/\bself\.$/.test(before) && /^\s*[:=](?!=)/.test(after));
}

/** Places that a server answers, and the lines that are there. */
class Targets {
  /** @type {Map<string, string[]>} */
  #lines = new Map();
  #root;

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * Each place once, in order: relative to the root inside of it, absolute outside.
   * @param {Location[]} locations
   * @returns {Place[]}
   */
  of(locations) {
    const places = locations.map(({ uri, range }) => placeIn(this.#root, uri, range.start));
    return [...new Map(places.map((place) => [keyOf(place), place])).values()].sort(comparePlaces);
  }

  /**
   * True when a name, or the destructor of a class of that name, is written at a place.
   * @param {Place} place
   * @param {string} name
   */
  hasName({ file, line, column }, name) {
    const text = (this.#linesOf(file)[line - 1] ?? "").slice(column - 1);
    return /^~?\s*([\p{L}\p{N}_$]+)/u.exec(text)?.[1] === name;
  }

  /** @param {string} file */
  #linesOf(file) {
    const path = resolve(this.#root, file);
    const lines = this.#lines.get(path) ?? (existsSync(path) ? readFileSync(path, "utf8").split("\n") : []);
    this.#lines.set(path, lines);
    return lines;
  }
}

/**
 * Runs a task for each item, some at a time.
 * @template T, R
 * @param {readonly T[]} items
 * @param {(item: T) => Promise<R>} task
 * @returns {Promise<R[]>} in the order of the items
 */
async function inTurns(items, task) {
  /** @type {R[]} */
  const results = new Array(items.length);
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await task(item);
  };
  await Promise.all(Array.from({ length: openRequests }, work));
  return results;
}
