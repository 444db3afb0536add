import { resolve } from "node:path";
import { type Configuration, unknown } from "./configuration.ts";
import { UserError } from "./errors.ts";
import { maxConcurrentRequests, maxFileBytes, maxResultChars, requestTimeoutMs, sessionTimeoutMs } from "./limits.ts";
import { type LogLevel, logLevelNames, logLevelOf } from "./log.ts";
import { packageVersion } from "./package.ts";

/** A value, and what has set it. */
type Setting<Value> = { readonly value: Value; readonly source: "flag" | "environment" | "file" | "default" };

/** What flags, the environment and codegrove.json set. */
export type Settings = {
  readonly logLevel: LogLevel;
  readonly maxFileBytes: number;
  readonly requestTimeoutMs: number;
  /** Was the time set, rather than left at its default? */
  readonly isTimeoutSet: boolean;
  readonly maxConcurrentRequests: number;
  /** Milliseconds after which an idle session over HTTP is closed. */
  readonly sessionTimeoutMs: number;
  /** Characters of one batch answer, 0 for no limit. */
  readonly maxResultChars: number;
  /** Was the limit set, rather than left at its default? */
  readonly isResultLimitSet: boolean;
  readonly usesCache: boolean;
  /** Absolute; undefined for the user's. */
  readonly cacheFolder: string | undefined;
  readonly roots: readonly string[];
  readonly languageDirs: readonly string[];
  /** The names of the tools that are served. */
  readonly tools: ReadonlySet<string>;
  /** What clients over HTTP must know; undefined when one is to be made. */
  readonly token: string | undefined;
  readonly serverName: string;
  readonly serverVersion: string;
  /** What is in force and what has set it: the text of workspace://config. */
  readonly inForce: Readonly<Record<string, unknown>>;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The flags that settings come from; what is undefined and a list without entries are not set. */
type Flags = {
  readonly logLevel: string | undefined;
  readonly roots: readonly string[];
  readonly languageDirs: readonly string[];
  readonly tools: readonly string[] | undefined;
  readonly maxResultChars: number | undefined;
  readonly usesCache: boolean | undefined;
  readonly cacheFolder: string | undefined;
};

/**
 * Settings: a flag comes before the environment, that before the file, that before the default.
 *
 * @throws UserError that names the flag or the variable and what it takes
 */
export function readSettings(
  flags: Flags,
  env: Environment,
  file: Configuration,
  toolNames: readonly string[],
): Settings {
  const { limits } = file;
  const logLevel = first<LogLevel>(
    flags.logLevel === undefined ? undefined : levelOf("--log-level", flags.logLevel),
    isSet(env.LOG_LEVEL) ? levelOf("LOG_LEVEL", env.LOG_LEVEL) : undefined,
    file.log_level,
    "info",
  );
  const number = (name: string, inFile: number | undefined, fallback: number) =>
    first(undefined, wholeNumber(name, env[name], 1), inFile, fallback);
  const maxFileSize = number("MAX_FILE_SIZE", limits.max_file_size, maxFileBytes);
  const timeout = number("REQUEST_TIMEOUT", limits.request_timeout, requestTimeoutMs);
  const concurrent = number("MAX_CONCURRENT_REQUESTS", limits.max_concurrent_requests, maxConcurrentRequests);
  const sessionTimeout = number("SESSION_TIMEOUT", limits.session_timeout, sessionTimeoutMs);
  const resultChars = first(
    flags.maxResultChars,
    wholeNumber("MAX_RESULT_CHARS", env.MAX_RESULT_CHARS, 0),
    limits.max_result_chars,
    maxResultChars,
  );
  const cache = first(flags.usesCache, booleanOf("CODEGROVE_CACHE", env.CODEGROVE_CACHE), file.cache, true);
  const cacheDir = first<string | null>(
    flags.cacheFolder,
    isSet(env.CODEGROVE_CACHE_DIR) ? resolve(env.CODEGROVE_CACHE_DIR) : undefined,
    file.cache_dir,
    null,
  );
  const roots = first(entries(flags.roots), undefined, file.roots, []);
  const languages = first(entries(flags.languageDirs), undefined, file.languages, []);
  const tools = toolsOf(flags.tools, env, file.tools, toolNames);
  return {
    logLevel: logLevel.value,
    maxFileBytes: maxFileSize.value,
    requestTimeoutMs: timeout.value,
    isTimeoutSet: timeout.source !== "default",
    maxConcurrentRequests: concurrent.value,
    sessionTimeoutMs: sessionTimeout.value,
    maxResultChars: resultChars.value,
    isResultLimitSet: resultChars.source !== "default",
    usesCache: cache.value,
    cacheFolder: cacheDir.value ?? undefined,
    roots: roots.value,
    languageDirs: languages.value,
    tools: new Set(toolNames.filter((name) => tools[name]?.value === true)),
    token: isSet(env.CODEGROVE_TOKEN) ? env.CODEGROVE_TOKEN : undefined,
    serverName: isSet(env.MCP_SERVER_NAME) ? env.MCP_SERVER_NAME : "codegrove",
    serverVersion: isSet(env.MCP_SERVER_VERSION) ? env.MCP_SERVER_VERSION : packageVersion(),
    inForce: {
      file: file.file ?? null,
      roots,
      ignore: first(undefined, undefined, file.ignore, []),
      languages,
      macros: first(undefined, undefined, Object.keys(file.macros).length > 0 ? file.macros : undefined, {}),
      tools,
      limits: {
        max_file_size: maxFileSize,
        request_timeout: timeout,
        max_concurrent_requests: concurrent,
        session_timeout: sessionTimeout,
        max_result_chars: resultChars,
      },
      cache,
      cache_dir: cacheDir,
      log_level: logLevel,
    },
  };
}

/** The value of the strongest source that has one. */
function first<Value>(
  flag: Value | undefined,
  environment: Value | undefined,
  file: Value | undefined,
  fallback: Value,
): Setting<Value> {
  if (flag !== undefined) return { value: flag, source: "flag" };
  if (environment !== undefined) return { value: environment, source: "environment" };
  if (file !== undefined) return { value: file, source: "file" };
  return { value: fallback, source: "default" };
}

function entries(list: readonly string[]): readonly string[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** Which tools are on: `--tools` names all of them, ENABLE_<TOOL> and the file one each. */
function toolsOf(
  flag: readonly string[] | undefined,
  env: Environment,
  file: Readonly<Record<string, boolean>>,
  known: readonly string[],
): Readonly<Record<string, Setting<boolean>>> {
  for (const name of flag ?? []) {
    if (!known.includes(name)) throw new UserError(`--tools: ${unknown("tool", name, known)}`);
  }
  return Object.fromEntries(
    known.map((name) => {
      const variable = `ENABLE_${name.toUpperCase()}`;
      return [name, first(flag?.includes(name), booleanOf(variable, env[variable]), file[name], true)];
    }),
  );
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

function levelOf(source: string, value: string): LogLevel {
  const level = logLevelOf(value);
  if (level !== undefined) return level;
  throw new UserError(`${source}: '${value}' is not a log level; it takes ${logLevelNames.join(", ")}`);
}

function wholeNumber(name: string, value: string | undefined, least: number): number | undefined {
  if (!isSet(value)) return undefined;
  const number = Number(value);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UserError(`${name}: '${value}' is not a whole number from ${least} on`);
}

function booleanOf(name: string, value: string | undefined): boolean | undefined {
  if (!isSet(value)) return undefined;
  if (value === "true" || value === "false") return value === "true";
  throw new UserError(`${name}: '${value}' is neither true nor false`);
}
