import { type RowKind, Rows } from "../answers/rows.ts";
import type { ErrorDetails } from "../base/errors.ts";
import type { UnreadKind } from "../base/unread-kinds.ts";
import type { FileOutline } from "../syntax/parse.ts";
import type { ListPart } from "../tools/answers/row-room.ts";
import type { BoundTool } from "../tools/contract/tool.ts";
import type { Unread } from "../workspace/expand.ts";
import type { SkipReason } from "../workspace/skipped.ts";
import type { Stamp } from "../workspace/stamp.ts";
import type { CheckedEdits } from "./checked-edits.ts";

type NoRows = { readonly skipped: SkipReason } | { readonly error: string; readonly details: ErrorDetails };

/**
 * The parts of an outcome with rows except the rows. `isEmpty`: nothing was found in it, and a batch may leave it out. `part`: the place of the rows
 * in the list of all, if there are rows that the answer has no room for. `wordsHeld`: see ToolRows.
 */
type OfRows = {
  readonly edits?: CheckedEdits;
  readonly warnings: readonly string[];
  readonly isEmpty?: boolean;
  readonly wordsHeld?: readonly string[];
  readonly part?: ListPart;
};

/** The outcome of one file. */
export type FileOutcome = (OfRows & { readonly rows: Rows }) | NoRows;

/** The outcome of a file whose content has the digest of the cache. */
export type Unchanged = { readonly unchanged: true };

/** The outcome of a file from a worker, with encoded rows. */
export type WorkerOutcome = (OfRows & { readonly kind: RowKind; readonly rows: string }) | NoRows | Unchanged;

/** The stamp of a file as it was read, and the digest of its content. */
export type ReadIdentity = { readonly stamp: Stamp; readonly content: string };

/** Returns the outcome of a file that cannot be read: skipped unless it is explicit or the system refused it. */
export function outcomeOf(error: Unread, isExplicit: boolean): NoRows {
  if (!isExplicit && error.reason !== "unreadable") return { skipped: error.reason };
  return { error: error.message, details: error.details };
}

/** Returns the outcome of a file that a tool has nothing to say of, since it is of another language than its extension says. */
export function outcomeOfUnread(kind: UnreadKind, { name, isExplicit }: NamedFile): NoRows {
  if (!isExplicit) return { skipped: kind };
  const details = `It is ${kind}, which the grammar of its extension cannot read. Name other files.`;
  return { error: `Unsupported file type: ${name}`, details: { details } };
}

type NamedFile = { readonly name: string; readonly isExplicit: boolean };

/** The answer of a tool about the outline of a file. */
export function outcomeOfOutline(
  {
    kind,
    rowsOfOutline,
  }: Pick<BoundTool, "kind"> & { readonly rowsOfOutline: NonNullable<BoundTool["rowsOfOutline"]> },
  outline: FileOutline,
  notes: readonly string[],
): FileOutcome {
  const { rows, warning, isEmpty } = rowsOfOutline(outline);
  const warnings = warning === undefined ? notes : [...notes, warning];
  return { rows: Rows.of(kind, rows), warnings, ...(isEmpty && { isEmpty }) };
}
