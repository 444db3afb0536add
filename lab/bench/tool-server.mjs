// @ts-check
/** A server of codegrove over stdio that is asked one call at a time. */
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { main } from "../programs.mjs";

/** @typedef {"find_definition" | "find_references" | "search_code"} IndexTool */

/** Milliseconds for one call: the first one may read a whole code base, on a busy machine. */
const callTimeoutMs = 1_800_000;

export class ToolServer {
  #client = new Client({ name: "bench", version: "1.0.0" });
  #transport;

  /**
   * @param {string} folder its working folder: the code base
   * @param {{ cacheFolder: string, home: string, flags?: readonly string[], variables?: Record<string, string> }} options where
   *   facts are kept, and the code that V8 has compiled; further flags, and variables of the environment
   */
  constructor(folder, { cacheFolder, home, flags = [], variables = {} }) {
    const entries = Object.entries(process.env).map(([name, value]) => [name, value ?? ""]);
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: [main, "--log-level", "error", "--cache-dir", cacheFolder, ...flags],
      cwd: folder,
      env: {
        ...Object.fromEntries(entries),
        HOME: home,
        XDG_CACHE_HOME: home,
        REQUEST_TIMEOUT: String(callTimeoutMs),
        ...variables,
      },
      stderr: "inherit",
    });
  }

  async start() {
    await this.#client.connect(this.#transport);
  }

  /**
   * @param {IndexTool} tool
   * @param {Record<string, unknown>} args
   * @returns {Promise<any>} the answer
   * @throws {Error} when it has no result
   */
  async ask(tool, args) {
    const answer = JSON.parse(await this.textOf(tool, args));
    if (answer.success !== true) throw new Error(`${tool} ${JSON.stringify(args)}: ${answer.error}`);
    return answer;
  }

  /**
   * @param {string} tool
   * @param {Readonly<Record<string, unknown>>} args
   * @returns {Promise<string>} the text of an answer, as a client sees it, or of an error
   */
  async textOf(tool, args) {
    const { content } = await this.#client.callTool({ name: tool, arguments: args }, undefined, {
      timeout: callTimeoutMs,
    });
    return String(Object(Array.isArray(content) ? content[0] : undefined).text);
  }

  /** Bytes of memory that the process has now; undefined where the system does not say. */
  get residentBytes() {
    try {
      const [, kilobytes] =
        /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${this.#transport.pid}/status`, "utf8")) ?? [];
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
    } catch {
      return undefined;
    }
  }

  async close() {
    await this.#client.close();
  }
}
