/**
 * A server as a child process, with a message a line on its stdin and stdout. Input: its command; output: the link to it. Its
 * output is bounded, and all that it has started ends with the link.
 */
import spawn from "cross-spawn";
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import { jsonText } from "../base/escape/json.ts";
import { doctorGraceMs, maxDoctorBytes, maxDoctorRawChars } from "../base/limits.ts";
import { Lines } from "../mcp/lines.ts";
import { readMessage } from "../mcp/message.ts";
import { rpcCodes } from "../mcp/rpc-error.ts";
import type { Groups } from "../project-commands/run-process.ts";
import type { Link, LinkNotes, Message } from "./link.ts";
import { resultOf } from "./result-of.ts";

/** Lines that are not messages, before a process is stopped: some log a little on stdout. */
const maxStrayLines = 1_000;

export type ProcessStart = {
  readonly command: string;
  readonly args: readonly string[];
  /** Absolute; it exists. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly groups: Groups;
};

/** Starts a server. The failure to start is the error of the first request. */
export function openProcess(start: ProcessStart): Link {
  const server = new ServerProcess(start);
  return {
    ask: server.ask,
    tell: async (method) => server.write({ jsonrpc: "2.0", method }),
    close: server.close,
    notes: server.notes,
  };
}

/** The requests that wait for a response. */
type Waiting = { readonly resolve: (result: Message) => void; readonly reject: (reason: Error) => void };

class ServerProcess {
  readonly #child;
  readonly #start: ProcessStart;
  readonly #waiting = new Map<number, Waiting & { readonly method: string }>();
  readonly #ended: Promise<void>;
  readonly #stderr = new LastText();
  #lastId = 0;
  #bytes = 0;
  #failure: UserError | undefined;
  /** Lines on stdout that are not messages, and the first of them. */
  #strayLines = 0;
  #firstStray = "";

  constructor(start: ProcessStart) {
    const { command, args, cwd, env, groups } = start;
    this.#start = start;
    this.#child = spawn(command, [...args], { cwd, env: { ...env }, stdio: "pipe", detached: true, windowsHide: true });
    const { stdin, stdout, stderr, pid } = this.#child;
    if (pid !== undefined) groups.started(pid);
    const tooMuch = () => this.#stop(`it writes more than ${maxDoctorBytes} bytes`);
    const lines = new Lines(maxDoctorBytes, (line) => this.#receive(line), tooMuch);
    stdout?.on("data", (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes > maxDoctorBytes) tooMuch();
      else lines.push(chunk);
    });
    stderr?.on("data", (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.#bytes > maxDoctorBytes) tooMuch();
      else this.#stderr.add(chunk);
    });
    // It may end before it has read a request; its end says more.
    for (const stream of [stdin, stdout, stderr]) stream?.on("error", () => {});
    this.#ended = new Promise((ended) => {
      this.#child.on("error", (error) => {
        this.#fail(startError(error, command));
        ended();
      });
      this.#child.on("close", (status, signal) => {
        const how = signal === null ? `with status ${status}` : `by ${signal}`;
        this.#fail(new UserError(`it has ended ${how} before it answered`));
        ended();
      });
    });
  }

  readonly ask = (method: string, params: Message): Promise<Message> =>
    new Promise((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject, method });
      this.write({ jsonrpc: "2.0", id, method, params });
    });

  readonly write = (message: Message): void => {
    this.#child.stdin?.write(`${jsonText(message)}\n`);
  };

  readonly notes = (): LinkNotes => {
    const stray = `it writes lines to stdout that are not messages, ${this.#strayLines} of them; the first is: ${this.#firstStray}`;
    return { warnings: this.#strayLines === 0 ? [] : [stray], stderr: this.#stderr.text };
  };

  /** Ends its input, as clients do, and soon all that it has started. */
  readonly close = async (): Promise<void> => {
    this.#child.stdin?.end();
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((over) => {
      timer = setTimeout(over, this.#failure === undefined ? doctorGraceMs : 0);
    });
    await Promise.race([this.#ended, grace]);
    clearTimeout(timer);
    this.#end();
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.destroy();
  };

  #end(): void {
    if (this.#child.pid !== undefined) this.#start.groups.end(this.#child.pid);
  }

  #stop(reason: string): void {
    this.#fail(new UserError(reason));
    this.#end();
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.destroy();
  }

  /** Ends all requests with the first reason. */
  #fail(reason: UserError): void {
    this.#failure ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }

  #receive(line: string): void {
    const text = line.trimStart();
    if (text === "") return;
    // Parsing millions of lines that are none would leave no time for anything else.
    if (!text.startsWith("{")) {
      this.#countStray(line);
      return;
    }
    const message = readMessage(line);
    if (message.kind === "response") {
      const waiting = typeof message.id === "number" ? this.#waiting.get(message.id) : undefined;
      if (waiting === undefined) return;
      this.#waiting.delete(Number(message.id));
      try {
        waiting.resolve(resultOf(waiting.method, message));
      } catch (error) {
        waiting.reject(new UserError(messageOf(error)));
      }
    } else if (message.kind === "request") {
      const { id, method } = message;
      const answer =
        method === "ping" ? { result: {} } : { error: { code: rpcCodes.methodNotFound, message: "Method not found" } };
      this.write({ jsonrpc: "2.0", id, ...answer });
    } else if (message.kind === "invalid") {
      this.#countStray(line);
    }
  }

  #countStray(line: string): void {
    this.#strayLines++;
    if (this.#strayLines === 1) this.#firstStray = line.slice(0, maxDoctorRawChars);
    if (this.#strayLines > maxStrayLines) this.#stop("it writes lines that are not messages of MCP");
  }
}

function startError(error: Error, command: string): UserError {
  const code = codeOf(error);
  if (code === "ENOENT") {
    return new UserError(`command not found: ${command}`, {
      fix: `install it, or set command to its whole path, which \`command -v ${command}\` prints in your shell`,
    });
  }
  if (code === "EACCES") {
    return new UserError(`${command} cannot be run: it is not a program that you may run`, {
      fix: "set command to a program; for a script, set command to its interpreter and put the script first in args",
    });
  }
  return new UserError(`${command} cannot be started: ${messageOf(error)}`);
}

/** The end of a text that comes in pieces. */
class LastText {
  #bytes: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk]).subarray(-maxDoctorRawChars);
  }

  get text(): string {
    return this.#bytes.toString("utf8").trim();
  }
}
