import { nameText } from "../base/escape/name.ts";

/** The kind of a part of a line, which decides its colour. */
export type Role = "code" | "error" | "heading" | "kind" | "match" | "name" | "note" | "warning";

/** The appearance of the format text: exact bytes for programs, aligned columns and colours for people. */
export type Look = {
  readonly isForPeople: boolean;
  /** The text between two columns. */
  readonly gap: string;
  /** Returns a part of a line, which has no control characters. */
  readonly paint: (role: Role, text: string) => string;
  /** Returns `path:12:5`, or only the path if there are no numbers. */
  readonly place: (path: string, numbers: string) => string;
  /** Returns text of several lines that is not a row, such as a picture of a graph. */
  readonly whole: (text: string) => string;
  /** Returns `  12:5` of a row below its path; undefined if each row has its path, so that it can be copied and searched. */
  readonly placeBelow?: (path: string, numbers: string) => string;
  /** Returns lines whose columns belong together: the rows of one file, or a tree. */
  readonly block: (lines: readonly string[]) => string;
};

/** The look of pipes and files. */
export const plainLook: Look = {
  isForPeople: false,
  gap: " ",
  paint: (_, text) => text,
  place: (path, numbers) => (numbers === "" ? nameText(path) : `${nameText(path)}:${numbers}`),
  whole: (text) => text,
  block: (lines) => lines.join(""),
};

/** The start of a line about the row above it, for people. */
const indented = "    ";

/** Returns a line about the row above it: for people without the path, which other readers have in each line. */
export function lineBelow(look: Look, text: string): string {
  return (look.isForPeople ? indented : " ") + text;
}

/**
 * Returns a line of a file from its rest, which begins with `12:5: ` or, where it is about all of the file, with a blank; a line
 * of lineBelow for people as it is.
 */
export function placedLine(look: Look, path: string, rest: string): string {
  if (look.isForPeople && rest.startsWith(indented)) return `${rest}\n`;
  const { 0: numbers = "" } = /^(?:\d+(?::\d+)?)?/.exec(rest) ?? [];
  const colon = rest.startsWith(":", numbers.length) ? "" : ":";
  return `${look.place(path, numbers)}${colon}${rest.slice(numbers.length)}\n`;
}

/** Rows of a file from which on their path is written once, above them. */
const leastBelowPath = 2;

/** Returns the lines of one file as a block, below its path where the look has no room for the path in each line. */
export function fileBlock(look: Look, path: string, linesIn: (look: Look) => readonly string[]): string {
  const { placeBelow } = look;
  if (placeBelow === undefined) return look.block(linesIn(look));
  let rows = 0;
  const lines = linesIn({
    ...look,
    place: (other, numbers) => {
      if (other !== path || numbers === "") return look.place(other, numbers);
      rows += 1;
      return placeBelow(path, numbers);
    },
  });
  return look.block(rows < leastBelowPath ? linesIn(look) : [`${look.place(path, "")}\n`, ...lines]);
}

/** Returns the role of a severity. */
export function severityRole(severity: string): Role {
  if (severity === "error") return "error";
  return severity === "warning" ? "warning" : "note";
}
