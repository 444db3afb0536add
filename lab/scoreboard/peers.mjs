// @ts-check
/** Other tools that answer the questions of the scoreboard, too. */
import { installedPyright, Pyright } from "../truths/pyright.mjs";

/**
 * A pyright for the files of a folder, installed in the folder that PYRIGHT names unless it is there.
 * @param {string} folder
 * @returns {Promise<Pyright | undefined>} undefined without PYRIGHT
 */
export async function startedPyright(folder) {
  if (process.env.PYRIGHT === undefined) return undefined;
  const pyright = new Pyright(installedPyright(process.env.PYRIGHT), []);
  await pyright.initialize(folder);
  return pyright;
}
