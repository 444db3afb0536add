#!/usr/bin/env node
// @ts-check
/**
 * A demonstration: asks the built program two questions about real code that comes with any npm, C++ of node-addon-api and
 * Python of node-gyp, and says what to do next. Answers are text, in colours on a terminal.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { styleText } from "node:util";

const top = fileURLToPath(new URL("..", import.meta.url));
const npm = process.env.npm_execpath ?? "";
const gyp = join(dirname(dirname(npm)), "node_modules", "node-gyp", "gyp", "pylib");

const questions = [
  {
    asks: "Who calls AsyncWorker::OnWorkComplete, and who overrides it? In C++, without a build:",
    folder: join(top, "node_modules/node-addon-api"),
    words: ["find_references", "AsyncWorker::OnWorkComplete"],
  },
  {
    asks: "Which functions call WriteOnDiff, and which ones call these? In Python:",
    folder: gyp,
    words: ["get_dependency_graph", "--symbol", "WriteOnDiff", "--direction", "callers", "--max-depth", "2"],
  },
];

const next = [
  ["npm install --global --allow-git=all git+file://$PWD", "install the commands"],
  ["codegrove init", "in a project of yours: its coding agent knows the server"],
  ["codegrove report . -o report.html", "one page about a folder, for people"],
  ["codegrove help", "all commands"],
];

// Another npm than the one of Node, such as pnpm, brings no node-gyp.
for (const { asks, folder, words } of questions.filter((question) => existsSync(question.folder))) {
  console.log(`${styleText("bold", asks)}\n\n$ codegrove ${words.join(" ")}`);
  const { status } = spawnSync(
    process.execPath,
    [join(top, "dist/main.cjs"), ...words, "--format", "text", "--no-pager"],
    {
      cwd: folder,
      stdio: "inherit",
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  console.log();
}
const width = Math.max(...next.map(([command = ""]) => command.length));
console.log(styleText("bold", "Next:"));
for (const [command = "", does] of next) console.log(`  ${command.padEnd(width)}  ${does}`);
