// @ts-check
/**
 * Compares the symbols that get_changes says a commit changes with git's hunks and universal-ctags.
 *
 *   npm run build && node lab/run.mjs changes [--commits N] [--seed S] [--rows N] GITDIR…
 *
 * GITDIR is a git directory with history; it need not have a work tree.
 *
 *   --commits N   commits of each (default 100)
 *   --seed S      another choice of commits (default 1)
 *   --rows N      list N differences of each reason (default 5)
 *
 * Commits are drawn at random among those that change one to twenty files of code and have one parent. The truth of a commit: each
 * line of `git diff -U0` belongs to the innermost symbol around it, before and after, by the ranges of universal-ctags; a symbol that only
 * one text has was removed or added. The lines of a lambda are of the function around it. Of several symbols in one line that
 * both texts have, the truth may have any. Lines that are blank, or differ only in space at their ends, do not count. A difference has a
 * reason, the first that holds of the ones in `reasonOf`. `signature` compares whether a function's parameters changed, as ctags
 * writes them, of functions whose name their file has once.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { Product } from "../product/product-answers.mjs";
import { ctags, outputOf } from "../programs.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";

/** @typedef {{ name: string, container: string, kind: string, line: number, end: number, signature: string }} Symbol */
/** @typedef {{ symbols: Symbol[], lines: string[], changed: Set<number> }} Side a text of a file: its symbols, and the lines that differ */
/** @typedef {{ before: Side, after: Side }} FileTruth */
/** @typedef {{ symbol: Symbol, shares: boolean }} Touched `shares`: others have the same lines */
/** @typedef {{ file: string, name: string, container: string, kind: string, change: string, line: number, end: number, before?: string, after?: string }} Change */
/** @typedef {{ side: "ours" | "truth", reason: string, text: string }} Difference */

const { values, positionals } = argumentsOf(
  import.meta.url,
  {
    commits: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    rows: { type: "string", default: "5" },
  },
  1,
);

const maxFiles = 20;
const code = /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|py)$/;

/** Kinds of ctags that the product does not list, or that only hold others. */
const leftOut = new Set([
  "local",
  "parameter",
  "label",
  "namespace",
  "module",
  "header",
  "unknown",
  "using",
  "name",
  "tparam",
  "alias",
]);
const functionKinds = new Set(["function", "method", "constructor", "destructor", "property", "prototype", "member"]);

const totals = newTally();
for (const given of positionals) {
  const tally = newTally();
  const folder = resolve(given);
  const tree = mkdtempSync(join(tmpdir(), "codegrove-changes-"));
  writeFileSync(join(tree, ".git"), `gitdir: ${folder}\n`);
  writeFileSync(join(tree, "empty.py"), "");
  const product = await Product.of(tree);
  try {
    for (const hash of commitsOf(folder)) {
      const files = truthOf(folder, hash);
      const answer = await product.call("get_changes", { base: `${hash}^`, head: hash, include: ["overrides"] });
      if (answer.error !== undefined) throw new Error(`${hash}: ${answer.error} ${answer.details ?? ""}`);
      compare(hash, files, answer, tally);
      tally.commits++;
    }
  } finally {
    await product.close();
    rmSync(tree, { recursive: true });
  }
  print(basename(dirname(folder)), tally);
  add(totals, tally);
}
if (positionals.length > 1) print("all", totals);

/**
 * @template T
 * @param {readonly T[]} rows
 * @param {(row: T) => string} keyOfRow
 */
function groupBy(rows, keyOfRow) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const row of rows) groups.set(keyOfRow(row), [...(groups.get(keyOfRow(row)) ?? []), row]);
  return groups;
}

function newTally() {
  return {
    commits: 0,
    both: 0,
    ours: 0,
    truth: 0,
    kinds: 0,
    sameKinds: 0,
    signatures: 0,
    sameSignatures: 0,
    /** @type {Difference[]} */
    differences: [],
  };
}

/** @typedef {ReturnType<typeof newTally>} Tally */

/** @param {Tally} to @param {Tally} from */
function add(to, from) {
  to.commits += from.commits;
  to.both += from.both;
  to.ours += from.ours;
  to.truth += from.truth;
  to.kinds += from.kinds;
  to.sameKinds += from.sameKinds;
  to.signatures += from.signatures;
  to.sameSignatures += from.sameSignatures;
  to.differences.push(...from.differences);
}

