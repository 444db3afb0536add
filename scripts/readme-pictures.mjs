#!/usr/bin/env node
// @ts-check
/**
 * Draws the pictures of README.md in docs/images, from what the build in dist answers about tests/fixtures/shapes.
 *
 *   node scripts/readme-pictures.mjs [--check]
 *
 *   --check   write nothing, and exit with 1 where a picture is out of date
 *
 * Run `npm run build` first. Needs util-linux's script.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { recording } from "./record-terminal.mjs";

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(repository, "tests/fixtures/shapes");
const images = join(repository, "docs/images");
const columns = 96;

const commands = ["codegrove list_symbols shape.hpp", "codegrove find_references Shape::area", "codegrove check"];

/** The pictures by their names. */
const pictures = {
  "terminal.svg": await recording(commands, folder, columns),
  "graph.svg": graph(),
};

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
mkdirSync(images, { recursive: true });
for (const [name, picture] of Object.entries(pictures)) {
  const path = join(images, name);
  const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (picture === before) console.log(`${name}: up to date`);
  else if (values.check) {
    console.log(`${name}: out of date; run node scripts/readme-pictures.mjs`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, picture);
    console.log(`${name}: written`);
  }
}

/** The graph of the includes of the fixtures. */
function graph() {
  const shown = relative(repository, folder);
  const args = ["get_dependency_graph", shown, "--output-format", "svg", "--log-level", "error"];
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(repository, "dist/main.cjs"), ...args], {
    cwd: repository,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
