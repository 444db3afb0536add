// @ts-check
/** How codegrove and its peers are asked the same. */
import { spawnSync } from "node:child_process";
import { main } from "../programs.mjs";
import { extensionsOf } from "./prepare.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("./measure.mjs").Program} Program */
/** @typedef {import("./prepare.mjs").Language} Language */
/** @typedef {import("./prepare.mjs").Peers} Peers */
/** @typedef {"find_classes" | "find_functions" | "execute_query"} Tool */

/** Understood by both grammars. */
const plainKind = "return_statement";

/** What names a node of a rule, for comparing answers; speed is measured without. */
const names = {
  cpp: {
    find_classes: "  has: { field: name, pattern: $NAME }",
    find_functions: "  has: { field: declarator, pattern: $NAME }",
  },
  python: {
    find_classes: "  has: { field: name, pattern: $NAME }",
    find_functions: "  has: { field: name, pattern: $NAME }",
  },
};

/** @type {Readonly<Record<Language, Readonly<Record<Tool, string>>>>} */
const rules = {
  cpp: {
    find_classes: [
      "  any: [{ kind: class_specifier }, { kind: struct_specifier }, { kind: union_specifier }]",
      "  all: [{ has: { field: body, kind: field_declaration_list } }]",
    ].join("\n"),
    find_functions: "  kind: function_definition\n  not: { has: { kind: pure_virtual_clause } }",
    execute_query: `  kind: ${plainKind}`,
  },
  python: {
    find_classes: "  kind: class_definition",
    find_functions: "  kind: function_definition",
    execute_query: `  kind: ${plainKind}`,
  },
};

/** The flags that this codegrove has: some rows need one. */
const help = spawnSync(process.execPath, [main, "--help"], { encoding: "utf8" }).stdout;
const toolHelp = spawnSync(process.execPath, [main, "find_functions", "--help"], { encoding: "utf8" }).stdout;

export const hasCache = `${help}${toolHelp}`.includes("--no-cache");

/**
 * A scan with codegrove.
 * @param {Tool | "parse_file" | "list_symbols" | "check_file" | "find_pattern"} tool
 * @param {string} folder
 * @param {{ cacheHome?: string, flags?: readonly string[], paths?: readonly string[] }} [options] without a folder for the cache there is none
 * @returns {Program}
 */
export function codegrove(tool, folder, { cacheHome, flags = [], paths = ["."] } = {}) {
  const query = tool === "execute_query" ? ["--query", `(${plainKind}) @found`] : [];
  const cold = hasCache && cacheHome === undefined ? ["--no-cache"] : [];
  const args = [main, tool, ...paths, ...query, "--format", "jsonl", "--log-level", "warn", ...cold, ...flags];
  const env = cacheHome === undefined ? {} : { HOME: cacheHome, XDG_CACHE_HOME: cacheHome };
  return { command: process.execPath, args, cwd: folder, env };
}

/**
 * A program several times under GNU parallel: `{}` in its arguments is a number from 1 on.
 * @param {string} parallel
 * @param {Program} program
 * @param {number} processes at a time
 * @param {number} times
 * @returns {Program}
 */
export function inParallel(parallel, { command, args, ...rest }, processes, times) {
  const numbers = Array.from({ length: times }, (_, index) => `${index + 1}`);
  const flags = ["--will-cite", "--quote", `-j${processes}`, "--halt", "now,fail=1"];
  return { ...rest, command: parallel, args: [...flags, command, ...args, ":::", ...numbers] };
}

/**
 * One line to the server.
 * @param {object} request
 * @param {string} folder
 * @param {string} cacheHome
 * @returns {Program}
 */
export function oneLine(request, folder, cacheHome) {
  const input = `${JSON.stringify({ jsonrpc: "2.0", id: 1, ...request })}\n`;
  const env = { HOME: cacheHome, XDG_CACHE_HOME: cacheHome };
  return { command: process.execPath, args: [main, "--log-level", "error"], cwd: folder, env, input };
}

/** @type {Program} */
export const bareNode = { command: process.execPath, args: ["-e", "0"], input: "" };

/**
 * The same scan with ast-grep, with as many threads as it likes.
 * @param {Peers} peers
 * @param {Tool} tool
 * @param {Language} language
 * @param {string} folder
 * @param {{ isNamed?: boolean }} [options] is each row's name part of the answer?
 * @returns {Program}
 */
export function astGrep(peers, tool, language, folder, { isNamed = false } = {}) {
  const name = isNamed && tool !== "execute_query" ? names[language][tool] : undefined;
  return astGrepRule(peers, language, folder, [rules[language][tool], ...(name === undefined ? [] : [name])]);
}

/**
 * @param {Peers} peers
 * @param {Language} language
 * @param {string} folder
 * @param {readonly string[]} lines of the rule
 * @returns {Program}
 */
function astGrepRule(peers, language, folder, lines) {
  const rule = ["id: asked", `language: ${language}`, "rule:", ...lines].join("\n");
  const args = ["scan", "--config", peers.astGrepConfig, "--inline-rules", rule, "--json=stream", "."];
  return { command: peers.astGrep, args, cwd: folder };
}

