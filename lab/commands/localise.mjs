// @ts-check
/**
 * Asks search_code with the messages of commits, and compares its answers with the functions that the commits changed.
 *
 *   npm run build && node lab/run.mjs localise [--commits N] [--seed S] [--misses N] [--kinds K,K] [--probe PROGRAM] GITDIR…
 *
 * GITDIR is a git directory with history; it need not have a work tree.
 *
 *   --commits N   commits of each (default 25)
 *   --seed S      another choice of commits (default 1)
 *   --misses N    list N commits of each whose function is not among the first five
 *   --kinds K,K   ask for symbols of these kinds (default: all)
 *   --probe PROG  ask probe, too: the program in npm's @probelabs/probe
 *
 * Commits are drawn at random among those whose subject has five words or more, and that change one to three functions
 * outside of tests, as universal-ctags knows the functions of the commit before. The question is the message, without trailers,
 * addresses and names of files; the code is that of the commit before. A commit is found if one of its functions is among the first
 * five symbols, and its file if one of its files is among the first five files. The baseline is a text search: files by the number
 * of distinct rarer words of the message, and in each file the function around the line with most words. A block of code that
 * probe shows is a function if it begins in it. `ms` is the
 * median of the milliseconds of the same question again, and `ms9` the ninth of ten.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { Product } from "../product/product-answers.mjs";
import { ctags, outputOf } from "../programs.mjs";
import { randomNumbers, shuffled } from "../random-numbers.mjs";

/** @typedef {{ file: string, name: string, line: number, end: number }} Func */
/** @typedef {{ hash: string, parent: string, time: number, question: string, functions: Func[], files: string[] }} Task */
/** @typedef {{ functions: boolean, files: boolean }} Found */
/** @typedef {{ own: Found, text: Found, probe: Found | undefined, ms: number }} Result */

const { values, positionals } = argumentsOf(
  import.meta.url,
  {
    commits: { type: "string", default: "25" },
    seed: { type: "string", default: "1" },
    misses: { type: "string", default: "0" },
    kinds: { type: "string" },
    probe: { type: "string" },
  },
  1,
);

/** Functions of a commit, and files of code: more are not one change. */
const maxFunctions = 3;
const maxFiles = 4;
/** What counts as found. */
const first = 5;
/** Commits that are looked at for each that is wanted. */
const perCommit = 40;

const code = /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|py)$/;
const test =
  /(?:^|\/)(?:tests?|testing|__tests__)\/|(?:^|\/)test_[^/]*$|[._-]tests?\d*\.\w+$|[a-z]Tests?\.\w+$|conftest\.py$/;

/** Words that no text search looks for. */
const common = new Set(
  "the and for not with this that from are was will when have has had but can use used into its out now all add fix remove change make more also some only does should would could been which than then they them there where what instead because".split(
    " ",
  ),
);

/** @type {Result[]} */
const all = [];
for (const given of positionals) {
  const tasks = tasksOf(given).sort((one, other) => one.time - other.time);
  const folder = mkdtempSync(join(tmpdir(), "codegrove-localise-"));
  const tree = join(folder, "tree");
  mkdirSync(tree);
  const product = await Product.of(tree);
  try {
    /** @type {typeof all} */
    const results = [];
    for (const task of tasks) {
      checkOut(given, task.parent, tree, join(folder, "index"));
      const own = await asked(product, task);
      results.push({
        ...own,
        text: searched(tree, task),
        probe: values.probe ? probed(values.probe, tree, task) : undefined,
      });
    }
    print(basename(dirname(given)), results);
    all.push(...results);
    const misses = tasks.filter((_, index) => results[index]?.own.functions === false);
    for (const { hash, question, functions } of misses.slice(0, Number(values.misses))) {
      console.log(`  ${hash.slice(0, 8)} ${question.split("\n")[0]}`);
      for (const { file, line, name } of functions) console.log(`    ${file}:${line} ${name}`);
    }
  } finally {
    await product.close();
    rmSync(folder, { recursive: true });
  }
}
if (positionals.length > 1) print("all", all);

