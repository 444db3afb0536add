import { type ParseArgsConfig, parseArgs } from "node:util";
import { type ArgumentNames, UserError } from "../base/errors.ts";
import { httpPort } from "../base/limits.ts";
import { nearest } from "../base/nearest.ts";
import { formatNames, formatsOf } from "../formats/index.ts";
import { checkInput, inputSchema } from "../tools/input.ts";
import type { AnyServerTool } from "../tools/server-tool.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Shard } from "../workspace/shard.ts";
import { type Client, clients, defaultClient } from "./init/clients.ts";
import type { CacheAction } from "./run-cache.ts";
import { namesIn } from "./variables.ts";

/** The command of a command line. */
export type Command =
  | ServeCommand
  | ToolCommand
  | { readonly kind: "cache"; readonly action: CacheAction }
  | InitCommand
  | { readonly kind: "help"; readonly topic: HelpTopic }
  | { readonly kind: "version" };

/** The command that help is about; undefined for the program. */
export type HelpTopic = AnyTool | "serve" | "cache" | "init" | undefined;

/** Makes a project known to clients of MCP. */
export type InitCommand = {
  readonly kind: "init";
  readonly clients: readonly Client[];
  /** True to tell what is missing, and to write nothing. */
  readonly checks: boolean;
  /** True to write without a question. */
  readonly isAgreed: boolean;
};

/** A server of MCP for one client on stdio, or for many over HTTP. */
type ServeCommand = {
  readonly kind: "serve";
  readonly http: HttpAddress | undefined;
  /** The name of the format of answers. */
  readonly format: string;
};

export type HttpAddress = { readonly host: string; readonly port: number };

/** A call of one tool. */
export type ToolCommand = {
  readonly kind: "tool";
  readonly tool: AnyTool;
  /** The paths as written; `-` means paths on stdin. */
  readonly paths: readonly string[];
  /** The character at the end of a path on stdin. */
  readonly separator: "\n" | "\0";
  /** The tool's arguments without filepath. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly format: string;
  /** The file to write to; undefined for stdout. */
  readonly output: string | undefined;
  readonly timing: boolean;
  /** True when diagnostics do not count for the exit status. */
  readonly exitsZero: boolean;
};

/** Flags that every command takes. */
export type GlobalFlags = {
  readonly logLevel: string | undefined;
  readonly roots: readonly string[];
  readonly languageDirs: readonly string[];
  readonly lintDirs: readonly string[];
  /** Names of languages; undefined without a flag. */
  readonly scanLanguages: readonly string[] | undefined;
  readonly masksMacros: boolean;
  readonly elidesBodies: boolean;
  /** False with --no-cache, else true with --cache-dir; undefined without either. */
  readonly usesCache: boolean | undefined;
  /** The folder as written; undefined without a flag. */
  readonly cacheFolder: string | undefined;
  readonly configuration: string | undefined;
  /** True when commands of a configuration that was found may be run. */
  readonly allowsCommands: boolean;
  /** Number of worker threads; undefined for one per core. */
  readonly jobs: number | undefined;
  readonly shard: Shard | undefined;
  /** The tools that are served; undefined without a flag. */
  readonly tools: readonly string[] | undefined;
  /** Characters of one batch answer, 0 for no limit; undefined without a flag. */
  readonly maxResultChars: number | undefined;
};

