// @ts-check
/**
 * What clang dropped because it could not read a head: a header that is read without the ones it
 * relies on has members of unknown types, specialisations of unknown templates, unknown macros
 * before a name. After such an error among members or in a namespace clang skips on, saying
 * nothing, until it makes sense of something again. What is not in its AST cannot be compared.
 */

/**
 * The lines of definitions with an error in their head and none of `rows` there, bodies included;
 * outside of functions on to the next row, within the same braces.
 *
 * @param {string} text
 * @param {readonly number[]} errorLines 1-indexed
 * @param {readonly { line: number }[]} rows what clang has got
 * @returns {[first: number, last: number][]} 1-indexed, inclusive
 */
export function unreadRanges(text, errorLines, rows) {
  const code = codeOf(text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (/** @type {number} */ offset) => starts.findLastIndex((start) => start <= offset) + 1;
  const named = new Set(rows.map(({ line }) => line));
  /** @type {[number, number][]} */
  const ranges = [];
  for (const errorLine of new Set(errorLines)) {
    const at = starts[errorLine - 1] ?? 0;
    const head = headAround(code, at);
    const [first, last] = [lineOf(head.start), lineOf(head.end)];
    const isRead = Array.from({ length: last - first + 1 }, (_, index) => first + index).some((line) =>
      named.has(line),
    );
    if (isRead) continue;
    const end = code[head.end] === "{" ? lineOf(closingBrace(code, head.end)) : last;
    const outer = openingBrace(code, head.start);
    if (!holdsDeclarations(code, outer)) ranges.push([first, end]);
    else ranges.push([first, Math.max(end, nextRow(rows, end, lineOf(closingBrace(code, outer))) - 1)]);
  }
  return ranges;
}

/**
 * The first line after `line` with a row, or the line after `last`.
 * @param {readonly { line: number }[]} rows
 * @param {number} line
 * @param {number} last
 */
function nextRow(rows, line, last) {
  return Math.min(last + 1, ...rows.map((row) => row.line).filter((other) => other > line));
}

/**
 * Whether members or namespace members stand in these braces, -1 being the whole file.
 * @param {string} code
 * @param {number} open
 */
function holdsDeclarations(code, open) {
  if (open < 0) return true;
  const { start } = headAround(code, open);
  return /\b(?:class|struct|union|namespace|extern)\b(?!.*\)\s*\w*\s*$)/s.test(code.slice(start, open));
}

/**
 * The brace around a place, or -1.
 * @param {string} code
 * @param {number} at
 */
function openingBrace(code, at) {
  let depth = 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    if (code[index] === "}") depth += 1;
    else if (code[index] === "{") depth -= 1;
    if (depth < 0) return index;
  }
  return -1;
}

/**
 * Comments, literals and directives blanked, at equal length.
 * @param {string} text
 */
function codeOf(text) {
  const blank = (/** @type {string} */ part) => part.replace(/[^\n]/g, " ");
  return text
    .replace(/\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'/g, blank)
    .replace(/^[ \t]*#(?:.*\\\r?\n)*.*/gm, blank);
}

/**
 * From the end of what stands before a line to the next `;`, `{` or `}`.
 * @param {string} code
 * @param {number} at
 */
function headAround(code, at) {
  let start = at;
  while (start > 0 && !/[;{}]/.test(code[start - 1] ?? "")) start -= 1;
  while (/\s/.test(code[start] ?? "")) start += 1;
  let end = Math.max(start, at);
  while (end < code.length && !/[;{}]/.test(code[end] ?? "")) end += 1;
  return { start, end };
}

/**
 * @param {string} code
 * @param {number} open
 */
function closingBrace(code, open) {
  if (open < 0) return code.length;
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === "{") depth += 1;
    else if (code[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return open;
}
