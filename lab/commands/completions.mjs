// @ts-check
/**
 * Deletes names of real code, one at a time, and prints how often each is among the first ten that are completed there.
 *
 *   node lab/run.mjs completions [OPTION…] DIR…
 *
 * DIR is a code base: its files of C++ or of Python are indexed in this process, and names are completed by src as it is:
 * no build is needed.
 *
 *   --names N     names of each code base (default 250), of 40 files at most
 *   --servers     also compare with what pyright or clangd completes at the same places
 *   --minutes N   take no further file of a code base after N minutes (default 30)
 *   --clangd CMD  default: the newest clangd in the PATH
 *   --pyright DIR default: .corpora/.tools/pyright, where it is installed from npm unless it is there
 *   --seed S      another choice of names (default 1)
 *   --half HALF   `looked-at` for the names of those files whose errors may be looked at, `reported` for the others
 *                 (default: both)
 *   --errors N    list N names of the half that may be looked at
 *   --kind KIND   … of this kind
 *
 * A name is `local` when it resolves to a local or a parameter, of a `known receiver` when it resolves and stands behind `.`
 * or `->`, of a `known scope` behind `::`, and `other`. Names are deleted where they are used, not where they are declared, and nothing of them is
 * left: a prefix makes it easier. Shares are in percent; `ms` is the median
 * of the milliseconds of the processor, and `ms9` the ninth of ten. With --servers: `listed` and `ten` say how often the
 * server has the name at all and among its first ten, `both` how often it is among the first ten of both, and `overlap` how
 * much of the server's first ten is among those of codegrove.
 */
import { readFileSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { bundledResolver } from "../product/bundled-resolver.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { startedClangd } from "../truths/clangd.mjs";
import { compilerFlags, corpora, defaultFolder, includeFolders } from "../truths/corpora.mjs";
import { identifiersOf } from "../truths/identifiers.mjs";
import { startedPyright } from "../truths/pyright.mjs";
import { sourcesBelow } from "../truths/source-files.mjs";

/** @typedef {import("../product/resolve-names.mjs").Completed} Completed */

const { values, positionals } = argumentsOf(import.meta.url, {
  names: { type: "string", default: "250" },
  seed: { type: "string", default: "1" },
  half: { type: "string" },
  errors: { type: "string", default: "0" },
  kind: { type: "string" },
  servers: { type: "boolean", default: false },
  minutes: { type: "string", default: "30" },
  clangd: { type: "string" },
  pyright: { type: "string" },
});

/** Files of a code base of which names are deleted. */
const maxFiles = 40;

/** What counts as found. */
const first = 10;

let listed = 0;
const random = randomNumbers(Number(values.seed));
const { CodeBase } = await bundledResolver();

/**
 * What a server completes at a place, and codegrove.
 * @typedef {{ server: string[], own: Completed }} Compared
 */

/** @type {Completed[]} */
const all = [];
for (const given of positionals) {
  const root = resolve(given);
  const language = sourcesBelow(root, "cpp").length > sourcesBelow(root, "python").length ? "cpp" : "python";
  const codeBase = await CodeBase.read(root, language);
  const files = shuffled(sourcesBelow(root, language), random).filter(isWanted).slice(0, maxFiles);
  const perFile = Math.ceil(Number(values.names) / files.length);
  /** @type {Completed[]} */
  const completed = [];
  /** @type {Compared[]} */
  const compared = [];
  const server = values.servers ? await startedServer(root, language) : undefined;
  const endsAt = performance.now() + Number(values.minutes) * 60_000;
  for (const file of files) {
    if (performance.now() > endsAt) break;
    const text = readFileSync(join(root, file), "utf8");
    // Half of the names are declarations in the worst case.
    const places = shuffled(identifiersOf(text, language), random).slice(0, perFile * 2);
    const ofFile = (await codeBase.complete(file, places)).slice(0, perFile);
    completed.push(...ofFile);
    if (isLookedAt(file)) printErrors(file, text, ofFile);
    if (server !== undefined) compared.push(...(await completedBy(server, join(root, file), text, ofFile)));
  }
  server?.close();
  print(basename(root) === "tree" ? given : basename(root), completed);
  if (server !== undefined) printCompared(language === "cpp" ? "clangd" : "pyright", compared);
  all.push(...completed);
}
if (positionals.length > 1) print("all", all);

/** @param {string} file */
function isLookedAt(file) {
  return [...file].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 2 === 0;
}

/** @param {string} file */
function isWanted(file) {
  return values.half === undefined || isLookedAt(file) === (values.half === "looked-at");
}

/** @param {string} title @param {readonly Completed[]} completed */
function print(title, completed) {
  console.log(`\n${title.padEnd(20)}   names  first   ten   listed    ms   ms9`);
  const kinds = ["all", ...new Set(completed.map(({ kind }) => kind))].sort();
  for (const kind of kinds) {
    const ofKind = completed.filter((one) => kind === "all" || one.kind === kind);
    const share = (/** @type {(rank: number) => boolean} */ is) =>
      ((100 * ofKind.filter(({ rank }) => is(rank)).length) / ofKind.length).toFixed(1).padStart(7);
    const times = ofKind.map(({ ms }) => ms).sort((one, other) => one - other);
    const time = (/** @type {number} */ part) => Math.round(times[Math.floor(times.length * part)] ?? 0);
    const shares =
      share((rank) => rank === 0) + share((rank) => rank >= 0 && rank < first) + share((rank) => rank >= 0);
    const cells = String(ofKind.length).padStart(7) + shares;
    console.log(`${kind.padEnd(20)} ${cells} ${String(time(0.5)).padStart(6)} ${String(time(0.9)).padStart(5)}`);
  }
}

/**
 * @param {string} root
 * @param {"cpp" | "python"} language
 */
async function startedServer(root, language) {
  const corpus = corpora.find(({ name }) => root.split(sep).includes(name));
  if (language === "cpp") return startedClangd(values, corpus ? compilerFlags(corpus, defaultFolder) : [`-I${root}`]);
  return startedPyright(root, values.pyright, corpus && includeFolders(corpus, defaultFolder));
}

/**
 * @param {import("../truths/clangd.mjs").Clangd | import("../truths/pyright.mjs").Pyright} server
 * @param {string} path
 * @param {string} text
 * @param {readonly Completed[]} places
 */
async function completedBy(server, path, text, places) {
  await server.openFile(path, text);
  /** @type {Compared[]} */
  const compared = [];
  for (const own of places) {
    const { name, offset } = own;
    server.changeFile(path, text.slice(0, offset) + text.slice(offset + name.length));
    const before = text.slice(0, offset).split("\n");
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    compared.push({ server: await server.completionsAt(path, position), own });
  }
  server.closeFile(path);
  return compared;
}

/** @param {string} title @param {readonly Compared[]} compared */
function printCompared(title, compared) {
  console.log(`\n${title.padEnd(20)}   names listed    ten   both overlap`);
  const kinds = ["all", ...new Set(compared.map(({ own }) => own.kind))].sort();
  for (const kind of kinds) {
    const ofKind = compared.filter(({ own }) => kind === "all" || own.kind === kind);
    const isFirst = (/** @type {string[]} */ names, /** @type {string} */ name) => names.slice(0, first).includes(name);
    const overlapOf = (/** @type {Compared} */ { server, own }) => {
      const theirs = server.slice(0, first);
      return theirs.filter((name) => isFirst(own.names, name)).length / Math.max(theirs.length, 1);
    };
    const share = (/** @type {(one: Compared) => number} */ of) =>
      ((100 * ofKind.reduce((sum, one) => sum + of(one), 0)) / Math.max(ofKind.length, 1)).toFixed(1).padStart(7);
    const shares = [
      share(({ server, own }) => Number(server.includes(own.name))),
      share(({ server, own }) => Number(isFirst(server, own.name))),
      share(({ server, own }) => Number(isFirst(server, own.name) && isFirst(own.names, own.name))),
      share(overlapOf),
    ];
    console.log(`${kind.padEnd(20)} ${String(ofKind.length).padStart(7)}${shares.join("")}`);
  }
}

/** @param {string} file @param {string} text @param {readonly Completed[]} completed */
function printErrors(file, text, completed) {
  for (const { name, offset, rank, names, kind } of completed) {
    if (listed >= Number(values.errors) || (rank >= 0 && rank < first)) continue;
    if (values.kind !== undefined && kind !== values.kind) continue;
    listed++;
    const line = text.slice(0, offset).split("\n").length;
    const start = text.lastIndexOf("\n", offset - 1) + 1;
    const end = text.indexOf("\n", offset);
    console.log(`${file}:${line}: ${name} (${kind}) is number ${rank + 1} of ${names.length}`);
    console.log(`    | ${text.slice(start, end).trim().slice(0, 140)}`);
    console.log(`    ${names.slice(0, first).join(" ")}`);
  }
}
