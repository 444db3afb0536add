/**
 * A search by rg, to be compared with an answer. Input: names and the paths of a call; output: how many characters rg prints. Of a
 * stranger's folder nothing is run, and nothing that rg prints is kept.
 */
import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { searchedCharsAtMost, searchTimeoutMs } from "../base/limits.ts";
import { ownSearchPath } from "../revisions/search-path.ts";

/** The place of a search. */
export type SearchPlace = {
  /** The folders of the code, real; of a call without paths all of them are searched. */
  readonly folders: () => readonly string[];
  /** The working folder, absolute, which paths of calls are relative to. */
  readonly cwd: string;
  /** PATH. */
  readonly searchPath: string | undefined;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
};

/** Lines with numbers below the path of their file: the shortest form that has both. */
const flags = ["--no-config", "--no-messages", "--heading", "--line-number", "--word-regexp", "--fixed-strings"];

/**
 * Returns the characters that rg prints for lines with one of some names; undefined if there is no rg, or if it takes too long or prints
 * too much.
 */
export async function charactersOfSearch(
  names: readonly string[],
  paths: readonly string[],
  { folders, cwd, searchPath, signal }: SearchPlace,
): Promise<number | undefined> {
  const code = folders();
  const places = paths.length > 0 ? paths : code;
  // Without a path, rg would search the working folder.
  if (signal.aborted || places.length === 0) return undefined;
  const words = [...flags, ...names.flatMap((name) => ["-e", name]), "--", ...places];
  const child = spawn("rg", words, {
    cwd,
    env: { PATH: ownSearchPath(searchPath, code), LC_ALL: "C.UTF-8", NoDefaultCurrentDirectoryInExePath: "1" },
    stdio: ["ignore", "pipe", "ignore"],
    timeout: searchTimeoutMs,
    killSignal: "SIGKILL",
    windowsHide: true,
    signal,
  });
  const decoder = new StringDecoder("utf8");
  let characters = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    characters += decoder.write(chunk).length;
    if (characters > searchedCharsAtMost) child.kill("SIGKILL");
  });
  return await new Promise((resolve) => {
    child.on("error", () => resolve(undefined));
    // 1 is the status of a search without a line.
    child.on("close", (status) => resolve(status === 0 || status === 1 ? characters : undefined));
  });
}
