// @ts-check
/**
 * The definitions of C++ files as clang sees them, asked of clangd.
 *
 * Asked is clangd's AST (textDocument/ast) rather than its documentSymbol: that one leaves out
 * friends and everything inside function bodies, and does not tell definitions from declarations.
 *
 * What is a row: a class, struct or union with a body and a name, a function with a body or
 * `= default`/`= delete`, whose name stands in the file itself and whose body does, too.
 *
 * Macros: a definition with a written body and a name that a macro makes (`TEST(Suite, Name) {`)
 * is "headed": some row is expected between the macro's word and the body, whatever its name.
 * One that a macro makes as a whole is no row; where its name is an argument of the macro it is
 * "optional": no fault to list it, none to leave it out. Lines that the preprocessor left out
 * are not compared, nor definitions that clang dropped for an error in their head (unread.mjs).
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Clangd, newestClangd } from "./clangd.mjs";
import { compilerFlags } from "./corpora.mjs";
import { unreadRanges } from "./unread.mjs";

/** @typedef {import("./clangd.mjs").AstNode} AstNode */
/** @typedef {import("./clangd.mjs").Range} Range */
/** @typedef {"class" | "function"} Kind */
/** @typedef {{ kind: Kind, name: string, line: number, column: number }} Definition */
/** @typedef {{ kind: Kind, name: string, line: number, lastLine: number }} Headed */
/**
 * @typedef {object} FileTruth
 * @property {number} errors how many clang reports
 * @property {string} [firstError]
 * @property {Definition[]} definitions
 * @property {Headed[]} headed
 * @property {Definition[]} optional
 * @property {[first: number, last: number][]} inactive lines, 1-indexed, inclusive
 * @property {[first: number, last: number][]} unread lines of definitions that clang dropped
 */
/** @typedef {Record<string, FileTruth | null>} Truth by path below the corpus; null: clangd failed */

/**
 * What clangd compiles the files of a corpus with.
 * @param {import("./corpora.mjs").Corpus} corpus
 * @param {string} folder of the corpora
 */
export function clangdFlags(corpus, folder) {
  const flags = compilerFlags(corpus, folder);
  const standard = flags.some((flag) => flag.startsWith("-std=")) ? [] : ["-std=c++17"];
  return ["-xc++", ...standard, "-w", "-ferror-limit=0", ...flags];
}

/** Saved after so many files, so that an interrupted run goes on where it was. */
const filesPerSave = 25;

/** @typedef {{ clangd?: string | undefined, flags: string[], cache: string, workers: string, name: string }} Reader */

/**
 * The truth of the given files, from the cache or from clangd.
 *
 * @param {string} home folder of the corpus
 * @param {string[]} files below it
 * @param {Reader} reader
 * @returns {Promise<Truth>}
 */
export function truthOf(home, files, reader) {
  return readByClangd(home, files, reader, fileTruth, isOld);
}

/**
 * What is true of each file by the AST of clangd, kept from one run to the next; null where clangd failed.
 *
 * @template T
 * @param {string} home folder of the corpus
 * @param {string[]} files below it
 * @param {Reader} reader
 * @param {(source: Source, ast: AstNode, errors: string[], inactive: [number, number][]) => T | null} truthIn lines are 1-indexed
 * @param {(truth: T | null | undefined) => boolean} [isStale]
 * @returns {Promise<Record<string, T | null>>}
 */
export async function readByClangd(home, files, reader, truthIn, isStale = () => false) {
  const { cache, flags, name } = reader;
  const workers = Number(reader.workers);
  /** @type {Record<string, T | null>} */
  const truth = existsSync(cache) ? JSON.parse(readFileSync(cache, "utf8")) : {};
  const missing = files.filter((file) => !(file in truth) || isStale(truth[file]));
  if (missing.length === 0) return truth;
  const started = async () => {
    const clangd = new Clangd(reader.clangd ?? newestClangd(), workers);
    await clangd.initialize(flags);
    return clangd;
  };
  let done = 0;
  let clangd = await started();
  const queue = missing.values();
  const work = async () => {
    for (const file of queue) {
      const used = clangd;
      const path = join(home, file);
      const text = readFileSync(path, "utf8");
      const reading = await used.read(path, text);
      const inactive = reading?.inactive.map(
        ({ start, end }) => /** @type {[number, number]} */ ([start.line + 1, end.line + 1]),
      );
      truth[file] =
        reading?.ast && inactive ? truthIn(new Source(path, text), reading.ast, reading.errors, inactive) : null;
      if (!used.alive && used === clangd) {
        used.close();
        clangd = await started();
      }
      done += 1;
      process.stderr.write(`\r${name}: clangd has read ${done} files `);
      if (done % filesPerSave === 0) writeFileSync(cache, JSON.stringify(truth));
    }
  };
  try {
    await Promise.all(Array.from({ length: workers }, work));
  } finally {
    clangd.close();
    writeFileSync(cache, JSON.stringify(truth));
    process.stderr.write("\r\u001b[K");
  }
  return truth;
}

