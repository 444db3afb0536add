// @ts-check
/**
 * Renames random symbols of code bases, and compares what compilers say before and after: an edited code base has no new error, and
 * the rename back gives the same bytes. Prints a row a code base, and each rename with new errors or other bytes.
 *
 *   node lab/run.mjs renames cpp --commands compile_commands.json [OPTION…] FOLDER
 *   node lab/run.mjs renames cpp [OPTION…] FOLDER… -- clang++-14 -std=c++17 -Iinclude
 *   node lab/run.mjs renames python --pyright PROGRAM [--tests 'python3 -m pytest -q'] [OPTION…] FOLDER…
 *     options: [--count 60] [--seed 1] [--peers] [--rope PATH] [--json FILE]
 *
 * In C++ all files are compiled that the commands compile before, or all sources with the flags after `--`: of these the ones that read
 * an edited file, by the compiler's list of what each reads. In Python all files are compiled, PROGRAM checks the folder, and the failed
 * tests that the command of `--tests` names are compared. Each rename works on a copy; nothing in FOLDER changes. Renames without lines
 * in common are checked together; if an error is new, the one that makes it is searched by halves and taken out.
 * Symbols are drawn from kind to kind in turn, locals and parameters among them. "refused" are answers with a place that speaks
 * against the rename; "open" ones have rows of `possible`, which are left alone. A broken rename is "silent" if neither `possible` nor
 * a warning of the answer has the line of each error that tells the name. With `--peers`, clangd or pyright, and the rope that PATH has (of Debian's
 * python3-rope: /usr/lib/python3/dist-packages), rename the same symbols: "unnamed" are lines that a peer edits and the answer does
 * not name.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { measureCopies } from "../product/measured-copies.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { checkEdits } from "../truths/edits-together.mjs";
import { checkerOf, compilerOf, expandedFrom } from "../truths/errors-after.mjs";
import { renamersOf } from "../truths/rename-peers.mjs";

/** @typedef {import("../bench/tool-server.mjs").ToolServer} ToolServer */

const { values, positionals, flags, refuse } = argumentsOf(
  import.meta.url,
  {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    commands: { type: "string" },
    pyright: { type: "string" },
    tests: { type: "string" },
    peers: { type: "boolean", default: false },
    rope: { type: "string" },
    json: { type: "string" },
  },
  2,
);
const [language, ...folders] = positionals;
if (language !== "cpp" && language !== "python") refuse(`no language ${language}`);

/** @typedef {import("../truths/edits-together.mjs").Edit} Edit */
/** @typedef {Pick<import("../truths/errors-after.mjs").Truth, "checks" | "wholeChecks">} Checks */
/** @typedef {{ filepath: string, name: string, line: number, column: number, kind: string }} Symbol */
/** @typedef {Map<string, Map<number, string>>} Lines path → line → its text, without its end */
/**
 * @typedef {object} Rename
 * @property {Symbol} symbol
 * @property {string} newName
 * @property {any} answer
 * @property {Lines} lines
 * @property {string} outcome
 * @property {string} [why]
 */

/** Characters of a reason. */
const maxWhy = 500;

/** Characters of an answer. */
const maxChars = 20_000_000;

/** @type {Readonly<Record<"cpp" | "python", string>>} */
const localQueries = {
  cpp: "(parameter_declaration declarator: (identifier) @parameter) (init_declarator declarator: (identifier) @local)",
  python:
    "(parameters (identifier) @parameter) (parameters (default_parameter name: (identifier) @parameter)) (function_definition body: (block (expression_statement (assignment left: (identifier) @local))))",
};

await measureCopies(folders, [], measure);

/** @param {string} folder @param {string} copy @param {ToolServer} server */
async function measure(folder, copy, server) {
  const { checks, wholeChecks, files, close } =
    language === "cpp" ? compilerOf(folder, copy, { ...values, flags }) : await checkerOf(copy, values);
  const symbols = await drawn(copy, server, files);
  /** @type {Rename[]} */
  const renames = [];
  for (const symbol of symbols) renames.push(await renameOf(copy, server, symbol));
  console.log(`  ${renames.length} renames are known, and are checked now`);
  await checkAll(copy, { checks, wholeChecks }, renames);
  for (const rename of renames) say(rename);
  const title = basename(folder);
  const count = (/** @type {string} */ outcome) => renames.filter((one) => one.outcome === outcome).length;
  const outcomes = ["clean", "broken", "silent", "refused", "failed", "lost"];
  const open = renames.filter(({ answer }) => answer.total_possible > 0).length;
  console.log(`${title}: ${outcomes.map((outcome) => `${count(outcome)} ${outcome}`).join(", ")}; ${open} open`);
  if (values.peers) await comparePeers(folder, copy, { checks, wholeChecks }, renames, title);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(renames.map(({ lines, ...one }) => one)));
  close();
}

