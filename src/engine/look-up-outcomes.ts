import { noDigest } from "../cache/fact-file.ts";
import { type Languages, languageOf } from "../syntax/languages.ts";
import type { Target } from "../workspace/expand.ts";
import type { CallFacts } from "./fact-cache.ts";
import type { FileOutcome } from "./file-outcome.ts";
import type { MacroSurvey } from "./survey-macros.ts";
import { Turns } from "./turns.ts";
import type { WorkerFile } from "./worker-protocol.ts";

/** A file that is to be asked, its place among the targets, and a digest of what its outcome depends on besides it. */
export type PendingFile = { readonly place: number; readonly context: string; readonly file: WorkerFile };

export type LookupOptions = {
  readonly languages: Languages;
  /** What is known of macros; undefined when none are masked. */
  readonly survey: MacroSurvey | undefined;
  readonly facts: CallFacts;
  readonly results: { readonly put: (place: number, outcome: FileOutcome) => void };
  readonly signal: AbortSignal;
};

/**
 * Puts the outcomes that are known into the results, and gives those that are to be asked.
 *
 * @param open places in `targets`
 * @throws the signal's reason
 */
export async function lookUpOutcomes(
  targets: readonly Target[],
  open: readonly number[],
  { languages, survey, facts, results, signal }: LookupOptions,
): Promise<readonly PendingFile[]> {
  const left: PendingFile[] = [];
  const turns = new Turns(signal);
  for (const place of open) {
    const target = targets[place];
    if (target === undefined) continue;
    const { name, path, isExplicit } = target;
    const hasMacros = languageOf(path, languages)?.macros !== undefined;
    const context = hasMacros && survey !== undefined ? survey.contextOf(path) : noDigest;
    const known = facts.lookUp(path, context, isExplicit);
    if (known !== undefined && "outcome" in known) results.put(place, known.outcome);
    else left.push({ place, context, file: { name, path, isExplicit, known: known?.content } });
    if (turns.isOver) await turns.next();
  }
  return left;
}
