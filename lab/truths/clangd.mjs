// @ts-check
/** A clangd process and what cpp-truth.mjs and navigation-truth.mjs ask of it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { firstVersion, LanguageServer } from "./language-server.mjs";

/**
 * A node of clangd's AST (its extension textDocument/ast). `range` is where the node is written,
 * absent when a macro made it; `arcana` is the line of clang's own AST dump.
 * @typedef {object} AstNode
 * @property {string} role
 * @property {string} kind
 * @property {string} [detail]
 * @property {string} [arcana]
 * @property {Range} [range]
 * @property {AstNode[]} [children]
 */
/** @typedef {import("./language-server.mjs").Range} Range */
/** @typedef {import("./language-server.mjs").Place} Place */
/** @typedef {import("./language-server.mjs").Location} Location */
/** @typedef {import("./language-server.mjs").IncomingCall} IncomingCall */
/** @typedef {import("./language-server.mjs").TypeItem} TypeItem */
/** @typedef {{ ast: AstNode | null, errors: string[], inactive: Range[] }} Reading */
/**
 * A name as clangd highlights it. `isDeclaration` and `isDefinition`: it is declared or defined where it stands; a
 * definition is both.
 * @typedef {{ kind: string, isDeclaration: boolean, isDefinition: boolean }} Token
 */
/** @typedef {{ tokens: Map<string, Token>, errors: string[], inactive: Range[] }} OpenFile tokens by `line:character` */

/** Nothing but parsing: no index of the project or of the standard library, no tidying. */
const configuration = `Index:
  Background: Skip
  StandardLibrary: No
Diagnostics:
  UnusedIncludes: None
  MissingIncludes: None
  ClangTidy:
    Remove: ["*"]
`;

/**
 * No errors of the file: clangd reads the includes at the top of a file by themselves, so that a
 * `push` in one of them seems to have no `pop`, and one that includes the file again cannot.
 */
const artefact = /#pragma visibility pop with no matching|main file cannot be included recursively/;

/** The token types that codegrove has another word for. */
const kindNames = new Map([
  ["property", "field"],
  ["enumMember", "enumerator"],
  ["typeParameter", "type parameter"],
]);

