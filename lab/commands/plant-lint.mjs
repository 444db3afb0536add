// @ts-check
/**
 * Plants what each lint rule is to find at random places of real code, and prints a row a rule: how many of the planted places
 * it reports, and how many further reports there are that the code has none of without them.
 *
 *   node lab/run.mjs plant-lint [--places N] [--seed S] python|cpp FOLDER…
 *
 * What is planted are the `bad` snippets of the rule by turns. Python: in front of a statement, with its indentation; C++:
 * behind a line that is `}` alone, where a definition ends.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { answersOf, top } from "../programs.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { sourcesBelow } from "../truths/source-files.mjs";

const { values, positionals, refuse } = argumentsOf(import.meta.url, {
  places: { type: "string", default: "200" },
  seed: { type: "string", default: "1" },
});
const [language, ...folders] = positionals;
if (language !== "python" && language !== "cpp") throw refuse();
const random = randomNumbers(Number(values.seed));

/** Lines in front of which a snippet may stand, and what it is indented by. */
const placeOf = {
  python: (/** @type {string} */ line) => /^(\s*)(?:return|raise|\w+(?:\.\w+)* = |self\.)/.exec(line)?.[1],
  cpp: (/** @type {string} */ line) => (line === "}" ? "" : undefined),
}[language];

const files = shuffled(
  folders.flatMap((folder) => sourcesBelow(resolve(folder), language).map((file) => join(resolve(folder), file))),
  random,
);
const rules = readdirSync(join(top, "queries", language, "lint")).map((file) => file.replace(".scm", ""));
console.log(`${"rule".padEnd(28)} planted   found further`);
for (const rule of rules) {
  const { planted, found, further } = triedRule(rule);
  console.log(rule.padEnd(28) + [planted, found, further].map((count) => String(count).padStart(8)).join(""));
}

/** @param {string} rule */
function triedRule(rule) {
  const folder = mkdtempSync(join(tmpdir(), "planted-"));
  try {
    const snippets = badSnippets(rule);
    /** @type {Map<string, { first: number, last: number }>} */
    const plantedAt = new Map();
    for (const name of ["with", "without"]) mkdirSync(join(folder, name));
    for (const file of files) {
      if (plantedAt.size === Number(values.places)) break;
      const lines = readFileSync(file, "utf8").split("\n");
      const at = placeIn(lines);
      if (at === undefined) continue;
      const snippet = snippets[plantedAt.size % snippets.length] ?? "";
      const code = snippet.split("\n").map((line) => (line === "" ? "" : at.indentation + line));
      const name = `${plantedAt.size}${language === "cpp" ? ".h" : extname(file)}`;
      const index = language === "cpp" ? at.index + 1 : at.index;
      writeFileSync(join(folder, "without", name), lines.join("\n"));
      writeFileSync(join(folder, "with", name), lines.toSpliced(index, 0, ...code).join("\n"));
      plantedAt.set(name, { first: index + 1, last: index + code.length });
    }
    const before = reports(join(folder, "without"), rule);
    const after = reports(join(folder, "with"), rule);
    let found = 0;
    let further = 0;
    for (const [name, { first, last }] of plantedAt) {
      const lines = after.get(name) ?? [];
      const inside = lines.filter((line) => line >= first && line <= last);
      if (inside.length > 0) found++;
      further += lines.length - Math.min(inside.length, 1) - (before.get(name) ?? []).length;
    }
    return { planted: plantedAt.size, found, further };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {readonly string[]} lines */
function placeIn(lines) {
  const places = lines.flatMap((line, index) => {
    const indentation = placeOf(line);
    const isContinued = /[\\,([{]\s*$/.test(lines[index - 1] ?? "");
    return indentation === undefined || isContinued ? [] : [{ index, indentation }];
  });
  return places[Math.floor(random() * places.length)];
}

/** @param {string} rule */
function badSnippets(rule) {
  const text = readFileSync(join(top, "queries", language ?? "", "lint", `${rule}.scm`), "utf8");
  const found = text.matchAll(/^; bad:(?: (.+)|((?:\n; {3}.*)+))/gm);
  return [...found].map(([, line, more = ""]) => line ?? more.replace(/\n; {3}/g, "\n").trimStart());
}

/**
 * @param {string} folder
 * @param {string} rule
 * @returns {Map<string, number[]>} the lines of reports by file
 */
function reports(folder, rule) {
  /** @type {readonly { filepath: string, diagnostics?: readonly { line: number }[] }[]} */
  const answers = answersOf(["check_file", ".", "--checks", rule, "--no-cache"], { cwd: folder });
  return new Map(
    answers.map(({ filepath, diagnostics = [] }) => [filepath.replace("./", ""), diagnostics.map(({ line }) => line)]),
  );
}
