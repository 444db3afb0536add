// @ts-check
/**
 * Compares the answers of two builds of codegrove, byte for byte, so that a change which is to leave all answers as they
 * are can be checked on real code.
 *
 *   node lab/run.mjs answers OLD_CHECKOUT NEW_CHECKOUT DIR… [--only WORD] [--jobs N]
 *
 * Asks each question of `questions` below about each folder, without a cache, and prints a row for each: `same` with the
 * bytes of the answer, or `DIFFERENT` with the first line of each answer that differs. `--only` leaves out the questions
 * without a word, `--jobs` sets the worker threads. Both checkouts must be built. Exits with 1 when any answer differs, or
 * when a build has none.
 */
import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";

const questions = [
  ["list_symbols", "--detail", "full"],
  ["list_symbols", "--nested"],
  ["list_symbols", "--kinds", "class"],
  ["list_symbols", "--name", "Get*"],
  ["find_functions"],
  ["find_classes"],
  ["parse_file"],
  ["check_file"],
  ["execute_query", "--query", "(identifier) @name"],
  ["get_syntax_tree", "--max-nodes", "300"],
];

/** Characters of a line that differs. */
const maxShownChars = 300;

/** Bytes around a difference in a line. */
const bytesBefore = 80;

const { values, positionals } = argumentsOf(
  import.meta.url,
  { only: { type: "string", default: "" }, jobs: { type: "string", default: "1" } },
  3,
);
const [oldCheckout = "", newCheckout = "", ...folders] = positionals;

/**
 * @param {string} checkout
 * @param {string} folder
 * @param {readonly string[]} question
 * @returns {Buffer} the lines of the answer and the exit status
 */
function answerOf(checkout, folder, question) {
  const scratch = mkdtempSync(join(tmpdir(), "codegrove-answers-"));
  const path = join(scratch, "answer");
  const output = openSync(path, "w");
  try {
    const main = resolve(checkout, "dist", "main.cjs");
    const flags = ["--no-cache", "--format", "jsonl", "-j", values.jobs];
    const { status, error } = spawnSync(process.execPath, [main, ...question, ...flags, "."], {
      cwd: folder,
      stdio: ["ignore", output, "ignore"],
    });
    if (error !== undefined) throw error;
    const answer = readFileSync(path);
    // Two builds that do not run would be the same.
    if (answer.length === 0 && status !== 0)
      throw new Error(`${main} ${question.join(" ")} has no answer, status ${status}`);
    return Buffer.concat([answer, Buffer.from(`status ${status}\n`)]);
  } finally {
    closeSync(output);
    rmSync(scratch, { recursive: true });
  }
}

/**
 * @param {Buffer} one
 * @param {Buffer} other
 * @returns {number} the offset of the first byte that differs
 */
function firstDifference(one, other) {
  let low = 0;
  let high = Math.min(one.length, other.length);
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (one.compare(other, low, middle, low, middle) === 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * @param {Buffer} answer
 * @param {number} offset
 */
function excerptAt(answer, offset) {
  const lineStart = answer.lastIndexOf("\n", offset - 1) + 1;
  const path = /^\{"filepath":("[^"]*")/.exec(answer.toString("utf8", lineStart, lineStart + maxShownChars))?.[1] ?? "";
  const from = Math.max(lineStart, offset - bytesBefore);
  return `${path} …${answer.toString("utf8", from, from + maxShownChars).split("\n")[0]}`;
}

let different = 0;
for (const folder of folders) {
  for (const question of questions) {
    const text = question.join(" ");
    if (!text.includes(values.only)) continue;
    const before = answerOf(oldCheckout, folder, question);
    const after = answerOf(newCheckout, folder, question);
    if (before.equals(after)) {
      console.log(`same       ${String(after.length).padStart(10)} bytes  ${text}  ${folder}`);
      continue;
    }
    different += 1;
    const offset = firstDifference(before, after);
    console.log(`DIFFERENT  ${text}  ${folder}`);
    console.log(`  old ${excerptAt(before, offset)}\n  new ${excerptAt(after, offset)}`);
  }
}
process.exitCode = different === 0 ? 0 : 1;