export const globalOptions = {
  "log-level": {
    type: "string",
    short: "l",
    value: "LEVEL",
    help: "What is logged to stderr, one JSON object a line: trace, debug, info, warn, error, or critical for error; also LOG_LEVEL (default: info)",
  },
  root: {
    type: "string",
    multiple: true,
    value: "DIR",
    help: "Read nothing outside of DIR, by real path; repeatable (default: whatever the user can read)",
  },
  languages: {
    type: "string",
    multiple: true,
    value: "DIR",
    help: "Add the languages in DIR, one folder each; repeatable",
  },
  "lint-rules": {
    type: "string",
    multiple: true,
    value: "DIR",
    help: "Add the lint rules in DIR, one folder a language; repeatable",
  },
  "scan-languages": {
    type: "string",
    value: "NAME,…",
    help: "Also search folders for files of these languages, such as go,rust; also SCAN_LANGUAGES",
  },
  config: {
    type: "string",
    value: "FILE",
    help: "The project's configuration; also CODEGROVE_CONFIG (default: what is harmless in codegrove.json)",
  },
  "allow-commands": {
    type: "boolean",
    help: "Let run_project_command run what a codegrove.json in the working folder lists, too; only for a folder that you trust",
  },
  "no-macro-masking": { type: "boolean", help: "Parse C++ as it is written, without masking macros; for comparison" },
  "no-elision": {
    type: "boolean",
    help: "Parse the whole text for tools that list only definitions, too; for comparison",
  },
  "no-cache": {
    type: "boolean",
    help: "Neither read nor write the cache of results; also CODEGROVE_CACHE=false",
  },
  "cache-dir": {
    type: "string",
    value: "DIR",
    help: "The folder of the cache; also CODEGROVE_CACHE_DIR (default: the user's folder for caches)",
  },
  jobs: { type: "string", short: "j", value: "N", help: "Threads that parse (default: one a core)" },
  "max-result-chars": {
    type: "string",
    value: "N",
    help: "Characters of one batch answer, 0 for no limit; also MAX_RESULT_CHARS (default: 50000 over MCP, none on the command line)",
  },
  help: { type: "boolean", short: "h", help: "Print help and exit" },
  version: { type: "boolean", short: "v", help: "Print the version and exit; also -V" },
} as const;

/** A second letter for --version: parseArgs takes one for each flag. */
const versionOption = { V: { type: "boolean", short: "V" } } as const;

/** Flags of serve. */
export const serveOptions = {
  http: {
    type: "string",
    value: "[PORT]",
    help: `Serve MCP over HTTP (default port: ${httpPort}; 0 for any free one)`,
  },
  host: { type: "string", value: "HOST", help: "The address to listen on (default: 127.0.0.1)" },
  tools: { type: "string", value: "A,B", help: "Serve only these tools" },
  format: {
    type: "string",
    value: "FORMAT",
    help: "How tools answer: json (default); brief, lines as of rg --heading, which cost an agent fewer characters",
  },
} as const;

/** The formats of answers over MCP. */
const servedFormats: readonly string[] = ["json", "brief"];

/** Flags of init. */
export const initOptions = {
  client: {
    type: "string",
    multiple: true,
    value: "NAME",
    help: `The client that is to know the server: ${[...clients.keys()].join(", ")}; repeatable (default: ${defaultClient})`,
  },
  check: { type: "boolean", help: "Write nothing; exit with 1 and tell what is missing, if anything is" },
  yes: { type: "boolean", short: "y", help: "Write without asking" },
} as const;

/** Flags that every tool takes besides its arguments. */
export const outputOptions = {
  format: {
    type: "string",
    value: "FORMAT",
    help: "json, one answer (default); jsonl or text, written while the scan runs; brief, as serve has it; sarif or github, for check_file",
  },
  output: { type: "string", short: "o", value: "FILE", help: "Write the answer to FILE" },
  null: { type: "boolean", short: "0", help: "Paths on stdin, for the path -, end with NUL and not with a line break" },
  shard: { type: "string", value: "I/N", help: "Process the I-th of N shares of the files, the same on every machine" },
  timing: { type: "boolean", help: "Print phase times on stderr; parsing is summed over all threads" },
} as const;

/** Flags of the tools that list diagnostics. */
export const diagnosticsOptions = {
  "exit-zero": { type: "boolean", help: "Exit with 0 where there are errors, too" },
} as const;

/** Short names of tools, for people and CI: with another format, and about the working folder where there is no path. */
const shortCommands: ReadonlyMap<string, { readonly tool: string; readonly format: string }> = new Map([
  ["check", { tool: "check_file", format: "text" }],
]);

function toolNameOf(word: string): string {
  return shortCommands.get(word)?.tool ?? word;
}

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Returns the flags of a command that is no tool, by the words of a command line: its paths and values are not known yet. */
function commandOptions(words: readonly string[]): Options {
  return words.includes("init") && !words.includes("serve") ? initOptions : serveOptions;
}

/**
 * Reads the command line: no command or `serve`, or a tool with its paths and flags.
 *
 * @throws UserError for an unknown command, flag or value, ArgumentError for a wrong argument of a tool
 */
