/**
 * One child process. Input: a program with its arguments, and a time limit; output: its exit code, the beginning and
 * the end of its output; all that it has started ends with it.
 */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { messageOf, UserError } from "../base/errors.ts";
import { commandGraceMs, commandProgressMs, keptHeadChars, keptTailChars, maxProgressChars } from "../base/limits.ts";
import { withoutColours } from "./without-colours.ts";

export type ProcessRun = {
  readonly program: string;
  readonly args: readonly string[];
  /** The folder that it runs in, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** Receives the output in whole lines, except its end and for very long ones. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** Receives the seconds since the start, from time to time, and the last line of the output so far. */
  readonly onProgress: (seconds: number, line: string) => void;
  readonly signal: AbortSignal;
  readonly groups: Groups;
};

/** The groups of processes that run, which the program ends when it ends. */
export type Groups = {
  readonly started: (pid: number) => void;
  /** Sends a signal to a process and all that it has started. */
  readonly kill: (pid: number, signal: "SIGTERM" | "SIGKILL") => void;
  /** Ends what is left of a group. */
  readonly end: (pid: number) => void;
};

export type ProcessEnd = {
  /** Undefined when a signal has ended it. */
  readonly exitCode: number | undefined;
  readonly ended: string | undefined;
  readonly durationMs: number;
  readonly output: string;
  readonly omittedChars: number;
};

/**
 * Runs a program without a shell and without input, in a group of processes of its own, until it and its output have ended.
 *
 * @throws UserError when it cannot be started, and the signal's reason when that aborts
 */
export async function runProcess(run: ProcessRun): Promise<ProcessEnd> {
  const { program, args, cwd, env, timeoutMs, signal, groups, onProgress } = run;
  signal.throwIfAborted();
  const startedAt = performance.now();
  const child = spawn(program, [...args], { cwd, env: { ...env }, stdio: ["ignore", "pipe", "pipe"], detached: true });
  if (child.pid !== undefined) groups.started(child.pid);
  const kept = new KeptOutput();
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, act: () => void) => timers.add(setTimeout(act, ms));
  let ended: string | undefined;
  const stop = (reason: string) => {
    ended ??= reason;
    if (child.pid === undefined) return;
    const { pid } = child;
    groups.kill(pid, "SIGTERM");
    after(commandGraceMs, () => {
      groups.kill(pid, "SIGKILL");
      child.stdout.destroy();
      child.stderr.destroy();
    });
  };
  const onAbort = () => stop("cancelled");
  signal.addEventListener("abort", onAbort);
  after(timeoutMs, () => stop(`its timeout of ${timeoutMs / 1000} s was over`));
  const secondsSoFar = () => Math.round((performance.now() - startedAt) / 1000);
  const progress = setInterval(() => onProgress(secondsSoFar(), kept.lastLine), commandProgressMs);
  try {
    const reading = [child.stdout, child.stderr].map((stream) => readOutput(stream, run, kept));
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.on("error", (error) => reject(new UserError(`Cannot run ${program}: ${messageOf(error)}`)));
      // A process that it has started may hold its output open.
      child.on("exit", () => after(commandGraceMs, () => stop(ended ?? "its children outlived it")));
      child.on("close", resolve);
    });
    for (const flush of reading) flush();
    signal.throwIfAborted();
    const durationMs = Math.round(performance.now() - startedAt);
    return { exitCode: exitCode ?? undefined, ended, durationMs, output: kept.text, omittedChars: kept.omittedChars };
  } finally {
    clearInterval(progress);
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    if (child.pid !== undefined) groups.end(child.pid);
  }
}

/** Bytes of a line that is passed on before its end: longer ones may have other streams inside of them. */
const maxOpenBytes = 1_048_576;

/** Passes on a stream in whole lines. @returns a function that passes on what is left at its end */
function readOutput(stream: Readable, { onOutput }: ProcessRun, kept: KeptOutput): () => void {
  const decoder = new StringDecoder("utf8");
  let open: Uint8Array[] = [];
  let openBytes = 0;
  const passOn = () => {
    for (const bytes of open) onOutput(bytes);
    open = [];
    openBytes = 0;
  };
  const keepOpen = (bytes: Uint8Array) => {
    if (bytes.length === 0) return;
    open.push(bytes);
    openBytes += bytes.length;
    if (openBytes > maxOpenBytes) passOn();
  };
  stream.on("data", (chunk: Buffer) => {
    kept.add(decoder.write(chunk));
    const end = chunk.lastIndexOf("\n") + 1;
    if (end > 0) {
      passOn();
      onOutput(chunk.subarray(0, end));
    }
    keepOpen(chunk.subarray(end));
  });
  // The end of the process tells how it went.
  stream.on("error", () => {});
  return () => {
    kept.add(decoder.end());
    // The other stream may go on after a line without end.
    if (openBytes > 0) keepOpen(Buffer.from("\n"));
    passOn();
  };
}

/** UTF-16 code units of the end of an output in which its last line is looked for. */
const lastLineChars = 2_000;

/** The beginning and the end of an output. */
class KeptOutput {
  #head = "";
  #tail = "";
  omittedChars = 0;

  add(text: string): void {
    const room = keptHeadChars - this.#head.length;
    this.#head += text.slice(0, room);
    const tail = this.#tail + text.slice(Math.max(room, 0));
    const cut = Math.max(0, tail.length - keptTailChars);
    this.omittedChars += cut;
    this.#tail = tail.slice(cut);
  }

  /** The last line with text, without what is not shown; empty if there is none yet. */
  get lastLine(): string {
    const end = `${this.#head}${this.#tail}`.slice(-lastLineChars).trimEnd();
    const line = withoutColours(end.slice(Math.max(end.lastIndexOf("\n"), end.lastIndexOf("\r")) + 1));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would act on is left out.
    return line.replace(/[\u0000-\u001f\u007f-\u009f]/g, "").slice(0, maxProgressChars);
  }

  get text(): string {
    return this.omittedChars === 0
      ? this.#head + this.#tail
      : `${this.#head}\n… ${this.omittedChars} characters left out …\n${this.#tail}`;
  }
}
