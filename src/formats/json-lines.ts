import { failedText, namedText } from "../engine/answer.ts";
import type { LineFormat } from "./format.ts";

/** Each result of a batch answer on a line of its own. */
export const jsonLines: LineFormat = {
  result: (named) => `${namedText(named)}\n`,
  failure: (failure) => `${failedText(failure)}\n`,
};
