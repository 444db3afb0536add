#!/usr/bin/env node
// @ts-check
/**
 * Builds what the bins run: grammars/*.wasm from their packages; from src/, with all that they import, dist/program.cjs,
 * dist/worker-paths.cjs and dist/worker-program.cjs, and dist/main.cjs and dist/worker.cjs, which run them with the code that V8 kept of them;
 * dist/languages.json, what language.json of each language says; dist/web-tree-sitter.wasm; dist/LICENSES.txt of what is in them; dist/digest.txt, by which the cache knows the code.
 *
 * What is built already stays as it is, so that programs that run from it are not disturbed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, transform } from "esbuild";

const top = fileURLToPath(new URL("..", import.meta.url));
const dist = join(top, "dist");
const runtime = join(top, "node_modules/web-tree-sitter");

const { status } = spawnSync(process.execPath, ["scripts/grammars.mjs"], { cwd: top, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

/** @type {import("esbuild").BuildOptions & { metafile: true, write: false }} */
const options = {
  absWorkingDir: top,
  outdir: dist,
  bundle: true,
  // V8's code of a script can be kept, that of a module cannot.
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  platform: "node",
  target: "node20.19",
  supported: { "dynamic-import": false },
  define: { "import.meta.url": "importMetaUrl" },
  banner: { js: '"use strict";\nconst importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
  alias: { "web-tree-sitter": join(runtime, "web-tree-sitter.cjs") },
  // A script is read as Latin-1, which is faster than UTF-8.
  charset: "ascii",
  // The package is to stay below 8 MB unpacked. Our own names stay, for stacks in the log.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  plugins: [
    { name: "without-ajv", setup: leaveOutAjv },
    { name: "shorter-packages", setup: shortenPackages },
  ],
  metafile: true,
  write: false,
  logLevel: "warning",
};
const { metafile, outputFiles } = await build({
  ...options,
  entryPoints: {
    main: "src/main.ts",
    program: "src/app/program.ts",
    worker: "src/worker.ts",
    "worker-paths": "src/engine/worker/path-requests.ts",
    "worker-program": "src/engine/worker/answer-requests.ts",
  },
});
/** @type {Map<string, Uint8Array>} */
const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
files.set("LICENSES.txt", Buffer.from(licensesOf(Object.keys(metafile.inputs))));
files.set("web-tree-sitter.wasm", readFileSync(join(runtime, "web-tree-sitter.wasm")));
files.set("languages.json", Buffer.from(await languagesJson()));
files.set("digest.txt", Buffer.from(digestOf(files)));
if (!isBuilt(files)) replaceDist(files);

/**
 * The languages below queries/ as src/syntax/languages.ts reads them, with a digest of all of their files.
 */
async function languagesJson() {
  const folder = join(top, "queries");
  const hash = createHash("sha256");
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (statSync(join(folder, path)).isFile()) hash.update(`${path}\0`).update(readFileSync(join(folder, path)));
  }
  // The constants of src/base/package.ts are paths beside a file of dist.
  const { outputFiles: [reader] = [] } = await build({
    ...options,
    entryPoints: ["src/syntax/languages.ts"],
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(dist, "languages.cjs")).href) },
    banner: {},
    metafile: false,
  });
  const passing = join(mkdtempSync(join(tmpdir(), "codegrove-")), "languages.cjs");
  try {
    writeFileSync(passing, reader?.contents ?? "");
    const { languagesIn } = createRequire(passing)(passing);
    const languages = languagesIn(folder).map(withoutPlace);
    return `${JSON.stringify({ digest: hash.digest("hex"), languages })}\n`;
  } finally {
    rmSync(dirname(passing), { recursive: true });
  }
}

/**
 * What language.json says of a language, without where it lies.
 *
 * @param {{ readonly dir: string, readonly folders: readonly string[] }} language
 */
function withoutPlace({ dir, folders, ...data }) {
  return data;
}

/**
 * A digest of what runs, so that answers of other code are told apart.
 * @param {ReadonlyMap<string, Uint8Array>} files
 */
function digestOf(files) {
  const hash = createHash("sha256");
  for (const name of [...files.keys()].sort()) hash.update(files.get(name) ?? "");
  return `${hash.digest("hex")}\n`;
}

/** @param {ReadonlyMap<string, Uint8Array>} files */
function isBuilt(files) {
  if (!existsSync(dist) || readdirSync(dist).length !== files.size) return false;
  return [...files].every(
    ([name, bytes]) => existsSync(join(dist, name)) && readFileSync(join(dist, name)).equals(bytes),
  );
}

/** @param {ReadonlyMap<string, Uint8Array>} files */
function replaceDist(files) {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist)) {
    if (!files.has(name)) rmSync(join(dist, name), { recursive: true });
  }
  for (const [name, bytes] of files) {
    const passing = join(dist, `.${name}.${process.pid}`);
    writeFileSync(passing, bytes);
    if (name === "main.cjs") chmodSync(passing, 0o755);
    renameSync(passing, join(dist, name));
  }
}

/**
 * The SDK's Server would load ajv at its start, for answers of clients to forms, which are never asked for here.
 * @param {import("esbuild").PluginBuild} build
 */
function leaveOutAjv({ onResolve, onLoad }) {
  onResolve({ filter: /validation\/ajv-provider\.js$/ }, ({ path }) => ({ path, namespace: "without-ajv" }));
  onLoad({ filter: /./, namespace: "without-ajv" }, () => ({ contents: "export class AjvJsonSchemaValidator {}" }));
}

/**
 * Shortens the names in what is bundled of other packages.
 * @param {import("esbuild").PluginBuild} build
 */
function shortenPackages({ onLoad }) {
  onLoad({ filter: /node_modules.*\.[cm]?js$/ }, async ({ path }) => {
    const { code } = await transform(readFileSync(path, "utf8"), { minifyIdentifiers: true });
    return { contents: code };
  });
}

/**
 * The licences of the packages whose files are bundled.
 * @param {string[]} inputs
 */
function licensesOf(inputs) {
  const folders = new Set(inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]));
  return [...folders]
    .flatMap((folder) => (folder === undefined ? [] : [join(top, folder)]))
    .sort()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) throw new Error(`${name} has no licence file`);
      return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
