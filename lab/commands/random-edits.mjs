// @ts-check
/**
 * Edits real files at random, and compares the answers of a server with a cache to those of one without.
 *
 *   node lab/run.mjs random-edits DIR [--edits N] [--seed N] [--files N] [--tools WORDS]
 *
 * A part of the C++ and Python files below DIR is copied (200 files unless told otherwise) and edited 500 times: a file is
 * touched, changed by a line, renamed, moved or deleted, and a `#define` of a name that the files have comes and goes; now
 * and then nothing changes for two seconds, so that stamps are trusted, and the server with a cache starts again.
 * After each edit both servers are asked: each tool, about the whole tree or a part of it; `--tools files` leaves out the
 * tools over the index, `--tools index` all others. Prints the counts; at the first difference it prints the edits so far and
 * exits 1.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { argumentsOf } from "../arguments.mjs";
import { main } from "../programs.mjs";
import { randomNumbers } from "../random-numbers.mjs";

const { values, positionals } = argumentsOf(
  import.meta.url,
  {
    edits: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "200" },
    tools: { type: "string", default: "files,index" },
  },
  1,
);

/** Milliseconds after which a file that was written is trusted by its stamp, and more. */
const settledMs = 2_200;

const extensions = [".cc", ".cpp", ".h", ".hpp", ".py"];
const top = mkdtempSync(join(tmpdir(), "codegrove-edits-"));
const tree = join(top, "tree");
// Apart from the code: a cache changes its folder with each call.
const cacheFolder = mkdtempSync(join(tmpdir(), "codegrove-edits-cache-"));
const random = randomNumbers(Number(values.seed));
/** @type {string[]} */
const history = [];

copyFiles(resolve(positionals[0] ?? ""), Number(values.files));
const words = wordsOfTree();
let cached = startServer("--cache-dir", cacheFolder);
const plain = startServer("--no-cache");
try {
  process.exitCode = await run(Number(values.edits));
} finally {
  await Promise.all([cached.end(), plain.end()]);
  for (const folder of [top, cacheFolder]) rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {number} edits
 * @returns {Promise<number>} the exit status
 */
async function run(edits) {
  let compared = 0;
  for (let done = 0; done < edits; done++) {
    history.push(random() < 0.1 ? await restart() : edit());
    for (const [name, input] of questions()) {
      const [one, other] = await Promise.all([cached.call(name, input), plain.call(name, input)]);
      compared++;
      if (one === other) continue;
      console.log(`${name} ${JSON.stringify(input)} differs after edit ${done + 1}:\n${history.join("\n")}`);
      console.log(`with the cache:    ${around(one, other)}\nwithout the cache: ${around(other, one)}`);
      return 1;
    }
  }
  console.log(`${edits} edits of ${filesOfTree().length} files, seed ${values.seed}: ${compared} answers are the same`);
  return 0;
}

/** Lets the files settle, has their facts found, and starts the server with a cache anew. */
async function restart() {
  await setTimeout(settledMs);
  for (const [name, input] of questions()) await cached.call(name, input);
  await cached.end();
  cached = startServer("--cache-dir", cacheFolder);
  return "restart";
}

/** Makes one edit, and says which. */
function edit() {
  const files = filesOfTree();
  const file = pick(files);
  const path = join(tree, file);
  const kind = pick(["touch", "change", "change", "change", "rename", "move", "delete", "define", "undefine"]);
  if (kind === "touch") {
    const now = new Date();
    utimesSync(path, now, now);
  } else if (kind === "change") {
    const lines = readFileSync(path, "latin1").split("\n");
    const line = Math.floor(random() * lines.length);
    if (random() < 0.5) lines.splice(line, 1);
    else lines.splice(line, 0, lines[Math.floor(random() * lines.length)] ?? "");
    const { atime, mtime } = statSync(path);
    writeFileSync(path, lines.join("\n"), "latin1");
    // As tools do that set the time back.
    if (random() < 0.2) utimesSync(path, atime, mtime);
  } else if (kind === "rename") {
    renameSync(path, join(dirname(path), `r${Math.floor(random() * 1e6)}${extname(path)}`));
  } else if (kind === "move") {
    renameSync(path, join(tree, dirname(pick(files)), `m${Math.floor(random() * 1e6)}${basename(path)}`));
  } else if (kind === "delete") {
    if (files.length > 20) rmSync(path);
  } else {
    const header = join(tree, dirname(file), "random-defines.h");
    const bodies = ["", "__attribute__((x))", "namespace n {", "}", "int", "f()", "static_assert(true);"];
    if (kind === "define") writeFileSync(header, `#define ${pick(words)} ${pick(bodies)}\n`, { flag: "a" });
    else if (existsSync(header)) rmSync(header);
    return `${kind} ${relative(tree, header)}`;
  }
  return `${kind} ${file}`;
}

function questions() {
  const groups = values.tools.split(",");
  return [
    ...(groups.includes("files") ? questionsAboutFiles() : []),
    ...(groups.includes("index") ? questionsAboutSymbols() : []),
  ];
}

/**
 * A definition by name, one by a place, and the references of one of both.
 * @returns {[tool: string, input: Record<string, unknown>][]}
 */
function questionsAboutSymbols() {
  const place = placeOfWord();
  const symbol = random() < 0.6 ? place.symbol : pick(words);
  const folder = dirname(place.filepath);
  const where = { filepath: pick(["tree", "tree", "tree", folder, place.filepath]) };
  const detail = pick(["names", "signatures", "full"]);
  const position = { ...place, symbol: undefined };
  const of = pick([{ ...where, symbol }, { ...where, symbol }, position]);
  return [
    ["find_definition", { ...where, symbol, detail }],
    ["find_definition", { ...(random() < 0.3 ? place : position), detail }],
    ["find_references", { ...of, group_by: pick(["none", "none", "file", "caller"]) }],
  ];
}

/** A place of a file that has a word, or the first one of a file without words. */
function placeOfWord() {
  const file = pick(filesOfTree());
  const lines = readFileSync(join(tree, file), "utf8").split(/\r\n?|\n/);
  for (let tries = 0; tries < 20; tries++) {
    const line = Math.floor(random() * lines.length);
    const found = [...(lines[line] ?? "").matchAll(/[A-Za-z_]\w*/g)];
    if (found.length === 0) continue;
    const { 0: symbol, index } = pick(found);
    return { filepath: `tree/${file}`, line: line + 1, column: index + 1, symbol };
  }
  return { filepath: `tree/${file}`, line: 1, column: 1, symbol: "main" };
}

/** @returns {[tool: string, input: Record<string, unknown>][]} */
function questionsAboutFiles() {
  const file = pick(filesOfTree());
  const folder = dirname(file) === "." ? "tree" : `tree/${dirname(file)}`;
  const filepath = pick(["tree", "tree", folder, `tree/${file}`, [`${folder}/*`]]);
  const name = pick(words).slice(0, 4);
  /** @type {[tool: string, input: Record<string, unknown>][]} */
  const outlines = [
    ["find_functions", { filepath }],
    ["find_classes", { filepath }],
    ["parse_file", { filepath }],
    ["list_symbols", { filepath, detail: pick(["names", "signatures", "full"]), nested: random() < 0.3 }],
    ["list_symbols", { filepath, name: pick([`${name}*`, `*${name}*`, pick(words)]) }],
  ];
  // Tools that read trees parse each time, so they are asked now and then.
  if (random() < 0.8) return outlines;
  return [
    ...outlines,
    ["check_file", { filepath }],
    ["execute_query", { filepath, query: "(call_expression) @c" }],
    ["get_syntax_tree", { filepath: `tree/${file}`, max_nodes: 200 }],
  ];
}

/**
 * @param {string} from
 * @param {number} most
 */
function copyFiles(from, most) {
  const found = readdirSync(from, { recursive: true, encoding: "utf8" })
    .filter((name) => extensions.includes(extname(name)) && statSync(join(from, name)).size < 60_000)
    .sort(() => random() - 0.5)
    .slice(0, most);
  for (const name of found) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    cpSync(join(from, name), join(tree, name));
  }
}

