// @ts-check
/**
 * Compares with the completion tests of davidhalter/jedi, as its test/run.py reads them: a comment says what is true of the
 * line below it, at a column, or else at the end of the line.
 *
 * - `#! ['def f']` (goto): the code of the definition. Right when a declaration of the symbol that find_definition is sure of, an
 *   import on the way to it, or the last name of what comes from outside has it.
 * - `#< (0,4), ('module',3,0)` (usages): lines from the test on, and columns. Right when the confirmed ones of find_references
 *   are the same.
 * - `#? int() str` (inference): values of types, and classes, functions or modules themselves. Right when the type in
 *   get_symbol_info is of these classes, whatever it holds, or the symbol is named so. Behind a bracket there is no name to ask
 *   about: the expression is then assigned to a variable, in unsaved text.
 *
 * `#?` with a list in brackets is about completion, and not read. The tests for Django and pytest need these; without them
 * jedi itself does not run them, but they count here.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Product } from "../product-answers.mjs";

/** @typedef {import("./score.mjs").Score} Score */
/** @typedef {import("./score.mjs").Miss} Miss */
/** @typedef {{ file: string, sign: "!" | "<" | "?", says: string, line: number, column: number, lines: readonly string[] }} Test line counts from 1, column from 0 */
/** @typedef {{ file: string, line: number, column: number }} Place both count from 1 */

/** @param {string} folder @param {string} main @returns {Promise<Score>} */
export function scoreJediGoto(folder, main) {
  return scored(folder, main, "!", gotoMiss);
}

/** @param {string} folder @param {string} main @returns {Promise<Score>} */
export function scoreJediUsages(folder, main) {
  return scored(folder, main, "<", usagesMiss);
}

/** @param {string} folder @param {string} main @returns {Promise<Score>} */
export function scoreJediInference(folder, main) {
  return scored(folder, main, "?", inferenceMiss);
}

/**
 * @param {string} folder
 * @param {string} main
 * @param {Test["sign"]} sign
 * @param {(test: Test, product: Product, folder: string) => Promise<Omit<Miss, "case"> | undefined>} missOf
 * @returns {Promise<Score>}
 */
async function scored(folder, main, sign, missOf) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".py"))
    .sort();
  const tests = files.flatMap((file) => testsIn(file, readFileSync(join(folder, file), "utf8"), sign));
  /** @type {Miss[]} */
  const misses = [];
  const product = new Product(folder);
  try {
    await product.start(main);
    for (const test of tests) {
      const miss = await missOf(test, product, folder);
      if (miss !== undefined) misses.push({ case: `${test.file}:${test.line - 1}`, ...miss });
    }
  } finally {
    await product.close();
  }
  const figures = { right: 1 - misses.length / tests.length };
  return { cases: `${files.length} files, ${tests.length} tests`, figures, misses };
}

/** @param {string} file @param {string} text @param {Test["sign"]} sign @returns {Test[]} */
function testsIn(file, text, sign) {
  const lines = text.split("\n");
  /** @type {Test[]} */
  const tests = [];
  /** @type {{ sign: string, says: string } | undefined} */
  let comment;
  for (const [index, line] of lines.entries()) {
    if (comment === undefined) {
      const [, found, says = ""] = /(?:^|(?<=\s))#([?!<])\s*([^\n]*)/.exec(line) ?? [];
      if (found !== undefined) comment = { sign: found, says };
      continue;
    }
    const [, column, rest] = /^(\d+)\s*(.*)$/.exec(comment.says) ?? [];
    const says = rest ?? comment.says;
    const isCompletion = comment.sign === "?" && says.startsWith("[");
    if (comment.sign === sign && !isCompletion) {
      const place = { line: index + 1, column: column === undefined ? line.length : Number(column) };
      tests.push({ file, sign, says: says.trim(), ...place, lines });
    }
    comment = undefined;
  }
  return tests;
}

