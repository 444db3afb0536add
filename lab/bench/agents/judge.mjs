// @ts-check
/**
 * When an answer counts as right: the same rule for answers of codegrove and for lines of rg, sed and other programs.
 *
 * All become lines of text, as rg writes them: `path:line`, and the rest. A fact is in an answer when one of these
 * lines has it, at the borders of words.
 */

/** @typedef {import("./questions.mjs").Truth} Truth */

/** Keys of an answer whose rows are guesses, set apart from the answer: they neither count for it nor against it. */
const guesses = ["possible"];

/**
 * @param {string} answer all texts of one side
 * @param {Truth} truth
 * @param {(path: string) => string} textOf the text of a file of the code base
 * @param {"json" | "brief"} [form] how codegrove answers; json for other programs, too
 * @returns {{ missing: string[], wrong: string[] }} facts that the answer lacks, and those that it must not have
 */
export function judged(answer, { facts = [], source, without = [], most = Infinity }, textOf, form = "json") {
  const lines = form === "brief" ? linesOfBrief(answer) : linesOf(answer);
  const missing = [...facts, ...(source === undefined ? [] : sourceLines(source, textOf))].filter(
    (fact) => !isIn(lines, fact),
  );
  const wrong = without.filter((fact) => isIn(lines, fact));
  if (answer.length > most) wrong.push(`${answer.length} characters, of at most ${most}`);
  return { missing, wrong };
}

/**
 * The lines of code in a range, without those that have no word in them.
 * @param {string} range `path:from-to`, as lines from 1
 * @param {(path: string) => string} textOf
 */
function sourceLines(range, textOf) {
  const [, path, from, to] = /^(.+):(\d+)-(\d+)$/.exec(range) ?? [];
  if (path === undefined) throw new Error(`${range} is not path:from-to`);
  return textOf(path)
    .split("\n")
    .slice(Number(from) - 1, Number(to))
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
}

/**
 * @param {readonly string[]} lines
 * @param {string} fact
 */
function isIn(lines, fact) {
  const patterns = fact.split(" & ").map((part) => new RegExp(`(?<![\\w/])${escaped(part)}(?!\\w)`));
  return lines.some((line) => patterns.every((pattern) => pattern.test(line)));
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/**
 * @param {string} answer JSON objects, each on a line of its own, or plain lines
 * @returns {string[]}
 */
function linesOf(answer) {
  return answer.split("\n").flatMap((line) => {
    const value = line.startsWith("{") ? parsed(line) : undefined;
    return value === undefined ? [line.replace(/^\.\//, "")] : linesOfValue(value, "");
  });
}

/**
 * Lines below a path, or behind one: rows `12: text` and `12-30: text`, calls `name at 12,15`, names `name:12`.
 * @param {string} answer
 * @returns {string[]}
 */
function linesOfBrief(answer) {
  let path = "";
  let isGuess = false;
  return answer.split("\n").flatMap((line) => {
    if (/^[a-z_]+:$/.test(line)) isGuess = guesses.includes(line.slice(0, -1));
    if (line.startsWith("searched_files=")) isGuess = false;
    if (isGuess) return [];
    const [, ownPath, behind = ""] = /^(?:\.\/)?([^\s:]+\.[a-z]+)(?::(.*))?$/.exec(line) ?? [];
    if (ownPath !== undefined) path = ownPath;
    const row = ownPath === undefined ? line : behind;
    const [, first, calls] = /^\s*(\d+)(?:-\d+)?:?\s.*?(?: at ([\d,]+))?$/.exec(row) ?? [];
    const places = [first, ...(calls ?? "").split(",")].filter((place) => place !== undefined && place !== "");
    const names = row.split(/[\s,]+/).flatMap((word) => {
      const [, at] = /^(?:.+:)?(\d+)$/.exec(word) ?? [];
      return at === undefined ? [] : [`${path}:${at} ${word}`];
    });
    return [`${path} ${row}`, line, ...places.map((place) => `${path}:${place} ${row}`), ...names];
  });
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The place of a compact row, `name:line`, or a line alone.
 * @param {string} text
 * @param {string} path
 */
function placeIn(text, path) {
  const [, line] = /^(?:[^\s:]+(?:::[^\s:]+)*:)?(\d+)(?!\S)/.exec(text) ?? [];
  return line === undefined ? path : `${path}:${line}`;
}

/**
 * A line for each row: its file, each of its lines, and its texts. What is inside of a row inherits its file.
 * @param {unknown} value
 * @param {string} path
 * @returns {string[]}
 */
function linesOfValue(value, path) {
  if (typeof value === "string") return value.split("\n").map((line) => `${placeIn(line, path)} ${line}`);
  if (Array.isArray(value)) return value.flatMap((item) => linesOfValue(item, path));
  if (typeof value !== "object" || value === null) return [];
  const row = Object.fromEntries(Object.entries(value).filter(([key]) => !guesses.includes(key)));
  const own = String(row.filepath ?? row.file ?? row.from ?? path).replace(/^\.\//, "");
  const texts = Object.values(row).filter((text) => typeof text === "string" && !text.includes("\n"));
  const places = [row.line, row.lines]
    .flat()
    .filter((line) => typeof line === "number")
    .map((line) => `${own}:${line}`);
  const inside = Object.entries(row).flatMap(([key, item]) =>
    typeof item === "object" || (typeof item === "string" && item.includes("\n"))
      ? [` ${key}`, ...linesOfValue(item, own)]
      : [],
  );
  return [...(places.length > 0 ? places : [own]).map((place) => [place, ...texts].join(" ")), ...inside];
}
