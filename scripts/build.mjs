#!/usr/bin/env node
// @ts-check
/**
 * Builds what the bins run: grammars/*.wasm from their packages; dist/main.js and dist/worker.js from src/ with all
 * they import but web-tree-sitter, since a process that loads few files starts fast; dist/LICENSES.txt of what is in
 * them; dist/digest.txt, by which the cache knows the code.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const top = fileURLToPath(new URL("..", import.meta.url));
const dist = join(top, "dist");

rmSync(dist, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, ["scripts/grammars.mjs"], { cwd: top, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

/** @type {import("esbuild").BuildOptions & { metafile: true }} */
const options = {
  absWorkingDir: top,
  outdir: dist,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  external: ["web-tree-sitter"],
  // Packages in CommonJS that are bundled ask for Node's own modules this way.
  banner: { js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);' },
  legalComments: "none",
  plugins: [{ name: "without-ajv", setup: leaveOutAjv }],
  metafile: true,
  logLevel: "warning",
};
const bundles = [
  await build({ ...options, entryPoints: { main: "src/main.ts" }, splitting: true }),
  // All in one: each file that a worker loads is waited for.
  await build({ ...options, entryPoints: { worker: "src/engine/worker.ts" } }),
];
const inputs = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(join(dist, "LICENSES.txt"), licensesOf([...new Set(inputs)]));
chmodSync(join(dist, "main.js"), 0o755);
writeFileSync(join(dist, "digest.txt"), digestOf(readdirSync(dist).sort()));

/**
 * A digest of what runs, so that answers of other code are told apart.
 * @param {string[]} names
 */
function digestOf(names) {
  const hash = createHash("sha256");
  const runtime = join(top, "node_modules/web-tree-sitter");
  for (const path of [...names.map((name) => join(dist, name)), join(runtime, "package.json")]) {
    hash.update(readFileSync(path));
  }
  return `${hash.digest("hex")}\n`;
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
