/**
 * MCP on stdin and stdout: newline-delimited JSON with back pressure. Input: a pair of streams; output: an answer a
 * line, until the input ends.
 */
import type { Readable, Writable } from "node:stream";
import { jsonText } from "../base/escape/json.ts";
import { maxLineBytes, maxOpenChars, maxUnreadBytes } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import { ClientRoots, type ClientRootsOptions } from "./client-roots.ts";
import { Lines } from "./lines.ts";
import { type Answer, errorAnswer, type Message, type Params, readMessage, tooLong } from "./message.ts";
import { Peer, type Sink } from "./peer.ts";
import { createRouter, type RouterOptions } from "./router.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";
import { Session } from "./session.ts";

export type StdioOptions = RouterOptions & {
  readonly input: Readable;
  readonly output: Writable;
  /** Adds a listener for records of the log, which a client may request. */
  readonly onLog: (listener: Log) => void;
  /** Opens an engine for roots of the client (see ClientRootsOptions); undefined for a server that has roots. */
  readonly openEngine?: ClientRootsOptions["open"] | undefined;
};

/** Serves one client over a pair of streams until the input ends and every request is answered. */
export async function serveStdio(options: StdioOptions): Promise<void> {
  const { input, output, log } = options;
  const stdio = new Stdio(input, output);
  const session = new Session(stdio.notify);
  options.onLog(session.log);
  input.on("error", (error) => log("debug", "protocol error", { reason: error.message }));
  const { openEngine: open, engine } = options;
  const roots = open && new ClientRoots({ engine, open, log }, (method) => peer.ask(method, stdio.send));
  const peer = new Peer(createRouter(options, roots), session, log);
  if (roots !== undefined) peer.onNotification = (method) => roots.notified(method);
  await stdio.serve(peer);
  await roots?.close();
}

/** MCP over newline-delimited JSON: a message a line, with back pressure in both directions. */
export class Stdio implements Sink {
  readonly #input: Readable;
  readonly #output: Writable;
  #peer: Peer | undefined;
  #drained: Promise<void> | undefined;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
    output.on("drain", () => this.#regulate());
  }

  /** Reads the messages of a client. Resolves when the input has ended and each request is answered. */
  serve(peer: Peer): Promise<void> {
    this.#peer = peer;
    return new Promise((done) => {
      let isEnded = false;
      const receive = async (message: Message, chars: number) => {
        const answered = peer.receive(message, this, chars);
        this.#regulate();
        await answered;
        this.#regulate();
        if (isEnded && peer.openRequests === 0) done();
      };
      // A client that has gone reads no answer: its calls end. The process of a client on stdio ends then, too.
      this.#output.on("close", () => peer.cancelAll(this));
      const lines = new Lines(
        maxLineBytes,
        (rawLine) => {
          const line = rawLine.replace(/^\uFEFF/, "").trim();
          if (line !== "") void receive(readMessage(line), line.length);
        },
        () => void receive(tooLong, 0),
      );
      this.#input.on("data", (chunk: Buffer) => lines.push(chunk));
      // "close" follows both "end" and "error".
      this.#input.on("close", () => {
        lines.end();
        isEnded = true;
        peer.session.close();
        if (peer.openRequests === 0) done();
      });
    });
  }

  /** Sends a request to the client. */
  readonly send = (request: Params): void => {
    void this.#write(jsonText(request));
  };

  readonly notify = (method: string, params: Params): void => {
    void this.#write(jsonText({ jsonrpc: "2.0", method, params }));
  };

  answer(answer: Answer): Promise<void> {
    return this.#write(lineOf(answer));
  }

  async ready(): Promise<void> {
    while (this.#isBackedUp) await this.#untilDrained();
  }

  #write(line: string): Promise<void> {
    return new Promise((done) => {
      this.#output.write(`${line}\n`, () => done());
      this.#regulate();
    });
  }

  /** True while the bytes that the client has not read exceed their limit. */
  get #isBackedUp(): boolean {
    return this.#output.writableLength > maxUnreadBytes;
  }

  #untilDrained(): Promise<void> {
    this.#drained ??= new Promise((done) => {
      this.#output.once("drain", () => {
        this.#drained = undefined;
        done();
      });
    });
    return this.#drained;
  }

  /** Pauses the input of a client with too many unread answers or open requests, so that neither pile up. */
  #regulate(): void {
    const openChars = this.#peer?.openChars ?? 0;
    if (this.#isBackedUp || openChars > maxOpenChars) this.#input.pause();
    else this.#input.resume();
  }
}

/** Returns an answer as JSON, or an error when it is too long for a string of V8. */
function lineOf(answer: Answer): string {
  try {
    return jsonText(answer);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const tooLarge = new RpcError(rpcCodes.internalError, "The answer is too large: request less");
    return jsonText(errorAnswer(answer.id, tooLarge));
  }
}
