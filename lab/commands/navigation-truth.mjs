// @ts-check
/**
 * What a language server or a compiler says about the names of a code base: where each is defined, or where it is used.
 *
 *   node lab/run.mjs navigation-truth --corpus NAME [OPTION…] [FILE…]
 *   node lab/run.mjs navigation-truth --server NAME --root DIR --out FILE.jsonl [OPTION…] [FILE…]
 *
 *   --server NAME       clangd, pyright, or the language that a program reads: go (go/types of the `go` in the PATH), java
 *                       (javac of the same Java), rust (a rustc that has -Z save-analysis), typescript or javascript (the checker of TypeScript 5.9, from npm)
 *   --corpus NAME       root, server, include folders and flags of a code base of corpora.mjs
 *   --corpora DIR       where corpora.mjs put it (default .corpora)
 *   --out FILE.jsonl    default: .corpora/navigation/NAME.definitions.jsonl, or NAME.references.jsonl
 *   --files N           files to read when no FILE is given (default 10)
 *   --seed S            chooses the files and the symbols (default 1)
 *   --include DIR       C++: an include folder; Python: a folder of modules, searched in this order
 *   --flag FLAG         C++: a further compiler flag
 *   --references M      references of M symbols that the files define, in place of definitions: a third of names that
 *                       are declared more than once in their file (overloads, const pairs, overriding methods) and, of
 *                       C++, constructors, a quarter of this third, a third methods of names that many files hold, a third others
 *   --commands FILE     a compile_commands.json for the constructors (default: that of the root); clangd finds that of the root
 *   --candidates K      references only of names that at most K files hold (default: C++ 15, others 40)
 *   --redeclared        only looks for what declares types of the system again, for the definitions that FILE.jsonl has
 *   --clangd CMD        default: the newest clangd in the PATH
 *   --pyright DIR       default: .corpora/.tools/pyright, where it is installed from npm unless it is there
 *   --typescript DIR    default: .corpora/.tools/typescript, the same
 *
 * FILE.jsonl gets one line a name, by file and place. Files are relative to the root, absolute outside of it; lines and
 * columns are 1-indexed, columns in UTF-16 units:
 *
 *   {file, line, column, name, kind, targets: [{file, line, column}], external}
 *
 * `external`: all targets are outside of the root. `kind` is the server's word and good for tables only.
 *
 * With --references, one line a symbol:
 *
 *   {symbol: {file, line, column, name, kind}, group, definitions: [PLACE], references: [PLACE], unknown: [PLACE]}
 *
 * `group` is "declared again", "constructor", "common" or "other". `definitions` are its declarations and definitions, `references` its other occurrences; `unknown` are occurrences of
 * the name that may be either: the server has no answer (a disabled branch, a receiver without a type), or a forward
 * declaration whose definition the file does not include, or a constructor is declared there.
 *
 * A constructor has its calls, as libclang sees them, since clangd lists no references of constructors (constructor-calls.py):
 *
 *   {symbol, group, calls: [{file, line, written}], unsure: [FILE], definitions: [], references: [], unknown: []}
 *
 * They need a Python with python3-clang-19, which PYTHON names; without it the sample has none, and the summary says why.
 *
 * NAME.json beside it gets {root, server, version}: commands/navigation.mjs reads both. The summary goes to stdout, as
 * JSON: what was read, what was left out and why, how many lines of each kind.
 *
 * Rules. clangd: one file open at a time and no index of the project, which takes hours; so a target in another file is
 * as a rule the declaration that the file includes, and references are collected by opening each file that holds the
 * name. The truth is the union of definition and declaration. Left out are targets where the name is not written (a
 * macro made them, or it is `override` that was asked about), clangd's guesses by the name alone (in bodies of macros,
 * on dependent names) and names in disabled branches. Files that clang does not read without errors are replaced by
 * others unless they were given. A type of the system that a typedef of the code base declares again is defined in both
 * places. References of a class are also those of its constructors. pyright: the definition; installed packages do not
 * count, since they would come before the sources of the code base. Programs read all files at once and say all declarations of
 * a name (lab/truths/go-names.go, JavaNames.java, rust-names.mjs and typescript-names.mjs have their rules); packages that are not in the code base are absent, and
 * their names come from outside. All: a name at its own declaration or definition is left out.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { comparePlaces, compareText, keyOf, placeOf } from "../places.mjs";
import { jsonLines, python, top } from "../programs.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { clangdOptions, generalFlags, newestClangd } from "../truths/clangd.mjs";
import { collectReferences } from "../truths/collect-references.mjs";
import { compilerFlags, corpusOf, defaultFolder, includeFolders, rootOf } from "../truths/corpora.mjs";
import { clangdServer, pyrightServer } from "../truths/name-servers.mjs";
import { isProgram, programServer } from "../truths/program-names.mjs";
import { pyrightFolder } from "../truths/pyright.mjs";
import { sourcesBelow, words } from "../truths/source-files.mjs";

/** @typedef {import("../truths/collect-references.mjs").Answer} Answer */
/** @typedef {import("../truths/collect-references.mjs").Name} Name */
/** @typedef {import("../truths/collect-references.mjs").References} References */
/** @typedef {import("../truths/name-servers.mjs").FileAnswers} FileAnswers */
/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("../truths/name-servers.mjs").NameServer} NameServer */
/** @typedef {{ written: number, external: number, noAnswer: number }} KindCounts */

