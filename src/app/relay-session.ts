/**
 * `serve --shared` in the process that a client has started. Input: the process; output: the exit status of the session in the
 * shared server, or the reason why there is none.
 */
import { spawn } from "node:child_process";
import { UserError } from "../base/errors.ts";
import { maxTimerMs, parentPauseMs, sharedIdleMs, sharedStartMs } from "../base/limits.ts";
import { readVariable, variables } from "../cli/variables.ts";
import { type Address, processEnvironment } from "../shared/address.ts";
import { Relay } from "../shared/relay.ts";
import { sharedAddress } from "./process-address.ts";
import { programName } from "./program-name.ts";
import { sharedServerWord } from "./shared-words.ts";

/** The folder of the process of the shared server: no session depends on it. */
const neutralFolder = "/";

/** Relays the session of this process. Resolves to its exit status, or to the reason why it is not possible. */
export async function relaySession(args: readonly string[]): Promise<number | string> {
  try {
    const { env, stdin, stdout, stderr, ppid: parent } = process;
    const idleMs = Math.min(readVariable(variables.sharedIdle, env) ?? sharedIdleMs, maxTimerMs);
    const address = sharedAddress(idleMs);
    const terminals = (["stdin", "stdout", "stderr"] as const).filter((name) => process[name].isTTY);
    const relay = new Relay({
      address,
      uid: process.getuid?.(),
      hello: { args, name: programName(), cwd: process.cwd(), env: definedIn(env), terminals },
      startServer: () => startServer(address, idleMs),
      startMs: sharedStartMs,
      input: stdin,
      output: stdout,
      errors: stderr,
    });
    await relay.open();
    endWith(parent);
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
    // No answer can be read.
    stdout.on("error", () => process.exit(0));
    stderr.on("error", () => {});
    return await relay.run();
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

/** Starts the shared server, which does not end with this process. Resolves to its exit status. */
function startServer({ identity }: Address, idleMs: number): Promise<number> {
  const { execPath, execArgv, argv, env } = process;
  const child = spawn(execPath, [...execArgv, argv[1] ?? "", sharedServerWord, String(idleMs), identity], {
    cwd: neutralFolder,
    env: processEnvironment(env),
    detached: true,
    stdio: "ignore",
  });
  child.unref();
  return new Promise((ended) => {
    child.once("error", () => ended(1));
    child.once("exit", (status) => ended(status ?? 1));
  });
}

/** Ends this process when the process that has started it is gone, even if another one keeps its input open. */
function endWith(parent: number): void {
  setInterval(() => {
    if (process.ppid !== parent) process.exit(0);
  }, parentPauseMs).unref();
}

function definedIn(env: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
