/** Edits of texts. Input: a text and its edits; output: the text after them. */

/** A range of a text, in UTF-16 code units, and the text that replaces it. */
export type TextEdit = { readonly start: number; readonly end: number; readonly text: string };

/** The edits of a file. */
export type FileEdits = {
  /** Absolute. */
  readonly path: string;
  /** The path as answers show it. */
  readonly filepath: string;
  /** The name of its language, which may say how a line declares its encoding. */
  readonly language: string;
  /** The digest of the text that the offsets are of: see textDigest. */
  readonly digest: string;
  /** In rising order; none reaches into the next one. */
  readonly edits: readonly TextEdit[];
};

/** A file that was written: `size` in bytes, `modified` as ISO 8601. Both are as the system tells them afterwards. */
export type WrittenFile = {
  readonly filepath: string;
  readonly edits: number;
  readonly size: number;
  readonly modified: string;
};

/** Returns a text after edits. */
export function editedText(text: string, edits: readonly TextEdit[]): string {
  let changed = "";
  let done = 0;
  for (const { start, end, text: inserted } of edits) {
    changed += text.slice(done, start) + inserted;
    done = end;
  }
  return changed + text.slice(done);
}
