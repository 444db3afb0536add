import { once } from "node:events";
import { resolve } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { vi } from "vitest";
import { codeFolder } from "../../src/app/compiled-code.ts";
import { runProgram } from "../../src/app/run-program.ts";
import type { ProgramName } from "../../src/cli/help.ts";
import type { PoolOptions, WorkerPool } from "../../src/workers/pool.ts";
import { environmentOfProgram, type Finished, type Launch, packageFolder } from "./built-server.ts";
import { lendPool } from "./lent-pools.ts";
import { endAfterTests } from "./running-servers.ts";
import { Session } from "./session.ts";

// Optimizing the lexer of C++ takes V8 longer than the few lines that tests have it read, and a worker waits for it.
setFlagsFromString("--wasm-tiering-budget=2147483647");

/** How the program is started inside of the test's process: its main thread is src/, its workers are the build. */
export interface InProcessLaunch extends Pick<Launch, "args" | "cwd" | "env"> {
  readonly name?: ProgramName;
  /** True for a stdout that says that it is a terminal. */
  readonly isOnTerminal?: boolean;
  /** The columns of a terminal that all three streams are; `stdout` has what it receives. */
  readonly terminalColumns?: number;
  /** The time in milliseconds since 1970; what a test leaves out is the machine's. */
  readonly now?: () => number;
  /** The version of Node that the program is told, and so the version of the facts in its cache. */
  readonly nodeVersion?: string;
  /**
   * Opens the worker threads; left out, those of an earlier program are lent: without `--jobs` one, since a thread's start
   * is most of what a small test takes, but two where timers are held, since a cancelled call keeps its thread then.
   */
  readonly openPool?: (options: PoolOptions) => WorkerPool;
}

/** Milliseconds after which stamps are trusted, and more. */
const settledMs = 3_000;

/** A clock that goes ahead, so that a file that was just written is trusted by its stamp. */
export const laterClock = (): number => Date.now() + settledMs;

/** A program that runs, in a process of its own or not. */
export interface RunningProgram {
  readonly stdin: PassThrough;
  readonly stdout: PassThrough;
  readonly stderr: PassThrough;
  /** Sends a signal to it. SIGKILL ends it by the end of its input: there is no process to kill. */
  readonly signal: (name: NodeJS.Signals) => void;
  /** Settles once it has ended. */
  readonly finished: Promise<Finished>;
}

/** Milliseconds until a program that a test left running must have ended, once its input has, and once more by SIGTERM. */
const endingMs = 5_000;

/** Starts the program without a process. It ends after the tests of the file, if not before. */
export function startInProcess(launch: InProcessLaunch = {}): RunningProgram {
  const { args = ["--log-level", "error"], cwd = packageFolder, name = "codegrove", now = Date.now } = launch;
  const { nodeVersion = process.version } = launch;
  const env = { ...environmentOfProgram(), ...launch.env };
  const hasOwnSize = args.includes("--jobs") || vi.isFakeTimers();
  const columns = launch.terminalColumns;
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const stderr = columns === undefined ? new PassThrough() : stdout;
  if (launch.isOnTerminal) Object.assign(stdout, { isTTY: true });
  if (columns !== undefined) for (const stream of [stdin, stdout]) Object.assign(stream, { isTTY: true, columns });
  const written = { stdout: textOf(stdout), stderr: textOf(stderr) };
  const signals = new Map<string, () => void>();
  const exits: (() => void)[] = [];
  let exit: (status: number) => void = () => {};
  const exited = new Promise<number>((settle) => {
    exit = settle;
  });
  const running = runProgram(
    {
      args,
      name,
      // As a process has it, without a slash at the end.
      cwd: resolve(cwd),
      host: { env, uid: process.getuid?.(), nodeVersion, now },
      stdin,
      stdout,
      stderr,
      exit,
      onSignal: (signal, listener) => signals.set(signal, listener),
      onExit: (listener) => exits.push(listener),
      openPool: launch.openPool ?? ((options) => lendPool(hasOwnSize ? options : { ...options, size: 1 })),
    },
    { codeFolder: codeFolder(env), keepCode: undefined },
  );
  const signal = (name: NodeJS.Signals) => {
    if (name === "SIGKILL") stdin.end();
    else signals.get(name)?.();
  };
  const finished = async (): Promise<Finished> => {
    const exitCode = await Promise.race([running, exited]);
    for (const listener of exits) listener();
    await Promise.all([stdout, stderr].map((stream) => once(stream.end(), "end")));
    return { stdout: written.stdout(), stderr: written.stderr(), exitCode, signal: null };
  };
  const program: RunningProgram = { stdin, stdout, stderr, signal, finished: finished() };
  endAfterTests(() => end(program, args), program.finished);
  return program;
}

/** Ends a program by the end of its input, or else by SIGTERM, which ends a server over HTTP and one that is at work. */
async function end({ stdin, signal, finished }: RunningProgram, args: readonly string[]): Promise<void> {
  const ends = finished.then(
    () => true,
    () => true,
  );
  stdin.end();
  if (await Promise.race([ends, setTimeout(endingMs, false, { ref: false })])) return;
  signal("SIGTERM");
  if (await Promise.race([ends, setTimeout(endingMs, false, { ref: false })])) return;
  throw new Error(`a program that a test has left running does not end: ${args.join(" ")}`);
}

/** Runs a command line without a process, gives it this input and its end, and waits until it has ended. */
export async function runInProcess(input: string | Buffer, launch: InProcessLaunch = {}): Promise<Finished> {
  const program = startInProcess(launch);
  program.stdin.end(input);
  return program.finished;
}

/** A session with a server without a process. */
export function sessionInProcess(launch: InProcessLaunch = {}): Session {
  return new Session({}, startInProcess(launch));
}

/** What is written to a stream, from now on. */
function textOf(stream: PassThrough): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}
