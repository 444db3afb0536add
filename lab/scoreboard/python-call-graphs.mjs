// @ts-check
/**
 * Compares get_dependency_graph with call graphs that people have written of small Python programs: those of PyCG, and those
 * of SWARM-CG in the same form. A folder is a program, and its callgraph.json has callers with their callees, by
 * `module.Class.function`.
 *
 * Each module is asked for its callees, and each function, method and class of a program in both directions: the edges of all
 * answers are one graph.
 *
 * - Not compared are callees from outside of the program (`<builtin>.len`): the graph of a program is about its own functions.
 * - What a lambda calls is called by the function around it. In an answer it has no name, or that of a variable, whose edges are
 *   of the function around it: an edge to a lambda counts as missed.
 * - The construction of an object is an edge to the `__init__` of its class; of a class without one the truth has no node, and
 *   such an edge is not compared.
 * - Edges that an answer calls possible, and functions that are handed over, are no calls of the answer.
 * - CPython runs each program (executed-calls.py). An edge that it makes is right, whether the truth has it or not. Where it
 *   ends with an error that is no class of the program, the edges of the truth that were not made are listed and not counted, whether
 *   we have them or not, except the call whose arguments are the error.
 *
 * Where PYTHON has PyCG (PYTHONPATH=DATA/PyCG), it answers about the same programs, each from its main.py as in its own tests.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Product } from "../product/product-answers.mjs";

/** @typedef {import("./score.mjs").Score} Score */
/** @typedef {import("./score.mjs").Miss} Miss */
/** @typedef {{ name: string, kind: string, file?: string, line: number, column: number }} Row */

const python = process.env.PYTHON ?? "python3";

/**
 * @param {string} folder of the programs
 * @param {string} main the program to measure
 * @returns {Promise<Score>}
 */
export async function scoreCallGraphs(folder, main) {
  const programs = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("callgraph.json"))
    .map(dirname)
    .sort();
  const counts = noCounts();
  /** @type {Record<string, number>} */
  const leftOut = {};
  const leaveOut = (/** @type {string} */ reason, /** @type {number} */ count) => {
    if (count > 0) leftOut[reason] = (leftOut[reason] ?? 0) + count;
  };
  const ofPycg = noCounts();
  /** @type {Miss[]} */
  const misses = [];
  for (const program of programs) {
    const root = join(folder, program);
    const truth = trueEdges(root);
    const executed = executedEdges(root);
    const { edges, possible } = await edgesOf(root, main, truth.nodes);
    const ofProgram = count(counts, edges, truth.edges, executed, possible);
    misses.push(...ofProgram.map((miss) => ({ case: program, ...miss })));
    leaveOut(
      "not made by CPython, which ends with an error",
      ofProgram.filter(({ reason }) => reason.startsWith(notReached)).length,
    );
    leaveOut("from or to a function outside of the program", truth.outside);
    if (!executed.isRun) leaveOut("programs that CPython did not run in time", 1);
    const pycg = edgesOfPycg(root, truth.nodes);
    if (pycg === undefined) leaveOut("programs that PyCG did not answer about", 1);
    count(ofPycg, pycg ?? new Set(), truth.edges, executed);
  }
  const { recall, precision } = figuresOf(ofPycg);
  return {
    cases: `${programs.length} programs, ${counts.right + counts.missed} edges`,
    figures: figuresOf(counts),
    misses,
    leftOut,
    ...(ofPycg.right > 0 && { peers: { "PyCG recall": recall, "PyCG precision": precision } }),
  };
}

/** @typedef {{ nodes: Set<string>, edges: Set<string>, outside: number }} Graph `outside`: how many edges are about something else */
/** @typedef {{ right: number, extra: number, missed: number }} Counts */
/** @typedef {{ edges: Set<string>, error: string | undefined, isRun: boolean }} Executed */

const notReached = "not made by CPython, which ends with ";

/** @returns {Counts} */
function noCounts() {
  return { right: 0, extra: 0, missed: 0 };
}

