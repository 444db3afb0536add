/**
 * The command line (argv). Input: the words after the program; output: the command with its paths and flags, or an
 * error that names the nearest flag or command.
 */
import { parseArgs } from "node:util";
import { UserError } from "../base/errors.ts";
import { doctorTimeoutMs, httpPort, maxShards } from "../base/limits.ts";
import { shown } from "../base/shown.ts";
import { type SchemaKind, schemaKinds } from "../tools/contract/schema-kinds.ts";
import { loadTool, loadTools, toolNames } from "../tools/index.ts";
import type { Shard } from "../workspace/shard.ts";
import { formatOf, type Options, stringsOf, type Values } from "./flag-values.ts";
import { type HookName, hookNames } from "./hooks/hook-names.ts";
import { type Client, clients, defaultClient } from "./init/clients.ts";
import {
  doctorOptions,
  globalOptions,
  indexFormats,
  indexOptions,
  initOptions,
  reportOptions,
  servedFormats,
  serveOptions,
  shortCommands,
  statsOptions,
  toolNameOf,
  versionOption,
} from "./options.ts";
import { refusePictureName } from "./picture-of-file.ts";
import type { CacheAction } from "./run-cache.ts";
import type { StatsAction } from "./run-stats.ts";
import { type Shell, shells } from "./shell-scripts/shells.ts";
import type { ToolCommand } from "./tool-command.ts";
import { clientNamed, hintForFlag, suggestedCommand } from "./typed-names.ts";
import { answerChars, namesIn, parseSetting } from "./variables.ts";

/** The command of a command line. */
export type Command =
  | ServeCommand
  | ToolCommand
  | { readonly kind: "cache"; readonly action: CacheAction }
  | { readonly kind: "servers" }
  | StatsCommand
  | InitCommand
  | DoctorCommand
  | HookCommand
  | ReportCommand
  | IndexCommand
  | FactsCommand
  | { readonly kind: "help"; readonly topic: HelpTopic }
  | { readonly kind: "completion"; readonly shell: Shell }
  | { readonly kind: "version" };

/** The name of the command that help is about; undefined for the program. */
export type HelpTopic = string | undefined;

/** Makes a project known to clients of MCP. */
export type InitCommand = {
  readonly kind: "init";
  readonly clients: readonly Client[];
  /** True to tell what is missing, and to write nothing. */
  readonly checks: boolean;
  /** True to write the skills, too. */
  readonly writesSkills: boolean;
  /** True to write hooks, too. */
  readonly writesHooks: boolean;
  /** True to write without a question. */
  readonly isAgreed: boolean;
};

/** Tests the connections of clients, or one that the user names. */
export type DoctorCommand = {
  readonly kind: "doctor";
  /** A command with its arguments, or an address; empty for what clients have. */
  readonly words: readonly string[];
  readonly isJson: boolean;
  /** Milliseconds for each connection. */
  readonly timeoutMs: number;
};

/** Shows or clears the counts of sessions. */
export type StatsCommand = { readonly kind: "stats"; readonly action: StatsAction; readonly isJson: boolean };

/** Answers an event of a client. */
export type HookCommand = { readonly kind: "hook"; readonly name: HookName };

/** Writes a page of HTML about a folder. */
export type ReportCommand = {
  readonly kind: "report";
  /** The folder as written. */
  readonly folder: string;
  /** The file to write to; undefined for stdout. */
  readonly output: string | undefined;
  /** The URL of places in files, with placeholders; undefined for links to the files themselves. */
  readonly linkTemplate: string | undefined;
};

/** Writes an index of a folder, which other programs read. */
export type IndexCommand = {
  readonly kind: "index";
  /** The folder as written. */
  readonly folder: string;
  /** The file to write to; undefined for stdout. */
  readonly output: string | undefined;
};

/** Writes the facts of a folder, or of a shard of it, into the cache. */
export type FillCommand = {
  readonly kind: "fill";
  /** The folder as written. */
  readonly folder: string;
  /** The file with the macros of the folder; undefined to read them from all files. */
  readonly macros: string | undefined;
};

/** Does what FillCommand does, and writes the facts into a file for other machines. */
export type ExportCommand = Omit<FillCommand, "kind"> & {
  readonly kind: "export";
  /** The file to write to. */
  readonly output: string;
};

/** Writes the macros of a folder into a file, which its shards share. */
export type MacrosCommand = {
  readonly kind: "macros";
  /** The folder as written. */
  readonly folder: string;
  /** The file to write to. */
  readonly output: string;
};

