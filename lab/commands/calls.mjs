// @ts-check
/**
 * Compares the calls of get_dependency_graph with the call hierarchies of clangd and pyright.
 *
 *   node lab/run.mjs calls --server clangd|pyright --root DIR --truth FILE.jsonl [OPTION…] [FILE…]
 *
 *   --functions N   functions to ask about (default 100), chosen at random from the files
 *   --files N       files to read when no FILE is given (default 8)
 *   --seed S        chooses files and functions (default 1)
 *   --candidates K  callers only of names that at most K files hold (default 15): the others take long
 *   --include DIR   C++: an include folder
 *   --flag FLAG     C++: a further compiler flag
 *   --clangd CMD    default: the newest clangd in the PATH
 *   --pyright DIR   default: .corpora/.tools/pyright, where it is installed from npm unless it is there
 *   --all           shows the differences of all functions: as a rule of every other one, so that the rest stays unseen
 *
 * FILE.jsonl is written where it is not there yet, and read in any case: a line a function, with the calls of it (incoming)
 * and in it (outgoing) by their lines. Files are relative to the root, absolute outside of it.
 *
 * clangd has no index here: its incoming calls are those in the files that are read, and its outgoing ones, which clangd 19
 * cannot tell, are the definitions and declarations of the names before a parenthesis. It also counts a function that is not
 * called but named, so that what only clangd has is no measure. pyright's incoming calls are those in files that it has
 * loaded: all that hold the name are open when it is asked. Judged are the edges of get_dependency_graph, without
 * those of overriding members, of macros, and of classes whose variables are made with arguments, which servers do not tell;
 * each by its lines and what is called:
 *
 *   right   the server has the call        wrong   the server has another target for it
 *   extra   the server has no call there   missed  only the server has it
 */
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { keyOf, placeIn } from "../places.mjs";
import { Product } from "../product/product-answers.mjs";
import { jsonLines } from "../programs.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { part } from "../sides.mjs";
import { clangdOptions, startedClangd } from "../truths/clangd.mjs";
import { identifiersOf } from "../truths/identifiers.mjs";
import { startedPyright } from "../truths/pyright.mjs";
import { sourcesBelow, words } from "../truths/source-files.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("../truths/identifiers.mjs").Identifier} Identifier */
/** @typedef {import("../product/product-answers.mjs").CallEdge} CallEdge */
/** @typedef {{ line: number, name: string, targets: Place[] }} Outgoing a call inside of a function */
/** @typedef {{ function: Place & { name: string }, incoming: { file: string, line: number }[], outgoing: Outgoing[] }} Calls */

/** Smaller files have too few functions to be worth a place in a sample. */
const minSampleBytes = 4_000;

const { values, positionals, refuse } = argumentsOf(import.meta.url, {
  server: { type: "string" },
  root: { type: "string" },
  truth: { type: "string" },
  functions: { type: "string", default: "100" },
  files: { type: "string", default: "8" },
  seed: { type: "string", default: "1" },
  candidates: { type: "string", default: "15" },
  ...clangdOptions,
  pyright: { type: "string" },
  all: { type: "boolean", default: false },
});
const { server: serverName, truth: truthFile } = values;
if (values.root === undefined || truthFile === undefined) throw refuse();
if (serverName !== "clangd" && serverName !== "pyright") throw refuse();
const root = realpathSync(resolve(values.root));
const random = randomNumbers(Number(values.seed));
if (!existsSync(truthFile)) await writeTruth(truthFile);
await compare(jsonLines(readFileSync(truthFile, "utf8")));

