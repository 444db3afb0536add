#!/usr/bin/env node
// @ts-check
/**
 * The main job on real source files that come with any npm: C++ of node-addon-api, Python of node-gyp.
 * Sends one call of each of four tools to the built server over stdio and prints how its answers begin.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const cpp = "node_modules/node-addon-api";
const npm = process.env.npm_execpath ?? "";
const gyp = join(dirname(dirname(npm)), "node_modules", "node-gyp", "gyp", "pylib");
const python = existsSync(gyp) ? gyp : "tests/fixtures/reference/tests/fixtures";

const calls = [
  ["parse_file", { filepath: [cpp, python] }],
  ["find_classes", { filepath: `${cpp}/napi.h` }],
  ["find_functions", { filepath: python }],
  ["execute_query", { filepath: `${cpp}/napi.h`, query: "(preproc_include path: (_) @path)" }],
];

const requests = calls.map(([name, args], id) =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } }),
);
const { stdout, status } = spawnSync(process.execPath, ["dist/main.cjs", "--log-level", "error"], {
  cwd: top,
  input: requests.join("\n"),
  encoding: "utf8",
  maxBuffer: 2 ** 30,
});
const answers = new Map(
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ id, result }) => [id, result]),
);
calls.forEach(([name, args], id) => {
  const { content, isError } = answers.get(id);
  const [{ text }] = content;
  console.log(`${name} ${JSON.stringify(args)}\n  ${text.length} characters: ${text.slice(0, 300)}…\n`);
  if (isError) process.exitCode = 1;
});
process.exitCode ||= status ?? 1;
