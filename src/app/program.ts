/**
 * The program of both commands, codegrove and mcp_stdio_server, in the process that runs it. Input: the process; output: its exit
 * status, or the sessions of the shared server.
 */
import { codeOf, messageOf } from "../base/errors.ts";
import { statsOfOpen } from "../base/stats.ts";
import { shownOn } from "../cli/shown-on.ts";
import { type PoolOptions, WorkerPool } from "../workers/pool.ts";
import { programName } from "./program-name.ts";
import { runProgram, type Start } from "./run-program.ts";

/** System errors of a write to a program that reads no more. */
const readerIsGone: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "EOF"]);

/** The exit status of a defect, as Node has it. */
const internalError = 1;

export async function main(start: Start): Promise<void> {
  const { stdout, stderr, env, version } = process;
  // A client takes another status of a hook for a refusal.
  const statusOf = (status: number) => (process.argv[2] === "hook" ? 0 : status);
  stdout.on("error", (error) => {
    // No answer can be read.
    if (readerIsGone.has(codeOf(error) ?? "")) process.exit(0);
    stderr.write(`codegrove: Cannot write to stdout: ${messageOf(error)}\n`);
    process.exit(statusOf(2));
  });
  // Node would print the line of the bundle before the stack: 80,000 characters.
  process.on("uncaughtException", (error) => {
    shownOn(stderr).write(`codegrove: Internal error, please report it: ${error.stack ?? error.message}\n`);
    process.exit(statusOf(internalError));
  });
  const openPool = prepareProcess();
  process.exitCode = await runProgram(
    {
      args: process.argv.slice(2),
      name: programName(),
      cwd: process.cwd(),
      host: { env, uid: process.getuid?.(), nodeVersion: version, now: Date.now },
      // To open it takes longer than a short call that does not read it.
      get stdin() {
        return process.stdin;
      },
      stdout: Object.assign(stdout, { isPipe: isPipe(stdout.fd) }),
      stderr,
      exit: (status) => process.exit(status),
      onSignal: (signal, listener) => process.on(signal, listener),
      onExit: (listener) => process.on("exit", listener),
      openPool,
    },
    start,
  );
}

/** Runs the shared server of `serve --shared`, for the sessions of all clients of a user. */
export async function mainOfShared(start: Start): Promise<void> {
  const openPool = prepareProcess();
  const { serveShared } = await import("./serve-shared.ts");
  await serveShared(process.argv.slice(3), start, openPool);
}

/** Keeps other output from stdout, which belongs to the protocol. @returns a way to open threads that end with the process */
function prepareProcess(): (options: PoolOptions) => WorkerPool {
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
  process.stderr.on("error", () => {});
  const pools = new Set<WorkerPool>();
  process.on("exit", () => {
    for (const pool of pools) pool.endProcesses();
  });
  return (options) => {
    const pool = new WorkerPool({ ...options, endProcess, onClosed: () => pools.delete(pool) });
    pools.add(pool);
    return pool;
  };
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** True for a descriptor that leads to another program; not for one that is closed. */
function isPipe(descriptor: number): boolean {
  try {
    const known = statsOfOpen(descriptor);
    return known.isFIFO() || known.isSocket();
  } catch {
    return false;
  }
}
