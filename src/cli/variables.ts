/**
 * The environment variables, as data. Input: the environment; output: the value of a variable, or an error that says
 * what it takes; the documents list them from here.
 */
import { UserError } from "../base/errors.ts";
import {
  answerWithinMs,
  isAnswerLimit,
  leastAnswerChars,
  maxConcurrentRequests,
  maxFileBytes,
  maxResultChars,
  readAheadMs,
  requestTimeoutMs,
  sessionTimeoutMs,
  sharedIdleMs,
  unknownAnswerWithinMs,
} from "../base/limits.ts";
import { type LogLevel, logLevelNames, logLevelOf } from "../base/log.ts";

/** A kind of values that a setting accepts as text. */
export type Kind<Value> = {
  /** The kind in the documents. */
  readonly takes: string;
  /** Returns undefined for a text that it does not accept. */
  readonly parse: (text: string) => Value | undefined;
  /** The end of the error message about such a text. */
  readonly refusal: string;
};

/** An environment variable that the program reads. */
export type Variable<Value = unknown> = {
  readonly name: string;
  readonly kind: Kind<Value>;
  /** The default in the documents. */
  readonly fallback: string;
  readonly help: string;
};

export const logLevelKind: Kind<LogLevel> = {
  takes: "a log level",
  parse: logLevelOf,
  refusal: `is not a log level; it takes ${logLevelNames.join(", ")}`,
};

const boolean: Kind<boolean> = {
  takes: "true or false",
  parse: (text) => (text === "true" || text === "false" ? text === "true" : undefined),
  refusal: "is neither true nor false",
};

const fromZero = wholeNumberFrom(0);
const fromOne = wholeNumberFrom(1);

/** The limit of an answer. */
export const answerChars: Kind<number> = {
  takes: `0, or a whole number from ${leastAnswerChars} on`,
  parse: (text) => {
    const chars = fromZero.parse(text);
    return chars === undefined || !isAnswerLimit(chars) ? undefined : chars;
  },
  refusal: `is neither 0, for no limit, nor a whole number from ${leastAnswerChars} on, the least limit`,
};
const path = textAs("a path");
const text = textAs("any text");

const names: Kind<readonly string[]> = {
  takes: "names with commas between them",
  parse: namesIn,
  refusal: "is not a list of names",
};

