/**
 * One client of MCP and its open requests, over any transport: each is answered once, or cancelled. Input: messages of
 * the client; output: answers and notifications to the sink of each request.
 */
import { messageOf } from "../base/errors.ts";
import { isObject } from "../base/is-object.ts";
import { maxUnreadAnswers } from "../base/limits.ts";
import type { Log } from "../base/log.ts";
import { shownName } from "../base/shown-value.ts";
import { Gate } from "../engine/gate.ts";
import {
  type Answer,
  errorAnswer,
  type Message,
  type Params,
  type Request,
  type RequestId,
  resultAnswer,
} from "./message.ts";
import type { Notify } from "./progress.ts";
import type { Router } from "./router.ts";
import { RpcError, rpcCodes } from "./rpc-error.ts";
import type { Session } from "./session.ts";

/** A transport's way to the client: one for all requests, or one for each. */
export type Sink = {
  /** Sends an answer. Resolves when the client has read it, or does not read any more. */
  readonly answer: (answer: Answer) => void | Promise<void>;
  /** Sends a notification that belongs to a request. */
  readonly notify: Notify;
  /** Resolves when the client has read enough of the earlier answers. */
  readonly ready: () => void | Promise<void>;
};

/** A request whose answer the client has not read. */
type OpenRequest = {
  readonly id: RequestId;
  readonly sink: Sink;
  /** UTF-16 code units of its message. */
  readonly chars: number;
  readonly controller: AbortController;
  /** Frees its slot for an answer. */
  freeSlot: (() => void) | undefined;
};

/** Requests that do not wait for others: they are short, or stay open until the client cancels them. */
const neverWaits: ReadonlySet<string> = new Set(["ping", "subscriptions/listen"]);

/**
 * One client and its open requests. A request is answered once, also when its method throws; one that the client has
 * cancelled is not answered. A request is an object, not its id: ids may be 0, or the same as that of another request.
 */
export class Peer {
  readonly session: Session;
  readonly #route: Router;
  readonly #log: Log;
  readonly #open = new Set<OpenRequest>();
  readonly #slots = new Gate(maxUnreadAnswers);
  /** By id: the requests to the client that it has not answered. */
  readonly #asking = new Map<
    string,
    { readonly resolve: (result: Params) => void; readonly reject: (error: Error) => void }
  >();
  #asked = 0;
  /** Receives the methods of the client's notifications. */
  onNotification: (method: string) => void = () => {};
  #openChars = 0;

  constructor(route: Router, session: Session, log: Log) {
    this.#route = route;
    this.session = session;
    this.#log = log;
  }

  /**
   * Receives a message of the client.
   *
   * @param chars the UTF-16 code units of the message
   * @returns a promise that resolves when the client has read the answer, if there is one
   */
  async receive(message: Message, sink: Sink, chars = 0): Promise<void> {
    if (message.kind === "request") {
      await this.#serve(message, sink, chars);
    } else if (message.kind === "invalid") {
      await sink.answer(errorAnswer(message.id, message.error));
    } else if (message.kind === "response") {
      this.#settle(message);
    } else if (message.method === "notifications/cancelled") {
      const { requestId } = message.params;
      this.#cancel(({ id }) => id === requestId, "cancelled by the client");
    } else {
      this.onNotification(message.method);
    }
  }

  /**
   * Sends the client a request without parameters.
   *
   * @throws Error with the client's message, or when the client goes without an answer
   */
  ask(method: string, send: (request: Params) => void): Promise<Params> {
    const id = `${method}#${++this.#asked}`;
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error("the client has gone"));
      if (this.session.closed.aborted) {
        gone();
        return;
      }
      this.#asking.set(id, { resolve, reject });
      this.session.closed.addEventListener("abort", gone, { once: true });
      send({ jsonrpc: "2.0", id, method });
    });
  }

  #settle({ id, result, error }: Extract<Message, { kind: "response" }>): void {
    if (typeof id !== "string") return;
    const asking = this.#asking.get(id);
    if (asking === undefined) return;
    this.#asking.delete(id);
    if (result !== undefined) asking.resolve(result);
    else asking.reject(new Error(isObject(error) ? shownName(error.message) : "the answer has no result"));
  }

  get openRequests(): number {
    return this.#open.size;
  }

  /** The UTF-16 code units of the open requests. */
  get openChars(): number {
    return this.#openChars;
  }

  /** Cancels the requests of a sink that does not reach the client any more. */
  cancelAll(sink: Sink): void {
    this.#cancel((request) => request.sink === sink, "the client went away");
  }

  /** Aborts the running requests, which are answered with the reason. */
  abort(reason: string): void {
    for (const { controller } of this.#open) controller.abort(new Error(reason));
  }

  async #serve(request: Request, sink: Sink, chars: number): Promise<void> {
    const open = { id: request.id, sink, chars, controller: new AbortController(), freeSlot: undefined };
    this.#open.add(open);
    this.#openChars += chars;
    try {
      const answer = await this.#answerTo(request, open);
      if (this.#open.has(open)) await sink.answer(answer);
    } finally {
      this.#forget(open);
    }
  }

  async #answerTo({ id, method, params }: Request, open: OpenRequest): Promise<Answer> {
    const { signal } = open.controller;
    try {
      if (!neverWaits.has(method)) await this.#waitForTurn(open);
      const { notify } = open.sink;
      return resultAnswer(id, await this.#route(method, params, { id, signal, notify, session: this.session }));
    } catch (error) {
      return errorAnswer(id, signal.aborted ? internalError(signal.reason) : this.#rpcErrorOf(error));
    }
  }

  async #waitForTurn(open: OpenRequest): Promise<void> {
    const { signal } = open.controller;
    const freeSlot = await this.#slots.enter(signal);
    if (signal.aborted) freeSlot();
    else open.freeSlot = freeSlot;
    await open.sink.ready();
    signal.throwIfAborted();
  }

  /** Returns the error that the client gets. Any other than an RpcError is a mistake of this program. */
  #rpcErrorOf(error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    this.#log("error", "a request failed", { stack: error instanceof Error ? error.stack : String(error) });
    return internalError(error);
  }

  #cancel(isMeant: (request: OpenRequest) => boolean, reason: string): void {
    for (const open of this.#open) {
      if (!isMeant(open)) continue;
      this.#forget(open);
      open.controller.abort(new Error(reason));
    }
  }

  /** Removes a request. A second call does nothing: a cancellation may come while the answer waits to be read. */
  #forget(open: OpenRequest): void {
    if (!this.#open.delete(open)) return;
    this.#openChars -= open.chars;
    open.freeSlot?.();
  }
}

function internalError(cause: unknown): RpcError {
  return new RpcError(rpcCodes.internalError, messageOf(cause));
}
