#!/usr/bin/env node
// @ts-check
/** Builds what the bins run: grammars/*.wasm from their packages, dist/ from src/. */
import { spawnSync } from "node:child_process";
import { chmodSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));

rmSync(`${top}/dist`, { recursive: true, force: true });
run("scripts/grammars.mjs");
run("node_modules/typescript/bin/tsc", "--project", "tsconfig.build.json");
chmodSync(`${top}/dist/main.js`, 0o755);

/** @param {string[]} args a script of this package, run by node */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: top, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
