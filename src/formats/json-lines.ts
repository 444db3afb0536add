import { entryJson, failedText } from "../engine/answer.ts";
import type { LineFormat } from "./format.ts";

/** Writes each result of a batch answer on a line of its own. */
export const jsonLines: LineFormat = {
  result: (entry) => `${entryJson(entry)}\n`,
  failure: (failure) => `${failedText(failure)}\n`,
};
