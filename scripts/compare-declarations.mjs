#!/usr/bin/env node
// @ts-check
/**
 * How exact list_symbols is on real C++ beyond classes and functions with a body (accuracy.mjs has these): fields,
 * enumerations and their enumerators, aliases, namespaces, variables and functions that are declared only; against clang
 * (asked through clangd).
 *
 *   node scripts/corpora.mjs NAME…             # once: the code bases
 *   node scripts/compare-declarations.mjs [OPTION…] [NAME | deb:PACKAGE | src:PACKAGE]…
 *
 *   --corpora DIR   where corpora.mjs put them (default .corpora)
 *   --sample N      compare N files of a corpus, picked by hash, always the same (default 100); 0: all
 *   --clangd CMD    default: the newest clangd in the PATH (17 or later; Debian: clangd-19)
 *   --workers N     files that clangd reads at a time (default 2)
 *
 * Compared are files that clang reads without an error, by line and name. A function whose file
 * defines one of its name is listed there alone. Prints for each corpus and for either half of
 * the files, by a hash of their paths, what both find, what clang alone and what we alone do; then the same by kind, and
 * each difference. What a macro makes is no fault to list and none to leave out. What clang says is kept in DIR/truth. Exits 1 when less than 99 % agrees.
 * CODEGROVE names another main.cjs than the built `dist/main.cjs`.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Clangd, newestClangd } from "./clangd.mjs";
import { corpora, corpusOf, defaultFolder } from "./corpora.mjs";
import { clangdFlags, placeOf, Source } from "./cpp-truth.mjs";
import { hashOf, sampleOf, sourcesBelow } from "./source-files.mjs";

/** @typedef {import("./clangd.mjs").AstNode} AstNode */
/** @typedef {import("./corpora.mjs").Corpus} Corpus */
/** @typedef {{ name: string, line: number, kind: string, isOptional: boolean }} Declared */
/** @typedef {{ declared: Declared[], inactive: [number, number][] } | null} FileTruth null: it has errors, or clangd failed */
/** @typedef {{ name: string, line: number, kind: string, signature?: string, declared?: true }} Row */
/** @typedef {{ equal: number, onlyClang: number, onlyOurs: number }} Count */

const main = process.env.CODEGROVE ?? join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "main.cjs");

/** The part that must agree, both ways. */
const requiredPart = 0.99;

/** The patterns that codegrove looks for in a folder. */
const extensions = new Set([".cpp", ".hpp", ".h", ".cc", ".cxx"]);

const records = new Set(["CXXRecord", "ClassTemplateSpecialization", "ClassTemplatePartialSpecialization"]);
const functions = new Set(["Function", "CXXMethod", "CXXConstructor", "CXXDestructor", "CXXConversion"]);
/** Kinds of ours that have a body unless they are declared only. */
const definedKinds = new Set(["function", "method", "constructor", "operator", "struct"]);

/** Kinds of clang with ours. */
const simple = new Map([
  ["Field", "field"],
  ["EnumConstant", "enumerator"],
  ["Enum", "enum"],
  ["TypeAlias", "alias"],
  ["Typedef", "alias"],
  ["Namespace", "namespace"],
  ["NamespaceAlias", "namespace"],
  ["Concept", "concept"],
]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpora: { type: "string", default: defaultFolder },
    sample: { type: "string", default: "100" },
    clangd: { type: "string" },
    workers: { type: "string", default: "2" },
  },
});
const folder = resolve(values.corpora);
const clangdCommand = values.clangd ?? newestClangd();
const chosen =
  positionals.length > 0
    ? positionals.map(corpusOf)
    : corpora.filter(({ name, language }) => language === "cpp" && existsSync(join(folder, name)));
/** @type {[Count, Count]} */
const halves = [emptyCount(), emptyCount()];
/** @type {Map<string, Count>} */
const kinds = new Map();
/** @type {string[]} */
const listed = [];
for (const corpus of chosen) await measure(corpus);
for (const [half, count] of halves.entries()) printRow(`half ${half + 1}`, count);
for (const [kind, count] of [...kinds].sort()) printRow(kind, count);
for (const line of listed) console.log(line);
const total = { ...emptyCount() };
for (const count of halves) add(total, count);
const agrees = precision(total) >= requiredPart && recall(total) >= requiredPart;
process.exitCode = total.equal > 0 && agrees ? 0 : 1;

