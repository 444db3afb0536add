/**
 * The process of the shared server. Input: the word, the time without a session and the identity on its command line; output: a run
 * of the program for each session, until it has had none for that time.
 */
import type { Readable, Writable } from "node:stream";
import { packageVersion } from "../base/package.ts";
import { type SessionStreams, SharedServer } from "../shared/server.ts";
import type { Hello } from "../shared/wire.ts";
import type { PoolOptions, WorkerPool } from "../workers/pool.ts";
import { sharedAddress } from "./process-address.ts";
import { runProgram, type Start } from "./run-program.ts";
import { SharedCode } from "./shared-code.ts";

/** Exit statuses that the starter of a server sees. */
const otherServerIsThere = 0;
const notThatServer = 3;

/** The exit status of a session with a defect, as Node has it. */
const internalError = 1;

/**
 * Serves sessions until the process ends.
 *
 * @param args the command line after its word
 */
export async function serveShared(
  args: readonly string[],
  start: Start,
  openPool: (options: PoolOptions) => WorkerPool,
): Promise<void> {
  const [idle = "", identity] = args;
  const idleMs = Number(idle);
  const address = sharedAddress(idleMs);
  // The program was replaced since the starter has read it.
  if (address.identity !== identity) process.exit(notThatServer);
  const sharedCode = new SharedCode(idleMs);
  const uid = process.getuid?.();
  const server = new SharedServer({
    address,
    uid,
    pid: process.pid,
    idleMs,
    processStatus: () => ({
      version: packageVersion(),
      node: process.version,
      memory_bytes: process.memoryUsage.rss(),
    }),
    runSession: (hello, streams) => runSession(hello, streams, start, { uid, openPool, sharedCode }),
    onIdle: () => process.exit(0),
  });
  const stop = async (reason: string, status: number) => {
    await server.stop(reason);
    process.exit(status);
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => void stop(`it was stopped by ${signal}`, 0));
  }
  process.on("uncaughtException", (error) => {
    void stop(`it had an internal error, please report it: ${error.name} ${framesOf(error)}`, 1);
  });
  if (!(await server.listen())) process.exit(otherServerIsThere);
}

/** Returns the frames of an error. All sessions get them, so its message is left out: it may be about the files of one. */
function framesOf({ stack = "" }: Error): string {
  const lines = stack.split("\n").map((line) => line.trim());
  return lines.filter((line) => line.startsWith("at ")).join(" ");
}

type Shared = {
  readonly uid: number | undefined;
  readonly openPool: (options: PoolOptions) => WorkerPool;
  readonly sharedCode: SharedCode;
};

/** Runs the program for a session, which has nothing of this process but its code. */
async function runSession(
  { args, name, cwd, env, terminals }: Hello,
  { stdin, stdout, stderr }: SessionStreams,
  start: Start,
  { uid, openPool, sharedCode }: Shared,
): Promise<number> {
  const exits: (() => void)[] = [];
  let exit: (status: number) => void = () => {};
  const exited = new Promise<number>((ended) => {
    exit = ended;
  });
  const as = <Stream extends Readable | Writable>(stream: Stream, named: Hello["terminals"][number]) =>
    Object.assign(stream, { isTTY: terminals.includes(named) });
  try {
    const run = runProgram(
      {
        args,
        name: name === "mcp_stdio_server" ? name : "codegrove",
        cwd,
        host: { env, uid, nodeVersion: process.version, now: Date.now },
        stdin: as(stdin, "stdin"),
        stdout: as(stdout, "stdout"),
        stderr: as(stderr, "stderr"),
        exit,
        // Signals end the relay or the server, and with it the session.
        onSignal: () => {},
        onExit: (listener) => exits.push(listener),
        openPool,
        sharedCode,
      },
      start,
    );
    return await Promise.race([run, exited]);
  } catch (error) {
    // The other sessions go on.
    stderr.write(`codegrove: Internal error, please report it: ${error instanceof Error ? error.stack : error}\n`);
    return internalError;
  } finally {
    for (const listener of exits) listener();
  }
}
