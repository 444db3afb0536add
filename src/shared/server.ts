/**
 * The shared server: one process for the sessions of all clients of a user. Input: connections of relays; output: a session
 * for each, with the command line, folder and environment of its relay. It ends when it has had no session for a while. Asked for its
 * status, it says what it does.
 */
import { connect, createServer, type Server, type Socket } from "node:net";
import { PassThrough, type Readable, Writable } from "node:stream";
import * as z from "zod";
import { codeOf } from "../base/errors.ts";
import { maxLineBytes, maxSessions, sharedStartMs, stopGraceMs } from "../base/limits.ts";
import { linkFile, makePrivate, removeFile, renameFile } from "../cache/own-files.ts";
import { Lines } from "../mcp/lines.ts";
import { type Address, socketAt } from "./address.ts";
import type { ServerStatus } from "./status.ts";
import { type Hello, letters, statusLine } from "./wire.ts";

const HelloLine = z.object({
  identity: z.string(),
  args: z.array(z.string()),
  name: z.string(),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  terminals: z.array(z.enum(["stdin", "stdout", "stderr"])),
});

/** The streams of a session. stdout is destroyed when the relay has gone. */
export type SessionStreams = { readonly stdin: Readable; readonly stdout: Writable; readonly stderr: Writable };

export type SharedServerOptions = {
  readonly address: Address;
  readonly uid: number | undefined;
  /** The number of this process. */
  readonly pid: number;
  /** Milliseconds without a session after which the server ends. */
  readonly idleMs: number;
  /** Returns the facts of this process that its status has. */
  readonly processStatus: () => Pick<ServerStatus, "memory_bytes" | "node" | "version">;
  /** Runs a session. Resolves to its exit status; never rejects for what a client has sent. */
  readonly runSession: (hello: Hello, streams: SessionStreams) => Promise<number>;
  /** Called once the server has ended by itself. */
  readonly onIdle: () => void;
};

/** Attempts to get the name of a socket that other starters want, too. */
const maxAttempts = 5;

