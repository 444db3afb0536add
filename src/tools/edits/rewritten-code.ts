/**
 * The rewriting of matches. Input: a text, matches of a pattern, and the code that replaces them, with metavariables; output: hunks of
 * a unified diff. Matches in what a metavariable stands for are rewritten there, too, and lines keep their indentation.
 */
import { countWhile } from "../../base/count-while.ts";
import { numberText } from "../../base/counted.ts";
import { UserError } from "../../base/errors.ts";
import { type ChangedLines, type Hunk, linesOf, unifiedHunks } from "../../base/unified-hunks.ts";
import type { TextEdit } from "../../edits/text-edits.ts";
import { lineComparer } from "../../revisions/changed-lines.ts";
import { holeNamesIn } from "../../syntax/patterns/holes.ts";
import type { CapturedRange, PatternMatch } from "../../syntax/patterns/pattern-matches.ts";

type Rewriting = {
  /** The text of the file. */
  readonly text: string;
  /** The byte order mark before it; "" for none. */
  readonly mark: string;
  readonly matches: readonly PatternMatch[];
  /** The code that replaces a match. */
  readonly rewrite: string;
  /** Texts of several lines that no indentation may change. */
  readonly fixedText: readonly Pick<CapturedRange, "start" | "end">[];
};

type Rewritten = {
  /** In order. */
  readonly hunks: readonly Hunk[];
  /** The edits of the text that the hunks show. */
  readonly edits: readonly TextEdit[];
};

/** Rewrites a file. */
export function rewrittenCode(rewriting: Rewriting): Rewritten {
  const edits = new Rewriter(rewriting).edits();
  return { hunks: hunksOfEdits(rewriting, edits, contextLines), edits };
}

/**
 * Returns the hunks of edits of a text.
 *
 * @param contextLines lines around a change
 */
export function hunksOfEdits(
  { text, mark }: Pick<Rewriting, "mark" | "text">,
  edits: readonly TextEdit[],
  contextLines: number,
): readonly Hunk[] {
  const marked = mark + text;
  const lines = linesOf(marked);
  const shifted = edits.map((edit) => ({ ...edit, start: edit.start + mark.length, end: edit.end + mark.length }));
  const compare = lineComparer(undefined, linesOf);
  const blocks = blocksIn(marked, lines, shifted).flatMap((block) => smallest(lines, block, compare));
  return unifiedHunks(lines, blocks, contextLines);
}

class Rewriter {
  readonly #given: Rewriting;
  readonly #lineBreak: string;
  /** List of statements → how many of them are taken away. */
  readonly #taken = new Map<number, number>();
  #chars = 0;

  constructor(given: Rewriting) {
    this.#given = given;
    this.#lineBreak = given.text.includes("\r\n") ? "\r\n" : "\n";
    for (const { statement } of given.matches) {
      if (statement !== undefined)
        this.#taken.set(statement.list, (this.#taken.get(statement.list) ?? 0) + statement.taken);
    }
  }

  edits(): readonly TextEdit[] {
    const { text, matches } = this.#given;
    return this.#outermost(matches).map((match) => {
      const replaced = this.#replacement(match);
      const edit = { start: match.start, end: match.matchEnd, text: replaced };
      return replaced === "" ? wholeLines(text, edit) : edit;
    });
  }

  #outermost(matches: readonly PatternMatch[]): readonly PatternMatch[] {
    let end = 0;
    return matches.filter((match) => {
      if (match.start < end) return false;
      end = match.matchEnd;
      return true;
    });
  }

  /** The statement that has to be there instead of a match that is taken away: the first one of a list that loses all. */
  #empty({ statement }: PatternMatch): string {
    if (statement === undefined || this.#taken.get(statement.list) !== statement.count) return "";
    this.#taken.delete(statement.list);
    return statement.empty;
  }

  #replacement(match: PatternMatch): string {
    const { start, captures } = match;
    const { rewrite, text } = this.#given;
    if (rewrite === "") return this.#empty(match);
    const indentation = indentationAt(text, start);
    const lines = rewrite.replace(/\n+$/, "").split(/\r?\n/);
    return lines
      .map((line, index) => {
        const own = /^\s*/.exec(line)?.[0] ?? "";
        const lineIndentation = indentation + (index === 0 ? "" : own);
        const written = replacedHoles(line, (name, before) => {
          const range = captures.find((one) => one.name === name);
          // A capture before it may have several lines: `$A.sort($B)` with a chain of calls for `$A`.
          return range && this.#captured(range, lastIndentation(before) ?? lineIndentation);
        });
        return index === 0 || line === "" ? written : indentation + written;
      })
      .join(this.#lineBreak);
  }

  /** The text of a capture with its own matches rewritten, whose further lines get another indentation. */
  #captured({ start, end }: CapturedRange, indentation: string): string {
    const { text, matches, fixedText } = this.#given;
    const before = indentationAt(text, start);
    const inner = this.#outermost(matchesIn(matches, start, end));
    let written = "";
    let at = start;
    const copy = (to: number) => {
      written += text.slice(at, to).replace(/\n([^\S\n]*)(?=\S)/g, (whole, own: string, offset: number) => {
        const place = at + offset + 1;
        const isFixed = fixedText.some((range) => range.start < place && place < range.end);
        if (isFixed || !own.startsWith(before)) return whole;
        return `\n${indentation}${own.slice(before.length)}`;
      });
      at = to;
    };
    for (const match of inner) {
      copy(match.start);
      written += this.#replacement(match);
      at = match.matchEnd;
    }
    copy(end);
    this.#chars += written.length;
    if (this.#chars > maxRewrittenChars) {
      throw new UserError("The rewrite makes too much text", {
        details: `It copies matches in one another: more than ${numberText(maxRewrittenChars)} characters of one file.`,
      });
    }
    return written;
  }
}

