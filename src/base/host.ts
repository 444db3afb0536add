import { homedir, platform } from "node:os";

/** Facts about the process that runs the program. Only `src/app` and the two entries touch the process itself. */
export type Host = {
  /** The environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The numeric id of the user; undefined on Windows, which has none. */
  readonly uid: number | undefined;
  /** The version of Node, such as `v20.19.0`. */
  readonly nodeVersion: string;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
};

/**
 * Returns the home folder of the user, as os.homedir does for the environment of the process.
 *
 * @throws Error when neither the environment nor the system has one
 */
export function homeFolder(env: Host["env"]): string {
  return platform() === "win32" ? homedir() : (env.HOME ?? homedir());
}