/** @param {Corpus} corpus */
async function measure(corpus) {
  const home = join(folder, corpus.name);
  const roots = corpus.roots.map((root) => join(home, root)).filter((root) => existsSync(root));
  const below = (/** @type {string} */ root) =>
    sourcesBelow(root, "cpp").map((path) => relative(home, join(root, path)));
  const files = sampleOf(
    roots.flatMap(below).filter((file) => extensions.has(extname(file))),
    Number(values.sample),
  );
  const truth = await truthOf(corpus, home, files);
  const ours = rowsOf(home, roots);
  const count = emptyCount();
  let compared = 0;
  for (const file of files) {
    const fileTruth = truth[file];
    if (!fileTruth) continue;
    compared += 1;
    const half = Number.parseInt(hashOf(file).slice(0, 2), 16) % 2;
    for (const found of compareFile(file, fileTruth, ours.get(file) ?? [])) {
      const kindCount = kinds.get(found.kind) ?? emptyCount();
      kinds.set(found.kind, kindCount);
      for (const counted of [count, halves[half] ?? count, kindCount]) counted[found.side] += 1;
      if (found.side !== "equal")
        listed.push(`half ${half + 1} ${found.side} ${found.kind} ${corpus.name} ${file}:${found.line} ${found.name}`);
    }
  }
  printRow(corpus.name, count, `; ${compared} of ${files.length} files without an error of clang`);
}

/**
 * @param {string} file
 * @param {NonNullable<FileTruth>} truth
 * @param {Row[]} rows
 */
function* compareFile(file, { declared, inactive }, rows) {
  const isHeader = /^\.h/.test(extname(file));
  const keyOf = (/** @type {{ name: string, line: number }} */ { name, line }) => `${line} ${name}`;
  const left = new Map(rows.map((row) => [keyOf(row), row]));
  const known = new Set(declared.map(keyOf));
  const defined = new Set(declared.filter(({ kind }) => kind === "definition").map(({ name }) => name));
  const isListed = (/** @type {Declared} */ { kind, name, isOptional }) => {
    if (isOptional) return false;
    if (kind !== "method" && kind !== "function") return true;
    return !defined.has(name) && (kind === "method" || isHeader);
  };
  for (const one of new Map(declared.map((row) => [keyOf(row), row])).values()) {
    const isFound = left.delete(keyOf(one));
    if (one.kind === "definition" || one.kind === "class") continue;
    if (isFound) yield { side: /** @type {const} */ ("equal"), ...one };
    else if (isListed(one)) yield { side: /** @type {const} */ ("onlyClang"), ...one };
  }
  for (const row of left.values()) {
    const isDirective = row.signature?.startsWith("#") ?? false;
    // accuracy.mjs has the classes and the functions with a body.
    const isElsewhere = row.declared !== true && definedKinds.has(row.kind);
    const isInactive = inactive.some(([first, last]) => row.line >= first && row.line <= last);
    if (!isDirective && !isElsewhere && !isInactive && !known.has(keyOf(row)))
      yield { side: /** @type {const} */ ("onlyOurs"), ...row };
  }
}

/**
 * What list_symbols lists, by the file's path below `home`.
 * @param {string} home
 * @param {string[]} roots
 * @returns {Map<string, Row[]>}
 */
function rowsOf(home, roots) {
  const args = [main, "list_symbols", ...roots, "--no-ignore", "--max-result-chars", "0"];
  for (const extension of extensions) args.push("--file-patterns", `*${extension}`);
  const env = { ...process.env, REQUEST_TIMEOUT: "3600000", LOG_LEVEL: "error" };
  const json = execFileSync(process.execPath, args, { env, encoding: "utf8", maxBuffer: 2 ** 30 });
  /** @type {{ results: { filepath: string, symbols?: Row[] }[] }} */
  const { results } = JSON.parse(json);
  return new Map(results.map(({ filepath, symbols = [] }) => [relative(home, resolve(filepath)), symbols]));
}

/**
 * @param {Corpus} corpus
 * @param {string} home
 * @param {string[]} files
 * @returns {Promise<Record<string, FileTruth>>}
 */
async function truthOf(corpus, home, files) {
  mkdirSync(join(folder, "truth"), { recursive: true });
  const cache = join(folder, "truth", `${corpus.name}.declarations.json`);
  /** @type {Record<string, FileTruth>} */
  const truth = existsSync(cache) ? JSON.parse(readFileSync(cache, "utf8")) : {};
  const missing = files.filter((file) => !(file in truth));
  if (missing.length === 0) return truth;
  const clangd = new Clangd(clangdCommand, Number(values.workers));
  await clangd.initialize(clangdFlags(corpus, folder));
  const queue = missing.values();
  const work = async () => {
    for (const file of queue) {
      const path = join(home, file);
      const text = readFileSync(path, "utf8");
      const reading = await clangd.read(path, text);
      const isRead = reading !== undefined && reading.ast !== null && reading.errors.length === 0;
      truth[file] = isRead
        ? {
            declared: declaredIn(/** @type {AstNode} */ (reading.ast), new Source(path, text)),
            inactive: reading.inactive.map(({ start, end }) => [start.line + 1, end.line + 1]),
          }
        : null;
    }
  };
  try {
    await Promise.all(Array.from({ length: Number(values.workers) }, work));
  } finally {
    clangd.close();
    writeFileSync(cache, JSON.stringify(truth));
  }
  return truth;
}

