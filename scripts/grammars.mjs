#!/usr/bin/env node
// @ts-check
/**
 * Fills grammars/ from the npm packages that ship a .wasm grammar: the grammar, and what it says of its nodes.
 *
 *   node scripts/grammars.mjs            copy; refuse what differs from grammars/manifest.json
 *   node scripts/grammars.mjs --update   copy and record package, version, ABI and sha256 anew
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { Language, Parser } from "web-tree-sitter";
import { compactNodeTypes } from "./node-types.mjs";

/** Language name → npm package. The package holds `<package>.wasm`. */
const packages = { cpp: "tree-sitter-cpp", python: "tree-sitter-python" };

const folder = new URL("../grammars/", import.meta.url);
const manifestUrl = new URL("manifest.json", folder);
const isUpdate = process.argv.includes("--update");

await Parser.init();
mkdirSync(folder, { recursive: true });
/** @type {Record<string, unknown>} */
const recorded = existsSync(manifestUrl) ? JSON.parse(readFileSync(manifestUrl, "utf8")) : {};
/** @type {Record<string, unknown>} */
const found = {};
for (const [name, packageName] of Object.entries(packages)) {
  const packageUrl = new URL(`../node_modules/${packageName}/`, import.meta.url);
  const wasm = readFileSync(new URL(`${packageName}.wasm`, packageUrl));
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
  writeFileSync(new URL(`${name}.wasm`, folder), wasm);
  writeFileSync(new URL(`${name}.nodes.json`, folder), compactNodeTypes(packageUrl, name));
}
if (isUpdate) writeFileSync(manifestUrl, `${JSON.stringify(found, null, 2)}\n`);
