// @ts-check
/**
 * Edits random functions and classes of code bases with replace_symbol, and compares what is written with what is expected. Prints a
 * row a part, and each edit that is not as expected.
 *
 *   node lab/run.mjs replacements cpp [--commands compile_commands.json] [OPTION…] FOLDER
 *   node lab/run.mjs replacements cpp [OPTION…] FOLDER… -- clang++-14 -std=c++17 -Iinclude
 *   node lab/run.mjs replacements python [--pyright PROGRAM] [--tests COMMAND] [OPTION…] FOLDER…
 *     options: [--count 100] [--seed 1] [--parts whole,body,before,after,delete]
 *
 * `whole` and `body` get the text that the symbol has: the same bytes, no diff. `before` and `after` get a function of one line, and
 * `delete` is tried on all. These diffs are applied by patch(1); then the compilers of `node lab/run.mjs renames` say what is wrong
 * with the code base. An inserted function has to be found next to the symbol, in lines with its indentation, and all other
 * symbols as before. Each edit works on a copy; nothing in FOLDER changes. "same" is as expected, "blanks" differs in white space,
 * "refused" has no diff but reasons, "used" is a deletion that uses refuse, "failed" is an error.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { measureCopies } from "../product/measured-copies.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";
import { checkEdits } from "../truths/edits-together.mjs";
import { checkerOf, compilerOf } from "../truths/errors-after.mjs";

/** @typedef {import("../bench/tool-server.mjs").ToolServer} ToolServer */

const { values, positionals, flags, refuse } = argumentsOf(
  import.meta.url,
  {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    parts: { type: "string", default: "whole,body,before,after,delete" },
    commands: { type: "string" },
    pyright: { type: "string" },
    tests: { type: "string" },
  },
  2,
);
const [language, ...folders] = positionals;

/** @typedef {{ filepath: string, name: string, line: number, column: number, kind: string, whole: string, body: string | undefined }} Symbol */
/** @typedef {{ symbol: Symbol, part: string, outcome: string, why: string }} Edit */
/** @typedef {{ start: number, end: number }} Range offsets */

/** Characters of an answer, and of a reason. */
const maxChars = 20_000_000;
const maxWhy = 300;

/** Code of a language: its files, queries of what has a body, of what is around it, and of bodies, and a function of one line. */
const languages = {
  cpp: {
    files: /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx)$/,
    wholes:
      "(function_definition) @whole (class_specifier body: (_)) @whole (struct_specifier body: (_)) @whole (template_declaration) @outer",
    bodies:
      "(function_definition body: (compound_statement) @body) (class_specifier body: (_) @body) (struct_specifier body: (_) @body)",
    inserted: (/** @type {string} */ name) => `static inline int ${name}() { return 0; }`,
  },
  python: {
    files: /\.pyi?$/,
    wholes: "(function_definition) @whole (class_definition) @whole (decorated_definition) @outer",
    bodies: "(function_definition body: (_) @body) (class_definition body: (_) @body)",
    inserted: (/** @type {string} */ name) => `def ${name}(*_): return 0`,
  },
};
const known = language === "cpp" || language === "python" ? languages[language] : refuse(`no language ${language}`);

/** @type {Map<string, string[]>} path → lines before */
const originals = new Map();
/** @type {Map<string, string[]>} path → names of its symbols before */
const symbolsBefore = new Map();
/** @type {Map<string, number>} path and line of a name → the line in which its code begins */
const firstLines = new Map();

await measureCopies(folders, ["--allow-edits"], measure);

