// @ts-check
/**
 * How exact list_symbols is on real C++ beyond classes and functions with a body (accuracy.mjs has these): fields,
 * enumerations and their enumerators, aliases, namespaces, variables and functions that are declared only; against clang
 * (asked through clangd).
 *
 *   node lab/run.mjs corpora NAME…             # once: the code bases
 *   node lab/run.mjs declarations [OPTION…] [NAME | deb:PACKAGE | src:PACKAGE]…
 *
 *   --corpora DIR   where corpora.mjs put them (default .corpora)
 *   --sample N      compare N files of a corpus, picked by hash, always the same (default 100); 0: all
 *   --clangd CMD    default: the newest clangd in the PATH (17 or later; Debian: clangd-19)
 *   --workers N     files that clangd reads at a time (default 2)
 *
 * Compared are files that clang reads without an error, by line and name. A function whose file
 * defines one of its name is listed there alone. Prints for each corpus how many files are compared, and at the end what
 * both find and what one side has alone: for either half of the files by a hash of their paths, by kind, and each
 * difference. What a macro makes is no fault to list and none to leave out. What clang says is kept in DIR/truth. Exits 1
 * when less than 99 % agrees.
 */
import { extname, relative, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { halfOf, hashOf, sampleOf } from "../halves.mjs";
import { answerOf } from "../programs.mjs";
import { Sides } from "../sides.mjs";
import { cppCorpora, cppFilesOf, cppPatterns, defaultFolder, truthFile } from "../truths/corpora.mjs";
import { clangdFlags, placeOf, readByClangd } from "../truths/cpp-truth.mjs";

/** @typedef {import("../truths/clangd.mjs").AstNode} AstNode */
/** @typedef {import("../truths/corpora.mjs").Corpus} Corpus */
/** @typedef {import("../truths/cpp-truth.mjs").Source} Source */
/** @typedef {{ name: string, line: number, kind: string, isOptional: boolean }} Declared */
/** @typedef {{ declared: Declared[], inactive: [number, number][] }} FileTruth */
/** @typedef {{ name: string, line: number, kind: string, signature?: string, declared?: true }} Row */

/** The part that must agree, both ways. */
const requiredPart = 0.99;

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

const { values, positionals } = argumentsOf(import.meta.url, {
  corpora: { type: "string", default: defaultFolder },
  sample: { type: "string", default: "100" },
  clangd: { type: "string" },
  workers: { type: "string", default: "2" },
});
const folder = resolve(values.corpora);
const sides = new Sides();
for (const corpus of cppCorpora(positionals, folder)) await measure(corpus);
sides.print("", sides.differences.length);
const { both, ours, theirs } = sides.of();
process.exitCode = both > 0 && both >= requiredPart * (both + Math.max(ours, theirs)) ? 0 : 1;

/** @param {Corpus} corpus */
async function measure(corpus) {
  const { name } = corpus;
  const { home, roots, files } = cppFilesOf(corpus, folder);
  const sample = sampleOf(files, Number(values.sample));
  const cache = truthFile(folder, `${name}.declarations.json`);
  const reader = { ...values, flags: clangdFlags(corpus, folder), cache, name };
  const truth = await readByClangd(home, sample, reader, truthIn);
  const rows = rowsOf(home, roots);
  const compared = sample.filter((file) => truth[file]);
  for (const file of compared) {
    const fileTruth = truth[file];
    if (!fileTruth) continue;
    const half = halfOf(hashOf(file, "sha1")) + 1;
    for (const { side, kind, line, name: found } of compareFile(file, fileTruth, rows.get(file) ?? [])) {
      sides.add(side, [`half ${half}`, kind, `in ${name}`], `${file}:${line} ${found}`);
    }
  }
  console.log(`${name}: ${compared.length} of ${sample.length} files without an error of clang`);
}

/**
 * @param {string} file
 * @param {FileTruth} truth
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
    if (isFound) yield { side: /** @type {const} */ ("both"), ...one };
    else if (isListed(one)) yield { side: /** @type {const} */ ("theirs"), ...one };
  }
  for (const row of left.values()) {
    const isDirective = row.signature?.startsWith("#") ?? false;
    // accuracy.mjs has the classes and the functions with a body.
    const isElsewhere = row.declared !== true && definedKinds.has(row.kind);
    const isInactive = inactive.some(([first, last]) => row.line >= first && row.line <= last);
    if (!isDirective && !isElsewhere && !isInactive && !known.has(keyOf(row)))
      yield { side: /** @type {const} */ ("ours"), ...row };
  }
}

/**
 * What list_symbols lists, by the file's path below `home`.
 * @param {string} home
 * @param {string[]} roots
 * @returns {Map<string, Row[]>}
 */
function rowsOf(home, roots) {
  const patterns = cppPatterns.flatMap((pattern) => ["--file-patterns", pattern]);
  /** @type {{ results: { filepath: string, symbols?: Row[] }[] }} */
  const { results } = answerOf(["list_symbols", ...roots, "--no-ignore", "--max-result-chars", "0", ...patterns]);
  return new Map(results.map(({ filepath, symbols = [] }) => [relative(home, resolve(filepath)), symbols]));
}

/**
 * Null for a file with errors.
 * @param {Source} source
 * @param {AstNode} ast
 * @param {readonly string[]} errors
 * @param {[number, number][]} inactive
 */
function truthIn(source, ast, errors, inactive) {
  return errors.length > 0 ? null : { declared: declaredIn(ast, source), inactive };
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
