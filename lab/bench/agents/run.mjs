#!/usr/bin/env node
// @ts-check
/**
 * Compares what an agent pays for an answer: with codegrove, and with rg, sed and awk as an expert writes them. It is a regression
 * test: the makers of codegrove wrote the questions, and mended what was wrong, so that it says nothing about questions of others.
 *
 *   node lab/bench/agents/run.mjs [--only KIND | ID]… [--code-base NAME]… [--show ID] [--runs N] [--cold] [--format FORMAT]
 *                             [--peers] [--corpora DIR]
 *
 *   --only KIND | ID    only these questions; repeatable
 *   --code-base NAME    only the questions about these code bases; repeatable
 *   --show ID           print the question, its truth and the texts of both sides
 *   --runs N            times that each side is asked, in turns (default 5); seconds are medians
 *   --cold              measure codegrove's command line as well: a process for each call
 *   --format FORMAT     how codegrove answers: brief (default), as `codegrove init` sets it up, or json
 *   --peers             add universal-ctags and ast-grep to the questions that they can answer
 *   --corpora DIR       where corpora.mjs puts code bases (default .corpora)
 *
 * Run `npm run build` first; CODEGROVE names another main.cjs than the built one. Prints for each question the calls,
 * the characters of their answers and the seconds of both sides, and whether the answer is right (lab/bench/agents/judge.mjs
 * has the rule). One command line counts as one call, however many programs it pipes together. codegrove is a server
 * that has read the code base before. Exits with 1 where an answer of codegrove is wrong.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { main } from "../../programs.mjs";
import { corpusOf, defaultFolder, prepareOne } from "../../truths/corpora.mjs";
import { median } from "../measure.mjs";
import { prepareCommands } from "../prepare.mjs";
import { ToolServer } from "../tool-server.mjs";
import { judged } from "./judge.mjs";
import { codeBases, questions } from "./questions.mjs";

/** @typedef {import("./questions.mjs").Question} Question */
/** @typedef {import("./questions.mjs").Call} Call */
/** @typedef {{ calls: number, text: string, seconds: number, isRight: boolean, missing: string[], wrong: string[] }} Side */

/** Bytes of one answer of a peer. */
const maxAnswerBytes = 2 ** 28;

/** Facts that are named where an answer is wrong. */
const factsShown = 4;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    "code-base": { type: "string", multiple: true },
    show: { type: "string" },
    runs: { type: "string", default: "5" },
    cold: { type: "boolean", default: false },
    format: { type: "string", default: "brief" },
    peers: { type: "boolean", default: false },
    corpora: { type: "string", default: defaultFolder },
  },
});
const runs = values.show === undefined ? Number(values.runs) : 1;
const corpora = resolve(values.corpora);
const asked = chosenQuestions();
const folders = new Map([...new Set(asked.map(({ codeBase }) => codeBase))].map((name) => [name, folderOf(name)]));
const peers = prepareCommands(corpora);
const programs = Object.values(peers)
  .filter((path) => path.includes("/"))
  .map((path) => dirname(path));
const peerEnv = { ...process.env, PATH: [...programs, process.env.PATH].join(":"), LC_ALL: "C.UTF-8" };
const cacheFolder = join(corpora, "bench", ".agents-cache");
/** @type {Map<string, ToolServer>} */
const servers = new Map();
try {
  const rows = [];
  if (values.show === undefined) console.log(heading());
  for (const question of asked) {
    const row = await measured(question);
    rows.push(row);
    if (values.show === undefined) printRow(row);
    else show(row);
  }
  if (values.show === undefined) printSums(rows);
  process.exitCode = rows.every(({ ours }) => ours.isRight) ? 0 : 1;
} finally {
  for (const server of servers.values()) await server.close();
}

function chosenQuestions() {
  const only = values.show === undefined ? values.only : [values.show];
  const bases = values["code-base"];
  const chosen = questions.filter(
    ({ id, kind, codeBase }) =>
      (only === undefined || only.includes(id) || only.includes(kind)) &&
      (bases === undefined || bases.includes(codeBase)),
  );
  if (chosen.length > 0 && runs >= 1) return chosen;
  const ids = questions.map(({ id }) => id).join(", ");
  console.error(chosen.length > 0 ? "--runs takes a number" : `No such question. There are ${ids}.`);
  return process.exit(2);
}

/**
 * Prepares a code base.
 * @param {keyof typeof codeBases} name
 * @returns {string} where both sides work
 */
