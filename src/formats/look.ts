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

/** Returns a line of a file from its rest, which begins with `12:5: ` or, where it is about all of the file, with a blank. */
export function placedLine(look: Look, path: string, rest: string): string {
  const { 0: numbers = "" } = /^(?:\d+(?::\d+)?)?/.exec(rest) ?? [];
  const colon = rest.startsWith(":", numbers.length) ? "" : ":";
  return `${look.place(path, numbers)}${colon}${rest.slice(numbers.length)}\n`;
}

/** Returns the role of a severity. */
export function severityRole(severity: string): Role {
  if (severity === "error") return "error";
  return severity === "warning" ? "warning" : "note";
}