/**
 * Whether a file's truth is from before it was noted what clang dropped.
 * @param {FileTruth | null | undefined} truth
 */
function isOld(truth) {
  return truth != null && truth.errors > 0 && truth.unread === undefined;
}

/**
 * @param {Source} source
 * @param {AstNode} ast
 * @param {string[]} errors
 * @param {[number, number][]} inactive
 * @returns {FileTruth}
 */
function fileTruth(source, ast, errors, inactive) {
  /** @type {FileTruth} */
  const truth = {
    errors: errors.length,
    ...(errors[0] === undefined ? {} : { firstError: errors[0] }),
    definitions: [],
    headed: [],
    optional: [],
    inactive,
    unread: [],
  };
  /** @type {Set<string>} */
  const seen = new Set();
  const stack = [ast];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    stack.push(...(node.children ?? []));
    const kind = definedKind(node);
    if (kind === undefined) continue;
    const row = rowOf(kind, node, source);
    if (row === undefined) continue;
    const key = JSON.stringify(row);
    if (!seen.has(key)) truth[row.list].push(/** @type {any} */ (row.row));
    seen.add(key);
  }
  for (const list of [truth.definitions, truth.headed, truth.optional])
    list.sort((a, b) => a.line - b.line || a.name.localeCompare(b.name));
  const rows = [...truth.definitions, ...truth.headed, ...truth.optional];
  truth.unread = unreadRanges(
    source.text,
    errors.map((error) => Number.parseInt(error, 10)),
    rows,
  );
  return truth;
}

const classKinds = new Set(["CXXRecord", "ClassTemplateSpecialization", "ClassTemplatePartialSpecialization"]);
const functionKinds = new Set(["Function", "CXXMethod", "CXXConstructor", "CXXDestructor", "CXXConversion"]);

/**
 * What the node defines, if it is a definition that somebody wrote.
 * @param {AstNode} node
 * @returns {Kind | undefined}
 */
function definedKind({ role, kind, arcana = "", children = [] }) {
  if (role !== "declaration" || / (implicit(?![a-z_-])|explicit_instantiation_)/.test(arcana)) return undefined;
  if (classKinds.has(kind)) return / definition/.test(arcana) ? "class" : undefined;
  if (!functionKinds.has(kind)) return undefined;
  return children.some(isBody) || / (default|delete)(?![a-z_])/.test(afterType(arcana)) ? "function" : undefined;
}

/** @param {AstNode} node */
function isBody({ role, kind }) {
  return role === "statement" && (kind === "Compound" || kind === "CXXTry" || kind === "CoroutineBody");
}

/**
 * `… f 'void ()' default noexcept …`: what follows the type.
 * @param {string} arcana
 */
