// @ts-check
/** A language server as a child process: the base protocol of LSP over stdio, and no more. */
import { spawn } from "node:child_process";

/** @typedef {{ line: number, character: number }} Place 0-indexed, in UTF-16 units */
/** @typedef {{ start: Place, end: Place }} Range */
/** @typedef {{ uri: string, range: Range }} Location */
/** @typedef {{ uri: string, name: string, range: Range, selectionRange: Range }} CallItem */
/** @typedef {{ uri: string, name: string, range: Range, selectionRange: Range }} TypeItem */
/** @typedef {{ from: CallItem, fromRanges: Range[] }} IncomingCall */
/** @typedef {{ to: CallItem, fromRanges: Range[] }} OutgoingCall */

/**
 * @typedef {object} Options
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(method: string, params: any) => void} [onNotification]
 * @property {(method: string, params: any) => unknown} [answer] the result of a request of the server
 */

/**
 * Milliseconds for one request; a server that takes longer is ended. The heaviest C++ headers take 20 s, on a busy
 * machine many times that.
 */
const requestTimeoutMs = 600_000;

/** The version of a document as it is opened: a later text has a larger one. */
export const firstVersion = 1;

export class LanguageServer {
  /** @type {Map<number, (result: any) => void>} */
  #waiting = new Map();
  #received = Buffer.alloc(0);
  /** @type {Buffer[]} */
  #chunks = [];
  #missing = 0;
  #lastId = 0;
  #changes = 0;
  #process;
  #options;

  /** True while the process runs. */
  alive = true;

  /**
   * @param {string} command
   * @param {string[]} args
   * @param {Options} [options]
   */
  constructor(command, args, options = {}) {
    this.#options = options;
    this.#process = spawn(command, args, { env: options.env ?? process.env, stdio: ["pipe", "pipe", "ignore"] });
    this.#process.stdout.on("data", (chunk) => this.#receive(chunk));
    this.#process.stdin.on("error", () => {});
    this.#process.on("error", () => this.#end());
    this.#process.on("exit", () => this.#end());
  }

  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>} the result, null when the server answers an error; undefined when it died or was too slow
   */
  request(method, params) {
    if (!this.alive) return Promise.resolve(undefined);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.close(), requestTimeoutMs);
      this.#waiting.set(id, (result) => {
        clearTimeout(timer);
        resolve(result);
      });
      this.#send({ id, method, params });
    });
  }

  /**
   * @param {string} method
   * @param {object} params
   */
  notify(method, params) {
    this.#send({ method, params });
  }

  /**
   * Gives an open document another text.
   * @param {string} uri
   * @param {string} text
   */
  changeDocument(uri, text) {
    this.#changes += 1;
    const textDocument = { uri, version: firstVersion + this.#changes };
    this.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
  }

  /**
   * The names that are completed at a place of an open document, best first, each once.
   * @param {string} uri
   * @param {Place} position
   * @returns {Promise<string[]>}
   */
  async completionsAt(uri, position) {
    const answer = await this.request("textDocument/completion", { textDocument: { uri }, position });
    /** @type {{ label: string, filterText?: string, sortText?: string }[]} */
    const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
    const key = (/** @type {{ label: string, sortText?: string }} */ { label, sortText }) => sortText ?? label;
    items.sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
    const names = items.map(({ filterText, label }) => /[\p{L}\p{N}_$]+/u.exec(filterText ?? label)?.[0] ?? "");
    return [...new Set(names)].filter((name) => name !== "");
  }

  /** Ends the process; open requests get undefined. */
  close() {
    this.#process.kill();
    this.#end();
  }

  #end() {
    this.alive = false;
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }

  /** @param {object} message */
  #send(message) {
    if (!this.alive) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.#process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.#process.stdin.write(body);
  }

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
      this.#missing = 0;
      this.#take(JSON.parse(this.#received.toString("utf8", headerEnd + 4, end)));
      this.#received = this.#received.subarray(end);
    }
  }

  /** @param {any} message */
  #take({ id, method, params, result }) {
    if (method === undefined) {
      this.#waiting.get(id)?.(result ?? null);
      this.#waiting.delete(id);
    } else if (id === undefined) {
      this.#options.onNotification?.(method, params);
    } else {
      this.#send({ id, result: this.#options.answer?.(method, params) ?? null });
    }
  }
}