/** The newest clangd in the PATH, by the number in its name. */
export function newestClangd() {
  const names = (process.env.PATH ?? "")
    .split(delimiter)
    .flatMap((path) => (existsSync(path) ? readdirSync(path) : []));
  const versions = names.flatMap((name) => /^clangd-(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  return versions.length > 0 ? `clangd-${Math.max(...versions)}` : "clangd";
}

/** The options of commands that ask clangd. */
export const clangdOptions = {
  include: {
    type: /** @type {const} */ ("string"),
    multiple: /** @type {const} */ (true),
    default: /** @type {string[]} */ ([]),
  },
  flag: {
    type: /** @type {const} */ ("string"),
    multiple: /** @type {const} */ (true),
    default: /** @type {string[]} */ ([]),
  },
  clangd: { type: /** @type {const} */ ("string") },
};

/** @typedef {{ include?: string[] | undefined, flag?: string[] | undefined, clangd?: string | undefined }} ClangdValues of these options */

/**
 * The flags for code that has no build of its own.
 * @param {ClangdValues} values
 * @param {readonly string[]} [more]
 */
export function generalFlags({ include = [], flag = [] }, more = []) {
  const includes = include.map((folder) => `-I${resolve(folder)}`);
  return ["-xc++", "-std=c++20", "-w", "-ferror-limit=0", ...includes, ...more, ...flag];
}

/**
 * @param {ClangdValues} values
 * @param {readonly string[]} [more] flags
 */
export async function startedClangd(values, more) {
  const clangd = new Clangd(values.clangd ?? newestClangd(), 2);
  await clangd.initialize(generalFlags(values, more));
  return clangd;
}

export class Clangd {
  /** @type {Map<string, string[]>} */
  #errors = new Map();
  /** @type {Map<string, Range[]>} */
  #inactive = new Map();
  /** @type {{ tokenTypes: string[], tokenModifiers: string[] }} */
  #legend = { tokenTypes: [], tokenModifiers: [] };
  #server;
  #configurationFolder;

  /**
   * @param {string} command
   * @param {number} workers
   */
  constructor(command, workers) {
    this.#configurationFolder = mkdtempSync(join(tmpdir(), "clangd-"));
    mkdirSync(join(this.#configurationFolder, "clangd"));
    writeFileSync(join(this.#configurationFolder, "clangd", "config.yaml"), configuration);
    const options = ["--log=error", "--background-index=false", "--pch-storage=memory", `-j=${workers}`];
    const env = { ...process.env, XDG_CONFIG_HOME: this.#configurationFolder };
    this.#server = new LanguageServer(command, options, {
      env,
      onNotification: (method, params) => this.#note(method, params),
    });
  }

  /** True while the process runs. */
  get alive() {
    return this.#server.alive;
  }

  /**
   * @param {string[]} flags for every file
   * @returns {Promise<string>} the version
   */
  async initialize(flags) {
    const result = await this.#server.request("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        textDocument: {
          inactiveRegionsCapabilities: { inactiveRegions: true },
          semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
        },
      },
      initializationOptions: { fallbackFlags: flags },
    });
    this.#legend = result?.capabilities.semanticTokensProvider.legend ?? this.#legend;
    this.#server.notify("initialized", {});
    return result?.serverInfo.version ?? "";
  }

  /**
   * What clang reads in a file; undefined when clangd died or took too long over it.
   * @param {string} path
   * @param {string} text
   * @returns {Promise<Reading | undefined>}
   */
  async read(path, text) {
    this.#open(path, text);
    const ast = await this.#server.request("textDocument/ast", documentOf(path));
    const errors = this.#errors.get(path);
    if (ast === undefined || errors === undefined) return undefined;
    const reading = { ast, errors, inactive: this.#inactive.get(path) ?? [] };
    this.closeFile(path);
    return reading;
  }

  /**
   * Opens a file for `locationsOf`, until `closeFile`; undefined when clangd died or took too long over it.
   * @param {string} path
   * @param {string} text
   * @returns {Promise<OpenFile | undefined>}
   */
  async openFile(path, text) {
    this.#open(path, text);
    const tokens = await this.#server.request("textDocument/semanticTokens/full", documentOf(path));
    const errors = this.#errors.get(path);
    if (tokens === undefined || errors === undefined) return undefined;
    return { tokens: this.#decode(tokens?.data ?? []), errors, inactive: this.#inactive.get(path) ?? [] };
  }

  /**
   * Definition and declarations of the name at a place of an open file.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<Location[]>}
   */
  async locationsOf(path, position) {
    const params = { ...documentOf(path), position };
    const methods = ["textDocument/definition", "textDocument/declaration"];
    const answers = await Promise.all(methods.map((method) => this.#server.request(method, params)));
    return answers.flatMap((answer) => answer ?? []);
  }

  /**
   * References of the name at a place of an open file, in files that are open, and its declarations.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<Location[]>}
   */
  async referencesOf(path, position) {
    const params = { ...documentOf(path), position, context: { includeDeclaration: true } };
    return (await this.#server.request("textDocument/references", params)) ?? [];
  }

  /**
   * The function that is defined at a place of an open file, and its calls in files that are open; undefined for none.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<{ range: Range, incoming: IncomingCall[] } | undefined>}
   */
  async callersOf(path, position) {
    const params = { ...documentOf(path), position };
    const [item] = (await this.#server.request("textDocument/prepareCallHierarchy", params)) ?? [];
    if (item === undefined) return undefined;
    const incoming = (await this.#server.request("callHierarchy/incomingCalls", { item })) ?? [];
    return { range: item.range, incoming };
  }

  /**
   * The class at a place of an open file, with the classes one step above and below it: the latter those of files that
   * have been read. Undefined for none.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<{ item: TypeItem, supertypes: TypeItem[], subtypes: TypeItem[] } | undefined>}
   */
  async typeHierarchyAt(path, position) {
    const params = { ...documentOf(path), position };
    const [item] = (await this.#server.request("textDocument/prepareTypeHierarchy", params)) ?? [];
    if (item === undefined) return undefined;
    const supertypes = (await this.#server.request("typeHierarchy/supertypes", { item })) ?? [];
    const subtypes = (await this.#server.request("typeHierarchy/subtypes", { item })) ?? [];
    return { item, supertypes, subtypes };
  }

  /**
   * Gives an open file another text.
   * @param {string} path
   * @param {string} text
   */
  changeFile(path, text) {
    this.#server.changeDocument(documentOf(path).textDocument.uri, text);
  }

  /**
   * The names that are completed at a place of an open file, best first.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<string[]>}
   */
  completionsAt(path, position) {
    return this.#server.completionsAt(documentOf(path).textDocument.uri, position);
  }

  /**
   * The text of the hover over a place of an open file; "" where there is none.
   * @param {string} path
   * @param {Place} position
   * @returns {Promise<string>}
   */
  async hoverAt(path, position) {
    const hover = await this.#server.request("textDocument/hover", { ...documentOf(path), position });
    return hover?.contents?.value ?? "";
  }

  /** @param {string} path */
  closeFile(path) {
    this.#server.notify("textDocument/didClose", documentOf(path));
    this.#errors.delete(path);
    this.#inactive.delete(path);
  }

  close() {
    this.#server.close();
    rmSync(this.#configurationFolder, { recursive: true, force: true });
  }

  /**
   * @param {string} path
   * @param {string} text
   */
  #open(path, text) {
    const document = { uri: pathToFileURL(path).href, languageId: "cpp", version: firstVersion, text };
    this.#server.notify("textDocument/didOpen", { textDocument: document });
  }

  /**
   * @param {number[]} data five numbers a token, each place relative to the token before
   * @returns {Map<string, Token>}
   */
  #decode(data) {
    /** @type {Map<string, Token>} */
    const tokens = new Map();
    let line = 0;
    let character = 0;
    for (let at = 0; at + 4 < data.length; at += 5) {
      const [lines = 0, characters = 0, , type = 0, modifiers = 0] = data.slice(at, at + 5);
      line += lines;
      character = lines > 0 ? characters : character + characters;
      const has = (/** @type {string} */ modifier) =>
        (modifiers & (1 << this.#legend.tokenModifiers.indexOf(modifier))) !== 0;
      const isDefinition = has("definition");
      tokens.set(`${line}:${character}`, {
        kind: kindOf(this.#legend.tokenTypes[type] ?? "", has),
        isDeclaration: isDefinition || has("declaration"),
        isDefinition,
      });
    }
    return tokens;
  }

  /**
   * @param {string} method
   * @param {any} params
   */
  #note(method, params) {
    if (method === "textDocument/publishDiagnostics") {
      const errors = params.diagnostics.filter(
        (/** @type {any} */ { severity, message }) => severity === 1 && !artefact.test(message),
      );
      const lines = errors.map((/** @type {any} */ error) => `${error.range.start.line + 1}: ${error.message}`);
      this.#errors.set(fileURLToPath(params.uri), lines);
    } else if (method === "textDocument/inactiveRegions") {
      this.#inactive.set(fileURLToPath(params.textDocument.uri), params.regions);
    }
  }
}

/**
 * @param {string} type
 * @param {(modifier: string) => boolean} has
 */
function kindOf(type, has) {
  if (has("constructorOrDestructor")) return "constructor";
  if (type === "function" && has("classScope")) return "method";
  return kindNames.get(type) ?? type;
}

/** @param {string} path */
function documentOf(path) {
  return { textDocument: { uri: pathToFileURL(path).href } };
}