/** @param {string} title @param {readonly Result[]} results */
function print(title, results) {
  if (title !== "all" || positionals.length === 1) console.log("");
  const share = (/** @type {(result: Result) => boolean | undefined} */ is) =>
    (results.filter(is).length / Math.max(results.length, 1)).toFixed(3);
  const times = results.map(({ ms }) => ms).sort((one, other) => one - other);
  const time = (/** @type {number} */ part) => Math.round(times[Math.floor(times.length * part)] ?? 0);
  const found = (/** @type {keyof Found} */ part) => {
    const others = [`text ${share(({ text }) => text[part])}`];
    if (values.probe) others.push(`probe ${share(({ probe }) => probe?.[part])}`);
    return `${part} ${share(({ own }) => own[part])} (${others.join(", ")})`;
  };
  console.log(
    `${title.padEnd(28)} commits ${results.length}, ${found("functions")}, ${found("files")}, ms ${time(0.5)}, ms9 ${time(0.9)}`,
  );
}

/** @param {string} folder @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env] @param {string} [input] */
function git(folder, args, env = {}, input = "") {
  const safe = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "diff.external="];
  return outputOf("git", [`--git-dir=${folder}`, ...safe, ...args], {
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", ...env },
    input,
    stderr: "ignore",
  });
}

/**
 * Makes the files of code in a folder those of a commit. Others are left out: a snapshot may lack large ones.
 * @param {string} folder @param {string} commit @param {string} tree @param {string} index
 */
function checkOut(folder, commit, tree, index) {
  const env = { GIT_INDEX_FILE: index };
  const listed = () =>
    git(folder, ["ls-files", "-z"], env)
      .split("\0")
      .filter((path) => code.test(path));
  const before = existsSync(index) ? listed() : [];
  git(folder, ["read-tree", "--reset", commit], env);
  const now = listed();
  for (const path of before) if (!now.includes(path)) rmSync(join(tree, path), { force: true });
  git(folder, [`--work-tree=${tree}`, "checkout-index", "-f", "-u", "-z", "--stdin"], env, now.join("\0"));
}

/** The commits that are asked about. @param {string} folder @returns {Task[]} */
function tasksOf(folder) {
  const log = git(folder, [
    "log",
    "--no-merges",
    "--pretty=format:%x00%H %P %ct%x01%B%x01",
    "--name-status",
    "-n",
    "6000",
  ]);
  const commits = log
    .split("\0")
    .slice(1)
    .flatMap((entry) => {
      const [ids = "", message = "", files = ""] = entry.split("\x01");
      const [hash = "", parent = "", time] = ids.split(" ");
      const changed = files.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t")]));
      const ofCode = changed.filter(([, path = ""]) => code.test(path) && !test.test(path));
      const isOne = ofCode.length > 0 && ofCode.length <= maxFiles && ofCode.every(([kind]) => kind === "M");
      const subject = message.split("\n")[0] ?? "";
      if (time === undefined || !isOne || subject.trim().split(/\s+/).length < 5) return [];
      return [{ hash, parent, time: Number(time), message, paths: ofCode.map(([, path = ""]) => path) }];
    });
  /** @type {Task[]} */
  const tasks = [];
  const wanted = Number(values.commits);
  for (const commit of shuffled(commits, randomNumbers(Number(values.seed))).slice(0, wanted * perCommit)) {
    if (tasks.length === wanted) break;
    const { hash, parent, time, message } = commit;
    const functions = functionsOf(folder, commit);
    const question = questionIn(message);
    if (functions.length === 0 || functions.length > maxFunctions || question === "") continue;
    if (!isWhole(folder, parent)) continue;
    tasks.push({ hash, parent, time, question, functions, files: [...new Set(functions.map(({ file }) => file))] });
  }
  return tasks;
}

