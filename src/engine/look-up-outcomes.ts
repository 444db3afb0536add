import { noDigest } from "../cache/fact-file.ts";
import { languageOf } from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import type { Target } from "../workspace/expand.ts";
import type { CallFacts } from "./call-facts.ts";
import type { FileOutcome } from "./file-outcome.ts";
import type { MacroSurvey } from "./survey-macros.ts";
import { Turns } from "./turns.ts";
import type { WorkerFile } from "./worker/protocol.ts";

/** A file for a worker, and its index among the targets. */
export type PendingFile = { readonly index: number; readonly file: WorkerFile };

export type LookupOptions = {
  readonly languages: Languages;
  /** The macros of the call; undefined when none are masked. */
  readonly survey: MacroSurvey | undefined;
  readonly facts: CallFacts;
  readonly results: { readonly put: (index: number, outcome: FileOutcome) => void };
  readonly signal: AbortSignal;
};

/**
 * Puts the outcomes of files that are known not to have changed into the results.
 *
 * @param open indexes in `targets`
 * @returns the indexes of the other files
 * @throws the signal's reason
 */
export async function putSettled(
  targets: readonly Target[],
  open: readonly number[],
  { facts, results, signal }: Pick<LookupOptions, "facts" | "results" | "signal">,
): Promise<readonly number[]> {
  const left: number[] = [];
  const turns = new Turns(signal);
  for (const index of open) {
    const outcome = facts.settledOutcome?.(targets[index]?.path ?? "");
    if (outcome === undefined) left.push(index);
    else results.put(index, outcome);
    if (turns.isOver) await turns.next();
  }
  return left;
}

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
  /** Returns those of some files whose outcomes depend on the macros that the files looked up. */
  const lookUp = async (indexes: readonly number[]): Promise<readonly number[]> => {
    const undecided: number[] = [];
    for (const index of indexes) {
      const target = targets[index];
      if (target === undefined) continue;
      const { name, path, isExplicit, language } = target;
      if (facts.name !== undefined && survey?.lacksName(path)) {
        results.put(index, facts.name.outcomeWithout(path));
        continue;
      }
      const hasMacros = languageOf(path, languages)?.macros !== undefined;
      const context = hasMacros && survey !== undefined ? survey.contextOf(path) : noDigest;
      const hit = facts.lookUp(target, context);
      if (hit === "macros") undecided.push(index);
      else if (hit !== undefined && "outcome" in hit) results.put(index, hit.outcome);
      else
        left.push({
          index,
          file: { name, path, isExplicit, language, context, known: hit?.content, knownCopy: hit?.copy },
        });
      if (turns.isOver) await turns.next();
    }
    return undecided;
  };
  const undecided = await lookUp(open);
  if (undecided.length > 0 && survey !== undefined) {
    await facts.compareMacros(await survey.collect(signal), signal);
    await lookUp(undecided);
    left.sort((a, b) => a.index - b.index);
  }
  return left;
}
