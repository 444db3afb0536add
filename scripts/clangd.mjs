// @ts-check
/** A clangd process and the little of the Language Server Protocol that cpp-truth.mjs needs. */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

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
/** @typedef {{ line: number, character: number }} Place 0-indexed */
/** @typedef {{ start: Place, end: Place }} Range */
/** @typedef {{ ast: AstNode | null, errors: string[], inactive: Range[] }} Reading */

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

/** Milliseconds for one file. The heaviest headers take 20 s. */
const fileTimeoutMs = 120_000;

export class Clangd {
  /** @type {Map<number, (result: any) => void>} */
  #waiting = new Map();
  /** @type {Map<string, string[]>} */
  #errors = new Map();
  /** @type {Map<string, Range[]>} */
  #inactive = new Map();
  #received = Buffer.alloc(0);
  #lastId = 0;
  #process;
  #configurationFolder;

  /** Is the process still there? */
  alive = true;

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
    this.#process = spawn(command, options, { env, stdio: ["pipe", "pipe", "ignore"] });
    this.#process.stdout.on("data", (chunk) => this.#receive(chunk));
    this.#process.stdin.on("error", () => {});
    this.#process.on("error", () => this.#end());
    this.#process.on("exit", () => this.#end());
  }

  /** @param {string[]} flags for every file */
  async initialize(flags) {
    const documents = { inactiveRegionsCapabilities: { inactiveRegions: true } };
    await this.#request("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: { textDocument: documents },
      initializationOptions: { fallbackFlags: flags },
    });
    this.#send({ method: "initialized", params: {} });
  }

  /**
   * What clang reads in a file; undefined when clangd died or took too long over it.
   * @param {string} path
   * @param {string} text
   * @returns {Promise<Reading | undefined>}
   */
  async read(path, text) {
    const uri = pathToFileURL(path).href;
    const document = { uri, languageId: "cpp", version: 1, text };
    this.#send({ method: "textDocument/didOpen", params: { textDocument: document } });
    const ast = await this.#request("textDocument/ast", { textDocument: { uri } });
    const errors = this.#errors.get(path);
    if (ast === undefined || errors === undefined) return undefined;
    this.#send({ method: "textDocument/didClose", params: { textDocument: { uri } } });
    const reading = { ast, errors, inactive: this.#inactive.get(path) ?? [] };
    this.#errors.delete(path);
    this.#inactive.delete(path);
    return reading;
  }

  close() {
    this.#process.kill();
    this.#end();
  }

  #end() {
    this.alive = false;
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
    rmSync(this.#configurationFolder, { recursive: true, force: true });
  }

  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>} the result; undefined when none comes
   */
  #request(method, params) {
    if (!this.alive) return Promise.resolve(undefined);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.close(), fileTimeoutMs);
      this.#waiting.set(id, (result) => {
        clearTimeout(timer);
        resolve(result);
      });
      this.#send({ id, method, params });
    });
  }

  /** @param {object} message */
  #send(message) {
    if (!this.alive) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.#process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#process.stdin.write(body);
  }

  /** @type {Buffer[]} */
  #chunks = [];
  #missing = 0;

  /**
   * Answers run to 100 MB: chunks are joined only when a message is complete.
   * @param {Buffer} chunk
   */
  #receive(chunk) {
    this.#chunks.push(chunk);
    this.#missing -= chunk.length;
    if (this.#missing > 0) return;
    this.#received = Buffer.concat([this.#received, ...this.#chunks]);
    this.#chunks = [];
    this.#missing = 0;
    for (;;) {
      const headerEnd = this.#received.indexOf("\r\n\r\n");
      if (headerEnd < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString("latin1", 0, headerEnd))?.[1]);
      const end = headerEnd + 4 + length;
      this.#missing = end - this.#received.length;
      if (this.#missing > 0) return;
      this.#take(JSON.parse(this.#received.toString("utf8", headerEnd + 4, end)));
      this.#received = this.#received.subarray(end);
    }
  }

  /** @param {any} message */
  #take({ id, method, params, result }) {
    if (method === "textDocument/publishDiagnostics") {
      const errors = params.diagnostics.filter(
        (/** @type {any} */ { severity, message }) => severity === 1 && !artefact.test(message),
      );
      const lines = errors.map((/** @type {any} */ error) => `${error.range.start.line + 1}: ${error.message}`);
      this.#errors.set(fileURLToPath(params.uri), lines);
    } else if (method === "textDocument/inactiveRegions") {
      this.#inactive.set(fileURLToPath(params.textDocument.uri), params.regions);
    } else if (id !== undefined && method === undefined) {
      this.#waiting.get(id)?.(result ?? null);
      this.#waiting.delete(id);
    }
  }
}
