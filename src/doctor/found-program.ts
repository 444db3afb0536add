import { platform } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { statsAt } from "../base/stats.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The endings of programs on Windows, if PATHEXT does not have them. */
const usualEndings = ".COM;.EXE;.BAT;.CMD";

/**
 * Returns the file that a command is, as a shell finds it in the PATH; undefined if there is none. Unlike Windows, it does not look into
 * the working folder, where a stranger may have put a program of that name.
 *
 * @param cwd the folder that a command with a slash is relative to
 */
export function foundProgram(command: string, env: Environment, cwd: string): string | undefined {
  const isWindows = platform() === "win32";
  const endings = isWindows ? ["", ...(env.PATHEXT ?? usualEndings).split(";")] : [""];
  const isPath = command.includes("/") || (isWindows && command.includes("\\"));
  const folders = isPath ? [cwd] : (env[pathKey(env)] ?? "").split(delimiter).filter(isAbsolute);
  const paths = folders.flatMap((folder) =>
    endings.map((ending) => (isPath ? resolve(folder, command) : join(folder, command)) + ending),
  );
  return paths.find((path) => isProgram(path, isWindows));
}

/** The name of the variable with the folders of programs: Windows writes it in any case. */
export function pathKey(env: Environment): string {
  return Object.keys(env).find((name) => name.toUpperCase() === "PATH" && platform() === "win32") ?? "PATH";
}

function isProgram(path: string, isWindows: boolean): boolean {
  try {
    const stats = statsAt(path);
    return stats?.isFile() === true && (isWindows || (stats.mode & 0o111) !== 0);
  } catch {
    return false;
  }
}
