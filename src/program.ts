/** The program of both commands, codegrove and mcp_stdio_server. With main.ts alone it touches the process. */
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { compiledPath } from "./cache/compiled-code.ts";
import { type Command, flagNames, type GlobalFlags, type HttpAddress, readCommandLine } from "./cli/command-line.ts";
import { helpText, type ProgramName } from "./cli/help.ts";
import { StatusLine } from "./cli/status-line.ts";
import { readConfigurations, userConfigurationFile } from "./configuration.ts";
import { Engine } from "./engine/run.ts";
import { ArgumentError, UserError } from "./errors.ts";
import { createLog, isLogged, type Log } from "./log.ts";
import type { RouterOptions } from "./mcp/router.ts";
import { packageVersion } from "./package.ts";
import { readSettings, type Settings } from "./settings.ts";
import { loadLanguages, shippedLanguagesDir } from "./syntax/languages.ts";
import { tools } from "./tools/index.ts";
import { resolveRoots } from "./workspace/roots.ts";

// stdout belongs to the protocol.
console.log = console.error;
console.info = console.error;
console.debug = console.error;

// The reader of stdout went away: there is nobody left to tell.
process.stdout.on("error", () => process.exit(0));
process.stderr.on("error", () => {});

/** What a server is made of, whatever it listens on. */
type Served = RouterOptions & { readonly onLog: (listener: Log) => void };

/** What the process has done for the program before it runs. */
type Start = {
  /** The folder of the cache, as far as flags and variables name it; undefined when there is none. */
  readonly cacheFolder: string | undefined;
  /** Keeps the code that V8 has compiled of this program; undefined where it is kept already, or cannot be. */
  readonly keepCode: (() => void) | undefined;
  /** Has V8 run WASM for longer before it optimizes. */
  readonly delayOptimizing: () => void;
};

export async function main(start: Start): Promise<void> {
  try {
    const { command, flags } = readCommandLine(process.argv.slice(2), tools);
    await run(command, flags, start);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Nothing was answered: the command line or a setting is wrong, or the output cannot be written.
    process.stderr.write(`codegrove: ${textOf(error)}\n`);
    process.exitCode = 2;
  }
}

async function run(command: Command, flags: GlobalFlags, start: Start): Promise<void> {
  if (command.kind === "version") {
    process.stdout.write(`${packageVersion()}\n`);
  } else if (command.kind === "help") {
    process.stdout.write(helpText(command.topic, tools, programName()));
  } else {
    const settings = configure(flags);
    if (command.kind === "cache") {
      const { runCache } = await import("./cli/run-cache.ts");
      process.stdout.write(`${runCache(command.action, settings.cacheFolder)}\n`);
    } else {
      await work(command, flags, settings, start);
    }
  }
}

/** What flags, the environment and the files codegrove.json set. What does not count in one of them is warned of. */
function configure(flags: GlobalFlags): Settings {
  const { env } = process;
  const named = flags.configuration ?? (env.CODEGROVE_CONFIG || undefined);
  const userFile = userConfigurationFile(env);
  const toolNames = [...tools.keys()];
  const configurations = readConfigurations(named, userFile, process.cwd(), toolNames);
  const settings = readSettings(flags, env, configurations, process.cwd(), toolNames);
  if (settings.leftOut !== undefined) {
    const { file, keys } = settings.leftOut;
    createLog("warn", writeLog)("warn", `${file} was found, not named: it does not set ${keys.join(", ")}`, {
      to_allow: `name the file with --config or CODEGROVE_CONFIG, or set it in ${userFile ?? "your own configuration"}`,
    });
  }
  return settings;
}

/** The command that was run, as far as its shell tells: npm's shims for Windows do not. */
function programName(): ProgramName {
  return basename(process.argv[1] ?? "") === "mcp_stdio_server" ? "mcp_stdio_server" : "codegrove";
}

function writeLog(line: string): void {
  process.stderr.write(line);
}

