/**
 * A session as its relay knows it. Input: the messages of the client, and the lines of the server; output: the requests without an
 * answer, and the messages that a new server must have seen.
 */
import type { Message, RequestId } from "../mcp/message.ts";

type Sent = Extract<Message, { readonly kind: "request" | "notification" }>;

/** A message as JSON, and whether the others wait for its answer. */
type Repeated = { readonly text: string; readonly isFirst: boolean };

/** An answer, whose first keys have a fixed order, with its id as JSON. */
const answer = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.)*"|-?\d+),"(?:result|error)":/;

/** Messages whose effect lasts for a session. Each replaces an earlier one with the same method. */
const lasting: ReadonlySet<string> = new Set(["initialize", "notifications/initialized", "logging/setLevel"]);

export class OpenSession {
  /** The ids of requests as JSON, with the number of requests that have it. */
  readonly #open = new Map<string, number>();
  /** By method, and for subscriptions by URI. */
  readonly #lasting = new Map<string, Sent>();
  /** The ids of messages that are sent once more. */
  readonly #repeated = new Set<string>();
  #repeats = 0;

  /** Notes a message that is sent to the server. */
  sent(message: Message): void {
    if (message.kind === "request") this.#add(message.id);
    if (message.kind !== "request" && message.kind !== "notification") return;
    const { method, params } = message;
    if (lasting.has(method)) this.#lasting.set(method, message);
    else if (method === "resources/subscribe") this.#lasting.set(`subscribe ${params.uri}`, message);
    else if (method === "resources/unsubscribe") this.#lasting.delete(`subscribe ${params.uri}`);
    // A request that is cancelled has no answer.
    else if (method === "notifications/cancelled") {
      const { requestId } = params;
      if (typeof requestId === "string" || typeof requestId === "number") this.#open.delete(JSON.stringify(requestId));
    }
  }

  /** Notes a line of the server. @returns false for an answer to a message that the client has not sent */
  received(line: string): boolean {
    const id = answer.exec(line)?.[1];
    if (id === undefined) return true;
    const key = JSON.stringify(JSON.parse(id));
    if (this.#repeated.delete(key)) return false;
    const left = (this.#open.get(key) ?? 1) - 1;
    if (left > 0) this.#open.set(key, left);
    else this.#open.delete(key);
    return true;
  }

  /** Returns the ids of requests that have no answer, and forgets them. */
  lost(): readonly RequestId[] {
    const ids = [...this.#open].flatMap(([key, count]) => Array<RequestId>(count).fill(JSON.parse(key)));
    this.#open.clear();
    this.#repeated.clear();
    return ids;
  }

  /** Returns the messages that a new server must have seen, in their order. */
  repeated(): readonly Repeated[] {
    return [...this.#lasting.values()].map((message) => {
      const { method, params } = message;
      const isNotification = message.kind === "notification";
      if (isNotification) return { text: JSON.stringify({ jsonrpc: "2.0", method, params }), isFirst: false };
      const id = `codegrove-repeated-${++this.#repeats}`;
      this.#repeated.add(JSON.stringify(id));
      return { text: JSON.stringify({ jsonrpc: "2.0", id, method, params }), isFirst: method === "initialize" };
    });
  }

  #add(id: RequestId): void {
    const key = JSON.stringify(id);
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
  }
}
