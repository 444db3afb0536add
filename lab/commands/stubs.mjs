// @ts-check
/**
 * Compares the stubs of extract_interface with those of `pyright --createstub`: they must parse with CPython's ast, and name
 * all public names that pyright's stubs do.
 *
 *   node lab/run.mjs stubs [--half tune|report|all] [--work FOLDER] [--verbose] PACKAGE…
 *
 * PACKAGE is a folder of Python code, such as django, which is copied to a temporary folder; by default folders of the
 * standard library of `python3`. WORK keeps the copies and pyright's stubs for another run. Prints the counts, each name that is in
 * one of them alone by its cause, and the files that fail; exits 1 when a name is missing without a cause, or a stub does not
 * parse. PYTHON names another interpreter, CODEGROVE another main.cjs.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { halfOf, hashOf } from "../halves.mjs";
import { answerOf, outputOf, python, standardLibrary } from "../programs.mjs";
import { installedPyright } from "../truths/pyright.mjs";

/** @typedef {Record<string, string>} Names qualified name → kind */

const { values, positionals } = argumentsOf(import.meta.url, {
  half: { type: "string", default: "all" },
  work: { type: "string", default: mkdtempSync(join(tmpdir(), "stubs-")) },
  verbose: { type: "boolean", default: false },
});
const work = values.work;
const packages = positionals.length > 0 ? positionals : standardPackages();

const counts = { modules: 0, unparsed: 0, same: 0, missing: 0 };
/** @type {Map<string, string[]>} */
const causes = new Map();
for (const folder of packages) compare(folder);
for (const [cause, rows] of [...causes].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`${String(rows.length).padStart(6)}  ${cause}`);
  if (values.verbose || cause.startsWith("MISSING")) for (const row of rows) console.log(`          ${row}`);
}
console.log(`modules ${counts.modules}, stubs that do not parse ${counts.unparsed}, names in both ${counts.same}`);
console.log(`names that only pyright has, without a cause: ${counts.missing}`);
process.exitCode = counts.unparsed + counts.missing === 0 ? 0 : 1;

/** @param {string} folder */
function compare(folder) {
  const name = basename(folder);
  if (!existsSync(join(work, name))) cpSync(folder, join(work, name), { recursive: true });
  if (!existsSync(join(work, "typings", name))) {
    const pyright = join(installedPyright(join(work, "pyright")), "node_modules", "pyright", "index.js");
    execFileSync(process.execPath, [pyright, "--createstub", name], {
      cwd: work,
      stdio: ["ignore", "ignore", "inherit"],
    });
  }
  const modules = readdirSync(join(work, name), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".py") && existsSync(join(work, "typings", name, `${path}i`)))
    .filter((path) => values.half === "all" || (halfOf(hashOf(path)) === 0) === (values.half === "tune"))
    .sort();
  const ours = answers(join(work, name));
  for (const path of modules) {
    const file = join(work, "ours", name, `${path}i`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ours.get(join(work, name, path)) ?? "");
  }
  const sources = namesOf(modules.map((path) => join(work, name, path)));
  const ourNames = namesOf(modules.map((path) => join(work, "ours", name, `${path}i`)));
  const theirNames = namesOf(modules.map((path) => join(work, "typings", name, `${path}i`)));
  for (const [i, path] of modules.entries()) compareModule(`${name}/${path}`, sources[i], ourNames[i], theirNames[i]);
}

/**
 * @param {string} path
 * @param {Names | null | undefined} source
 * @param {Names | null | undefined} ours
 * @param {Names | null | undefined} theirs
 */
function compareModule(path, source, ours, theirs) {
  if (!source || !theirs) return note(source ? "pyright's stub does not parse" : "no module that ast parses", path);
  counts.modules += 1;
  if (!ours) {
    counts.unparsed += 1;
    return note("MISSING: our stub does not parse", path);
  }
  for (const [name, kind] of Object.entries(theirs)) {
    if (name in ours) counts.same += 1;
    else note(causeOfMissing(name, kind, source), `${path}: ${name} (${kind})`);
  }
  for (const [name, kind] of Object.entries(ours)) {
    if (!(name in theirs)) note(causeOfMore(name, kind, source), `${path}: ${name} (${kind})`);
  }
}

/**
 * @param {string} name
 * @param {string} kind
 * @param {Names} source
 */
function causeOfMissing(name, kind, source) {
  if (isPrivate(name)) return "only pyright: private names";
  if ((source[name] ?? kind).startsWith("main ")) return "only pyright: below if __name__ == '__main__'";
  if (!(name in source)) return "only pyright: not in the module";
  counts.missing += 1;
  return "MISSING: only pyright has";
}

/**
 * @param {string} name
 * @param {string} kind
 * @param {Names} source
 */
function causeOfMore(name, kind, source) {
  if (kind.endsWith("import")) return "only ours: imports, which pyright leaves out where its stub does not use them";
  if (source[name] === "self") return "only ours: attributes that methods set on self";
  if (isPrivate(name)) return "only ours: private names that public ones use";
  if (!(name in source)) return "MISSING: only ours and not in the module";
  if (source[name]?.startsWith("branch ")) return "only ours: names that are bound in try, for or with";
  return `only ours: ${kind}, a target in a tuple or a chain, or behind what pyright does not reach`;
}

/** @param {string} name */
function isPrivate(name) {
  return name.split(".").some((part) => /^_(?!_\w*__$)/.test(part));
}

/**
 * @param {string} cause
 * @param {string} row
 */
function note(cause, row) {
  causes.set(cause, [...(causes.get(cause) ?? []), row]);
}

/**
 * @param {string} folder
 * @returns {Map<string, string>}
 */
function answers(folder) {
  const { results } = answerOf([
    "extract_interface",
    folder,
    "--output-format",
    "header",
    "--file-patterns",
    "*.py",
    "--no-cache",
  ]);
  return new Map(results.map((/** @type {any} */ result) => [result.filepath, result.interface]));
}

/**
 * @param {string[]} paths
 * @returns {(Names | null)[]}
 */
function namesOf(paths) {
  const script = join(import.meta.dirname, "../truths/stub-names.py");
  const found = outputOf(python, [script], { input: paths.join("\n") });
  return Object.values(JSON.parse(found));
}

function standardPackages() {
  return ["email", "json", "logging", "http", "asyncio", "unittest", "xml"].map((name) =>
    join(standardLibrary(), name),
  );
}