async function work(
  command: Extract<Command, { kind: "serve" | "tool" }>,
  flags: GlobalFlags,
  settings: Settings,
  start: Start,
): Promise<void> {
  // A server's first call is mostly start; a scan reaches any bound soon, and is 10 % longer for a large one.
  if (command.kind === "serve") start.delayOptimizing();
  const compiledFolder = settings.usesCache ? start.cacheFolder : undefined;
  const { keepCode } = start;
  if (compiledFolder !== undefined && keepCode !== undefined) process.on("exit", keepCode);
  const listeners = new Set<Log>();
  const statusLine = new StatusLine(process.stderr);
  const toStderr = createLog(settings.logLevel, (line) => statusLine.writeAbove(() => writeLog(line)));
  const log: Log = (level, message, fields) => {
    toStderr(level, message, fields);
    for (const tell of listeners) tell(level, message, fields);
  };
  const workerCode = compiledFolder && compiledPath(compiledFolder, `worker-${command.kind}`);
  const engine = createEngine(command, flags, settings, workerCode, log);
  if (command.kind === "tool") {
    // What was written so far are whole lines.
    process.on("SIGINT", () => process.exit(130));
    process.on("exit", () => statusLine.clear());
    const { stdin, stdout, stderr } = process;
    const { logLevel } = settings;
    const { runTool } = await import("./cli/run-tool.ts");
    process.exitCode = await runTool(engine, command, { stdin, stdout, stderr, statusLine, logLevel });
    return;
  }
  const { serverName: name, serverVersion: version } = settings;
  const options = {
    engine,
    tools: new Map([...tools].filter(([tool]) => settings.tools.has(tool))),
    configuration: settings.inForce,
    serverInfo: { name, version },
    onLog: (listener: Log) => listeners.add(listener),
    log,
  };
  if (command.http === undefined) await serveStdio(options);
  else await serveHttp(options, command.http, settings);
}

async function serveStdio(options: Served): Promise<void> {
  // A supervisor that ends the server wants it gone, with the calls that it was at.
  process.on("SIGTERM", () => process.exit(0));
  process.on("SIGINT", () => process.exit(0));
  options.log("info", "serving MCP on stdio", options.serverInfo);
  if (process.stdin.isTTY === true) process.stderr.write(stdioHint(programName()));
  // What only one of the two needs is loaded by it alone: a short call is mostly start.
  const { serve } = await import("./mcp/server.ts");
  await serve({ ...options, input: process.stdin, output: process.stdout });
}

/** The hint for a person who starts the server on a terminal. */
function stdioHint(program: ProgramName): string {
  return [
    `${program}: waiting for MCP requests on stdin, one JSON-RPC message a line; Ctrl-D ends it.`,
    `${program}: '${program} help' lists the commands and flags.`,
    "",
  ].join("\n");
}

async function serveHttp(options: Served, address: HttpAddress, settings: Settings): Promise<void> {
  if (settings.roots.length === 0) {
    throw new UserError("serve --http needs --root DIR: it reads nothing outside of DIR, whoever asks");
  }
  const { engine, log, serverInfo } = options;
  const [crypto, http] = await Promise.all([import("node:crypto"), import("./mcp/http/serve.ts")]);
  const token = settings.token ?? crypto.randomBytes(24).toString("base64url");
  const service = await http.serveHttp({ ...options, ...address, token, sessionIdleMs: settings.sessionTimeoutMs });
  if (settings.token === undefined) process.stderr.write(`codegrove: the token for this run is ${token}\n`);
  log("info", "serving MCP over HTTP", { url: service.url, ...serverInfo });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(0);
    isStopping = true;
    log("info", "stopping", {});
    await service.stop();
    await engine.close();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

function createEngine(
  command: Command,
  flags: GlobalFlags,
  settings: Settings,
  workerCode: string | undefined,
  log: Log,
): Engine {
  const { requestTimeoutMs, isTimeoutSet, isResultLimitSet } = settings;
  return new Engine({
    languages: loadLanguages([shippedLanguagesDir, ...settings.languageDirs]),
    roots: resolveRoots(settings.roots),
    ignore: settings.ignore,
    maxFileBytes: settings.maxFileBytes,
    masksMacros: flags.masksMacros,
    projectMacros: settings.macros,
    elidesBodies: flags.elidesBodies,
    usesCache: settings.usesCache,
    cacheFolder: settings.cacheFolder,
    logsMasking: isLogged("debug", settings.logLevel),
    workerCode,
    cwd: process.cwd(),
    threads: flags.jobs ?? availableParallelism(),
    shard: flags.shard,
    // A scan from a script has the answer whole and takes the time that it needs, unless it is told otherwise.
    maxResultChars: command.kind === "serve" || isResultLimitSet ? settings.maxResultChars : 0,
    callTimeoutMs: command.kind === "serve" || isTimeoutSet ? requestTimeoutMs : undefined,
    fileTimeoutMs: requestTimeoutMs,
    maxConcurrentCalls: settings.maxConcurrentRequests,
    log,
  });
}

/** The message of an error, with flags for the arguments of a tool. */
function textOf(error: UserError): string {
  const message = error instanceof ArgumentError ? error.messageWith(flagNames) : error.message;
  const { details } = error.details;
  return details === undefined ? message : `${message} (${details})`;
}
