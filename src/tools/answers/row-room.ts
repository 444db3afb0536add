/** The rows of a file that an answer can show: from an index on, as long as there is room. */
export type RowRoom = {
  /** The index of the first row that is asked for. */
  readonly firstRow: number;
  /** UTF-16 code units of an answer. Single rows that take more are more than it can show; others need not be made. */
  readonly maxChars: number;
  /** The byte order mark of the file, which its text is without; "" for none. */
  readonly mark: string;
};

/** The place of rows in the list that they are a part of. */
export type ListPart = {
  /** The index of the first one in the whole list. */
  readonly first: number;
  /** The number of rows of the whole list. */
  readonly total: number;
};
