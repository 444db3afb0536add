// @ts-check
/**
 * What rustc says about the names of a code base in Rust: where each is declared.
 *
 *   node lab/truths/rust-names.mjs ROOT >FILE.jsonl
 *
 * Input: a code base whose packages need no others from outside; `RUSTC` names a compiler that still has `-Z save-analysis`, which
 * rustc 1.71 lost (default: `/usr/bin/rustc`, Debian's rustc), and `cargo` is in the PATH. Output: one line a name, by file and place, as
 * program-names.mjs describes it.
 *
 * The libraries and programs of each package are analysed with the default features, without their tests: what `#[cfg]` leaves out has
 * no target, and neither have names that macros make, macros by their names, and `self`, `Self`, `crate` and `super`. A name in
 * a derived implementation is at the attribute. A shorthand `S { x }` leads to the field and to the variable. A module of a file leads
 * to the file and to the `mod` that names it. A method of a trait of the code base leads to it and to its implementations; one
 * of a trait from outside gets no line if the code base implements it, since rustc does not say which one is meant. What a package from outside declares leads to a file that does not exist.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { comparePlaces, keyOf } from "../places.mjs";
import { sourcesBelow } from "./source-files.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("./program-names.mjs").ProgramName} ProgramName */
/** @typedef {{ krate: number, index: number }} Id */
/** @typedef {{ file_name: string, line_start: number, column_start: number, column_end: number }} Span */
/** @typedef {{ name: string, root: string, edition: string, kind: string, features: readonly string[] }} Target */
/** @typedef {{ name: string, crates: Map<number, string>, data: any }} Analysis */

const root = realpathSync(resolve(process.argv[2] ?? "."));
const rustc = process.env.RUSTC ?? "/usr/bin/rustc";
const out = mkdtempSync(join(tmpdir(), "rust-names-"));
/** @type {Map<string, string[]>} */
const texts = new Map();

/** The kinds of definitions of rustc → those of program-names.mjs. */
const kinds = new Map(
  Object.entries({ Function: "function", Method: "method", Field: "field", Mod: "module", Local: "variable" }).concat(
    ["Struct", "Enum", "Trait", "Type", "Union"].map((kind) => [kind, "class"]),
  ),
);

/** Words that no definition has as its name. */
const words = new Set(["self", "Self", "crate", "super"]);

try {
  const analyses = analysesOf(targetsOf());
  for (const row of rowsOf(analyses).sort(comparePlaces)) process.stdout.write(`${JSON.stringify(row)}\n`);
  console.error(execFileSync(rustc, ["--version"], { encoding: "utf8" }).trim());
} finally {
  rmSync(out, { recursive: true, force: true });
}

/**
 * The libraries and programs of all packages, each library before what may need it.
 * @returns {Target[]}
 */
function targetsOf() {
  const manifests = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.name === "Cargo.toml" && !relative(root, entry.parentPath).split("/").includes("target"))
    .map((entry) => join(entry.parentPath, entry.name));
  const packages = new Map();
  for (const manifest of manifests) {
    const args = ["metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path", manifest];
    const { status, stdout } = spawnSync("cargo", args, { encoding: "utf8", maxBuffer: 1e8 });
    if (status === 0) for (const one of JSON.parse(stdout).packages) packages.set(one.manifest_path, one);
  }
  const targets = [...packages.values()].flatMap(({ targets: all, features, edition }) =>
    all
      .filter((/** @type {any} */ { kind }) => ["lib", "bin", "rlib", "cdylib", "proc-macro"].includes(kind[0]))
      .map((/** @type {any} */ { name, src_path, kind }) => ({
        ...{ name: name.replaceAll("-", "_"), root: src_path, edition, kind: kind[0] === "bin" ? "bin" : "lib" },
        features: enabled(features, "default"),
      })),
  );
  return targets.sort((a, b) => Number(a.kind === "bin") - Number(b.kind === "bin"));
}

/**
 * The features that one of a package turns on.
 * @param {Record<string, string[]>} features
 * @param {string} name
 * @returns {string[]}
 */
function enabled(features, name) {
  const found = new Set([name]);
  for (const one of found) for (const next of features[one] ?? []) found.add(next.replace(/[?/].*$/, ""));
  return [...found].filter((one) => !one.startsWith("dep:"));
}

