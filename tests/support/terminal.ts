import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished } from "vitest";
import { environmentOfProgram, serverPath } from "./built-server.ts";
import { runInProcess } from "./in-process.ts";

export interface TerminalRun {
  /** Everything that the terminal received. */
  readonly received: string;
  readonly exitCode: number | null;
}

interface TerminalSize {
  readonly columns: number;
  /** Another width, once a file is there. */
  readonly later?: { readonly columns: number; readonly file: string };
  /** The kind of terminal; xterm where it is left out. */
  readonly term?: string;
  /** A program that reads stdout through a pipe, and writes to the terminal. */
  readonly reader?: string;
  /** The height; 24 where it is left out. */
  readonly rows?: number;
  /** The pager; none where it is left out. */
  readonly pager?: string;
}

/**
 * Runs a command line of the built program on a pseudo-terminal of util-linux's script.
 *
 * @param onOutput takes all that the terminal received so far, and a function that types
 */
export async function runOnTerminal(
  args: readonly string[],
  cwd: string,
  onOutput: (received: string, type: (keys: string) => void) => void = () => {},
  size: TerminalSize = { columns: 80 },
): Promise<TerminalRun> {
  const command = [process.execPath, serverPath, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const { columns, rows = 24, later, term = "xterm", reader, pager = "cat" } = size;
  const running = reader === undefined ? `exec ${command.join(" ")}` : `${command.join(" ")} | ${reader}`;
  const resizing =
    later && `(until [ -e '${later.file}' ]; do sleep 0.02; done; stty -F /dev/tty cols ${later.columns}) &`;
  const sizing = `stty cols ${columns} rows ${rows}; ${resizing ?? ""}`;
  const child: ChildProcessWithoutNullStreams = spawn(
    "script",
    ["--quiet", "--return", "--flush", "--command", `${sizing} ${running}`, "/dev/null"],
    { cwd, env: { ...environmentOfProgram(), TERM: term, PAGER: pager } },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  let received = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    received += text;
    onOutput(received, (keys) => child.stdin.write(keys));
  });
  await once(child, "close");
  return { received, exitCode: child.exitCode };
}

/**
 * Runs a command line without a process on a terminal that passes on each byte, as `runOnTerminal` does with one. It takes
 * no keys: what a key ends is a process.
 */
export async function runOnPlainTerminal(
  args: readonly string[],
  cwd: string,
  { columns, term = "xterm" }: Pick<TerminalSize, "columns" | "term"> = { columns: 80 },
): Promise<TerminalRun> {
  const { stdout, exitCode } = await runInProcess("", { args, cwd, terminalColumns: columns, env: { TERM: term } });
  return { received: stdout.replaceAll("\n", "\r\n"), exitCode };
}

/** A bar of the status line about 12 files. */
export const barOfTwelve = /[█░]{8,40} \d+% \| \d+\/12 files/;

/** The texts that the status line has shown. */
export function statusTexts(received: string): readonly string[] {
  return received
    .split("\x1b[?7l")
    .slice(1)
    .map((rest) => rest.split("\x1b[?7h")[0] ?? "");
}

/**
 * Runs a scan of 12 files on a terminal and expects its rows above the progress, whole and in order.
 *
 * @param rows what the scan writes to a terminal without colours and progress
 * @param run runs it: `runOnTerminal`, or one with the same terminal
 */
export async function expectRowsAboveProgress(
  args: readonly string[],
  cwd: string,
  rows: string,
  run: (args: readonly string[], cwd: string) => Promise<TerminalRun> = runOnTerminal,
): Promise<void> {
  const { received, exitCode } = await run([...args, "--color", "never"], cwd);
  expect(received).toMatch(barOfTwelve);
  const screen = screenOf(received);
  expect(screen.lines.slice(0, -1)).toEqual(rows.trimEnd().split("\n"));
  expect(screen.lines.at(-1)).toMatch(/^12 files in \d+\.\d s$/);
  expect(screen).toMatchObject({ wraps: true, showsCursor: true });
  expect(exitCode).toBe(0);
}

/** Text without its colours and links. */
export function withoutStyles(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by them
  return text.replaceAll(/\x1b\[\d+m|\x1b\]8;;(?:file:\/\/[!-~]*)?\x1b\\/g, "");
}

interface Screen {
  /** What stands on the terminal, without blanks at the ends of lines and empty lines at the end. */
  readonly lines: readonly string[];
  readonly wraps: boolean;
  readonly showsCursor: boolean;
}

/** What a terminal of any width shows after it has received a text. Throws at what it does not know. */
export function screenOf(received: string): Screen {
  const rows: string[][] = [[]];
  let row = rows[0] ?? [];
  let column = 0;
  const modes = { wraps: true, showsCursor: true };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are controlled by them
  for (const [token] of withoutStyles(received).matchAll(/\x1b\[\??\d*[A-Za-z]|./gsu)) {
    if (token === "\r") column = 0;
    else if (token === "\n") {
      rows.push([]);
      row = rows.at(-1) ?? [];
    } else if (token === "\x1b[K") row.length = Math.min(row.length, column);
    else if (token === "\x1b[?7h" || token === "\x1b[?7l") modes.wraps = token.endsWith("h");
    else if (token === "\x1b[?25h" || token === "\x1b[?25l") modes.showsCursor = token.endsWith("h");
    else if (token < " ") throw new Error(`the terminal does not know ${JSON.stringify(token)}`);
    else {
      while (row.length < column) row.push(" ");
      row[column] = token;
      column++;
    }
  }
  const lines = rows.map((cells) => cells.join("").trimEnd());
  while (lines.at(-1) === "") lines.pop();
  return { lines, ...modes };
}
