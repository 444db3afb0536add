/**
 * Long runs of comments. The scanner of tree-sitter-python looks for the next statement's indentation at each comment, through all
 * comments after it: three thousand lines take four seconds, and the time grows with the square.
 */
import { commentsAndStrings } from "./line-joining.ts";

/** Lines of a run that is worth it: fewer take some milliseconds. */
const leastLines = 300;

/** Comments at each end of a run that stay as they are, such as the ones about the statement next to it. */
const keptLines = 20;

/**
 * Returns a copy of equal length in which the comments of long runs are joined: blanks are put for the line breaks between them, so that
 * the lines between two empty ones are one comment. The first and the last lines of a run stay. Text without such a run is itself.
 */
export function joinCommentRuns(text: string): string {
  if (!hasRun(text)) return text;
  let copy = "";
  let from = 0;
  for (const run of runsIn(text)) {
    const joined = run.slice(keptLines, -keptLines);
    for (const [at, { start }] of joined.entries()) {
      const end = joined[at - 1]?.end;
      if (end === undefined || !isOneLineBreak(text.slice(end, start))) continue;
      copy += `${text.slice(from, end)}${" ".repeat(start - end)}`;
      from = start;
    }
  }
  return copy + text.slice(from);
}

type Comment = { readonly start: number; readonly end: number };

/** The runs of comments with nothing but blanks and line breaks between them. */
function* runsIn(text: string): Iterable<readonly Comment[]> {
  let run: Comment[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const last = run[run.length - 1];
    const isNext = token.startsWith("#") && last !== undefined && text.slice(last.end, index).trim() === "";
    if (!isNext) {
      if (run.length >= leastLines) yield run;
      run = [];
    }
    if (token.startsWith("#")) run.push({ start: index, end: index + token.length });
  }
  if (run.length >= leastLines) yield run;
}

const tokens = new RegExp(commentsAndStrings, "g");

function isOneLineBreak(gap: string): boolean {
  return gap.indexOf("\n") === gap.lastIndexOf("\n");
}

/** True if a text has so many lines in sequence that begin with `#`, maybe with empty ones between them, be they of a string or not. */
function hasRun(text: string): boolean {
  let lines = 0;
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf("\n", at);
    const end = lineEnd < 0 ? text.length : lineEnd;
    let first = at;
    while (first < end && isBlank(text.charCodeAt(first))) first++;
    if (text.charCodeAt(first) === 0x23) lines++;
    else if (first < end) lines = 0;
    if (lines === leastLines) return true;
    at = end + 1;
  }
  return false;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0c || code === 0x0d;
}