function folderOf(name) {
  const { corpus, folder } = codeBases[name];
  const needed = { ...corpusOf(corpus), needs: [] };
  if (!prepareOne(needed, corpora)) throw new Error(`${corpus} cannot be had: see above`);
  return join(corpora, needed.name, folder);
}

/**
 * Asks all sides in turns, after one round that counts for nothing.
 * @param {Question} question
 */
async function measured(question) {
  const folder = folders.get(question.codeBase) ?? "";
  const server = await serverOf(question.codeBase, folder);
  const sides = {
    ours: { calls: question.codegrove.length, ask: () => askServer(server, question.codegrove) },
    rg: { calls: question.rg.length, ask: async () => askShell(question.rg, folder) },
    ...(values.cold
      ? { cold: { calls: question.codegrove.length, ask: async () => askCommandLine(question.codegrove, folder) } }
      : {}),
    ...Object.fromEntries(
      Object.entries(values.peers ? (question.peers ?? {}) : {}).map(([name, lines]) => [
        name,
        { calls: lines.length, ask: async () => askShell(lines, folder) },
      ]),
    ),
  };
  /** @type {Record<string, { text: string, times: number[] }>} */
  const answers = {};
  for (const [name, { ask }] of Object.entries(sides)) answers[name] = { text: await ask(), times: [] };
  for (let i = 0; i < runs; i++) {
    for (const [name, { ask }] of Object.entries(sides)) {
      const start = performance.now();
      await ask();
      answers[name]?.times.push((performance.now() - start) / 1000);
    }
  }
  const judgedSides = Object.entries(sides).map(([name, { calls }]) => {
    const { text, times } = answers[name] ?? { text: "", times: [] };
    const form = (name === "ours" || name === "cold") && values.format === "brief" ? "brief" : "json";
    const textOf = (/** @type {string} */ path) => readFileSync(join(folder, path), "utf8");
    const { missing, wrong } = judged(text, question.truth, textOf, form);
    const isRight = missing.length === 0 && wrong.length === 0;
    return [name, { calls, text, seconds: median(times), isRight, missing, wrong }];
  });
  /** @type {{ ours: Side, rg: Side } & Record<string, Side>} */
  const judgedByName = Object.fromEntries(judgedSides);
  return { question, ...judgedByName };
}

/**
 * @param {string} name
 * @param {string} folder
 */
async function serverOf(name, folder) {
  const known = servers.get(name);
  if (known !== undefined) return known;
  const server = new ToolServer(folder, { cacheFolder, home: cacheFolder, flags: ["--format", values.format] });
  servers.set(name, server);
  await server.start();
  // Reads the whole code base, so that what is measured is warm.
  await server.textOf("find_references", { symbol: "main" });
  return server;
}

/**
 * @param {ToolServer} server
 * @param {readonly Call[]} calls
 */
async function askServer(server, calls) {
  const texts = [];
  for (const [tool, args] of calls) texts.push(await server.textOf(tool, args));
  return texts.join("\n");
}

/**
 * @param {readonly Call[]} calls
 * @param {string} folder
 */
function askCommandLine(calls, folder) {
  return calls.map(([tool, args]) => ran(process.execPath, [main, tool, ...flagsOf(args)], folder)).join("\n");
}

/**
 * The arguments of a call as those of the command line.
 * @param {Call[1]} args
 */
function flagsOf({ filepath, ...args }) {
  const flags = Object.entries(args).flatMap(([key, value]) => {
    const name = key.replaceAll("_", "-");
    if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
    return [`--${name}`, [value].flat().join(",")];
  });
  return [
    String(filepath ?? "."),
    ...flags,
    "--format",
    values.format,
    "--log-level",
    "error",
    "--cache-dir",
    cacheFolder,
  ];
}

/**
 * @param {readonly string[]} lines
 * @param {string} folder
 */
function askShell(lines, folder) {
  return lines.map((line) => ran("bash", ["-c", line], folder)).join("");
}

/**
 * What a program writes. rg exits with 1 where it finds nothing, and so does codegrove where it has no answer.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function ran(command, args, cwd) {
  const result = spawnSync(command, args, {
    cwd,
    env: peerEnv,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: maxAnswerBytes,
  });
  if (result.error) throw result.error;
  return result.stdout;
}

/** @typedef {Awaited<ReturnType<typeof measured>>} Row */

function heading() {
  const others = [...(values.cold ? ["cold"] : []), ...(values.peers ? ["peers"] : [])];
  return cells(
    "question",
    ["calls", "rg"],
    ["characters", "rg"],
    "ratio",
    ["ms", "rg"],
    "right",
    "rg",
    others.join(" "),
  );
}

