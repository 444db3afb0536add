#!/usr/bin/env node
// @ts-check
/**
 * Builds what the bins run: grammars/*.wasm from their packages; from src/, with all that they import, dist/program.cjs,
 * dist/worker-paths.cjs and dist/worker-program.cjs, and dist/main.cjs and dist/worker.cjs, which run them with the code that V8 kept of them;
 * dist/pictures.cjs and what it reads, compressed; dist/languages.json, what language.json of each language says; dist/tools.json, the list of tools, and dist/editing-tools.json, that of a server that may edit files; dist/report-page.js and dist/report-page-style.css, which codegrove report puts into its page; dist/graph-view.html, a view for clients that show MCP Apps; dist/skills.json, the skills of skills/; dist/icon.svg; dist/web-tree-sitter.wasm; dist/masking.wasm, which masks C++ texts, and dist/rules-*.bin.br, its rules; dist/words.wasm, which finds the words of texts; dist/LICENSES.txt of what is in them; dist/digest.txt, by which the cache knows the code.
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
import { parse as parseYaml } from "yaml";
import { assemblyModules } from "./assembly-modules.mjs";
import { recordBuild } from "./build-record.mjs";
import { GraphvizModule, pictureFiles } from "./picture-files.mjs";

const top = fileURLToPath(new URL("..", import.meta.url));
const dist = join(top, "dist");
const runtime = join(top, "node_modules/web-tree-sitter");
const viz = join(top, "node_modules/@viz-js/viz");
const fonts = join(top, "node_modules/dejavu-fonts-ttf");

const graphviz = new GraphvizModule();

/** Packages that have no file of their licence, or not of all that is in them → files below scripts/licences. */
/** @type {Readonly<Record<string, readonly string[]>>} */
const licencesOfParts = {
  "@bufbuild/protobuf": ["apache-2.0.txt", "google-protobuf.txt"],
  "@resvg/resvg-wasm": ["mpl-2.0.txt"],
  "@viz-js/viz": ["viz.txt", "graphviz.txt", "expat.txt"],
};

/** What is bundled of others and comes from no package → files below scripts/licences. */
/** @type {Readonly<Record<string, readonly string[]>>} */
const licencesOfSources = { "SCIP Code Intelligence Protocol": ["scip.txt"] };

const { status } = spawnSync(process.execPath, ["scripts/grammars.mjs"], { cwd: top, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

/** The files that are bundled in pages. */
/** @type {Set<string>} */
const pageInputs = new Set();

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
  alias: {
    "web-tree-sitter": join(runtime, "web-tree-sitter.cjs"),
    "@viz-js/viz": join(viz, "src/index.js"),
  },
  // A script is read as Latin-1, which is faster than UTF-8.
  charset: "ascii",
  // The package is to stay small. Our own names stay, for stacks in the log.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "none",
  plugins: [
    { name: "without-ajv", setup: leaveOutAjv },
    { name: "graphviz-apart", setup: graphviz.takeOut },
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
    "worker-paths": "src/workers/path-requests.ts",
    "worker-program": "src/workers/answer-requests.ts",
    pictures: "src/pictures/thread.ts",
  },
});
/** @type {Map<string, Uint8Array>} */
const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
files.set("web-tree-sitter.wasm", readFileSync(join(runtime, "web-tree-sitter.wasm")));
for (const [name, bytes] of await assemblyModules(top)) files.set(name, bytes);
for (const [name, bytes] of await compiledRules()) files.set(name, bytes);
for (const [name, bytes] of await pictureFiles(options, graphviz.bytes, dist)) files.set(name, bytes);
files.set("icon.svg", readFileSync(join(top, "assets/icon.svg")));
files.set("skills.json", Buffer.from(skillsJson()));
files.set("languages.json", Buffer.from(await languagesJson()));
for (const [name, contents] of await toolLists()) files.set(name, contents);
for (const [name, contents] of await reportAssets()) files.set(name, contents);
files.set("LICENSES.txt", Buffer.from(licensesOf([...Object.keys(metafile.inputs), ...pageInputs])));
files.set("digest.txt", Buffer.from(digestOf(files)));
if (!isBuilt(files)) replaceDist(files);
recordBuild(top);

/**
 * The languages below queries/ as src/syntax/languages.ts reads them, with a digest of all of their files.
 */
async function languagesJson() {
  const folder = join(top, "queries");
  const hash = createHash("sha256");
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (statSync(join(folder, path)).isFile()) hash.update(`${path}\0`).update(readFileSync(join(folder, path)));
  }
  const { languagesIn } = await exportsOf("src/syntax/languages.ts");
  const languages = languagesIn(folder).map(withoutPlace);
  return `${JSON.stringify({ digest: hash.digest("hex"), languages })}\n`;
}

/**
 * The skills below skills/ as src/skills/shipped-skills.ts reads them: the head of each SKILL.md as JSON, and its text.
 */
function skillsJson() {
  const folder = join(top, "skills");
  const skills = readdirSync(folder)
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name, "SKILL.md"), "utf8");
      const frontmatter = parseYaml(/^---\n([\s\S]*?)\n---\n/.exec(text)?.[1] ?? "");
      if (frontmatter?.name !== name) throw new Error(`skills/${name}/SKILL.md must begin with the name ${name}`);
      return { frontmatter, text };
    });
  return `${JSON.stringify(skills)}\n`;
}

/**
 * The rules of the languages below queries/ as src/syntax/built-rules.ts reads them.
 * @returns {Promise<readonly (readonly [string, Uint8Array])[]>}
 */