/** False for a commit without the text of one of its files: a snapshot may lack large ones. @param {string} folder @param {string} commit */
function isWhole(folder, commit) {
  const entries = git(folder, ["ls-tree", "-r", "-z", commit]).split("\0");
  const ids = entries.flatMap((entry) => {
    const [mode = "", path = ""] = entry.split("\t");
    return code.test(path) ? [mode.split(" ")[2] ?? ""] : [];
  });
  return !git(folder, ["cat-file", "--batch-check"], {}, ids.join("\n")).includes(" missing");
}

/**
 * The functions that a commit changed; none for one that a snapshot does not have whole.
 * @param {string} folder @param {{ parent: string, hash: string, paths: readonly string[] }} commit
 */
function functionsOf(folder, { parent, hash, paths }) {
  try {
    return paths.flatMap((path) => changedFunctions(folder, parent, hash, path));
  } catch {
    return [];
  }
}

/** A message without trailers, addresses, and names of files. @param {string} message */
function questionIn(message) {
  return message
    .split("\n")
    .filter((line) => !/^[A-Z][\w-]+: \S|^\s*\(cherry picked|^[-=#]{3,}/.test(line) || /^(?:fix|feat)/i.test(line))
    .join("\n")
    .replace(/<?https?:\S+|\S+@\S+/g, " ")
    .replace(
      /[^\s()'"`,;]*\/[^\s()'"`,;]*|[\w.-]+\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|py|pyi|pyx|txt|rst|md|cmake|json|xml|ya?ml|toml|cfg)\b/gi,
      " ",
    )
    .trim()
    .slice(0, 4_000);
}

/** The functions of the commit before with a changed line. @param {string} folder @param {string} parent @param {string} hash @param {string} path @returns {Func[]} */
function changedFunctions(folder, parent, hash, path) {
  const diff = git(folder, ["diff", "-U0", "--no-ext-diff", "--no-textconv", parent, hash, "--", path]);
  const functions = functionsIn(git(folder, ["show", "--no-textconv", `${parent}:${path}`]), path);
  const changed = new Set();
  for (const [, start = "", count = "1"] of diff.matchAll(/^@@ -(\d+)(?:,(\d+))? /gm)) {
    // What is added after a line changes the function that goes on there.
    const from = count === "0" ? Number(start) + 0.5 : Number(start);
    const to = count === "0" ? from : from + Number(count) - 1;
    const inside = functions.filter(({ line, end }) => line <= to && end >= from);
    for (const one of inside) {
      const isOuter = inside.some(
        (other) =>
          other !== one && other.line >= one.line && other.end <= one.end && other.line <= from && other.end >= to,
      );
      if (!isOuter) changed.add(one);
    }
  }
  return [...changed];
}

/** @param {string} text @param {string} path @returns {Func[]} */
function functionsIn(text, path) {
  const folder = mkdtempSync(join(tmpdir(), "codegrove-tags-"));
  try {
    const file = join(folder, basename(path).replace(/\.h$/, ".hpp"));
    writeFileSync(file, text);
    const tags = outputOf(
      ctags,
      ["--output-format=json", "--fields=+neK", "--kinds-c++=f", "--kinds-c=f", "--kinds-python=fm", "-o", "-", file],
      { stderr: "ignore" },
    );
    return tags.split("\n").flatMap((line) => {
      const { name, line: at, end } = line === "" ? {} : JSON.parse(line);
      return typeof end === "number" ? [{ file: path, name: String(name), line: Number(at), end }] : [];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {Product} product @param {Task} task */
async function asked(product, { question, functions, files }) {
  const args = { query: question, max_results: 60, ...(values.kinds && { kinds: values.kinds.split(",") }) };
  await product.call("search_code", args);
  const start = performance.now();
  const answer = await product.call("search_code", args);
  const ms = performance.now() - start;
  /** @type {{ filepath: string, name: string, line: number, score: number }[]} */
  const rows = answer.results.flatMap((/** @type {any} */ { filepath, symbols }) =>
    symbols.map((/** @type {any} */ row) => ({ filepath, ...row })),
  );
  rows.sort((one, other) => other.score - one.score);
  const shown = rows.slice(0, first);
  const firstFiles = [...new Set(rows.map(({ filepath }) => filepath))].slice(0, first);
  return {
    own: {
      functions: functions.some((one) =>
        shown.some(
          (row) => row.filepath === one.file && Math.abs(row.line - one.line) <= 3 && lastName(one.name) === row.name,
        ),
      ),
      files: files.some((file) => firstFiles.includes(file)),
    },
    ms,
  };
}

/** @param {string} name */
function lastName(name) {
  return name.split("::").at(-1) ?? name;
}

/** What a text search finds. @param {string} tree @param {Task} task @returns {Found} */
function searched(tree, { question, functions, files }) {
  const words = [...new Set((question.toLowerCase().match(/[a-z_]\w{2,}/g) ?? []).filter((word) => !common.has(word)))];
  const paths = outputOf("rg", ["--files", "--no-ignore", "--hidden"], { cwd: tree })
    .split("\n")
    .filter((path) => code.test(path))
    .sort();
  const texts = paths.map((path) => readFileSync(join(tree, path), "latin1").toLowerCase());
  const counts = words.map((word) => ({ word, count: texts.filter((text) => text.includes(word)).length }));
  const found = counts.filter(({ count }) => count > 0).sort((one, other) => one.count - other.count);
  const rarer = found.filter(({ count }, index) => count <= paths.length / 10 || index < 3).map(({ word }) => word);
  const ranked = paths
    .map((path, index) => ({
      path,
      text: texts[index] ?? "",
      score: rarer.filter((word) => texts[index]?.includes(word)).length - (test.test(path) ? 0.5 : 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1))
    .slice(0, first);
  const isFunction = ranked.some(({ path, text }) => {
    const lines = text
      .split("\n")
      .map((line, index) => ({ number: index + 1, score: rarer.filter((word) => line.includes(word)).length }));
    const best = lines.reduce((most, line) => (line.score > most.score ? line : most), { number: 0, score: 0 });
    const around = functionsIn(readFileSync(join(tree, path), "latin1"), path).filter(
      ({ line, end }) => line <= best.number && end >= best.number,
    );
    const inner = around.sort((one, other) => other.line - one.line)[0];
    return inner !== undefined && functions.some(({ file, line }) => file === path && line === inner.line);
  });
  return { functions: isFunction, files: ranked.some(({ path }) => files.includes(path)) };
}

/** What probe finds: its query language takes words, and any of them is enough. @param {string} program @param {string} tree @param {Task} task @returns {Found} */
function probed(program, tree, { question, functions, files }) {
  const words = (question.match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !/^(?:AND|OR|NOT)$/.test(word));
  const args = [
    "search",
    words.join(" "),
    ".",
    "--format",
    "json",
    "--max-results",
    "60",
    "--no-gitignore",
    "--no-merge",
  ];
  const { stdout } = spawnSync(program, args, {
    cwd: tree,
    encoding: "utf8",
    maxBuffer: 1e9,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const start = stdout.indexOf("{");
  /** @type {{ file: string, lines: [number, number] }[]} */
  const rows = start < 0 ? [] : JSON.parse(stdout.slice(start)).results;
  const pathOf = (/** @type {string} */ file) => relative(tree, resolve(tree, file));
  const firstFiles = [...new Set(rows.map(({ file }) => pathOf(file)))].slice(0, first);
  return {
    functions: functions.some((one) =>
      rows
        .slice(0, first)
        .some(({ file, lines: [at] }) => pathOf(file) === one.file && at >= one.line - 3 && at <= one.end),
    ),
    files: files.some((file) => firstFiles.includes(file)),
  };
}