export class SharedServer {
  readonly #options: SharedServerOptions;
  readonly #server: Server;
  /** The sessions, with their working folders. */
  readonly #sessions = new Map<Socket, string>();
  readonly #since = new Date().toISOString();
  #inode: number | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: SharedServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  /**
   * Listens under a name of its own, and then takes the name that relays look for. A link to a file never replaces another one,
   * so one of several starters wins; the socket of a server that was killed makes room.
   *
   * @returns false if another server has the name
   * @throws UserError for a name that is not one of a socket of the user
   */
  async listen(): Promise<boolean> {
    const { address, uid, pid } = this.#options;
    const own = `${address.path}.${pid}`;
    removeFile(own);
    await new Promise<void>((listening, failed) => {
      this.#server.once("error", failed);
      this.#server.listen(own, listening);
    });
    makePrivate(own);
    this.#inode = socketAt(own, uid);
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        if (isLinked(own, address.path)) {
          // The relay that has started it comes first.
          this.#rest(Math.max(this.#options.idleMs, sharedStartMs));
          return true;
        }
        if (await this.#isTaken()) break;
      }
      this.#server.close();
      return false;
    } finally {
      removeFile(own);
    }
  }

  /** True if a server answers at the name; else the name is free. */
  async #isTaken(): Promise<boolean> {
    const { address, uid, pid } = this.#options;
    const found = socketAt(address.path, uid);
    if (found === undefined) return false;
    if (await isListening(address.path)) return true;
    // Another starter may have removed it, and taken the name.
    if (socketAt(address.path, uid) !== found) return false;
    const old = `${address.path}.${pid}-`;
    try {
      renameFile(address.path, old);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return false;
      throw error;
    }
    // That may also have happened in the last microseconds. The name is then given back.
    const isAlive = await isListening(old);
    if (isAlive) isLinked(old, address.path);
    removeFile(old);
    return isAlive;
  }

  /** Tells all sessions a reason, and ends them. */
  async stop(reason: string): Promise<void> {
    this.#forgetName();
    const sockets = [...this.#sessions.keys()];
    const told = sockets.map((socket) => new Promise<void>((done) => socket.end(lineOf("stopping", reason), done)));
    await Promise.race([Promise.all(told), new Promise((done) => setTimeout(done, stopGraceMs))]);
  }

  /** Removes the name, unless it leads to another server. */
  #forgetName(): void {
    const { address, uid } = this.#options;
    try {
      if (socketAt(address.path, uid) === this.#inode) removeFile(address.path);
    } catch {
      // It is not the name of this server any more.
    }
  }

  /** Ends the server after a time without a session. */
  #rest(idleMs: number): void {
    if (this.#sessions.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#forgetName();
      this.#server.close();
      this.#options.onIdle();
    }, idleMs);
  }

  #accept(socket: Socket): void {
    socket.on("error", () => {});
    // A relay says who it is at once.
    const timer = setTimeout(() => socket.destroy(), sharedStartMs);
    let input: PassThrough | undefined;
    const take = (line: string) => {
      if (line === letters.inputEnded) input?.end();
      else if (input !== undefined) {
        if (!input.writableEnded && !input.write(`${line.slice(1)}\n`)) socket.pause();
      } else {
        clearTimeout(timer);
        if (line === statusLine) return void socket.end(lineOf("status", JSON.stringify(this.#status())));
        input = this.#begin(socket, line);
        input?.on("drain", () => socket.resume());
      }
    };
    const lines = new Lines(maxLineBytes + 1, take, () => socket.destroy());
    socket.on("data", (chunk) => lines.push(chunk));
    socket.once("close", () => {
      clearTimeout(timer);
      input?.destroy();
    });
  }

  /** Begins a session. @returns its input; undefined if there is none */
  #begin(socket: Socket, line: string): PassThrough | undefined {
    const hello = helloOf(line);
    const { address, runSession } = this.#options;
    const refuse = (reason: string) => void socket.end(lineOf("refused", reason));
    if (hello === undefined) return refuse("the first line is not that of a session");
    if (hello.identity !== address.identity) return refuse("the server is of another version");
    if (this.#sessions.size >= maxSessions) return refuse(`the server has ${maxSessions} sessions`);
    clearTimeout(this.#idle);
    this.#sessions.set(socket, hello.cwd);
    const stdin = new PassThrough();
    const [stdout, stderr] = [new LineWriter(socket, "stdout"), new LineWriter(socket, "stderr")];
    socket.once("close", () => {
      for (const stream of [stdout, stderr]) stream.destroy();
      this.#sessions.delete(socket);
      this.#rest(this.#options.idleMs);
    });
    socket.write(lineOf("ready", ""));
    const serve = async () => {
      const status = await runSession(hello, { stdin, stdout, stderr });
      await Promise.all([stdout, stderr].map((stream) => new Promise<void>((done) => stream.end(done))));
      socket.end(lineOf("ended", String(status)));
    };
    void serve();
    return stdin;
  }

  #status(): ServerStatus {
    const { pid, idleMs, processStatus } = this.#options;
    const folders = [...new Set(this.#sessions.values())].sort();
    return { pid, since: this.#since, sessions: this.#sessions.size, folders, idle_ms: idleMs, ...processStatus() };
  }
}

/** Gives a file a second name. @returns false if something has that name */
function isLinked(from: string, to: string): boolean {
  try {
    linkFile(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return false;
  }
}

/** True if a process listens on a socket. */
function isListening(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path, () => {
      socket.destroy();
      done(true);
    });
    // A socket whose queue is full (EAGAIN) is one of a process.
    socket.on("error", (error) => done(!["ECONNREFUSED", "ENOENT"].includes(codeOf(error) ?? "")));
  });
}

/** Returns the first line of a relay; undefined for another line. */
function helloOf(line: string): Hello | undefined {
  try {
    return HelloLine.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function lineOf(kind: keyof typeof letters, text: string): string {
  return `${letters[kind]}${text.replaceAll("\n", " ")}\n`;
}

/** Writes whole lines to a socket, each with the letter of its stream. */
class LineWriter extends Writable {
  readonly #socket: Socket;
  readonly #letter: string;
  readonly #lines: Lines;
  #ready: string[] = [];

  constructor(socket: Socket, stream: "stdout" | "stderr") {
    super();
    this.#socket = socket;
    this.#letter = letters[stream];
    this.#lines = new Lines(
      Number.POSITIVE_INFINITY,
      (line) => this.#ready.push(line),
      () => {},
    );
    this.on("error", () => {});
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#lines.push(chunk);
    this.#send(done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#lines.end();
    this.#send(done);
  }

  #send(done: (error?: Error | null) => void): void {
    const lines = this.#ready;
    this.#ready = [];
    if (lines.length === 0) done();
    else this.#socket.write(lines.map((line) => `${this.#letter}${line}\n`).join(""), done);
  }
}
