// @ts-check
/**
 * Compares get_file_summary with pmccabe and cloc on C++, and with Python's mccabe and cloc on Python: equal and different
 * items, and the reason of each difference.
 */
import { readFileSync } from "node:fs";
import { answerOf } from "../programs.mjs";
import * as why from "../truths/summary-differences.mjs";
import { clocOf, mccabeOf, pmccabeOf } from "../truths/summary-truths.mjs";

/** @typedef {import("../truths/summary-differences.mjs").Measured} Measured */
/** @typedef {{ lines: { total: number, code: number, comment: number, blank: number }, functions: Measured[] }} Summary */

/** Equal and different items by kind, with reasons. */
class Score {
  /** @type {Map<string, number>} */
  equal = new Map();
  /** @type {Map<string, string[]>} */
  reasons = new Map();
  /** @type {string[]} */
  unexplainedPlaces = [];

  /** @param {string} kind */
  same(kind) {
    this.equal.set(kind, (this.equal.get(kind) ?? 0) + 1);
  }

  /** @param {string} kind @param {string | undefined} reason @param {string} place */
  other(kind, reason, place) {
    if (reason === undefined || reason === "unexplained") this.unexplainedPlaces.push(`${kind} ${place}`);
    const key = `${kind}: ${reason ?? "UNEXPLAINED"}`;
    this.reasons.set(key, [...(this.reasons.get(key) ?? []), place]);
  }

  /** @param {number} shown */
  print(shown) {
    for (const [kind, count] of this.equal) console.log(`${String(count).padStart(7)}  equal ${kind}`);
    for (const [reason, places] of [...this.reasons].sort(([, a], [, b]) => b.length - a.length)) {
      console.log(`${String(places.length).padStart(7)}  ${reason}`);
      for (const place of places.slice(0, shown)) console.log(`           ${place}`);
    }
    console.log(`${String(this.unexplainedPlaces.length).padStart(7)}  without a reason`);
  }
}

/**
 * @param {readonly string[]} paths
 * @param {readonly string[]} flags
 * @returns {Map<string, Summary>}
 */
function summariesOf(paths, flags = ["--no-cache"]) {
  const input = paths.map((path) => `${path}\n`).join("");
  const answer = answerOf(["get_file_summary", "-", "--include", "functions", ...flags], { input });
  return new Map(answer.results.map((/** @type {Summary & { filepath: string }} */ row) => [row.filepath, row]));
}

/** Lines in front of a function of which an error hides it. */
const errorReach = 6;

/** @type {Map<string, number[]>} */
const knownErrors = new Map();

/** The lines of a file where it does not parse, as check_file has them. @param {string} path */
function errorLinesOf(path) {
  const known = knownErrors.get(path);
  if (known !== undefined) return known;
  const answer = answerOf(["check_file", path, "--no-cache", "--exit-zero", "--checks", "syntax"]);
  /** @type {number[]} */
  const lines = answer.diagnostics.map((/** @type {{ line: number }} */ { line }) => line);
  // Of many errors the first ones are listed: those behind them may be on any line.
  const last = lines.at(-1) ?? 0;
  const hidden = answer.diagnostic_count > lines.length ? readFileSync(path, "latin1").split("\n").length : 0;
  for (let line = last; line < hidden; line++) lines.push(line);
  knownErrors.set(path, lines);
  return lines;
}

/** @param {readonly string[]} paths @returns {Score} */
export function comparePython(paths) {
  const score = new Score();
  const [ours, truth, cloc] = [summariesOf(paths), mccabeOf(paths), clocOf(paths, "Python")];
  for (const path of paths) {
    const [own, python, counted] = [ours.get(path), truth.get(path), cloc.get(path)];
    if (python === undefined) score.other("files", "this Python does not take them", path);
    if (own === undefined || python === undefined) continue;
    const functions = new Map(own.functions.map((row) => [`${row.line}:${row.name}`, row]));
    for (const { name, line, complexity, extended, unseen = [] } of python.functions) {
      const row = functions.get(`${line}:${name}`);
      functions.delete(`${line}:${name}`);
      const place = `${path}:${line} ${name}: ours ${row?.complexity}, mccabe ${complexity}`;
      if (row?.complexity === complexity) score.same("functions");
      else if (row?.complexity === extended)
        score.other("functions", `mccabe does not look into ${unseen.join(", ")}`, place);
      else score.other("functions", undefined, place);
    }
    for (const name of functions.keys()) score.other("functions", undefined, `${path}:${name} is ours alone`);
    compareLinesOfPython(path, own, python, counted, score);
  }
  return score;
}

/**
 * @param {string} path
 * @param {Summary} own
 * @param {import("../truths/summary-truths.mjs").TruePython} python
 * @param {import("../truths/summary-truths.mjs").TrueLines | undefined} counted
 * @param {Score} score
 */
