// @ts-check
/**
 * Compares with the C++ test data of Kythe's indexer. A test is a file with goals for Kythe's verifier (kythe-goals.mjs), or
 * several behind `#example NAME`. A node is declared where an anchor `defines/binding` it; nodes of which one is `completedby`
 * the other are one symbol; a node that is made from a template (`param.0`, `instantiates`, `specializes`) is the template's,
 * unless it has an anchor of its own.
 *
 * - `ref`, `ref/call`, `ref/writes`, macros' `ref/expands`, `ref/queries` and `undefines`: the first answer of find_definition at
 *   the name is one of the node's anchors. Where one name has several nodes, such as a class and its constructor, any of
 *   them is right.
 * - The same edges: the confirmed ones of find_references at the node's anchor have the place, as `write` for `ref/writes`; of a
 *   constructor that no name calls, a place in the anchor, or the class of the variable that it is. `!{ @x ref Node }`: it
 *   has not.
 * - `extends/…`, `overrides`, `overrides/root`: get_class_hierarchy has the base with this access, or the class whose member is
 *   overridden.
 *
 * Left out, by reason: tests that Kythe itself expects to fail, and goals in them; edges of other kinds, such as `childof` and
 * `typed`; and uses where the node itself is declared.
 *
 * clangd decides: where it knows places of a name and none is an anchor of the node, the case is listed and not counted; where
 * it knows one that is, the others are right, too. What our tools do not answer about is counted by its reason.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { Product } from "../product/product-answers.mjs";
import { Clangd, newestClangd } from "../truths/clangd.mjs";
import { goalsIn } from "./kythe-goals.mjs";

/** @typedef {import("./score.mjs").Score} Score */
/** @typedef {import("./score.mjs").Miss} Miss */
/** @typedef {import("./kythe-goals.mjs").Anchor} Anchor */
/** @typedef {import("./kythe-goals.mjs").Goal} Goal */
/** @typedef {import("./kythe-goals.mjs").Term} Term */
/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {{ path: string, text: string }} Part a file of a test */
/** @typedef {{ name: string, parts: Part[], flags: string[], fails: boolean }} Test `fails`: Kythe itself does not reach the goals */
/** @typedef {{ reason: string, expected?: string, found?: string }} Judged why a case is missed */

const usingEdges = ["ref", "ref/call", "ref/call/direct", "ref/writes", "ref/expands", "ref/queries", "undefines"];

/** Why an edge is about what has no name in the code, or about what our tools do not tell. */
const leftOutEdges = new Map([
  ["ref/id", "the class of a constructor's name"],
  ["ref/init", "a field that a value without a name is for"],
  ["ref/implicit", "implicit use in an instance of a template"],
  ["ref/call/implicit", "implicit use in an instance of a template"],
  ["ref/expands/transitive", "macro that an expansion uses"],
  ["ref/includes", "file of an include"],
]);

/** The edges from what is made of a template to it, the nearest first: `specializes` leads to the primary template. */
const makingEdges = ["instantiates", "param.0", "specializes"];

/** Words that stand for a type, or for a namespace without a name. */
const typeWords = /^(?:auto|decltype|namespace|struct|union|class|enum)$/;

/** Words that call an operator. */
const operatorWords = /^(?:new|delete)$/;

/** Folders that need generated code, or are of another language; files of C are not read either. */
const leftOutFolders = /^(?:objc|proto)\//;

/** @param {string} folder of the tests @param {string} main the program to measure @returns {Promise<Score>} */
export async function scoreKythe(folder, main) {
  const tests = testsIn(folder);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "kythe-")));
  const code = join(root, "code");
  mkdirSync(code);
  const scorer = new Scorer(code, new Product(code));
  try {
    await scorer.start(main);
    for (const test of tests) await scorer.score(test);
  } finally {
    await scorer.close();
    rmSync(root, { recursive: true, force: true });
  }
  return scorer.result(tests.length);
}

// Tests

