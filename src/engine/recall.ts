import { setImmediate } from "node:timers/promises";
import { noDigest } from "../cache/fact-file.ts";
import { factsPerTurn } from "../limits.ts";
import { type Languages, languageOf } from "../syntax/languages.ts";
import type { Target } from "../workspace/expand.ts";
import type { CallFacts } from "./fact-cache.ts";
import type { FileOutcome } from "./file-outcome.ts";
import type { MacroSurvey } from "./learn-macros.ts";
import type { WorkerFile } from "./worker-protocol.ts";

/** A file that is to be asked, its place among the targets, and a digest of what its outcome depends on besides it. */
export type AskedFile = { readonly place: number; readonly context: string; readonly file: WorkerFile };

export type RecallOptions = {
  readonly languages: Languages;
  /** What is known of macros; undefined when none are masked. */
  readonly survey: MacroSurvey | undefined;
  readonly facts: CallFacts;
  readonly results: {
    readonly settle: (place: number, outcome: FileOutcome) => void;
    readonly writeUpTo: (place: number) => void;
  };
  readonly signal: AbortSignal;
};

/**
 * Settles the files whose outcomes are known, and gives those that are to be asked.
 *
 * @param open places in `targets`
 * @throws the signal's reason
 */
export async function recallOutcomes(
  targets: readonly Target[],
  open: readonly number[],
  { languages, survey, facts, results, signal }: RecallOptions,
): Promise<readonly AskedFile[]> {
  const left: AskedFile[] = [];
  for (const [count, place] of open.entries()) {
    const target = targets[place];
    if (target === undefined) continue;
    const { name, path, named } = target;
    const hasMacros = languageOf(path, languages)?.macros !== undefined;
    const context = hasMacros && survey !== undefined ? survey.contextOf(path) : noDigest;
    const known = facts.recall(path, context, named);
    if (known !== undefined && "outcome" in known) results.settle(place, known.outcome);
    else left.push({ place, context, file: { name, path, named, known: known?.content } });
    if ((count + 1) % factsPerTurn > 0) continue;
    await setImmediate();
    signal.throwIfAborted();
  }
  results.writeUpTo(left[0]?.place ?? targets.length);
  return left;
}