/** @param {Rename} rename */
function say({ symbol, answer, outcome, why = "" }) {
  const { total_edits: edits = 0, total_possible: possible = 0, total_in_text: texts = 0, warnings = [] } = answer;
  const numbers = `(${edits} edits, ${possible} possible, ${texts} in text, ${warnings.length} warnings)`;
  console.log(
    `  ${outcome} ${symbol.filepath}:${symbol.line} ${symbol.kind} ${symbol.name} ${numbers} ${why.slice(0, maxWhy)}`.trimEnd(),
  );
}

/** Renames a symbol, and back. @param {string} copy @param {ToolServer} server @param {Symbol} symbol @returns {Promise<Rename>} */
async function renameOf(copy, server, symbol) {
  const newName = `renamed_${symbol.name}`;
  const answer = await asked(server, symbol, newName);
  const rename = { symbol, newName, answer, lines: linesOf(answer.diff ?? ""), outcome: "clean", why: "" };
  if (answer.error !== undefined)
    return { ...rename, outcome: "failed", why: `${answer.error} ${answer.details ?? ""}` };
  if (answer.total_refused > 0) return { ...rename, outcome: "refused", why: JSON.stringify(answer.refused) };
  const before = write(copy, rename.lines);
  const lineAfter = rename.lines.get(symbol.filepath)?.get(symbol.line) ?? "";
  const [column = 0] = [...lineAfter.matchAll(new RegExp(`(?<![\\w$])${newName}(?![\\w$])`, "g"))]
    .map(({ index }, i) => ({ column: index + 1, before: index + 1 - i * "renamed_".length }))
    .sort((a, b) => Math.abs(a.before - symbol.column) - Math.abs(b.before - symbol.column))
    .map((one) => one.column);
  const back = await asked(server, { ...symbol, name: newName, column }, symbol.name);
  if (back.error === undefined) write(copy, linesOf(back.diff ?? ""));
  const isSame = [...before].every(([path, bytes]) => bytes.equals(readFileSync(path)));
  for (const [path, bytes] of before) writeFileSync(path, bytes);
  return isSame
    ? rename
    : { ...rename, outcome: "lost", why: back.error ?? JSON.stringify(back.refused ?? back.total_edits) };
}

/** @param {ToolServer} server @param {Symbol} symbol @param {string} newName @returns {Promise<any>} */
async function asked(server, { filepath, name, line, column }, newName) {
  const args = { filepath, symbol: name, line, column, new_name: newName, max_chars: maxChars };
  return JSON.parse(await server.textOf("rename_symbol", { ...args }));
}

/** The changed lines of a diff that adds and removes none. @param {string} diff @returns {Lines} */
function linesOf(diff) {
  /** @type {Lines} */
  const lines = new Map();
  let path = "";
  let line = 0;
  for (const text of diff.split("\n")) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text);
    if (hunk !== null) line = Number(hunk[1]);
    else if (text.startsWith("+++ b/")) path = text.slice("+++ b/".length).replace(/\t$/, "");
    // The last line of a file may have no line end, which a line with a backslash says.
    else if (text.startsWith("-") || text.startsWith("\\")) continue;
    else if (text.startsWith("+")) {
      const ofFile = lines.get(path) ?? new Map();
      lines.set(path, ofFile.set(line++, text.slice(1)));
    } else line++;
  }
  return lines;
}

/** Writes changed lines. @param {string} copy @param {Lines} lines @returns {Map<string, Buffer>} the bytes before, by path */
function write(copy, lines) {
  const before = new Map();
  for (const [filepath, ofFile] of lines) {
    const path = join(copy, filepath);
    before.set(path, readFileSync(path));
    // Bytes that are not UTF-8 stay in lines that no edit changes.
    const texts = readFileSync(path, "latin1").split("\n");
    for (const [line, text] of ofFile) texts[line - 1] = Buffer.from(text).toString("latin1");
    writeFileSync(path, texts.join("\n"), "latin1");
  }
  return before;
}

