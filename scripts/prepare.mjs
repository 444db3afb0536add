#!/usr/bin/env node
// @ts-check
/**
 * Builds the package when npm makes it from a folder or a repository. For `npm install --global` of a repository, npm 11 fetches nothing
 * that the build needs, but installs the folder that it has cloned as a link, into which it would then write: a folder
 * replaces the link here, and the packages are fetched.
 */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const { _PACOTE_NO_PREPARE_: isInner, npm_config_global: isGlobal, npm_config_global_prefix: prefix } = process.env;

// npm runs this twice for a repository: the first time while it prepares the clone.
if (isInner === undefined) {
  if (isGlobal === "true" && prefix !== undefined) replaceLink(prefix);
  if (!existsSync(join(top, "node_modules/esbuild"))) run("npm", "ci", "--no-global", "--ignore-scripts", "--no-audit");
  run(process.execPath, join(top, "scripts/build-changed.mjs"));
}

/** Puts a folder where the global packages have a link to this one. @param {string} folder where they are */
function replaceLink(folder) {
  const { name } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  const packages = process.platform === "win32" ? "node_modules" : "lib/node_modules";
  const link = join(folder, packages, name);
  const isLink = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isLink || realpathSync(link) !== realpathSync(top)) return;
  rmSync(link);
  // npm has made the folder before, and enters it.
  mkdirSync(link);
}

/** @param {string} program @param {readonly string[]} args */
function run(program, ...args) {
  // npm is a script of cmd on Windows.
  const { status } = spawnSync(program, args, { cwd: top, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}
