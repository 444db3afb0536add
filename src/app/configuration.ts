import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Host } from "../base/host.ts";
import { userConfigurationFolder } from "../cache/user-folder.ts";
import type { Configuration } from "./configuration-file.ts";

/** The configuration files of a start. */
export type Configurations = {
  /** The project's file; undefined when there is none. */
  readonly project: Configuration | undefined;
  /** True when a flag or a variable names the project's file; false when it was found in the working folder. */
  readonly isNamed: boolean;
  /** The user's own file; undefined when there is none. */
  readonly user: Configuration | undefined;
};

const fileName = "codegrove.json";

/** Returns the path of the user's own file, which need not exist; undefined when the user has no home. */
export function userConfigurationFile(env: Host["env"]): string | undefined {
  try {
    return join(userConfigurationFolder(env), fileName);
  } catch {
    return undefined;
  }
}

/**
 * Reads the configurations of a start, and makes the paths in them absolute. Most starts have none.
 *
 * @param projectFile the project's file from a flag or a variable; undefined for codegrove.json in the working folder,
 *   which need not exist
 * @param userFile the path of the user's own file, which need not exist
 * @throws UserError with the file, and the key with the nearest known one
 */
export async function readConfigurations(
  projectFile: string | undefined,
  userFile: string | undefined,
  cwd: string,
  toolNames: readonly string[],
): Promise<Configurations> {
  const read = async (file: string, shown: string) =>
    (await import("./configuration-file.ts")).readConfiguration(file, shown, toolNames);
  const user = userFile !== undefined && existsSync(userFile) ? await read(userFile, userFile) : undefined;
  const file = resolve(cwd, projectFile ?? fileName);
  const isNamed = projectFile !== undefined;
  const isThere = isNamed || (file !== user?.file && existsSync(file));
  return { project: isThere ? await read(file, projectFile ?? file) : undefined, isNamed, user };
}
