import { randomUUID } from "node:crypto";
import type { Log } from "../../base/log.ts";
import type { RequestId } from "../message.ts";
import { Session } from "../session.ts";
import type { EventStream } from "./exchange.ts";

/** The abort reason of a request that its client has cancelled. */
export const cancelled = new Error("cancelled by the client");

/** The session of a client of the legacy era. */
export class HttpSession {
  readonly id = randomUUID();
  readonly session: Session;
  /** The stream of notifications that belong to no request, while the client listens. */
  stream: EventStream | undefined;
  /** The ids of the running requests, as the client sent them. */
  readonly #open = new Map<AbortController, RequestId>();
  #usedAt = performance.now();

  constructor() {
    this.session = new Session((method, params) => this.stream?.send({ jsonrpc: "2.0", method, params }));
  }

  /** Counts a request as running. `done` ends that; the controller cancels the request. */
  begin(id: RequestId): { readonly controller: AbortController; readonly done: () => void } {
    const controller = new AbortController();
    this.#open.set(controller, id);
    return {
      controller,
      done: () => {
        this.#open.delete(controller);
        this.touch();
      },
    };
  }

  cancel(id: unknown): void {
    for (const [controller, open] of this.#open) if (open === id) controller.abort(cancelled);
  }

  touch(): void {
    this.#usedAt = performance.now();
  }

  idleMs(): number {
    return this.#open.size > 0 || this.stream !== undefined ? 0 : performance.now() - this.#usedAt;
  }

  close(): void {
    for (const controller of this.#open.keys()) controller.abort(new Error("the session is closed"));
    this.stream?.end();
    this.session.close();
  }
}

/** Milliseconds between two looks for idle sessions, at the most. */
const maxCheckIntervalMs = 60_000;

/** The sessions of all clients. Idle sessions are closed after a time. */
export class Sessions {
  readonly #sessions = new Map<string, HttpSession>();
  readonly #max: number;
  readonly #timer: NodeJS.Timeout;

  /** @param max the number of sessions past which the one with the longest idle time is closed */
  constructor(idleMs: number, max: number) {
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
    const session = new HttpSession();
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
    for (const { session } of this.#sessions.values()) session.log(level, message, fields);
  };

  keepAlive(): void {
    for (const { stream } of this.#sessions.values()) stream?.keepAlive();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const session of [...this.#sessions.values()]) this.end(session);
  }
}
