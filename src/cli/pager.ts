/**
 * A pager for text on a terminal, as git has it. Input: text in pieces; output: text that fits on the screen goes there, and longer
 * text goes to the program that PAGER names, or to less.
 */
import { spawn } from "node:child_process";
import { platform as osPlatform } from "node:os";
import { isDumb } from "./terminal.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A terminal that tells its size. */
export type SizedTerminal = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly rows?: number | undefined;
  readonly columns?: number | undefined;
};

export type Pager = {
  readonly write: (text: string) => void;
  /** Shows what is left, and waits until the reader has left the pager. */
  readonly close: () => Promise<void>;
};

export type PagerOptions = {
  readonly terminal: SizedTerminal;
  readonly env: Environment;
  /** Called before another program writes to the terminal. */
  readonly onStart: () => void;
  /** Called if the reader leaves the pager before all text is there. */
  readonly onLeft: () => void;
};

/** Options of less as git sets them: end if all fits, pass colours on, and leave the text on the screen. */
const lessOptions = "FRX";

/** The statuses of a shell that cannot run a program, or does not find it. */
const notRun: readonly (number | null)[] = [126, 127];

/** Returns the command of the pager; undefined for a terminal without one. */
export function pagerCommand(
  { isTTY, rows }: SizedTerminal,
  env: Environment,
  platform = osPlatform(),
): string | undefined {
  const command = env.PAGER ?? "less";
  const isUsable = isTTY === true && (rows ?? 0) > 0 && !isDumb(env) && platform !== "win32";
  return isUsable && command !== "" && command !== "cat" ? command : undefined;
}

/** Opens the pager of a terminal. */
export function openPager(command: string, { terminal, env, onStart, onLeft }: PagerOptions): Pager {
  /** All of the text: it is shown without the pager if that cannot be run. */
  const texts: string[] = [];
  let lines = 0;
  let input: NodeJS.WritableStream | undefined;
  let ended: Promise<void> = Promise.resolve();
  let isWhole = false;
  let isDirect = false;
  const start = () => {
    onStart();
    const child = spawn("sh", ["-c", command], {
      env: { LESS: lessOptions, ...env },
      stdio: ["pipe", "inherit", "inherit"],
    });
    ended = new Promise((end) => {
      child.on("close", (status) => {
        isDirect = notRun.includes(status);
        if (isDirect) terminal.write(texts.join(""));
        else if (!isWhole) onLeft();
        end();
      });
      child.on("error", () => end());
    });
    // The reader may leave before the end.
    child.stdin.on("error", () => {});
    input = child.stdin;
    input.write(texts.join(""));
  };
  return {
    write: (text) => {
      texts.push(text);
      lines += linesOf(text, terminal.columns);
      if (isDirect) terminal.write(text);
      else if (input !== undefined) input.write(text);
      else if (lines >= (terminal.rows ?? 0)) start();
    },
    close: async () => {
      isWhole = true;
      if (input === undefined) terminal.write(texts.join(""));
      else input.end();
      await ended;
    },
  };
}

/** Shows a text that is whole, by the pager if there is one. */
export async function showText(
  text: string,
  { terminal, env, isPaged }: Pick<PagerOptions, "env" | "terminal"> & { readonly isPaged: boolean },
): Promise<void> {
  const command = isPaged ? pagerCommand(terminal, env) : undefined;
  if (command === undefined) {
    terminal.write(text);
    return;
  }
  const pager = openPager(command, { terminal, env, onStart: () => {}, onLeft: () => {} });
  pager.write(text);
  await pager.close();
}

/** Returns the lines that a text takes on a terminal, at most: sequences of colours count as columns. */
function linesOf(text: string, columns = 80): number {
  return text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), -1);
}
