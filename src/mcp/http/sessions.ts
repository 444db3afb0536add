/**
 * The sessions of clients over HTTP (`Mcp-Session-Id`). Input: a session id; output: its session with the peer and the
 * stream of notifications, until it has been idle for too long.
 */
import { randomUUID } from "node:crypto";
import type { Log } from "../../base/log.ts";
import type { Peer } from "../peer.ts";
import { Session } from "../session.ts";
import type { EventStream } from "./exchange.ts";

/** Creates the peer for a client. */
export type Connect = (session: Session) => Peer;

/** The session of a client of the legacy era. */
export class HttpSession {
  readonly id = randomUUID();
  readonly peer: Peer;
  /** The stream of notifications that belong to no request, while the client listens. */
  stream: EventStream | undefined;
  #usedAt = performance.now();

  constructor(connect: Connect) {
    this.peer = connect(new Session((method, params) => this.stream?.send({ jsonrpc: "2.0", method, params })));
  }

  touch(): void {
    this.#usedAt = performance.now();
  }

  idleMs(): number {
    return this.peer.openRequests > 0 || this.stream !== undefined ? 0 : performance.now() - this.#usedAt;
  }

  close(): void {
    this.peer.abort("the session is closed");
    this.stream?.end();
    this.peer.session.close();
  }
}

/** Milliseconds between two looks for idle sessions, at the most. */
const maxCheckIntervalMs = 60_000;

/** The sessions of all clients. Idle sessions are closed after a time. */
export class Sessions {
  readonly #sessions = new Map<string, HttpSession>();
  readonly #connect: Connect;
  readonly #max: number;
  readonly #timer: NodeJS.Timeout;

  /** @param max the number of sessions past which the one with the longest idle time is closed */
  constructor(connect: Connect, idleMs: number, max: number) {
    this.#connect = connect;
    this.#max = max;
    this.#timer = setInterval(
      () => {
        for (const session of this.#sessions.values()) if (session.idleMs() > idleMs) this.end(session);
      },
      Math.min(idleMs / 2, maxCheckIntervalMs),
    );
    this.#timer.unref();
  }

  create(): HttpSession | undefined {
    if (this.#sessions.size >= this.#max) {
      const [longest] = [...this.#sessions.values()].sort((a, b) => b.idleMs() - a.idleMs());
      if (longest === undefined || longest.idleMs() === 0) return undefined;
      this.end(longest);
    }
    const session = new HttpSession(this.#connect);
    this.#sessions.set(session.id, session);
    return session;
  }

  find(id: string): HttpSession | undefined {
    return this.#sessions.get(id);
  }

  end(session: HttpSession): void {
    this.#sessions.delete(session.id);
    session.close();
  }

  /** Sends records of the log to the clients that have set a level. */
  readonly log: Log = (level, message, fields) => {
    for (const { peer } of this.#sessions.values()) peer.session.log(level, message, fields);
  };

  keepAlive(): void {
    for (const { stream } of this.#sessions.values()) stream?.keepAlive();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const session of [...this.#sessions.values()]) this.end(session);
  }
}
