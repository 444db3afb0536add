// @ts-check
/**
 * Compares `codegrove index` with the snapshots of sourcegraph/scip-clang. A folder is a code base. In a snapshot each line of
 * code has two blanks in front; below it, `//  ^^^ reference [..] a/S#` says that a name begins at the first caret, and
 * `// relation implementation [..] a/S#` that the symbol defined above implements another.
 *
 * - `occurrences`: how many of theirs ours has. Ours begins at the same place, is a definition or is none as theirs, and its
 *   symbol has a definition where theirs has one; symbols that have none are compared by their other places and their last
 *   names. The strings of symbols are our own, so they are not compared. Nor are ends: their `operator==` ends behind `operator`.
 * - `precision`: how many of ours theirs has at the place, or clangd. Code that is not compiled is not counted.
 * - `relations`: how many of their base classes and overridden members ours has. Theirs are of all bases above, ours of the next
 *   ones, so that those of ours are followed.
 *
 * clangd decides, whatever ours has: where it knows another symbol of that name, or a declaration that is no definition,
 * the case is listed and not counted; where it knows a place of theirs, the others that it knows are right, too, such as what
 * a using-declaration brings.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBinary } from "@bufbuild/protobuf";
import { IndexSchema, SymbolRole } from "../../src/scip/bindings/scip_pb.js";
import { Clangd, newestClangd } from "../truths/clangd.mjs";

/** @typedef {import("./score.mjs").Score} Score */
/** @typedef {import("./score.mjs").Miss} Miss */
/** @typedef {{ file: string, line: number, column: number }} Place line and column count from 1 */
/** @typedef {Place & { symbol: string, isDefinition: boolean, isDeclaration?: boolean }} Occurrence */
/** @typedef {{ occurrences: Occurrence[], bases: Map<string, Set<string>> }} Index `bases`: what a symbol implements */

const snapshotName = /\.snapshot(\.\w+)$/;

/** @param {string} folder of the snapshots @param {string} main the program to measure @returns {Promise<Score>} */
export async function scoreScipClang(folder, main) {
  const scorer = new Scorer();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await scorer.score(join(folder, entry.name), entry.name, main);
  }
  return scorer.result();
}