/** @param {string} title @param {Tally} tally */
function print(title, { commits, both, ours, truth, kinds, sameKinds, signatures, sameSignatures, differences }) {
  const share = (/** @type {number} */ part, /** @type {number} */ whole) => (part / Math.max(whole, 1)).toFixed(4);
  console.log(
    `\n${title}: ${commits} commits, symbols in both ${both}, of the truth's ${truth} ${share(both, truth)}, of ours ${ours} ${share(both, ours)}; ` +
      `added or removed alike ${sameKinds} of ${kinds}, signature alike ${sameSignatures} of ${signatures}`,
  );
  const byReason = groupBy(differences, ({ side, reason }) => `only ${side}: ${reason}`);
  for (const [reason, rows] of [...byReason].sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`  ${rows.length} ${reason}`);
    if (title !== "all") for (const { text } of rows.slice(0, Number(values.rows))) console.log(`    ${text}`);
  }
}

/** @param {string} folder @param {readonly string[]} args */
function git(folder, args) {
  const safe = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "diff.external="];
  return outputOf("git", [`--git-dir=${folder}`, ...safe, ...args], {
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_NO_LAZY_FETCH: "1" },
    stderr: "ignore",
  });
}

/** @param {string} folder @returns {string[]} */
function commitsOf(folder) {
  const log = git(folder, [
    "log",
    "--no-merges",
    "--no-renames",
    "--pretty=format:%x00%H %P",
    "--name-only",
    "-n",
    "20000",
  ]);
  const commits = log
    .split("\0")
    .slice(1)
    .flatMap((entry) => {
      const [ids = "", ...paths] = entry.trim().split("\n");
      const [hash = "", ...parents] = ids.split(" ");
      const files = paths.filter((path) => code.test(path)).length;
      return parents.length === 1 && files > 0 && files <= maxFiles ? [hash] : [];
    });
  const drawn = [];
  for (const hash of shuffled(commits, randomNumbers(Number(values.seed)))) {
    if (drawn.length === Number(values.commits)) break;
    // A snapshot may lack large contents.
    try {
      git(folder, ["diff", "--stat", "--no-ext-diff", "--no-textconv", `${hash}^`, hash]);
      drawn.push(hash);
    } catch {}
  }
  return drawn;
}

/** @param {string} folder @param {string} hash @returns {Map<string, FileTruth>} */
function truthOf(folder, hash) {
  const options = ["--no-renames", "--no-ext-diff", "--no-textconv", `${hash}^`, hash];
  const raw = git(folder, ["diff", "--raw", "--no-abbrev", "-z", ...options]).split("\0");
  /** @type {{ path: string, before: string, after: string }[]} */
  const changed = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const [, , before = "", after = ""] = (raw[i] ?? "").split(" ");
    const path = raw[i + 1] ?? "";
    if (code.test(path)) changed.push({ path, before, after });
  }
  const sides = sidesOf(
    changed.flatMap(({ path, before, after }) => [before, after].map((id) => ({ path, text: textOf(folder, id) }))),
  );
  const files = new Map(
    changed.map(({ path }, i) => [path, { before: sides[2 * i] ?? noSide(), after: sides[2 * i + 1] ?? noSide() }]),
  );
  const diff = git(folder, ["diff", "-U0", "--ignore-space-at-eol", "--no-prefix", ...options, "--", ...files.keys()]);
  /** @type {FileTruth | undefined} */
  let file;
  let isHead = false;
  for (const line of diff.split("\n")) {
    if (line.startsWith("diff --git ")) isHead = true;
    const [, path] = (isHead && /^(?:---|\+\+\+) (.*?)\t?$/.exec(line)) || [];
    if (path !== undefined && path !== "/dev/null") file = files.get(path);
    const [, from, removed = "1", to = "", added = "1"] =
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (from === undefined) continue;
    isHead = false;
    mark(file?.before, Number(from), Number(removed));
    mark(file?.after, Number(to), Number(added));
  }
  return files;
}

/** @returns {Side} */
function noSide() {
  return { symbols: [], lines: [], changed: new Set() };
}

/** @param {string} folder @param {string} id */
function textOf(folder, id) {
  return /^0+$/.test(id) ? "" : git(folder, ["cat-file", "blob", id]);
}

/** @param {Side | undefined} side @param {number} start @param {number} count */
function mark(side, start, count) {
  for (let line = start; line < start + count; line++) {
    if ((side?.lines[line - 1] ?? "").trim() !== "") side?.changed.add(line);
  }
}

