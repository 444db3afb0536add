/**
 * Mending of C++ directives that the grammar misreads: comments and empty lines in `#define`, `#include WORD(…)`,
 * conditions. Input: a directive; output: edits in it.
 */
import type { Stream } from "../tokens/stream.ts";

/** A comment or an empty line inside a definition, and the directive that is none. */
export function maskDirective(stream: Stream, index: number): void {
  const line = stream.text.slice(stream.start(index), stream.end(index));
  if (/^#[ \t]*(?:$|\/[/*])/.test(line)) return void stream.cut(index, index, "empty-directive");
  maskBlanksAtEnd(stream, index, line);
  maskNamedDots(stream, index, line);
  if (!odd.test(line)) return;
  if (!/\\\r?\n/.test(line)) return void maskCommentsInValue(stream, index, line);
  const head = headOfMacro.exec(line);
  if (!head) return;
  const [{ length }] = head;
  const place = line.slice(length).search(odd);
  if (place < 0) return;
  const from = Math.max(length, Math.min(length + place, line.search(/\\\r?\n/)));
  if (from < line.length)
    stream.edits.add(
      stream.start(index) + from,
      stream.end(index),
      "comment-in-define",
      from > length || head[0].endsWith(")") ? "0" : "",
    );
}

/** Text that is not in a value of several lines: a comment, and an empty line. */
const odd = /\/\*|\n[ \t]*\\\r?\n/;

/** The name of a macro and its parameters, which may have comments. */
const headOfMacro = /^#[ \t]*define[ \t]+[\w$]+(?:\((?:[^)/]|\/(?!\*)|\/\*(?:[^*]|\*(?!\/))*\*\/)*\))?/;

/** The comments in the middle of a value of one line, which the grammar takes for its end. */
function maskCommentsInValue(stream: Stream, index: number, line: string): void {
  const [head] = /^#[ \t]*define[ \t]+[\w$]+(?:\([^)]*\))?[ \t]+(?=[^ \t/])/.exec(line) ?? [];
  if (head === undefined) return;
  // Matches without a value are found too, and so looked at once.
  for (const match of line.slice(head.length).matchAll(/(\/\*[^\n]*?\*\/(?=[ \t]*[^\s/]))|\/\*[^\n]*/g)) {
    const [, comment] = match;
    const start = stream.start(index) + head.length + match.index;
    if (comment !== undefined) stream.edits.add(start, start + comment.length, "comment-in-value");
  }
}

/** `#include WORD(<a>)`: the arguments become a comment. */
export function maskInclude(stream: Stream, index: number): void {
  const line = stream.text.slice(stream.start(index), stream.end(index));
  maskBlanksAtEnd(stream, index, line);
  maskBackslashes(stream, index, line);
  const [call, args = ""] = /^#[ \t]*include[ \t]+\w+[ \t]*(\([^)<./\n]*[<./][^\n]*\))/.exec(line) ?? [];
  if (call === undefined) return;
  const end = stream.start(index) + call.length;
  stream.edits.add(end - args.length, end, "include-of-macro", "//");
}

/** `#include "..\\a.h"`: slashes, as the grammar reads an escape. */
function maskBackslashes(stream: Stream, index: number, line: string): void {
  const [head, path = ""] = /^#[ \t]*include[ \t]*"([^"\n]*)"/.exec(line) ?? [];
  if (head === undefined || !path.includes("\\")) return;
  const end = stream.start(index) + head.length - 1;
  stream.edits.add(end - path.length, end, "backslash-in-include", path.replaceAll("\\", "/"));
}

/** `#define WORD(args...)`: the dots after the name, as GCC has them. */
function maskNamedDots(stream: Stream, index: number, line: string): void {
  const head = /^#[ \t]*define[ \t]+[\w$]+\([^()\n]*?\w(?=\.\.\.\))/.exec(line);
  if (!head) return;
  const start = stream.start(index) + head[0].length;
  stream.edits.add(start, start + 3, "named-variadic-parameter");
}

/**
 * Blanks that end the line of an #include, of a macro's name, or of a comment: after these the grammar wants the line
 * break at once. So does a line that continues on an empty one: the grammar takes the next directive for the value of the macro.
 */
function maskBlanksAtEnd(stream: Stream, index: number, line: string): void {
  let end = endOfText(line, line.length);
  for (let broken = lineBreakBefore(line, end); broken > 0; broken = lineBreakBefore(line, end))
    end = endOfText(line, end - broken);
  if (end === line.length) return;
  if (!line.endsWith("*/", end) && !endsWithName.test(line.slice(0, end))) return;
  stream.edits.add(stream.start(index) + end, stream.end(index), "blanks-at-end-of-directive", "\n");
}

/** The end of a text without the blanks before an offset. */
function endOfText(line: string, offset: number): number {
  let end = offset;
  while (isBlank(line.charCodeAt(end - 1))) end -= 1;
  return end;
}

/** The length of the line break before an offset that continues a directive; 0 for none. */
function lineBreakBefore(line: string, end: number): number {
  if (line.startsWith("\\\n", end - 2)) return 2;
  return line.startsWith("\\\r\n", end - 3) ? 3 : 0;
}

const endsWithName =
  /^#[ \t]*(?:define[ \t]+[\w$]+(?:\([^()]*\))?|include[ \t]*(?:"[^"]*"|<[^>]*>|\w+(?:[ \t]*\([^()]*\))?))$/;

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 12;

/** A condition that the grammar cannot read, like `__has_include(<x>)`, becomes `1`. */
export function maskCondition(stream: Stream, index: number): void {
  const line = stream.text.slice(stream.start(index), stream.end(index));
  const name = /^#[ \t]*ifn?def[ \t]+\w+(?=[ \t]+[^\s/])/.exec(line);
  if (name) return void stream.edits.add(stream.start(index) + name[0].length, stream.end(index), "unread-condition");
  const noName = /^#[ \t]*if(?=n?def[ \t]+[^\s\w])/.exec(line);
  if (noName)
    return void stream.edits.add(stream.start(index) + noName[0].length, stream.end(index), "unread-condition", " 1");
  const head = /^#[ \t]*(?:el)?if\b/.exec(line);
  const condition = line.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, " ");
  if (!head || !(oddNumber.test(condition) || oddPart.test(condition))) return;
  stream.edits.add(stream.start(index) + head[0].length, stream.end(index), "unread-condition", " 1");
}

/** `__has_include(<x>)`, `"a"`, `a ? b : c`, `a::b`, `A(b) 1`, `a and b`, `A(< b)` */
const oddPart = /__has_\w+\s*\(|["?]|::|\)[ \t]+\d|\b(?:and|or|not)\b|[(,]\s*(?:[<>]=?|[=!]=)\s*[\w(]/;

/** `64BIT`: a word that begins with a digit, as an argument of a macro that joins it with another. */
const oddNumber = /(?<![\w.'])(?!0[xX][\da-fA-F']+[uUlLzZ]*\b|0[bB][01']+[uUlLzZ]*\b|\d[\d']*[uUlLzZ]*\b)\d\w*/;