class Scorer {
  #folders = 0;
  /** @type {Record<string, { right: number, total: number }>} */
  #counts = {
    occurrences: { right: 0, total: 0 },
    precision: { right: 0, total: 0 },
    relations: { right: 0, total: 0 },
  };
  /** @type {Record<string, number>} */
  #leftOut = {};
  /** @type {Miss[]} */
  #misses = [];

  /** @returns {Score} */
  result() {
    const counts = Object.entries(this.#counts);
    return {
      cases: `${this.#folders} folders, ${counts.map(([name, { total }]) => `${total} ${name}`).join(", ")}`,
      figures: Object.fromEntries(counts.map(([name, { right, total }]) => [name, right / total])),
      misses: this.#misses,
      leftOut: this.#leftOut,
    };
  }

  /** @param {string} source @param {string} name @param {string} main */
  async score(source, name, main) {
    this.#folders += 1;
    const root = realpathSync(mkdtempSync(join(tmpdir(), "scip-clang-")));
    const code = join(root, "code");
    cpSync(source, code, { recursive: true, filter: (path) => !snapshotName.test(path) });
    const theirs = snapshotsIn(source);
    const ours = indexOf(code, join(root, "index.scip"), main);
    const clang = new Clang(code);
    try {
      await clang.start();
      const folder = new Folder(name, theirs, ours, clang);
      for (const occurrence of theirs.occurrences) await this.#judge(folder, occurrence);
      for (const occurrence of ours.occurrences) await this.#judgeOurs(folder, occurrence);
      this.#relations(folder);
    } finally {
      clang.close();
      rmSync(root, { recursive: true, force: true });
    }
  }

  /** @param {Folder} folder @param {Occurrence} theirs */
  async #judge(folder, theirs) {
    const found = folder.oursAt(theirs);
    const ofRole = found.filter(({ isDefinition }) => isDefinition === theirs.isDefinition);
    const expected = placesOf(folder.theirs, theirs);
    const described = {
      case: `${folder.name}/${shown(theirs)}`,
      expected: `${roleOf(theirs)} ${theirs.symbol} → ${expected.map(shown).join(" ")}`,
      found: found.map((one) => `${roleOf(one)} ${one.symbol}`).join(", "),
    };
    const { known, contradicts } = await folder.clangSays(theirs);
    if (contradicts !== undefined) {
      this.#leaveOut(`occurrences: clang contradicts: ${contradicts}`);
      this.#misses.push({ ...described, reason: `not counted, clang contradicts: ${contradicts}` });
      return;
    }
    const isSame = (/** @type {Occurrence} */ one) => {
      const places = placesOf(folder.ours, one);
      return meets(places, known) || (meets(places, expected) && folder.mayBeSame(one, theirs));
    };
    const reason = ofRole.length > 0 ? "another symbol" : found.length > 0 ? "another role" : "nothing there";
    this.#count("occurrences", ofRole.some(isSame) ? undefined : { ...described, reason });
  }

  /** @param {Folder} folder @param {Occurrence} ours */
  async #judgeOurs(folder, ours) {
    if (!folder.files.has(ours.file)) return;
    if (folder.clang.isInactive(ours)) {
      this.#leaveOut("precision: code that is not compiled");
      return;
    }
    const found = folder.theirsAt(ours);
    const known = placesOf(folder.ours, ours);
    const isRight =
      found.some((one) => meets(placesOf(folder.theirs, one), known)) ||
      meets(await folder.clang.placesAt(ours), known);
    const miss = {
      ...{ case: `${folder.name}/${shown(ours)}`, reason: found.length > 0 ? "another symbol" : "theirs has none" },
      ...{
        expected: found.map(({ symbol }) => symbol).join(", "),
        found: `${ours.symbol} → ${known.map(shown).join(" ")}`,
      },
    };
    this.#count("precision", isRight ? undefined : miss);
  }

  /** @param {Folder} folder */
  #relations({ name, theirs, ours }) {
    /** @param {Index} index @param {string} symbol */
    const definitionsOf = (index, symbol) =>
      index.occurrences.filter((one) => one.symbol === symbol && one.isDefinition);
    /** Symbol of ours by the place of a definition. */
    const symbolAt = new Map(ours.occurrences.filter((one) => one.isDefinition).map((one) => [shown(one), one.symbol]));
    for (const [symbol, bases] of theirs.bases) {
      const own = definitionsOf(theirs, symbol).flatMap((place) => symbolAt.get(shown(place)) ?? []);
      const above = new Set(own);
      for (const one of above) for (const base of ours.bases.get(one) ?? []) above.add(base);
      for (const base of bases) {
        // A template that is only declared is where a specialization of it is defined for them, and where it is declared for us.
        const known = theirs.occurrences.filter((one) => one.symbol === base);
        const isThere = [...above].some((symbol) => !own.includes(symbol) && meets(placesOf(ours, { symbol }), known));
        const miss = { case: `${name}: ${symbol}`, reason: "relation", expected: base, found: [...above].join(" ") };
        this.#count("relations", isThere ? undefined : miss);
      }
    }
  }

  /** @param {"occurrences" | "precision" | "relations"} figure @param {Miss | undefined} miss */
  #count(figure, miss) {
    const count = this.#counts[figure];
    if (count === undefined) return;
    count.total += 1;
    if (miss === undefined) count.right += 1;
    else this.#misses.push({ ...miss, reason: `${figure}: ${miss.reason}` });
  }

  /** @param {string} reason */
  #leaveOut(reason) {
    this.#leftOut[reason] = (this.#leftOut[reason] ?? 0) + 1;
  }
}

/** What is compared of a folder. */
class Folder {
  /** @type {Map<string, Occurrence[]>} */
  #theirsAt;
  /** @type {Map<string, Occurrence[]>} */
  #oursAt;

  /** @param {string} name @param {Index} theirs @param {Index} ours @param {Clang} clang */
  constructor(name, theirs, ours, clang) {
    this.name = name;
    this.theirs = theirs;
    this.ours = ours;
    this.clang = clang;
    this.files = new Set(theirs.occurrences.map(({ file }) => file));
    this.#theirsAt = byPlace(theirs.occurrences);
    this.#oursAt = byPlace(ours.occurrences);
  }

  /** @param {Place} place */
  oursAt(place) {
    return this.#oursAt.get(shown(place)) ?? [];
  }

  /** @param {Place} place */
  theirsAt(place) {
    return this.#theirsAt.get(shown(place)) ?? [];
  }

  /**
   * True unless both symbols have no definition, so that the place itself is all that they share, and other names.
   * @param {Occurrence} ours
   * @param {Occurrence} theirs
   */
  mayBeSame(ours, theirs) {
    if (this.#isDefined(this.ours, ours) || this.#isDefined(this.theirs, theirs)) return true;
    const names = [nameOf(ours.symbol), nameOf(theirs.symbol)];
    return names.includes(undefined) || names[0] === names[1];
  }

  /** @param {Index} index @param {Occurrence} of */
  #isDefined({ occurrences }, { symbol }) {
    return occurrences.some((one) => one.symbol === symbol && one.isDefinition);
  }