/** The names in a list with commas between them. */
export function namesIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Every environment variable, in the order of the help. */
export const variables = {
  logLevel: { name: "LOG_LEVEL", kind: logLevelKind, fallback: "info", help: "As --log-level" },
  maxFileSize: { name: "MAX_FILE_SIZE", kind: fromOne, fallback: String(maxFileBytes), help: "Bytes of one file" },
  requestTimeout: {
    name: "REQUEST_TIMEOUT",
    kind: fromOne,
    fallback: String(requestTimeoutMs),
    help: "Milliseconds for one call; on the command line, unless it is set, for each file",
  },
  answerWithin: {
    name: "ANSWER_WITHIN",
    kind: fromZero,
    fallback: `${answerWithinMs} over MCP, ${unknownAnswerWithinMs} for new code`,
    help: "Milliseconds in which a first call resolves names, before it answers with lines of text as well; 0 for REQUEST_TIMEOUT",
  },
  readAhead: {
    name: "READ_AHEAD",
    kind: fromZero,
    fallback: String(readAheadMs),
    help: "Milliseconds for which a server reads the code of a repository before it is asked; 0 for not at all",
  },
  maxConcurrentRequests: {
    name: "MAX_CONCURRENT_REQUESTS",
    kind: fromOne,
    fallback: String(maxConcurrentRequests),
    help: "Calls at work at the same time; further ones wait",
  },
  maxResultChars: {
    name: "MAX_RESULT_CHARS",
    kind: answerChars,
    fallback: `${maxResultChars} over MCP`,
    help: "As --max-result-chars",
  },
  sessionTimeout: {
    name: "SESSION_TIMEOUT",
    kind: fromOne,
    fallback: String(sessionTimeoutMs),
    help: "Milliseconds after which an idle session over HTTP is closed",
  },
  sharedIdle: {
    name: "CODEGROVE_SHARED_IDLE",
    kind: fromOne,
    fallback: String(sharedIdleMs),
    help: "Milliseconds after which the server of serve --shared ends, if it has no session",
  },
  scanLanguages: { name: "SCAN_LANGUAGES", kind: names, fallback: "none", help: "As --scan-languages" },
  configuration: { name: "CODEGROVE_CONFIG", kind: path, fallback: "none", help: "As --config" },
  allowEdits: { name: "CODEGROVE_ALLOW_EDITS", kind: boolean, fallback: "false", help: "true is as --allow-edits" },
  token: {
    name: "CODEGROVE_TOKEN",
    kind: text,
    fallback: "made at each start",
    help: "The token that clients over HTTP must send",
  },
  cache: { name: "CODEGROVE_CACHE", kind: boolean, fallback: "true", help: "false is as --no-cache" },
  cacheFolder: { name: "CODEGROVE_CACHE_DIR", kind: path, fallback: "the user's", help: "As --cache-dir" },
  stats: {
    name: "CODEGROVE_STATS",
    kind: boolean,
    fallback: "false",
    help: "true counts the characters of the answers of a server, for codegrove stats",
  },
  cacheKey: {
    name: "CODEGROVE_CACHE_KEY",
    kind: text,
    fallback: "made at first use",
    help: "A secret that signs the cache, for machines without a lasting home folder",
  },
  noColor: {
    name: "NO_COLOR",
    kind: text,
    fallback: "none",
    help: "Any value but an empty one turns colours off, unless --color says otherwise",
  },
  forceColor: {
    name: "FORCE_COLOR",
    kind: text,
    fallback: "none",
    help: "Any value but 0 and false turns colours on in pipes, too, unless NO_COLOR or --color says otherwise",
  },
  pager: {
    name: "PAGER",
    kind: text,
    fallback: "less",
    help: "The program that shows text that is longer than the terminal; cat or an empty value for none",
  },
  forceHyperlink: {
    name: "FORCE_HYPERLINK",
    kind: text,
    fallback: "as the terminal is known",
    help: "0 for a terminal that does not know links to files, any other value for one that does",
  },
  serverName: { name: "MCP_SERVER_NAME", kind: text, fallback: "codegrove", help: "The name that clients see" },
  serverVersion: {
    name: "MCP_SERVER_VERSION",
    kind: text,
    fallback: "that of codegrove",
    help: "The version that clients see",
  },
  tool: {
    name: "ENABLE_<TOOL>",
    kind: boolean,
    fallback: "true",
    help: "false turns off a tool, such as ENABLE_EXECUTE_QUERY",
  },
} as const;

/** Returns the variable that turns a tool on or off. */
export function toolVariable(tool: string): Variable<boolean> {
  return { ...variables.tool, name: `ENABLE_${tool.toUpperCase()}` };
}

/**
 * Reads the value of a variable; undefined when it is unset or empty.
 *
 * @throws UserError with the variable and the values that it takes
 */
export function readVariable<Value>(
  { name, kind }: Variable<Value>,
  env: Readonly<Record<string, string | undefined>>,
): Value | undefined {
  const value = env[name];
  return value === undefined || value === "" ? undefined : parseSetting(name, kind, value);
}

/**
 * Parses the value of a flag or a variable.
 *
 * @throws UserError with its name and the values that it takes
 */
export function parseSetting<Value>(name: string, { parse, refusal }: Kind<Value>, text: string): Value {
  const value = parse(text);
  if (value === undefined) throw new UserError(`${name}: '${text}' ${refusal}`);
  return value;
}

function wholeNumberFrom(least: number): Kind<number> {
  return {
    takes: `a whole number from ${least} on`,
    parse: (text) => (Number.isSafeInteger(Number(text)) && Number(text) >= least ? Number(text) : undefined),
    refusal: `is not a whole number from ${least} on`,
  };
}

function textAs(takes: string): Kind<string> {
  return { takes, parse: (text) => text, refusal: `is not ${takes}` };
}