/**
 * @param {readonly Target[]} targets
 * @returns {Analysis[]}
 */
function analysesOf(targets) {
  const config = { full_docs: false, pub_only: false, reachable_only: false, distro_crate: false, signatures: false };
  const env = {
    ...process.env,
    RUSTC_BOOTSTRAP: "1",
    RUST_SAVE_ANALYSIS_CONFIG: JSON.stringify({ ...config, borrow_data: false }),
  };
  /** @type {Map<string, Analysis>} */
  const done = new Map();
  // A library may need another one that comes later.
  for (let round = 0; round < 3; round++) {
    for (const { name, root: file, edition, kind, features } of targets) {
      const json = join(out, "save-analysis", kind === "bin" ? `${name}.json` : `lib${name}.json`);
      if (done.has(file) || !existsSync(file)) continue;
      const args = [
        ...["--edition", edition === "2024" ? "2021" : edition, "--crate-name", name, "--crate-type", kind],
        ...["--emit", "metadata", "-Zsave-analysis", "--out-dir", out, "-L", out, "--cap-lints", "allow", file],
        ...features.flatMap((one) => ["--cfg", `feature="${one}"`]),
      ];
      // Paths in the analysis begin in the folder of the call.
      const { status, stderr } = spawnSync(rustc, args, { cwd: root, env, encoding: "utf8", maxBuffer: 1e8 });
      if (status !== 0 || !existsSync(json)) {
        if (round === 2) console.error(`not compiled: ${relative(root, file)}: ${stderr.split("\n", 1)[0]}`);
        continue;
      }
      const data = JSON.parse(readFileSync(json, "utf8"));
      const crates = new Map(data.prelude.external_crates.map((/** @type {any} */ { num, id }) => [num, id.name]));
      done.set(file, { name, crates, data });
    }
  }
  return [...done.values()];
}

/**
 * @param {readonly Analysis[]} analyses
 * @returns {ProgramName[]}
 */
function rowsOf(analyses) {
  const sources = new Set(sourcesBelow(root, "rust"));
  const byCrate = new Map(analyses.map(({ name, data }) => [name, new Map(data.defs.map(keyedDefinition))]));
  /** @type {Map<string, ProgramName>} */
  const rows = new Map();
  /** @param {Span} span @param {string} kind @param {readonly Place[]} targets @param {boolean} isDeclared */
  const add = (span, kind, targets, isDeclared) => {
    const place = placeOf(span);
    const name = textAt(span);
    if (!sources.has(place.file) || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || words.has(name)) return;
    const known = rows.get(keyOf(place));
    const all = [...(known?.targets ?? []), ...targets];
    const each = [...new Map(all.map((one) => [keyOf(one), one])).values()];
    // A package that is compiled twice, or a shorthand, has several targets: those inside count.
    const inside = each.filter(({ file }) => !file.startsWith("/"));
    const isOwn = known?.isDeclared || isDeclared;
    const own = { ...place, name, kind: known?.kind ?? kind, targets: inside.length > 0 ? inside : each };
    rows.set(keyOf(place), { ...own, isDeclared: isOwn });
  };
  /** @type {Map<string, Place>} */
  const modules = new Map();
  for (const { name: crate, data } of analyses) {
    for (const { kind, span, ref_id } of data.refs) {
      const before = (texts.get(span.file_name) ?? linesOf(span.file_name))[span.line_start - 1] ?? "";
      if (kind === "Mod" && /\bmod\s+$/.test(before.slice(0, span.column_start - 1))) {
        modules.set(`${crate} ${ref_id.index}`, placeOf(span));
      }
    }
  }
  for (const { name: crate, crates, data } of analyses) {
    const definitionOf = (/** @type {Id} */ { krate, index }) =>
      byCrate.get(krate === 0 ? crate : (crates.get(krate) ?? ""))?.get(index);
    const { byTrait, ofOutside } = implementationsIn(data);
    const aliases = new Set(data.imports.map((/** @type {any} */ { name, ref_id }) => `${name} ${ref_id?.index}`));
    for (const { kind, span, name } of data.defs) {
      if (textAt(span) === name) add(span, kinds.get(kind) ?? kind.toLowerCase(), [placeOf(span)], true);
    }
    for (const { kind, span, ref_id } of [...data.refs, ...data.imports]) {
      const definition = definitionOf(ref_id ?? { krate: 0, index: -1 });
      const isOutside = ref_id && ref_id.krate !== 0 && ref_id.krate < 1e6 && definition === undefined;
      if (isOutside && ofOutside.has(textAt(span))) continue;
      if (isOutside) {
        const file = `/outside/${crates.get(ref_id.krate)}`;
        add(span, kind.toLowerCase(), [{ file, line: 1, column: 1 }], false);
      } else if (definition !== undefined) {
        const module = modules.get(`${ref_id.krate === 0 ? crate : crates.get(ref_id.krate)} ${ref_id.index}`);
        const target = placeOf(definition.span);
        const text = textAt(span);
        if (text !== definition.name && definition.name !== "" && !aliases.has(`${text} ${ref_id.index}`)) continue;
        const isFile = definition.kind === "Mod" && textAt(definition.span) !== definition.name;
        const targets = module ? [...(isFile ? [{ ...target, line: 1, column: 1 }] : []), module] : [target];
        for (const one of byTrait.get(ref_id.index) ?? []) targets.push(placeOf(one.span));
        const isAt = targets.some((one) => keyOf(one) === keyOf(placeOf(span)));
        add(span, kinds.get(definition.kind) ?? definition.kind.toLowerCase(), targets, isAt);
      }
    }
  }
  for (const file of sources) {
    for (const [at, line] of linesOf(file).entries()) {
      for (const { 0: name, index } of line.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
        const place = { file, line: at + 1, column: index + 1 };
        // rustc says nothing of code that it leaves out.
        const unknown = { ...place, name, kind: "other", targets: [], isDeclared: false };
        if (!rows.has(keyOf(place))) rows.set(keyOf(place), unknown);
      }
    }
  }
  return [...rows.values()];
}