  /**
   * What clang says about an occurrence of theirs: places of its symbol that it knows, or what it says against it. It gives one
   * symbol for a place that may have several, such as a class and its constructor: only another one of the same name is against it.
   * @param {Occurrence} theirs
   * @returns {Promise<{ known: Place[], contradicts?: string }>}
   */
  async clangSays(theirs) {
    const token = this.clang.tokenAt(theirs);
    const known = await this.clang.placesAt(theirs);
    // Of fields, types and namespaces clangd says that all are declared, and of none that it is defined.
    const isDefinedElsewhere = token?.kind !== "namespace" && known.some((place) => shown(place) !== shown(theirs));
    if (theirs.isDefinition && token?.isDeclaration && !token.isDefinition && isDefinedElsewhere)
      return { known: [], contradicts: "a declaration, no definition" };
    const all = this.theirs.occurrences.filter(({ symbol }) => symbol === theirs.symbol);
    const isDefined = all.some(({ isDefinition }) => isDefinition);
    if (!isDefined || meets(known, all)) return { known };
    const name = nameOf(theirs.symbol);
    const isSame = known.length > 0 && name !== undefined && this.clang.wordAt(theirs) === name;
    const isConstructor = theirs.symbol.includes(`${name}#${name}(`);
    return isSame && !isConstructor && !theirs.isDefinition
      ? { known: [], contradicts: "another symbol of the name" }
      : { known: [] };
  }
}

/** @param {readonly Occurrence[]} occurrences @returns {Map<string, Occurrence[]>} */
function byPlace(occurrences) {
  const found = new Map();
  for (const one of occurrences) found.set(shown(one), [...(found.get(shown(one)) ?? []), one]);
  return found;
}

