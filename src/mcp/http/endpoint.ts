import { messageOf } from "../../base/errors.ts";
import { maxSessions } from "../../base/limits.ts";
import { type Message, type Params, type RequestId, readMessage } from "../message.ts";
import type { Router } from "../router.ts";
import { RpcError, rpcCodes } from "../rpc-error.ts";
import { accepts, bodyOf, EventStream, type Exchange, HttpError, sendEmpty, sendJson } from "./exchange.ts";
import { checkLegacyVersion, checkModernHeaders, isModern } from "./headers.ts";
import { cancelled, HttpSession, type Sessions } from "./sessions.ts";

const json = "application/json";
const events = "text/event-stream";

/** HTTP statuses of errors in the modern revision; all others have 200. */
const modernStatuses: ReadonlyMap<number, number> = new Map([
  [rpcCodes.methodNotFound, 404],
  [rpcCodes.invalidParams, 400],
  [rpcCodes.headerMismatch, 400],
  [rpcCodes.unsupportedVersion, 400],
]);

/**
 * Streamable HTTP: one path that takes a message per POST. A request is answered with JSON or, after its first
 * notification, with a stream of events. A client of the legacy era gets a session, listens with GET and ends the
 * session with DELETE; a client without handshake and session id is served as well, each request on its own.
 */
export class Endpoint {
  readonly #route: Router;
  readonly #sessions: Sessions;
  /** The controllers of the running requests. */
  readonly #open = new Set<AbortController>();
  /** The answers that are streams, or may become streams. */
  readonly #streams = new Set<EventStream>();
  /** The clients without a session, one for each of their running requests. */
  readonly #guests = new Set<HttpSession>();

  constructor(route: Router, sessions: Sessions) {
    this.#route = route;
    this.#sessions = sessions;
  }

  async serve(exchange: Exchange): Promise<void> {
    const { method } = exchange.request;
    if (method === "POST") return this.#post(exchange);
    if (method === "GET") return this.#listen(exchange);
    if (method === "DELETE") return this.#end(exchange);
    throw new HttpError(405, "Only POST, GET and DELETE are served here", { allow: "POST, GET, DELETE" });
  }

  get openRequests(): number {
    return this.#open.size;
  }

  /** Keeps proxies from closing silent streams. */
  keepAlive(): void {
    for (const stream of this.#streams) stream.keepAlive();
  }

  /** Ends the requests that have no end of their own. */
  endListening(): void {
    for (const { session } of this.#guests) session.close();
  }

  /** Aborts the running requests. */
  abort(): void {
    for (const controller of this.#open) controller.abort(new Error("the server stops"));
  }

  async #post(exchange: Exchange): Promise<void> {
    if (!accepts(exchange, json)) throw new HttpError(406, `Accept must name ${json} and ${events}`);
    const message = readMessage(await bodyOf(exchange));
    if (message.kind === "invalid") {
      const { code, message: reason } = message.error;
      sendJson(exchange, 400, { jsonrpc: "2.0", id: message.id, error: { code, message: reason } });
      return;
    }
    if (message.kind !== "request") {
      this.#note(exchange, message);
      return;
    }
    const { headers } = exchange.request;
    if (!isModern(headers, message.params)) {
      checkLegacyVersion(headers);
      await this.#answerLegacy(exchange, message);
      return;
    }
    if (message.method === "subscriptions/listen" && !accepts(exchange, events)) {
      throw new HttpError(406, `Accept must name ${events}`);
    }
    await this.#answerGuest(exchange, message, (error) => modernStatuses.get(error.code) ?? 200);
  }

  async #answerLegacy(exchange: Exchange, message: Request): Promise<void> {
    if (message.method !== "initialize") {
      const known = this.#sessionOf(exchange);
      if (known === undefined) await this.#answerGuest(exchange, message, () => 200);
      else await this.#answer(exchange, message, known, {}, () => 200);
      return;
    }
    const session = this.#sessions.create();
    if (session === undefined) throw new HttpError(503, `${maxSessions} sessions are at work; end one of them`);
    await this.#answer(exchange, message, session, { "mcp-session-id": session.id }, () => 200);
  }

  /** Answers a client without a session; its subscriptions end with the answer. */
  async #answerGuest(exchange: Exchange, message: Request, statusOf: (error: RpcError) => number): Promise<void> {
    const guest = new HttpSession();
    this.#guests.add(guest);
    try {
      await this.#answer(exchange, message, guest, {}, statusOf);
    } finally {
      this.#guests.delete(guest);
      guest.close();
    }
  }

