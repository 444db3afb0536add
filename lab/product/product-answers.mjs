// @ts-check
/** What the product answers about names: a server of the build over stdio, asked by place. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { processorSecondsOfProcess } from "../bench/measure.mjs";
import { main } from "../programs.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {{ type: string } & Place} Reference */
/** @typedef {{ name: string, endLine: number } & Place} Listed */
/** @typedef {{ name: string, kind: string, file: string, line: number }} CallNode */
/** @typedef {{ from: CallNode, to: CallNode, lines: number[], confidence?: string, override?: boolean }} CallEdge */

/** @typedef {{ name: string, file?: string, line?: number }} RelatedClass without a file from outside */
/** @typedef {{ bases: RelatedClass[], derived: RelatedClass[], unresolved: string[], mro?: string[], inside: Set<string> }} ClassRow `inside`: the classes of the answer */

/** Milliseconds for one call: the first reads the whole code base, on a busy machine. */
const callTimeoutMs = 1_800_000;

/** Answers are wanted whole, and no page is longer. */
const maxResultChars = 200_000_000;

export class Product {
  #client = new Client({ name: "codegrove-lab", version: "1.0.0" });
  #root;
  /** @type {StdioClientTransport | undefined} */
  #transport;
  /** A folder of its own: what was measured leaves nothing behind, and starts without facts. */
  #cache = mkdtempSync(join(tmpdir(), "codegrove-compared-"));

  /** @param {string} root the code base: absolute */
  constructor(root) {
    this.#root = root;
  }

  /**
   * A server that is ready.
   * @param {string} root the code base: absolute
   */
  static async of(root) {
    const product = new Product(root);
    await product.start(main);
    return product;
  }