/** Takes the facts of a folder from a file. */
export type ImportCommand = {
  readonly kind: "import";
  /** The folder as written. */
  readonly folder: string;
  /** The file as written. */
  readonly artifact: string;
  /** True if it need not be signed. */
  readonly acceptsUnsigned: boolean;
};

/** Joins the facts of shards of a folder. */
export type MergeCommand = {
  readonly kind: "merge";
  /** The folder as written. */
  readonly folder: string;
  /** The cache folders and artifacts of the shards as written. */
  readonly shards: readonly string[];
  /** True if artifacts need not be signed. */
  readonly acceptsUnsigned: boolean;
  /** True if shards may be missing. */
  readonly allowsMissing: boolean;
};

/** The commands about the facts in the cache. */
export type FactsCommand = ExportCommand | FillCommand | ImportCommand | MacrosCommand | MergeCommand;

/** A server of MCP for one client on stdio, or for many over HTTP. */
type ServeCommand = {
  readonly kind: "serve";
  readonly http: HttpAddress | undefined;
  /** The name of the format of answers. */
  readonly format: string;
  readonly schemas: SchemaKind;
};

/** @throws UserError for a word that is not a kind of schemas */
function schemasOf(written = "auto"): SchemaKind {
  const kind = schemaKinds.find((known) => known === written);
  if (kind === undefined) throw new UserError(`--schemas takes ${schemaKinds.join(", ")}, not ${shown(written)}`);
  return kind;
}

export type HttpAddress = { readonly host: string; readonly port: number };

/** Flags that every command takes. */
export type GlobalFlags = {
  readonly logLevel: string | undefined;
  readonly roots: readonly string[];
  readonly languageDirs: readonly string[];
  readonly lintDirs: readonly string[];
  /** Names of languages; undefined without a flag. */
  readonly scanLanguages: readonly string[] | undefined;
  readonly masksMacros: boolean;
  /** False with --no-pager. */
  readonly isPaged: boolean;
  readonly elidesBodies: boolean;
  /** False with --no-cache, else true with --cache-dir; undefined without either. */
  readonly usesCache: boolean | undefined;
  /** The folder as written; undefined without a flag. */
  readonly cacheFolder: string | undefined;
  readonly configuration: string | undefined;
  /** True when commands of a configuration that was found may be run. */
  readonly allowsCommands: boolean;
  /** True if tools may edit files; undefined without a flag. */
  readonly allowsEdits: boolean | undefined;
  /** Number of worker threads; undefined for one per core. */
  readonly jobs: number | undefined;
  readonly shard: Shard | undefined;
  /** The tools that are served; undefined without a flag. */
  readonly tools: readonly string[] | undefined;
  /** Characters of one batch answer, 0 for no limit; undefined without a flag. */
  readonly maxResultChars: number | undefined;
};

/**
 * Returns the flags of a command that is not a tool, by the words of a command line: its paths and values are not known
 * yet.
 */
function commandOptions(words: readonly string[]): Options {
  const name = words.find((word) => optionsOfCommands.has(word)) ?? "serve";
  return optionsOfCommands.get(name) ?? {};
}

const optionsOfCommands: ReadonlyMap<string, Options> = new Map<string, Options>([
  ["serve", serveOptions],
  ["init", initOptions],
  ["doctor", doctorOptions],
  ["hook", {}],
  ["stats", statsOptions],
  ["report", reportOptions],
  ["index", indexOptions],
]);

/**
 * Reads the command line: no command or `serve`, or a tool with its paths and flags.
 *
 * @throws UserError for an unknown command, flag or value, ArgumentError for a wrong argument of a tool
 */