  /** Accepts a notification or a stray response, neither of which has an answer. */
  #note(exchange: Exchange, message: Message): void {
    const session = this.#sessionOf(exchange);
    if (message.kind === "notification" && message.method === "notifications/cancelled") {
      session?.cancel(message.params.requestId);
    }
    sendEmpty(exchange, 202);
  }

  async #answer(
    exchange: Exchange,
    { id, method, params }: Request,
    session: HttpSession,
    headers: Readonly<Record<string, string>>,
    statusOf: (error: RpcError) => number,
  ): Promise<void> {
    const { response, request } = exchange;
    const stream = new EventStream(exchange, headers);
    const { controller, done } = session.begin(id);
    this.#open.add(controller);
    this.#streams.add(stream);
    // Without the client, nothing reads the answer.
    const leave = () => controller.abort(new Error("the client went away"));
    response.on("close", leave);
    const takesEvents = request.headers.accept === undefined ? false : accepts(exchange, events);
    const notify = (name: string, notified: Params) => {
      if (takesEvents) stream.send({ jsonrpc: "2.0", method: name, params: notified });
    };
    const reply = (status: number, message: Readonly<Record<string, unknown>>) => {
      if (!stream.isBegun) {
        sendJson(exchange, status, { jsonrpc: "2.0", id, ...message }, headers);
        return;
      }
      stream.send({ jsonrpc: "2.0", id, ...message });
      stream.end();
    };
    try {
      if (isModern(request.headers, params)) checkModernHeaders(request.headers, method, params);
      const context = { id, signal: controller.signal, notify, session: session.session };
      reply(200, { result: await this.#route(method, params, context) });
    } catch (error) {
      const { aborted, reason } = controller.signal;
      if (aborted && (reason === cancelled || response.destroyed)) {
        // The request has no answer, but its connection ends.
        if (!response.destroyed) stream.end();
      } else if (aborted) {
        reply(200, { error: { code: rpcCodes.internalError, message: messageOf(reason) } });
      } else if (error instanceof RpcError) {
        const { code, message, data } = error;
        reply(statusOf(error), { error: data === undefined ? { code, message } : { code, message, data } });
      } else {
        throw error;
      }
    } finally {
      response.off("close", leave);
      this.#open.delete(controller);
      this.#streams.delete(stream);
      done();
    }
  }

  /** Answers GET with the stream of notifications that belong to no request. */
  #listen(exchange: Exchange): void {
    if (!accepts(exchange, events)) throw new HttpError(406, `Accept must name ${events}`);
    const session = this.#sessionOf(exchange);
    if (session === undefined) throw new HttpError(400, "Mcp-Session-Id is missing: begin with initialize");
    if (session.stream !== undefined) throw new HttpError(409, "The session listens already");
    const stream = new EventStream(exchange);
    stream.begin();
    session.stream = stream;
    exchange.response.on("close", () => {
      if (session.stream === stream) session.stream = undefined;
      session.touch();
    });
  }

  #end(exchange: Exchange): void {
    const session = this.#sessionOf(exchange);
    if (session === undefined) throw new HttpError(400, "Mcp-Session-Id is missing");
    this.#sessions.end(session);
    sendEmpty(exchange, 204);
  }

  /** Returns the session of a request; undefined for a request without a session id. */
  #sessionOf({ request }: Exchange): HttpSession | undefined {
    const id = request.headers["mcp-session-id"];
    if (id === undefined) return undefined;
    const session = this.#sessions.find(String(id));
    if (session === undefined) throw new HttpError(404, "There is no such session: begin with initialize");
    session.touch();
    return session;
  }
}

type Request = { readonly id: RequestId; readonly method: string; readonly params: Params };
