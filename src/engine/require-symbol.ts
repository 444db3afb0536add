/**
 * The search for a symbol that a call over files names, when no row has it. Input: the files of the call; output: an
 * error with names that are written alike, if no file has the symbol.
 */
import { sentencesOnMissing } from "../answers/missing-files.ts";
import { UserError } from "../base/errors.ts";
import type { Files } from "../code-base/code-base.ts";
import { noFacts } from "../code-base/facts.ts";
import { UnreadFiles } from "../code-base/unread-files.ts";
import { parseSymbolAddress, type SymbolAddress } from "../code-index/symbol-address.ts";
import { leadOf, leftOutText, notFoundIn } from "../tools/answers/index-answer.ts";
import type { TargetArguments } from "../tools/arguments/target-arguments.ts";
import { SymbolSearchRows, symbolSearch } from "../tools/inner/symbol-search.ts";
import { nearestSymbols, type SuggestedSymbol } from "../tools/symbols/addressed-symbols.ts";
import type { UnsavedText } from "../workers/protocol.ts";
import { Skipped } from "../workspace/skipped.ts";
import type { Run } from "./call.ts";

const work = "symbol_search";

/**
 * Finds out whether any of the files has a symbol.
 *
 * @param open indexes of the files that can be read
 * @param leftOut the files that the call has left out
 * @throws UserError when none has it
 */
export async function requireSymbol(
  symbol: string,
  files: Files,
  open: readonly number[],
  unsaved: UnsavedText | undefined,
  leftOut: Skipped,
  { codeBase, deadline, stopwatch }: Run,
): Promise<void> {
  if (deadline.passed !== undefined) return;
  const { targets, notSearched } = files;
  const input: TargetArguments & { readonly symbol: string } = { symbol };
  const facts =
    unsaved === undefined
      ? codeBase.openFacts({ ...files, settled: undefined }, { tool: symbolSearch.bind(input), input, stopwatch })
      : noFacts;
  const toolCall = { tool: symbolSearch.name, input };
  const scan = codeBase.scan({ targets, facts, unsaved, deadline, stopwatch, toolCall, work });
  const address = parseSymbolAddress(symbol);
  const searched = { files: 0, skipped: new Skipped(), unread: new UnreadFiles() };
  let mostNamed = 0;
  const near: SuggestedSymbol[] = [];
  await scan.run(open, (index, outcome) => {
    if ("skipped" in outcome) searched.skipped.count(outcome.skipped);
    if ("error" in outcome) searched.unread.add({ filepath: targets[index]?.name ?? "", error: outcome.error });
    if (!("rows" in outcome)) return;
    searched.files++;
    const { named, nearest } = SymbolSearchRows.parse(outcome.rows.values);
    mostNamed = Math.max(mostNamed, named);
    near.push(...nearest);
  });
  // Not all files are searched when the time is over.
  if (mostNamed >= (address.candidate ?? 1) || deadline.passed !== undefined) return;
  searched.skipped.add(leftOut.summary() ?? {});
  throw symbolNotFound(address, { ...searched, notSearched }, mostNamed, near);
}

/** The files that were searched for a symbol, and the others. */
type Searched = { readonly files: number; readonly skipped: Skipped; readonly unread: UnreadFiles };

const outlineAlone = "Only symbols that list_symbols lists count: find_definition also knows locals and prototypes.";

/**
 * @param mostNamed the symbols with the name in the file that has most of them: they are numbered in each file
 * @param near symbols that may be meant
 */
function symbolNotFound(
  address: SymbolAddress,
  { files, skipped, notSearched, unread }: Searched & Pick<Files, "notSearched">,
  mostNamed: number,
  near: readonly SuggestedSymbol[],
): UserError {
  const lead = leadOf(unread.folders);
  const missing = sentencesOnMissing(lead);
  const left = { ...skipped.summary(), ...(unread.count > 0 && { unreadable: unread.count }) };
  const counted = `${files} ${files === 1 ? "file" : "files"} searched.${leftOutText(left)}`;
  const searched = missing === undefined ? counted : `${missing} ${counted}`;
  const keys = {
    ...lead,
    ...(Object.keys(left).length > 0 && { skipped: left }),
    ...(Object.keys(notSearched).length > 0 && { not_searched: notSearched }),
    ...(unread.count > 0 && { unreadable_files: unread.named }),
  };
  const failed = notFoundIn(left, notSearched);
  if (mostNamed > 0) {
    const details = `No file has so many symbols of this name: give no number, or at most #${mostNamed}. ${searched}`;
    return new UserError(`${failed}: ${address.text}#${address.candidate}`, { details, ...keys });
  }
  const didYouMean = nearestSymbols(address, near).map(({ qualified }) => qualified);
  const suggestions = didYouMean.length > 0 ? { did_you_mean: didYouMean } : {};
  const details = didYouMean.length > 0 ? searched : `${searched} ${outlineAlone}`;
  return new UserError(`${failed}: ${address.text}`, { details, ...suggestions, ...keys });
}