/** @param {Row} row */
function printRow({ question, ours, rg, ...others }) {
  const more = Object.entries(others).map(([name, side]) => `${name} ${sideText(/** @type {Side} */ (side))}`);
  console.log(
    cells(
      question.id,
      [`${ours.calls}`, `${rg.calls}`],
      [`${ours.text.length}`, `${rg.text.length}`],
      (ours.text.length / rg.text.length).toFixed(2),
      [milliseconds(ours.seconds), milliseconds(rg.seconds)],
      ours.isRight ? "yes" : "NO",
      rg.isRight ? "yes" : "NO",
      more.join(" | "),
    ),
  );
  for (const [name, { missing, wrong }] of Object.entries({ ours, rg })) {
    if (missing.length > 0) console.log(`    ${name} lacks ${listed(missing)}`);
    if (wrong.length > 0) console.log(`    ${name} must not have ${listed(wrong)}`);
  }
}

/** @param {Side} side */
function sideText({ text, seconds, isRight }) {
  return `${text.length} characters, ${milliseconds(seconds)} ms, ${isRight ? "right" : "WRONG"}`;
}

/** @param {readonly string[]} facts */
function listed(facts) {
  const rest = facts.length - factsShown;
  return [...facts.slice(0, factsShown), ...(rest > 0 ? [`${rest} more`] : [])].join("; ");
}

/** @param {readonly Row[]} rows */
function printSums(rows) {
  /** @param {"ours" | "rg"} side @param {(side: Side) => number} figure */
  const sum = (side, figure) => rows.reduce((total, row) => total + figure(row[side]), 0);
  const [calls, characters, seconds, right] = [
    /** @param {Side} side */ (side) => side.calls,
    /** @param {Side} side */ (side) => side.text.length,
    /** @param {Side} side */ (side) => side.seconds,
    /** @param {Side} side */ (side) => Number(side.isRight),
  ].map((figure) => /** @type {const} */ ([sum("ours", figure), sum("rg", figure)]));
  if (!calls || !characters || !seconds || !right) return;
  const agreed = rows.filter(({ ours, rg }) => ours.isRight && rg.isRight);
  const both = /** @type {const} */ (["ours", "rg"]).map((side) =>
    agreed.reduce((total, row) => total + row[side].text.length, 0),
  );
  const longer = rows.filter(({ ours, rg }) => ours.text.length > rg.text.length).map(({ question }) => question.id);
  console.log(`
${rows.length} questions
right        ${right[0]}, rg ${right[1]} (goal: all)
characters   ${characters[0]}, rg ${characters[1]}: ${(characters[0] / characters[1]).toFixed(2)} (goal: ≤ 0.5)
             ${both.join(", rg ")}: ${((both[0] ?? 0) / (both[1] ?? 0)).toFixed(2)} where both are right
calls        ${(calls[0] / rows.length).toFixed(2)} a question, rg ${(calls[1] / rows.length).toFixed(2)} (goal: ≤ 1.2)
seconds      ${seconds[0].toFixed(2)}, rg ${seconds[1].toFixed(2)}: ${(seconds[0] / seconds[1]).toFixed(2)} (goal: ≤ 2)
longer than rg's (goal: none)   ${longer.length}${longer.length > 0 ? `: ${longer.join(", ")}` : ""}`);
}

/** @param {Row} row */
function show({ question, ...sides }) {
  console.log(`${question.id}: ${question.question}\n\ntruth, ${question.truth.from}`);
  for (const fact of question.truth.facts ?? []) console.log(`    ${fact}`);
  if (question.truth.source !== undefined) console.log(`    the code of ${question.truth.source}`);
  for (const fact of question.truth.without ?? []) console.log(`    not ${fact}`);
  for (const [name, side] of Object.entries(sides)) {
    console.log(`\n==== ${name}: ${side.calls} calls, ${sideText(side)}`);
    const asked = name === "ours" ? question.codegrove.map((call) => JSON.stringify(call)) : question.rg;
    for (const call of question.peers?.[name] ?? asked) console.log(`$ ${call}`);
    console.log(side.text);
    for (const fact of side.missing) console.log(`lacks ${fact}`);
    for (const fact of side.wrong) console.log(`must not have ${fact}`);
  }
}

/** @param {number} seconds */
function milliseconds(seconds) {
  return (seconds * 1000).toFixed(0);
}

/** @param {...(string | readonly string[])} parts a pair is ours and rg's */
function cells(...parts) {
  const widths = [34, 4, 4, 8, 8, 6, 6, 6, 6, 4, 0];
  return parts
    .flat()
    .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
    .join(" ")
    .trimEnd();
}
