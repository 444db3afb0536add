#!/usr/bin/env node
// @ts-check
/**
 * Compares get_class_hierarchy with `inspect.getmro`: the method resolution order of each class of Python's standard
 * library that can be imported.
 *
 *   npm run build && node scripts/compare-hierarchies.mjs [OPTION…] [MODULE…]
 *
 *   --python PATH  the interpreter (default python3): its own standard library is read
 *   --errors N     list N differences, of one half of the classes; those of the other half are only counted
 *
 * MODULEs are names of modules (default: all that are files of the standard library and import without effects). A class
 * counts where it stands in a file by a `class` statement, and so do its bases: of those that are written in C nothing is
 * known but their names.
 */
import { execFileSync, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: "string", default: "python3" },
    errors: { type: "string", default: "20" },
  },
});

const listing = `
import ast, importlib, inspect, json, os, sys, sysconfig, warnings
warnings.simplefilter("ignore")
top = sysconfig.get_path("stdlib")
skipped = {"antigravity", "this", "idlelib", "turtledemo", "test", "lib2to3", "site-packages", "__main__"}
names = sys.argv[1:]
if not names:
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(f for f in folders if f not in skipped and f.isidentifier() and f not in ("tests", "test"))
        for file in sorted(files):
            if file.endswith(".py") and file[:-3].isidentifier():
                parts = os.path.relpath(os.path.join(folder, file[:-3]), top).split(os.sep)
                if parts[-1] == "__init__": parts.pop()
                if parts and not set(parts) & skipped and "__main__" not in parts: names.append(".".join(parts))
print(json.dumps(top), file=sys.__stdout__)
def is_written(found):
    path = getattr(sys.modules.get(found.__module__), "__file__", None)
    if not path or not path.startswith(top) or not path.endswith(".py"): return False
    try: inspect.getsource(found)
    except Exception: return False
    return True
sys.stdout = open(os.devnull, "w")
for name in names:
    try: module = importlib.import_module(name)
    except BaseException: continue
    path = getattr(module, "__file__", None)
    if not path or not path.startswith(top): continue
    try: tree = ast.parse(open(path, encoding="utf-8").read())
    except Exception: continue
    lines = {}
    def visit(node, outer):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                lines.setdefault(outer + child.name, []).append(child.lineno)
                visit(child, outer + child.name + ".")
            elif isinstance(child, (ast.If, ast.Try, ast.With)): visit(child, outer)
    visit(tree, "")
    for qualified, at in sorted(lines.items()):
        if len(at) > 1: continue
        found = module
        for part in qualified.split("."): found = getattr(found, part, None)
        if not inspect.isclass(found) or found.__module__ != name or found.__qualname__ != qualified: continue
        mro = [c.__qualname__ for c in inspect.getmro(found) if is_written(c)]
        print(json.dumps({"path": path, "line": at[0], "name": qualified, "mro": mro}), file=sys.__stdout__)
`;

const [top = "", ...lines] = execFileSync(values.python, ["-c", listing, ...positionals], {
  encoding: "utf8",
  maxBuffer: 1 << 28,
  stdio: ["ignore", "pipe", "ignore"],
})
  .trim()
  .split("\n");

/** @typedef {{ path: string, line: number, name: string, mro: string[] }} Known */
/** @type {Known[]} */
const classes = lines.map((line) => JSON.parse(line));

const main = process.env.CODEGROVE ?? join(dirname(fileURLToPath(import.meta.url)), "../dist/main.cjs");
const server = spawn(process.execPath, [main, "--log-level", "error"], {
  cwd: JSON.parse(top),
  stdio: ["pipe", "pipe", "inherit"],
});
/** @type {Map<number, (answer: any) => void>} */
const waiting = new Map();
createInterface(server.stdout).on("line", (line) => {
  const { id, result } = JSON.parse(line);
  waiting.get(id)?.(JSON.parse(result.content[0].text));
});

/**
 * @param {number} id
 * @param {object} input
 * @returns {Promise<any>}
 */
function ask(id, input) {
  const params = { name: "get_class_hierarchy", arguments: input };
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
  return new Promise((resolve) => waiting.set(id, resolve));
}

/**
 * The order that the answer has for the class: of one without bases it is the class, of one base what that has.
 *
 * @param {any} answer
 * @param {Known} known
 * @returns {string[] | undefined}
 */
function orderIn(answer, { name, path, line }) {
  /** @type {any[]} */
  const rows = (answer.results ?? []).flatMap((/** @type {any} */ { filepath, classes: found = [] }) =>
    found.map((/** @type {any} */ row) => ({ ...row, filepath })),
  );
  const own = rows.find((row) => row.line === line && path.endsWith(row.filepath.replace(/^\.\//, "")));
  if (own === undefined) return undefined;
  const order = own.mro ?? [
    name,
    ...(own.bases ?? []).map((/** @type {any} */ base) => base.name),
    ...(own.unresolved_bases ?? []),
  ];
  return order.filter((/** @type {string} */ one) => !/^(builtins\.)?object$/.test(one));
}

/** A name without what holds it. @param {string} name */
const lastOf = (name) => name.slice(name.lastIndexOf(".") + 1);

const written = new Set(classes.flatMap(({ name, mro }) => [name, ...mro]).map(lastOf));

let equal = 0;
let unresolved = 0;
/** @type {string[][]} */
const different = [[], []];
for (const [at, known] of classes.entries()) {
  const answer = await ask(at + 1, {
    filepath: known.path,
    line: known.line,
    symbol: lastOf(known.name),
    direction: "up",
    show_methods: false,
  });
  const order = orderIn(answer, known);
  const ours = (order ?? [])
    .map(lastOf)
    .filter((name) => written.has(name))
    .join(" ");
  const truth = known.mro.map(lastOf).join(" ");
  if (ours === truth) equal++;
  else {
    if (JSON.stringify(answer).includes("unresolved_bases")) unresolved++;
    different[at % 2]?.push(
      `${known.path}:${known.line} ${known.name}\n  ours:   ${ours || JSON.stringify(answer)}\n  python: ${truth}`,
    );
  }
}
server.stdin.end();
for (const text of (different[0] ?? []).slice(0, Number(values.errors))) console.log(text);
const counts = different.map((half) => half.length).join(" and ");
console.log(
  `${classes.length} classes: ${equal} equal; ${counts} different in the two halves, ${unresolved} of them with a base that is said not to be resolved`,
);
