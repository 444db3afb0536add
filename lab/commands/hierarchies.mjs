// @ts-check
/**
 * Compares get_class_hierarchy with `inspect.getmro`, the method resolution order of each class of Python's standard
 * library that can be imported, and with the type hierarchy of clangd.
 *
 *   npm run build && node lab/run.mjs hierarchies [--python PATH] [OPTION…] [MODULE…]
 *   npm run build && node lab/run.mjs hierarchies --server clangd --root DIR --truth FILE.jsonl [OPTION…] [FILE…]
 *
 *   --errors N     list N differences, of one half of the classes; those of the other half are only counted (default 20)
 *   --all          lists those of both halves
 *   --python PATH  the interpreter (default python3): its own standard library is read
 *   --classes N    C++: classes with a base or a derived class to ask about (default 100), chosen at random
 *   --seed S       C++: chooses them (default 1)
 *   --include DIR  C++: an include folder
 *   --flag FLAG    C++: a further compiler flag
 *   --clangd CMD   C++: default: the newest clangd in the PATH
 *
 * MODULEs are names of modules (default: all that are files of the standard library and import without effects). A class
 * counts where it is in a file by a `class` statement, and so do its bases: of those that are written in C nothing is
 * known but their names. One that C code replaces counts as the statement of its name.
 *
 * FILEs are what clangd reads, with what they include (default: all below the root, which takes minutes); their uses of
 * classes are what is chosen from. FILE.jsonl is written where it is not there yet, and read in any case: a line with what
 * was read, then a line a class, with the classes one step above and below it, and those without any that were asked about
 * on the way. Files are relative to the root, absolute outside of it. clangd knows no derived class of a file that it has
 * not read: those are counted apart.
 */
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { placeIn } from "../places.mjs";
import { Product } from "../product/product-answers.mjs";
import { jsonLines, outputOf } from "../programs.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { clangdOptions, startedClangd } from "../truths/clangd.mjs";
import { identifiersOf } from "../truths/identifiers.mjs";
import { sourcesBelow } from "../truths/source-files.mjs";

/** @typedef {import("../truths/language-server.mjs").TypeItem} TypeItem */
/** @typedef {import("../product/product-answers.mjs").RelatedClass} RelatedClass */
/** @typedef {{ path: string, line: number, name: string, mro: string[], remade: boolean }} Ordered a class of Python */
/** @typedef {{ name: string, file: string, line: number }} ClassPlace */
/** @typedef {{ class: ClassPlace, bases: ClassPlace[], derived: ClassPlace[] }} Related a class of C++ */

const { values, positionals, refuse } = argumentsOf(import.meta.url, {
  server: { type: "string" },
  root: { type: "string" },
  truth: { type: "string" },
  errors: { type: "string", default: "20" },
  python: { type: "string", default: "python3" },
  classes: { type: "string", default: "100" },
  seed: { type: "string", default: "1" },
  ...clangdOptions,
  all: { type: "boolean", default: false },
});

if (values.server === undefined) await compareOrders();
else if (values.server === "clangd" && values.root !== undefined && values.truth !== undefined) {
  const root = realpathSync(resolve(values.root));
  if (!existsSync(values.truth)) await writeTruth(root, values.truth);
  await compareRelations(root, values.truth);
} else refuse();

/** A name without what holds it, and without template arguments. @param {string} name */
function lastOf(name) {
  return name
    .replace(/<.*$/s, "")
    .trim()
    .replace(/^.*(\.|::)/s, "");
}

/** Prints the differences of one half, or with `--all` of both, and counts each half. @param {readonly (readonly string[])[]} halves */
function printDifferences(halves) {
  const listed = values.all ? halves.flat() : (halves[0] ?? []);
  for (const text of listed.slice(0, Number(values.errors))) console.log(text);
  return halves.map((half) => half.length).join(" and ");
}

async function compareOrders() {
  const script = join(import.meta.dirname, "../truths/class-orders.py");
  const [root, ...found] = jsonLines(outputOf(values.python, [script, ...positionals], { stderr: "ignore" }));
  /** @type {Ordered[]} */
  const classes = found;
  const product = await Product.of(root);
  let equal = 0;
  let unresolved = 0;
  let remade = 0;
  /** @type {string[][]} */
  const different = [[], []];
  for (const [at, { path, line, name, mro, remade: isRemade }] of classes.entries()) {
    const place = { file: relative(root, path), line, name: lastOf(name) };
    const row = await product.classAt(place, { direction: "up" });
    // Of a class without bases the order is the class, of one with a base it may be what that has.
    const order = row && (row.mro ?? [name, ...row.bases.map((base) => base.name)]);
    const ours = (order ?? [])
      .filter((one) => row?.inside.has(one))
      .map(lastOf)
      .join(" ");
    const truth = mro.map(lastOf).join(" ");
    if (ours === truth) equal++;
    else if (isRemade) remade++;
    else {
      if ((row?.unresolved.length ?? 0) > 0) unresolved++;
      different[at % 2]?.push(`${path}:${line} ${name}\n  ours:   ${ours || JSON.stringify(row)}\n  python: ${truth}`);
    }
  }
  await product.close();
  const counts = printDifferences(different);
  console.log(
    `${classes.length} classes: ${equal} equal; ${remade} that a decorator remakes; ${counts} different in the two halves, ` +
      `${unresolved} of them with a base that is said not to be resolved`,
  );
}

