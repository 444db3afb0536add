// @ts-check
/**
 * Compares the types of get_symbol_info with those in hovers of clangd and pyright, at places of a code base.
 *
 *   node lab/run.mjs info (--corpus NAME | --server clangd|pyright --root DIR) [OPTION…] [FILE…]
 *
 *   --corpus NAME     root, server and flags of a code base of corpora.mjs
 *   --corpora DIR     where corpora.mjs put it (default .corpora)
 *   --places N        places in all (default 500), the same number of each of --files F files (default 10)
 *   --seed S          chooses the files and the places (default 1)
 *   --include DIR     C++: an include folder; Python: a folder of modules
 *   --clangd CMD      default: the newest clangd in the PATH
 *   --pyright DIR     default: .corpora/.tools/pyright, where it is installed from npm unless it is there
 *   --errors N        list N types that are wrong or no more than compatible, the wrong ones first, of the half of the files
 *                     whose errors may be looked at
 *
 * Places are identifiers in seeded files whose hover has a type, and that codegrove finds in the code base. A type is
 * `right` when it is the server's after normalising (scopes, blanks, spellings of unions), `narrowed` when it is a union of
 * which the server has a part, `compatible` when it differs in `const`, a reference, or what is in brackets; else `wrong`.
 * `unknown` is said by codegrove.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { Product } from "../product/product-answers.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { percent } from "../sides.mjs";
import { clangdOptions, startedClangd } from "../truths/clangd.mjs";
import { compilerFlags, corpusOf, defaultFolder, includeFolders, rootOf } from "../truths/corpora.mjs";
import { clangdType, pyrightType, verdictOfType } from "../truths/hover-types.mjs";
import { identifiersOf } from "../truths/identifiers.mjs";
import { startedPyright } from "../truths/pyright.mjs";
import { sourcesBelow } from "../truths/source-files.mjs";

const { values, positionals, refuse } = argumentsOf(import.meta.url, {
  corpus: { type: "string" },
  server: { type: "string" },
  root: { type: "string" },
  corpora: { type: "string", default: defaultFolder },
  places: { type: "string", default: "500" },
  files: { type: "string", default: "10" },
  seed: { type: "string", default: "1" },
  ...clangdOptions,
  pyright: { type: "string" },
  errors: { type: "string", default: "0" },
});

/** Smaller files have too few names. */
const minFileBytes = 2_000;
/** Identifiers that are tried for one place: most have no type, or are not of the code base. */
const triesPerPlace = 12;

const corpus = values.corpus === undefined ? undefined : corpusOf(values.corpus);
const corporaFolder = resolve(values.corpora);
if (values.root === undefined && corpus === undefined) throw refuse();
const root = realpathSync(resolve(values.root ?? (corpus ? rootOf(corpus, corporaFolder) : "")));
const language = corpus?.language ?? (values.server === "pyright" ? "python" : "cpp");
const random = randomNumbers(Number(values.seed));
const server = await (language === "cpp" ? clangd() : pyright());
const product = await Product.of(root);
/**
 * Places by what is said of them, of the half of the files whose errors are listed and of the other one.
 * @type {Readonly<Record<"shown" | "hidden", Map<string, number>>>}
 */
const countsOfHalves = { shown: new Map(), hidden: new Map() };
/** @type {string[]} */
const errors = [];

try {
  const files = positionals.length > 0 ? positionals : sampledFiles();
  const perFile = Math.ceil(Number(values.places) / files.length);
  for (const [number, file] of files.entries()) await compareFile(file, perFile, number % 2 === 0);
} finally {
  server.stop();
  await product.close();
}
report();

function sampledFiles() {
  const all = sourcesBelow(root, language).filter((file) => statSync(join(root, file)).size >= minFileBytes);
  return shuffled(all, random).slice(0, Number(values.files));
}

/**
 * @param {string} file relative to the root
 * @param {number} wanted
 * @param {boolean} isShown true when its errors may be looked at
 */