/** Checks the renames that changed lines. @param {string} copy @param {Checks} checks @param {readonly Rename[]} renames */
async function checkAll(copy, { checks, wholeChecks }, renames) {
  const checked = renames.filter(({ outcome, lines }) => outcome === "clean" && lines.size > 0);
  // A macro may change the text of a header from outside.
  const isMacro = (/** @type {Rename} */ { symbol, lines }) =>
    /^\s*#\s*define\b/.test(lines.get(symbol.filepath)?.get(symbol.line) ?? "");
  await checkEdits(
    checked.filter((rename) => !isMacro(rename)).map((rename) => editOf(copy, rename)),
    checks,
  );
  await checkEdits(
    checked.filter(isMacro).map((rename) => editOf(copy, rename)),
    wholeChecks,
  );
}

/** @param {string} copy @param {Rename} rename @returns {Edit} */
function editOf(copy, rename) {
  const keys = keysOf(rename.lines);
  const told = new Set(keys);
  // Messages have names in quotes: without them a short name would be a word of any message.
  const name = new RegExp(`['"](?:renamed_)?${rename.symbol.name}['"]`);
  return {
    keys,
    apply: () => write(copy, rename.lines),
    isToldBy: (errors) => errors.some((error) => name.test(error) || told.has(placeIn(error))),
    fail: (errors) => breakWith(rename, errors),
  };
}

/** The place of an error, as path:line. @param {string} error */
function placeIn(error) {
  return /^[^ ]*?:\d+/.exec(error)?.[0] ?? error;
}

/** @param {Rename} rename @param {readonly string[]} errors */
function breakWith(rename, errors) {
  const named = reportedLines(rename);
  const isNamed = (/** @type {string} */ error) =>
    named.has(placeIn(error)) || (error.split(expandedFrom)[1] ?? "").split(/[ )]/).some((place) => named.has(place));
  const ofName = errors.filter((error) => error.includes(rename.symbol.name));
  // Further errors follow from the ones about the name, at lines that nobody can name.
  rename.outcome =
    ofName.length > 0 ? (ofName.every(isNamed) ? "broken" : "silent") : errors.some(isNamed) ? "broken" : "silent";
  rename.why = errors.slice(0, 3).join(" | ");
  const { symbol, outcome, why } = rename;
  console.log(`  ${symbol.filepath}:${symbol.line} ${symbol.name} is ${outcome}: ${why.slice(0, maxWhy)}`);
}

/** Prints what peers make of the same renames. @param {string} folder @param {string} copy @param {Checks} checks @param {readonly Rename[]} renames @param {string} title */
async function comparePeers(folder, copy, checks, renames, title) {
  for (const peer of await renamersOf(folder, copy, { ...values, language: language ?? "" })) {
    /** @type {Rename[]} */
    const theirs = [];
    for (const rename of renames) {
      const lines = await peer.rename(rename.symbol, rename.newName);
      const outcome = lines === undefined ? "refused" : "clean";
      theirs.push({ symbol: rename.symbol, newName: rename.newName, answer: {}, lines: lines ?? new Map(), outcome });
      if (lines === undefined || rename.answer.error !== undefined) continue;
      const unnamed = linesNotIn(lines, namedLines(rename));
      const others = linesNotIn(rename.lines, new Set(keysOf(lines)));
      if (rename.answer.total_refused > 0 || unnamed.length + others.length === 0) continue;
      const { filepath, line, kind, name } = rename.symbol;
      const list = (/** @type {readonly string[]} */ keys) =>
        `${keys.length}${keys.length > 0 ? ` (${keys.slice(0, 4).join(" ")})` : ""}`;
      console.log(
        `  ${peer.name} ${filepath}:${line} ${kind} ${name}: ${list(unnamed)} unnamed, ${list(others)} only ours`,
      );
    }
    peer.close();
    await checkAll(copy, checks, theirs);
    const count = (/** @type {string} */ outcome) => theirs.filter((one) => one.outcome === outcome).length;
    const nothing = theirs.filter(({ outcome, lines }) => outcome === "clean" && lines.size === 0).length;
    console.log(
      `${title}, ${peer.name}: ${count("clean") - nothing} clean, ${count("silent")} broken, ${count("refused") + nothing} refused`,
    );
  }
}

