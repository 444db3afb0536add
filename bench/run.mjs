#!/usr/bin/env node
// @ts-check
/**
 * Measures every goal side by side with a peer, on real code.
 *
 *   npm run bench -- [--only ROW]… [--runs N] [--corpora DIR] [--no-answers]
 *
 *   --only ROW      measure this row only; repeatable
 *   --runs N        pairs of runs (default 7)
 *   --corpora DIR   where corpora.mjs puts code bases (default .corpora); DIR/bench is made from them
 *   --no-answers    do not compare answers first; then no ratio of a scan counts
 *
 * Needs what corpora.mjs needs, and npm for ast-grep. First, both sides' files and rows are compared: rows that one side
 * alone has are counted, with examples, and a ratio with rows missing on our side is marked as not counting. Then each
 * row is measured as whole processes in turns; a ratio is ours divided by the peer's in one pair. CODEGROVE names another
 * main.cjs than the built `dist/main.cjs`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { defaultFolder } from "../scripts/corpora.mjs";
import { compareAnswers, unequalFiles } from "./answers.mjs";
import { pairsOf } from "./measure.mjs";
import { prepareCodeBases, preparePeers } from "./prepare.mjs";
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
  for (const row of rows) console.log(measured(row, doubtful));
} finally {
  rmSync(scratch, { recursive: true });
}

function chosenRows() {
  const rows = rowsOf(bases, peers, scratch);
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
function measured(row, doubtful) {
  const { title, peerTitle, goal, unit = "s", maxRuns = runs, unmeasured } = row;
  const goalText = goal === undefined ? "-" : `≤ ${figure(goal)}`;
  if (unmeasured !== undefined) return line(title, "-", "-", peerTitle, "-", "-", goalText, unmeasured);
  const { ours, peer, ratio, lowest, highest } = pairsOf(row.ours, row.peer, Math.min(runs, maxRuns));
  const answers = answersKey(row);
  const verdict =
    answers !== undefined && doubtful.has(answers)
      ? "does not count: the answers differ"
      : goal === undefined
        ? ""
        : ratio <= goal
          ? "met"
          : "not met";
  const spread = `${figure(lowest)}–${figure(highest)}`;
  return line(
    title,
    `${figure(ours)} ${unit}`,
    `${figure(peer)} ${unit}`,
    peerTitle,
    figure(ratio),
    spread,
    goalText,
    verdict,
  );
}

/** @param {number} value */
function figure(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** @param {readonly string[]} cells */
function line(...cells) {
  const widths = [54, 9, 9, 22, 7, 13, 8, 0];
  return cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join(" ")
    .trimEnd();
}