/** Smaller files have too few names to be worth a place in a sample. */
const minSampleBytes = 2_000;

/** Files that hold the name of a symbol, at most: clangd reads each, for some seconds; others are faster. */
const maxHolders = { cpp: 15, others: 40 };

/** Occurrences that the name of a symbol has at least, in comments and strings too: without references it shows little. */
const minOccurrences = 3;

/** Files that hold a common name, at least. */
const minFilesOfCommon = 6;

/** Constructors are one of this many symbols. */
const constructorShare = 12;

/** What constructor-calls.py may print. */
const maxOutputBytes = 100_000_000;

/** The kinds of symbols that references are collected of. */
const symbolKinds = ["class", "function", "method", "field"];

const { values, positionals, refuse } = argumentsOf(import.meta.url, {
  server: { type: "string" },
  root: { type: "string" },
  out: { type: "string" },
  corpus: { type: "string" },
  corpora: { type: "string", default: defaultFolder },
  files: { type: "string", default: "10" },
  seed: { type: "string", default: "1" },
  ...clangdOptions,
  references: { type: "string" },
  commands: { type: "string" },
  candidates: { type: "string" },
  redeclared: { type: "boolean", default: false },
  pyright: { type: "string" },
  typescript: { type: "string" },
});
const corpus = values.corpus === undefined ? undefined : corpusOf(values.corpus);
const root = realpathSync(resolve(values.root ?? (corpus ? rootOf(corpus, resolve(values.corpora)) : refuse())));
const out = resolve(values.out ?? outOfCorpus() ?? refuse());
const serverName = values.server ?? (corpus && { cpp: "clangd", python: "pyright" }[corpus.language]);
const random = randomNumbers(Number(values.seed));
const server = startedServer();
const startedAt = Date.now();
try {
  const version = await server.start();
  mkdirSync(dirname(out), { recursive: true });
  if (!values.redeclared) writeFileSync(out, "");
  const about = { root, server: serverName, version };
  writeFileSync(out.replace(/(?:\.definitions|\.references)?\.jsonl$/, ".json"), `${JSON.stringify(about, null, 2)}\n`);
  const summary = values.redeclared
    ? { redeclared: await addRedeclared() }
    : values.references === undefined
      ? await writeDefinitions()
      : await writeReferences();
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  console.log(JSON.stringify({ ...about, seconds, ...summary }, null, 2));
} finally {
  server.stop();
}

/** Where commands/navigation.mjs looks for the truth about a corpus. */
function outOfCorpus() {
  if (corpus === undefined) return undefined;
  const what = values.references === undefined ? "definitions" : "references";
  return join(defaultFolder, "navigation", `${corpus.name}.${what}.jsonl`);
}

/** @returns {NameServer} */
function startedServer() {
  const includes = values.include.map((folder) => resolve(folder));
  const corporaFolder = resolve(values.corpora);
  if (serverName === "pyright") {
    const ofCorpus = corpus === undefined ? [] : includeFolders(corpus, corporaFolder);
    return pyrightServer(root, { folder: pyrightFolder(values.pyright), importFolders: [...includes, ...ofCorpus] });
  }
  if (isProgram(serverName)) return programServer(serverName, root, values.typescript);
  if (serverName !== "clangd") return refuse();
  const flags = generalFlags(values, corpus && compilerFlags(corpus, corporaFolder));
  return clangdServer(root, { command: values.clangd ?? newestClangd(), flags });
}