/** @param {string} root @param {string} file */
async function writeTruth(root, file) {
  const files = positionals.length > 0 ? positionals : sourcesBelow(root, "cpp");
  const clangd = await startedClangd(values);
  /** @type {Map<string, import("../truths/identifiers.mjs").Identifier[]>} */
  const used = new Map();
  for (const [number, file] of files.entries()) {
    const text = readFileSync(join(root, file), "utf8");
    const opened = await clangd.openFile(join(root, file), text);
    console.error(`${number + 1}/${files.length} ${file}: ${opened?.errors.length ?? "no"} errors`);
    const names = identifiersOf(text, "cpp").filter(
      ({ line, column }) => opened?.tokens.get(`${line - 1}:${column - 1}`)?.kind === "class",
    );
    used.set(file, [...new Map(names.map((name) => [name.name, name])).values()]);
  }
  const random = randomNumbers(Number(values.seed));
  /** @type {Map<string, Related>} */
  const found = new Map();
  let wanted = Number(values.classes);
  // clangd keeps the trees of few files: it is asked about one after the other.
  for (const [number, file] of shuffled(files, random).entries()) {
    let left = Math.ceil(wanted / (files.length - number));
    for (const { name, line, column } of shuffled(used.get(file) ?? [], random)) {
      if (left === 0) break;
      const at = { line: line - 1, character: column - 1 };
      const hierarchy = await clangd.typeHierarchyAt(join(root, file), at);
      if (hierarchy === undefined) continue;
      const placeOf = (/** @type {TypeItem} */ { name: own, uri, selectionRange }) => {
        const { file: at, line: row } = placeIn(root, uri, selectionRange.start);
        return { name: own, file: at, line: row };
      };
      const own = placeOf(hierarchy.item);
      const key = `${own.file}:${own.line}`;
      if (isAbsolute(own.file) || own.name !== name || found.has(key)) continue;
      const [bases, derived] = [hierarchy.supertypes.map(placeOf), hierarchy.subtypes.map(placeOf)];
      found.set(key, { class: own, bases, derived });
      if (bases.length + derived.length === 0) continue;
      left -= 1;
      wanted -= 1;
    }
  }
  clangd.close();
  writeFileSync(
    file,
    [{ read: closureOf(root, files) }, ...found.values()].map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
}

/** Files, and those below the root that they include. @param {string} root @param {readonly string[]} files */
function closureOf(root, files) {
  const found = new Set(files);
  for (const file of found) {
    for (const [, name = ""] of readFileSync(join(root, file), "utf8").matchAll(/^\s*#\s*include\s*["<]([^">]+)/gm)) {
      for (const folder of [dirname(join(root, file)), root, ...values.include.map((one) => resolve(one))]) {
        const path = join(folder, name);
        const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
        if (isFile && !relative(root, path).startsWith("..")) found.add(relative(root, path));
      }
    }
  }
  return [...found].sort();
}

/** @param {string} root @param {string} truthFile */
async function compareRelations(root, truthFile) {
  const [head, ...lines] = jsonLines(readFileSync(truthFile, "utf8"));
  const read = new Set(head.read);
  const product = await Product.of(root);
  const counts = { bases: noCounts(), derived: noCounts() };
  /** @type {string[][]} */
  const different = [[], []];
  for (const [at, known] of /** @type {Related[]} */ (lines).entries()) {
    const row = await product.classAt(known.class, { direction: "both", max_depth: 1 });
    const show = (/** @type {string} */ text) =>
      different[at % 2]?.push(`${known.class.file}:${known.class.line} ${known.class.name}: ${text}`);
    if (row === undefined) show("not found");
    for (const key of /** @type {const} */ (["bases", "derived"])) {
      const left = [...known[key]];
      for (const ours of row?.[key] ?? []) {
        const same = left.findIndex((theirs) => isSame(root, ours, theirs));
        if (same >= 0) {
          left.splice(same, 1);
          counts[key].equal++;
        } else if (ours.file !== undefined && key === "derived" && !read.has(ours.file)) counts[key].unread++;
        else {
          counts[key].ours++;
          show(`${key}: only ours ${ours.name} ${ours.file ?? "outside"}:${ours.line ?? ""}`);
        }
      }
      for (const theirs of left) {
        counts[key].theirs++;
        const why = key === "bases" ? `; unresolved: ${row?.unresolved.join(", ") || "none"}` : "";
        show(`${key}: only clangd's ${theirs.name} ${theirs.file}:${theirs.line}${why}`);
      }
    }
  }
  await product.close();
  const halves = printDifferences(different);
  console.log(`${lines.length} classes in ${read.size} files; ${halves} differences in the two halves`);
  for (const [key, { equal, ours, theirs, unread }] of Object.entries(counts)) {
    console.log(
      `${key}: ${equal} equal, ${ours} only ours, ${theirs} only clangd's, ${unread} of files it has not read`,
    );
  }
}

function noCounts() {
  return { equal: 0, ours: 0, theirs: 0, unread: 0 };
}

/**
 * True for one class. Of one from outside only its name is known, and clangd has the declaration of some: `class A;`.
 *
 * @param {string} root
 * @param {RelatedClass} ours
 * @param {ClassPlace} theirs
 */
function isSame(root, { name, file, line }, theirs) {
  if (file === theirs.file && line === theirs.line) return true;
  if (lastOf(name) !== lastOf(theirs.name)) return false;
  return file === undefined ? isAbsolute(theirs.file) : isForward(root, theirs);
}

/** @param {string} root @param {ClassPlace} place */
function isForward(root, { name, file, line }) {
  const text = readFileSync(resolve(root, file), "utf8").split("\n")[line - 1] ?? "";
  return new RegExp(`\\b(class|struct)\\s[^;:{]*\\b${lastOf(name)}\\s*;`).test(text);
}
