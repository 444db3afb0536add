// @ts-check
/** Why the numbers of get_file_summary and those of pmccabe, mccabe and cloc differ: for commands/summaries.mjs. */

/** @typedef {import("./summary-truths.mjs").TrueFunction} TrueFunction */
/** @typedef {import("./summary-truths.mjs").TruePython} TruePython */
/** @typedef {{ name: string, line: number, end_line: number, complexity: number, lines: number }} Measured */

/**
 * A text of C++ without its comments, and without what stands in strings, with the line breaks of both.
 * @param {string} text
 * @param {string} [lineBreak] what stands for a line break inside of a comment
 */
export function strippedCpp(text, lineBreak = "\n") {
  const part =
    /\/\/(?:[^\n\\]|\\[\s\S])*|\/\*[\s\S]*?(?:\*\/|$)|(?:u8|[uUL])?R"([^()\\\s]{0,16})\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\[\s\S])*"?|(?<![\w'])'(?:[^'\\\n]|\\[\s\S])*'?/g;
  return text.replace(part, (found) => {
    const breaks = found.replace(/[^\n]/g, "");
    const isComment = found.startsWith("//") || found.startsWith("/*");
    return isComment ? ` ${breaks.replaceAll("\n", lineBreak)}` : `""${breaks}`;
  });
}

/**
 * Lines of C++ as they are, and the lines of code that cloc has: for it, what follows a line with `\` at its end is code.
 * @param {string} text
 */
export function cppLines(text) {
  const original = linesOf(text);
  const stripped = strippedCpp(text).split("\n");
  const own = { code: 0, comment: 0, blank: 0 };
  let continued = 0;
  original.forEach((line, i) => {
    const kind = line.trim() === "" ? "blank" : (stripped[i] ?? "").trim() === "" ? "comment" : "code";
    own[kind]++;
    if (kind !== "code" && /\\\r?$/.test(original[i - 1] ?? "")) continued++;
  });
  // Code on both sides of a comment over several lines is one line.
  const joined = strippedCpp(text, "")
    .split("\n")
    .filter((line) => line.trim() !== "").length;
  return { own, cloc: { code: joined + continued }, isJoined: joined !== own.code };
}

/** @param {string} text */
export function linesOf(text) {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/**
 * The lines of Python as cloc classes them: what it does, step by step. `inString` has the lines at whose start it is inside
 * of what it takes for a docstring.
 * @param {string} text
 */
export function clocLinesOfPython(text) {
  const original = linesOf(text);
  const continued = /\\$/;
  /** @type {("code" | "comment" | "blank")[]} */
  const kinds = original.map((line, i) =>
    /^\s*$/.test(line) && !(i > 0 && continued.test(original[i - 1] ?? "")) ? "blank" : "comment",
  );
  let rows = original.flatMap((line, number) => (kinds[number] === "blank" ? [] : [{ number, line }]));
  for (const pattern of [/\/\*/, /\*\//, /^\s*#/]) rows = withoutBlanks(rows.filter(({ line }) => !pattern.test(line)));
  const inString = new Set();
  let isOpen = false;
  rows = rows.map(({ number, line }) => {
    if (isOpen) inString.add(number);
    let replaced = line;
    while (/"""|'''/.test(replaced)) {
      replaced = isOpen ? replaced.replace(/"""|'''/, "*/") : replaced.replace(/[uU]?(?:"""|''')/, "/*");
      isOpen = !isOpen;
    }
    return { number, line: replaced };
  });
  // What is around a comment over several lines becomes one line; a comment without an end is none.
  const joined = rows.map(({ line }) => line).join("\n");
  const withMarks = joined.replace(/\/\*[\s\S]*?\*\//g, (comment) =>
    comment.replace(/[^\n]/g, "").replace(/\n/g, "\0"),
  );
  let next = 0;
  const left = withMarks.split("\n").map((line) => {
    const row = { number: rows[next]?.number ?? 0, line: line.replaceAll("\0", "") };
    next += line.split("\0").length;
    return row;
  });
  for (const { number } of withoutBlanks(left)) kinds[number] = "code";
  const [first = ""] = original;
  if (first.startsWith("#!")) kinds[0] = "code";
  return { kinds, inString };
}

/** @param {{ number: number, line: string }[]} rows */
function withoutBlanks(rows) {
  return rows.filter(({ line }, i) => !/^\s*$/.test(line) || (i > 0 && /\\$/.test(rows[i - 1]?.line ?? "")));
}

/**
 * Why cloc takes lines of Python for something else than Python does: reason → lines. `unexplained` is one of the reasons.
 * @param {string} text
 * @param {TruePython["lines"]} truth
 * @param {ReturnType<typeof clocLinesOfPython>} cloc
 * @returns {Map<string, number>}
 */
export function pythonLineReasons(text, truth, { kinds, inString }) {
  const [code, comment] = [new Set(truth.code), new Set(truth.comment)];
  const lines = linesOf(text);
  const reasons = new Map();
  kinds.forEach((kind, i) => {
    const number = i + 1;
    const line = lines[i] ?? "";
    const own = /^\s*$/.test(line) ? "blank" : comment.has(number) ? "comment" : "code";
    if (own === kind || (number === 1 && line.startsWith("#!"))) return;
    const around = truth.triple.filter(([first, last]) => first <= number && number <= last);
    const isInside = truth.triple.some(([first, last]) => first < number && number <= last);
    const reason = /\/\*|\*\//.test(line)
      ? "a line with /* or */ is a comment"
      : inString.has(i) !== isInside
        ? "quotes out of step"
        : around.some(([, , isStatement]) => !isStatement)
          ? "a string over several lines is a comment"
          : around.some(([, , isStatement, prefix]) => isStatement && !/^u?$/i.test(prefix))
            ? "a docstring with a prefix is code"
            : around.length > 0
              ? "code or a comment beside a docstring"
              : comment.has(number)
                ? "a docstring in single quotes is code"
                : /\\$/.test(lines[i - 1] ?? "")
                  ? "a continued line is code"
                  : code.has(number)
                    ? "unexplained"
                    : "unexplained";
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  });
  return reasons;
}

/** Names that pmccabe gives to what is no function. */
const noNames = new Set([
  "if",
  "for",
  "while",
  "switch",
  "catch",
  "return",
  "requires",
  "constexpr",
  "decltype",
  "noexcept",
  "else",
  "operator",
]);

/**
 * Why pmccabe sees a function where there is none, or ends it elsewhere; undefined for no reason.
 * @param {TrueFunction} seen
 * @param {string} stripped the file without comments
 */
export function reasonOfUnmatched({ name, line, endLine }, stripped) {
  const short = lastNameOf(name);
  if (noNames.has(short)) return "pmccabe takes a statement or an operator for a function";
  const text = withoutAlternatives(stripped)
    .split("\n")
    .slice(line - 1)
    .join("\n");
  const open = text.indexOf("{");
  const head = text.slice(0, Math.max(open, 0));
  if (/\]\s*(?:\([^{]*)?$/.test(head)) return "pmccabe takes a lambda outside of functions for a function";
  if (/\)\s*:(?!:)[^;]*[\w>]\s*$/.test(head)) return "pmccabe takes an initializer in braces for the body";
  const end = open < 0 ? -1 : endOfBraces(text, open);
  const last = end < 0 ? -1 : line - 1 + text.slice(0, end).split("\n").length;
  if (last !== endLine) return "pmccabe ends a function at another brace than its own";
  const isMacro = /^_*[A-Z][A-Z0-9]*_\w*$|^[A-Z][A-Z0-9]+$/.test(short);
  if (isMacro || /;|\b(?:class|enum|struct|union)\b/.test(head.replace(/\([^()]*\)/g, ""))) {
    return "pmccabe takes a type or a value behind a macro or brackets for a function";
  }
  return undefined;
}

/**
 * Why pmccabe counts other decisions in a function than we do; undefined for no reason.
 * @param {TrueFunction} theirs
 * @param {Measured} ours
 * @param {string} stripped the file without comments
 */
export function reasonOfComplexity(theirs, ours, stripped) {
  const first = ours.end_line - ours.lines;
  const own = stripped.split("\n").slice(first, ours.end_line).join("\n");
  const seen = withoutAlternatives(own);
  const open = seen.indexOf("{");
  const body = seen.slice(Math.max(open, 0));
  const difference = ours.complexity - theirs.complexity;
  const references =
    countOf(body, /&&(?=\s*(?:[)>,]|\.\.\.|[\w]+\s*[=:,)[;]))/g) - countOf(body, /&&\s*\w+\s*(?:[=!]=)/g);
  const initializers = countOf(seen.slice(0, Math.max(open, 0)).replace(/^[\s\S]*?\)\s*:(?!:)/, ""), /\?|&&|\|\|/g);
  const words = countOf(body, /\b(?:and|or)\b/g);
  const loops = countOf(body, /\b[A-Za-z_]*(?:foreach|FOREACH)\b/g);
  if (difference === -references && references > 0) return "pmccabe counts && of rvalue references";
  if (
    difference < 0 &&
    -difference <= countOf(body, /&&/g) &&
    /[\w>]\s*&&\s*(?:[)>,]|\w+\s*[=:,)[;]|\.\.\.)/.test(body)
  ) {
    return "pmccabe counts && of rvalue references";
  }
  if (difference > 0 && difference === words) return "pmccabe does not know the words and, or";
  if (difference > 0 && difference === initializers) return "pmccabe leaves out initializers of constructors";
  if (difference > 0 && difference <= loops) return "a loop that is a macro";
  if (/^[ \t]*#[ \t]*if\s+(?:0|false)\b/m.test(own)) return "pmccabe leaves out #else of #if 0";
  if (/^[ \t]*#[ \t]*(?:if|el)/m.test(own)) return "#if inside of a statement";
  if (theirs.endLine !== ours.end_line) return "pmccabe ends a function at another brace than its own";
  return undefined;
}

/** @param {string} text @param {RegExp} pattern */
function countOf(text, pattern) {
  return [...text.matchAll(pattern)].length;
}

/** @param {string} name */
export function lastNameOf(name) {
  return name.replace(/^.*(?:::|\/)/s, "").trim();
}

/**
 * The text without the lines of `#else` and `#elif`, of `#if 0`, and without directives.
 * @param {string} text
 */
function withoutAlternatives(text) {
  /** @type {boolean[]} */
  const skipped = [];
  let isDirective = false;
  return text
    .split("\n")
    .map((line) => {
      const [, word, rest = ""] = /^\s*#\s*(\w*)(.*)/s.exec(line) ?? [];
      const wasDirective = isDirective;
      isDirective = (word !== undefined || wasDirective) && /\\\r?$/.test(line);
      if (wasDirective) return "";
      if (word === undefined) return skipped.includes(true) ? "" : line;
      if (word.startsWith("if")) skipped.push(/^\s*\(?\s*(?:0|false)\b/.test(rest) && word === "if");
      else if (word.startsWith("el") && skipped.length > 0) skipped[skipped.length - 1] = true;
      else if (word === "endif") skipped.pop();
      return "";
    })
    .join("\n");
}

/** The offset behind the brace that closes the one at an offset; -1 for none. @param {string} text @param {number} open */
function endOfBraces(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return -1;
}