/** @param {string} folder @param {string} copy @param {ToolServer} server */
async function measure(folder, copy, server) {
  const { checks, files, close } =
    language === "cpp" && values.commands === undefined && flags.length === 0
      ? { checks: [], files: undefined, close: () => {} }
      : language === "cpp"
        ? compilerOf(folder, copy, { ...values, flags })
        : await checkerOf(copy, values);
  const symbols = await drawn(copy, server, files);
  for (const part of values.parts.split(",")) {
    /** @type {Edit[]} */
    const edits = [];
    /** @type {import("../truths/edits-together.mjs").Edit[]} */
    const written = [];
    for (const symbol of symbols) {
      if (part === "body" && symbol.body === undefined) continue;
      const edit = { symbol, part, outcome: "same", why: "" };
      const apply = await tried(copy, server, edit, edits.length);
      edits.push(edit);
      if (apply === undefined) continue;
      const fail = (/** @type {readonly string[]} */ errors) => {
        edit.outcome = "broken";
        edit.why = errors.slice(0, 3).join(" | ");
      };
      written.push({ ...apply, fail });
    }
    await checkEdits(written, checks);
    for (const edit of edits) say(edit);
    const outcomes = [...new Set(edits.map(({ outcome }) => outcome))].sort();
    const counts = outcomes.map((one) => `${edits.filter(({ outcome }) => outcome === one).length} ${one}`);
    console.log(`${basename(folder)} ${part}: ${counts.join(", ")}`);
  }
  close();
}

/** @param {Edit} edit */
function say({ symbol: { filepath, line, kind, name }, part, outcome, why }) {
  if (outcome === "same" || outcome === "used") return;
  console.log(`  ${outcome} ${part} ${filepath}:${line} ${kind} ${name} ${why.slice(0, maxWhy)}`.trimEnd());
}

/**
 * Asks for an edit, and compares it with what is expected. Returns how to write it, unless it is not to be compiled.
 * @param {string} copy @param {ToolServer} server @param {Edit} edit @param {number} number
 */
async function tried(copy, server, edit, number) {
  const { symbol, part } = edit;
  const { filepath, name, line, column } = symbol;
  const insertedName = `inserted_${number}`;
  /** @type {Record<string, string | undefined>} */
  const texts = { whole: symbol.whole, body: symbol.body };
  const text = part in texts ? texts[part] : known.inserted(insertedName);
  const answer = await asked(server, "replace_symbol", {
    ...{ filepath, symbol: name, line, column, part },
    ...(part !== "delete" && { text }),
  });
  const { error, details = "", diff = "", refused = [], total_refused: refusals = 0 } = answer;
  if (error !== undefined) return void Object.assign(edit, { outcome: "failed", why: `${error} ${details}` });
  if (refusals > 0 || refused.length > 0) {
    /** @type {readonly { reason: string }[]} */
    const reasons = refused.flatMap((/** @type {any} */ one) => one.reasons ?? [one]);
    const isUsed = part === "delete" && !reasons.some(({ reason }) => /^delete is not possible/.test(reason));
    return void Object.assign(edit, { outcome: isUsed ? "used" : "refused", why: JSON.stringify(reasons.slice(0, 2)) });
  }
  if (part in texts) {
    if (diff === "") return undefined;
    return void Object.assign(edit, { outcome: isBlank(diff) ? "blanks" : "wrong", why: JSON.stringify(diff) });
  }
  const before = patched(copy, diff);
  if (typeof before === "string") return void Object.assign(edit, { outcome: "unpatched", why: before });
  const after = new Map([...before.keys()].map((path) => [path, readFileSync(path)]));
  const why = part === "delete" ? undefined : await misplaced(copy, server, symbol, part, insertedName);
  for (const [path, bytes] of before) writeFileSync(path, bytes);
  if (why !== undefined)
    return void Object.assign(edit, { outcome: "misplaced", why: `${why} ${JSON.stringify(diff)}` });
  const apply = () => {
    for (const [path, bytes] of after) writeFileSync(path, bytes);
    return before;
  };
  return { keys: [...after.keys()], apply };
}

