/** The patch of several files. Input: results whose rows are hunks; output: a unified diff, which `git apply` takes. */
import { type PatchFolders, patchPaths } from "../base/patch-paths.ts";
import type { ResultEntry } from "../engine/call.ts";
import { fileLines } from "./file-lines.ts";
import type { Look } from "./look.ts";

/** True for a result whose rows are hunks. */
export function isPatch({ result }: ResultEntry): boolean {
  return !("error" in result) && result.rows.kind === "patch";
}

/** Returns one patch of files, with the warnings of each: it is written at the end, since its paths depend on all of them. */
export function patchText(entries: readonly ResultEntry[], look: Look, folders: PatchFolders): string {
  const names = entries.map(({ name }) => name);
  const paths = patchPaths(names, folders);
  return entries.map((entry) => look.block(fileLines(entry, look, paths.get(entry.name)))).join("");
}
