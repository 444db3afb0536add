/** Files in relation to the start of a page, which is the end of the one before. */
import type { Cursor, PageStamps, RowPlace } from "../answers/cursor.ts";
import type { Target } from "../workspace/expand.ts";

type PageFile = Pick<Target, "input" | "name">;

/** Returns the place of a file whose rows are all shown. */
export function placeOf({ input, name }: PageFile): RowPlace {
  return { list: String(input), filepath: name, line: 0, column: 0 };
}

/** True for the file in which a page ends. */
export function isAtEnd(file: PageFile, { place }: Cursor): boolean {
  return String(file.input) === place.list && file.name === place.filepath;
}

/** True if a file is not done before a page: it comes after the end of the previous one, or continues there. */
export function isOpenAt(file: PageFile, start: Cursor): boolean {
  const { list, filepath } = start.place;
  const isAfter = String(file.input) === list ? file.name > filepath : file.input > Number(list);
  return isAfter || continues(file, start);
}

/** True if a page begins inside a file. */
export function continues(file: PageFile, start: Cursor | undefined): boolean {
  return firstRowOf(file, start) > 0;
}

/** Returns the index of the first row of a file that a page is about. */
export function firstRowOf(file: PageFile, start: Cursor | undefined): number {
  return start !== undefined && isAtEnd(file, start) ? start.place.line : 0;
}

/** Characters of a digest: 48 bits. */
export const digestLength = 8;

/** Returns stamps of a page that ends there, as long as any can be: stamps of files are not known before the page is made. */
export function longestStamps({ place }: Cursor): PageStamps {
  const digest = "0".repeat(digestLength);
  return { done: digest, ...(place.line > 0 && { open: digest }) };
}
