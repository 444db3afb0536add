import type { Log, LogLevel } from "../log.ts";
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
  readonly #notify: Notify;

  /** @param notify sends what belongs to no request */
  constructor(notify: Notify) {
    this.#notify = notify;
  }

  close(): void {}

  /** Passes on a record of the log, if the client asked for it. */
  readonly log: Log = (level, message, fields) => {
    const name = mcpLevelOf(level);
    if (this.logLevel === undefined || severity(name) < severity(this.logLevel)) return;
    this.#notify("notifications/message", { level: name, data: { message, ...fields } });
  };
}

function severity(level: McpLogLevel): number {
  return mcpLogLevels.indexOf(level);
}

function mcpLevelOf(level: LogLevel): McpLogLevel {
  return level === "trace" ? "debug" : level === "warn" ? "warning" : level;
}