function compareLinesOfPython(path, { lines }, python, counted, score) {
  const text = readFileSync(path, "latin1");
  const place = `${path}: ours ${JSON.stringify(lines)}`;
  const isScript = text.startsWith("#!") && python.lines.comment[0] === 1;
  const written = why.linesOf(text);
  const isBlank = (/** @type {number} */ number) => /^\s*$/.test(written[number - 1] ?? "");
  const comment = python.lines.comment.filter((number) => !isBlank(number)).length - (isScript ? 1 : 0);
  if (lines.comment === comment) score.same("files in comment lines, by Python's tokenizer");
  else score.other("files", undefined, `${place}, ${comment} lines of comments by Python's tokenizer`);
  if (counted === undefined) {
    const reason =
      text === ""
        ? "cloc leaves out empty files"
        : /[\x80-\xff]/.test(text) && "cloc leaves out bytes that are no text";
    return score.other("files", reason || undefined, path);
  }
  if (lines.code === counted.code && lines.comment === counted.comment && lines.blank === counted.blank) {
    return score.same("files in lines, by cloc");
  }
  const cloc = why.clocLinesOfPython(text);
  const codeLines = cloc.kinds.filter((kind) => kind === "code").length;
  const against = `${place}, cloc ${counted.code} ${counted.comment} ${counted.blank}`;
  if (codeLines !== counted.code) return score.other("files", undefined, `${against}, not followed: ${codeLines}`);
  const reasons = [...why.pythonLineReasons(text, python.lines, cloc)].sort(([, a], [, b]) => b - a);
  if (reasons.some(([reason]) => reason === "unexplained")) return score.other("files", undefined, against);
  score.other("files", reasons[0]?.[0], against);
}

/** @param {readonly string[]} paths @returns {Score} */
export function compareCpp(paths) {
  const score = new Score();
  const [ours, cloc] = [summariesOf(paths), clocOf(paths, "C++")];
  for (const path of paths) {
    const own = ours.get(path);
    if (own === undefined) {
      score.other("files", undefined, `${path} is not summed up`);
      continue;
    }
    const text = readFileSync(path, "latin1");
    compareFunctionsOfCpp(path, own.functions, text, score);
    const [{ lines }, counted] = [own, cloc.get(path)];
    const place = `${path}: ours ${JSON.stringify(lines)}, cloc ${counted?.code} ${counted?.comment} ${counted?.blank}`;
    const known = why.cppLines(text);
    if (counted === undefined) score.other("files", text === "" ? "cloc leaves out empty files" : undefined, place);
    else if (lines.code === counted.code && lines.comment === counted.comment && lines.blank === counted.blank) {
      score.same("files in lines, by cloc");
    } else {
      const isKnown = known.own.code === lines.code && known.own.comment === lines.comment;
      const isFollowed = known.cloc.code === counted.code;
      const reason = known.isJoined
        ? "code on both sides of a comment over several lines is one line"
        : "what follows a line with \\ at its end is code, a comment too";
      score.other("files", isKnown && isFollowed ? reason : undefined, place);
    }
  }
  return score;
}

/**
 * @param {string} path
 * @param {readonly Measured[]} own
 * @param {string} text
 * @param {Score} score
 */
function compareFunctionsOfCpp(path, own, text, score) {
  const { functions, complaints } = pmccabeOf(path);
  if (complaints !== "") score.other("files", "pmccabe complains", `${path}: ${complaints.split("\n")[0]}`);
  const stripped = why.strippedCpp(text);
  const left = [...own];
  const take = (/** @type {(row: Measured) => boolean} */ isIt) => {
    const at = left.findIndex(isIt);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const unmatched = functions.filter((theirs) => {
    const name = why.lastNameOf(theirs.name);
    const row =
      take((one) => one.end_line === theirs.endLine && one.name === name) ??
      take((one) => one.end_line === theirs.endLine);
    if (row !== undefined) compareFunction(path, theirs, row, stripped, score);
    return row === undefined;
  });
  for (const theirs of unmatched) {
    // Its lines are some off behind some comments and directives.
    const name = why.lastNameOf(theirs.name);
    const lines = theirs.endLine - theirs.line;
    const row = take(
      (one) =>
        one.name === name && Math.abs(one.end_line - theirs.endLine) <= 3 && one.end_line - one.line >= lines - 1,
    );
    if (row !== undefined) compareFunction(path, { ...theirs, endLine: row.end_line }, row, stripped, score);
    else {
      const place = `${path}:${theirs.line}-${theirs.endLine} ${theirs.name}`;
      const isBroken = errorLinesOf(path).some((line) => line >= theirs.line - errorReach && line <= theirs.endLine);
      const reason =
        why.reasonOfUnmatched(theirs, stripped) ?? (isBroken ? "our grammar does not read them" : undefined);
      score.other("functions of pmccabe alone", reason, place);
    }
  }
}

/**
 * @param {string} path
 * @param {import("../truths/summary-truths.mjs").TrueFunction} theirs
 * @param {Measured} ours
 * @param {string} stripped
 * @param {Score} score
 */
function compareFunction(path, theirs, ours, stripped, score) {
  const { complexity } = ours;
  const place = `${path}:${ours.line}-${ours.end_line} ${theirs.name}: ours ${complexity}, pmccabe ${theirs.complexity}`;
  if (complexity === theirs.complexity) score.same("functions");
  else score.other("functions", why.reasonOfComplexity(theirs, ours, stripped), place);
}
