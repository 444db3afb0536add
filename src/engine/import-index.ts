/**
 * The import of an artifact (`codegrove index DIR --import FILE`). Input: a folder, and a file that another machine has exported;
 * output: the cache with facts of all files. Only files whose content the artifact does not have are read.
 */
import type { Deadline } from "../base/deadline.ts";
import type { ArtifactTrust } from "../cache/artifact-file.ts";
import type { FoundCode, Progress } from "../code-base/code.ts";
import type { CodeBase } from "../code-base/code-base.ts";
import { fillIndex } from "./fill-index.ts";
import { artifactFacts } from "./foreign-segments.ts";
import { joinForeign } from "./merge-index.ts";

/** A folder after an import. */
export type ImportedIndex = {
  readonly found: FoundCode;
  /** The number of files in the artifact. */
  readonly imported: number;
};

/**
 * Takes the facts of an artifact into the cache, and reads the files that it lacks.
 *
 * @param folder absolute, with `/` between its parts
 * @param artifact as the command line has it
 * @throws UserError when the artifact or the cache cannot be used; and the signal's reason
 */
export async function importIndex(
  folder: string,
  artifact: string,
  trust: ArtifactTrust,
  codeBase: CodeBase,
  deadline: Deadline,
  progress: Progress,
): Promise<ImportedIndex> {
  const { cache, options } = codeBase;
  const stored = cache.openStored(folder);
  const { files, segments } = artifactFacts(artifact, { folder, stored, options, trust });
  const join = () => joinForeign(stored, segments, options, deadline.signal);
  const found = await fillIndex(folder, undefined, codeBase, deadline, progress, undefined, false, join);
  return { found, imported: files };
}