/** The last name in a symbol. @param {string} symbol */
function nameOf(symbol) {
  return /(\w+)(?:\([\w+]*\)\.|[#./])$/.exec(symbol)?.[1];
}

/** @param {Occurrence} occurrence */
function roleOf({ isDefinition, isDeclaration }) {
  return isDefinition ? "definition" : isDeclaration ? "declaration" : "reference";
}

/** Where a symbol is defined, or else declared, or else used. @param {Index} index @param {{ symbol: string }} of @returns {Place[]} */
function placesOf(index, { symbol }) {
  const all = index.occurrences.filter((one) => one.symbol === symbol);
  const defined = all.filter(({ isDefinition }) => isDefinition);
  const declared = all.filter(({ isDeclaration }) => isDeclaration);
  return defined.length > 0 ? defined : declared.length > 0 ? declared : all;
}

/** @param {readonly Place[]} some @param {readonly Place[]} others */
function meets(some, others) {
  const places = new Set(others.map(shown));
  return some.some((place) => places.has(shown(place)));
}

/** @param {Place} place */
function shown({ file, line, column }) {
  return `${file}:${line}:${column}`;
}

// Snapshots

const isQuote = /["<]/;

/** @param {string} folder @returns {Index} */
function snapshotsIn(folder) {
  /** @type {Index} */
  const index = { occurrences: [], bases: new Map() };
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  for (const path of paths) {
    const file = path.replace(snapshotName, "$1");
    // `external_symbols.snapshot.cc` is of no file.
    if (file === path || !existsSync(join(folder, file))) continue;
    readSnapshot(readFileSync(join(folder, path), "utf8"), file, index);
  }
  return index;
}

/** @param {string} text @param {string} file @param {Index} index to which occurrences are added */
function readSnapshot(text, file, index) {
  let line = 0;
  let code = "";
  let subject = "";
  /** @type {Set<string>} */
  const seen = new Set();
  for (const written of text.split("\n")) {
    if (!written.startsWith("//")) {
      line += 1;
      code = written.slice(2);
      continue;
    }
    const [, before = "", carets = "", role, at = ""] =
      /^\/\/(\s*)(\^*)\s*(definition|reference|relation \S+) (\S.*)$/.exec(written) ?? [];
    if (role === undefined) continue;
    const symbol = symbolIn(at, file);
    if (role.startsWith("relation")) {
      index.bases.set(subject, (index.bases.get(subject) ?? new Set()).add(symbol));
      continue;
    }
    const isDefinition = role === "definition";
    if (isDefinition) subject = symbol;
    // A file begins at its first character, which an empty line does not have; the path of an include, behind a quote.
    const column = before.length + (/^\s*#\s*include\b/.test(code) && isQuote.test(code.charAt(before.length)) ? 2 : 1);
    const place = carets === "" ? { line: 1, column: 1 } : { line, column };
    // A macro may define a symbol several times, and a name may be in several instances of a template.
    const key = `${place.line}:${place.column} ${role} ${symbol}`;
    if (!seen.has(key)) index.occurrences.push({ file, ...place, symbol, isDefinition });
    seen.add(key);
  }
}

/**
 * A symbol without its package; a local one is of its file. The constructor of a template is `A<T>` where it is defined, and `A`
 * where it is called.
 * @param {string} written @param {string} file
 */
function symbolIn(written, file) {
  if (written.startsWith("local ")) return `${file} ${written}`;
  return written.replace(/^(?:\[\.\.\]|\S+ v\d\$) /, "").replace(/`(\w+)<[^`]*>`\(/g, "$1(");
}

// Our index

/** @param {string} code @param {string} path of the index @param {string} main @returns {Index} */
function indexOf(code, path, main) {
  const args = [main, "index", code, "-o", path, "--no-cache", "--log-level", "error"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`codegrove index: ${stderr}`);
  const { documents } = fromBinary(IndexSchema, readFileSync(path));
  /** @type {Index} */
  const index = { occurrences: [], bases: new Map() };
  for (const { relativePath: file, occurrences, symbols } of documents) {
    for (const { symbol: own, symbolRoles, range } of occurrences) {
      const symbol = own.startsWith("local ") ? `${file} ${own}` : own;
      const [line = 0, character = 0] = range;
      index.occurrences.push({
        ...{ file, line: line + 1, column: character + 1, symbol },
        isDefinition: (symbolRoles & SymbolRole.Definition) !== 0,
        isDeclaration: (symbolRoles & SymbolRole.ForwardDefinition) !== 0,
      });
    }
    for (const { symbol, relationships } of symbols) {
      const bases = relationships.filter(({ isImplementation }) => isImplementation);
      if (bases.length > 0) index.bases.set(symbol, new Set(bases.map((base) => base.symbol)));
    }
  }
  return index;
}

// clang

class Clang {
  /** @type {Map<string, import("../truths/clangd.mjs").OpenFile | undefined>} */
  #files = new Map();
  /** @type {Map<string, string[]>} */
  #lines = new Map();
  #clangd = new Clangd(newestClangd(), 1);
  #code;

  /** @param {string} code */
  constructor(code) {
    this.#code = code;
  }

  async start() {
    const paths = readdirSync(this.#code, { recursive: true, encoding: "utf8" });
    const texts = paths
      .filter((path) => /\.\w+$/.test(path) && !path.endsWith(".json"))
      .map((path) => ({ path, text: readFileSync(join(this.#code, path), "utf8") }));
    const flagsOf = (/** @type {string} */ text) => /extra-args: (.*)/.exec(text)?.[1]?.split(" ") ?? [];
    const commands = texts.map(({ path, text }) => ({
      ...{ directory: this.#code, file: join(this.#code, path) },
      arguments: ["clang++", ...(/\.cuh?$/.test(path) ? ["-nocudainc", "-nocudalib"] : []), ...flagsOf(text), path],
    }));
    writeFileSync(join(this.#code, "compile_commands.json"), JSON.stringify(commands));
    await this.#clangd.initialize([]);
    for (const { path, text } of texts) {
      this.#lines.set(path, text.split("\n"));
      this.#files.set(path, await this.#clangd.openFile(join(this.#code, path), text));
    }
  }

  close() {
    this.#clangd.close();
  }

  /** @param {Place} place */
  tokenAt({ file, line, column }) {
    return this.#files.get(file)?.tokens.get(`${line - 1}:${column - 1}`);
  }

  /** @param {Place} place */
  wordAt({ file, line, column }) {
    return /^\w+/.exec(this.#lines.get(file)?.[line - 1]?.slice(column - 1) ?? "")?.[0];
  }

  /** @param {Place} place */
  isInactive({ file, line }) {
    const regions = this.#files.get(file)?.inactive ?? [];
    return regions.some(({ start, end }) => start.line <= line - 1 && line - 1 <= end.line);
  }

  /** Where clang defines and declares what is at a place. @param {Place} place @returns {Promise<Place[]>} */
  async placesAt({ file, line, column }) {
    const locations = await this.#clangd.locationsOf(join(this.#code, file), { line: line - 1, character: column - 1 });
    return locations.map(({ uri, range: { start } }) => ({
      file: relative(this.#code, fileURLToPath(uri)),
      ...{ line: start.line + 1, column: start.character + 1 },
    }));
  }
}