/** True if the added and the removed lines of a diff differ only in blanks. @param {string} diff */
function isBlank(diff) {
  const lines = diff.split("\n").filter((line) => !/^(?:---|\+\+\+) /.test(line));
  const textOf = (/** @type {string} */ sign) =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1))
      .join("")
      .replace(/\s+/g, "");
  return textOf("+") === textOf("-");
}

/** Applies a diff; returns the bytes before by path, or what patch says against it. @param {string} copy @param {string} diff */
function patched(copy, diff) {
  const paths = [...diff.matchAll(/^--- a\/([^\t\n]+)/gm)].map(([, path = ""]) => join(copy, path));
  const before = new Map(paths.map((path) => [path, readFileSync(path)]));
  const { status, stdout } = spawnSync("patch", ["-p1", "-s", "-t", "-F0"], {
    cwd: copy,
    input: diff,
    encoding: "utf8",
  });
  if (status === 0) return before;
  for (const [path, bytes] of before) writeFileSync(path, bytes);
  return `patch: ${stdout}`;
}

/**
 * Says what is wrong with the place of an inserted function.
 * @param {string} copy @param {ToolServer} server @param {Symbol} symbol @param {string} part @param {string} insertedName
 */
async function misplaced(copy, server, { filepath, name, line }, part, insertedName) {
  const lines = readFileSync(join(copy, filepath), "utf8").split("\n");
  const at = lines.findIndex((text) => text.includes(insertedName));
  const added = lines.length - original(copy, filepath).length;
  const lineNow = part === "before" ? line + added : line;
  const isThere = part === "before" ? at + 1 < lineNow : at + 1 > lineNow;
  if (at < 0 || !isThere) return `in line ${at + 1}, ${name} in line ${lineNow}`;
  const leadOf = (/** @type {string | undefined} */ text) => /^\s*/.exec(text ?? "")?.[0] ?? "";
  const first = firstLines.get(`${filepath}:${line}`) ?? line;
  const lead = leadOf(original(copy, filepath)[first - 1]);
  if (leadOf(lines[at]) !== lead)
    return `${JSON.stringify(leadOf(lines[at]))} before it, ${JSON.stringify(lead)} expected`;
  const { results = [] } = await asked(server, "list_symbols", { filepath: [filepath], detail: "full" });
  const found = namesOf(results).filter((one) => !one.endsWith(`:${insertedName}`));
  const others = symbolsBefore.get(filepath) ?? [];
  if (found.length === namesOf(results).length) return "is not found";
  return found.join() === others.join() ? undefined : "other symbols than before";
}

/** The lines of a file before any edit. @param {string} copy @param {string} filepath */
function original(copy, filepath) {
  const lines = originals.get(filepath) ?? readFileSync(join(copy, filepath), "utf8").split("\n");
  originals.set(filepath, lines);
  return lines;
}

/** @param {readonly any[]} results */
function namesOf(results) {
  return results
    .flatMap(({ symbols = [] }) => flat(symbols))
    .map(({ kind, container, name }) => `${kind}:${container}:${name}`);
}

/** @param {ToolServer} server @param {string} tool @param {object} args @returns {Promise<any>} */
async function asked(server, tool, args) {
  return JSON.parse(await server.textOf(tool, { max_chars: maxChars, ...args }));
}

/**
 * Draws functions and classes with a body.
 * @param {string} copy @param {ToolServer} server @param {ReadonlySet<string> | undefined} files from these; undefined for all
 * @returns {Promise<Symbol[]>}
 */
