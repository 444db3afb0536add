/**
 * True for the name of a folder that is left out without an ignore rule: what tools install or keep for themselves, such as
 * node_modules, .venv, .tox and the patches of .pc. rg, fd and ast-grep leave out hidden folders as well.
 */
export function isLeftOutFolder(name: string): boolean {
  return name === "node_modules" || name.startsWith(".");
}
