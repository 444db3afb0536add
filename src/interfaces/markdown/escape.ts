/**
 * The escapes of Markdown (CommonMark 0.31): texts of a stranger make no image, link, HTML or heading. Backslash escapes and
 * code spans are the only means; what is in a code span stays as it is.
 */

/** A text in a line of Markdown, with all that could mean something escaped. */
export function inlineText(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>#!|~&$]/g, "\\$&");
}

/** The destination of a link: a relative path, in which each character that could end it is percent-encoded. */
export function linkDestination(path: string): string {
  // A colon would end the scheme of a URI; encodeURI refuses halves of surrogate pairs.
  return encodeURI(path.replace(/\p{Cs}/gu, "\uFFFD")).replace(
    /[()[\]'!*?#:;&$]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

/** Code in a line, in a span that is longer than the runs of backticks in it. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  if (!line.includes("`")) return `\`${line}\``;
  const fence = fenceFor([line], 1);
  return `${fence} ${line} ${fence}`;
}

/** A block of code, in a fence that is longer than those in the text. */
export function fencedCode(language: string, lines: readonly string[]): string {
  const fence = fenceFor(lines, 3);
  return [fence + language, ...lines, fence].join("\n");
}

/** Prose of a comment, which may have emphasis, lists and code spans, and nothing that loads, links or structures. */
export function prose(lines: readonly string[]): string {
  const text = lines.join("\n");
  let escaped = "";
  let end = 0;
  for (const { 0: span, index } of text.matchAll(codeSpans)) {
    escaped += plainProse(text.slice(end, index)) + span;
    end = index + span.length;
  }
  return (escaped + plainProse(text.slice(end))).replace(structure, "$1\\$2");
}

/** A run of backticks up to the next one of the same length. A run alone stands for itself. */
const codeSpans = /(?<!`)(`{1,20})(?!`)[^`]{1,2000}(?<!`)\1(?!`)/g;

/** What begins a heading, underlines one, or opens a fence, at the beginning of a line. */
const structure = /^([ \t]{0,3})(#{1,6}(?=[ \t]|$)|=+(?=[ \t]*$)|-+(?=[ \t]*$)|`{3,}|~{3,})/gm;

function plainProse(text: string): string {
  return text.replace(/[<[\]&]/g, "\\$&").replace(/!(?=\\\[)/g, "\\!");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function fenceFor(lines: readonly string[], least: number): string {
  const longest = lines.flatMap((line) => line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
  return "`".repeat(Math.max(least, longest + 1));
}
