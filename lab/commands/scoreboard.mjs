// @ts-check
/**
 * Scores answers on truth that nobody here has made: public test data of other projects.
 *
 *   npm run build && node scripts/scoreboard.mjs DATA [--only NAME]… [--misses] [--main FILE]
 *
 * DATA is a folder with clones of the projects that `sources` names, by their last names; those that are not there are left
 * out, and said so. Prints a table, and with --misses each case that is not right, with the reason. PYTHON names the Python
 * that runs the programs of call graphs, and jedi and PyCG where it has them; PYRIGHT a folder where pyright is installed, or will
 * be from npm. Each answers the questions of the data that are for it.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { main } from "../programs.mjs";
import { scoreJediGoto, scoreJediInference, scoreJediUsages } from "../scoreboard/jedi.mjs";
import { scoreKythe } from "../scoreboard/kythe.mjs";
import { scoreCallGraphs } from "../scoreboard/python-call-graphs.mjs";
import { scoreScipClang } from "../scoreboard/scip-clang.mjs";
import { scoreStackGraphs } from "../scoreboard/stack-graphs.mjs";
import { scoreTypes } from "../scoreboard/type-eval-py.mjs";

/** @typedef {import("../scoreboard/score.mjs").Score} Score */
/** @typedef {{ name: string, repository: string, folder: string, tool: string, score: (folder: string, main: string) => Promise<Score> }} Source */

/** @type {readonly Source[]} */
const sources = [
  {
    name: "pycg",
    repository: "github.com/vitsalis/PyCG",
    folder: "PyCG/micro-benchmark/snippets",
    tool: "get_dependency_graph",
    score: scoreCallGraphs,
  },
  ...["headergen", "pycg_extended"].map((part) => ({
    name: `swarm-cg-${part}`,
    repository: "github.com/secure-software-engineering/SWARM-CG",
    folder: `SWARM-CG/benchmarks/python/${part}`,
    tool: "get_dependency_graph",
    score: scoreCallGraphs,
  })),
  {
    name: "type-eval-py",
    repository: "github.com/secure-software-engineering/TypeEvalPy",
    folder: "TypeEvalPy/micro-benchmark",
    tool: "get_symbol_info",
    score: scoreTypes,
  },
  {
    name: "stack-graphs",
    repository: "github.com/github/stack-graphs",
    folder: "stack-graphs/languages/tree-sitter-stack-graphs-python/test",
    tool: "find_definition",
    score: scoreStackGraphs,
  },
  {
    name: "kythe",
    repository: "github.com/kythe/kythe",
    folder: "kythe/kythe/cxx/indexer/cxx/testdata",
    tool: "find_definition, find_references, get_class_hierarchy",
    score: scoreKythe,
  },
  {
    name: "scip-clang",
    repository: "github.com/sourcegraph/scip-clang",
    folder: "scip-clang/test/index",
    tool: "codegrove index",
    score: scoreScipClang,
  },
  ...[
    { name: "jedi-goto", tool: "find_definition", score: scoreJediGoto },
    { name: "jedi-usages", tool: "find_references", score: scoreJediUsages },
    { name: "jedi-inference", tool: "get_symbol_info", score: scoreJediInference },
  ].map((part) => ({ repository: "github.com/davidhalter/jedi", folder: "jedi/test/completion", ...part })),
];

const { values, positionals } = argumentsOf(
  import.meta.url,
  { only: { type: "string", multiple: true }, misses: { type: "boolean", default: false } },
  1,
);
const [data = ""] = positionals;
console.log("| data | what is compared | cases | score | peers |\n| --- | --- | --- | --- | --- |");
for (const { name, repository, folder, tool, score } of sources) {
  if (values.only !== undefined && !values.only.some((start) => name.startsWith(start))) continue;
  const path = resolve(data, folder);
  if (!existsSync(path)) {
    console.log(`| ${name} | ${tool} | not measured: clone ${repository} into DATA | | |`);
    continue;
  }
  const { cases, figures, misses, leftOut = {}, peers = {} } = await score(path, main);
  console.log(`| ${name} | ${tool} | ${cases} | ${textOf(figures)} | ${textOf(peers)} |`);
  for (const [reason, count] of Object.entries(leftOut)) console.log(`| | not counted: ${reason} | ${count} | | |`);
  if (values.misses) for (const miss of misses) console.error(JSON.stringify({ data: name, ...miss }));
}

/** @param {Record<string, number>} figures */
function textOf(figures) {
  return Object.entries(figures)
    .map(([figure, value]) => `${figure} ${value.toFixed(3)}`)
    .join(", ");
}
