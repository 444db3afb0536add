#!/usr/bin/env node
// @ts-check
/**
 * Compares list_symbols with universal-ctags, and the attributes that methods of Python set with Python's own parser: file,
 * name and line.
 *
 *   node scripts/compare-symbols.mjs [--half 0|1] DIR…
 *
 * --half judges every second file alone: one half to look at, the other one to report.
 *
 * Prints, for each kind of ctags, how many both find and how many ctags alone does, and for each kind of ours how many
 * we alone do; with examples. Functions without a body are compared by themselves, at the end: those of classes, and of
 * headers, that their file does not define by the same name. ctags takes a macro that makes a function (`TEST(A, B) {`) for the function, leaves out
 * `= default` and `= delete`, and calls `operator bool` after its type, so that equality is not to be expected.
 * CTAGS names another program than `ctags`, PYTHON than `python3`, CODEGROVE another main.cjs than the built
 * `dist/main.cjs`.
 */
import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** @typedef {{ filepath: string, symbols?: Row[] }} FileAnswer */
/** @typedef {{ name: string, kind: string, container?: string, line: number, signature?: string, declared?: boolean }} Row */
/** @typedef {{ _type: string, name: string, path: string, line: number, kind: string, scope?: string, scopeKind?: string }} Tag */
/** @typedef {{ path: string, line: number, name: string }} Attribute */

const main = process.env.CODEGROVE ?? join(dirname(dirname(fileURLToPath(import.meta.url))), "dist", "main.cjs");
const ctags = process.env.CTAGS ?? "ctags";
const python = process.env.PYTHON ?? "python3";

/** Examples of each difference. */
const maxExamples = 10;

/** Kinds of ctags that are no definitions, or that are local. */
const otherKinds = new Set(["externvar", "header", "local", "module", "name", "namespace", "prototype", "unknown"]);

/** Kinds of functions in ctags. */
const functionKinds = new Set(["function", "member"]);

/** Prints, by file, name and line, where attributes are set first on the first parameter of a method: as `ast` has them. */
const attributesInPython = `
import ast, json, os, sys
def targets(node):
    if isinstance(node, (ast.Tuple, ast.List)):
        for item in node.elts: yield from targets(item)
    elif isinstance(node, ast.Starred): yield from targets(node.value)
    elif isinstance(node, ast.Attribute): yield node
def walk(node):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)): continue
        yield child
        yield from walk(child)
def names_of(body):
    for item in body:
        if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)): yield item.name
        for part in [item, *walk(item)] if not isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else []:
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store): yield part.id
            elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)): yield part.name
for folder, _, files in os.walk(sys.argv[1]):
    for file in files:
        if not file.endswith((".py", ".pyi")): continue
        path = os.path.join(folder, file)
        try: tree = ast.parse(open(path, "rb").read())
        except (SyntaxError, ValueError): continue
        print(json.dumps({"path": path, "line": 0, "name": ""}))
        for owner in ast.walk(tree):
            if not isinstance(owner, ast.ClassDef): continue
            listed = set(names_of(owner.body))
            methods = [m for m in owner.body if isinstance(m, (ast.FunctionDef, ast.AsyncFunctionDef))]
            for item in owner.body:
                if isinstance(item, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
                    methods += [m for m in ast.walk(item) if isinstance(m, (ast.FunctionDef, ast.AsyncFunctionDef))]
            found = {}
            for method in methods:
                if any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in method.decorator_list): continue
                first = [*method.args.posonlyargs, *method.args.args][:1]
                if not first: continue
                for part in walk(method):
                    places = []
                    if isinstance(part, ast.Assign): places = part.targets
                    elif isinstance(part, (ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor)): places = [part.target]
                    elif isinstance(part, (ast.With, ast.AsyncWith)): places = [i.optional_vars for i in part.items if i.optional_vars]
                    for place in places:
                        for t in targets(place):
                            if not isinstance(t.value, ast.Name) or t.value.id != first[0].arg or t.attr in listed: continue
                            at = (t.end_lineno, t.end_col_offset)
                            found[t.attr] = min(found.get(t.attr, at), at)
            for name, (line, _) in found.items(): print(json.dumps({"path": path, "line": line, "name": name}))
`;