/** @param {readonly { path: string, text: string }[]} texts @returns {Side[]} */
function sidesOf(texts) {
  const folder = mkdtempSync(join(tmpdir(), "codegrove-tags-"));
  try {
    const files = texts.map(({ path, text }, i) => {
      const file = join(folder, `${i}${extname(path).replace(/^\.h$/, ".hpp")}`);
      writeFileSync(file, text);
      return file;
    });
    if (files.length === 0) return [];
    const options = ["--output-format=json", "--fields=+neKSZt", "--kinds-c++=+px", "--kinds-c=+px", "-o", "-"];
    const tags = outputOf(ctags, [...options, ...files], { stderr: "ignore" });
    /** @type {Map<string, Symbol[]>} */
    const symbols = new Map(files.map((file) => [file, []]));
    const rows = tags.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    // `typedef struct { … } Shape;`
    const named = new Map(
      rows.flatMap(({ path, kind, name, typeref = "" }) => {
        const [, anonymous] = (kind === "typedef" && /^\w+:(?:.*::)?(__anon\w+)$/.exec(typeref)) || [];
        return anonymous === undefined ? [] : [[`${path} ${anonymous}`, name]];
      }),
    );
    for (const { _type, path, name, line: at, end, kind, scope = "", signature = "" } of rows) {
      const isLambda = kind === "function" && /^__anon/.test(name);
      if (_type !== "tag" || leftOut.has(kind) || isLambda) continue;
      const nameOf = (/** @type {string} */ part) => named.get(`${path} ${part}`) ?? part;
      const container = lastPart(scope.split("::").map(nameOf).join("::"));
      symbols
        .get(path)
        ?.push({ name: plainName(nameOf(name)), container, kind, line: Number(at), end: Number(end ?? at), signature });
    }
    return texts.map(({ text }, i) => ({
      symbols: symbols.get(files[i] ?? "") ?? [],
      lines: text.split(/\r\n?|\n/),
      changed: new Set(),
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A name as both write it. @param {string} name */
function plainName(name) {
  return name
    .replace(/^operator\s*/, "operator ")
    .replace(/\s+/g, " ")
    .replace(/<.*$/, (args) => (/^operator/.test(name) ? args : ""));
}

/** The last name of a scope. @param {string} scope */
function lastPart(scope) {
  const parts = scope.split(/::|\./).filter((part) => !/^__anon/.test(part) && part !== "");
  return plainName(parts.at(-1) ?? "");
}

/** @param {Pick<Symbol, "name" | "container">} symbol @param {string} file */
function keyOf({ name, container }, file) {
  return `${file}\0${container}\0${name}`;
}

/** The symbols with lines that differ. @param {Side} side @returns {Touched[]} */
function touched({ symbols, changed }) {
  /** @type {Map<Symbol, Touched>} */
  const found = new Map();
  for (const line of changed) {
    const around = symbols.filter((one) => one.line <= line && line <= one.end);
    const inner = around.reduce(
      (best, one) => (best === undefined || one.end - one.line <= best.end - best.line ? one : best),
      around[0],
    );
    const same = around.filter((one) => one.line === inner?.line && one.end === inner.end);
    for (const symbol of same) found.set(symbol, { symbol, shares: same.length > 1 });
  }
  return [...found.values()];
}

/** @param {string} hash @param {Map<string, FileTruth>} files @param {any} answer @param {Tally} tally */
function compare(hash, files, answer, tally) {
  /** @type {Change[]} */
  const rows = (answer.results ?? []).flatMap((/** @type {any} */ { filepath, from, symbols = [] }) =>
    symbols.map((/** @type {any} */ row) => ({
      ...row,
      file: row.change === "removed" && from !== undefined ? from : filepath,
      name: plainName(row.name),
      container: lastPart([row.container ?? ""].flat().join(".")),
      end: row.end_line ?? row.line,
    })),
  );
  const ours = groupBy(
    rows.filter(({ kind, file }) => !leftOut.has(kind) && code.test(file)),
    (row) => keyOf(row, row.file),
  );
  const movedFiles = new Set(
    (answer.results ?? []).flatMap((/** @type {any} */ { filepath, from = [] }) =>
      [filepath, from].flat().slice(from.length === 0 ? 1 : 0),
    ),
  );
  // What was moved is gone from the other place.
  const movedNames = new Set(rows.filter(({ change }) => change === "moved").map(({ name }) => name));
  /** @type {Map<string, { file: string, symbol: Symbol, isBefore: boolean, isAfter: boolean, shares: boolean }>} */
  const truth = new Map();
  for (const [file, { before, after }] of files) {
    for (const side of [before, after]) {
      for (const { symbol, shares } of touched(side)) {
        const key = keyOf(symbol, file);
        const has = (/** @type {Side} */ { symbols }) => symbols.some((one) => keyOf(one, file) === key);
        truth.set(key, { file, symbol, isBefore: has(before), isAfter: has(after), shares });
      }
    }
  }
  for (const [key, { isBefore, isAfter, shares }] of truth) {
    if (shares && isBefore && isAfter && !ours.has(key)) truth.delete(key);
  }
  tally.truth += truth.size;
  tally.ours += ours.size;
  const at = (
    /** @type {string} */ file,
    /** @type {{ name: string, line: number, kind: string }} */ { name, line, kind },
  ) => `${hash.slice(0, 10)} ${file}:${line} ${kind} ${name}`;
  for (const [key, { file, symbol, isBefore, isAfter }] of truth) {
    const own = ours.get(key);
    if (own === undefined) {
      const isMoved = movedNames.has(symbol.name) || movedFiles.has(file);
      const reason = isMoved ? "moved, or its file" : missingReason(symbol, file, files, rows);
      tally.differences.push({ side: "truth", reason, text: at(file, symbol) });
      continue;
    }
    tally.both++;
    const [first] = own;
    if (first === undefined || own.length > 1) continue;
    tally.kinds++;
    const change = !isBefore ? "added" : !isAfter ? "removed" : "changed";
    const said = ["added", "removed", "moved"].includes(first.change)
      ? first.change.replace(/^moved/, "added")
      : "changed";
    if (said === change) tally.sameKinds++;
    else tally.differences.push({ side: "ours", reason: `${said} and not ${change}`, text: at(file, first) });
    compareSignature(files.get(file), key, file, first, tally, at(file, first));
  }
  for (const [key, own] of ours) {
    const [row] = own;
    if (row === undefined || truth.has(key)) continue;
    tally.differences.push({
      side: "ours",
      reason: row.change === "moved" ? "moved" : addedReason(row, files),
      text: `${at(row.file, row)} ${row.change}`,
    });
  }
}

/**
 * Why the product does not have a symbol that the truth has.
 * @param {Symbol} symbol @param {string} file @param {Map<string, FileTruth>} files @param {Change[]} rows
 */
function missingReason(symbol, file, files, rows) {
  if (/^TEST(?:_[FP])?$|^TYPED_TEST/.test(symbol.name)) return "a test of googletest, which is named otherwise";
  const sides = Object.values(files.get(file) ?? {});
  const same = rows.filter((row) => row.file === file);
  if (same.some(({ name }) => name === symbol.name)) return "the name in another container";
  const lines = sides.flatMap(({ changed, symbols }) =>
    symbols
      .filter(({ name, container }) => name === symbol.name && container === symbol.container)
      .flatMap((one) => [...changed].filter((line) => one.line <= line && line <= one.end)),
  );
  const texts = sides.map(({ symbols, lines: all }) =>
    symbols
      .filter(({ name, container }) => name === symbol.name && container === symbol.container)
      .map(({ line, end }) =>
        all
          .slice(line - 1, end)
          .join("")
          .replace(/[\s,;]+/g, ""),
      )
      .join("\n"),
  );
  if (texts[0] === texts[1]) return "the same text in another place";
  if (same.some((row) => lines.some((line) => row.line <= line && line <= row.end)))
    return `inside of another changed symbol, a ${symbol.kind}`;
  return `not there, a ${symbol.kind}`;
}

/** Why the truth does not have a symbol that the product has. @param {Change} row @param {Map<string, FileTruth>} files */
function addedReason(row, files) {
  const truth = files.get(row.file);
  const side = row.change === "removed" ? truth?.before : truth?.after;
  if (side === undefined) return "file not in git's diff";
  const known = side.symbols.filter(({ name }) => name === row.name);
  if (known.length === 0) return `ctags does not have the ${row.kind}`;
  const isInside = [...side.changed].some((line) => row.line <= line && line <= row.end);
  const above = row.line - 1;
  if (
    !isInside &&
    (side.changed.has(above) ||
      (truth?.before.symbols ?? []).some(({ name, line }) => name === row.name && truth?.before.changed.has(line - 1)))
  )
    return "its decorators";
  if (!isInside) return `no line of the ${row.kind} in the hunks after`;
  if (known.every(({ container }) => container !== row.container)) return "the name in another container";
  if (known.every(({ line, end }) => line === end)) return `ctags ends the ${row.kind} at its first line`;
  return `inside, a ${row.kind}`;
}

/** @param {FileTruth | undefined} truth @param {string} key @param {string} file @param {Change} row @param {Tally} tally @param {string} text */
function compareSignature(truth, key, file, row, tally, text) {
  if (truth === undefined || !["signature", "body"].includes(row.change) || !functionKinds.has(row.kind)) return;
  const [old, now] = [truth.before, truth.after].map(({ symbols }) =>
    symbols.filter((one) => keyOf(one, file) === key),
  );
  if (old?.length !== 1 || now?.length !== 1 || old[0]?.signature === "" || now[0]?.signature === "") return;
  tally.signatures++;
  const isOther = old[0]?.signature.replace(/\s+/g, "") !== now[0]?.signature.replace(/\s+/g, "");
  if (isOther === (row.change === "signature")) tally.sameSignatures++;
  else
    tally.differences.push({
      side: isOther ? "truth" : "ours",
      reason: isOther ? "signature" : "signature, by decorators, specifiers or a result",
      text: `${text} ${old[0]?.signature} → ${now[0]?.signature}`,
    });
}
