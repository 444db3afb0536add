import type { FailedCall, NamedResult } from "../engine/answer.ts";

/** A format that is written while a scan runs. What it gives ends with a line break, or is empty. */
export type LineFormat = {
  readonly result: (result: NamedResult) => string;
  readonly failure: (failure: FailedCall) => string;
};
