// @ts-check
/**
 * Compares with the completion tests of davidhalter/jedi, as its test/run.py reads them: a comment says what is true of the
 * line below it, at a column, or else at the end of the line.
 *
 * - `#! ['def f']` (goto): the code of the definition. Right when a declaration of the first symbol of find_definition, if it is sure of it,
 *   an import on the way to it, or the last name of what comes from outside has it; `among` counts its other symbols, too. jedi's own
 *   runner compares the whole list.
 * - `#< (0,4), ('module',3,0)` (usages): lines from the test on, and columns. Right when the confirmed ones of find_references
 *   are the same, without those of type `override`: these are other symbols, and an answer says so. `...` is any line, as jedi's
 *   own runner reads it, and places in modules that are not in the folder, of the standard library, do not count.
 * - `#? int() str` (inference): values of types, and classes, functions or modules themselves. Right when the symbol at the
 *   place is named so, or else the type in get_symbol_info is of these classes, whatever it holds; the type of a function of the file is
 *   `Callable`. A symbol has one type, and an expression the one at its place: one at the end of a line is assigned to a variable,
 *   in unsaved text.
 *
 * `#?` with a list in brackets is about completion, and not read. Listed, and not counted:
 * - Tests of expressions that CPython refuses (executed-lines.py), where the test expects a value: there is none.
 * - Tests of expressions that give something else when CPython runs them (executed-lines.py): no value that they gave has the class or
 *   the name that the test expects. Annotations may say something else: of a file that has them, only tests that expect that
 *   nothing is known.
 * - Goto and usages at a place that no name is at or ends at, such as behind `super()`: what a call gives is no question of these
 *   tools, and has another one.
 * - Tests about what the code of another package says that is not there: jedi itself does not run them then.
 *
 * Where PYTHON has jedi, it answers the same questions (jedi-answers.py), and its answers are read by the same rules.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Product } from "../product/product-answers.mjs";

/** @typedef {import("./score.mjs").Score} Score */
/** @typedef {import("./score.mjs").Miss} Miss */
/** @typedef {{ file: string, sign: "!" | "<" | "?", says: string, line: number, column: number, lines: readonly string[] }} Test line counts from 1, column from 0 */
/** @typedef {{ file: string, line: number, column: number }} Place both count from 1 */

const python = process.env.PYTHON ?? "python3";

/** @param {string} folder @param {string} main @returns {Promise<Score>} */
export function scoreJediGoto(folder, main) {
  return scored(folder, main, { sign: "!", missOf: gotoMiss, isRightOfPeer: areDescriptions });
}

/** @param {string} folder @param {string} main @returns {Promise<Score>} */
export function scoreJediUsages(folder, main) {
  return scored(folder, main, { sign: "<", missOf: usagesMiss, isRightOfPeer: arePlaces });
}

/** @param {string} folder @param {string} main @returns {Promise<Score>} */
export function scoreJediInference(folder, main) {
  return scored(folder, main, { sign: "?", missOf: inferenceMiss, isRightOfPeer: areTypes });
}

/**
 * @typedef {object} Kind
 * @property {Test["sign"]} sign
 * @property {(test: Test, product: Product, folder: string) => Promise<Omit<Miss, "case"> | undefined>} missOf
 * @property {(test: Test, answer: readonly string[], folder: string) => boolean} isRightOfPeer
 */

/** @param {string} folder @param {string} main @param {Kind} kind @returns {Promise<Score>} */
async function scored(folder, main, { sign, missOf, isRightOfPeer }) {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".py"))
    .sort();
  const all = files.flatMap((file) => testsIn(file, readFileSync(join(folder, file), "utf8"), sign));
  /** @type {Miss[]} */
  const misses = [];
  /** @type {Test[]} */
  const tests = [];
  for (const [test, reason] of withReasons(all, folder)) {
    if (reason === undefined) tests.push(test);
    else misses.push({ case: nameOf(test), reason, expected: test.says });
  }
  const left = misses.map(({ reason }) => reason.replace(/:.*/, ""));
  const product = new Product(folder);
  try {
    await product.start(main);
    for (const test of tests) {
      const miss = await missOf(test, product, folder);
      if (miss !== undefined) misses.push({ case: nameOf(test), ...miss });
    }
  } finally {
    await product.close();
  }
  const right = tests.length - (misses.length - left.length);
  const laterOnes = misses.filter(({ reason }) => reason === later).length;
  const figures = {
    right: right / tests.length,
    ...(laterOnes > 0 && { among: (right + laterOnes) / tests.length }),
  };
  const answers = answersOfJedi(tests, folder);
  const rightOfPeer = tests.filter((test, at) => isRightOfPeer(test, answers?.[at] ?? [], folder)).length;
  return {
    cases: `${files.length} files, ${tests.length} tests`,
    figures,
    misses,
    leftOut: Object.fromEntries(
      [...new Set(left)].map((reason) => [reason, left.filter((one) => one === reason).length]),
    ),
    ...(answers !== undefined && { peers: { jedi: rightOfPeer / tests.length } }),
  };
}

