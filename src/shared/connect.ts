/**
 * The way to the shared server. Input: its address, and the first line of a session; output: a connection on which the session
 * has begun. A server is started if there is none.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { codeOf, messageOf, UserError } from "../base/errors.ts";
import { Lines } from "../mcp/lines.ts";
import { type Address, socketAt } from "./address.ts";
import { type Hello, letters } from "./wire.ts";

export type ConnectOptions = {
  readonly address: Address;
  readonly uid: number | undefined;
  readonly hello: Omit<Hello, "identity">;
  /** Starts a server. Resolves to its exit status once it has ended. */
  readonly startServer: () => Promise<number>;
  /** Milliseconds for a start of a server and its first answer. */
  readonly startMs: number;
};

/** The receiver of what comes after the start of a session. */
export type ServerListener = {
  /** Receives a line: its letter, and the rest of it. */
  readonly onLine: (letter: string, text: string) => void;
  readonly onClose: () => void;
};

/** Milliseconds between two attempts to connect to a server that starts. */
const retryMs = 30;

/**
 * Opens a session.
 *
 * @throws UserError with the reason if that is not possible
 */
export async function openSession(options: ConnectOptions, listener: ServerListener): Promise<Socket> {
  const { address, uid, startServer, startMs } = options;
  const stopAt = performance.now() + startMs;
  let isStarting = false;
  let failure: string | undefined;
  const start = async () => {
    isStarting = true;
    const status = await startServer();
    // A server that finds another one ends with 0.
    if (status === 0) isStarting = false;
    else failure = `it has ended with status ${status} at its start`;
  };
  for (;;) {
    const leftMs = stopAt - performance.now();
    if (leftMs <= 0) throw new UserError(`it does not start within ${startMs} ms`);
    if (socketAt(address.path, uid) !== undefined) {
      const socket = await attempt(options, listener, leftMs);
      if (socket !== undefined) return socket;
    }
    if (failure !== undefined) throw new UserError(failure);
    if (!isStarting) void start();
    await wait(retryMs);
  }
}

/** Connects once. Resolves to undefined if no server listens, or if it ends. */
function attempt(
  { address, hello }: ConnectOptions,
  listener: ServerListener,
  answerMs: number,
): Promise<Socket | undefined> {
  return new Promise((done, failed) => {
    let isOpen = false;
    const socket = connect(address.path, () => {
      socket.write(`${JSON.stringify({ ...hello, identity: address.identity } satisfies Hello)}\n`);
    });
    const fail = (reason: string) => {
      failed(new UserError(reason));
      socket.destroy();
    };
    const timer = setTimeout(() => fail(`the process at ${address.path} does not answer; end it`), answerMs);
    const begin = (letter: string, text: string) => {
      clearTimeout(timer);
      isOpen = letter === letters.ready;
      if (isOpen) done(socket);
      else fail(text);
    };
    const lines = new Lines(
      Number.POSITIVE_INFINITY,
      (line) => (isOpen ? listener.onLine : begin)(line.slice(0, 1), line.slice(1)),
      () => {},
    );
    socket.on("data", (chunk) => lines.push(chunk));
    socket.on("error", (error) => {
      const isAbsent = ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"].includes(codeOf(error) ?? "");
      if (!isOpen && !isAbsent) fail(messageOf(error));
    });
    socket.on("close", () => {
      clearTimeout(timer);
      if (isOpen) listener.onClose();
      else done(undefined);
    });
  });
}