/** @param {Counts} counts */
function figuresOf({ right, extra, missed }) {
  return { recall: right / (right + missed), precision: right / (right + extra) };
}

/**
 * Counts the edges of a program.
 * @param {Counts} counts
 * @param {ReadonlySet<string>} found
 * @param {ReadonlySet<string>} truth
 * @param {Executed} executed
 * @param {ReadonlySet<string>} [possible] edges of the answer that it calls possible
 * @returns {Omit<Miss, "case">[]} those that the answer and the truth do not share
 */
function count(counts, found, truth, { edges, error }, possible = new Set()) {
  /** @type {Omit<Miss, "case">[]} */
  const misses = [];
  for (const edge of truth) {
    const isMade = edges.has(edge.replace(/<lambda\d*>$/, "<lambda>")) || isRefusedCall(edge, error);
    if (error !== undefined && !isMade) misses.push({ reason: `${notReached}${error}`, expected: edge });
    else if (found.has(edge)) counts.right += 1;
    else {
      counts.missed += 1;
      misses.push({ reason: possible.has(edge) ? "only possible" : reasonOf(edge), expected: edge });
    }
  }
  for (const edge of found)
    if (!truth.has(edge)) {
      if (!edges.has(edge)) counts.extra += 1;
      misses.push({ reason: edges.has(edge) ? "right by CPython, not in the truth" : "extra edge", found: edge });
    }
  return misses;
}

/**
 * True for an edge to the function whose arguments are the error: `func.<locals>.g() missing 1 required positional argument: 'x'`.
 * @param {string} edge
 * @param {string | undefined} error
 */
function isRefusedCall(edge, error) {
  const [, refused] = /^TypeError: (\S+)\(\) (?:missing|takes|got)\b/.exec(error ?? "") ?? [];
  if (refused === undefined) return false;
  const name = refused.replaceAll(".<locals>", "");
  return edge.replace(/<lambda\d*>$/, "<lambda>").endsWith(`.${name}`);
}

/** @param {string} edge */
function reasonOf(edge) {
  if (edge.includes("<lambda")) return "edge to a lambda";
  return edge.endsWith(".__init__") ? "construction not found" : "call not found";
}

/** @param {string} root @returns {string[]} the files of a program, relative to it */
function sourcesIn(root) {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".py"));
}

/**
 * @param {string} root of a program
 * @returns {Graph}
 */
function trueEdges(root) {
  return graphIn(readFileSync(join(root, "callgraph.json"), "utf8"), root);
}

/**
 * @param {string} json callees by caller
 * @param {string} root of the program
 * @returns {Graph} what is about the program itself
 */
function graphIn(json, root) {
  /** @type {Record<string, string[]>} */
  const graph = JSON.parse(json);
  const modules = new Set(sourcesIn(root).map(moduleName));
  const isInside = (/** @type {string} */ name) => {
    const parts = name.split(".");
    return parts.some((_, at) => modules.has(parts.slice(0, at + 1).join(".")));
  };
  const nodes = new Set([...Object.keys(graph), ...Object.values(graph).flat()].filter(isInside));
  const edges = Object.entries(graph).flatMap(([from, callees]) =>
    isInside(from) ? callees.filter(isInside).map((to) => `${from.replace(/\.<lambda\d*>.*$/, "")} → ${to}`) : [],
  );
  return { nodes, edges: new Set(edges), outside: Object.values(graph).flat().length - edges.length };
}

/**
 * @param {string} root of a program
 * @param {ReadonlySet<string>} known the functions of the truth
 * @returns {Set<string> | undefined} undefined where PYTHON does not have PyCG, or PyCG fails
 */
