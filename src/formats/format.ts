import type { FailedCall, ResultEntry } from "../engine/call.ts";
import type { AnyTool } from "../tools/tool.ts";

/** A format that is written while a scan runs. Its texts end with a line break, or are empty. */
export type LineFormat = {
  readonly result: (entry: ResultEntry, tool: AnyTool) => string;
  readonly failure: (failure: FailedCall) => string;
};
