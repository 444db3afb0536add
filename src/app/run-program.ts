import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { ArgumentError, UserError } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { createLog, isLogged, type Log } from "../base/log.ts";
import { packageVersion } from "../base/package.ts";
import { type Command, flagNames, type GlobalFlags, type HttpAddress, readCommandLine } from "../cli/command-line.ts";
import { helpText, type ProgramName } from "../cli/help.ts";
import { StatusLine } from "../cli/status-line.ts";
import { readVariable, variables } from "../cli/variables.ts";
import { Engine } from "../engine/engine.ts";
import type { ServerFacts } from "../engine/server.ts";
import type { PoolOptions, WorkerPool } from "../engine/worker/pool.ts";
import type { WorkerSettings } from "../engine/worker/protocol.ts";
import { formatNamed } from "../formats/index.ts";
import type { RouterOptions } from "../mcp/router.ts";
import { openCommands } from "../project-commands/commands.ts";
import { withScanned } from "../syntax/language-of.ts";
import { loadLanguages, shippedLanguagesDir } from "../syntax/languages.ts";
import { tools } from "../tools/index.ts";
import { runProjectCommand } from "../tools/run-project-command.ts";
import { resolveRoots } from "../workspace/roots.ts";
import { compiledPath } from "./compiled-code.ts";
import { readConfigurations, userConfigurationFile } from "./configuration.ts";
import { ProcessGroups } from "./process-groups.ts";
import { readSettings, type Settings } from "./settings.ts";

/** The surroundings of the program: those of a process, or of a test. */
export type Surroundings = {
  /** The command line without the program. */
  readonly args: readonly string[];
  /** The name of the command. */
  readonly name: ProgramName;
  /** The working folder, absolute. */
  readonly cwd: string;
  readonly host: Host;
  readonly stdin: Readable & MayBeTerminal;
  readonly stdout: Writable & MayBeTerminal;
  readonly stderr: Writable & MayBeTerminal;
  /** Ends the program at once, even while calls run. */
  readonly exit: (status: number) => void;
  readonly onSignal: (signal: "SIGINT" | "SIGTERM", listener: () => void) => void;
  /** Calls the listener synchronously when the program ends, in any way but a crash. */
  readonly onExit: (listener: () => void) => void;
  /** Returns the threads that parse; the program closes them. */
  readonly openPool: (options: PoolOptions) => WorkerPool;
};

type MayBeTerminal = { readonly isTTY?: boolean };

/** The preparations of the process for the program. */
export type Start = {
  /** The folder of the cache for V8's code; undefined without a cache. */
  readonly cacheFolder: string | undefined;
  /** Writes the code that V8 has compiled of this program; undefined without a cache, or when its code is current. */
  readonly keepCode: (() => void) | undefined;
  /** Makes V8 run WASM for longer before it optimizes. */
  readonly delayOptimizing: () => void;
};

/** The parts of a server on stdio or over HTTP. */
type Served = RouterOptions & { readonly onLog: (listener: Log) => void };

/**
 * Runs a command line.
 *
 * @returns the exit status
 */
export async function runProgram(surroundings: Surroundings, start: Start): Promise<number> {
  try {
    const { command, flags } = readCommandLine(surroundings.args, tools);
    return await run(command, flags, surroundings, start);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // There is no answer: the command line or a setting is wrong, or the output cannot be written.
    surroundings.stderr.write(`codegrove: ${textOf(error)}\n`);
    return 2;
  }
}