function edgesOfPycg(root, known) {
  try {
    const command = ["-m", "pycg", "--package", root, join(root, "main.py")];
    const printed = execFileSync(python, command, { encoding: "utf8", timeout: 30_000, stdio: "pipe" });
    // A class without a constructor of its own is no node of the truth.
    const edges = [...graphIn(printed, root).edges].filter(
      (edge) => !edge.endsWith(".__init__") || known.has(edge.split(" → ")[1] ?? ""),
    );
    return new Set(edges);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root of a program
 * @returns {Executed} none where there is no Python
 */
function executedEdges(root) {
  const script = join(dirname(fileURLToPath(import.meta.url)), "executed-calls.py");
  try {
    const printed = execFileSync(python, [script, root], { encoding: "utf8", timeout: 10_000, stdio: "pipe" });
    const { edges, error } = JSON.parse(printed);
    const isOwn = sourcesIn(root).some((file) =>
      readFileSync(join(root, file), "utf8").includes(`class ${error?.split(":")[0]}`),
    );
    return {
      edges: new Set(edges.map((/** @type {[string, string]} */ [from, to]) => `${from} → ${to}`)),
      error: isOwn ? undefined : (error ?? undefined),
      isRun: true,
    };
  } catch {
    return { edges: new Set(), error: undefined, isRun: false };
  }
}

/**
 * @param {string} root
 * @param {string} main
 * @param {ReadonlySet<string>} known the functions of the truth
 * @returns {Promise<{ edges: Set<string>, possible: Set<string> }>}
 */
async function edgesOf(root, main, known) {
  const product = new Product(root);
  await product.start(main);
  try {
    const edges = new Set();
    const possible = new Set();
    for (const start of await startsIn(product, root)) {
      const graph = await product.call("get_dependency_graph", { ...start, max_depth: 1 });
      // A module has no address where a function has its name.
      if (!graph.success && start.direction === "callees") continue;
      if (!graph.success) throw new Error(`${root}: ${JSON.stringify(start)}: ${graph.error}`);
      /** @type {Map<string, Row>} */
      const nodes = new Map(graph.nodes.map((/** @type {any} */ node) => [node.id ?? node.name, node]));
      // A function that is handed over is not called there.
      const calls = graph.edges.filter((/** @type {{ passed?: true }} */ { passed }) => !passed);
      for (const call of calls) {
        const caller = nodeName(product, nodes.get(call.from), known, true);
        const callee = nodeName(product, nodes.get(call.to), known, false);
        if (callee !== undefined) (call.possible ? possible : edges).add(`${caller ?? call.from} → ${callee}`);
      }
    }
    return { edges, possible };
  } finally {
    await product.close();
  }
}

const calledKinds = new Set(["function", "method", "constructor", "property", "class"]);

/** The kinds of variables that hold a lambda. */
const lambdaKinds = new Set(["variable", "constant", "field"]);

/**
 * @param {Product} product
 * @param {string} root
 * @returns {Promise<Record<string, unknown>[]>} the arguments of the calls about a program
 */
async function startsIn(product, root) {
  const { results = [] } = await product.call("list_symbols", { filepath: ".", recursive: true });
  // A file without symbols is none of the results.
  const modules = sourcesIn(root).map((file) => ({ symbol: moduleName(file), direction: "callees" }));
  const symbols = results.flatMap((/** @type {{ filepath: string, symbols?: Row[] }} */ { filepath, symbols = [] }) =>
    symbols
      .filter(({ kind }) => calledKinds.has(kind))
      .map(({ line, column }) => ({ filepath, line, column, direction: "both" })),
  );
  return [...modules, ...symbols];
}

/**
 * @param {Product} product
 * @param {Row | undefined} node
 * @param {ReadonlySet<string>} known
 * @param {boolean} isCaller
 * @returns {string | undefined} undefined for a class without a constructor of its own, and for a lambda that is called
 */
function nodeName(product, node, known, isCaller) {
  if (node === undefined) return undefined;
  const module = moduleName(product.fileOf(node.file ?? node.name));
  if (node.kind === "module") return module;
  const full = `${module}.${node.name}`;
  if (lambdaKinds.has(node.kind)) return isCaller ? full.slice(0, full.lastIndexOf(".")) : undefined;
  if (node.kind !== "class") return full;
  return known.has(`${full}.__init__`) ? `${full}.__init__` : undefined;
}

/** @param {string} file */
function moduleName(file) {
  return file
    .replace(/\.py$/, "")
    .replace(/\/__init__$/, "")
    .replaceAll("/", ".");
}