/**
 * @param {string} folder
 * @param {string | undefined} half
 */
function compare(folder, half) {
  const all = answersOf(folder).flatMap(({ filepath, symbols }) => (symbols ? [{ filepath, symbols }] : []));
  const judged = all.filter((_, index) => half === undefined || index % 2 === Number(half));
  const ours = new Map(judged.map(({ filepath, symbols }) => [filepath, symbols]));
  /** @type {Map<string, Set<string>>} */
  const theirs = new Map();
  const counts = new Counts();
  const tags = tagsOf(folder);
  for (const { path, name, line, kind } of tags) {
    const symbols = ours.get(path);
    if (symbols === undefined || otherKinds.has(kind) || name.startsWith("__anon")) continue;
    const place = `${name.replace(/^operator (?=\W)/, "operator")} ${line}`;
    theirs.set(path, (theirs.get(path) ?? new Set()).add(place));
    const isOurs = symbols.some((symbol) => `${symbol.name} ${symbol.line}` === place);
    counts.add(`ctags ${kind}, ${isOurs ? "both" : "ctags alone"}`, isOurs ? undefined : `${path}:${line} ${name}`);
  }
  for (const [path, symbols] of ours) {
    for (const { name, kind, line, declared, signature } of symbols) {
      if (kind === "namespace" || (declared && kind !== "field") || isAttribute(path, kind, signature)) continue;
      if (theirs.get(path)?.has(`${name} ${line}`)) continue;
      counts.add(`codegrove ${kind}, alone`, `${path}:${line} ${name}`);
    }
  }
  console.log(`${folder}: ${ours.size} files`);
  counts.print();
  compareDeclared(ours, tags);
  compareAttributes(ours, folder);
}

/**
 * True for an attribute that a method sets: its signature says so.
 *
 * @param {string} path
 * @param {string} kind
 * @param {string | undefined} signature
 */
function isAttribute(path, kind, signature = "") {
  return kind === "field" && /\.pyi?$/.test(path) && /\w\s*\.\s*\w/.test(signature.split(/[=:] /, 1)[0] ?? "");
}

/**
 * Compares the functions without a body.
 *
 * @param {ReadonlyMap<string, Row[]>} ours
 * @param {readonly Tag[]} tags
 */
function compareDeclared(ours, tags) {
  const defined = new Set();
  for (const { path, name, scope = "", kind } of tags) {
    if (functionKinds.has(kind)) defined.add(`${path} ${lastPart(scope)} ${plain(name)}`);
  }
  // What is defaulted is a prototype for ctags, and a definition for us.
  const ownDefinitions = new Set();
  for (const [path, symbols] of ours) {
    for (const { name, line, declared } of symbols) if (!declared) ownDefinitions.add(`${path}:${line} ${plain(name)}`);
  }
  const theirs = new Set();
  for (const { path, name, line, kind, scope = "", scopeKind = "" } of tags) {
    const isMember = ["class", "struct", "union"].includes(scopeKind);
    if (ownDefinitions.has(`${path}:${line} ${plain(name)}`)) continue;
    // `Q_OBJECT_FAKE(x);` calls a macro.
    if (/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name)) continue;
    if (kind !== "prototype" || !ours.has(path) || !(isMember || /\.h[^.]*$/i.test(path))) continue;
    if (!defined.has(`${path} ${lastPart(scope)} ${plain(name)}`)) theirs.add(`${path}:${line} ${plain(name)}`);
  }
  const own = new Set();
  for (const [path, symbols] of ours) {
    for (const { name, kind, line, declared, container = "" } of symbols) {
      if (!declared || kind === "field" || defined.has(`${path} ${lastPart(container)} ${plain(name)}`)) continue;
      own.add(`${path}:${line} ${plain(name)}`);
    }
  }
  if (theirs.size + own.size > 0) printShares("declared functions, ctags", theirs, own);
}

/**
 * Compares the attributes that methods set.
 *
 * @param {ReadonlyMap<string, Row[]>} ours
 * @param {string} folder
 */
