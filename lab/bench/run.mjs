#!/usr/bin/env node
// @ts-check
/**
 * Measures every goal side by side with a peer, on real code.
 *
 *   npm run bench -- [--only ROW]… [--runs N] [--corpora DIR] [--no-answers] [--large]
 *
 *   --only ROW      measure this row only; repeatable
 *   --runs N        pairs of runs (default 7)
 *   --corpora DIR   where corpora.mjs puts code bases (default .corpora); DIR/bench is made from them
 *   --no-answers    do not compare answers first; then no ratio of a scan counts
 *   --large         add the rows of a code base of 10 million lines, LLVM's, which is fetched once: 2 GB on disk
 *
 * Needs what corpora.mjs needs, and npm for ast-grep and pyright. First, both sides' files and rows are compared: rows
 * that one side alone has are counted, with examples, and a ratio with rows missing on our side is marked as not counting.
 * Then each row is measured in turns, as whole processes or, for warm servers, as questions to both; a ratio is ours
 * divided by the peer's in one pair. Where a goal is in seconds or milliseconds, it is about our side alone: on a busy
 * machine, the ratio says more. CODEGROVE names another main.cjs than the built `dist/main.cjs`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { defaultFolder } from "../truths/corpora.mjs";
import { compareAnswers, unequalFiles } from "./answers.mjs";
import { largeRows } from "./large-rows.mjs";
import { pairsOf } from "./measure.mjs";
import { prepareCodeBases, prepareLarge, preparePeers } from "./prepare.mjs";
import { rowsOf } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Row} Row */

/** Examples of each kind of difference. */
const examplesShown = 5;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    runs: { type: "string", default: "7" },
    corpora: { type: "string", default: defaultFolder },
    "no-answers": { type: "boolean", default: false },
    large: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const corpora = resolve(values.corpora);
const bases = prepareCodeBases(corpora);
const peers = preparePeers(corpora);
const scratch = mkdtempSync(join(tmpdir(), "codegrove-bench-"));
try {
  const rows = chosenRows();
  const doubtful = values["no-answers"] ? new Set(rows.map(answersKey)) : compareAll(rows);
  console.log(`\n${line("row", "ours", "peer", "", "ratio", "spread", "goal", "")}`);
  for (const row of rows) console.log(await measured(row, doubtful));
} finally {
  rmSync(scratch, { recursive: true });
}

function chosenRows() {
  const large = values.large ? largeRows(prepareLarge(corpora), peers, scratch) : [];
  const rows = [...rowsOf(bases, peers, scratch), ...large];
  const { only } = values;
  const names = rows.map(({ name }) => name);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined || !(runs >= 1)) {
    console.error(
      unknown === undefined ? "--runs takes a number" : `No row ${unknown}. There are ${names.join(", ")}.`,
    );
    process.exit(2);
  }
  return rows.filter(({ name }) => only === undefined || only.includes(name));
}

/**
 * Prints how the answers differ; gives the keys of those that do not count.
 * @param {readonly Row[]} rows
 */
function compareAll(rows) {
  /** @type {Set<string | undefined>} */
  const doubtful = new Set();
  const open = rows.filter(({ unmeasured }) => unmeasured === undefined);
  const asked = new Map(open.flatMap((row) => (row.answers ? [[answersKey(row), row.answers]] : [])));
  const unequal = new Map(
    [...new Set([...asked.values()].map(({ language }) => language))].map((language) => {
      const files = unequalFiles(peers, language, bases[language]);
      list(`${language}: files that not everybody reads`, files);
      return [language, files.length];
    }),
  );
  for (const [key, { tool, language }] of asked) {
    const { equal, onlyOurs, onlyPeer, missing } = compareAnswers(peers, tool, language, bases[language]);
    console.log(`${key}: ${equal} rows on both sides`);
    list("  only codegrove", onlyOurs);
    list("  only ast-grep", onlyPeer);
    list("  of these missing in codegrove", missing);
    if (missing.length > 0 || (unequal.get(language) ?? 0) > 0) doubtful.add(key);
  }
  return doubtful;
}

/** @param {Row} row */
function answersKey({ answers }) {
  return answers && `${answers.tool} ${answers.language}`;
}

/**
 * @param {string} title
 * @param {readonly string[]} found
 */
function list(title, found) {
  console.log(`${title}: ${found.length}`);
  const step = Math.max(1, Math.floor(found.length / examplesShown));
  for (const example of found.filter((_, i) => i % step === 0).slice(0, examplesShown)) console.log(`    ${example}`);
}

/**
 * @param {Row} row
 * @param {ReadonlySet<string | undefined>} doubtful
 */
async function measured(row, doubtful) {
  const { title, peerTitle, unit = "s", maxRuns = runs, unmeasured } = row;
  if (unmeasured !== undefined) return line(title, "-", "-", peerTitle, "-", "-", goalOf(row), unmeasured);
  try {
    const { ours, peer, ratio, lowest, highest } = await pairsOf(row.ours, row.peer, Math.min(runs, maxRuns));
    const answers = answersKey(row);
    const isDoubtful = answers !== undefined && doubtful.has(answers);
    const why = values["no-answers"] ? "answers were not compared" : "the answers differ";
    const verdict = isDoubtful ? `does not count: ${why}` : verdictOf(row, ours, ratio);
    const [own, theirs] = [ours, peer].map((value) => `${figure(value)} ${unit}`);
    const spread = `${figure(lowest)}–${figure(highest)}`;
    const notes = [verdict, row.note?.() ?? ""].filter(Boolean).join("; ");
    return line(title, own ?? "", theirs ?? "", peerTitle, figure(ratio), spread, goalOf(row), notes);
  } finally {
    await row.close?.();
  }
}

/**
 * @param {Row} row
 * @param {number} ours
 * @param {number} ratio
 */
function verdictOf({ goal, most }, ours, ratio) {
  if (goal === undefined && most === undefined) return "";
  return ratio <= (goal ?? Infinity) && ours <= (most ?? Infinity) ? "met" : "not met";
}

/** @param {Row} row */
function goalOf({ goal, most, unit = "s" }) {
  const bounds = [goal === undefined ? [] : figure(goal), most === undefined ? [] : `${figure(most)} ${unit}`].flat();
  return bounds.length === 0 ? "-" : `≤ ${bounds.join(", ")}`;
}

/** @param {number} value */
function figure(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** @param {readonly string[]} cells */
function line(...cells) {
  const widths = [54, 10, 10, 22, 7, 13, 16, 0];
  return cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join(" ")
    .trimEnd();
}