/** @param {string} file */
async function writeTruth(file) {
  const language = serverName === "clangd" ? "cpp" : "python";
  const large = sourcesBelow(root, language).filter((one) => readFileSync(join(root, one)).length >= minSampleBytes);
  const files = positionals.length > 0 ? positionals : shuffled(large, random).slice(0, Number(values.files));
  const perFile = Math.ceil(Number(values.functions) / files.length);
  const lines = await (serverName === "clangd" ? callsOfClangd(files, perFile) : callsOfPyright(files, perFile));
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** @param {string[]} files @param {number} perFile @returns {Promise<Calls[]>} */
async function callsOfClangd(files, perFile) {
  const clangd = await startedClangd(values);
  const open = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    open.push({ file, text, opened: await clangd.openFile(join(root, file), text) });
    console.error(`${file}: read`);
  }
  /** @type {Calls[]} */
  const found = [];
  for (const { file, text, opened } of open) {
    const path = join(root, file);
    const names = identifiersOf(text, "cpp");
    const tokenOf = (/** @type {Identifier} */ { line, column }) => opened?.tokens.get(`${line - 1}:${column - 1}`);
    const isFunction = (/** @type {string | undefined} */ kind) => kind === "function" || kind === "method";
    const defined = names.filter((name) => tokenOf(name)?.isDefinition && isFunction(tokenOf(name)?.kind));
    for (const { name, line, column } of shuffled(defined, random).slice(0, perFile)) {
      const calls = await clangd.callersOf(path, { line: line - 1, character: column - 1 });
      if (calls === undefined) continue;
      const { start, end } = calls.range;
      const inside = calledNames(names, text).filter((call) => start.line < call.line && call.line <= end.line + 1);
      const outgoing = [];
      for (const call of inside) {
        if (keyOf({ file, ...call }) === keyOf({ file, line, column })) continue;
        if (!isFunction(tokenOf(call)?.kind) && tokenOf(call)?.kind !== "class") continue;
        const targets = await clangd.locationsOf(path, { line: call.line - 1, character: call.column - 1 });
        outgoing.push({
          line: call.line,
          name: call.name,
          targets: targets.map(({ uri, range }) => placeIn(root, uri, range.start)),
        });
      }
      found.push({ function: { file, line, column, name }, incoming: incomingOf(calls.incoming), outgoing });
    }
  }
  clangd.close();
  return found;
}

/** @param {string[]} files @param {number} perFile @returns {Promise<Calls[]>} */
async function callsOfPyright(files, perFile) {
  const pyright = await startedPyright(root, values.pyright);
  const names = new Set(files.flatMap((file) => readFileSync(join(root, file), "utf8").match(words) ?? []));
  const filesOfNames = filesByName(names);
  /** @type {Calls[]} */
  const found = [];
  // pyright answers before it has listed all files: the first file is read twice, and counts the second time.
  for (const [number, file] of [...files, ...files.slice(0, 1)].entries()) {
    if (number === files.length) found.splice(0, found.filter((calls) => calls.function.file === file).length);
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    const lines = text.split("\n");
    pyright.openFile(path, text);
    const defined = identifiersOf(text, "python").filter(({ line, column }) =>
      /\bdef\s+$/.test(lines[line - 1]?.slice(0, column - 1) ?? ""),
    );
    for (const { name, line, column } of shuffled(defined, random).slice(0, perFile)) {
      // It finds calls in files that it has loaded: those that are open are.
      const holders = (filesOfNames.get(name) ?? []).filter((one) => one !== file);
      const opened = holders.length < Number(values.candidates) ? holders.map((one) => join(root, one)) : [];
      for (const one of opened) pyright.openFile(one, readFileSync(one, "utf8"));
      const calls = await pyright.callsOf(path, { line: line - 1, character: column - 1 });
      for (const one of opened) pyright.closeFile(one);
      if (calls === undefined) continue;
      const outgoing = calls.outgoing.flatMap(({ to, fromRanges }) =>
        fromRanges.map(({ start, end }) => ({
          line: start.line + 1,
          name: lines[start.line]?.slice(start.character, end.character) ?? "",
          targets: [placeIn(root, to.uri, to.selectionRange.start)],
        })),
      );
      found.push({ function: { file, line, column, name }, incoming: incomingOf(calls.incoming), outgoing });
    }
    pyright.closeFile(path);
    console.error(`${file}: read`);
  }
  pyright.close();
  return found;
}