async function writeDefinitions() {
  const counts = { identifiers: 0, written: 0, external: 0, noAnswer: 0, atDefinition: 0, inactive: 0, dropped: 0 };
  /** @type {Record<string, KindCounts>} */
  const kinds = {};
  const read = await readFiles(server.namesIn, ({ file, answers }) => {
    let lines = "";
    for (const answer of answers) {
      const result = resultOf(answer);
      const ofKind = kinds[answer.kind] ?? { written: 0, external: 0, noAnswer: 0 };
      kinds[answer.kind] = ofKind;
      counts.identifiers += 1;
      counts[result] += 1;
      if (result === "noAnswer") ofKind.noAnswer += 1;
      if (result !== "written") continue;
      const { line, column, name, kind, targets } = answer;
      const external = targets.every((target) => isAbsolute(target.file));
      lines += `${JSON.stringify({ file, line, column, name, kind, targets, external })}\n`;
      ofKind.written += 1;
      ofKind.external += external ? 1 : 0;
      counts.external += external ? 1 : 0;
    }
    appendFileSync(out, lines);
    console.error(`${file}: ${answers.length} names`);
  });
  return { ...read, counts, kinds, redeclared: server.language === "cpp" ? await addRedeclared() : [] };
}

/**
 * Adds to types from outside the typedefs of the code base that clangd takes for the same types: `typedef unsigned uint;`.
 * @returns {Promise<Place[]>} these typedefs
 */
