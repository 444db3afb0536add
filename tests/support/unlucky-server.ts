import { readFileSync } from "node:fs";
import { join } from "node:path";
import { laterClock, sessionInProcess } from "./in-process.ts";
import { lendUnluckyPool } from "./lent-pools.ts";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";
import { callTool } from "./tool-call.ts";

/** A server whose workers have bad luck with files. */
export function unluckyServer(
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = { REQUEST_TIMEOUT: "120000" },
) {
  const folder = temporaryFolder(files);
  const session = sessionInProcess({
    cwd: folder,
    // A thread that has ended is replaced, and the start of a thread is most of what such a server takes.
    args: ["--log-level", "error", "--jobs", "1", "--cache-dir", join(temporaryFolder(), "cache"), ...args],
    env,
    now: laterClock,
    openPool: lendUnluckyPool,
  });
  return { folder, session, ask: (name: string, input: object) => callTool(session, name, input) };
}

/** Files for a folder of files that are called `waiting`: nothing goes through yet. */
export const closedGate = { ".arrived": "0", ".let-through": "0" };

/** The gate of a folder of files that are called `waiting`. */
export function gateOf(folder: string) {
  return {
    /** The number of times that such a file was to be opened. */
    arrived: () => Number(readFileSync(join(folder, ".arrived"), "utf8")),
    /** @param number of the times that such a file may be opened, from the beginning */
    letThrough: (number: number) => writeFiles(folder, { ".let-through": String(number) }),
  };
}