/** @param {Test} test */
function nameOf({ file, line }) {
  return `${file}:${line - 1}`;
}

/** Tests, each with the reason for which it is not counted. @param {readonly Test[]} tests @param {string} folder @returns {readonly [Test, string | undefined][]} */
function withReasons(tests, folder) {
  /** @type {Map<string, Executed>} */
  const executed = new Map();
  return tests.map((test) => {
    const { file, sign, says, line, column, lines } = test;
    const needed = neededPackages.find((one) => one.file === file && one.isIn.test(says))?.name;
    if (needed !== undefined) return [test, `needs ${needed}`];
    if (sign !== "?" && nameAt(test) === undefined) return [test, "asks at no name"];
    const { refused, given, annotated } = executed.get(file) ?? executedIn(join(folder, file));
    executed.set(file, { refused, given, annotated });
    if (sign !== "?" || column !== lines[line - 1]?.length) return [test, undefined];
    const error = says === "" ? undefined : refused[line];
    if (error !== undefined) return [test, `refused by CPython: ${error}`];
    const names = (says !== "" && annotated ? undefined : given[line]) ?? [];
    const wanted = wantedBy(test);
    const isContradicted = names.length > 0 && !names.some((all) => all.some((name) => wanted.includes(name)));
    return [test, isContradicted ? `contradicted by CPython: ${names.map(([name]) => name).join(" ")}` : undefined];
  });
}

/** @typedef {{ refused: Record<string, string>, given: Record<string, string[][]>, annotated: boolean }} Executed by line */

/** What CPython says of the lines of a file; nothing where there is no Python. @param {string} path @returns {Executed} */
function executedIn(path) {
  try {
    return JSON.parse(execFileSync(python, [beside("executed-lines.py"), path], { encoding: "utf8", timeout: 60_000 }));
  } catch {
    return { refused: {}, given: {}, annotated: false };
  }
}

/** Packages whose code says what is right in tests. jedi's own runner leaves these tests out, or pretends that it is installed. */
const neededPackages = [
  { file: "django.py", isIn: /^/, name: "django" },
  { file: "pytest.py", isIn: /\badmin_/, name: "a plugin of pytest" },
];

