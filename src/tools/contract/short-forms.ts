/**
 * The contract of the poorer forms of the rows of a tool over files. Input: the rows of a call, file by file; output: forms of an answer
 * whose rows do not fit, from the richest to the poorest.
 */
import type { Form, Room } from "../../answers/fit.ts";
import type { RowKind, Rows, RowValues } from "../../answers/rows.ts";

/** An entry of the answer: a file, or a folder with `/` at its end. */
export type ShortEntry = { readonly name: string; readonly kind: RowKind; readonly values: RowValues };

/** Facts about symbols that lists of them do not have. */
export type KnownSymbols = {
  /** Returns the number of files that have a word. */
  readonly usesOf: (name: string) => number;
  /** Returns the first sentence about a symbol; undefined for none. */
  readonly docOf: (symbol: {
    readonly file: string;
    readonly name: string;
    readonly line: number;
  }) => string | undefined;
};

/** The rows of a call in one of their poorer forms. */
export type ShortRows = {
  /** The name of the form, such as `names`. */
  readonly detail: string;
  readonly entries: readonly ShortEntry[];
  /** File → its symbols that most files use; empty for a form without them. */
  readonly mostUsed: RowValues;
  /** The number of files without rows, since they failed, that the form has. */
  readonly failedFiles: number;
  /** The reason for the form, and what to do about it. */
  readonly reason: string;
};

/** The properties of a call whose rows do not fit. */
export type ShortCall = {
  /** The UTF-16 code units that the answer with all rows needs, or a lower bound: `more than 800000`. */
  readonly need: string;
  readonly failedFiles: number;
  readonly known: KnownSymbols;
};

/** The bounds of the poorer forms of a call, in UTF-16 code units. */
export type ShortBounds = {
  /** Of the answer. */
  readonly maxChars: number;
  /** Of rows that are kept for a form. */
  readonly maxKeptChars: number;
};

/** The poorer forms of the rows of one call. */
export type ShortForms = {
  /** Takes the rows of a file, in path order. */
  readonly take: (name: string, rows: Rows) => void;
  /** Takes the rows of the same file once more, as soon as the answer cannot have all rows. */
  readonly shorten: (name: string, rows: Rows) => void;
  /** UTF-16 code units up to which the answer has all rows; undefined for all of its room. */
  readonly maxWholeChars: number | undefined;
  /** Returns the forms, the richest first. @param answerOf makes the answer of rows in a form */
  readonly forms: <Answer>(
    call: ShortCall,
    answerOf: (shown: ShortRows) => Answer,
    room: Room<Answer>,
  ) => readonly Form<Answer>[];
};
