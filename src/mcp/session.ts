/**
 * The state of one client: its name, log level and subscriptions. Input: what it sets; output: notifications that
 * belong to no request, such as records of the log.
 */
import type { Log, LogLevel } from "../base/log.ts";
import type { Notify } from "./progress.ts";

/** The levels of logging/setLevel, as in RFC 5424. */
export const mcpLogLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

export type McpLogLevel = (typeof mcpLogLevels)[number];

/** Returns the level with a name; undefined when there is none. */
export function mcpLogLevelOf(name: unknown): McpLogLevel | undefined {
  return mcpLogLevels.find((level) => level === name);
}

/** A client with its log level and its subscriptions. */
export class Session {
  /** The least severe level that is sent to the client; undefined until it sets one. */
  logLevel: McpLogLevel | undefined;
  /** The name that the client has introduced itself with; undefined before that, and for one without a name. */
  clientName: unknown;
  /** The capabilities that the client has announced in its handshake. */
  clientCapabilities: unknown;
  /** The URIs of the resources that the client has subscribed to. */
  readonly subscribed = new Set<string>();
  readonly #send: Notify;
  readonly #closing = new AbortController();
  #opening: Promise<Notify> | undefined;
  #notify: Notify | undefined;
  #listening: Promise<() => void> | undefined;

  /** @param send sends a message that belongs to no request */
  constructor(send: Notify) {
    this.#send = send;
  }

  /** Makes notifications possible that belong to no request. Only the first call connects. */
  async open(connect: (send: Notify) => Promise<Notify>): Promise<void> {
    this.#opening ??= connect(this.#send);
    this.#notify = await this.#opening;
  }

  /** Sends a notification that belongs to no request, once the session is open. */
  readonly notify: Notify = (method, params) => this.#notify?.(method, params);

  /** Aborts when the client has gone or the server stops. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Starts to listen for changes, unless it already does. The result of `start` stops it. */
  async listen(start: () => Promise<() => void>): Promise<void> {
    const listening = this.#listening ?? start();
    this.#listening = listening;
    try {
      await listening;
    } catch (error) {
      if (this.#listening === listening) this.#listening = undefined;
      throw error;
    }
    if (this.closed.aborted) this.stopListening();
  }

  stopListening(): void {
    this.#listening?.then((end) => end()).catch(() => {});
    this.#listening = undefined;
  }

  close(): void {
    this.#closing.abort();
    this.stopListening();
  }

  /** Sends a record of the log when the client has set a level. */
  readonly log: Log = (level, message, fields) => {
    const name = levelInMcp(level);
    if (this.logLevel === undefined || severity(name) < severity(this.logLevel)) return;
    this.notify("notifications/message", { level: name, data: { message, ...fields } });
  };
}

function severity(level: McpLogLevel): number {
  return mcpLogLevels.indexOf(level);
}

function levelInMcp(level: LogLevel): McpLogLevel {
  return level === "trace" ? "debug" : level === "warn" ? "warning" : level;
}
