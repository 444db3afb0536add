import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { endAfterTests } from "./running-servers.ts";

/** The checkout: where package.json is and `npm run build` has put dist/. */
export const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

export const serverPath = join(packageFolder, "dist/main.cjs");

/** Gives a copy of the checkout what takes a build long to compress: it keeps what is the same. */
export function copyCompressed(copy: string): void {
  const dist = join(packageFolder, "dist");
  mkdirSync(join(copy, "dist"), { recursive: true });
  for (const name of readdirSync(dist)) {
    if (name.endsWith(".br")) copyFileSync(join(dist, name), join(copy, "dist", name));
  }
}

export interface Launch {
  /** Arguments of the program; what a test leaves out is `--log-level error`. */
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly uid?: number;
  /** Another dist/main.cjs than the checkout's own. */
  readonly program?: string;
  /** Another Node than that of the tests. */
  readonly node?: string;
}

/** Arguments of a server whose scans take their time each time. */
export const withoutCache = ["--log-level", "error", "--no-cache"];

export interface Finished {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts the built server as a process of its own, with none of the settings of this one. */
export function startServer(launch: Launch = {}): ChildProcessWithoutNullStreams {
  const args = [launch.program ?? serverPath, ...(launch.args ?? ["--log-level", "error"])];
  const child = spawn(launch.node ?? process.execPath, args, {
    cwd: launch.cwd ?? packageFolder,
    env: { ...environmentOfProgram(), ...launch.env },
    ...(launch.uid === undefined ? {} : { uid: launch.uid, gid: launch.uid }),
  });
  child.stdin.on("error", ignoreClosedPipe);
  endAfterTests(() => void child.kill("SIGKILL"), new Promise((closed) => child.once("close", closed)));
  return child;
}

/** Gives the server these bytes and the end of input, and waits until it has gone. */
export async function runServer(input: string | Buffer, launch: Launch = {}): Promise<Finished> {
  const child = startServer(launch);
  const finished = finishedProcess(child);
  child.stdin.end(input);
  return finished;
}

/** What a process writes until it ends. Call it before the process can have written anything. */
export async function finishedProcess(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  await once(child, "close");
  return {
    stdout: Buffer.concat(stdout).toString("utf8"),
    stderr: Buffer.concat(stderr).toString("utf8"),
    exitCode: child.exitCode,
    signal: child.signalCode,
  };
}

/**
 * This environment without the variables that the server reads, so that tests set what they mean. However busy the machine is,
 * names are resolved before an answer, and only calls read code.
 */
export function environmentWithoutSettings(): Record<string, string> {
  const settings =
    /^(ANSWER_WITHIN|LOG_LEVEL|MAX_.*|READ_AHEAD|REQUEST_TIMEOUT|SESSION_TIMEOUT|ENABLE_.*|CODEGROVE_.*|MCP_.*|NODE_OPTIONS|GIT_.*|NO_COLOR|FORCE_.*|TERM.*|VTE_VERSION)$/;
  const kept: Record<string, string> = { ANSWER_WITHIN: "0", READ_AHEAD: "0" };
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !settings.test(name)) kept[name] = value;
  }
  return kept;
}

/** The environment of a program that opens no connection: Node would read the certificates of one at each start. */
export function environmentOfProgram(): Record<string, string> {
  const { NODE_EXTRA_CA_CERTS: _, ...kept } = environmentWithoutSettings();
  return kept;
}

/** A server that has ended closes its input; what it answered is the test's matter. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE" && error.code !== "ECONNRESET") throw error;
}
