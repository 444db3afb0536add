import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { styleText } from "node:util";
import { nameText } from "../base/escape/name.ts";
import type { Look, Role } from "../formats/look.ts";
import { alignedText } from "./aligned-text.ts";
import { inOrder, shownText } from "./shown-text.ts";

export type TerminalLookOptions = {
  readonly hasColor: boolean;
  readonly hasLinks: boolean;
  /** The name of the machine, which is part of a link: a terminal may show another one's output. */
  readonly hostname: string;
  /** The working folder, absolute, which paths of answers are relative to. */
  readonly cwd: string;
  /** The width of the terminal; undefined if it is not known. */
  readonly columns?: number | undefined;
};

type Style = Parameters<typeof styleText>[0];

/** Sixteen colours, which every terminal's own palette makes readable on its background. */
const styles: Readonly<Record<Role | "path" | "numbers", Style>> = {
  path: "magenta",
  numbers: "green",
  kind: "cyan",
  name: "bold",
  match: ["bold", "red"],
  heading: "bold",
  error: ["bold", "red"],
  warning: ["bold", "yellow"],
  note: ["bold", "blue"],
  code: "dim",
};

/** The separator of columns until they are aligned: no text of a row has one. */
const columnMark = "\t";

/** Columns of a terminal below which a path in each row leaves too little room for the row. */
const leastColumnsOfPaths = 100;

/** Returns the look of a terminal: aligned columns, and as the options say colours and links to files. */
export function terminalLook({ hasColor, hasLinks, hostname, cwd, columns }: TerminalLookOptions): Look {
  // The use of colours is decided already: later versions of Node would look at the stream themselves.
  const paint = (role: keyof typeof styles, text: string) =>
    hasColor && text !== "" ? styleText(styles[role], text, { validateStream: false }) : text;
  const linked = (path: string, text: string) =>
    hasLinks ? `\x1b]8;;${linkTo(resolve(cwd, path), hostname)}\x1b\\${text}\x1b]8;;\x1b\\` : text;
  return {
    isForPeople: true,
    gap: columnMark,
    paint,
    place: (path, numbers) => {
      const shown = nameText(path);
      const place = numbers === "" ? paint("path", shown) : `${paint("path", shown)}:${paint("numbers", numbers)}`;
      return linked(path, place);
    },
    ...(columns !== undefined &&
      columns < leastColumnsOfPaths && {
        placeBelow: (path: string, numbers: string) => `  ${linked(path, paint("numbers", numbers))}`,
      }),
    whole: shownText,
    block: (lines) => alignedText(lines.map(inOrder), columnMark, columns),
  };
}

/** Returns the link to a file: percent-encoded, so that no path can end the sequence that it is in. */
function linkTo(path: string, hostname: string): string {
  const url = pathToFileURL(path);
  return `file://${encodeURIComponent(hostname)}${url.pathname}`;
}