/** @param {string} folder @returns {Test[]} */
function testsIn(folder) {
  const rules = readFileSync(join(folder, "BUILD"), "utf8").split(/^cc_indexer_test\(/m);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".cc") && !leftOutFolders.test(path))
    .sort()
    .map((name) => {
      const ofTest = rules.filter((text) => text.includes(`srcs = ["${name}"]`));
      const standard = /^ {4}std = "(.*)"/m.exec(ofTest[0] ?? "")?.[1] ?? "c++11";
      const fails = ofTest.length > 0 && ofTest.every((text) => text.includes("expect_fail_verify = True"));
      const text = readFileSync(join(folder, name), "utf8");
      const isBundle = /^#example /m.test(text);
      const parts = isBundle ? bundled(text, name) : included(folder, name);
      const folders = Array.from(text.matchAll(/^#incdir (\S+)/gm), ([, at]) => `-I${at}`);
      return { name, parts, flags: [`-std=${standard}`, "-I.", ...folders], fails };
    });
}

/** The files of a bundle; the first is the test itself. @param {string} text @param {string} name @returns {Part[]} */
function bundled(text, name) {
  const [first = "", ...others] = text.replace(/^#incdir .*$/gm, "").split(/^(?=#example )/m);
  return [
    { path: name.replace(/^.*\//, ""), text: first },
    ...others.map((part) => {
      const [head = "", ...lines] = part.split("\n");
      return { path: head.replace("#example ", "").trim(), text: lines.join("\n") };
    }),
  ];
}

/** A file and those below the folder that it includes. @param {string} folder @param {string} name @returns {Part[]} */
function included(folder, name) {
  const paths = [name];
  for (const path of paths) {
    for (const [, included] of readFileSync(join(folder, path), "utf8").matchAll(/^#include "(.*)"/gm)) {
      const found = join(dirname(path), included ?? "");
      if (!paths.includes(found) && existsSync(join(folder, found))) paths.push(found);
    }
  }
  return paths.map((path) => ({
    path: relative(dirname(name), path),
    text: readFileSync(join(folder, path), "utf8"),
  }));
}

// What a test says

/** What the goals of a test say together: the anchors of each node. */
class Graph {
  /** @type {Goal[]} */
  goals = [];
  /** @type {Map<string, string>} */
  #same = new Map();
  /** @type {Map<string, Anchor[]>} */
  #anchors = new Map();
  /** @type {Map<string, { edge: string, node: string }[]>} */
  #made = new Map();
  /** @type {Map<string, Anchor>} */
  #named = new Map();
  /** The `node/kind` of a node. @type {Map<string, string>} */
  #kinds = new Map();
  #parts;

  /** @param {Part[]} parts */
  constructor(parts) {
    this.#parts = parts;
    for (const { path, text } of parts) {
      const { goals, equal, facts } = goalsIn(path, text);
      this.goals.push(...goals);
      for (const [{ variable }, { anchor }] of equal)
        if (variable !== undefined && anchor !== undefined) this.#named.set(variable, anchor);
      for (const { of, name, value } of facts)
        if (name === "node/kind" && of.variable !== undefined) this.#kinds.set(of.variable, value);
    }
    for (const goal of this.goals) if (goal.group === undefined) this.#learn(goal);
  }

  /** @param {Goal} goal */
  #learn({ from, edge, to }) {
    const anchor = this.anchorOf(from);
    const node = to.variable;
    if (node === undefined) return;
    const isNamespace = edge === "ref" && anchor !== undefined && /\bnamespace\s[\w\s:]*$/.test(this.before(anchor));
    if ((edge === "defines/binding" || isNamespace) && anchor !== undefined) {
      const key = this.#symbol(node);
      this.#anchors.set(key, [...(this.#anchors.get(key) ?? []), anchor]);
    } else if (from.variable === undefined) return;
    else if (edge === "completedby") this.#join(from.variable, node);
    else if (makingEdges.includes(edge))
      this.#made.set(from.variable, [...(this.#made.get(from.variable) ?? []), { edge, node }]);
  }

  /** @param {string} variable */
  #symbol(variable) {
    let symbol = variable;
    for (let next = this.#same.get(symbol); next !== undefined; next = this.#same.get(symbol)) symbol = next;
    return symbol;
  }

  /** @param {string} one @param {string} other */
  #join(one, other) {
    const [from, to] = [this.#symbol(one), this.#symbol(other)];
    if (from === to) return;
    this.#same.set(from, to);
    this.#anchors.set(to, [...(this.#anchors.get(to) ?? []), ...(this.#anchors.get(from) ?? [])]);
  }

  /** @param {Term} term */
  anchorOf({ anchor, variable }) {
    return anchor ?? (variable === undefined ? undefined : this.#named.get(variable));
  }

  /**
   * The anchors of a node. One that is made from another one is the other one only if that has the name: it may also be a member.
   * @param {string | undefined} variable
   * @param {string} [name] that a use has
   * @returns {Anchor[]}
   */
  anchorsOf(variable, name) {
    if (variable === undefined) return [];
    const own = this.#anchors.get(this.#symbol(variable)) ?? [];
    return own.length > 0
      ? own
      : this.#madeFrom(variable, 0).filter((anchor) => name === undefined || lastName(anchor) === name);
  }

  /** @param {string} variable @param {number} depth @returns {Anchor[]} */
  #madeFrom(variable, depth) {
    if (depth > 4 || this.#kinds.get(variable) === "lookup") return [];
    const made = this.#made.get(variable) ?? [];
    const nearest = makingEdges.find((edge) => made.some((one) => one.edge === edge));
    return made.flatMap(({ edge, node }) => {
      if (edge !== nearest) return [];
      const own = this.#anchors.get(this.#symbol(node)) ?? [];
      return own.length > 0 ? own : this.#madeFrom(node, depth + 1);
    });
  }

  /** @param {string | undefined} variable */
  isOfPlugin(variable) {
    return variable !== undefined && (this.#kinds.get(variable) ?? "").startsWith("google/");
  }

  /** True inside of a string literal. @param {Anchor} anchor */
  isInString(anchor) {
    return (this.before(anchor).match(/(?<!\\)"/g) ?? []).length % 2 === 1;
  }

  /** The line before an anchor. @param {Anchor} anchor */
  before({ file, line, column }) {
    return (this.#textOf(file).split("\n")[line - 1] ?? "").slice(0, column - 1);
  }

  /** The name of the class around an anchor, with its line. @param {Anchor} anchor */
  classAround(anchor) {
    const lines = this.#textOf(anchor.file)
      .split("\n")
      .slice(0, anchor.line - 1);
    const text = [...lines, this.before(anchor)].map((line) => line.replace(/\/\/.*/, "")).join("\n");
    const heads = Array.from(text.matchAll(/\b(?:class|struct)\s+(\w+)[^;{}()]*\{/g));
    const head = heads.at(-1);
    if (head === undefined) return undefined;
    return { name: head[1] ?? "", file: anchor.file, line: text.slice(0, head.index).split("\n").length };
  }

  /** @param {string} file */
  #textOf(file) {
    return this.#parts.find(({ path }) => path === file)?.text ?? "";
  }
}

/**
 * The place of the name that an anchor is about: of a call, the name that is called. Undefined for none.
 * @param {Anchor} anchor
 * @param {string} edge
 * @returns {Anchor | undefined}
 */
function nameIn({ file, line, column, text }, edge) {
  if (/^operator\b/.test(text)) return { file, line, column, text };
  let rest = text.trimEnd();
  if (edge.startsWith("ref/call")) rest = withoutBrackets(withoutBrackets(rest, "(", ")"), "{", "}");
  rest = withoutBrackets(rest, "<", ">");
  const [name] = /~?[\p{L}_][\p{L}\p{N}_]*$/u.exec(rest) ?? [];
  if (name === undefined || typeWords.test(name) || operatorWords.test(name)) return undefined;
  return { file, line, column: column + rest.length - name.length, text: name };
}

/** A text without the brackets at its end. @param {string} text @param {string} open @param {string} close */
function withoutBrackets(text, open, close) {
  if (!text.endsWith(close)) return text;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === close) depth += 1;
    else if (text[at] === open) depth -= 1;
    if (depth === 0) return text.slice(0, at).trimEnd();
  }
  return text;
}

// Answers

/** True when a place is in an anchor. @param {Place | undefined} place @param {Anchor} anchor */
function isIn(place, { file, line, column, text }) {
  if (place === undefined || place.file !== file || place.line !== line) return false;
  return place.column >= column && place.column < column + text.length;
}

/** @param {readonly (Anchor | Place)[]} places */
function shown(places) {
  return places.map(({ file, line, column }) => `${file}:${line}:${column}`).join(" ");
}

class Scorer {
  /** @type {Record<string, { right: number, total: number }>} */
  #counts = {};
  /** @type {Record<string, number>} */
  #leftOut = {};
  /** @type {Miss[]} */
  #misses = [];
  /** @type {Map<string, Promise<Place[]>>} */
  #clangPlaces = new Map();
  /** @type {Clangd | undefined} */
  #clangd;
  #root;
  #product;
  #folder = "";

  /** @param {string} root @param {Product} product */
  constructor(root, product) {
    this.#root = root;
    this.#product = product;
  }

  /** @param {string} main */
  async start(main) {
    await this.#product.start(main);
  }

  async close() {
    await this.#product.close();
    this.#clangd?.close();
  }

  /** @param {number} tests @returns {Score} */
  result(tests) {
    const counts = Object.entries(this.#counts);
    const sum = (/** @type {"right" | "total"} */ which) => counts.reduce((all, [, count]) => all + count[which], 0);
    const figures = Object.fromEntries(counts.map(([tool, { right, total }]) => [tool, right / total]));
    return {
      cases: `${tests} tests, ${counts.map(([tool, { total }]) => `${total} ${tool}`).join(", ")}`,
      figures: { right: sum("right") / sum("total"), ...figures },
      misses: this.#misses,
      leftOut: this.#leftOut,
    };
  }

  /**
   * One test at a time is there: it is a program of its own. So it has a clangd of its own, which takes classes of one name in
   * two files that it has read for one.
   * @param {Test} test
   */
  async score({ name, parts, flags, fails }) {
    const graph = new Graph(parts);
    if (graph.goals.length === 0) return;
    if (fails) {
      for (const _ of graph.goals) this.#leaveOut("goal that Kythe itself is expected not to reach");
      return;
    }
    for (const { edge, group } of graph.goals) {
      const isKnown =
        usingEdges.includes(edge) || leftOutEdges.has(edge) || /^(?:defines|extends|overrides)\b/.test(edge);
      if (!isKnown && group === undefined)
        this.#leaveOut("edge of another kind: types, parameters, members, documentation");
    }
    this.#folder = name.replace(/\W/g, "_");
    this.#clangPlaces.clear();
    const folder = join(this.#root, this.#folder);
    for (const { path, text } of parts) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, "compile_flags.txt"), flags.join("\n"));
    this.#clangd = new Clangd(newestClangd(), 1);
    await this.#clangd.initialize([]);
    for (const { path, text } of parts) await this.#clangd.openFile(join(folder, path), text);
    await this.#definitions(name, graph);
    await this.#references(name, graph);
    await this.#hierarchies(name, graph);
    this.#clangd.close();
    rmSync(folder, { recursive: true });
  }

  /** @param {string} tool @param {string} at @param {Judged | undefined} judged */
  #count(tool, at, judged) {
    this.#counts[tool] ??= { right: 0, total: 0 };
    const count = this.#counts[tool];
    count.total += 1;
    if (judged === undefined) count.right += 1;
    else this.#misses.push({ case: at, ...judged, reason: `${tool}: ${judged.reason}` });
  }

  /** @param {string} reason */
  #leaveOut(reason) {
    this.#leftOut[reason] = (this.#leftOut[reason] ?? 0) + 1;
  }

  /** @param {string} tool @param {string} at @param {readonly Anchor[]} expected @param {readonly Place[]} found */
  #contradicted(tool, at, expected, found) {
    this.#leaveOut(`${tool}: clang contradicts`);
    this.#misses.push({
      ...{ case: at, reason: `not counted, clang contradicts: ${tool}` },
      ...{ expected: shown(expected), found: shown(found) },
    });
  }

  /** A place as the tools take it. @param {Place} place @returns {Place} */
  #asked({ file, line, column }) {
    return { file: join(this.#folder, file), line, column };
  }

  /** @template {Place} T @param {readonly T[]} places @returns {T[]} */
  #inTest(places) {
    return places.map((place) => ({ ...place, file: relative(this.#folder, place.file) }));
  }

  /** Where clang has the symbol of a name, or its uses. @param {Anchor} name @param {"locationsOf" | "referencesOf"} what */
  #clangAt(name, what) {
    const key = `${shown([name])} ${what}`;
    const known = this.#clangPlaces.get(key) ?? this.#askedClang(name, what);
    this.#clangPlaces.set(key, known);
    return known;
  }

  /** @param {Anchor} name @param {"locationsOf" | "referencesOf"} what @returns {Promise<Place[]>} */
  async #askedClang({ file, line, column }, what) {
    const folder = join(this.#root, this.#folder);
    const position = { line: line - 1, character: column - 1 };
    const locations = (await this.#clangd?.[what](join(folder, file), position)) ?? [];
    return locations.map(({ uri, range: { start } }) => ({
      file: relative(folder, fileURLToPath(uri)),
      ...{ line: start.line + 1, column: start.character + 1 },
    }));
  }

  /** @param {string} test @param {Graph} graph */
  async #definitions(test, graph) {
    /** @type {Map<string, { name: Anchor, line: number, expected: Anchor[] }>} */
    const cases = new Map();
    for (const { from, edge, to, group, line } of graph.goals) {
      const reason = leftOutEdges.get(edge);
      if (reason !== undefined) this.#leaveOut(reason);
      if (!usingEdges.includes(edge) || group !== undefined) continue;
      const anchor = graph.anchorOf(from);
      const name = anchor && nameIn(anchor, edge);
      const expected = graph.anchorsOf(to.variable, name?.text);
      if (anchor === undefined) this.#leaveOut("use without a place");
      else if (graph.isOfPlugin(to.variable) || graph.isInString(anchor)) this.#leaveOut("node of a plugin of Kythe");
      else if (expected.length === 0)
        this.#leaveOut("nothing declares it in the test: built in, implicit, from outside");
      else if (name === undefined) this.#leaveOut("find_definition: no name is there: auto, operators, conversions");
      else if (expected.some((place) => isIn(name, place))) this.#leaveOut("use where the node itself is declared");
      else if (edge.startsWith("ref/call") && expected.every((one) => lastName(one) !== name.text))
        this.#leaveOut("find_definition: constructor at the name of a variable");
      else {
        const one = cases.get(shown([name])) ?? { name, line, expected: [] };
        one.expected.push(...expected);
        cases.set(shown([name]), one);
      }
    }
    for (const { name, line, expected } of cases.values()) {
      const at = `${test}:${line}`;
      const known = await this.#clangAt(name, "locationsOf");
      const isAgreed = known.some((place) => expected.some((anchor) => isIn(place, anchor)));
      if (known.length > 0 && !isAgreed) {
        this.#contradicted("find_definition", at, expected, known);
        continue;
      }
      const answer = await this.#product.definitionAt(this.#asked(name));
      const [first] = this.#inTest(answer.places);
      const isRight =
        expected.some((anchor) => isIn(first, anchor)) ||
        (isAgreed && known.some((place) => shown([place]) === shown(first ? [first] : [])));
      const reason =
        first !== undefined ? "another definition" : answer.confidence === "external" ? "external" : "not found";
      const judged = {
        reason,
        expected: `${name.text} ${shown([name])} → ${shown(expected)}`,
        found: shown(first ? [first] : []),
      };
      this.#count("find_definition", at, isRight ? undefined : judged);
    }
  }

  /** @param {string} test @param {Graph} graph */
  async #references(test, graph) {
    /** @type {Map<string, Awaited<ReturnType<Product["referencesAt"]>>>} */
    const answers = new Map();
    const done = new Set();
    for (const { from, edge, to, group, line } of graph.goals) {
      const anchor = graph.anchorOf(from);
      if (!usingEdges.includes(edge) || anchor === undefined) continue;
      const name = nameIn(anchor, edge);
      const expected = graph.anchorsOf(to.variable, name?.text);
      const [asked] = expected;
      if (asked === undefined || typeWords.test(anchor.text)) continue;
      if (graph.isOfPlugin(to.variable) || graph.isInString(anchor)) continue;
      if (name !== undefined && expected.some((place) => isIn(name, place))) continue;
      const key = `${shown([name ?? anchor])} ${shown(expected)} ${edge === "ref/writes"} ${group !== undefined}`;
      if (done.has(key)) continue;
      done.add(key);
      const at = `${test}:${line}`;
      const isNamed = name !== undefined && expected.some((one) => lastName(one) === name.text);
      const isWrite = edge === "ref/writes";
      const known = isNamed ? await this.#clangAt(name, "locationsOf") : [];
      const used = isNamed ? await this.#clangAt(asked, "referencesOf") : [];
      const isKnown =
        known.some((place) => expected.some((one) => isIn(place, one))) ||
        used.some((place) => isIn(place, name ?? anchor));
      if (known.length > 0 && !(isWrite && group !== undefined) && isKnown !== (group === undefined)) {
        this.#contradicted("find_references", at, expected, known);
        continue;
      }
      const answer = answers.get(shown([asked])) ?? (await this.#product.referencesAt(this.#asked(asked)));
      answers.set(shown([asked]), answer);
      const isHere = (/** @type {Place} */ place) =>
        isIn(place, isNamed ? name : anchor) || (!isNamed && isTypeOf(place, anchor, graph));
      const confirmed = this.#inTest(answer.confirmed).filter(isHere);
      const isPossible = this.#inTest(answer.possible).some(isHere);
      /** @type {string | undefined} */
      let reason;
      const isWritten = confirmed.some(({ type }) => type === "write");
      if (group !== undefined) reason = (isWrite ? isWritten : confirmed.length > 0) ? "not its own" : undefined;
      else if (confirmed.length === 0) reason = isPossible ? "only possible" : "missing";
      else if (isWrite && !isWritten) reason = "not a write";
      const judged = {
        reason: reason ?? "",
        expected: `${asked.text} ${shown([asked])} ← ${shown([anchor])} ${anchor.text}`,
      };
      this.#count("find_references", at, reason === undefined ? undefined : judged);
    }
  }

  /** @param {string} test @param {Graph} graph */
  async #hierarchies(test, graph) {
    for (const { from, edge, to, group, line } of graph.goals) {
      if (!/^(?:extends|overrides)\b/.test(edge)) continue;
      const [derived] = graph.anchorsOf(from.variable);
      const [base] = graph.anchorsOf(to.variable);
      if (derived === undefined || (base === undefined && group === undefined)) {
        this.#leaveOut("nothing declares it in the test: built in, implicit, from outside");
        continue;
      }
      const judged = edge.startsWith("extends")
        ? await this.#baseMiss(derived, edge.split("/").slice(1), base, graph)
        : await this.#overrideMiss(derived, edge, base, graph);
      this.#count("get_class_hierarchy", `${test}:${line}`, judged);
    }
  }

  /** @param {Anchor} derived @param {string[]} access @param {Anchor | undefined} base @param {Graph} graph @returns {Promise<Judged | undefined>} */
  async #baseMiss(derived, access, base, graph) {
    const row = (await this.#rowsAt({ ...derived, name: derived.text })).find(({ line }) => line === derived.line);
    const isParameter =
      base !== undefined && /\b(?:typename|class)\s+$/.test(graph.before(base)) && /<[^>]*$/.test(graph.before(base));
    const isThere =
      base !== undefined &&
      (isParameter
        ? (row?.unresolved_bases ?? []).includes(base.text)
        : (row?.bases ?? []).some(
            (/** @type {any} */ one) =>
              one.name === base.text &&
              one.line === base.line &&
              one.access === access[0] &&
              (one.virtual ?? false) === access.includes("virtual"),
          ));
    if (isThere) return undefined;
    return {
      reason: "another base",
      expected: `${derived.text} ${access.join(" ")} ${base?.text}`,
      found: JSON.stringify(row?.bases ?? null),
    };
  }

  /** @param {Anchor} method @param {string} edge @param {Anchor | undefined} overridden @param {Graph} graph @returns {Promise<Judged | undefined>} */
  async #overrideMiss(method, edge, overridden, graph) {
    const around = graph.classAround(method);
    if (around === undefined) return { reason: "no class around" };
    const rows = await this.#rowsAt(around);
    const overriddenBy = (/** @type {string} */ name) => {
      const row = rows.find((one) => one.name === name);
      return row?.virtual_methods?.find((/** @type {any} */ one) => one.name === method.text)?.overrides;
    };
    let found = overriddenBy(around.name);
    if (edge === "overrides/root") for (let next = found; next !== undefined; next = overriddenBy(next)) found = next;
    const expected = overridden && graph.classAround(overridden)?.name;
    return found === expected
      ? undefined
      : { reason: "another override", expected: String(expected), found: String(found) };
  }

  /** @param {{ name: string, file: string, line: number }} place @returns {Promise<any[]>} */
  async #rowsAt({ name, file, line }) {
    const { file: filepath } = this.#asked({ file, line, column: 1 });
    const answer = await this.#product.call("get_class_hierarchy", { symbol: name, filepath, line });
    return (answer.results ?? []).flatMap((/** @type {any} */ { classes = [] }) => classes);
  }
}

/** The name that an anchor declares. @param {Anchor} anchor */
function lastName({ text }) {
  return /^operator\b/.test(text)
    ? text
    : (/[\p{L}_][\p{L}\p{N}_]*$/u.exec(withoutBrackets(text, "<", ">"))?.[0] ?? text);
}

/** True for the type before the variable at an anchor. @param {Place} place @param {Anchor} anchor @param {Graph} graph */
function isTypeOf(place, anchor, graph) {
  if (place.file !== anchor.file || place.line !== anchor.line || place.column >= anchor.column) return false;
  return /^\w+(?:<.*>)?\s+$/.test(graph.before(anchor).slice(place.column - 1));
}