/** Patterns with a word that few files have, and with words that most functions have. */
export const askedPatterns = {
  cpp: { rare: "memcpy($A, $B, $C)", common: "if ($A) { return $B; }" },
  python: { rare: "isinstance($A, $B)", common: "return $A[$B]" },
};

/**
 * The places that match a pattern.
 * @param {string} pattern
 * @param {string} folder
 * @returns {Program}
 */
export function codegrovePattern(pattern, folder) {
  return codegrove("find_pattern", folder, { flags: ["--pattern", pattern] });
}

/**
 * The same places with ast-grep.
 * @param {Peers} peers
 * @param {string} pattern
 * @param {Language} language
 * @param {string} folder
 * @returns {Program}
 */
export function astGrepPattern(peers, pattern, language, folder) {
  return astGrepRule(peers, language, folder, [`  pattern: ${JSON.stringify(pattern)}`]);
}

/** A function of each language that a few files of the code bases define, and some more use. */
export const askedName = { cpp: "GetChrootEnv", python: "get_absolute_url" };

/**
 * The definitions of one name.
 * @param {Language} language
 * @param {string} folder
 * @returns {Program}
 */
export function codegroveName(language, folder) {
  return codegrove("list_symbols", folder, { flags: ["--name", askedName[language], "--detail", "names"] });
}

/**
 * The functions of one name with ast-grep.
 * @param {Peers} peers
 * @param {Language} language
 * @param {string} folder
 * @returns {Program}
 */
export function astGrepName(peers, language, folder) {
  const field = { cpp: "declarator", python: "name" }[language];
  const isNamed = `  has: { field: ${field}, regex: '\\b${askedName[language]}\\b' }`;
  return astGrepRule(peers, language, folder, ["  kind: function_definition", isNamed]);
}

/**
 * What the index knows of a name, or of the name at a place.
 * @param {"find_definition" | "find_references"} tool
 * @param {{ symbol: string } | Place} asked
 * @param {{ folder: string, home: string }} code
 * @param {string} cacheFolder where facts are kept
 * @returns {Program}
 */
export function codegroveIndex(tool, asked, { folder, home }, cacheFolder) {
  const which =
    "symbol" in asked
      ? [".", "--symbol", asked.symbol]
      : [asked.file, "--line", `${asked.line}`, "--column", `${asked.column}`];
  const args = [main, tool, ...which, "--log-level", "error", "--cache-dir", cacheFolder];
  return { command: process.execPath, args, cwd: folder, env: { HOME: home, XDG_CACHE_HOME: home } };
}

/**
 * The lines with a word, in the files that codegrove reads.
 * @param {Peers} peers
 * @param {readonly Language[]} languages
 * @param {string} word
 * @param {string} folder
 * @returns {Program}
 */
export function ripgrepWord(peers, languages, word, folder) {
  const extensions = languages.flatMap((language) => extensionsOf[language]);
  const globs = extensions.flatMap((extension) => ["--glob", `*${extension}`]);
  return { command: peers.rg, args: ["--word-regexp", "--fixed-strings", ...globs, word, "."], cwd: folder };
}

/**
 * Lists the files and does nothing else.
 * @param {Peers} peers
 * @param {string} folder
 * @returns {Program}
 */
export function ripgrepFiles(peers, folder) {
  return { command: peers.rg, args: ["--files", "."], cwd: folder };
}

/**
 * Lists a folder and does nothing else: prints the seconds.
 * @param {string} folder
 * @returns {Program}
 */
export function recursiveReaddir(folder) {
  const script =
    'const from = performance.now(); require("fs").readdirSync(".", { recursive: true, withFileTypes: true });' +
    "console.log((performance.now() - from) / 1000)";
  return { command: process.execPath, args: ["-e", script], cwd: folder };
}

/**
 * A scan that lists all files and reads next to none.
 * @param {string} folder
 * @returns {Program}
 */
export function codegroveWalk(folder) {
  return codegrove("find_functions", folder, { flags: ["--no-macro-masking", "--shard", "1/10000"] });
}

/**
 * All classes or functions that universal-ctags sees, without a syntax tree.
 * @param {Peers} peers
 * @param {Tool} tool
 * @param {Language} language
 * @param {string} folder
 * @returns {Program}
 */
export function ctags(peers, tool, language, folder) {
  const kinds = {
    cpp: { find_classes: "csu", find_functions: "f" },
    python: { find_classes: "c", find_functions: "fm" },
  };
  const kind = kinds[language][tool === "find_classes" ? tool : "find_functions"];
  const [name, other] = language === "cpp" ? ["C++", "Python"] : ["Python", "C++"];
  const args = ["-R", "-f", "-", `--languages=${name}`, `--langmap=C++:+.h`, `--kinds-${name}=${kind}`];
  return { command: peers.ctags, args: [...args, "--excmd=number", `--kinds-${other}=`, "."], cwd: folder };
}

/**
 * All messages of pyflakes, which ends with 1 where it has some.
 * @param {Peers} peers
 * @param {string} folder
 * @returns {Program}
 */
export function pyflakes(peers, folder) {
  const env = { PYTHONPATH: peers.pyflakes };
  return { command: "sh", args: ["-c", "python3 -m pyflakes . || true"], cwd: folder, env };
}
