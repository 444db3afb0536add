// @ts-check
/** What the index of a code base takes on disk, and how long it is loaded. */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { top } from "../programs.mjs";
import { outputOf } from "./measure.mjs";
import { extensionsOf } from "./prepare.mjs";

/** @typedef {import("./prepare.mjs").Language} Language */

const lineFeed = 0x0a;

/**
 * The bytes of the index of a code base for each of its lines, without the signatures and docs, which it loads apart.
 * @param {string} cacheFolder with the facts of this code base alone
 * @param {string} folder
 * @param {readonly Language[]} languages
 */
export function bytesOfLine(cacheFolder, folder, languages) {
  const facts = filesBelow(cacheFolder).filter((path) => extname(path) === ".facts");
  const extensions = languages.flatMap((language) => extensionsOf[language]);
  let lines = 0;
  for (const path of filesBelow(folder).filter((file) => extensions.includes(extname(file)))) {
    for (const byte of readFileSync(path)) if (byte === lineFeed) lines += 1;
  }
  return facts.reduce((sum, path) => sum + statSync(path).size, 0) / lines;
}

/**
 * Milliseconds to load the index of a code base in a process of its own.
 * @param {string} cacheFolder with the facts of this code base alone
 * @param {string} home with the key that they are signed with
 */
export async function loadMilliseconds(cacheFolder, home) {
  const codeBase = readdirSync(cacheFolder, { withFileTypes: true }).find((entry) => entry.isDirectory());
  if (codeBase === undefined) throw new Error(`no facts in ${cacheFolder}`);
  const args = [await bundledLoader(home), join(cacheFolder, codeBase.name)];
  return Number(outputOf({ command: process.execPath, args, env: { HOME: home } }));
}

/**
 * @param {string} home
 * @returns {Promise<string>} its path
 */
async function bundledLoader(home) {
  const outfile = join(home, "load-index.cjs");
  mkdirSync(home, { recursive: true });
  rmSync(outfile, { force: true });
  await build({
    entryPoints: [join(import.meta.dirname, "load-index.mjs")],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(top, "src", "main.ts")).href) },
    external: ["web-tree-sitter"],
    logLevel: "error",
  });
  return outfile;
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
