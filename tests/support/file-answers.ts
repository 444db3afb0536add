import type { FileAnswer, PageContent, ResultEntry, ScanSummary } from "../../src/engine/call.ts";
import { type Format, measureOf } from "../../src/formats/format.ts";
import { listSymbols } from "../../src/tools/list-symbols.ts";

const summary: ScanSummary = {
  ...{ flat: false, totalFiles: 0, failedFiles: 0, unreadFolders: undefined, checkedFiles: undefined, missing: [] },
  ...{ nothingChecked: false, skipped: undefined, notSearched: undefined, counts: undefined, stopped: undefined },
  ...{ unlisted: undefined, pageFullReason: undefined, shownRows: undefined, onPage: 0, onPagesBefore: 0, spent: {} },
  ...{ nextCursor: undefined, changedDuringCall: 0, shortForm: undefined, emptyReason: undefined, note: undefined },
  ...{ written: undefined, maxChars: Number.POSITIVE_INFINITY },
};

/** An answer that has nothing but what is on a page. */
export function answerOf({ entries, cut: { nextStart, ...cut } }: PageContent): FileAnswer {
  return { entries, summary: { ...summary, ...cut, nextCursor: nextStart && JSON.stringify(nextStart) } };
}

/** The room of an answer about files. */
export function roomOf(maxChars: number, format: Format) {
  return { maxChars, charsOf: measureOf(format, listSymbols, { patchFolders: ["/"], languages: [] }).files };
}

/** A result as it comes in, without what is known of those before. */
export function taken(entry: ResultEntry) {
  const place = { list: "0", filepath: entry.name, line: 0, column: 0 };
  const end = { place, totalFiles: 0, failedFiles: 0, skipped: {}, counts: {} };
  return { entry, from: 0, before: undefined, end };
}