/** The names that have a parenthesis behind them, or template arguments and a parenthesis. @param {Identifier[]} names @param {string} text */
function calledNames(names, text) {
  const lines = text.split("\n");
  return names.filter(({ name, line, column }) =>
    /^\s*(<[^;{}]*>)?\s*\(/.test(lines[line - 1]?.slice(column - 1 + name.length) ?? ""),
  );
}

/** @param {import("../truths/language-server.mjs").IncomingCall[]} calls */
function incomingOf(calls) {
  return calls.flatMap(({ from, fromRanges }) =>
    fromRanges.map(({ start }) => {
      const { file, line } = placeIn(root, from.uri, start);
      return { file, line };
    }),
  );
}

/** @param {readonly Calls[]} truth */
async function compare(truth) {
  const product = await Product.of(root);
  const read = new Set(truth.map(({ function: { file } }) => file));
  const counts = { incoming: noCounts(), outgoing: noCounts() };
  const holders = filesByName(new Set(truth.map(({ function: { name } }) => name)));
  for (const [number, calls] of truth.entries()) {
    const { file, line, name } = calls.function;
    const isShown = values.all || number % 2 === 0;
    const show = (/** @type {string} */ text) => isShown && console.log(`  ${file}:${line} ${name}: ${text}`);
    const edges = async (/** @type {"callers" | "callees"} */ direction) =>
      (await product.callsAt(calls.function, direction)).filter(({ override }) => !override);
    await compareOutgoing(calls, await edges("callees"), product, counts.outgoing, show);
    if ((holders.get(name) ?? []).length > Number(values.candidates)) continue;
    compareIncoming(calls, await edges("callers"), serverName === "clangd" ? read : undefined, counts.incoming, show);
  }
  await product.close();
  console.log(`${truth.length} functions`);
  for (const [direction, { right, wrong, extra, missed }] of Object.entries(counts)) {
    console.log(
      `${direction}: right ${right}, wrong ${wrong}, extra ${extra}, missed ${missed}; ` +
        `precision ${part(right, right + wrong + extra)} (judged alone ${part(right, right + wrong)}), recall ${part(right, right + missed)}`,
    );
  }
}

/** The files that hold each of some names. @param {ReadonlySet<string>} names @returns {Map<string, string[]>} */
function filesByName(names) {
  const found = new Map();
  for (const file of sourcesBelow(root, serverName === "clangd" ? "cpp" : "python")) {
    const present = new Set(readFileSync(join(root, file), "utf8").match(words) ?? []);
    for (const name of present) if (names.has(name)) found.set(name, [...(found.get(name) ?? []), file]);
  }
  return found;
}

function noCounts() {
  return { right: 0, wrong: 0, extra: 0, missed: 0 };
}
/** @typedef {ReturnType<typeof noCounts>} Counts */

/**
 * @param {Calls} calls
 * @param {readonly CallEdge[]} edges
 * @param {Product} product
 * @param {Counts} counts
 * @param {(text: string) => unknown} show
 */
async function compareOutgoing({ function: own, outgoing }, edges, product, counts, show) {
  const left = new Set(outgoing.filter(({ targets }) => targets.some(({ file }) => !isAbsolute(file))));
  for (const { from, to, lines } of edges) {
    if (from.file !== own.file || from.line !== own.line || isMacro(to)) continue;
    const word = /[~\p{L}\p{N}_$]+$/u.exec(to.name)?.[0] ?? to.name;
    const places = new Set((await product.placesOf(to)).map(keyOf));
    const files = new Set([...places].map((place) => place.replace(/:\d+:\d+$/, "")));
    const isClass = /^(class|struct)$/.test(to.kind);
    const isConstructed = new RegExp(`\\b${word}\\b[\\w<>:, ]*\\s\\w+\\s*[({]`);
    const isSame = (/** @type {Place} */ target) => places.has(keyOf(target)) || (isClass && files.has(target.file));
    for (const line of lines) {
      const there = outgoing.filter((call) => call.line === line);
      const same = there.find(({ targets }) => targets.some(isSame));
      if (same !== undefined) left.delete(same);
      const isOther = there.some(({ name, targets }) => name === word && targets.length > 0);
      // A server tells the class of `A a(1);` as a type, and nothing of the call.
      if (same === undefined && isClass && isConstructed.test(linesOf(own.file)[line - 1] ?? "")) continue;
      const verdict = same !== undefined ? "right" : isOther ? "wrong" : "extra";
      counts[verdict]++;
      if (verdict !== "right") show(`line ${line} calls ${to.name} (${to.file}:${to.line}): ${verdict}`);
    }
  }
  for (const { line, name } of left) show(`line ${line} calls ${name}: missed`);
  counts.missed += left.size;
}

/** True for a macro: servers tell functions alone. @param {{ file: string, line: number }} place */
function isMacro({ file, line }) {
  return /^\s*#\s*define\b/.test(linesOf(file)[line - 1] ?? "");
}

/** The lines of a file. @param {string} file */
function linesOf(file) {
  return readFileSync(resolve(root, file), "utf8").split("\n");
}

/**
 * @param {Calls} calls
 * @param {readonly CallEdge[]} edges
 * @param {ReadonlySet<string> | undefined} files where the server has read calls; undefined for all
 * @param {Counts} counts
 * @param {(text: string) => unknown} show
 */
function compareIncoming({ function: own, incoming }, edges, files, counts, show) {
  const theirs = new Set(incoming.map(({ file, line }) => `${file}:${line}`));
  const ours = edges
    .filter(({ to }) => to.file === own.file && to.line === own.line)
    .flatMap(({ from, lines }) => lines.map((line) => ({ file: from.file, line })))
    .filter(({ file }) => files?.has(file) ?? true);
  const keys = new Set(ours.map(({ file, line }) => `${file}:${line}`));
  for (const key of keys) {
    counts[theirs.has(key) ? "right" : "extra"]++;
    if (!theirs.has(key)) show(`called at ${key}: extra`);
  }
  for (const key of theirs) {
    if (keys.has(key)) continue;
    counts.missed++;
    show(`called at ${key}: missed`);
  }
}