async function addRedeclared() {
  const lines = readFileSync(out, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  const definitions = lines.map((line) => /** @type {Answer & { external: boolean }} */ (JSON.parse(line)));
  const types = definitions.filter(({ kind, external }) => kind === "type" && external);
  const names = new Set(types.map(({ name }) => name));
  /** @type {Answer[]} */
  const found = [];
  for (const file of sourcesBelow(root, server.language)) {
    const text = readFileSync(join(root, file), "utf8");
    // What stands at the margin is in a namespace, and no member of a class.
    const declared = [...text.matchAll(/^typedef\b[^;{}#]*?\b(\w+)\s*;/gm)].map(([, name = ""]) => name);
    if (!declared.some((name) => names.has(name))) continue;
    const answers = (await server.namesIn(file, names))?.answers ?? [];
    found.push(...answers.filter(({ isDeclared, isInactive }) => isDeclared && !isInactive));
  }
  /** @type {Map<string, Place>} */
  const again = new Map();
  for (const definition of types) {
    const places = new Set(definition.targets.map(keyOf));
    const same = found.filter(
      ({ name, targets }) => name === definition.name && targets.some((it) => places.has(keyOf(it))),
    );
    if (same.length === 0) continue;
    definition.targets = [...definition.targets, ...same.map(placeOf)];
    definition.external = false;
    for (const place of same) again.set(keyOf(place), placeOf(place));
  }
  writeFileSync(out, definitions.map((definition) => `${JSON.stringify(definition)}\n`).join(""));
  return [...again.values()];
}

/**
 * Returns "written" for a name that gets a line, or why it gets none.
 * @param {Answer} answer
 */
function resultOf({ isInactive, isDeclared, targets, dropped }) {
  if (isInactive) return "inactive";
  if (isDeclared) return "atDefinition";
  if (targets.length > 0) return "written";
  return dropped > 0 ? "dropped" : "noAnswer";
}

/**
 * The calls of some constructors; none where libclang cannot be asked.
 * @returns {{ rows: References[], problem?: string }}
 */
function constructorRows() {
  if (server.language !== "cpp") return { rows: [] };
  const commands = values.commands ?? join(root, "compile_commands.json");
  const flags = [...(corpus === undefined ? [] : compilerFlags(corpus, resolve(values.corpora))), ...values.flag];
  const { status, stdout, stderr } = spawnSync(
    python,
    [
      join(top, "lab", "truths", "constructor-calls.py"),
      root,
      ...["--constructors", String(Math.ceil(Number(values.references) / constructorShare)), "--seed", values.seed],
      ...["--files", values.files, "--holders", values.candidates ?? String(maxHolders.cpp)],
      ...(existsSync(commands) ? ["--commands", commands] : []),
      ...values.include.map((folder) => `--include=${resolve(folder)}`),
      ...flags.map((flag) => `--flag=${flag}`),
    ],
    { encoding: "utf8", maxBuffer: maxOutputBytes },
  );
  if (status !== 0) return { rows: [], problem: stderr.trim().split("\n").at(-1) ?? "" };
  const none = { definitions: [], references: [], unknown: [] };
  const rows = jsonLines(stdout).map(({ symbol, calls, unsure }) => {
    return { symbol: { ...symbol, kind: "constructor" }, group: "constructor", calls, unsure, ...none };
  });
  return { rows };
}

async function writeReferences() {
  const constructors = constructorRows();
  /** @type {Name[]} */
  const found = [];
  const read = await readFiles(server.definitionsIn, ({ answers }) => {
    for (const { file, line, column, name, kind, isInactive } of answers) {
      if (!isInactive && symbolKinds.includes(kind)) found.push({ file, line, column, name, kind });
    }
  });
  const filesOf = filesWithNames(new Set(found.map(({ name }) => name)));
  const limit = Number(values.candidates ?? (server.language === "cpp" ? maxHolders.cpp : maxHolders.others));
  const groupOf = groupsOf(found, filesOf);
  const symbols = chosenSymbols(
    found.filter(({ name }) => isWithin(filesOf.get(name), limit)),
    groupOf,
    constructors.rows.length,
  );
  appendFileSync(out, constructors.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const { occurrences, withErrors } = await occurrencesOf(new Set(symbols.map(({ name }) => name)), filesOf);
  /** @type {Record<string, { symbols: number, references: number }>} */
  const kinds = {};
  for (const symbol of symbols) {
    const named = occurrences.filter(({ name }) => name === symbol.name);
    const answered = await server.referencesOf?.(symbol);
    const row = answered === undefined ? collectReferences(symbol, named) : withUnknown(answered, named);
    appendFileSync(out, `${JSON.stringify({ ...row, group: groupOf(symbol) })}\n`);
    const ofKind = kinds[symbol.kind] ?? { symbols: 0, references: 0 };
    kinds[symbol.kind] = ofKind;
    ofKind.symbols += 1;
    ofKind.references += row.references.length;
    console.error(`${symbol.kind} ${symbol.name}: ${row.references.length} references`);
  }
  const ofConstructors = {
    symbols: constructors.rows.length,
    references: constructors.rows.reduce((sum, { calls = [] }) => sum + calls.length, 0),
    ...(constructors.problem !== undefined && { problem: constructors.problem }),
  };
  return { ...read, definitions: found.length, candidates: limit, withErrors, kinds, constructors: ofConstructors };
}

/**
 * References as the server lists them, with the occurrences of the name that it cannot say anything about.
 * @param {References} references
 * @param {Answer[]} named
 * @returns {References}
 */
function withUnknown(references, named) {
  const listed = new Set([...references.definitions, ...references.references].map(keyOf));
  const unknown = named.filter((answer) => answer.targets.length === 0 && !listed.has(keyOf(answer)));
  return { ...references, unknown: unknown.map(placeOf) };
}

/**
 * Every occurrence of some names, with the files in which an error may hide some.
 * @param {Set<string>} names
 * @param {Map<string, Map<string, number>>} filesOf
 */
async function occurrencesOf(names, filesOf) {
  /** @type {Answer[]} */
  const occurrences = [];
  /** @type {string[]} */
  const withErrors = [];
  const files = new Set([...names].flatMap((name) => [...(filesOf.get(name)?.keys() ?? [])]));
  for (const file of [...files].sort(compareText)) {
    const read = await server.namesIn(file, names);
    occurrences.push(...(read?.answers ?? []));
    if (read === undefined || read.errors > 0) withErrors.push(file);
    console.error(`${file}: ${read?.answers.length ?? 0} occurrences, ${read?.errors ?? "not read,"} errors`);
  }
  return { occurrences, withErrors };
}

/** @typedef {"declared again" | "common" | "other"} Group of symbols whose references are collected; constructors are one more */

/**
 * @param {readonly Name[]} found what the files that were read declare
 * @param {Map<string, Map<string, number>>} filesOf files by the names that they hold
 * @returns {(symbol: Name) => Group}
 */
function groupsOf(found, filesOf) {
  const isFunction = (/** @type {Name} */ { kind }) => kind === "method" || kind === "function";
  /** @type {Map<string, number>} */
  const declared = new Map();
  const keyIn = (/** @type {Name} */ { file, name }) => `${file}:${name}`;
  for (const symbol of found.filter(isFunction)) {
    declared.set(keyIn(symbol), (declared.get(keyIn(symbol)) ?? 0) + 1);
  }
  return (symbol) => {
    if (isFunction(symbol) && (declared.get(keyIn(symbol)) ?? 0) > 1) return "declared again";
    const files = filesOf.get(symbol.name)?.size ?? 0;
    return symbol.kind === "method" && files >= minFilesOfCommon ? "common" : "other";
  };
}

/**
 * As many of each group, and in a group of each kind, in a random order; each name once.
 * @param {Name[]} found
 * @param {(symbol: Name) => Group} groupOf
 * @param {number} constructors that are in the first group already
 */
function chosenSymbols(found, groupOf, constructors) {
  /** @type {readonly Group[]} */
  const groups = ["declared again", "common", "other"];
  const wanted = Number(values.references);
  /** @type {Map<string, Name>} */
  const chosen = new Map();
  groups.forEach((group, at) => {
    const limit = Math.ceil((wanted * (at + 1)) / groups.length) - constructors;
    const ofGroup = found.filter((symbol) => groupOf(symbol) === group);
    const byKind = symbolKinds.map((kind) =>
      shuffled(
        ofGroup.filter((symbol) => symbol.kind === kind),
        random,
      ),
    );
    while (chosen.size < limit && byKind.some((symbols) => symbols.length > 0)) {
      for (const symbols of byKind) {
        const symbol = symbols.pop();
        if (symbol !== undefined && !chosen.has(symbol.name) && chosen.size < limit) chosen.set(symbol.name, symbol);
      }
    }
  });
  return [...chosen.values()].sort(comparePlaces);
}

/**
 * Reads the files given, or a sample of those below the root, of which those with errors do not count.
 * @param {(file: string) => Promise<FileAnswers | undefined>} read
 * @param {(answers: FileAnswers) => void} use
 */
async function readFiles(read, use) {
  const isSample = positionals.length === 0;
  const wanted = isSample ? Number(values.files) : positionals.length;
  const files = isSample
    ? shuffled(
        sourcesBelow(root, server.language).filter((file) => statSync(join(root, file)).size >= minSampleBytes),
        random,
      )
    : positionals.map((file) => relative(root, resolve(root, file)));
  /** @type {{ file: string, errors: number, names: number }[]} */
  const used = [];
  /** @type {string[]} */
  const passedOver = [];
  for (const file of files) {
    if (used.length === wanted) break;
    const answers = await read(file);
    if (answers === undefined || (isSample && answers.errors > 0)) {
      passedOver.push(file);
      console.error(`${file}: passed over, ${answers?.errors ?? "not read,"} errors`);
    } else {
      used.push({ file, errors: answers.errors, names: answers.answers.length });
      use(answers);
    }
  }
  return { files: used, passedOver };
}

/**
 * How often each file holds each name as a word.
 * @param {Set<string>} names
 * @returns {Map<string, Map<string, number>>}
 */
function filesWithNames(names) {
  /** @type {Map<string, Map<string, number>>} */
  const found = new Map([...names].map((name) => [name, new Map()]));
  for (const file of sourcesBelow(root, server.language)) {
    for (const [word] of readFileSync(join(root, file), "utf8").matchAll(words)) {
      const files = found.get(word);
      files?.set(file, (files.get(file) ?? 0) + 1);
    }
  }
  return found;
}

/**
 * True for a name in few enough files that occurs often enough.
 * @param {Map<string, number> | undefined} files
 * @param {number} limit
 */
function isWithin(files, limit) {
  const counts = [...(files?.values() ?? [])];
  const occurrences = counts.reduce((sum, count) => sum + count, 0);
  return counts.length <= limit && occurrences >= minOccurrences;
}