export async function readCommandLine(
  args: readonly string[],
): Promise<{ readonly command: Command; readonly flags: GlobalFlags }> {
  // A folder may have the name of a tool: no word after a command is one.
  const words = optionsOfCommands.has(args[0] ?? "")
    ? args.slice(0, 1)
    : args.filter((_, i) => args[i - 1] !== "--tools");
  const toolName = words.map(toolNameOf).find((word) => toolNames.includes(word));
  const called = toolName === undefined ? undefined : await openTool(toolName);
  const options: Options = { ...globalOptions, ...versionOption, ...(called?.options ?? commandOptions(words)) };
  const [ownArgs, foreignArgs] = withoutForeign(args);
  const writtenArgs = withPort(ownArgs);
  const { values, positionals } = parse(called?.withListedWords(writtenArgs) ?? writtenArgs, options);
  const cacheFolder = cacheFolderOf(stringsOf(values["cache-dir"])[0]);
  const flags: GlobalFlags = {
    logLevel: stringsOf(values["log-level"])[0],
    roots: stringsOf(values.root),
    languageDirs: stringsOf(values.languages),
    lintDirs: stringsOf(values["lint-rules"]),
    scanLanguages:
      values["scan-languages"] === undefined ? undefined : stringsOf(values["scan-languages"]).flatMap(namesIn),
    masksMacros: values["no-macro-masking"] !== true,
    isPaged: values["no-pager"] !== true,
    elidesBodies: values["no-elision"] !== true,
    // A flag that names the folder of the cache also turns the cache on.
    usesCache: values["no-cache"] === true ? false : cacheFolder === undefined ? undefined : true,
    cacheFolder,
    configuration: stringsOf(values.config)[0],
    allowsCommands: values["allow-commands"] === true,
    allowsEdits: values["allow-edits"] === true || undefined,
    jobs: jobsOf(stringsOf(values.jobs)[0]),
    tools: stringsOf(values.tools)[0]
      ?.split(",")
      .filter((name) => name !== ""),
    shard: shardOf(stringsOf(values.shard)[0]),
    maxResultChars: maxResultCharsOf(stringsOf(values["max-result-chars"])[0]),
  };
  return { command: await commandOf(positionals, values, called, foreignArgs), flags };
}

/** A tool on a command line. */
type CalledTool = {
  readonly name: string;
  /** The flags that it takes in addition to the flags of every command. */
  readonly options: Options;
  /** See tool-command.ts. */
  readonly withListedWords: (args: readonly string[]) => readonly string[];
  readonly commandOf: (name: string, paths: readonly string[], values: Values) => ToolCommand;
};

/** Loads a tool, and what reads its flags. */
async function openTool(name: string): Promise<CalledTool | undefined> {
  const [tool, { toolCommandOf, toolOptions, withListedWords }] = await Promise.all([
    loadTool(name),
    import("./tool-command.ts"),
  ]);
  return (
    tool && {
      name,
      options: toolOptions(tool),
      withListedWords: (args) => withListedWords(args, tool),
      commandOf: (...words) => toolCommandOf(tool, ...words),
    }
  );
}

async function commandOf(
  positionals: readonly string[],
  values: Values,
  called: CalledTool | undefined,
  foreignArgs: readonly string[],
): Promise<Command> {
  const [name, ...paths] = positionals;
  if (values.version === true || values.V === true || name === "version") return { kind: "version" };
  if (values.help === true && name !== "help") return { kind: "help", topic: await helpTopicOf(name) };
  if (name === "help") return { kind: "help", topic: await helpTopicOf(paths[0]) };
  if (name === undefined || name === "serve") {
    if (paths.length > 0) throw new UserError(`serve takes no paths: ${paths.join(" ")}`);
    if (values.status === true) {
      if (values.shared === true) return { kind: "servers" };
      throw new UserError("--status needs --shared: it prints the shared servers that run");
    }
    return {
      kind: "serve",
      http: httpOf(values),
      format: formatOf(stringsOf(values.format)[0] ?? "json", servedFormats),
      schemas: schemasOf(stringsOf(values.schemas)[0]),
    };
  }
  if (name === "cache") {
    refuseFlagsOfServe(values);
    return { kind: "cache", action: showOrClear("cache", paths) };
  }
  if (name === "stats") return { kind: "stats", action: showOrClear("stats", paths), isJson: values.json === true };
  if (name === "completion") {
    refuseFlagsOfServe(values);
    return { kind: "completion", shell: shellOf(paths) };
  }
  if (name === "init") {
    if (paths.length > 0)
      throw new UserError(`init takes no paths: ${paths.join(" ")}. It is about the working folder.`);
    return {
      kind: "init",
      clients: clientsOf(stringsOf(values.client ?? defaultClient)),
      checks: values.check === true,
      writesSkills: values.skills === true,
      writesHooks: values.hooks === true,
      isAgreed: values.yes === true,
    };
  }
  if (name === "hook") return { kind: "hook", name: hookOf(paths) };
  if (name === "doctor") return doctorCommandOf(paths, values, foreignArgs);
  if (name === "report") return reportCommandOf(paths, values);
  if (name === "index") return indexCommandOf(paths, values);
  if (called?.name !== toolNameOf(name)) throw await unknownCommand(name);
  return called.commandOf(name, paths, values);
}

