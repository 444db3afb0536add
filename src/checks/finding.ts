import type { Severity } from "../base/severity.ts";

/** The kind of check. */
export const checkSources = ["syntax", "names", "lint"] as const;

export type CheckSource = (typeof checkSources)[number];

/** A finding of a check at a place of one file. */
export type Finding = {
  /** UTF-16 offsets in the text of the file. */
  readonly start: number;
  readonly end: number;
  /** The id of the check or of the rule: such as `unused-import`. */
  readonly code: string;
  readonly severity: Severity;
  /** One line. */
  readonly message: string;
  /** Other codes by which comments may suppress it, as written by other tools: such as `F401`. */
  readonly aliases?: readonly string[];
  /** Another place of the file that it is about: such as the first definition of what is redefined. */
  readonly related?: { readonly start: number; readonly end: number; readonly message: string };
};