/** @param {Lines} lines */
function keysOf(lines) {
  return [...lines].flatMap(([path, ofFile]) => [...ofFile.keys()].map((line) => `${path}:${line}`));
}

/** @param {Lines} lines @param {ReadonlySet<string>} known */
function linesNotIn(lines, known) {
  return keysOf(lines).filter((key) => !known.has(key));
}

/** The lines that an answer edits, lists or warns of. @param {Rename} rename @returns {ReadonlySet<string>} */
function namedLines(rename) {
  return new Set([...keysOf(rename.lines), ...reportedLines(rename)]);
}

/** The lines that an answer lists or warns of. @param {Rename} rename @returns {ReadonlySet<string>} */
function reportedLines({ answer }) {
  /** @type {readonly { filepath: string, references?: readonly { line: number }[] }[]} */
  const open = [...(answer.possible ?? []), ...(answer.in_text ?? [])];
  const listed = open.flatMap(({ filepath, references = [] }) => references.map(({ line }) => `${filepath}:${line}`));
  const warned = JSON.stringify(answer.warnings ?? []).match(/[^\s",]+:\d+/g) ?? [];
  return new Set([...listed, ...warned]);
}

/**
 * Draws symbols, of each kind as many as of the others.
 * @param {string} copy @param {ToolServer} server @param {ReadonlySet<string> | undefined} files from these; undefined for all
 * @returns {Promise<Symbol[]>}
 */
async function drawn(copy, server, files) {
  const wanted = language === "cpp" ? /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/ : /\.pyi?$/;
  const ask = async (/** @type {string} */ tool, /** @type {object} */ args) =>
    /** @type {{ results?: any[] }} */ (
      JSON.parse(await server.textOf(tool, { filepath: ".", max_chars: maxChars, ...args }))
    );
  const { results: listed = [] } = await ask("list_symbols", { detail: "full" });
  const query = localQueries[language === "cpp" ? "cpp" : "python"];
  const { results: captured = [] } = await ask("execute_query", { query });
  const symbols = [
    ...listed.flatMap(({ filepath, symbols = [] }) => flat(symbols).map((symbol) => ({ ...symbol, filepath }))),
    ...captured.flatMap(({ filepath, matches = [] }) =>
      matches.map((/** @type {any} */ { text, line, column, capture_name: name }) => ({
        filepath,
        name: text,
        line,
        column,
        kind: name,
      })),
    ),
  ]
    .filter(
      ({ filepath, name, kind }) =>
        wanted.test(filepath) && /^[A-Za-z_]\w*$/.test(name) && !/^__\w+__$/.test(name) && kind !== "module",
    )
    .map(({ filepath, ...symbol }) => ({ ...symbol, filepath: filepath.replace(/^\.\//, "") }))
    .map((symbol) => ({ ...symbol, column: columnOf(copy, symbol) }))
    .filter(({ column, filepath }) => column > 0 && (files === undefined || files.has(filepath)));
  const random = randomNumbers(Number(values.seed));
  /** @type {Map<string, Symbol[]>} */
  const byKind = new Map();
  for (const symbol of shuffled(symbols, random)) byKind.set(symbol.kind, [...(byKind.get(symbol.kind) ?? []), symbol]);
  const kinds = [...byKind.values()].sort((a, b) => a.length - b.length);
  /** @type {Symbol[]} */
  const chosen = [];
  for (let i = 0; chosen.length < Number(values.count) && kinds.some((ofKind) => i < ofKind.length); i++) {
    for (const ofKind of kinds) {
      const symbol = ofKind[i];
      if (symbol !== undefined && chosen.length < Number(values.count)) chosen.push(symbol);
    }
  }
  return chosen;
}

/** @param {readonly any[]} symbols @returns {any[]} */
function flat(symbols) {
  return symbols.flatMap(({ children = [], ...symbol }) => [symbol, ...flat(children)]);
}

/** @param {string} copy @param {Symbol} symbol */
function columnOf(copy, { filepath, line, column, name }) {
  const path = join(copy, filepath);
  if (column !== undefined || !existsSync(path)) return column ?? 0;
  const text = readFileSync(path, "utf8").split("\n")[line - 1] ?? "";
  return text.search(new RegExp(`\\b${name}\\b`)) + 1;
}