async function compiledRules() {
  const { languagesIn } = await exportsOf("src/syntax/languages.ts");
  const { rulesToBuild } = await exportsOf("src/syntax/built-rules.ts");
  const languages = languagesIn(join(top, "queries"));
  return languages.filter((/** @type {{ rules: unknown[] }} */ { rules }) => rules.length > 0).map(rulesToBuild);
}

/**
 * The lists of tools as src/mcp/listed-tools.ts reads them.
 * @returns {Promise<readonly (readonly [string, Uint8Array])[]>}
 */
async function toolLists() {
  const { toolList } = await exportsOf("src/mcp/tool-list.ts");
  const textOf = async (/** @type {boolean} */ mayEdit) => Buffer.from(`${JSON.stringify(await toolList(mayEdit))}\n`);
  return [
    ["tools.json", await textOf(false)],
    ["editing-tools.json", await textOf(true)],
  ];
}

/**
 * Runs a module of src/.
 * @param {string} entry
 */
async function exportsOf(entry) {
  // The constants of src/base/package.ts are paths beside a file of dist.
  const { outputFiles: [bundle] = [] } = await build({
    ...options,
    entryPoints: [entry],
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(dist, "module.cjs")).href) },
    banner: {},
    metafile: false,
  });
  const passing = join(mkdtempSync(join(tmpdir(), "codegrove-")), "module.cjs");
  try {
    writeFileSync(passing, bundle?.contents ?? "");
    return createRequire(passing)(passing);
  } finally {
    rmSync(dirname(passing), { recursive: true });
  }
}

/**
 * What a report's page has inside of it: its script and its style, each as one text, for browsers of the last years.
 * @returns {Promise<readonly (readonly [string, Uint8Array])[]>}
 */
async function reportAssets() {
  const names = { "report-page": "src/report/page/script.ts", "report-page-style": "src/report/page/style.css" };
  return [...(await pageFiles(names)), await viewPage("graph-view"), await viewPage("code-view")];
}

/**
 * A view for clients that show MCP Apps: one document, whose policy allows only its own script and style.
 * @param {string} name of its script and its style in src/report/page
 * @returns {Promise<readonly [string, Uint8Array]>}
 */
async function viewPage(name) {
  const folder = "src/report/page";
  const entries = { [name]: `${folder}/${name}.ts`, [`${name}-style`]: `${folder}/${name}.css` };
  const files = new Map(await pageFiles(entries));
  const textOf = (/** @type {string} */ file) => Buffer.from(files.get(file) ?? "").toString();
  const [script, style] = [textOf(`${name}.js`), textOf(`${name}-style.css`)];
  if (/<\/script|<!--/i.test(script)) throw new Error("the view ends its own script");
  const digestOf = (/** @type {string} */ text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = `default-src 'none'; script-src ${digestOf(script)}; style-src ${digestOf(style)}; img-src data:`;
  const parts = new Map([
    ["POLICY", policy],
    ["/* STYLE */", style],
    ["/* SCRIPT */", script],
  ]);
  const html = readFileSync(join(top, folder, "view.html"), "utf8").replace(
    /POLICY|\/\* (?:STYLE|SCRIPT) \*\//g,
    (placeholder) => parts.get(placeholder) ?? "",
  );
  return [`${name}.html`, Buffer.from(html)];
}

/**
 * Code and style for browsers of the last years, by the names of their files.
 * @param {Readonly<Record<string, string>>} entryPoints
 * @returns {Promise<readonly (readonly [string, Uint8Array])[]>}
 */
async function pageFiles(entryPoints) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: top,
    outdir: dist,
    entryPoints,
    bundle: true,
    format: "iife",
    target: ["chrome120", "firefox121", "safari17"],
    minify: true,
    charset: "ascii",
    // A page is sent on without the file of licences.
    legalComments: "inline",
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  for (const input of Object.keys(metafile.inputs)) pageInputs.add(input);
  return outputFiles.map(({ path, contents }) => [basename(path), contents]);
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
 * The licences of the packages whose files are bundled, and of what else is.
 * @param {string[]} inputs
 */
function licensesOf(inputs) {
  const folders = new Set(inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]));
  const textOf = (/** @type {string} */ part) => readFileSync(join(top, "scripts/licences", part), "utf8").trim();
  /** @type {Readonly<Record<string, { package: string }>>} */
  const manifest = JSON.parse(readFileSync(join(top, "grammars/manifest.json"), "utf8"));
  const grammars = new Set(Object.values(manifest).map((grammar) => join(top, "node_modules", grammar.package)));
  const bundled = [...folders].flatMap((folder) => (folder === undefined ? [] : [join(top, folder)]));
  // Its runtime is a part of dist/masking.wasm and dist/words.wasm.
  const compiler = join(top, "node_modules/assemblyscript");
  const packages = [...bundled, ...grammars, compiler, fonts].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^(?:mit-)?licen[cs]e/i.test(entry));
    const texts = [
      ...(file === undefined ? [] : [join(folder, file)]),
      ...(licencesOfParts[name] ?? []).map((/** @type {string} */ part) => join(top, "scripts/licences", part)),
    ];
    if (texts.length === 0) throw new Error(`${name} has no licence file`);
    return `${name} ${version}\n\n${texts.map((text) => readFileSync(text, "utf8").trim()).join("\n\n")}\n`;
  });
  const sources = Object.entries(licencesOfSources).map(
    ([name, parts]) => `${name}\n\n${parts.map(textOf).join("\n\n")}\n`,
  );
  return [...packages, ...sources].join(`\n${"-".repeat(80)}\n\n`);
}
