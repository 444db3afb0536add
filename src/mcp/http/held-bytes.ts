import type { IncomingMessage, ServerResponse } from "node:http";
import { maxHeldBytes } from "../../base/limits.ts";

/** The part of an exchange that is used. */
type Held = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * The bytes that all open exchanges of a server hold: bodies from their first byte to the end of the answer, and answers
 * that clients have not read yet.
 */
export class HeldBytes {
  readonly #max: number;
  readonly #bodies = new Map<Held, number>();
  #bytes = 0;

  /** @param max bytes of bodies and unread answers together */
  constructor(max = maxHeldBytes) {
    this.#max = max;
  }

  /** Counts an exchange until its response is closed. */
  open(exchange: Held): void {
    this.#bodies.set(exchange, 0);
    exchange.response.once("close", () => {
      this.#bytes -= this.#bodies.get(exchange) ?? 0;
      this.#bodies.delete(exchange);
    });
  }

  /** Counts bytes of a body. False when all exchanges together would hold more than the limit. */
  take(exchange: Held, bytes: number): boolean {
    const own = this.#bodies.get(exchange);
    if (own === undefined || this.#bytes + bytes + this.#unread > this.#max) return false;
    this.#bodies.set(exchange, own + bytes);
    this.#bytes += bytes;
    return true;
  }

  /** Stops counting the body of an exchange, which is not kept. */
  give(exchange: Held): void {
    const own = this.#bodies.get(exchange) ?? 0;
    if (this.#bodies.has(exchange)) this.#bodies.set(exchange, 0);
    this.#bytes -= own;
  }

  get #unread(): number {
    let bytes = 0;
    for (const { response } of this.#bodies.keys()) bytes += response.writableLength;
    return bytes;
  }
}