async function compareFile(file, wanted, isShown) {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  if (!(await server.open(path, text))) return;
  const identifiers = shuffled(identifiersOf(text, language), random).slice(0, wanted * triesPerPlace);
  const counts = countsOfHalves[isShown ? "shown" : "hidden"];
  let left = wanted;
  for (const { name, line, column } of identifiers) {
    if (left === 0) break;
    const truth = server.typeIn(await server.hoverAt(path, { line: line - 1, character: column - 1 }));
    if (truth === undefined) continue;
    const { kind, type, type_source: source = "none" } = await product.infoAt({ file, line, column });
    if (kind === "none") continue;
    left -= 1;
    const verdict = type === undefined ? (source === "none" ? "no type" : "unknown") : verdictOfType(type, truth);
    const key = `${source} ${verdict}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (isShown && (verdict === "wrong" || verdict === "compatible")) {
      errors.push(`${verdict} ${file}:${line}:${column} ${name} ${source}: ${type} – ${truth.types.join(" aka ")}`);
    }
  }
  server.close(path);
  console.error(`${file}: ${wanted - left} places`);
}

function report() {
  const { shown, hidden } = countsOfHalves;
  const keys = [...new Set([...shown.keys(), ...hidden.keys()])].sort();
  console.log(`${"".padEnd(24)} shown hidden`);
  for (const key of keys) {
    const [ofShown, ofHidden] = [shown, hidden].map((counts) => String(counts.get(key) ?? 0));
    console.log(`${key.padEnd(24)} ${ofShown?.padStart(5)} ${ofHidden?.padStart(6)}`);
  }
  for (const [half, counts] of Object.entries(countsOfHalves)) reportHalf(half, counts);
  for (const error of errors.sort().reverse().slice(0, Number(values.errors))) console.log(error);
}

/**
 * @param {string} half
 * @param {ReadonlyMap<string, number>} counts
 */
function reportHalf(half, counts) {
  for (const source of ["declared", "inferred"]) {
    const of = (/** @type {string} */ verdict) => counts.get(`${source} ${verdict}`) ?? 0;
    const known = of("right") + of("narrowed") + of("compatible") + of("wrong");
    const share = (/** @type {number} */ count) => percent(count, known);
    const equal = `right ${share(of("right"))}, right or narrowed ${share(of("right") + of("narrowed"))}`;
    console.log(`${half} ${source}: ${known} places, ${equal}, wrong ${share(of("wrong"))}`);
  }
}

/**
 * What a language server tells by hovers.
 * @typedef {object} HoverServer
 * @property {(path: string, text: string) => Promise<boolean>} open false when it cannot be read
 * @property {(path: string, position: { line: number, character: number }) => Promise<string>} hoverAt
 * @property {(hover: string) => import("../truths/hover-types.mjs").HoverType | undefined} typeIn
 * @property {(path: string) => void} close
 * @property {() => void} stop
 */

/** @returns {Promise<HoverServer>} */
async function clangd() {
  const process = await startedClangd(values, corpus && compilerFlags(corpus, corporaFolder));
  return {
    open: async (path, text) => ((await process.openFile(path, text))?.errors.length ?? 1) === 0,
    hoverAt: (path, position) => process.hoverAt(path, position),
    typeIn: clangdType,
    close: (path) => process.closeFile(path),
    stop: () => process.close(),
  };
}

/** @returns {Promise<HoverServer>} */
async function pyright() {
  const ofCorpus = corpus === undefined ? [] : includeFolders(corpus, corporaFolder);
  const folders = [...values.include.map((it) => resolve(it)), ...ofCorpus];
  const process = await startedPyright(root, values.pyright, folders);
  return {
    open: async (path, text) => {
      process.openFile(path, text);
      return true;
    },
    hoverAt: (path, position) => process.hoverAt(path, position),
    typeIn: pyrightType,
    close: (path) => process.closeFile(path),
    stop: () => process.close(),
  };
}