function compareAttributes(ours, folder) {
  const isPython = [...ours.keys()].some((path) => /\.pyi?$/.test(path));
  if (!isPython) return;
  /** @type {Attribute[]} */
  const found = lines(python, ["-c", attributesInPython, folder]).map((line) => JSON.parse(line));
  const read = new Set(found.map(({ path }) => path));
  const isJudged = ({ path = "", name = "" }) => name !== "" && ours.has(path);
  const theirs = new Set(found.filter(isJudged).map(({ path, line, name }) => `${path}:${line} ${name}`));
  const own = new Set();
  for (const [path, symbols] of ours) {
    if (!read.has(path)) continue;
    for (const { name, kind, line, signature } of symbols) {
      if (isAttribute(path, kind, signature)) own.add(`${path}:${line} ${name}`);
    }
  }
  printShares("attributes that methods set, ast", theirs, own);
}

/**
 * @param {string} what
 * @param {ReadonlySet<string>} theirs
 * @param {ReadonlySet<string>} own
 */
function printShares(what, theirs, own) {
  const both = [...theirs].filter((place) => own.has(place)).length;
  const share = (/** @type {number} */ count) => (count === 0 ? 1 : both / count).toFixed(4);
  console.log(`  ${what}: ${both} both, found ${share(theirs.size)}, right ${share(own.size)}`);
  for (const [who, places, others] of /** @type {const} */ ([
    ["theirs alone", theirs, own],
    ["codegrove alone", own, theirs],
  ])) {
    const alone = [...places].filter((place) => !others.has(place));
    console.log(`    ${who}: ${alone.length}`);
    for (const example of alone.slice(0, maxExamples)) console.log(`      ${example}`);
  }
}

/** @param {string} scope */
function lastPart(scope) {
  return scope.split("::").at(-1) ?? "";
}

/**
 * A name as both have it: `operator bool` for ctags is its type with the word behind it.
 *
 * @param {string} name
 */
function plain(name) {
  return name.startsWith("operator") ? name.replace(/\s+/g, "") : name;
}

class Counts {
  /** @type {Map<string, { count: number, examples: string[] }>} */
  #rows = new Map();

  /**
   * @param {string} what
   * @param {string | undefined} example
   */
  add(what, example) {
    const row = this.#rows.get(what) ?? { count: 0, examples: [] };
    this.#rows.set(what, row);
    row.count++;
    if (example !== undefined && row.examples.length < maxExamples) row.examples.push(example);
  }

  print() {
    for (const [what, { count, examples }] of [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1))) {
      console.log(`  ${what}: ${count}`);
      for (const example of examples) console.log(`    ${example}`);
    }
  }
}

/**
 * @param {string} folder
 * @returns {FileAnswer[]}
 */
function answersOf(folder) {
  const args = [main, "list_symbols", folder, "--detail", "signatures", "--format", "jsonl", "--log-level", "error"];
  return lines(process.execPath, args).map((line) => JSON.parse(line));
}

/**
 * @param {string} folder
 * @returns {Tag[]}
 */
function tagsOf(folder) {
  const options = [
    "--languages=C++,Python",
    "--langmap=C++:+.h",
    "--output-format=json",
    "--fields=+nKsZ",
    "--kinds-C++=+p",
  ];
  const tags = lines(ctags, [...options, "-f", "-", "-R", folder]).map((line) => JSON.parse(line));
  return tags.filter(({ _type }) => _type === "tag");
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function lines(command, args) {
  try {
    return execFileSync(command, args, { encoding: "utf8", maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] })
      .split("\n")
      .filter((line) => line !== "");
  } catch (error) {
    // A file that failed makes the status 1; what was written stands.
    const { stdout } = Object(error);
    if (typeof stdout !== "string" || stdout === "") throw error;
    return stdout.split("\n").filter((line) => line !== "");
  }
}

const { values, positionals } = parseArgs({ options: { half: { type: "string" } }, allowPositionals: true });
if (positionals.length === 0) throw new Error("usage: node scripts/compare-symbols.mjs [--half 0|1] DIR…");
for (const folder of positionals) compare(resolve(folder), values.half);