function filesOfTree() {
  return readdirSync(tree, { recursive: true, encoding: "utf8" })
    .filter((name) => extensions.includes(extname(name)))
    .sort();
}

/** Names that look like macros, and some others. */
function wordsOfTree() {
  const texts = filesOfTree().map((name) => readFileSync(join(tree, name), "latin1"));
  const all = new Set(texts.flatMap((text) => text.match(/\b(?:[A-Z][A-Z0-9_]{3,}|[A-Za-z]\w{5,12})\b/g) ?? []));
  return [...all].sort(() => random() - 0.5).slice(0, 2_000);
}

/** @param {string[]} flags */
function startServer(...flags) {
  const child = spawn(process.execPath, [main, ...flags, "--log-level", "error", "--max-result-chars", "0"], {
    cwd: top,
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, REQUEST_TIMEOUT: "600000" },
  });
  /** @type {((text: string) => void)[]} */
  const waiting = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.(line));
  let id = 0;
  return {
    /**
     * @param {string} name
     * @param {Record<string, unknown>} input
     * @returns {Promise<string>} the line of the answer without its id
     */
    call: (name, input) =>
      new Promise((done) => {
        waiting.push((line) => done(line.replace(/"id":\d+/, "")));
        const request = { jsonrpc: "2.0", id: ++id, method: "tools/call", params: { name, arguments: input } };
        child.stdin.write(`${JSON.stringify(request)}\n`);
      }),
    end: async () => {
      child.stdin.end();
      await once(child, "close");
    },
  };
}

/**
 * @template Item
 * @param {readonly Item[]} items
 * @returns {Item}
 */
function pick(items) {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("there is nothing to pick from");
  return item;
}

/**
 * The characters of a text around its first difference from another one.
 * @param {string} text
 * @param {string} other
 */
function around(text, other) {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return text.slice(Math.max(0, at - 100), at + 200);
}
