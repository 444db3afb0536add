/**
 * The path /mcp of the HTTP server (MCP "Streamable HTTP"). Input: one HTTP exchange; output: its answer as JSON or as
 * server-sent events, with a session for clients that begin with initialize.
 */
import { maxSessions } from "../../base/limits.ts";
import { errorAnswer, type Message, type Request, readMessage } from "../message.ts";
import type { Peer } from "../peer.ts";
import { rpcCodes } from "../rpc-error.ts";
import { Session } from "../session.ts";
import {
  accepts,
  bodyOf,
  EventStream,
  type Exchange,
  eventType,
  HttpError,
  jsonType,
  sendEmpty,
  sendJson,
} from "./exchange.ts";
import { ExchangeSink } from "./exchange-sink.ts";
import { checkLegacyVersion, isModern, withCheckedHeaders } from "./headers.ts";
import type { Connect, HttpSession, Sessions } from "./sessions.ts";

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
  readonly #connect: Connect;
  readonly #sessions: Sessions;
  /** The open requests, each with its client. */
  readonly #open = new Map<ExchangeSink, Peer>();
  /** The clients without a session, one for each of their open requests. */
  readonly #guests = new Set<Peer>();

  constructor(connect: Connect, sessions: Sessions) {
    this.#connect = connect;
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
    for (const sink of this.#open.keys()) sink.keepAlive();
  }

  /** Ends the requests that have no end of their own. */
  endListening(): void {
    for (const { session } of this.#guests) session.close();
  }

  /** Aborts the open requests. */
  abort(): void {
    for (const peer of this.#open.values()) peer.abort("the server stops");
  }

  async #post(exchange: Exchange): Promise<void> {
    if (!accepts(exchange, jsonType)) throw new HttpError(406, `Accept must name ${jsonType} and ${eventType}`);
    const message = readMessage(await bodyOf(exchange));
    if (message.kind === "invalid") {
      sendJson(exchange, 400, errorAnswer(message.id, message.error));
    } else if (message.kind !== "request") {
      await this.#note(exchange, message);
    } else if (isModern(exchange.request.headers, message.params)) {
      await this.#answerModern(exchange, message);
    } else {
      await this.#answerLegacy(exchange, message);
    }
  }

  /** Accepts a notification or a stray response, which have no answer. */
  async #note(exchange: Exchange, message: Message): Promise<void> {
    await this.#sessionOf(exchange)?.peer.receive(message, new ExchangeSink(exchange));
    sendEmpty(exchange, 202);
  }

  async #answerModern(exchange: Exchange, request: Request): Promise<void> {
    if (request.method === "subscriptions/listen" && !accepts(exchange, eventType)) {
      throw new HttpError(406, `Accept must name ${eventType}`);
    }
    const message = withCheckedHeaders(exchange.request.headers, request);
    await this.#answerGuest(message, exchange, (code) => modernStatuses.get(code) ?? 200);
  }

  async #answerLegacy(exchange: Exchange, request: Request): Promise<void> {
    checkLegacyVersion(exchange.request.headers);
    const isNew = request.method === "initialize";
    const session = isNew ? this.#sessions.create() : this.#sessionOf(exchange);
    if (session !== undefined) {
      const headers = isNew ? { "mcp-session-id": session.id } : {};
      await this.#answer(request, exchange, session.peer, new ExchangeSink(exchange, headers));
      session.touch();
    } else if (isNew) {
      throw new HttpError(503, `${maxSessions} sessions are at work; end one of them`);
    } else {
      await this.#answerGuest(request, exchange);
    }
  }

  /** Answers a client without a session; its subscriptions end with the answer. */
  async #answerGuest(message: Message, exchange: Exchange, statusOf?: (errorCode: number) => number): Promise<void> {
    const guest = this.#connect(new Session(() => {}));
    this.#guests.add(guest);
    try {
      await this.#answer(message, exchange, guest, new ExchangeSink(exchange, {}, statusOf));
    } finally {
      this.#guests.delete(guest);
      guest.session.close();
    }
  }

  async #answer(message: Message, { response }: Exchange, peer: Peer, sink: ExchangeSink): Promise<void> {
    // Without the client, nothing reads the answer.
    const leave = () => peer.cancelAll(sink);
    response.on("close", leave);
    this.#open.set(sink, peer);
    try {
      await peer.receive(message, sink);
      sink.end();
    } finally {
      response.off("close", leave);
      this.#open.delete(sink);
    }
  }

  /** Answers GET with the stream of notifications that belong to no request. */
  #listen(exchange: Exchange): void {
    if (!accepts(exchange, eventType)) throw new HttpError(406, `Accept must name ${eventType}`);
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