/** The place of the name that a column is in or behind; undefined where there is none. @param {Test} test @returns {Place | undefined} */
function nameAt({ file, line, column, lines }) {
  const text = lines[line - 1] ?? "";
  if (/[\p{L}\p{N}_]/u.test(text.charAt(column))) return { file, line, column: column + 1 };
  return /[\p{L}\p{N}_]/u.test(text.charAt(column - 1)) ? { file, line, column } : undefined;
}

// Goto

/** @param {Test} test @param {Product} product @param {string} folder */
async function gotoMiss(test, product, folder) {
  const place = nameAt(test);
  const expected = Array.from(
    test.says.matchAll(/'((?:[^'\\]|\\.)*)'|"([^"]*)"/g),
    ([, one, other]) => one ?? other ?? "",
  );
  const answer = place === undefined ? undefined : await product.call("find_definition", argumentsOf(place));
  const places = rowsOf(answer?.results, product);
  const [first] = places;
  const isNone = first === undefined || answer?.confidence === "name";
  if (expected.length === 0 && isNone && answer?.external === undefined) return undefined;
  const ways = (answer?.via ?? []).map((/** @type {any} */ way) => ({ ...way, file: product.fileOf(way.filepath) }));
  const isRight = [...(isNone ? [] : places), ...ways].some((found) =>
    expected.some((code) => hasCode(found, code, folder)),
  );
  const outside = answer?.external?.split(".").at(-1);
  if (isRight || (outside !== undefined && expected.some((code) => code.split(" ").at(-1) === outside)))
    return undefined;
  return {
    reason: answer?.external !== undefined ? "external" : first === undefined ? "not found" : "another definition",
    expected: expected.join(" | "),
    found: first === undefined ? (answer?.external ?? "") : `${first.file}:${first.line}:${first.column}`,
  };
}

/** True when the declaration at a place has the code. @param {Place} place @param {string} code @param {string} folder */
function hasCode({ file, line, column }, code, folder) {
  const [, kind = "", named = ""] = /^(def|class|module|param|instance) ([^=\s].*)$/.exec(code) ?? [];
  if (kind === "module") {
    const name = basename(file).replace(/\.pyi?$/, "");
    return named === (name === "__init__" ? basename(join(folder, file, "..")) : name);
  }
  const text = readFileSync(join(folder, file), "utf8").split("\n")[line - 1] ?? "";
  const behind = plain(text.slice(column - 1));
  if (kind === "param" || kind === "instance") return behind.startsWith(plain(named));
  if (kind !== "") return new RegExp(`\\b${kind}\\s+$`).test(text.slice(0, column - 1)) && behind.startsWith(named);
  const start = text.lastIndexOf(";", column - 1) + 1;
  const statement = plain(text.slice(start));
  // A loop has its body with it.
  return statement.startsWith(plain(code)) || plain(code).startsWith(statement);
}

/** @param {string} text */
function plain(text) {
  return text.replace(/\s+/g, "");
}

// Usages