/** @throws UserError unless there is one folder, and for a flag or a format that does not fit */
function indexCommandOf(words: readonly string[], values: Values): FactsCommand | IndexCommand {
  const [output] = stringsOf(values.output);
  const [format] = stringsOf(values.format);
  const [exported] = stringsOf(values.export);
  const [imported] = stringsOf(values.import);
  if (words[0] === "merge") return mergeCommandOf(words.slice(1), values);
  const [folder, ...others] = words;
  if (folder === undefined) throw new UserError("index needs a folder: codegrove index DIR");
  if (others.length > 0) throw new UserError(`index takes one folder, and not also ${others.join(" ")}`);
  const [exportedMacros] = stringsOf(values["export-macros"]);
  const [macros] = stringsOf(values["import-macros"]);
  if (exportedMacros !== undefined) {
    refuseOthers("index --export-macros", ["export-macros"], values);
    return { kind: "macros", folder, output: exportedMacros };
  }
  if (exported !== undefined) {
    refuseOthers("index --export", ["export", "import-macros", "shard"], values);
    return { kind: "export", folder, macros, output: exported };
  }
  if (imported !== undefined) {
    refuseOthers("index --import", ["import", "accept-unsigned"], values);
    return { kind: "import", folder, artifact: imported, acceptsUnsigned: values["accept-unsigned"] === true };
  }
  refuseOthers("index without --import or merge", ["format", "import-macros", "output", "shard"], values);
  if (format === undefined && output === undefined) return { kind: "fill", folder, macros };
  formatOf(format ?? "scip", indexFormats);
  refusePictureName("index", output);
  if (macros !== undefined) throw new UserError("--import-macros is for shards, and not for an index in SCIP");
  if (values.shard !== undefined) {
    throw new UserError(
      "--shard: an index in SCIP is of all files; index the shards without --format and --output, merge them, and write it from that",
    );
  }
  return { kind: "index", folder, output };
}

/** @throws UserError unless there are a folder and shards of it */
function mergeCommandOf([folder, ...shards]: readonly string[], values: Values): MergeCommand {
  const usage = "codegrove index merge DIR SHARD... --cache-dir FOLDER";
  if (folder === undefined)
    throw new UserError(`index merge needs a folder: ${usage}; a folder named merge is ./merge`);
  if (shards.length === 0) throw new UserError(`index merge needs the cache folders of shards: ${usage}`);
  refuseOthers("index merge", ["accept-unsigned", "allow-missing"], values);
  return {
    kind: "merge",
    folder,
    shards,
    acceptsUnsigned: values["accept-unsigned"] === true,
    allowsMissing: values["allow-missing"] === true,
  };
}

/** @throws UserError for a flag of index that is not one of some */
function refuseOthers(command: string, flags: readonly (keyof typeof indexOptions)[], values: Values): void {
  const foreign = Object.keys(indexOptions).find(
    (flag) => values[flag] !== undefined && !flags.some((known) => known === flag),
  );
  if (foreign !== undefined) throw new UserError(`${command} takes no --${foreign}`);
}

/** Returns the words of our own command line, and the command line of another program, which doctor has after `--`. */
function withoutForeign(args: readonly string[]): readonly [own: readonly string[], foreign: readonly string[]] {
  const end = args[0] === "doctor" ? args.indexOf("--") : -1;
  return end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)];
}

/** @throws UserError for words that are not after `--` */
function doctorCommandOf(paths: readonly string[], values: Values, words: readonly string[]): DoctorCommand {
  if (paths.length > 0)
    throw new UserError(`doctor takes a command or an address only after --: codegrove doctor -- ${paths.join(" ")}`);
  return {
    kind: "doctor",
    words,
    isJson: values.json === true,
    timeoutMs: timeoutOf(stringsOf(values.timeout)[0]),
  };
}

/** @throws UserError unless there is one name of a hook */
function hookOf(words: readonly string[]): HookName {
  const hook = hookNames.find((known) => known === words[0]);
  if (hook !== undefined && words.length === 1) return hook;
  throw new UserError(`hook takes one of ${hookNames.join(", ")}, not '${words.join(" ")}'`);
}

function timeoutOf(value: string | undefined): number {
  if (value === undefined) return doctorTimeoutMs;
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value) * 1_000;
  throw new UserError(`--timeout: '${value}' is not a number of seconds from 1 to 999`);
}

