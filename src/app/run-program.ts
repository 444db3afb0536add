/**
 * One run of the program, the composition root: reads the command line and the settings, opens the engine, and runs the
 * command or serves MCP. Input: the surroundings of a process or of a test; output: the exit status.
 */
import { availableParallelism, hostname } from "node:os";
import { isAbsolute, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { counted } from "../base/counted.ts";
import { ArgumentError, messageOf, UserError } from "../base/errors.ts";
import type { Host } from "../base/host.ts";
import { answerWithinMs, readCodeWithinMs, unknownAnswerWithinMs } from "../base/limits.ts";
import { createLog, isLogged, type Log } from "../base/log.ts";
import { packageVersion } from "../base/package.ts";
import { shellLine } from "../base/shell-line.ts";
import { userCacheFolder } from "../cache/user-folder.ts";
import {
  type Command,
  type DoctorCommand,
  type FactsCommand,
  type GlobalFlags,
  type HookCommand,
  type HttpAddress,
  type IndexCommand,
  type ReportCommand,
  readCommandLine,
  type StatsCommand,
} from "../cli/command-line.ts";
import { flagNames } from "../cli/flag-values.ts";
import type { ProgramName } from "../cli/help.ts";
import type { Streams } from "../cli/run-tool.ts";
import { shownOn } from "../cli/shown-on.ts";
import { type ByteStream, StatusLine } from "../cli/status-line.ts";
import { isDumb } from "../cli/terminal.ts";
import type { ToolCommand } from "../cli/tool-command.ts";
import { readVariable, variables } from "../cli/variables.ts";
import { Engine } from "../engine/engine.ts";
import { EngineCode, variablesOfCode } from "../engine/engine-code.ts";
import { isProject } from "../engine/project.ts";
import type { ServerFacts } from "../engine/server.ts";
import { loadFormat } from "../formats/index.ts";
import { plain } from "../formats/plain.ts";
import type { RouterOptions } from "../mcp/router.ts";
import type { StdioOptions } from "../mcp/stdio.ts";
import type { AnsweredCall, SessionStats } from "../stats/session-stats.ts";
import { builtLanguages, shippedLanguagesDir } from "../syntax/built-languages.ts";
import type { Languages } from "../syntax/languages.ts";
import { editingToolNames, loadTools, toolNames } from "../tools/index.ts";
import type { PoolOptions, WorkerPool } from "../workers/pool.ts";
import type { WorkerSettings } from "../workers/protocol.ts";
import { resolveRoots } from "../workspace/roots.ts";
import { compiledPath } from "./compiled-code.ts";
import { readConfigurations, userConfigurationFile } from "./configuration.ts";
import { readSettings, type Settings } from "./settings.ts";
import type { CodeSettings, OpenedCode, SharedCode } from "./shared-code.ts";
import { withSettings } from "./with-settings.ts";

/** The surroundings of the program: a process or a test. */
export type Surroundings = {
  /** The command line without the program. */
  readonly args: readonly string[];
  /** The name of the command. */
  readonly name: ProgramName;
  /** The working folder, absolute. */
  readonly cwd: string;
  readonly host: Host;
  readonly stdin: Readable & MayBeTerminal;
  readonly stdout: Writable & MayBeTerminal & Pick<ByteStream, "isPipe">;
  readonly stderr: Writable & MayBeTerminal;
  /** Ends the program at once, even while calls run. */
  readonly exit: (status: number) => void;
  readonly onSignal: (signal: EndingSignal, listener: () => void) => void;
  /** Calls the listener synchronously when the program ends, in any way but a crash. */
  readonly onExit: (listener: () => void) => void;
  /** Returns the threads that parse; the program closes them. */
  readonly openPool: (options: PoolOptions) => WorkerPool;
  /** The code that sessions of one process share; undefined for a process of one session. */
  readonly sharedCode?: SharedCode | undefined;
};

type EndingSignal = "SIGHUP" | "SIGINT" | "SIGTERM";

/** Signals that end a command, with its exit status: 128 and the number of the signal, as shells have it. */
const endingSignals: ReadonlyMap<EndingSignal, number> = new Map([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
]);

type MayBeTerminal = { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };

/** The preparations of the process for the program. */
export type Start = {
  /** The folder of the cache for V8's code; undefined for a user without a home. */
  readonly codeFolder: string | undefined;
  /** Writes the code that V8 has compiled of this program; undefined if none is kept, or when it is current. */
  readonly keepCode: (() => void) | undefined;
};

/** The parts of a server on stdio or over HTTP. */
type Served = RouterOptions & { readonly onLog: (listener: Log) => void };
type ServedOnStdio = Served & Pick<StdioOptions, "openEngine">;

/**
 * Runs a command line.
 *
 * @returns the exit status
 */
export async function runProgram(surroundings: Surroundings, start: Start): Promise<number> {
  try {
    const { args } = surroundings;
    const { command, flags } = await readCommandLine(isBareOnTerminal(surroundings) ? ["help"] : args);
    return await run(command, flags, surroundings, start);
  } catch (error) {
    // A client would take another status for a refusal.
    if (isHook(surroundings.args)) return 0;
    if (!(error instanceof UserError)) throw error;
    // There is no answer: the command line or a setting is wrong, or the output cannot be written.
    const lines = [`codegrove: ${plain(textOf(error))}`, ...problemsOf(error).map((problem) => `  ${plain(problem)}`)];
    shownOn(surroundings.stderr).write(`${lines.join("\n")}\n`);
    return 2;
  }
}

/** True for a hook, which must not fail its client. */
function isHook([command]: readonly string[]): boolean {
  return command === "hook";
}

async function run(command: Command, flags: GlobalFlags, surroundings: Surroundings, start: Start): Promise<number> {
  const { stdout, name, host } = surroundings;
  if (command.kind === "version") {
    stdout.write(`${packageVersion()}\n`);
    return 0;
  }
  if (command.kind === "help") {
    const [{ helpText }, { showText }] = await Promise.all([import("../cli/help.ts"), import("../cli/pager.ts")]);
    const text = helpText(command.topic, await loadTools(), name);
    await showText(text, { terminal: stdout, env: host.env, isPaged: flags.isPaged });
    return 0;
  }
  if (command.kind === "completion") {
    const { completionScript } = await import("../cli/shell-scripts/completion-script.ts");
    stdout.write(completionScript(command.shell, await loadTools()));
    return 0;
  }
  if (command.kind === "init") {
    const { runInit } = await import("../cli/init/run-init.ts");
    const { cwd, stdin, stderr } = surroundings;
    return runInit(command, { cwd, stdin, stdout: shownOn(stdout), stderr: shownOn(stderr) });
  }
  if (command.kind === "servers") {
    const [{ jsonText }, { runningServers }] = await Promise.all([
      import("../base/escape/json.ts"),
      import("../shared/status.ts"),
    ]);
    stdout.write(`${jsonText({ servers: await runningServers(host) })}\n`);
    return 0;
  }
  const settings = await configure(flags, surroundings);
  if (command.kind === "stats") {
    stdout.write(await statsText(command, settings, host));
    return 0;
  }
  if (command.kind === "cache") {
    const { runCache } = await import("../cli/run-cache.ts");
    stdout.write(`${runCache(command.action, settings.cacheFolder, host)}\n`);
    return 0;
  }
  return work(command, flags, settings, surroundings, start);
}

/** True for a person who types the name of the program and nothing else: a client sends requests through a pipe. */
function isBareOnTerminal({ args, stdin, stdout }: Surroundings): boolean {
  return args.length === 0 && stdin.isTTY === true && stdout.isTTY === true;
}

/** Reads the settings. A setting that does not count in its file is reported as a warning. */
async function configure(flags: GlobalFlags, { host, cwd, stderr }: Surroundings): Promise<Settings> {
  const { env } = host;
  const projectFile = flags.configuration ?? readVariable(variables.configuration, env);
  const userFile = userConfigurationFile(env);
  const configurations = await readConfigurations(projectFile, userFile, flags.roots, cwd, toolNames);
  const settings = readSettings(flags, env, configurations, cwd, toolNames);
  const log = createLog("warn", (line) => shownOn(stderr).write(line));
  for (const warning of settings.warnings) {
    log("warn", warning, {
      to_allow: `name the file with --config or CODEGROVE_CONFIG, or set it in ${userFile ?? "your own configuration"}`,
    });
  }
  return settings;
}

async function work(
  command: Exclude<Command, { kind: "cache" | "completion" | "help" | "init" | "servers" | "stats" | "version" }>,
  flags: GlobalFlags,
  settings: Settings,
  surroundings: Surroundings,
  start: Start,
): Promise<number> {
  const { args, stdout, stderr, cwd, exit, onSignal, onExit } = surroundings;
  const { codeFolder, keepCode } = start;
  if (settings.usesCache && keepCode !== undefined) onExit(keepCode);
  const listeners = new Set<Log>();
  const statusLine = new StatusLine(stderr, isDumb(surroundings.host.env));
  const toStderr = createLog(settings.logLevel, (line) => statusLine.writeAbove(() => shownOn(stderr).write(line)));
  const log: Log = (level, message, fields) => {
    toStderr(level, message, fields);
    for (const listener of listeners) listener(level, message, fields);
  };
  // A report calls tools.
  const codeKind = command.kind === "serve" ? "serve" : "tool";
  const workerCode =
    codeFolder === undefined
      ? undefined
      : {
          paths: compiledPath(codeFolder, `worker-paths-${codeKind}`),
          files: compiledPath(codeFolder, `worker-${codeKind}`),
          isKept: settings.usesCache,
        };
  const engine = await createEngine(command, flags, settings, surroundings, workerCode, log);
  try {
    if (command.kind !== "serve") {
      // The output so far consists of whole lines. A pager has the terminal until its reader leaves it.
      let endPager = async () => {};
      for (const [signal, status] of endingSignals) onSignal(signal, () => void endPager().then(() => exit(status)));
      onExit(() => statusLine.clear());
      const { logLevel } = settings;
      const stdin = () => surroundings.stdin;
      const streams = {
        stdin,
        stdout,
        stderr: shownOn(stderr),
        cwd,
        onExit,
        withEdits: settings.allowsEdits ? undefined : shellLine([surroundings.name, ...args, "--allow-edits"]),
        statusLine,
        logLevel,
        env: surroundings.host.env,
        isPaged: flags.isPaged,
        onPager: (end: () => Promise<void>) => {
          endPager = end;
        },
        hostname,
      };
      const status =
        command.kind === "doctor"
          ? await runDoctor(engine, command, streams, settings, surroundings)
          : await runCommand(engine, command, streams);
      await engine.settled();
      return status;
    }
    const { serverName: name, serverVersion: version } = settings;
    const stats = await openStats(settings, engine, surroundings, log);
    const options = {
      engine,
      ...(stats !== undefined && { onAnswer: (call: AnsweredCall) => stats.count(call) }),
      toolNames: servedNames(settings),
      mayEdit: settings.allowsEdits,
      configuration: settings.inForce,
      serverInfo: { name, version },
      format: await loadFormat(command.format),
      schemas: command.schemas,
      onLog: (listener: Log) => listeners.add(listener),
      log,
    };
    // A client's roots replace roots from a flag or a file.
    const openEngine = async (folders: readonly string[]) => {
      const roots = usableRoots(folders, surroundings, log);
      if (roots.length === 0) return undefined;
      return createEngine(command, flags, { ...settings, roots }, surroundings, workerCode, log);
    };
    const further = settings.roots.length === 0 ? { openEngine } : {};
    if (command.http === undefined) await serveStdio({ ...options, ...further }, surroundings);
    else await serveHttp(options, command.http, settings, surroundings);
    await stats?.close();
    return 0;
  } finally {
    await engine.close();
  }
}

/** Returns the text of `codegrove stats`. @throws UserError when there is no cache folder */
async function statsText({ action, isJson }: StatsCommand, { cacheFolder }: Settings, host: Host): Promise<string> {
  const [{ clearSessions, readSessions }, { shownStats }] = await Promise.all([
    import("../stats/stats-files.ts"),
    import("../cli/run-stats.ts"),
  ]);
  const folder = cacheFolderFor(cacheFolder, host);
  if (action === "clear") return `${counted(clearSessions(folder), "session")} cleared\n`;
  return shownStats(readSessions(folder, host.uid), isJson);
}

/** Returns what counts the answers of a session; undefined if the user has not turned it on. */
async function openStats(
  { countsAnswers, cacheFolder }: Settings,
  engine: Engine,
  { cwd, host }: Surroundings,
  log: Log,
): Promise<SessionStats | undefined> {
  if (!countsAnswers) return undefined;
  const [{ SessionStats }, { sessionName }] = await Promise.all([
    import("../stats/session-stats.ts"),
    import("../stats/stats-files.ts"),
  ]);
  return new SessionStats({
    file: { folder: cacheFolderFor(cacheFolder, host), uid: host.uid, name: sessionName(host.now()) },
    folders: () => engine.project.folders,
    cwd,
    searchPath: host.env.PATH ?? host.env.Path,
    log,
  });
}

/** @throws UserError when the user has no home */
function cacheFolderFor(named: string | undefined, { env }: Host): string {
  try {
    return named ?? userCacheFolder(env);
  } catch (error) {
    throw new UserError(`Cannot find the cache: ${messageOf(error)}`);
  }
}

/** Returns the real paths of folders of a client that can be roots; the others are logged. */
function usableRoots(folders: readonly string[], { cwd, host }: Surroundings, log: Log): readonly string[] {
  return folders.flatMap((folder) => {
    try {
      const [root = folder] = resolveRoots([folder], cwd);
      if (isProject(root, host)) return [root];
      log("warn", "a root is not used", { root, reason: "it is the home folder, or a folder above it" });
    } catch (error) {
      log("warn", "a root is not used", { root: folder, reason: messageOf(error) });
    }
    return [];
  });
}

/** Runs a tool, or a command that calls some. The modules of each are loaded on demand. */
async function runCommand(
  engine: Engine,
  command: FactsCommand | HookCommand | IndexCommand | ReportCommand | ToolCommand,
  streams: Streams,
): Promise<number> {
  if (command.kind === "hook") {
    const { runHook } = await import("../cli/hooks/run-hook.ts");
    await runHook(engine, command.name, { cwd: streams.cwd, stdin: streams.stdin(), stdout: streams.stdout });
    return 0;
  }
  if (command.kind === "index") {
    const { runIndex } = await import("../cli/run-index.ts");
    return runIndex(engine, command, streams);
  }
  if (command.kind === "report") {
    const { runReport } = await import("../cli/run-report.ts");
    return runReport(engine, command, streams);
  }
  if (command.kind === "tool") {
    const { runTool } = await import("../cli/run-tool.ts");
    return runTool(engine, command, streams);
  }
  const { runFacts } = await import("../cli/run-facts.ts");
  return runFacts(engine, command, streams);
}

/** Runs `codegrove doctor`. The processes that it has started end with the program. */
async function runDoctor(
  engine: Engine,
  command: DoctorCommand,
  streams: Streams,
  { usesCache, cacheFolder }: Settings,
  { host, onExit, stdout }: Surroundings,
): Promise<number> {
  const [{ ProcessGroups }, doctor] = await Promise.all([
    import("./process-groups.ts"),
    import("../doctor/run-doctor.ts"),
  ]);
  const groups = new ProcessGroups();
  onExit(groups.endAll);
  return doctor.runDoctor(engine, command, {
    ...streams,
    stdout: shownOn(stdout),
    host,
    usesCache,
    cacheFolder,
    groups,
  });
}

async function serveStdio(options: ServedOnStdio, surroundings: Surroundings): Promise<void> {
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

async function createEngine(
  command: Command,
  flags: GlobalFlags,
  settings: Settings,
  { cwd, host, openPool, onExit, sharedCode }: Surroundings,
  workerCode: WorkerSettings["workerCode"],
  log: Log,
): Promise<Engine> {
  const { requestTimeoutMs, isTimeoutSet, isResultLimitSet, languageDirs, lintDirs } = settings;
  const absolute = (dirs: readonly string[]) => dirs.map((dir) => resolve(cwd, dir));
  // A command gets the whole answer by default, and a session asks again.
  const withinOr = (ofSession: number) =>
    (settings.answerWithinMs ?? (command.kind === "serve" ? ofSession : 0)) || undefined;
  const codeSettings: CodeSettings = {
    languages: withSettings(await languagesOf(absolute(languageDirs), absolute(lintDirs)), settings, (warning) =>
      log("warn", "a part of codegrove.json is ignored", { warning }),
    ),
    roots: resolveRoots(settings.roots, cwd),
    namedInFull: resolveRoots(
      settings.roots.filter((root) => isAbsolute(root)),
      cwd,
    ),
    ignore: settings.ignore,
    maxFileBytes: settings.maxFileBytes,
    searchPath: host.env.PATH ?? host.env.Path,
    masksMacros: flags.masksMacros,
    projectMacros: settings.macros,
    elidesBodies: flags.elidesBodies,
    allowsEdits: settings.allowsEdits,
    usesCache: settings.usesCache,
    cacheFolder: settings.cacheFolder,
    logsMasking: isLogged("debug", settings.logLevel),
    workerCode,
    cwd,
    host: { ...host, env: Object.fromEntries(variablesOfCode.map((name) => [name, host.env[name]])) },
    threads: flags.jobs ?? availableParallelism(),
    shard: flags.shard,
    fileTimeoutMs: requestTimeoutMs,
    servesCalls: command.kind === "serve" && settings.usesCache,
  };
  const open = (codeLog: Log) => new EngineCode({ ...codeSettings, openPool, log: codeLog });
  // Files of the user's own languages and rules may change between two sessions.
  const isShareable = languageDirs.length + lintDirs.length === 0;
  const { code, close } = isShareable && sharedCode ? sharedCode.open(codeSettings, open, log) : unshared(open(log));
  return new Engine({
    code,
    closeCode: close,
    // By default, a scan from a script gets the whole answer and takes the time that it needs.
    maxResultChars: command.kind === "serve" || isResultLimitSet ? settings.maxResultChars : 0,
    callTimeoutMs: command.kind === "serve" || isTimeoutSet ? requestTimeoutMs : undefined,
    answerWithinMs: withinOr(answerWithinMs),
    unknownAnswerWithinMs: withinOr(unknownAnswerWithinMs),
    readCodeWithinMs: withinOr(readCodeWithinMs),
    readAheadMs: settings.readAheadMs,
    maxConcurrentCalls: settings.maxConcurrentRequests,
    server: await serverFactsOf(settings, cwd, host, onExit),
    log,
  });
}

function unshared(code: EngineCode): OpenedCode {
  return { code, close: () => code.close() };
}

/** Returns the languages of the package and of further folders. */
async function languagesOf(moreDirs: readonly string[], lintDirs: readonly string[]): Promise<Languages> {
  const built = moreDirs.length + lintDirs.length === 0 ? builtLanguages() : undefined;
  if (built !== undefined) return built.map((language) => ({ ...language, lint_folders: [], asked_extensions: [] }));
  const { loadLanguages } = await import("../syntax/languages.ts");
  return loadLanguages([shippedLanguagesDir, ...moreDirs], lintDirs);
}

/** Returns the tools that are served: one that runs commands only where there are some, one for edits only where these are allowed. */
function servedNames({ tools: names, commands: { commands }, allowsEdits }: Settings): readonly string[] {
  return [...names]
    .filter((name) => name !== "run_project_command" || Object.keys(commands).length > 0)
    .filter((name) => allowsEdits || !editingToolNames.has(name));
}

async function serverFactsOf(
  settings: Settings,
  cwd: string,
  { env }: Host,
  onExit: Surroundings["onExit"],
): Promise<ServerFacts> {
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
    commands: await commandsOf(settings, cwd, env, onExit),
  };
}

async function commandsOf(
  { commands: { commands, folder }, roots }: Settings,
  cwd: string,
  env: Host["env"],
  onExit: Surroundings["onExit"],
): Promise<ServerFacts["commands"]> {
  if (Object.keys(commands).length === 0) return new Map();
  const [{ ProcessGroups }, { openCommands }] = await Promise.all([
    import("./process-groups.ts"),
    import("../project-commands/commands.ts"),
  ]);
  const groups = new ProcessGroups();
  onExit(groups.endAll);
  return openCommands(commands, { folder, cwd, env, groups, roots: resolveRoots(roots, cwd) });
}

/** Returns the problems of an error that has several, which are lines after its message. */
function problemsOf({ details: { problems } }: UserError): readonly string[] {
  return Array.isArray(problems) ? problems.map(String) : [];
}

/** Returns the message of an error, with flags for the arguments of a tool. */
function textOf(error: UserError): string {
  const message = error instanceof ArgumentError ? error.messageWith(flagNames) : error.message;
  const { details } = error.details;
  return details === undefined ? message : `${message} (${details})`;
}
