/**
 * One HTTP request and its response. Input: the request of node:http; output: its body as text within the limits, and
 * an answer as JSON or as a stream of server-sent events (SSE).
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { jsonText } from "../../base/escape/json.ts";
import { maxBodyBytes, maxRefusedBytes, maxRefusedMs, maxUnreadBytes } from "../../base/limits.ts";
import type { HeldBytes } from "./held-bytes.ts";

/** The media types of answers. */
export const jsonType = "application/json";
export const eventType = "text/event-stream";

/** One HTTP request and its response, with the bytes that all of them hold. */
export type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly held: HeldBytes;
};

/** The refusal of an HTTP request, with a status and `{"error":message}`. */
export class HttpError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.headers = headers;
  }
}

/**
 * Reads the body as text.
 *
 * @throws HttpError when its type is not JSON, when it is too long, or when all bodies together are
 */
export async function bodyOf(exchange: Exchange): Promise<string> {
  const { request, held } = exchange;
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== jsonType) throw new HttpError(415, "Content-Type must be application/json");
  const tooLong = new HttpError(413, `The body exceeds ${maxBodyBytes} bytes`);
  if (Number(request.headers["content-length"] ?? 0) > maxBodyBytes) throw tooLong;
  const pieces: Buffer[] = [];
  let bytes = 0;
  // A refused request is still answered, so its connection stays open.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    bytes += piece.length;
    const isTooLong = bytes > maxBodyBytes;
    if (!isTooLong && held.take(exchange, piece.length)) {
      pieces.push(piece);
      continue;
    }
    held.give(exchange);
    throw isTooLong ? tooLong : new HttpError(503, "Other requests hold all memory: ask again", { "retry-after": "1" });
  }
  return Buffer.concat(pieces).toString();
}

/**
 * Skips the rest of the body of a refused request, so that the client reads the answer. When the body exceeds the
 * limits, the connection is closed.
 */
export function passOver({ request }: Exchange): void {
  if (request.destroyed) return;
  const end = () => request.destroy();
  const timer = setTimeout(end, maxRefusedMs);
  let bytes = 0;
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxRefusedBytes) end();
  });
  request.on("close", () => clearTimeout(timer));
  request.resume();
}

/** Answers with JSON, unless the client is gone. */
export function sendJson(
  { response }: Exchange,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent || response.destroyed) return;
  const text = jsonText(value);
  response.writeHead(status, {
    "content-type": jsonType,
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...headers,
  });
  response.end(text);
}

/** Answers without a body. */
export function sendEmpty({ response }: Exchange, status: number): void {
  response.writeHead(status);
  response.end();
}

/** True when the client accepts a type. A client without an Accept header accepts all. */
export function accepts({ request }: Exchange, type: string): boolean {
  const accepted = request.headers.accept ?? "*/*";
  const [kind] = type.split("/");
  return accepted
    .split(",")
    .map((range) => range.split(";")[0]?.trim().toLowerCase())
    .some((range) => range === type || range === `${kind}/*` || range === "*/*");
}

/** A stream of server-sent events, which begins with the first of them. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ response }: Exchange, headers: Readonly<Record<string, string>> = {}) {
    this.#response = response;
    this.#headers = headers;
  }

  get isBegun(): boolean {
    return this.#response.headersSent;
  }

  begin(): void {
    if (this.isBegun || this.#response.destroyed) return;
    this.#response.writeHead(200, {
      "content-type": eventType,
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      ...this.#headers,
    });
    this.#response.flushHeaders();
  }

  send(message: unknown): void {
    this.begin();
    // A client that does not read its events loses the stream, instead of filling memory.
    if (this.#response.writableLength > maxUnreadBytes) this.#response.destroy();
    if (this.#response.writable) this.#response.write(`event: message\ndata: ${jsonText(message)}\n\n`);
  }

  /** Sends a comment, which keeps proxies from closing the connection. */
  keepAlive(): void {
    if (this.isBegun && this.#response.writable) this.#response.write(":\n\n");
  }

  end(): void {
    this.begin();
    this.#response.end();
  }
}