  /** @param {string} program dist/main.cjs */
  async start(program) {
    // All names are resolved, however long that takes.
    const limits = {
      REQUEST_TIMEOUT: String(callTimeoutMs),
      MAX_RESULT_CHARS: String(maxResultChars),
      ANSWER_WITHIN: "0",
    };
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, "--log-level", "error", "--cache-dir", this.#cache],
      cwd: this.#root,
      env: { ...environment(), ...limits },
      stderr: "inherit",
    });
    await this.#client.connect(this.#transport);
  }

  /** Seconds that processors have worked for the server so far, all threads; NaN where the system does not say. */
  get processorSeconds() {
    return processorSecondsOfProcess(this.#transport?.pid ?? 0);
  }

  async close() {
    await this.#client.close();
    rmSync(this.#cache, { recursive: true, force: true });
  }

  /**
   * The rows of find_references of the symbol at a place: the confirmed and the possible ones.
   * @param {Place} place
   * @returns {Promise<{ confirmed: Reference[], possible: Reference[], error?: string }>}
   */
  async referencesAt(place) {
    const answer = await this.call("find_references", { ...argumentsAt(place), include_context: false, tests: "show" });
    if (answer.truncated) throw new Error(`${place.file}:${place.line}: ${answer.truncated_reason}`);
    const rowsOf = (/** @type {any[]} */ files = []) =>
      files.flatMap(({ filepath, references = [] }) =>
        references.map((/** @type {any} */ { line, column, type }) => ({
          file: this.fileOf(filepath),
          line,
          column,
          type,
        })),
      );
    const { error } = answer;
    return { confirmed: rowsOf(answer.results), possible: rowsOf(answer.possible), ...(error && { error }) };
  }

  /**
   * The label of find_definition's answer at a place, the declarations and definitions in it, and the imports on the way.
   * @param {Place} place
   * @returns {Promise<{ confidence: string, places: Place[], via: Place[] }>}
   */
  async definitionAt(place) {
    const answer = await this.call("find_definition", argumentsAt(place));
    const places = this.#symbolsIn(answer.results);
    const none = answer.success === false ? "none" : "exact";
    const via = (answer.via ?? []).map((/** @type {any} */ { filepath, line, column }) => ({
      ...{ file: this.fileOf(filepath), line, column },
    }));
    return { confidence: answer.external === undefined ? (answer.confidence ?? none) : "external", places, via };
  }

  /**
   * The type of the symbol at a place by get_symbol_info, and how it is known; `none` where nothing of the code base is found.
   * @param {Place} place
   * @returns {Promise<{ name?: string, type?: string, type_source?: string, kind: string }>}
   */
  async infoAt(place) {
    const answer = await this.call("get_symbol_info", argumentsAt(place));
    return answer.results?.[0]?.symbols[0] ?? { kind: "none" };
  }

  /**
   * The functions and methods of a file, by list_symbols.
   * @param {string} file
   * @returns {Promise<Listed[]>}
   */
  async functionsIn(file) {
    const kinds = ["function", "method", "constructor", "property"];
    const { symbols = [] } = await this.call("list_symbols", { filepath: file, kinds });
    return symbols.map((/** @type {any} */ { name, line, column, end_line }) => ({
      ...{ name, file, line, column },
      endLine: end_line,
    }));
  }

  /**
   * The definitions and declarations of what the symbol at a place uses, by get_symbol_context.
   * @param {Place} place
   * @returns {Promise<(Place & { name: string })[]>}
   */
  async usesAt(place) {
    const limits = { include: ["uses"], max_chars: maxResultChars };
    const answer = await this.call("get_symbol_context", { ...argumentsAt(place), ...limits });
    if (answer.truncated) throw new Error(`${place.file}:${place.line}: ${answer.truncated_reason}`);
    return this.#symbolsIn(answer.uses);
  }

  /**
   * @param {any[]} entries one a file
   * @returns {(Place & { name: string })[]}
   */
  #symbolsIn(entries = []) {
    return entries.flatMap(({ filepath, definitions = [], declarations = [] }) =>
      [...definitions, ...declarations].map(({ name, line, column }) => ({
        ...{ name, line, column },
        file: this.fileOf(filepath),
      })),
    );
  }

  /**
   * The edges of get_dependency_graph one step around the function at a place, with the nodes at their ends.
   * @param {Place} place
   * @param {"callers" | "callees"} direction
   * @returns {Promise<CallEdge[]>}
   */
  async callsAt(place, direction) {
    const answer = await this.call("get_dependency_graph", { ...argumentsAt(place), direction, max_depth: 1 });
    if (answer.truncated) throw new Error(`${place.file}:${place.line}: ${answer.truncated_reason}`);
    const { nodes = [], edges = [] } = answer;
    const nodeOf = (/** @type {string} */ end) => {
      const node = nodes.find((/** @type {any} */ { id, name }) => (id ?? name) === end);
      return { ...node, file: this.fileOf(node.file ?? node.name) };
    };
    const calls = edges.filter((/** @type {any} */ { passed }) => !passed);
    return calls.map((/** @type {any} */ { from, to, ...edge }) => ({ ...edge, from: nodeOf(from), to: nodeOf(to) }));
  }

  /**
   * The files that need a file, directly or not, by get_dependency_graph: it is one of them.
   * @param {string} file
   * @returns {Promise<string[]>}
   */
  async importersOf(file) {
    const limits = { direction: "importers", max_chars: maxResultChars };
    const answer = await this.call("get_dependency_graph", { filepath: file, ...limits });
    if (answer.truncated) throw new Error(`${file}: ${answer.truncated_reason}`);
    return answer.nodes.map((/** @type {any} */ node) => this.fileOf(node.file));
  }

  /**
   * The class with a name that a line declares, by get_class_hierarchy: its bases, the classes that derive from it, and
   * the order of those that it inherits from. Undefined where it is not found.
   * @param {{ name: string, file: string, line: number }} place
   * @param {{ direction: "up" | "both", max_depth?: number }} options
   * @returns {Promise<ClassRow | undefined>}
   */
  async classAt({ name, file, line }, options) {
    const place = { symbol: name, filepath: file, line, show_methods: false };
    const answer = await this.call("get_class_hierarchy", { ...place, ...options });
    if (answer.truncated) throw new Error(`${file}:${line}: ${answer.truncated_reason}`);
    const rows = (answer.results ?? []).flatMap((/** @type {any} */ { filepath, classes = [] }) =>
      classes.map((/** @type {any} */ row) => ({ ...row, file: this.fileOf(filepath) })),
    );
    const here = rows.find((/** @type {any} */ row) => row.file === file && row.line === line && row.name === name);
    // Of a declaration the answer has the definition first.
    const own = here ?? (rows[0]?.name === name ? rows[0] : undefined);
    const related = (/** @type {any[]} */ classes = []) =>
      classes.map(({ name: found, filepath, line: at }) => ({
        ...{ name: found, line: at },
        ...(filepath !== undefined && { file: this.fileOf(filepath) }),
      }));
    if (own === undefined) return undefined;
    const { bases, derived, unresolved_bases: unresolved = [], mro } = own;
    const qualified = rows.map((/** @type {any} */ row) => [row.container ?? [], row.name].flat().join("."));
    return { bases: related(bases), derived: related(derived), unresolved, mro, inside: new Set(qualified) };
  }

  /**
   * The declarations and definitions of the symbol with a name that a line declares.
   * @param {{ name: string, file: string, line: number }} symbol
   * @returns {Promise<Place[]>}
   */
  async placesOf({ name, file, line }) {
    const { results } = await this.call("find_definition", { symbol: name, filepath: file, line });
    return this.#symbolsIn(results);
  }

  /**
   * Calls a tool.
   * @param {string} name
   * @param {Record<string, unknown>} args
   * @returns {Promise<any>} the answer as it is in the text
   */
  async call(name, args) {
    const options = { timeout: callTimeoutMs };
    const { content } = await this.#client.callTool({ name, arguments: args }, undefined, options);
    return JSON.parse(Object(Array.isArray(content) ? content[0] : undefined).text);
  }

  /**
   * @param {string} filepath as answers show it
   * @returns {string} relative to the root
   */
  fileOf(filepath) {
    return relative(this.#root, resolve(this.#root, filepath));
  }
}

/** @param {Place} place */
function argumentsAt({ file, line, column }) {
  return { filepath: file, line, column };
}

/** @returns {Record<string, string>} */
function environment() {
  return Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""]));
}
