import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { type Finished, finishedProcess, type Launch, startServer } from "./built-server.ts";

/** One line of the server, as far as tests look into it. */
export interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly result?: {
    readonly content?: readonly { readonly type: string; readonly text: string }[];
    readonly isError?: boolean;
    /** Of resources/read. */
    readonly contents?: readonly { readonly uri: string; readonly text: string }[];
    /** Of prompts/get. */
    readonly messages?: readonly {
      readonly content: { readonly text?: string; readonly resource?: { readonly uri: string; readonly text: string } };
    }[];
  };
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server that runs. */
export interface SessionProgram {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly pid?: number | undefined;
  readonly signal: (name: "SIGTERM" | "SIGKILL") => void;
  readonly finished: Promise<Finished>;
}

function serverProcess(launch: Launch): SessionProgram {
  const child = startServer(launch);
  const { stdin, stdout, pid } = child;
  return { stdin, stdout, pid, signal: (name) => child.kill(name), finished: finishedProcess(child) };
}

/** A conversation with a running server: lines go in, lines come out, in any order. */
export class Session {
  readonly #program: SessionProgram;
  readonly #lines: string[] = [];
  /** The first of the lines, parsed: a conversation of thousands of lines is parsed once. */
  readonly #messages: Message[] = [];
  readonly #decoder = new StringDecoder("utf8");
  #partial = "";
  #ended = false;
  #waiting: (() => void)[] = [];
  #nextId = 1;
  readonly #listeners: ((message: Message) => void)[] = [];

  /** @param program what to talk to; left out, it is the built server in a process of its own */
  constructor(launch: Launch = {}, program: SessionProgram = serverProcess(launch)) {
    this.#program = program;
    program.stdout.on("data", (chunk: Buffer) => this.#take(this.#decoder.write(chunk)));
    void program.finished.then(() => {
      this.#ended = true;
      this.#wake();
    });
  }

  send(message: object | string): void {
    const line = typeof message === "string" ? message : JSON.stringify(message);
    this.write(`${line}\n`);
  }

  /** Sends bytes as they are. */
  write(bytes: string | Uint8Array): void {
    this.#program.stdin.write(bytes);
  }

  /** Sends a signal to the server. */
  signal(name: "SIGTERM" | "SIGKILL"): void {
    this.#program.signal(name);
  }

  /** The number of its process; undefined when it has none of its own. */
  get pid(): number | undefined {
    return this.#program.pid;
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

  /** Adds a listener for each further line. */
  onMessage(listener: (message: Message) => void): void {
    this.#listeners.push(listener);
  }

  /** The lines so far. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Waits until the server has gone. */
  gone(): Promise<Finished> {
    return this.#program.finished;
  }

  /** Ends the input and waits until the server has gone. */
  async close(): Promise<Finished> {
    this.#program.stdin.end();
    return this.#program.finished;
  }

  /** For the end of a test: the server goes, whatever state it is in. */
  async kill(): Promise<Finished> {
    this.signal("SIGKILL");
    return this.#program.finished;
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
    if (this.#listeners.length > 0) {
      for (const line of lines) for (const listener of this.#listeners) listener(JSON.parse(line));
    }
    this.#wake();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resume of waiting) resume();
  }
}