/** @param {Test} test @param {Product} product */
async function usagesMiss(test, product) {
  const place = nameAt(test);
  const expected = Array.from(
    test.says.matchAll(/\(\s*(?:'([^']*)'\s*,\s*)?(-?\d+|\.\.\.)\s*,\s*(\d+)\s*\)/g),
    ([, module, line, column]) => {
      const at = module === undefined ? test.line + Number(line) : line;
      return `${module ?? test.file.replace(/\.py$/, "")}:${at}:${column}`;
    },
  ).sort();
  const answer = place === undefined ? undefined : await product.call("find_references", argumentsOf(place));
  const found = (answer?.results ?? []).flatMap((/** @type {any} */ { filepath, references = [] }) =>
    references.map((/** @type {any} */ { line, column }) => {
      const module = product
        .fileOf(filepath)
        .replace(/(?:\/__init__)?\.pyi?$/, "")
        .replaceAll("/", ".");
      return `${/\.pyi$/.test(filepath) ? "stub:" : ""}${module}:${line}:${column - 1}`;
    }),
  );
  const places = [...new Set(found)].sort();
  if (places.join(" ") === expected.join(" ")) return undefined;
  const missing = expected.filter((one) => !places.includes(one));
  return {
    reason: missing.length > 0 ? `${missing.length} missing` : "too many",
    expected: expected.join(" "),
    found: places.join(" "),
  };
}

// Inference

const variable = "inferred_of_test";

/** @param {Test} test @param {Product} product */
async function inferenceMiss(test, product) {
  const expected = test.says.split(/\s+/).filter((part) => part !== "");
  const place = nameAt(test);
  const answer = await product.call("get_symbol_info", place === undefined ? assigned(test) : argumentsOf(place));
  const found = typesIn(answer);
  const wanted = expected.map(lastName).sort();
  const isRight = found.length === wanted.length && found.every((one, at) => one === wanted[at]);
  if (isRight) return undefined;
  return {
    reason: found.length === 0 ? "unknown" : "another type",
    expected: expected.join(" "),
    found: found.join(" "),
  };
}

/** The arguments for the type of an expression at the end of a line. @param {Test} test */
function assigned({ file, line, lines }) {
  const text = lines[line - 1] ?? "";
  const [, before = "", expression = ""] = /^(.*;\s*|\s*)([^;]*)$/.exec(text) ?? [];
  const source = [...lines.slice(0, line - 1), `${before}${variable} = ${expression}`, ...lines.slice(line)].join("\n");
  return { filepath: file, line, column: before.length + 1, source };
}

/** `int()` for a value of int, and `int` for the class: the names of what an answer tells. @param {any} answer */
function typesIn(answer) {
  if (answer.external !== undefined) return [lastName(answer.external)];
  const [row] = answer.results?.[0]?.symbols ?? [];
  if (row === undefined) return [];
  if (row.type === undefined || ["class", "function", "method", "module", "constructor"].includes(row.kind)) {
    return ["class", "function", "method", "module"].includes(row.kind) ? [row.name.replace(/\.py$/, "")] : [];
  }
  const parts = withoutBrackets(joined(row.type)).split("|");
  return [...new Set(parts.map((part) => typeName(part.trim())))].sort();
}

/** `Union[A, B]`, `Optional[A]` and the like as `A | B`; `Final[A]` and the like as `A`. @param {string} type */
function joined(type) {
  let text = type.replace(/["']/g, "");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text
      .replace(/\b(?:\w+\.)?Optional\[([^[\]]*)\]/g, "$1 | None")
      .replace(/\b(?:\w+\.)?(?:ClassVar|Final)\[(.*)\]/g, "$1")
      .replace(/\b(?:\w+\.)?Annotated\[([^[\],]*),.*\]/g, "$1")
      .replace(/\b(?:\w+\.)?Union\[([^[\]]*)\]/g, (_, items) => items.replaceAll(",", " |"));
  }
  return text.replace(/\b(?:typing\.)?(List|Dict|Set|Tuple|FrozenSet)\b/g, (_, name) => name.toLowerCase());
}

/** @param {string} type */
function typeName(type) {
  const [, ofClass] = /^[Tt]ype<(.*)>$/.exec(type) ?? [];
  if (ofClass !== undefined) return lastName(ofClass);
  return type === "None" ? "None" : `${lastName(type)}()`;
}

/** A type without what it holds; `type[A]` becomes `type<A>`. @param {string} type */
function withoutBrackets(type) {
  let plainType = type.replace(/\b([Tt]ype)\[([^[\]]*)\]/g, "$1<$2>");
  while (/\[[^[\]]*\]/.test(plainType)) plainType = plainType.replace(/\[[^[\]]*\]/g, "");
  return plainType;
}

/** @param {string} name */
function lastName(name) {
  return name.replace(/^.*\.(?=[^.]*$)/, "");
}

/** @param {Place} place */
function argumentsOf({ file, line, column }) {
  return { filepath: file, line, column };
}

/** @param {any[]} entries @param {Product} product @returns {Place[]} */
function rowsOf(entries = [], product) {
  return entries.flatMap(({ filepath, definitions = [], declarations = [] }) =>
    [...definitions, ...declarations].map(({ line, column }) => ({ file: product.fileOf(filepath), line, column })),
  );
}
