// @ts-check
/** What pmccabe, Python's mccabe and cloc say of files, for commands/summaries.mjs and its small version among the tests. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A function as pmccabe or mccabe has it. `extended` is the complexity with what mccabe does not look into.
 * @typedef {{ name: string, line: number, endLine: number, complexity: number, extended?: number, unseen?: string[] }} TrueFunction
 */

/**
 * What Python says of a file. `lines` has lines with code, lines with comments and docstrings alone, and triple-quoted strings
 * as first line, last line, whether it is a statement, and prefix.
 * @typedef {{ functions: TrueFunction[], lines: { code: number[], comment: number[], triple: [number, number, boolean, string][] } }} TruePython
 */

/** @typedef {{ code: number, comment: number, blank: number, codeLines: string[] }} TrueLines */

/** Bytes of what a program prints. */
const maxOutput = 1e9;

/**
 * The functions that pmccabe sees in a file, with its traditional complexity, and what it complains of.
 * @param {string} path
 * @returns {{ functions: TrueFunction[], complaints: string }}
 */
export function pmccabeOf(path) {
  // Modified, traditional, statements, first line, line of the name, last line, lines, file, name.
  const { stdout, stderr, status, signal } = spawnSync("pmccabe", ["-C", path], {
    encoding: "utf8",
    maxBuffer: maxOutput,
    timeout: 10_000,
  });
  const functions = stdout
    .split("\n")
    .map((row) => row.split("\t"))
    .filter((cells) => cells.length >= 9 && cells[7] === path)
    .map(([, complexity, , , line, endLine, , , name = ""]) => ({
      ...{ name, line: Number(line), endLine: Number(endLine), complexity: Number(complexity) },
    }));
  return { functions, complaints: signal ?? (status === 0 ? stderr : `${stderr}\nexit ${status}`).trim() };
}

/**
 * Prints for each file on stdin its functions: what mccabe counts for each, and that with what it does not look into:
 * `match`, `except*` and `finally`.
 */
const mccabeProgram = `
import ast, io, json, sys, tokenize
from mccabe import PathGraphingAstVisitor

def official(node):
    visitor = PathGraphingAstVisitor()
    visitor.preorder(node, visitor)
    return next(iter(visitor.graphs.values())).complexity()

def is_rest(case):
    pattern = case.pattern
    return case.guard is None and isinstance(pattern, ast.MatchAs) and pattern.pattern is None and pattern.name is None

def extended(function, unseen):
    total, open = 1, list(function.body)
    while open:
        node = open.pop()
        if isinstance(node, (ast.If, ast.For, ast.AsyncFor, ast.While)):
            total += 1
        elif isinstance(node, (ast.Try, getattr(ast, "TryStar", ast.Try))):
            total += 1 + len(node.handlers)
            if not isinstance(node, ast.Try):
                unseen.add("except*")
            if node.finalbody:
                unseen.add("finally")
        elif isinstance(node, ast.Match):
            total += sum(not is_rest(case) for case in node.cases)
            unseen.add("match")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            total += 1
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            for child in getattr(node, field, []) or []:
                open.extend([child] if isinstance(child, ast.stmt) else child.body if field in ("handlers", "cases") else [])
    return total

def comments_in(source, tree):
    """Lines by what Python itself takes for comments, and the triple-quoted strings."""
    statements = {(node.lineno, node.col_offset): node.end_lineno for node in ast.walk(tree)
                  if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Constant, ast.JoinedStr))
                  and (isinstance(node.value, ast.JoinedStr) or isinstance(node.value.value, (str, bytes)))}
    code, comment, triple = set(), set(), []
    until = (0, 0)
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        kind, text, start, end = token.type, token.string, token.start, token.end
        if kind in (tokenize.ENCODING, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
            continue
        lines = range(start[0], end[0] + 1)
        if kind == tokenize.COMMENT:
            comment.update(lines)
            continue
        column = len(token.line[:start[1]].encode()) if start[0] == end[0] else len(token.line.split("\\n")[0][:start[1]].encode())
        if kind == tokenize.STRING and (start[0], column) in statements:
            until = (statements[(start[0], column)], 0)
        is_statement = kind == tokenize.STRING and start[0] <= until[0]
        quotes = text.lstrip("rRbBuUfF")
        if kind == tokenize.STRING and quotes[:3] in ('"""', "'''"):
            triple.append([start[0], end[0], is_statement, text[:len(text) - len(quotes)]])
        (comment if is_statement else code).update(lines)
    return {"code": sorted(code), "comment": sorted(comment - code), "triple": triple}

for path in map(str.strip, sys.stdin):
    try:
        sys.setrecursionlimit(10000)
        source = open(path, "rb").read()
        tree = ast.parse(source)
        lines = comments_in(source, tree)
    except (SyntaxError, ValueError, RecursionError, tokenize.TokenError) as error:
        print(json.dumps({"path": path, "error": str(error)}))
        continue
    rows = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            unseen = set()
            wide = extended(node, unseen)
            rows.append({"name": node.name, "line": node.lineno, "endLine": node.end_lineno,
                         "complexity": official(node), "extended": wide, "unseen": sorted(unseen)})
    print(json.dumps({"path": path, "functions": rows, "lines": lines}))
`;

/**
 * The functions of Python files, those inside of others too, with what mccabe counts for each. Undefined for a file that
 * this Python does not take.
 * @param {readonly string[]} paths
 * @returns {Map<string, TruePython | undefined>}
 */
export function mccabeOf(paths) {
  const python = process.env.PYTHON ?? "/usr/bin/python3";
  const input = paths.map((path) => `${path}\n`).join("");
  const printed = execFileSync(python, ["-W", "ignore", "-c", mccabeProgram], {
    input,
    encoding: "utf8",
    maxBuffer: maxOutput,
  });
  const rows = printed
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return new Map(rows.map(({ path, functions, lines }) => [path, functions && { functions, lines }]));
}

/**
 * What cloc counts, and the lines that it takes for code, as it leaves them.
 * @param {readonly string[]} paths
 * @param {"C++" | "Python"} language every file is counted as one of it
 * @returns {Map<string, TrueLines>}
 */
export function clocOf(paths, language) {
  const folder = mkdtempSync(join(tmpdir(), "cloc-"));
  try {
    // Files of the same name would be left out as copies, and stripped ones would get the same name.
    const names = new Map(paths.map((path, i) => [`${i}.${language === "C++" ? "cpp" : "py"}`, path]));
    for (const [name, path] of names) writeFileSync(join(folder, name), readFileSync(path));
    const list = join(folder, "list.txt");
    writeFileSync(list, [...names.keys()].map((name) => `${join(folder, name)}\n`).join(""));
    const flags = ["--by-file", "--json", "--quiet", "--skip-uniqueness", "--strip-str-comments", "--timeout", "0"];
    const strip = ["--strip-comments=stripped", "--original-dir"];
    const printed = execFileSync("cloc", [...flags, ...strip, `--list-file=${list}`], {
      encoding: "utf8",
      maxBuffer: maxOutput,
    });
    const counted = JSON.parse(printed.slice(printed.indexOf("{")));
    const found = new Map();
    for (const [name, path] of names) {
      const row = counted[join(folder, name)];
      if (row === undefined) continue;
      const codeLines = readFileSync(join(folder, `${name}.stripped`), "latin1").split("\n");
      found.set(path, { code: row.code, comment: row.comment, blank: row.blank, codeLines });
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
