#!/usr/bin/env node
// @ts-check
/**
 * Cuts grammars/<language>.examples.json out of the fixtures: for each kind of node the shortest code that parses alone
 * without errors, with a query that captures a node of the kind in it. Prints the kinds without one. The build compresses
 * the file for the package (scripts/grammars.mjs).
 *
 *   node scripts/syntax-examples.mjs [LANGUAGE…]
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { Language, Parser, Query } from "web-tree-sitter";

const top = new URL("../", import.meta.url);

/** Folders of code, in this order: of two examples of one length the first counts. */
const folders = ["tests/fixtures/examples", "tests/fixtures/captures", "tests/fixtures/symbols"];

/** The lines of fixtures that mark what is above them. */
const marks = /^(?:\/\/|#)(?: *\^| <-).*\n/gm;

/** UTF-16 code units of an example, and the levels above a node that are tried. */
const maxExample = 240;
const maxLevels = 12;

await Parser.init();
const given = process.argv.slice(2);
for (const name of given.length > 0 ? given : readdirSync(new URL("queries/", top))) await cut(name);

/** @param {string} name */
async function cut(name) {
  const grammar = await Language.load(grammarOf(name));
  const parser = new Parser().setLanguage(grammar);
  const { kinds } = JSON.parse(
    brotliDecompressSync(readFileSync(new URL(`grammars/${name}.nodes.json.br`, top))).toString(),
  );
  /** @type {Map<string, { code: string, query: string }>} */
  const examples = new Map();
  for (const file of fixturesOf(name)) {
    const tree = parse(parser, readFileSync(file, "utf8").replace(marks, ""));
    for (const node of nodesOf(tree.rootNode)) {
      if (!node.isNamed || node.hasError || !(node.type in kinds)) continue;
      const best = examples.get(node.type)?.code.length ?? maxExample + 1;
      const found = exampleOf(node, best, parser, grammar);
      if (found !== undefined) examples.set(node.type, found);
    }
    tree.delete();
  }
  const own = Object.keys(kinds).filter((kind) => kinds[kind].subtypes === undefined);
  const sorted = [...examples].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(Object.fromEntries(sorted), null, 2);
  writeFileSync(new URL(`grammars/${name}.examples.json`, top), `${text}\n`);
  const missing = own.filter((kind) => !examples.has(kind));
  console.log(`${name}: ${examples.size} of ${own.length} kinds have an example; none: ${missing.join(", ")}`);
}

/** @param {string} name */
function grammarOf(name) {
  const plain = new URL(`grammars/${name}.wasm`, top);
  const compressed = new URL(`grammars/${name}.wasm.br`, top);
  return existsSync(plain) ? readFileSync(plain) : brotliDecompressSync(readFileSync(compressed));
}

/** @param {string} name @returns {URL[]} */
function fixturesOf(name) {
  return folders.flatMap((folder) => {
    const own = [new URL(`${folder}/${name}/`, top), new URL(`${folder}/`, top)].filter((url) => existsSync(url));
    return own.slice(0, 1).flatMap((url) => {
      const isShared = url.pathname.endsWith(`${folder}/`);
      const files = readdirSync(url).filter((file) => !isShared || file.startsWith(`${name}.`));
      return files.sort().map((file) => new URL(file, url));
    });
  });
}

/**
 * The text of a node, or of the nearest one around it that parses alone; undefined where that is no shorter than the best
 * so far.
 * @param {import("web-tree-sitter").Node} node
 * @param {number} best
 * @param {Parser} parser
 * @param {Language} grammar
 */
function exampleOf(node, best, parser, grammar) {
  const query = queryOf(node);
  /** @type {import("web-tree-sitter").Node | null} */
  let around = node.parent === null ? shortestChild(node) : node;
  for (let level = 0; around !== null && level < maxLevels; level++) {
    const code = dedented(around).trimEnd();
    if (code.length >= best) return undefined;
    for (const text of code === "" ? [] : [code, `${code};`, `${code}\n`])
      if (matches(text, query, parser, grammar)) return { code: text, query };
    around = around.parent;
  }
  return undefined;
}

/** Whatever parses has a root: its example is the least of what a file has. @param {import("web-tree-sitter").Node} root */
function shortestChild(root) {
  const [shortest] = root.namedChildren
    .filter((child) => child !== null)
    .sort((one, other) => one.text.length - other.text.length);
  return shortest ?? null;
}

/** @param {string} code @param {string} query @param {Parser} parser @param {Language} grammar */
function matches(code, query, parser, grammar) {
  const tree = parse(parser, code);
  try {
    if (tree.rootNode.hasError) return false;
    const compiled = new Query(grammar, query);
    try {
      return compiled.captures(tree.rootNode).length > 0;
    } finally {
      compiled.delete();
    }
  } finally {
    tree.delete();
  }
}

/** A query for a node like this one, with its fields. @param {import("web-tree-sitter").Node} node */
function queryOf(node) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  for (let i = 0; i < node.childCount; i++) {
    const field = node.fieldNameForChild(i);
    const child = node.child(i);
    if (field === null || child === null || fields.has(field)) continue;
    fields.set(field, child.isNamed ? `(${child.type})` : JSON.stringify(child.type));
  }
  const parts = [...fields].map(([field, kind]) => ` ${field}: ${kind}`);
  return `(${node.type}${parts.join("")}) @${node.type.replace(/^_/, "")}`;
}

/** The text of a node without the indentation of its line. @param {import("web-tree-sitter").Node} node */
function dedented(node) {
  const { column } = node.startPosition;
  return column === 0 ? node.text : node.text.replace(new RegExp(`\\n {1,${column}}`, "g"), "\n");
}

/** @param {import("web-tree-sitter").Node} root */
function* nodesOf(root) {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (const child of node.children) if (child !== null) open.push(child);
  }
}

/** @param {Parser} parser @param {string} text */
function parse(parser, text) {
  const tree = parser.parse(text);
  if (tree === null) throw new Error("no tree");
  return tree;
}
