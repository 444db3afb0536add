import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { type Finished, finishedProcess, type Launch, startServer } from "./built-server.ts";

/** One line of the server, as far as tests look into it. */
export interface Message {
  readonly id?: number | string | null;
  readonly result?: {
    readonly content?: readonly { readonly type: string; readonly text: string }[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/** A conversation with a running server: lines go in, lines come out, in any order. */
export class Session {
  readonly process: ChildProcessWithoutNullStreams;
  readonly #lines: string[] = [];
  /** The first of the lines, parsed: a conversation of thousands of lines is parsed once. */
  readonly #messages: Message[] = [];
  readonly #finished: Promise<Finished>;
  readonly #decoder = new StringDecoder("utf8");
  #partial = "";
  #ended = false;
  #waiting: (() => void)[] = [];
  #nextId = 1;

  constructor(launch: Launch = {}) {
    this.process = startServer(launch);
    this.#finished = finishedProcess(this.process);
    this.process.stdout.on("data", (chunk: Buffer) => this.#take(this.#decoder.write(chunk)));
    void this.#finished.then(() => {
      this.#ended = true;
      this.#wake();
    });
  }

  send(message: object | string): void {
    const line = typeof message === "string" ? message : JSON.stringify(message);
    this.process.stdin.write(`${line}\n`);
  }

  /** Sends a request under an id of its own and waits for the answer to that id. */
  async request(method: string, params?: object): Promise<Message> {
    const id = `session-${this.#nextId++}`;
    this.send({ jsonrpc: "2.0", id, method, params });
    return this.answerTo(id);
  }

  async answerTo(id: number | string): Promise<Message> {
    for (let index = 0; ; index += 1) {
      while (index >= this.#lines.length) await this.#moreLines();
      const message: Message = this.#messages[index] ?? JSON.parse(this.#lines[index] ?? "null");
      this.#messages[index] = message;
      if (message.id === id) return message;
    }
  }

  /** The lines so far. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Waits until the server has gone. */
  gone(): Promise<Finished> {
    return this.#finished;
  }

  /** Ends the input and waits until the server has gone. */
  async close(): Promise<Finished> {
    this.process.stdin.end();
    return this.#finished;
  }

  /** For the end of a test: the server goes, whatever state it is in. */
  async kill(): Promise<Finished> {
    this.process.kill("SIGKILL");
    return this.#finished;
  }

  async #moreLines(): Promise<void> {
    if (this.#ended) throw new Error(`the server has gone; its last lines: ${this.#lines.slice(-3).join("\n")}`);
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #take(text: string): void {
    this.#partial += text;
    if (!text.includes("\n")) return;
    const lines = this.#partial.split("\n");
    this.#partial = lines.pop() ?? "";
    this.#lines.push(...lines);
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
