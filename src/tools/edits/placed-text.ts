/**
 * The text of a caller as it goes into a file. Input: code with any indentation and line ends; output: its lines with the
 * indentation of their new place. Lines inside of a string of several lines stay as they are, except lines of a documentation string,
 * and so do directives of a preprocessor in the first column.
 */
import { textKindAt } from "../../code-index/word-places.ts";
import type { PartParser } from "../../syntax/parse.ts";

/** The indentation of a file. */
export type Indentation = {
  /** One level of it: a tab, or some blanks. */
  readonly unit: string;
  /** True if some lines begin with tabs and some with blanks: what a level is only its neighbours tell. */
  readonly isMixed: boolean;
};

/** Lines of a file that are looked at for its indentation. */
const maxLooked = 5_000;

/** Columns of a level where no line tells. */
const defaultWidth = 4;

/** Columns of the widest level. */
const maxWidth = 8;

/** Returns the indentation of a file. */
export function indentationOf(text: string): Indentation {
  const leads = text
    .split("\n", maxLooked)
    .filter((line) => /\S/.test(line))
    .map(leadOf);
  const withTab = leads.filter((lead) => lead.startsWith("\t")).length;
  const widths = leads.filter((lead) => /^ {2,}$/.test(lead)).map((lead) => lead.length);
  const isMixed = withTab > 0 && widths.length > 0;
  if (withTab > widths.length) return { unit: "\t", isMixed };
  const least = widths.reduce((width, other) => Math.min(width, other), maxWidth + 1);
  return { unit: " ".repeat(least > maxWidth ? defaultWidth : least), isMixed };
}

/** Lines without their common indentation. */
export type GivenText = {
  readonly lines: readonly string[];
  /** The indices of lines that no indentation may change. */
  readonly fixed: ReadonlySet<number>;
  /** The common indentation that was taken away. */
  readonly cut: string;
  /**
   * Lines without it, blank ones and comments, by index, and all lines for a file with tabs and blanks: they stay as they are if it is
   * the indentation of the place.
   */
  readonly others: ReadonlyMap<number, string>;
};

/**
 * Returns the lines of a text of a caller, without blank lines around it.
 *
 * @param parsePart parses the text, which need not be correct
 * @param hasBraces true for a language in which indentation says nothing
 */
export function givenText(
  text: string,
  { unit, isMixed }: Indentation,
  parsePart: PartParser,
  hasBraces: boolean,
): GivenText {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd()
    .split("\n");
  const fixed = fixedLines(without(lines, new Set(), hasBraces).lines, parsePart);
  const { lines: own, cut } = without(lines, fixed, hasBraces);
  const others = new Map(
    [...lines.entries()].filter(([i, line]) => isMixed || (i > 0 && (line.trim() === "" || !line.startsWith(cut)))),
  );
  // Tabs and blanks have no indentation in common: the first line tells it.
  const lead = isMixed ? leadOf(lines[0] ?? "") : cut;
  return { lines: inUnits(own, fixed, unit), fixed, cut: lead, others };
}

/** Returns the lines with an indentation. @param isFirst true to leave the first line as it is, which follows one */
export function placed({ lines, fixed, cut, others }: GivenText, indent: string, isFirst: boolean): string {
  return lines
    .map((line, i) => {
      const kept = cut === indent ? others.get(i) : undefined;
      if (kept !== undefined) return isFirst && i === 0 ? kept.trimStart() : kept;
      return line === "" || fixed.has(i) || (isFirst && i === 0) ? line : indent + line;
    })
    .join("\n");
}

/** The lines that begin in a string, and directives in the first column. */
function fixedLines(lines: readonly string[], parsePart: PartParser): ReadonlySet<number> {
  const text = lines.join("\n");
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return parsePart(text, (tree) => {
    const isDirective = (start: number) => {
      for (let node = tree.firstFrom(start); node < tree.size && tree.start(node) === start; node++) {
        if (/^(?:#[a-z]|preproc_)/.test(tree.type(node))) return true;
      }
      return false;
    };
    const isFixed = (start: number) => textKindAt(tree, start - 1) === "string" || isDirective(start);
    return new Set(starts.flatMap((start, i) => (i > 0 && isFixed(start) ? [i] : [])));
  });
}

/** Takes the common indentation away. */
function without(
  lines: readonly string[],
  fixed: ReadonlySet<number>,
  hasBraces: boolean,
): Pick<GivenText, "cut" | "lines"> {
  const code = lines.filter((line, i) => line.trim() !== "" && !fixed.has(i));
  const [first = "", ...further] = code;
  // A directive may be in the first column of indented code, and a comment anywhere if it has no braces.
  const indented = code.filter((line) => !(hasBraces ? /^#/ : /^\s*#/).test(line));
  const common = commonOf(indented.length > 0 ? indented : code);
  // Code that was copied from its first letter on: the brace at its end tells how far it was indented.
  const last = further.at(-1) ?? "";
  const isCut = hasBraces && common === "" && leadOf(first) === "" && /^\s+\}/.test(last);
  const cut = isCut && further.every((line) => line.startsWith(leadOf(last))) ? leadOf(last) : common;
  const own = lines.map((line, i) => {
    if (fixed.has(i)) return line;
    if (line.trim() === "") return "";
    return line.startsWith(cut) ? line.slice(cut.length) : line.trimStart();
  });
  return { lines: own, cut };
}

function commonOf(lines: readonly string[]): string {
  const [first = "", ...others] = lines.map(leadOf);
  return others.reduce((common, lead) => {
    let length = 0;
    while (length < common.length && common[length] === lead[length]) length++;
    return common.slice(0, length);
  }, first);
}

/** Writes levels of tabs as blanks, or of blanks as tabs, as the file has them. */
function inUnits(lines: readonly string[], fixed: ReadonlySet<number>, unit: Indentation["unit"]): readonly string[] {
  const code = lines.filter((_, i) => !fixed.has(i));
  const widths = code.map((line) => (/^ +/.exec(line)?.[0] ?? "").length).filter((width) => width > 1);
  const width = widths.reduce((least, other) => Math.min(least, other), maxWidth);
  return lines.map((line, i) => {
    if (fixed.has(i)) return line;
    const lead = leadOf(line);
    const rest = line.slice(lead.length);
    if (unit !== "\t") return lead.replaceAll("\t", unit) + rest;
    const blanks = lead.replaceAll("\t", " ".repeat(width));
    return "\t".repeat(Math.floor(blanks.length / width)) + " ".repeat(blanks.length % width) + rest;
  });
}

/** The blanks at the start of a line. */
export function leadOf(line: string): string {
  return /^[^\S\n\r]*/.exec(line)?.[0] ?? "";
}