/** What jedi answers; undefined where it is not installed. @param {readonly Test[]} tests @param {string} folder @returns {readonly string[][] | undefined} */
function answersOfJedi(tests, folder) {
  const input = tests.map(({ file, sign, line, column }) => JSON.stringify({ file, sign, line, column })).join("\n");
  try {
    const printed = execFileSync(python, [beside("jedi-answers.py"), folder], {
      input,
      encoding: "utf8",
      stdio: ["pipe", "pipe", "ignore"],
    });
    return printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** @param {string} name */
function beside(name) {
  return join(dirname(fileURLToPath(import.meta.url)), name);
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

const later = "another symbol of the answer is right";

/** @param {Test} test @param {Product} product @param {string} folder */
async function gotoMiss(test, product, folder) {
  const place = nameAt(test);
  const expected = codesOf(test);
  const answer = place === undefined ? undefined : await product.call("find_definition", argumentsOf(place));
  const places = rowsOf(answer?.results, product);
  const [first] = places;
  const isNone = first === undefined || answer?.confidence === "name";
  if (expected.length === 0 && isNone && answer?.external === undefined) return undefined;
  const ways = (answer?.via ?? []).map((/** @type {any} */ way) => ({ ...way, file: product.fileOf(way.filepath) }));
  const isExpected = (/** @type {Place} */ found) => expected.some((code) => hasCode(found, code, folder));
  const ofFirst = places.filter(({ symbol }) => symbol === first?.symbol);
  const isRight = [...(isNone ? [] : ofFirst), ...ways].some(isExpected);
  const outside = answer?.external?.split(".").at(-1);
  if (isRight || (outside !== undefined && expected.some((code) => code.split(" ").at(-1) === outside)))
    return undefined;
  const isLater = !isNone && places.some(isExpected);
  const other = first === undefined ? "not found" : isLater ? later : "another definition";
  return {
    reason: answer?.external !== undefined ? "external" : other,
    expected: expected.join(" | "),
    found: first === undefined ? (answer?.external ?? "") : `${first.file}:${first.line}:${first.column}`,
  };
}

/** @param {Test} test */
function codesOf({ says }) {
  return Array.from(says.matchAll(/'((?:[^'\\]|\\.)*)'|"([^"]*)"/g), ([, one, other]) => one ?? other ?? "");
}

/** True when one of the definitions of the answer has an expected code. @param {Test} test @param {readonly string[]} answer */
function areDescriptions(test, answer) {
  const expected = codesOf(test).map(plain);
  if (expected.length === 0) return answer.length === 0;
  return answer.some((one) => expected.includes(plain(one)));
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
  if (kind === "param" || kind === "instance") return beginsWith(behind, plain(named));
  if (kind !== "") return new RegExp(`\\b${kind}\\s+$`).test(text.slice(0, column - 1)) && beginsWith(behind, named);
  const start = text.lastIndexOf(";", column - 1) + 1;
  const statement = plain(text.slice(start));
  // A loop has its body with it.
  const isBlock = /^(?:async |for |with |while |if |try)/.test(code) && statement !== "";
  return beginsWith(statement, plain(code)) || (isBlock && plain(code).startsWith(statement));
}

/** True for a text that begins with a part, and not in the middle of a word of it. @param {string} text @param {string} part */
function beginsWith(text, part) {
  return text.startsWith(part) && !(/\w$/.test(part) && /\w/.test(text.charAt(part.length)));
}

/** @param {string} text */
function plain(text) {
  return text.replace(/\s+/g, "");
}

// Usages

/** @param {Test} test @param {Product} product @param {string} folder */
async function usagesMiss(test, product, folder) {
  const place = nameAt(test);
  const expected = placesOf(test).filter((one) => isInside(one, folder));
  const answer = place === undefined ? undefined : await product.call("find_references", argumentsOf(place));
  const found = (answer?.results ?? []).flatMap((/** @type {any} */ { filepath, references = [] }) =>
    references.flatMap((/** @type {any} */ { line, column, type }) => {
      if (type === "override") return [];
      const module = product
        .fileOf(filepath)
        .replace(/(?:\/__init__)?\.pyi?$/, "")
        .replaceAll("/", ".");
      return `${/\.pyi$/.test(filepath) ? "stub:" : ""}${module}:${line}:${column - 1}`;
    }),
  );
  const places = [...new Set(found)].sort();
  if (areSame(places, expected)) return undefined;
  const missing = expected.filter((one) => !places.some((found) => isSame(found, one)));
  return {
    reason: missing.length > 0 ? `${missing.length} missing` : "too many",
    expected: expected.join(" "),
    found: places.join(" "),
  };
}

/** @param {Test} test */
function placesOf({ says, line: own, file }) {
  return Array.from(
    says.matchAll(/\(\s*(?:'([^']*)'\s*,\s*)?(-?\d+|\.\.\.)\s*,\s*(\d+)\s*\)/g),
    ([, module, line, column]) => {
      const at = module === undefined ? own + Number(line) : line;
      return `${module ?? file.replace(/\.py$/, "")}:${at}:${column}`;
    },
  ).sort();
}

/** @param {Test} test @param {readonly string[]} answer @param {string} folder */
function arePlaces(test, answer, folder) {
  const [places, expected] = [[...new Set(answer)], placesOf(test)].map((all) =>
    all.filter((one) => isInside(one, folder)),
  );
  return areSame(places ?? [], expected ?? []);
}

/** True when each place is one of the others, and the reverse. @param {readonly string[]} places @param {readonly string[]} expected */
function areSame(places, expected) {
  const isExpected = places.every((found) => expected.some((one) => isSame(found, one)));
  return isExpected && expected.every((one) => places.some((found) => isSame(found, one)));
}

/** @param {string} found @param {string} expected which may have `...` for the line */
function isSame(found, expected) {
  return found === expected || found.replace(/:\d+:/, ":...:") === expected;
}

/** True for a place in a module of the folder. @param {string} place @param {string} folder */
function isInside(place, folder) {
  const path = join(folder, (place.replace(/^stub:/, "").split(":")[0] ?? "").replaceAll(".", "/"));
  return [".py", ".pyi", ""].some((extension) => existsSync(path + extension));
}

// Inference

const variable = "inferred_of_test";

/** @param {Test} test @param {Product} product */
async function inferenceMiss(test, product) {
  const found = await typesAt(test, product);
  if (areTypes(test, found)) return undefined;
  return {
    reason: found.length === 0 ? "unknown" : "another type",
    expected: test.says,
    found: found.join(" "),
  };
}

/** @param {Test} test @param {Product} product */
async function typesAt(test, product) {
  const place = nameAt(test);
  const named = place === undefined ? undefined : await product.call("get_symbol_info", argumentsOf(place));
  const name = named === undefined ? undefined : definedName(named);
  if (name !== undefined && named.external === undefined) return [name];
  const question = assigned(test);
  const answer = question === undefined ? named : await product.call("get_symbol_info", question);
  const [row] = answer?.results?.[0]?.symbols ?? [];
  const types = row?.type === undefined ? [] : typesOf(row.type);
  // What is outside may be a value: its type goes before its name, unless that is a function, whose type says nothing. A name from
  // outside says nothing about a type, and not that it is there: where nothing is known, it is no answer.
  if (test.says === "") return types;
  return name !== undefined && (types.length === 0 || types[0] === "Callable()") ? [name] : types;
}

/** The name of a class, a function or a module, or of what comes from outside; undefined for anything else. @param {any} answer */
function definedName(answer) {
  if (answer.external !== undefined) return lastName(answer.external);
  const [row] = answer.results?.[0]?.symbols ?? [];
  const isDefined =
    ["class", "function", "method", "module"].includes(row?.kind) && !row.modifiers?.includes("property");
  return isDefined ? row.name.replace(/\.py$/, "") : undefined;
}

/** The names of the types that a test expects. @param {Test} test @returns {string[]} */
function wantedBy({ says }) {
  const parts = says.split(/\s+/).filter((part) => part !== "");
  return [...new Set(parts.map(lastName))].sort();
}

/** @param {Test} test @param {readonly string[]} answer */
function areTypes(test, answer) {
  const wanted = wantedBy(test);
  const found = [...new Set(answer)].map((name) => (name === "NoneType()" ? "None" : name)).sort();
  if (found.length === 1 && found[0] === "Callable()" && wanted.length === 1) {
    if (definesFunction(test, wanted[0] ?? "")) return true;
  }
  return found.length === wanted.length && found.every((one, at) => one === wanted[at]);
}

/** True where the file of a test has a function of a name. @param {Test} test @param {string} name */
function definesFunction({ lines }, name) {
  return /^\w+$/.test(name) && lines.some((line) => new RegExp(`^\\s*(?:async )?def ${name}\\b`).test(line));
}

/** The question about the type of the expression at the end of a line; undefined where the test is not about that. @param {Test} test */
function assigned({ file, line, column, lines }) {
  const text = lines[line - 1] ?? "";
  if (column !== text.length || text.endsWith(":")) return undefined;
  const head = /^\s*(?:(?:for|while|if|elif|with|def|class)\b.*?:\s+|(?:else|try|finally):\s+)?/.exec(text)?.[0] ?? "";
  const [, before = "", expression = ""] = /^(.*;\s*)?([^;]*)$/.exec(text.slice(head.length)) ?? [];
  const [, result = "", value = expression] = /^(return\s+)(.*)$/.exec(expression) ?? [];
  const behind = result === "" ? "" : `; return ${variable}`;
  const changed = `${head}${before}${variable} = ${value}${behind}`;
  const source = [...lines.slice(0, line - 1), changed, ...lines.slice(line)].join("\n");
  return { filepath: file, line, column: head.length + before.length + 1, source };
}

/** `int()` for a value of int, and `int` for the class: the names of what a type tells. @param {string} type */
function typesOf(type) {
  const parts = withoutBrackets(joined(type)).split("|");
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

/** @param {any[]} entries @param {Product} product @returns {(Place & { symbol: string })[]} */
function rowsOf(entries = [], product) {
  return entries.flatMap(({ filepath, definitions = [], declarations = [] }) =>
    [...definitions, ...declarations].map(({ line, column, kind, container = "" }) => ({
      ...{ file: product.fileOf(filepath), line, column },
      symbol: `${filepath} ${kind} ${container}`,
    })),
  );
}