function afterType(arcana) {
  return arcana.replace(/^[^']*'[^']*'(:'[^']*')?/, "");
}

/**
 * @param {Kind} kind
 * @param {AstNode} node
 * @param {Source} source
 * @returns {{ list: "definitions" | "optional", row: Definition } | { list: "headed", row: Headed } | undefined}
 */
function rowOf(kind, node, source) {
  const body = kind === "class" ? node.range : (node.children ?? []).find(isBody)?.range;
  const hasWrittenBody = body !== undefined && source.at(body.end, -1) === "}";
  const name = source.nameAt(placeOf(node, source.path));
  if (name === undefined) return hasWrittenBody ? headedRow(kind, body, source) : undefined;
  if (name.name === "") return undefined;
  const { next, ...rest } = name;
  const row = { kind, ...rest };
  const isWritten = hasWrittenBody || (kind === "function" && next === "(" && !(node.children ?? []).some(isBody));
  return { list: isWritten ? "definitions" : "optional", row };
}

/**
 * `TEST(Suite, Name) {`: from the macro's word to the body.
 * @param {Kind} kind
 * @param {Range} body for a class from its first word on
 * @param {Source} source
 * @returns {{ list: "headed", row: Headed } | undefined}
 */
function headedRow(kind, body, source) {
  const end = source.offset(body.start);
  const start = kind === "class" ? end : source.macroCallBefore(end);
  if (start === undefined) return undefined;
  const name = source.text.slice(start, end).split("{", 1)[0]?.trim() || source.lineOf(start);
  const line = source.lineNumber(start);
  return { list: "headed", row: { kind, name: name.replace(/\s+/g, " "), line, lastLine: source.lineNumber(end) } };
}

const place = String.raw`(?:<[^<>]*>(?::\d+:\d+)?|line:\d+:\d+|col:\d+|[^<>,]+?:\d+:\d+)`;
const places = new RegExp(String.raw`^\w+ 0x\w+(?: (?:parent|prev) 0x\w+)* <(${place})(?:, (${place}))?> (${place})`);

/**
 * Where the name is spelled, out of clang's dump: `<a.cc:1:1, line:3:1> col:5`, each relative to
 * the one before. Undefined when that is in another file or made by `##`.
 * @param {AstNode} node
 * @param {string} path
 * @returns {{ line: number, column: number } | undefined} 1-indexed, column in bytes
 */
export function placeOf({ arcana = "" }, path) {
  const found = places.exec(arcana);
  let file = "";
  let line = 0;
  let column = 0;
  for (const part of found?.slice(1) ?? []) {
    const [, where, row, col] = /^(.*?):?(\d+)?:(\d+)$/.exec(part ?? "") ?? [];
    if (col === undefined) continue;
    if (where !== "line" && where !== "col") file = where ?? "";
    if (row !== undefined) line = Number(row);
    column = Number(col);
  }
  return file === path ? { line, column } : undefined;
}

/** A file's text, by lines. */
export class Source {
  /**
   * @param {string} path
   * @param {string} text
   */
  constructor(path, text) {
    this.path = path;
    this.text = text;
    this.lines = text.split("\n");
    this.starts = [0];
    for (const line of this.lines) this.starts.push((this.starts.at(-1) ?? 0) + line.length + 1);
  }

  /** @param {import("./clangd.mjs").Place} place */
  offset({ line, character }) {
    return (this.starts[line] ?? this.text.length) + character;
  }

  /**
   * @param {import("./clangd.mjs").Place} place
   * @param {number} distance
   */
  at(place, distance) {
    return this.text[this.offset(place) + distance];
  }

  /** @param {number} offset */
  lineNumber(offset) {
    let low = 0;
    for (let high = this.starts.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** @param {number} offset */
  lineOf(offset) {
    return (this.lines[this.lineNumber(offset) - 1] ?? "").trim();
  }

  /**
   * The name that is written at a place; undefined inside a directive, where a macro's body is.
   * An unnamed class stands at its keyword: the name is empty then.
   * @param {{ line: number, column: number } | undefined} place
   */
  nameAt(place) {
    if (place === undefined || this.isDirective(place.line)) return undefined;
    const line = this.lines[place.line - 1] ?? "";
    const column = Buffer.from(line).toString("utf8", 0, place.column - 1).length;
    const text = this.text.slice(
      (this.starts[place.line - 1] ?? 0) + column,
      this.offset({ line: place.line + 4, character: 0 }),
    );
    const written = operatorName(text) ?? /^~?\s*[\w$\u0080-\uffff]+/u.exec(text)?.[0] ?? "";
    const isKeyword = /^(class|struct|union|enum)$/.test(written);
    const next = text.slice(written.length).trimStart()[0];
    const name = isKeyword ? "" : spelling(written);
    return { name, line: place.line, column: column + 1, next: next === "<" ? "(" : next };
  }

  /** @param {number} line is it part of a directive? */
  isDirective(line) {
    let first = line;
    while (first > 1 && /\\\r?$/.test(this.lines[first - 2] ?? "")) first -= 1;
    return /^\s*#/.test(this.lines[first - 1] ?? "");
  }

  /**
   * The offset of WORD in the `WORD(…)`, `WORD(…)(…)` or `WORD(…) const` that ends before an offset.
   * @param {number} end
   */
  macroCallBefore(end) {
    let depth = 0;
    for (let at = end - 1; at >= 0; at -= 1) {
      const character = this.text[at] ?? "";
      if (character === ")") depth += 1;
      if (character === "(") depth -= 1;
      if (depth === 0 && /[;{}]/.test(character)) return undefined;
      if (depth > 0 || character !== "(") continue;
      const word = /\w+\s*$/.exec(this.text.slice(Math.max(0, at - 100), at));
      if (word !== null) return Math.max(0, at - 100) + word.index;
    }
    return undefined;
  }
}

/**
 * The operator that a text begins with: up to its parameters, those in template arguments aside.
 * @param {string} text
 */
function operatorName(text) {
  if (!/^operator\b/.test(text)) return undefined;
  const call = /^operator\s*\(\s*\)/.exec(text)?.[0];
  if (call !== undefined) return call;
  const isConversion = /^operator\s+[\w:]/.test(text);
  let depth = 0;
  for (let at = "operator".length; at < text.length; at += 1) {
    if (text[at] === "(" && depth === 0) return text.slice(0, at);
    if (isConversion && text[at] === "<") depth += 1;
    if (isConversion && text[at] === ">") depth -= 1;
  }
  return text;
}

/**
 * One spelling for each name, as codegrove writes them.
 * @param {string} name
 */
function spelling(name) {
  return name
    .replace(/\/\*.*?\*\//gs, " ")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/ ?([^\p{L}\p{N}_\s]) ?/gu, "$1");
}
