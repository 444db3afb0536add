import { UserError } from "./errors.ts";
import { maxConcurrentRequests, maxFileBytes, requestTimeoutMs, sessionTimeoutMs } from "./limits.ts";
import { type LogLevel, logLevelOf, logLevels } from "./log.ts";
import { packageVersion } from "./package.ts";

/** What the environment sets. */
export type Settings = {
  readonly logLevel: LogLevel;
  readonly maxFileBytes: number;
  readonly requestTimeoutMs: number;
  /** Was the time set, rather than left at its default? */
  readonly isTimeoutSet: boolean;
  readonly maxConcurrentRequests: number;
  /** Milliseconds after which an idle session over HTTP is closed. */
  readonly sessionTimeoutMs: number;
  /** What clients over HTTP must know; undefined when one is to be made. */
  readonly token: string | undefined;
  readonly serverName: string;
  readonly serverVersion: string;
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings from the environment, `--log-level` before LOG_LEVEL.
 *
 * @throws UserError that names the variable and what it takes
 */
export function readSettings(env: Environment, logLevelFlag: string | undefined): Settings {
  return {
    logLevel: logLevelFlag === undefined ? logLevel("LOG_LEVEL", env.LOG_LEVEL) : logLevel("--log-level", logLevelFlag),
    maxFileBytes: positive(env, "MAX_FILE_SIZE", maxFileBytes),
    requestTimeoutMs: positive(env, "REQUEST_TIMEOUT", requestTimeoutMs),
    isTimeoutSet: isSet(env.REQUEST_TIMEOUT),
    maxConcurrentRequests: positive(env, "MAX_CONCURRENT_REQUESTS", maxConcurrentRequests),
    sessionTimeoutMs: positive(env, "SESSION_TIMEOUT", sessionTimeoutMs),
    token: isSet(env.CODEGROVE_TOKEN) ? env.CODEGROVE_TOKEN : undefined,
    serverName: isSet(env.MCP_SERVER_NAME) ? env.MCP_SERVER_NAME : "codegrove",
    serverVersion: isSet(env.MCP_SERVER_VERSION) ? env.MCP_SERVER_VERSION : packageVersion(),
  };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

function logLevel(source: string, value: string | undefined): LogLevel {
  if (!isSet(value) && source === "LOG_LEVEL") return "info";
  const level = logLevelOf(value ?? "");
  if (level !== undefined) return level;
  throw new UserError(`${source}: '${value}' is not a log level; it takes ${logLevels.join(", ")}`);
}

function positive(env: Environment, name: string, fallback: number): number {
  const value = env[name];
  if (!isSet(value)) return fallback;
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UserError(`${name}: '${value}' is not a positive whole number`);
}
