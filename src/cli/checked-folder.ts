import { UserError } from "../base/errors.ts";
import { statsAt } from "../base/stats.ts";

/**
 * Checks the folder of a command that is about one.
 *
 * @param folder absolute
 * @param written as the command line has it
 * @throws UserError for what is not a folder
 */
export function checkFolder(folder: string, written: string, command: string): void {
  const stats = statsAt(folder);
  if (stats === undefined) throw new UserError(`There is no folder ${written}`);
  if (!stats.isDirectory())
    throw new UserError(`${written} is not a folder: ${command} is about a folder and all that is in it`);
}
