import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { maxLineBytes, maxOpenChars, maxUnreadBytes } from "../base/limits.ts";
import { Lines } from "./lines.ts";
import { type Params, type RequestId, readMessage } from "./message.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";

/** A request of the client without an answer. */
type OpenRequest = {
  readonly id: RequestId;
  readonly params: Params;
  /** UTF-16 code units of its line. */
  readonly chars: number;
  onAnswered: (() => void) | undefined;
};

/**
 * MCP over newline-delimited JSON: the transport in front of the SDK.
 *
 * The SDK drops requests that its schemas refuse; here every request gets an answer. Therefore the SDK sees only an
 * envelope: each request has a number of this transport in place of its id, so that any id can be cancelled, also 0 and
 * duplicates, and no params, which `requestOf` returns.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  /** Called when the input ends; open requests are still answered. */
  onend?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #open = new Map<number, OpenRequest>();
  #openChars = 0;
  #drained: Promise<void> | undefined;
  #count = 0;
  #isEnded = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    const lines = new Lines(
      maxLineBytes,
      (line) => this.#receive(line),
      () => this.#tooLong(),
    );
    this.#input.on("data", (chunk: Buffer) => lines.push(chunk));
    this.#input.on("error", (error) => this.onerror?.(error));
    this.#output.on("drain", () => this.#regulate());
    // "close" follows both "end" and "error".
    this.#input.on("close", () => {
      lines.end();
      this.#isEnded = true;
      this.onend?.();
      this.#closeWhenDone();
    });
  }

  /** Returns the id and the params that the client sent for a number of the SDK. */
  requestOf(number: RequestId): { readonly id: RequestId; readonly params: Params } {
    return this.#open.get(Number(number)) ?? { id: number, params: {} };
  }

  /** Calls back when a request is answered or cancelled. */
  whenAnswered(number: RequestId, callback: () => void): void {
    const request = this.#open.get(Number(number));
    if (request === undefined) callback();
    else request.onAnswered = callback;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ("method" in message) {
      await this.#write(message);
      return;
    }
    const number = Number(message.id);
    const request = this.#open.get(number);
    if (request === undefined) return;
    const { id } = request;
    // Callers may compare answers as text, so the order of the keys is fixed.
    const answer =
      "result" in message
        ? { jsonrpc: "2.0", id, result: message.result }
        : { jsonrpc: "2.0", id, error: message.error };
    await this.#write(answer, id);
    this.#forget(number, request);
    this.#closeWhenDone();
  }

  async close(): Promise<void> {
    this.#input.destroy();
    this.onclose?.();
  }

  #receive(rawLine: string): void {
    const line = rawLine.replace(/^\uFEFF/, "").trim();
    if (line === "") return;
    const message = readMessage(line);
    if (message.kind === "invalid") {
      this.#refuse(message.id, message.error);
    } else if (message.kind === "request") {
      const number = ++this.#count;
      this.#open.set(number, { id: message.id, params: message.params, chars: line.length, onAnswered: undefined });
      this.#openChars += line.length;
      this.#regulate();
      this.onmessage?.({ jsonrpc: "2.0", id: number, method: message.method });
    } else if (message.kind === "notification" && message.method === "notifications/cancelled") {
      this.#cancel(message.params.requestId);
    }
  }

  #cancel(id: unknown): void {
    for (const [number, request] of this.#open) {
      if (request.id !== id) continue;
      this.#forget(number, request);
      this.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: number } });
    }
    this.#closeWhenDone();
  }

  /** Removes a request. A second call does nothing: a cancellation may come while the answer waits to be read. */
  #forget(number: number, { chars, onAnswered }: OpenRequest): void {
    if (!this.#open.delete(number)) return;
    this.#openChars -= chars;
    this.#regulate();
    onAnswered?.();
  }

  #tooLong(): void {
    const message = `Invalid Request: line exceeds ${maxLineBytes} bytes`;
    this.#refuse(null, new RpcError(rpcCodes.invalidRequest, message));
  }

  #refuse(id: RequestId | null, { code, message }: RpcError): void {
    void this.#write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  /** @param id the id of the answered request, if any */
  #write(message: unknown, id?: RequestId): Promise<void> {
    return new Promise((done) => {
      this.#output.write(`${lineOf(message, id)}\n`, () => done());
      this.#regulate();
    });
  }

  /** True while the bytes that the client has not read exceed their limit. */
  get isBackedUp(): boolean {
    return this.#output.writableLength > maxUnreadBytes;
  }

  /** Resolves when the client has read its answers. */
  drained(): Promise<void> {
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
    if (this.isBackedUp || this.#openChars > maxOpenChars) this.#input.pause();
    else this.#input.resume();
  }

  #closeWhenDone(): void {
    if (this.#isEnded && this.#open.size === 0) this.onclose?.();
  }
}

/** Returns a message as JSON, or an error when it is too long for a string of V8. */
function lineOf(message: unknown, id: RequestId | undefined): string {
  try {
    return JSON.stringify(message);
  } catch (error) {
    if (!(error instanceof RangeError) || id === undefined) throw error;
    const tooLarge = { code: rpcCodes.internalError, message: "The answer is too large: request less" };
    return JSON.stringify({ jsonrpc: "2.0", id, error: tooLarge });
  }
}
