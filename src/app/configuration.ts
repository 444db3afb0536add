import { join, resolve } from "node:path";
import type { Host } from "../base/host.ts";
import { canonicalPath, isThere } from "../base/real-path.ts";
import { userConfigurationFolder } from "../cache/user-folder.ts";
import type { Configuration } from "./configuration-file.ts";

/** The configuration files of a start. */
export type Configurations = {
  /** The project's file; undefined when there is none, or it is ignored. */
  readonly project: Configuration | undefined;
  /** The path of that file, also of one that is ignored. */
  readonly file: string | undefined;
  /** True when a flag or a variable names the project's file; false when it was found in the working folder. */
  readonly isNamed: boolean;
  /** The reasons why a found file, or parts of it, are ignored. */
  readonly problems: readonly string[];
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
 * @param roots the folders of --root, absolute or relative to `cwd`
 * @throws UserError about a file that was named or is the user's own, with the file, and the key with the nearest known one
 */
export async function readConfigurations(
  projectFile: string | undefined,
  userFile: string | undefined,
  roots: readonly string[],
  cwd: string,
  toolNames: readonly string[],
): Promise<Configurations> {
  const load = () => import("./configuration-file.ts");
  const user =
    userFile !== undefined && isThere(userFile)
      ? (await load()).readConfiguration(userFile, userFile, toolNames)
      : undefined;
  const file = resolve(cwd, projectFile ?? fileName);
  if (projectFile !== undefined) {
    const project = (await load()).readConfiguration(file, projectFile, toolNames);
    return { project, file, isNamed: true, problems: [], user };
  }
  if (file === user?.file || !isThere(file))
    return { project: undefined, file: undefined, isNamed: false, problems: [], user };
  const realRoots = (roots.length > 0 ? roots : (user?.roots ?? [])).map((root) => canonicalPath(resolve(cwd, root)));
  const { configuration, problems } = (await load()).readFoundConfiguration(file, realRoots, toolNames);
  return { project: configuration, file, isNamed: false, problems, user };
}
