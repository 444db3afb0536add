import { type ChangedFile, Changes } from "../answers/answer-kinds.ts";
import { UserError } from "../base/errors.ts";
import { getChanges } from "../tools/get-changes.ts";
import { type Caller, callIndexTool } from "./tool-calls.ts";

/** The symbols that the last commits have changed. */
export type LastChanges = {
  /** The revision that the folder is compared with: `HEAD~10 (4e359c6cfc)`. */
  readonly base: string;
  readonly files: readonly ChangedFile[];
};

/** Revisions that are tried: a young repository has few commits. */
const bases = ["HEAD~10", "HEAD~3", "HEAD~1", "HEAD"];

/** Returns what has changed since the last commits, as get_changes reads them; undefined without a repository or a git. */
export async function lastChanges(caller: Caller): Promise<LastChanges | undefined> {
  for (const base of bases) {
    try {
      const { answer } = await callIndexTool(caller, getChanges, { base, include: ["includers"] }, "changes");
      const { base: named, results } = Changes.parse(answer);
      return {
        base: named,
        files: results.map((file) => ({ ...file, filepath: caller.folder.within(file.filepath) })),
      };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }
  return undefined;
}
