import type { Log, LogLevel } from "../base/log.ts";
import type { Notify } from "./progress.ts";

/** The levels of logging/setLevel: those of RFC 5424. */
export const mcpLogLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

export type McpLogLevel = (typeof mcpLogLevels)[number];

export function logLevelNamed(name: unknown): McpLogLevel | undefined {
  return mcpLogLevels.find((level) => level === name);
}

/** One client, with what it has asked to be told of. */
export class Session {
  /** The least severe records that the client wants; undefined before it asked for any. */
  logLevel: McpLogLevel | undefined;
  /** The URIs of resources whose changes the client wants to know. */
  readonly subscribed = new Set<string>();
  /** Sends what belongs to no request. */
  readonly notify: Notify;
  readonly #closing = new AbortController();
  #listening: Promise<() => void> | undefined;

  constructor(notify: Notify) {
    this.notify = notify;
  }

  /** Aborts when the client has gone or the server stops. */
  get closed(): AbortSignal {
    return this.#closing.signal;
  }

  /** Starts to listen for changes, unless it does. What `start` gives ends it. */
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

  /** Passes on a record of the log, if the client asked for it. */
  readonly log: Log = (level, message, fields) => {
    const name = mcpLevelOf(level);
    if (this.logLevel === undefined || severity(name) < severity(this.logLevel)) return;
    this.notify("notifications/message", { level: name, data: { message, ...fields } });
  };
}

function severity(level: McpLogLevel): number {
  return mcpLogLevels.indexOf(level);
}

function mcpLevelOf(level: LogLevel): McpLogLevel {
  return level === "trace" ? "debug" : level === "warn" ? "warning" : level;
}