/**
 * What a file declares, in itself and in classes, in functions too; locals and parameters aside.
 * @param {AstNode} ast
 * @param {Source} source
 * @returns {Declared[]}
 */
function declaredIn(ast, source) {
  /** @type {Declared[]} */
  const found = [];
  /** @type {{ node: AstNode, isLocal: boolean, isMember: boolean, isFriend: boolean }[]} */
  const stack = [{ node: ast, isLocal: false, isMember: false, isFriend: false }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, isMember, isFriend } = top;
    if (node.role === "declaration" && isImplicit(node)) continue;
    const isRecord = records.has(node.kind);
    const isLocal =
      !isRecord && node.kind !== "Enum" && (top.isLocal || functions.has(node.kind) || node.role !== "declaration");
    const below = {
      isLocal,
      isMember: isRecord || (isMember && /Template$|^Friend$|^LinkageSpec$/.test(node.kind)),
      isFriend: node.kind === "Friend" || (isFriend && !isRecord),
    };
    for (const child of node.children ?? []) stack.push({ node: child, ...below });
    const kind = kindOf(node, top);
    const name = kind === undefined ? undefined : source.nameAt(placeOf(node, source.path));
    if (kind === undefined || name === undefined || name.name === "") continue;
    found.push({
      name: name.name,
      line: name.line,
      kind: kind.kind,
      isOptional: kind.isOptional || node.range === undefined,
    });
  }
  return found;
}

/**
 * What nobody wrote: what the compiler adds, and templates with their arguments put in.
 * @param {AstNode} node
 */
function isImplicit({ arcana = "" }) {
  return / (implicit(?![\w-])|implicit_instantiation|explicit_instantiation_)/.test(arcana);
}

/**
 * @param {AstNode} node
 * @param {{ isLocal: boolean, isMember: boolean, isFriend: boolean }} place
 * @returns {{ kind: string, isOptional: boolean } | undefined}
 */
function kindOf({ role, kind, arcana = "", children = [] }, { isLocal, isMember, isFriend }) {
  if (role !== "declaration") return undefined;
  if (records.has(kind)) return { kind: "class", isOptional: !/ definition/.test(arcana) };
  const named = simple.get(kind);
  if (named === "alias" || named === "namespace" || named === "concept") return { kind: named, isOptional: isLocal };
  if (named === "enum") return { kind: named, isOptional: !children.some(({ kind: of }) => of === "EnumConstant") };
  if (named !== undefined) return { kind: named, isOptional: false };
  if (functions.has(kind)) {
    const hasBody = children.some((child) => child.role === "statement");
    const isInClass = isMember && !/ parent 0x/.test(arcana);
    return { kind: hasBody ? "definition" : isInClass ? "method" : "function", isOptional: isLocal || isFriend };
  }
  if (/^Var$|^VarTemplate(Partial)?Specialization$/.test(kind))
    return isLocal ? undefined : { kind: isMember ? "field" : "variable", isOptional: / extern/.test(arcana) };
  return undefined;
}

/** @returns {Count} */
function emptyCount() {
  return { equal: 0, onlyClang: 0, onlyOurs: 0 };
}

/**
 * @param {Count} to
 * @param {Count} from
 */
function add(to, from) {
  to.equal += from.equal;
  to.onlyClang += from.onlyClang;
  to.onlyOurs += from.onlyOurs;
}

/** @param {Count} count */
function precision({ equal, onlyOurs }) {
  return equal / Math.max(1, equal + onlyOurs);
}

/** @param {Count} count */
function recall({ equal, onlyClang }) {
  return equal / Math.max(1, equal + onlyClang);
}

/**
 * @param {string} name
 * @param {Count} count
 * @param {string} [more]
 */
function printRow(name, count, more = "") {
  const { equal, onlyClang, onlyOurs } = count;
  const parts = `precision ${precision(count).toFixed(4)}, recall ${recall(count).toFixed(4)}`;
  console.log(`${name}: ${equal} in both, ${onlyClang} of clang alone, ${onlyOurs} of ours alone; ${parts}${more}`);
}