/**
 * The methods that implement others: by the method of a trait of the same crate, and the names of the ones of traits from outside.
 * @param {any} data
 */
function implementationsIn(data) {
  /** @type {Map<number, any[]>} */
  const byTrait = new Map();
  /** @type {Set<string>} */
  const ofOutside = new Set();
  const definitions = new Map(data.defs.map(keyedDefinition));
  const traits = new Map(
    data.relations.flatMap((/** @type {any} */ { kind, to }) => (kind.Impl ? [[kind.Impl.id, to]] : [])),
  );
  for (const { id, children } of data.impls) {
    const trait = traits.get(id);
    if (trait === undefined || trait.krate > 1e6) continue;
    const declared = trait.krate === 0 ? (definitions.get(trait.index)?.children ?? []) : [];
    for (const child of children) {
      const method = definitions.get(child.index);
      if (method?.kind !== "Method") continue;
      if (trait.krate !== 0) ofOutside.add(method.name);
      for (const { index } of declared) {
        if (definitions.get(index)?.name === method.name) byTrait.set(index, [...(byTrait.get(index) ?? []), method]);
      }
    }
  }
  return { byTrait, ofOutside };
}

/** @param {any} definition @returns {[number, any]} */
function keyedDefinition(definition) {
  return [definition.id.index, definition];
}

/** @param {Span} span @returns {Place} */
function placeOf({ file_name, line_start, column_start }) {
  const path = resolve(root, file_name);
  const line = linesOf(file_name)[line_start - 1] ?? "";
  // rustc counts characters.
  const column = [...line].slice(0, column_start - 1).join("").length + 1;
  return { file: path.startsWith(`${root}/`) ? relative(root, path) : path, line: line_start, column };
}

/** @param {Span} span */
function textAt({ file_name, line_start, column_start, column_end }) {
  return [...(linesOf(file_name)[line_start - 1] ?? "")].slice(column_start - 1, column_end - 1).join("");
}

/** @param {string} file */
function linesOf(file) {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const path = resolve(root, file);
  const lines = existsSync(path) && dirname(path) !== "" ? readFileSync(path, "utf8").split("\n") : [];
  texts.set(file, lines);
  return lines;
}