/** UTF-16 code units of captures that the rewrite of a file copies: `g($A, $A)` doubles them at each level. */
const maxRewrittenChars = 20_000_000;

/** The matches in a range, of matches in the order of their starts. */
function matchesIn(matches: readonly PatternMatch[], start: number, end: number): readonly PatternMatch[] {
  let at = countWhile(matches.length, (index) => (matches[index]?.start ?? end) < start);
  const found: PatternMatch[] = [];
  for (let match = matches[at]; match !== undefined && match.start < end; match = matches[++at]) {
    if (match.matchEnd <= end) found.push(match);
  }
  return found;
}

/** The blanks at the start of the last line of a text; undefined for a text of one line. */
function lastIndentation(text: string): string | undefined {
  const lineBreak = text.lastIndexOf("\n");
  return lineBreak < 0 ? undefined : /^[^\S\n]*/.exec(text.slice(lineBreak + 1))?.[0];
}

/** Replaces metavariables; one without a text stays. @param textOf is given the text before it, too */
function replacedHoles(line: string, textOf: (name: string, before: string) => string | undefined): string {
  const names = [...holeNamesIn(line)].sort((a, b) => b.length - a.length);
  if (names.length === 0) return line;
  const pattern = new RegExp(names.map((name) => name.replaceAll("$", "\\$")).join("|"), "g");
  let written = "";
  let at = 0;
  for (const { 0: name, index } of line.matchAll(pattern)) {
    written += line.slice(at, index);
    written += textOf(name, written) ?? name;
    at = index + name.length;
  }
  return written + line.slice(at);
}

/** The blanks at the start of the line of an offset. */
function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[^\S\n]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Of code that is taken away and has lines of its own, the lines. */
function wholeLines(text: string, edit: TextEdit): TextEdit {
  const start = text.lastIndexOf("\n", edit.start - 1) + 1;
  const lineBreak = text.indexOf("\n", edit.end);
  const end = lineBreak < 0 ? text.length : lineBreak + 1;
  const isAlone = /^\s*$/.test(text.slice(start, edit.start)) && /^\s*$/.test(text.slice(edit.end, end));
  return isAlone ? { start, end, text: "" } : edit;
}

/** Lines around a change. */
const contextLines = 1;

/** The lines that edits change. Edits in the same lines are one block, and lines that stay equal at both ends are left out. */
function blocksIn(text: string, lines: readonly string[], edits: readonly TextEdit[]): readonly ChangedLines[] {
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length;
  }
  const blocks: ChangedLines[] = [];
  let line = 0;
  for (let i = 0; i < edits.length; ) {
    const first = edits[i];
    if (first === undefined) break;
    while (line + 1 < lines.length && (starts[line + 1] ?? 0) <= first.start) line++;
    const from = line;
    let to = from;
    let made = "";
    let at = starts[from] ?? 0;
    // An edit that takes a line break away joins the next line.
    const isJoined = () => to < lines.length && at === starts[to] && made !== "" && !made.endsWith("\n");
    for (let edit = edits[i]; edit !== undefined; edit = edits[++i]) {
      const isNext = edit !== first;
      if (isNext && isJoined()) to++;
      if (isNext && edit.start >= (starts[to] ?? text.length)) break;
      made += text.slice(at, edit.start) + edit.text;
      at = edit.end;
      while (to < lines.length && (to <= from || (starts[to] ?? 0) < edit.end)) to++;
    }
    if (isJoined()) to++;
    made += text.slice(at, starts[to] ?? text.length);
    const block = trimmed(lines, { from, to, made: linesOf(made) });
    if (block.to > block.from || block.made.length > 0) blocks.push(block);
  }
  return blocks;
}

/** The parts of a block without the lines between them that stay equal. */
function smallest(
  lines: readonly string[],
  { from, to, made }: ChangedLines,
  compare: ReturnType<typeof lineComparer>,
): readonly ChangedLines[] {
  if (to - from < 2 || made.length < 2) return [{ from, to, made }];
  const { removed, changed } = compare(lines.slice(from, to).join(""), made.join(""));
  const parts: ChangedLines[] = [];
  let [old, now] = [0, 0];
  const [goes, comes] = [numbersIn(removed), numbersIn(changed)];
  while (from + old < to || now < made.length) {
    const [first, firstMade] = [old, now];
    while (goes.has(old + 1)) old++;
    while (comes.has(now + 1)) now++;
    if (old === first && now === firstMade) [old, now] = [old + 1, now + 1];
    else parts.push({ from: from + first, to: from + old, made: made.slice(firstMade, now) });
  }
  return parts;
}

/** The numbers that ranges have. */
function numbersIn(ranges: readonly (readonly [first: number, last: number])[]): ReadonlySet<number> {
  return new Set(ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at)));
}

function trimmed(lines: readonly string[], { from, to, made }: ChangedLines): ChangedLines {
  let [first, last, end] = [0, to, made.length];
  while (from + first < last && first < end && lines[from + first] === made[first]) first++;
  while (last > from + first && end > first && lines[last - 1] === made[end - 1]) {
    last--;
    end--;
  }
  return { from: from + first, to: last, made: made.slice(first, end) };
}
