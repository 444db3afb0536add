// @ts-check
/**
 * Compares the types of get_symbol_info with those of TypeEvalPy's micro-benchmark. A folder is a program, and its *_gt.json
 * lists names by file, line and column, each with the types that it has: results of functions, parameters, variables.
 *
 * A type is exact when it has the same classes, without what is in brackets: `list[int]` is a list, `A | None` has two classes.
 * Unknown is what get_symbol_info says so of, or does not find. Not compared are parts of variables (`a[0]`): nothing is asked about
 * these, and `exact of all` counts them as unknown. TypeEvalPy's own analyzer compares the same, and takes an unknown type for None.
 *
 * Where PYRIGHT names the folder of an installation, the hovers of pyright are read by the same rules.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Product } from "../product/product-answers.mjs";
import { normalPython, partsOf, pyrightType } from "../truths/hover-types.mjs";
import { startedPyright } from "./peers.mjs";

/** @typedef {import("./score.mjs").Score} Score */
/** @typedef {import("./score.mjs").Miss} Miss */
/** @typedef {{ file: string, line_number: number, col_offset: number, function?: string, variable?: string, parameter?: string, type: string[] }} Fact */

/**
 * @param {string} folder of the programs
 * @param {string} main the program to measure
 * @returns {Promise<Score>}
 */
export async function scoreTypes(folder, main) {
  const truths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("_gt.json"))
    .sort();
  const counts = { exact: 0, wrong: 0, unknown: 0 };
  const ofPyright = { exact: 0, wrong: 0, unknown: 0 };
  let apart = 0;
  /** @type {Miss[]} */
  const misses = [];
  const product = new Product(folder);
  await product.start(main);
  const pyright = await startedPyright(folder);
  try {
    for (const path of truths) {
      /** @type {Fact[]} */
      const facts = JSON.parse(readFileSync(join(folder, path), "utf8"));
      const files = readdirSync(join(folder, dirname(path)), { recursive: true, encoding: "utf8" });
      for (const fact of facts) {
        const name = fact.variable ?? fact.parameter ?? "";
        if (/[[\]]/.test(name)) {
          apart += 1;
          continue;
        }
        const file = join(dirname(path), fileOf(fact.file, path, files));
        // The place of self.a is that of self.
        const place = { file, line: fact.line_number, column: fact.col_offset + name.lastIndexOf(".") + 1 };
        const wanted = fact.type.map(className).sort();
        const info = await product.infoAt(place);
        const found = typeOf(fact, info);
        const verdict = verdictOf(found, wanted);
        counts[verdict] += 1;
        if (pyright !== undefined)
          ofPyright[verdictOf(typeOf(fact, await hoverInfo(pyright, join(folder, file), place)), wanted)] += 1;
        if (verdict !== "exact")
          misses.push({
            ...{ case: `${file}:${place.line}:${place.column} ${name}`, reason: `${verdict}: ${kindOf(fact)}` },
            ...{ expected: wanted.join(" | "), found: found?.join(" | ") ?? "unknown" },
          });
      }
    }
  } finally {
    pyright?.close();
    await product.close();
  }
  const total = counts.exact + counts.wrong + counts.unknown;
  return {
    cases: `${truths.length} programs, ${total} names`,
    leftOut: { "part of a variable": apart },
    figures: {
      ...{ exact: counts.exact / total, wrong: counts.wrong / total, unknown: counts.unknown / total },
      "exact of all": counts.exact / (total + apart),
    },
    misses,
    ...(pyright !== undefined && {
      peers: { "pyright exact": ofPyright.exact / total, "pyright wrong": ofPyright.wrong / total },
    }),
  };
}

/**
 * What a hover says, as get_symbol_info says it.
 * @param {import("../truths/pyright.mjs").Pyright} pyright
 * @param {string} path
 * @param {{ line: number, column: number }} place
 * @returns {Promise<{ kind: string, type?: string }>}
 */
async function hoverInfo(pyright, path, { line, column }) {
  pyright.openFile(path, readFileSync(path, "utf8"));
  const hover = await pyright.hoverAt(path, { line: line - 1, character: column - 1 });
  pyright.closeFile(path);
  const kind = /^\((\w+)\)/.exec(hover)?.[1] ?? "";
  if (/^\((?:variable|parameter)\) (?:def |\w+: \(.*\) -> )/.test(hover)) return { kind: "function" };
  if (/^\(variable\) \w+: type\[/.test(hover)) return { kind: "class" };
  const type = pyrightType(hover)?.types[0];
  return { kind, ...(type !== undefined && { type: normalPython(type) }) };
}

/** @param {string[] | undefined} found @param {string[]} wanted */
function verdictOf(found, wanted) {
  if (found === undefined) return "unknown";
  return `${found}` === `${wanted}` ? "exact" : "wrong";
}

/**
 * The file of a fact: some name the one of another program, with the same text.
 * @param {string} named
 * @param {string} truth
 * @param {readonly string[]} files of the program
 */
function fileOf(named, truth, files) {
  if (files.includes(named)) return named;
  return files.find((file) => basename(file) === basename(truth).replace("_gt.json", ".py")) ?? named;
}

/** @param {Fact} fact */
function kindOf(fact) {
  if (fact.variable !== undefined) return "variable";
  return fact.parameter === undefined ? "result" : "parameter";
}

/**
 * @param {Fact} fact
 * @param {{ kind: string, type?: string }} info
 * @returns {string[] | undefined}
 */
function typeOf(fact, { kind, type }) {
  const isFunction = kind === "function" || kind === "method";
  // A variable that a function is, and a class: their own type is what is asked for.
  if (kindOf(fact) === "variable" && isFunction) return ["callable"];
  if (kindOf(fact) !== "result" && kind === "class") return ["type"];
  return type === undefined
    ? undefined
    : partsOf(type, "|")
        .map((part) => className(part.trim()))
        .sort();
}

/** @param {string} type @returns {string} its class, as the truth writes it */
function className(type) {
  const name = type.replace(/\[.*$/s, "").split(".").at(-1) ?? type;
  const known = { None: "Nonetype", Callable: "callable", Generator: "generator", List: "list", Dict: "dict" };
  return Reflect.get(known, name) ?? name;
}