export function readCommandLine(
  args: readonly string[],
  tools: ReadonlyMap<string, AnyTool>,
): { readonly command: Command; readonly flags: GlobalFlags } {
  const words = args.filter((_, i) => args[i - 1] !== "--tools");
  const tool = words.map((arg) => tools.get(toolNameOf(arg))).find((found) => found !== undefined);
  const options: Options = {
    ...globalOptions,
    ...versionOption,
    ...(tool === undefined ? commandOptions(words) : { ...outputOptions, ...toolOptions(tool) }),
    ...(tool?.kind === "diagnostics" ? diagnosticsOptions : {}),
  };
  const { values, positionals } = parse(withListedWords(withPort(args), tool), options);
  const cacheFolder = cacheFolderOf(stringsOf(values["cache-dir"])[0]);
  const flags: GlobalFlags = {
    logLevel: stringsOf(values["log-level"])[0],
    roots: stringsOf(values.root),
    languageDirs: stringsOf(values.languages),
    lintDirs: stringsOf(values["lint-rules"]),
    scanLanguages:
      values["scan-languages"] === undefined ? undefined : stringsOf(values["scan-languages"]).flatMap(namesIn),
    masksMacros: values["no-macro-masking"] !== true,
    elidesBodies: values["no-elision"] !== true,
    // A flag that names the folder of the cache also turns the cache on.
    usesCache: values["no-cache"] === true ? false : cacheFolder === undefined ? undefined : true,
    cacheFolder,
    configuration: stringsOf(values.config)[0],
    allowsCommands: values["allow-commands"] === true,
    jobs: jobsOf(stringsOf(values.jobs)[0]),
    tools: stringsOf(values.tools)[0]
      ?.split(",")
      .filter((name) => name !== ""),
    shard: shardOf(stringsOf(values.shard)[0]),
    maxResultChars: maxResultCharsOf(stringsOf(values["max-result-chars"])[0]),
  };
  return { command: commandOf(positionals, values, tool, tools), flags };
}

/** Returns the flags of a tool: its arguments in kebab case, without filepath, which the positional arguments are. */
export function flagsOf(
  tool: AnyTool,
): readonly { readonly key: string; readonly flag: string; readonly schema: Schema }[] {
  const { properties } = inputSchema(tool, "all");
  return Object.entries(properties ?? {})
    .filter(([key]) => key !== "filepath")
    .map(([key, schema]) => ({ key, flag: flagNameOf(key), schema }));
}

function flagNameOf(argument: string): string {
  return argument.replaceAll("_", "-");
}

const flagOf = (argument: string) => (argument === "filepath" ? "PATH" : `--${flagNameOf(argument)}`);

/** The names of a tool's arguments on the command line. */
export const flagNames: ArgumentNames = { quoted: flagOf, plain: flagOf };

export type Schema = {
  readonly type?: unknown;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly items?: { readonly enum?: readonly unknown[] };
  readonly commaList?: unknown;
};

type Values = Readonly<Record<string, unknown>>;

