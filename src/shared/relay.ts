/**
 * The relay: the process that a client of `serve --shared` starts, as small as Node lets it be. Input: the lines of the client;
 * output: the lines of its session in the shared server, and an error for each request that is lost with the server.
 */
import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { messageOf, UserError } from "../base/errors.ts";
import { jsonText } from "../base/escape/json.ts";
import { maxLineBytes } from "../base/limits.ts";
import { Lines } from "../mcp/lines.ts";
import { errorAnswer, type Message, type RequestId, readMessage, tooLong } from "../mcp/message.ts";
import { RpcError, rpcCodes } from "../mcp/rpc-error.ts";
import { type ConnectOptions, openSession } from "./connect.ts";
import { OpenSession } from "./open-session.ts";
import { letters } from "./wire.ts";

export type RelayOptions = ConnectOptions & {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
};

/** A message with its line, which is sent as it is. */
type Line = { readonly message: Message; readonly text: string };

/** The reason if a server ends without a word. */
const unexpected = "it has crashed, or it was killed";

/** Connects a client to its session in the shared server, and to a session in a new one if the server ends. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #session = new OpenSession();
  readonly #waiting: Line[] = [];
  #socket: Socket | undefined;
  #isSending = false;
  #hasInputEnded = false;
  #whyEnded = unexpected;
  /** The exit status of the session. */
  #status: number | undefined;
  #finish: (status: number) => void = () => {};
  #onRepeated = () => {};

  constructor(options: RelayOptions) {
    this.#options = options;
    options.output.on("drain", () => this.#socket?.resume());
  }

  /**
   * Opens the session.
   *
   * @throws UserError with the reason if that is not possible
   */
  async open(): Promise<void> {
    this.#whyEnded = unexpected;
    const onClose = () => this.#close();
    const socket = await openSession(this.#options, { onLine: (letter, text) => this.#receive(letter, text), onClose });
    this.#socket = socket;
    // As clients do: `notifications/initialized` counts only once `initialize` is answered.
    for (const { text, isFirst } of this.#session.repeated()) {
      socket.write(`${letters.input}${text}\n`);
      if (isFirst) await this.#repeatedAnswer(socket);
    }
    if (!socket.destroyed) return;
    this.#socket = undefined;
    // A session with wrong flags ends at once.
    if (this.#status === undefined) throw new UserError(this.#whyEnded);
  }

  /** Waits for the answer to a repeated message, or for the end of the server. */
  #repeatedAnswer(socket: Socket): Promise<void> {
    return new Promise((done) => {
      this.#onRepeated = done;
      if (socket.destroyed) done();
      else socket.once("close", () => done());
    });
  }

  /** Relays lines until the client or the session ends. Resolves to the exit status. */
  run(): Promise<number> {
    const { input, output } = this.#options;
    return new Promise((ended) => {
      // Once all lines are written.
      this.#finish = (status) => void output.write("", () => ended(status));
      if (this.#status !== undefined && this.#socket === undefined) this.#finish(this.#status);
      const lines = new Lines(
        maxLineBytes,
        (raw) => {
          const text = raw.replace(/^\uFEFF/, "").trim();
          if (text !== "") this.#take({ message: readMessage(text), text });
        },
        () => this.#take({ message: tooLong, text: "" }),
      );
      input.on("data", (chunk: Buffer) => lines.push(chunk));
      input.on("error", () => {});
      // "close" follows both "end" and "error".
      input.on("close", () => {
        lines.end();
        this.#hasInputEnded = true;
        void this.#send();
      });
    });
  }

  #take(line: Line): void {
    this.#waiting.push(line);
    void this.#send();
  }

  /** Sends the lines that wait, one after the other. */
  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    this.#options.input.pause();
    for (let line = this.#waiting.shift(); line !== undefined; line = this.#waiting.shift()) await this.#deliver(line);
    this.#isSending = false;
    if (!this.#hasInputEnded) this.#options.input.resume();
    else if (this.#socket === undefined) this.#finish(1);
    else this.#socket.write(`${letters.inputEnded}\n`);
  }

  async #deliver({ message, text }: Line): Promise<void> {
    if (message.kind === "invalid") {
      this.#answer(message.id, message.error);
      return;
    }
    // Only a request is worth a new server.
    if (this.#socket === undefined && message.kind === "request") {
      try {
        await this.open();
      } catch (error) {
        this.#fail(message.id, `There is no shared server: ${messageOf(error)}`);
        return;
      }
    }
    this.#session.sent(message);
    const socket = this.#socket;
    if (socket === undefined || socket.write(`${letters.input}${text}\n`)) return;
    await new Promise<void>((done) => {
      const goOn = () => {
        socket.off("drain", goOn).off("close", goOn);
        done();
      };
      socket.on("drain", goOn).on("close", goOn);
    });
  }

  #receive(letter: string, text: string): void {
    if (letter === letters.stdout) {
      if (this.#session.received(text)) this.#write(text);
      else this.#onRepeated();
    } else if (letter === letters.stderr) this.#options.errors.write(`${text}\n`);
    else if (letter === letters.stopping) this.#whyEnded = text;
    else if (letter === letters.ended) this.#status = Number(text);
  }

  /** Ends with the session, or answers the requests that are lost with the server. */
  #close(): void {
    this.#socket = undefined;
    if (this.#status !== undefined) {
      this.#finish(this.#status);
      return;
    }
    this.#options.errors.write(`codegrove: the shared server has ended: ${this.#whyEnded}\n`);
    for (const id of this.#session.lost()) {
      this.#fail(
        id,
        `The shared server has ended before it answered: ${this.#whyEnded}. Call again, which starts a new one`,
      );
    }
    if (this.#hasInputEnded && !this.#isSending) this.#finish(1);
  }

  #fail(id: RequestId, reason: string): void {
    this.#answer(id, new RpcError(rpcCodes.internalError, reason));
  }

  #answer(id: RequestId | null, error: RpcError): void {
    this.#write(jsonText(errorAnswer(id, error)));
  }

  /** Writes a line, and reads from the server only while the client reads. */
  #write(line: string): void {
    const { output } = this.#options;
    if (!output.write(`${line}\n`)) this.#socket?.pause();
  }
}