/** @throws UserError unless there is one folder */
function reportCommandOf([folder, ...others]: readonly string[], values: Values): ReportCommand {
  if (folder === undefined) throw new UserError("report needs a folder: codegrove report DIR -o report.html");
  if (others.length > 0) throw new UserError(`report takes one folder, and not also ${others.join(" ")}`);
  const [output] = stringsOf(values.output);
  refusePictureName("report", output);
  return {
    kind: "report",
    folder,
    output,
    linkTemplate: stringsOf(values["link-template"])[0],
  };
}

function refuseFlagsOfServe(values: Values): void {
  const foreign = Object.keys(serveOptions).find((flag) => values[flag] !== undefined);
  if (foreign !== undefined) throw new UserError(`Unknown flag --${foreign}. It belongs to serve.`);
}

async function helpTopicOf(name: string | undefined): Promise<HelpTopic> {
  if (name !== undefined && !commandNames.includes(name)) throw await unknownCommand(name);
  return name;
}

/** Adds the default port to an `--http` without one. */
function withPort(args: readonly string[]): readonly string[] {
  return args.map((arg, i) => (arg === "--http" && !/^\d+$/.test(args[i + 1] ?? "") ? `--http=${httpPort}` : arg));
}

function httpOf(values: Values): HttpAddress | undefined {
  const [port] = stringsOf(values.http);
  const [host] = stringsOf(values.host);
  if (port !== undefined && values.shared === true) {
    throw new UserError("--shared is for clients on stdin and stdout: --http serves any number of clients by itself");
  }
  if (port === undefined) {
    if (host === undefined) return undefined;
    throw new UserError("--host needs --http: without it the server listens on nothing");
  }
  if (!/^\d+$/.test(port) || Number(port) > 65_535)
    throw new UserError(`--http: '${port}' is not a port from 0 to 65535`);
  return { host: host ?? "127.0.0.1", port: Number(port) };
}

/** @throws UserError for a name that is not one of a client */
function clientsOf(lists: readonly string[]): readonly Client[] {
  const names = lists.flatMap((list) => list.split(",")).map((name) => name.trim());
  return [...new Set(names.map(clientNamed))].map((name) => {
    const client = clients.get(name);
    if (client !== undefined) return client;
    throw new UserError(`--client: '${name}' is not a client; it takes ${[...clients.keys()].join(", ")}`);
  });
}

function shellOf([name = "", ...rest]: readonly string[]): Shell {
  const shell = shells.find((known) => known === name);
  if (shell !== undefined && rest.length === 0) return shell;
  throw new UserError(`completion takes one of ${shells.join(", ")}, not '${[name, ...rest].join(" ")}'`);
}

function showOrClear(command: string, [action = "show", ...rest]: readonly string[]): "clear" | "show" {
  if ((action === "show" || action === "clear") && rest.length === 0) return action;
  throw new UserError(`${command} takes show, clear or no argument, not ${[action, ...rest].join(" ")}`);
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
  return value === undefined ? undefined : parseSetting("--max-result-chars", answerChars, value);
}

function shardOf(value: string | undefined): Shard | undefined {
  if (value === undefined) return undefined;
  const [index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(value)?.slice(1) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= maxShards) return { index, count };
  throw new UserError(`--shard: '${value}' is not a share such as 1/4`);
}

function parse(args: readonly string[], options: Options): { readonly values: Values; readonly positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const flag = /^Unknown option '(-[^']*)'/.exec(message)?.[1];
    if (flag === undefined) throw new UserError(message.replaceAll("\n", " "));
    const hint = hintForFlag(flag, Object.keys(options));
    throw new UserError(`Unknown flag ${flag}.${hint === undefined ? "" : ` ${hint}`}`);
  }
}

/** Commands that are not tools. */
const programCommands: readonly string[] = [
  "serve",
  "init",
  "doctor",
  "hook",
  "report",
  "index",
  "cache",
  "stats",
  "completion",
  "help",
  "version",
];

const commandNames: readonly string[] = [...programCommands, ...shortCommands.keys(), ...toolNames];

async function unknownCommand(name: string): Promise<UserError> {
  const { synonymsOf } = await import("./command-table.ts");
  const suggestion = suggestedCommand(name, commandNames, synonymsOf(await loadTools()));
  const hint = suggestion === undefined ? `It is one of ${commandNames.join(", ")}.` : `Did you mean ${suggestion}?`;
  return new UserError(`Unknown command ${name}. ${hint}`);
}
