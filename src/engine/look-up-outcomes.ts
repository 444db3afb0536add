import { noDigest } from "../cache/fact-file.ts";
import { type Languages, languageOf } from "../syntax/languages.ts";
import type { Target } from "../workspace/expand.ts";
import type { CallFacts } from "./fact-cache.ts";
import type { FileOutcome } from "./file-outcome.ts";
import type { MacroSurvey } from "./survey-macros.ts";
import { Turns } from "./turns.ts";
import type { WorkerFile } from "./worker/protocol.ts";

/** A file for a worker, its index among the targets, and a digest of what its outcome depends on besides the file. */
export type PendingFile = { readonly index: number; readonly context: string; readonly file: WorkerFile };

export type LookupOptions = {
  readonly languages: Languages;
  /** The macros of the call; undefined when none are masked. */
  readonly survey: MacroSurvey | undefined;
  readonly facts: CallFacts;
  readonly results: { readonly put: (index: number, outcome: FileOutcome) => void };
  readonly signal: AbortSignal;
};

/**
 * Puts the outcomes that are in the cache into the results.
 *
 * @param open indexes in `targets`
 * @returns the other files
 * @throws the signal's reason
 */
export async function lookUpOutcomes(
  targets: readonly Target[],
  open: readonly number[],
  { languages, survey, facts, results, signal }: LookupOptions,
): Promise<readonly PendingFile[]> {
  const left: PendingFile[] = [];
  const turns = new Turns(signal);
  for (const index of open) {
    const target = targets[index];
    if (target === undefined) continue;
    const { name, path, isExplicit } = target;
    const hasMacros = languageOf(path, languages)?.macros !== undefined;
    const context = hasMacros && survey !== undefined ? survey.contextOf(path) : noDigest;
    const known = facts.lookUp(path, context, isExplicit);
    if (known !== undefined && "outcome" in known) results.put(index, known.outcome);
    else left.push({ index, context, file: { name, path, isExplicit, known: known?.content } });
    if (turns.isOver) await turns.next();
  }
  return left;
}
