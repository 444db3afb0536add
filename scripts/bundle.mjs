#!/usr/bin/env node
// @ts-check
/**
 * Builds codegrove-<version>.mcpb, the bundle that Claude Desktop and others install, and with a name server.json,
 * the entry in the MCP registry. Run npm run build first.
 *
 *   node scripts/bundle.mjs [--output DIR] [--name NAMESPACE/codegrove] [--url URL]
 *
 * NAMESPACE is one that the publisher has shown to own, such as io.github.<account>. URL is where the bundle will be
 * fetched; without it, the entry names the npm package, whose package.json needs the name as mcpName.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packExtension } from "@anthropic-ai/mcpb";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const icon = "icon.png";
const top = fileURLToPath(new URL("..", import.meta.url));
const { name, title, version, description, keywords, license, engines } = {
  title: "codegrove",
  ...JSON.parse(readFileSync(join(top, "package.json"), "utf8")),
};

const { values } = parseArgs({
  options: { output: { type: "string", default: top }, name: { type: "string" }, url: { type: "string" } },
});
// The schema of the registry asks for one slash between a reversed domain and the server.
if (values.name !== undefined && !/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(values.name)) {
  stop(`--name: '${values.name}' is not a name such as io.github.<account>/codegrove`);
}
if (values.url !== undefined && values.name === undefined) stop("--url needs --name: it goes into server.json");

const output = resolve(values.output);
mkdirSync(output, { recursive: true });
const bundle = join(output, `${name}-${version}.mcpb`);
const folder = mkdtempSync(join(tmpdir(), "codegrove-bundle-"));
try {
  await pack(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.name !== undefined) {
  const entry = registryEntry(values.name, values.url);
  writeFileSync(join(output, "server.json"), `${JSON.stringify(entry, null, 2)}\n`);
}

/**
 * Fills a folder with what the package ships, and packs it.
 * @param {string} folder
 */
async function pack(folder) {
  for (const part of ["package.json", "LICENSE", "README.md", "dist", "grammars", "parsers", "queries"]) {
    cpSync(join(top, part), join(folder, part), { recursive: true, filter: isShipped });
  }
  writeFileSync(join(folder, icon), await iconImage());
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(bundleManifest(folder), null, 2)}\n`);
  // It validates the manifest first.
  if (!(await packExtension({ extensionPath: folder, outputPath: bundle, silent: true }))) stop("packing failed");
}

/** Draws the icon at the size that clients show it at most. */
async function iconImage() {
  await initWasm(readFileSync(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
  const svg = readFileSync(join(top, "assets/icon.svg"), "utf8");
  return new Resvg(svg, { fitTo: { mode: "width", value: 512 } }).render().asPng();
}

/** False for examples as text, which are there compressed. @param {string} path */
function isShipped(path) {
  return !path.endsWith(".examples.json");
}

/**
 * The manifest by the specification of MCPB, with the tools that the server in the folder lists.
 * @param {string} folder
 */
function bundleManifest(folder) {
  const entryPoint = "dist/main.cjs";
  return {
    manifest_version: "0.3",
    name,
    display_name: title,
    version,
    description,
    author: { name: `The ${name} authors` },
    icon,
    license,
    keywords,
    server: {
      type: "node",
      entry_point: entryPoint,
      mcp_config: {
        command: "node",
        // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the client that installs the bundle fills them in.
        args: [`\${__dirname}/${entryPoint}`, "serve", "--root", "${user_config.folder}"],
        // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the client that installs the bundle fills them in.
      },
    },
    user_config: {
      folder: {
        type: "directory",
        title: "Project folder",
        description: "The code to look at; nothing outside of it is read",
        required: true,
      },
    },
    tools: toolsOf(join(folder, entryPoint)),
    prompts_generated: true,
    compatibility: { platforms: ["darwin", "linux", "win32"], runtimes: { node: engines.node } },
  };
}

/**
 * Names and descriptions of the tools that a server lists.
 * @param {string} program
 * @returns {{ name: string, description: string }[]}
 */
function toolsOf(program) {
  const input = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
  // In a folder without codegrove.json, which could turn tools off.
  const options = { input, cwd: join(program, ".."), encoding: /** @type {const} */ ("utf8") };
  const { stdout, status } = spawnSync(process.execPath, [program, "--log-level", "error"], options);
  if (status !== 0) stop("the server does not start; run npm run build first");
  /** @type {{ result: { tools: { name: string, description: string }[] } }} */
  const { result } = JSON.parse(stdout);
  return result.tools.map((tool) => ({ name: tool.name, description: tool.description }));
}

/**
 * server.json for the MCP registry.
 * @param {string} serverName
 * @param {string | undefined} url
 */
function registryEntry(serverName, url) {
  const root = {
    type: "named",
    name: "--root",
    description: "The folder outside of which nothing is read",
    format: "filepath",
    isRequired: true,
  };
  const fileSha256 = createHash("sha256").update(readFileSync(bundle)).digest("hex");
  const transport = { type: "stdio" };
  // What installs a bundle asks for the folder itself, as the manifest says.
  const found =
    url === undefined
      ? { registryType: "npm", identifier: name, version, transport, packageArguments: [root] }
      : { registryType: "mcpb", identifier: url, version, fileSha256, transport };
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: serverName,
    title,
    description,
    version,
    packages: [found],
  };
}

/**
 * @param {string} reason
 * @returns {never}
 */
function stop(reason) {
  console.error(`bundle: ${reason}`);
  process.exit(1);
}
