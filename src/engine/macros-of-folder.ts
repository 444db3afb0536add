/**
 * The macros of a folder in one file, which the shards of its index share (`codegrove index DIR --export-macros FILE`): else each shard
 * reads all files for them. Input: a folder, or such a file; output: the bytes of a file, or the macros by path.
 */
import { resolve } from "node:path";
import type { Deadline } from "../base/deadline.ts";
import { UserError } from "../base/errors.ts";
import { withSeparator } from "../base/real-path.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import { digestOf, noDigest } from "../cache/digest.ts";
import { type FileMacros, macroFileBytes, readMacroFile } from "../cache/macro-file.ts";
import { type Progress, requestOfFolder } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import type { StoredFacts } from "../code-base/fact-cache.ts";
import { type DefinesCache, definesOf, surveyMacros } from "../code-base/survey-macros.ts";
import { slashed } from "../workspace/ignore-rules.ts";

/** The macros of a folder, with the bytes of their file. */
export type ExportedMacros = {
  readonly bytes: Buffer;
  /** Files of languages with macros. */
  readonly files: number;
  readonly macros: number;
};

/**
 * Collects the macros that the files of a folder define.
 *
 * @param folder absolute, with `/` between its parts
 * @throws UserError when macros are not used or are too many, or the time is over; and the signal's reason
 */
export async function exportMacros(
  folder: string,
  codeBase: CodeBase,
  deadline: Deadline,
  progress: Progress,
): Promise<ExportedMacros> {
  const { cache, options } = codeBase;
  if (!options.settings.masksMacros) throw new UserError("--export-macros: with --no-macro-masking, no macro is used");
  const { kind, owner } = cache.openStored(folder);
  const { languages, pool } = options;
  const { paths } = await codeBase.listed(requestOfFolder(folder), { deadline, stopwatch: new Stopwatch(), progress });
  const below = withSeparator(resolve(folder));
  const found = new Map<string, FileMacros>();
  let macros = 0;
  await surveyMacros(paths, {
    languages,
    pool,
    signal: deadline.signal,
    readNext: new Set(),
    onSurveyed: progress.macros,
    onDefines: (path, { count, rolesJson }) => {
      if (!path.startsWith(below)) return;
      found.set(slashed(path.slice(below.length)), { count, rolesJson: count === 0 ? "" : rolesJson() });
      macros += count;
    },
  });
  return { bytes: macroFileBytes(kind, found, owner), files: found.size, macros };
}

/**
 * Returns the macros of a file that exportMacros has made, by path. The code may have changed since: facts say with which macros a file
 * was read, so that facts of other macros are not used later.
 *
 * @param written the path as the command line has it
 * @param folder the folder of the code now, absolute
 * @throws UserError when the file is not used
 */
export function macrosIn(written: string, folder: string, { kind, owner }: StoredFacts, cwd: string): DefinesCache {
  const files = readMacroFile(resolve(cwd, written), written, kind, owner);
  const below = withSeparator(resolve(folder));
  return {
    lookUpDefines: (path) => {
      const known = path.startsWith(below) ? files.get(slashed(path.slice(below.length))) : undefined;
      if (known === undefined) return undefined;
      const { count, rolesJson } = known;
      return definesOf(count, count === 0 ? noDigest : digestOf(rolesJson), () => rolesJson);
    },
  };
}
