import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { messageOf, UserError } from "../base/errors.ts";
import { commandGraceMs, keptHeadChars, keptTailChars } from "../base/limits.ts";

export type ProcessRun = {
  readonly program: string;
  readonly args: readonly string[];
  /** The folder that it runs in, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** UTF-16 code units of a line that `onLine` receives. */
  readonly maxLine: number;
  readonly onLine: (line: string) => void;
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
  const { program, args, cwd, env, timeoutMs, signal, groups } = run;
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
  try {
    const reading = [child.stdout, child.stderr].map((stream) => readLines(stream, run, kept));
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.on("error", (error) => reject(new UserError(`Cannot run ${program}: ${messageOf(error)}`)));
      // What it has started may hold its output open.
      child.on("exit", () => after(commandGraceMs, () => stop(ended ?? "its children outlived it")));
      child.on("close", resolve);
    });
    for (const flush of reading) flush();
    signal.throwIfAborted();
    const durationMs = Math.round(performance.now() - startedAt);
    return { exitCode: exitCode ?? undefined, ended, durationMs, output: kept.text, omittedChars: kept.omittedChars };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    if (child.pid !== undefined) groups.end(child.pid);
  }
}

/** Passes on the lines of a stream. @returns a function that passes on what is left at its end */
function readLines(stream: Readable, { onLine, maxLine }: ProcessRun, kept: KeptOutput): () => void {
  const decoder = new StringDecoder("utf8");
  let open = "";
  const take = (text: string) => {
    kept.add(text);
    const lines = text.split("\n");
    for (const [i, line] of lines.entries()) {
      // A line is bounded before it is whole.
      if (open.length < maxLine) open += line.slice(0, maxLine - open.length);
      if (i === lines.length - 1) break;
      onLine(withoutColours(open));
      open = "";
    }
  };
  stream.on("data", (chunk: Buffer) => take(decoder.write(chunk)));
  // The end of the process tells how it went.
  stream.on("error", () => {});
  return () => {
    take(decoder.end());
    if (open !== "") onLine(withoutColours(open));
    open = "";
  };
}

/** Removes the escape sequences of colours, and the end of a line of Windows. */
function withoutColours(line: string): string {
  const plain = line.endsWith("\r") ? line.slice(0, -1) : line;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with an escape.
  return plain.includes("\u001b") ? plain.replace(/\u001b\[[\d;]*[A-Za-z]/g, "") : plain;
}

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

  get text(): string {
    return this.omittedChars === 0
      ? this.#head + this.#tail
      : `${this.#head}\n… ${this.omittedChars} characters left out …\n${this.#tail}`;
  }
}