function commandOf(
  positionals: readonly string[],
  values: Values,
  tool: AnyTool | undefined,
  tools: ReadonlyMap<string, AnyTool>,
): Command {
  const [name, ...paths] = positionals;
  if (values.version === true || values.V === true || name === "version") return { kind: "version" };
  if (values.help === true && name !== "help") return { kind: "help", topic: helpTopicOf(name, tools) };
  if (name === "help") return { kind: "help", topic: helpTopicOf(paths[0], tools) };
  if (name === undefined || name === "serve") {
    if (paths.length > 0) throw new UserError(`serve takes no paths: ${paths.join(" ")}`);
    return { kind: "serve", http: httpOf(values), format: formatOf(stringsOf(values.format)[0], servedFormats) };
  }
  if (name === "cache") {
    const foreign = Object.keys(serveOptions).find((flag) => values[flag] !== undefined);
    if (foreign !== undefined) throw new UserError(`Unknown flag --${foreign}. It belongs to serve.`);
    return { kind: "cache", action: cacheAction(paths) };
  }
  if (name === "init") {
    if (paths.length > 0)
      throw new UserError(`init takes no paths: ${paths.join(" ")}. It is about the working folder.`);
    return {
      kind: "init",
      clients: [...new Set(stringsOf(values.client ?? defaultClient))].map(clientOf),
      checks: values.check === true,
      isAgreed: values.yes === true,
    };
  }
  if (tool === undefined || tool.name !== toolNameOf(name)) throw unknownCommand(name, tools);
  const short = shortCommands.get(name);
  // A tool over the index takes a symbol first, unless flags say where it stands, or it is about files.
  const takesSymbol =
    tool.over === "index" && !tool.isAboutFile && values.symbol === undefined && values.line === undefined;
  const symbol = takesSymbol ? paths[0] : undefined;
  const given = tool.over === "server" ? [] : takesSymbol ? paths.slice(1) : paths;
  const input = {
    ...toolInput(tool, values),
    ...(symbol === undefined ? {} : { symbol }),
    ...(tool.over === "server" ? firstArgumentOf(tool, paths) : {}),
  };
  const needsPath = tool.over === "file" && !("source" in input) && !tool.searchesWorkspace(input);
  const searched = needsPath && given.length === 0 && short !== undefined ? ["."] : given;
  if (needsPath && searched.length === 0) throw new UserError(`${name} needs a path: a file, a directory or a glob`);
  const all = searched.length > 0 ? { ...input, filepath: filepathOf(tool, searched) } : input;
  checkInput(tool, all);
  return {
    kind: "tool",
    tool,
    paths: searched,
    separator: values.null === true ? "\0" : "\n",
    input,
    format: formatFor(tool, formatOf(stringsOf(values.format)[0] ?? short?.format)),
    output: stringsOf(values.output)[0],
    timing: values.timing === true,
    exitsZero: values["exit-zero"] === true,
  };
}

/** The argument that the only word of a command is. @throws UserError for further words */
function firstArgumentOf({ name, firstArgument }: AnyServerTool, words: readonly string[]): Values {
  const [word, ...others] = words;
  if (others.length > 0) throw new UserError(`${name} takes no paths: ${others.join(" ")}`);
  return word === undefined ? {} : { [firstArgument]: word };
}

/** One path is not a list for a tool that takes the file of a position. */
function filepathOf(tool: AnyTool, paths: readonly string[]): string | readonly string[] {
  const [path] = paths;
  return tool.over === "index" && paths.length === 1 && path !== undefined ? path : paths;
}

function helpTopicOf(name: string | undefined, tools: ReadonlyMap<string, AnyTool>): HelpTopic {
  if (name === undefined || name === "serve" || name === "cache" || name === "init") return name;
  const tool = tools.get(toolNameOf(name));
  if (tool === undefined) throw unknownCommand(name, tools);
  return tool;
}

/** Adds the default port to an `--http` without one. */
function withPort(args: readonly string[]): readonly string[] {
  return args.map((arg, i) => (arg === "--http" && !/^\d+$/.test(args[i + 1] ?? "") ? `--http=${httpPort}` : arg));
}

/**
 * Assigns the words after a flag that takes a list of known words to this flag: `--kinds class method` becomes
 * `--kinds class --kinds method`. A path with such a name is written `./method`, or in another place.
 */
function withListedWords(args: readonly string[], tool: AnyTool | undefined): readonly string[] {
  const lists = new Map(
    (tool === undefined ? [] : flagsOf(tool)).map(({ flag, schema }) => [`--${flag}`, schema.items?.enum]),
  );
  const written: string[] = [];
  let flag = "";
  let words: readonly unknown[] = [];
  for (const [i, arg] of args.entries()) {
    if (arg === "--") return [...written, ...args.slice(i)];
    const isFirst = args[i - 1] === flag;
    if (arg.startsWith("-")) {
      flag = arg;
      words = lists.get(arg) ?? [];
    } else if (!isFirst && words.length > 0 && arg.split(",").every((word) => words.includes(word))) {
      written.push(flag);
    } else if (!isFirst) {
      words = [];
    }
    written.push(arg);
  }
  return written;
}

function httpOf(values: Values): HttpAddress | undefined {
  const [port] = stringsOf(values.http);
  const [host] = stringsOf(values.host);
  if (port === undefined) {
    if (host === undefined) return undefined;
    throw new UserError("--host needs --http: without it the server listens on nothing");
  }
  if (!/^\d+$/.test(port) || Number(port) > 65_535)
    throw new UserError(`--http: '${port}' is not a port from 0 to 65535`);
  return { host: host ?? "127.0.0.1", port: Number(port) };
}