async function run(command: Command, flags: GlobalFlags, surroundings: Surroundings, start: Start): Promise<number> {
  const { stdout, name, host } = surroundings;
  if (command.kind === "version") {
    stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  if (command.kind === "help") {
    stdout.write(helpText(command.topic, tools, name));
    return 0;
  }
  if (command.kind === "init") {
    const { runInit } = await import("../cli/init/run-init.ts");
    return runInit(command, surroundings);
  }
  const settings = configure(flags, surroundings);
  if (command.kind === "cache") {
    const { runCache } = await import("../cli/run-cache.ts");
    stdout.write(`${runCache(command.action, settings.cacheFolder, host)}\n`);
    return 0;
  }
  return work(command, flags, settings, surroundings, start);
}

/** Reads the settings. A setting that does not count in its file is reported as a warning. */
function configure(flags: GlobalFlags, { host, cwd, stderr }: Surroundings): Settings {
  const { env } = host;
  const projectFile = flags.configuration ?? readVariable(variables.configuration, env);
  const userFile = userConfigurationFile(env);
  const toolNames = [...tools.keys()];
  const configurations = readConfigurations(projectFile, userFile, cwd, toolNames);
  const settings = readSettings(flags, env, configurations, cwd, toolNames);
  if (settings.leftOut !== undefined) {
    const { file, keys } = settings.leftOut;
    const log = createLog("warn", (line) => stderr.write(line));
    log("warn", `${file} was found in the working folder, where these keys do not count: ${keys.join(", ")}`, {
      to_allow: `name the file with --config or CODEGROVE_CONFIG, or set it in ${userFile ?? "your own configuration"}`,
    });
  }
  return settings;
}

async function work(
  command: Extract<Command, { kind: "serve" | "tool" }>,
  flags: GlobalFlags,
  settings: Settings,
  surroundings: Surroundings,
  start: Start,
): Promise<number> {
  const { stdout, stderr, cwd, exit, onSignal, onExit } = surroundings;
  // The first call of a server consists mostly of the start; a scan soon reaches any budget, and takes 10 % longer for
  // a large one.
  if (command.kind === "serve") start.delayOptimizing();
  const compiledFolder = settings.usesCache ? start.cacheFolder : undefined;
  const { keepCode } = start;
  if (compiledFolder !== undefined && keepCode !== undefined) onExit(keepCode);
  const listeners = new Set<Log>();
  const statusLine = new StatusLine(stderr);
  const toStderr = createLog(settings.logLevel, (line) => statusLine.writeAbove(() => stderr.write(line)));
  const log: Log = (level, message, fields) => {
    toStderr(level, message, fields);
    for (const listener of listeners) listener(level, message, fields);
  };
  const workerCode =
    compiledFolder === undefined
      ? undefined
      : {
          paths: compiledPath(compiledFolder, `worker-paths-${command.kind}`),
          files: compiledPath(compiledFolder, `worker-${command.kind}`),
        };
  const engine = createEngine(command, flags, settings, surroundings, workerCode, log);
  try {
    if (command.kind === "tool") {
      // The output so far consists of whole lines.
      onSignal("SIGINT", () => exit(130));
      onExit(() => statusLine.clear());
      const { logLevel } = settings;
      const { runTool } = await import("../cli/run-tool.ts");
      const stdin = () => surroundings.stdin;
      const status = await runTool(engine, command, { stdin, stdout, stderr, cwd, statusLine, logLevel });
      await engine.settled();
      return status;
    }
    const { serverName: name, serverVersion: version } = settings;
    const options = {
      engine,
      tools: new Map([...tools].filter(([tool]) => servedNames(settings).includes(tool))),
      configuration: settings.inForce,
      serverInfo: { name, version },
      format: formatNamed(command.format),
      onLog: (listener: Log) => listeners.add(listener),
      log,
    };
    if (command.http === undefined) await serveStdio(options, surroundings);
    else await serveHttp(options, command.http, settings, surroundings);
    return 0;
  } finally {
    await engine.close();
  }
}

async function serveStdio(options: Served, surroundings: Surroundings): Promise<void> {
  const { stdin, stdout, stderr, name, exit, onSignal } = surroundings;
  // A supervisor that ends the server wants it gone, together with its running calls.
  onSignal("SIGTERM", () => exit(0));
  onSignal("SIGINT", () => exit(0));
  options.log("info", "serving MCP on stdio", options.serverInfo);
  if (stdin.isTTY === true) stderr.write(stdioHint(name));
  // Modules of stdio and of HTTP are loaded on demand: a short call consists mostly of the start.
  const stdio = await import("../mcp/stdio.ts");
  await stdio.serveStdio({ ...options, input: stdin, output: stdout });
}

/** Returns the hint for a person who starts the server on a terminal. */
function stdioHint(program: ProgramName): string {
  return [
    `${program}: waiting for MCP requests on stdin, one JSON-RPC message a line; Ctrl-D ends it.`,
    `${program}: '${program} help' lists the commands and flags.`,
    "",
  ].join("\n");
}

/** Random bytes of a token that the server makes: 32 characters. */
const tokenBytes = 24;

async function serveHttp(
  options: Served,
  address: HttpAddress,
  settings: Settings,
  { stderr, exit, onSignal }: Surroundings,
): Promise<void> {
  if (settings.roots.length === 0) {
    throw new UserError("serve --http needs --root DIR: its clients can read nothing outside of DIR");
  }
  const { log, serverInfo } = options;
  const [crypto, http] = await Promise.all([import("node:crypto"), import("../mcp/http/serve.ts")]);
  const token = settings.token ?? crypto.randomBytes(tokenBytes).toString("base64url");
  const service = await http.serveHttp({ ...options, ...address, token, sessionIdleMs: settings.sessionTimeoutMs });
  let isStopping = false;
  const whenStopped = new Promise<void>((stopped, failed) => {
    const onStop = () => {
      if (isStopping) {
        exit(0);
        return;
      }
      isStopping = true;
      log("info", "stopping", {});
      service.stop().then(stopped, failed);
    };
    onSignal("SIGTERM", onStop);
    onSignal("SIGINT", onStop);
  });
  // Only now: who reads the address may stop the server at once.
  if (settings.token === undefined) stderr.write(`codegrove: the token for this run is ${token}\n`);
  log("info", "serving MCP over HTTP", { url: service.url, ...serverInfo });
  await whenStopped;
}

function createEngine(
  command: Command,
  flags: GlobalFlags,
  settings: Settings,
  { cwd, host, openPool, onExit }: Surroundings,
  workerCode: WorkerSettings["workerCode"],
  log: Log,
): Engine {
  const { requestTimeoutMs, isTimeoutSet, isResultLimitSet } = settings;
  const absolute = (dirs: readonly string[]) => dirs.map((dir) => resolve(cwd, dir));
  return new Engine({
    languages: withScanned(
      loadLanguages([shippedLanguagesDir, ...absolute(settings.languageDirs)], absolute(settings.lintDirs)),
      settings.scanLanguages,
    ),
    roots: resolveRoots(settings.roots, cwd),
    ignore: settings.ignore,
    maxFileBytes: settings.maxFileBytes,
    masksMacros: flags.masksMacros,
    projectMacros: settings.macros,
    elidesBodies: flags.elidesBodies,
    usesCache: settings.usesCache,
    cacheFolder: settings.cacheFolder,
    logsMasking: isLogged("debug", settings.logLevel),
    workerCode,
    cwd,
    host,
    openPool,
    threads: flags.jobs ?? availableParallelism(),
    shard: flags.shard,
    // By default, a scan from a script gets the whole answer and takes the time that it needs.
    maxResultChars: command.kind === "serve" || isResultLimitSet ? settings.maxResultChars : 0,
    callTimeoutMs: command.kind === "serve" || isTimeoutSet ? requestTimeoutMs : undefined,
    fileTimeoutMs: requestTimeoutMs,
    maxConcurrentCalls: settings.maxConcurrentRequests,
    servesCalls: command.kind === "serve" && settings.usesCache,
    server: serverFactsOf(settings, cwd, host, onExit),
    log,
  });
}

/** Returns the tools that are served: one that runs commands only where there are some. */
function servedNames({ tools: names, commands: { commands } }: Settings): readonly string[] {
  return [...names].filter((name) => name !== runProjectCommand.name || Object.keys(commands).length > 0);
}

function serverFactsOf(settings: Settings, cwd: string, { env }: Host, onExit: Surroundings["onExit"]): ServerFacts {
  const groups = new ProcessGroups();
  onExit(groups.endAll);
  const { maxFileBytes, requestTimeoutMs, maxConcurrentRequests, maxResultChars, sessionTimeoutMs } = settings;
  return {
    version: packageVersion(),
    tools: servedNames(settings),
    limits: {
      max_file_size: maxFileBytes,
      request_timeout: requestTimeoutMs,
      max_concurrent_requests: maxConcurrentRequests,
      max_result_chars: maxResultChars,
      session_timeout: sessionTimeoutMs,
    },
    commands: openCommands(settings.commands.commands, {
      folder: settings.commands.folder,
      ...{ cwd, env, groups },
      roots: resolveRoots(settings.roots, cwd),
    }),
  };
}

/** Returns the message of an error, with flags for the arguments of a tool. */
function textOf(error: UserError): string {
  const message = error instanceof ArgumentError ? error.messageWith(flagNames) : error.message;
  const { details } = error.details;
  return details === undefined ? message : `${message} (${details})`;
}