async function drawn(copy, server, files) {
  originals.clear();
  symbolsBefore.clear();
  firstLines.clear();
  const { results = [] } = await asked(server, "list_symbols", { filepath: ".", detail: "full" });
  const [wholes, bodies] = [await captured(server, known.wholes), await captured(server, known.bodies)];
  const symbols = results.flatMap((/** @type {any} */ { filepath: path, symbols: ofFile = [] }) => {
    const filepath = path.replace(/^\.\//, "");
    if (!known.files.test(filepath) || (files !== undefined && !files.has(filepath))) return [];
    symbolsBefore.set(filepath, namesOf([{ symbols: ofFile }]));
    const lines = original(copy, filepath);
    const text = lines.join("\n");
    return flat(ofFile).flatMap((symbol) => {
      const texts = textsOf({ ...symbol, filepath }, text, wholes.get(filepath) ?? [], bodies.get(filepath) ?? []);
      return texts === undefined ? [] : [{ ...symbol, filepath, ...texts }];
    });
  });
  return shuffled(symbols, randomNumbers(Number(values.seed))).slice(0, Number(values.count));
}

/** @typedef {Range & { capture: string }} Node */

/** The nodes that a query captures. @param {ToolServer} server @param {string} query @returns {Promise<Map<string, Node[]>>} */
async function captured(server, query) {
  const { results = [] } = await asked(server, "execute_query", { filepath: ".", query });
  return new Map(
    results.map((/** @type {any} */ { filepath, matches = [] }) => [
      filepath.replace(/^\.\//, ""),
      matches.map((/** @type {any} */ { capture_name: capture, text, line, column }) => ({
        capture,
        text,
        line,
        column,
      })),
    ]),
  );
}

/** @param {readonly any[]} symbols @returns {any[]} */
function flat(symbols) {
  return symbols.flatMap(({ children = [], ...symbol }) => [symbol, ...flat(children)]);
}

/**
 * The text that a symbol has, as whole lines, and that of its body.
 * @param {any} symbol @param {string} text @param {readonly any[]} wholes @param {readonly any[]} bodies
 */
function textsOf({ filepath, line, column, kind }, text, wholes, bodies) {
  if (!/^(?:function|method|constructor|destructor|property|class|struct)$/.test(kind)) return undefined;
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const offsetOf = (/** @type {number} */ ofLine, /** @type {number} */ ofColumn) =>
    (starts[ofLine - 1] ?? 0) + ofColumn - 1;
  const rangeOf = (/** @type {any} */ node) => {
    const start = offsetOf(node.line, node.column);
    return { ...node, start, end: start + node.text.length };
  };
  const at = offsetOf(line, column);
  const around = wholes.map(rangeOf).filter(({ start, end }) => start <= at && at < end);
  const own = around
    .filter(({ capture }) => capture === "whole")
    .sort((a, b) => a.end - a.start - (b.end - b.start))[0];
  if (own === undefined || text.slice(own.start, own.end) !== own.text) return undefined;
  const [body] = bodies
    .map(rangeOf)
    .filter(({ start, end }) => start > at && end === own.end)
    .sort((a, b) => a.start - b.start);
  if (body === undefined) return undefined;
  const semicolon = /^\s*;/.exec(text.slice(own.end))?.[0] ?? "";
  const isOuter = (/** @type {any} */ node) =>
    node.capture === "outer" && node.end >= own.end && node.end <= own.end + semicolon.length;
  const start = around.filter(isOuter).reduce((least, node) => Math.min(least, node.start), own.start);
  firstLines.set(`${filepath}:${line}`, text.slice(0, start).split("\n").length);
  return {
    whole: text.slice(lineStart(text, start), own.end + semicolon.length),
    body: text.slice(bodyStart(text, at, body.start), body.end),
  };
}

/** The start of the line of an offset if blanks are before it; else the offset. @param {string} text @param {number} offset */
function lineStart(text, offset) {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return text.slice(start, offset).trim() === "" ? start : offset;
}

/** The start of a body with the comments above its first statement. @param {string} text @param {number} from @param {number} offset */
function bodyStart(text, from, offset) {
  let start = lineStart(text, offset);
  while (start > from && start < offset + 1) {
    const above = text.lastIndexOf("\n", start - 2) + 1;
    if (above <= from || !/^\s*(?:#.*)?\r?$/.test(text.slice(above, start - 1))) break;
    start = above;
  }
  return start;
}