function clientOf(name: string): Client {
  const client = clients.get(name);
  if (client !== undefined) return client;
  throw new UserError(`--client: '${name}' is not a client; it takes ${[...clients.keys()].join(", ")}`);
}

function cacheAction([action = "show", ...rest]: readonly string[]): CacheAction {
  if ((action === "show" || action === "clear") && rest.length === 0) return action;
  throw new UserError(`cache takes show, clear or no argument, not ${[action, ...rest].join(" ")}`);
}

function formatOf(value = "json", known = formatNames): string {
  if (known.includes(value)) return value;
  throw new UserError(`--format: '${value}' is not a format; it takes ${known.join(", ")}`);
}

/** @throws UserError for a format that cannot write the rows of a tool */
function formatFor({ name, kind }: AnyTool, format: string): string {
  const able = formatsOf(kind);
  if (able.includes(format)) return format;
  throw new UserError(`--format: ${name} has no rows that ${format} can write; it takes ${able.join(", ")}`);
}

function cacheFolderOf(value: string | undefined): string | undefined {
  // As a path, an empty text would be the working folder: `--cache-dir "$UNSET"` would fill it, or clear a cache there.
  if (value !== "") return value;
  throw new UserError("--cache-dir: '' is not a folder; name one, or leave the flag out for the user's folder");
}

function jobsOf(value: string | undefined): number | undefined {
  if (value === undefined || /^[1-9]\d{0,2}$/.test(value)) return value === undefined ? undefined : Number(value);
  throw new UserError(`--jobs: '${value}' is not a number from 1 to 999`);
}

function maxResultCharsOf(value: string | undefined): number | undefined {
  if (value === undefined || /^\d{1,15}$/.test(value)) return value === undefined ? undefined : Number(value);
  throw new UserError(`--max-result-chars: '${value}' is not a number from 0 on`);
}

function shardOf(value: string | undefined): Shard | undefined {
  if (value === undefined) return undefined;
  const [index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(value)?.slice(1) ?? []).map(Number);
  if (index >= 1 && index <= count) return { index, count };
  throw new UserError(`--shard: '${value}' is not a share such as 1/4`);
}

function toolOptions(tool: AnyTool): Options {
  const options: Options = {};
  for (const { flag, schema } of flagsOf(tool)) {
    if (schema.type !== "boolean") {
      options[flag] = { type: "string", multiple: schema.type === "array" };
      continue;
    }
    options[flag] = { type: "boolean" };
    if (!flag.startsWith("no-")) options[`no-${flag}`] = { type: "boolean" };
  }
  return options;
}

function toolInput(tool: AnyTool, values: Values): Readonly<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  for (const { key, flag, schema } of flagsOf(tool)) {
    if (values[`no-${flag}`] === true) input[key] = false;
    else if (values[flag] !== undefined) input[key] = flagValue(values[flag], schema);
  }
  return input;
}

/**
 * Returns a number where the schema takes one, and the words of a comma list where it takes words. Other values are returned unchanged, and the schema refuses them.
 */
function flagValue(value: unknown, { type, items, commaList }: Schema): unknown {
  if (items?.enum !== undefined || commaList === true) return stringsOf(value).flatMap((list) => list.split(","));
  return type === "integer" && typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
}

function parse(args: readonly string[], options: Options): { readonly values: Values; readonly positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const flag = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
    if (flag === undefined) throw new UserError(message);
    const suggestion = nearest(
      flag,
      Object.keys(options).map((name) => `--${name}`),
    );
    throw new UserError(`Unknown flag ${flag}.${suggestion === undefined ? "" : ` Did you mean ${suggestion}?`}`);
  }
}

function unknownCommand(name: string, tools: ReadonlyMap<string, AnyTool>): UserError {
  const known = ["serve", "init", "cache", "help", "version", ...shortCommands.keys(), ...tools.keys()];
  const suggestion = nearest(name, known);
  const hint = suggestion === undefined ? `It is one of ${known.join(", ")}.` : `Did you mean ${suggestion}?`;
  return new UserError(`Unknown command ${name}. ${hint}`);
}

function stringsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");
}
