/** The program of both commands, codegrove and mcp_stdio_server, in the process that runs it. */
import { basename } from "node:path";
import { codeOf, messageOf } from "../base/errors.ts";
import { statsOfOpen } from "../base/stats.ts";
import { shownOn } from "../cli/shown-on.ts";
import { WorkerPool } from "../workers/pool.ts";
import { runProgram, type Start } from "./run-program.ts";

/** System errors of a write to a program that reads no more. */
const readerIsGone: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "EOF"]);

/** The exit status of a defect, as Node has it. */
const internalError = 1;

export async function main(start: Start): Promise<void> {
  // stdout belongs to the protocol.
  console.log = console.error;
  console.info = console.error;
  console.debug = console.error;
  const { stdout, stderr, env, version } = process;
  stdout.on("error", (error) => {
    // No answer can be read.
    if (readerIsGone.has(codeOf(error) ?? "")) process.exit(0);
    stderr.write(`codegrove: Cannot write to stdout: ${messageOf(error)}\n`);
    process.exit(2);
  });
  stderr.on("error", () => {});
  // Node would print the line of the bundle before the stack: 80,000 characters.
  process.on("uncaughtException", (error) => {
    shownOn(stderr).write(`codegrove: Internal error, please report it: ${error.stack ?? error.message}\n`);
    process.exit(internalError);
  });
  const pools = new Set<WorkerPool>();
  process.on("exit", () => {
    for (const pool of pools) pool.endProcesses();
  });
  process.exitCode = await runProgram(
    {
      args: process.argv.slice(2),
      // The name of the command. npm's shims for Windows do not pass it on.
      name: basename(process.argv[1] ?? "") === "mcp_stdio_server" ? "mcp_stdio_server" : "codegrove",
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
      openPool: (options) => {
        const pool = new WorkerPool({ ...options, endProcess });
        pools.add(pool);
        return pool;
      },
    },
    start,
  );
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
