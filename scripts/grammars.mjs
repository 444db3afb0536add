#!/usr/bin/env node
// @ts-check
/**
 * Fills grammars/ from the npm packages that ship a .wasm grammar: the grammar, and what it says of its nodes; and
 * compresses the examples of nodes beside them.
 *
 *   node scripts/grammars.mjs            copy; refuse what differs from grammars/manifest.json
 *   node scripts/grammars.mjs --update   copy and record package, version, ABI and sha256 anew
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompressSync, constants } from "node:zlib";
import { Language, Parser } from "web-tree-sitter";
import { compactNodeTypes } from "./node-types.mjs";

/**
 * Language name → npm package, and what is before `.wasm` where that is not the name of the package. A compressed grammar
 * takes a tenth of the room and some milliseconds more to load: those that most calls need stay as they are.
 *
 * @type {Readonly<Record<string, { packageName: string, file?: string, isCompressed: boolean }>>}
 */
const grammars = {
  c: { packageName: "tree-sitter-c", isCompressed: true },
  cpp: { packageName: "tree-sitter-cpp", isCompressed: false },
  go: { packageName: "tree-sitter-go", isCompressed: true },
  java: { packageName: "tree-sitter-java", isCompressed: true },
  javascript: { packageName: "tree-sitter-javascript", isCompressed: true },
  python: { packageName: "tree-sitter-python", isCompressed: false },
  rust: { packageName: "tree-sitter-rust", isCompressed: true },
  tsx: { packageName: "tree-sitter-typescript", file: "tree-sitter-tsx", isCompressed: true },
  typescript: { packageName: "tree-sitter-typescript", isCompressed: true },
};

const folder = new URL("../grammars/", import.meta.url);
const manifestUrl = new URL("manifest.json", folder);
const isUpdate = process.argv.includes("--update");

await Parser.init();
mkdirSync(folder, { recursive: true });
/** @type {Record<string, unknown>} */
const recorded = existsSync(manifestUrl) ? JSON.parse(readFileSync(manifestUrl, "utf8")) : {};
/** @type {Record<string, unknown>} */
const found = {};
/**
 * Files that are compressed now, several at once.
 *
 * @type {Promise<void>[]}
 */
const compressions = [];
for (const [name, { packageName, file = packageName, isCompressed }] of Object.entries(grammars)) {
  const packageUrl = new URL(`../node_modules/${packageName}/`, import.meta.url);
  const wasm = readFileSync(new URL(`${file}.wasm`, packageUrl));
  const { version } = JSON.parse(readFileSync(new URL("package.json", packageUrl), "utf8"));
  const { abiVersion: abi } = await Language.load(wasm);
  const sha256 = createHash("sha256").update(wasm).digest("hex");
  const entry = { package: packageName, version, abi, sha256 };
  if (!isUpdate && JSON.stringify(recorded[name]) !== JSON.stringify(entry)) {
    console.error(`grammars: ${packageName} is not what grammars/manifest.json records.`);
    console.error(`  recorded ${JSON.stringify(recorded[name])}`);
    console.error(`  found    ${JSON.stringify(entry)}`);
    console.error("  Check the package, then run node scripts/grammars.mjs --update.");
    process.exit(1);
  }
  found[name] = entry;
  if (isCompressed) compress(new URL(`${name}.wasm.br`, folder), wasm);
  else writeFileSync(new URL(`${name}.wasm`, folder), wasm);
  compress(new URL(`${name}.nodes.json.br`, folder), Buffer.from(compactNodeTypes(packageUrl, name)));
  const examplesUrl = new URL(`${name}.examples.json`, folder);
  // A language has none until scripts/syntax-examples.mjs has cut them, which needs its grammar.
  if (!existsSync(examplesUrl)) continue;
  const examples = JSON.stringify(JSON.parse(readFileSync(examplesUrl, "utf8")));
  compress(new URL(`${name}.examples.json.br`, folder), Buffer.from(examples));
}
await Promise.all(compressions);
if (isUpdate) writeFileSync(manifestUrl, `${JSON.stringify(found, null, 2)}\n`);

/**
 * Writes bytes compressed, unless they are there already: for a grammar that takes a second or two.
 *
 * @param {URL} url
 * @param {Buffer} bytes
 */
function compress(url, bytes) {
  if (existsSync(url) && isCompressionOf(readFileSync(url), bytes)) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  compressions.push(promisify(brotliCompress)(bytes, { params }).then((written) => writeFileSync(url, written)));
}

/**
 * @param {Buffer} compressed
 * @param {Buffer} bytes
 */
function isCompressionOf(compressed, bytes) {
  try {
    return brotliDecompressSync(compressed).equals(bytes);
  } catch {
    return false;
  }
}
