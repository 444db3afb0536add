import { spawnSync } from "node:child_process";
import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandTable } from "../../src/cli/command-table.ts";
import { loadTools } from "../../src/tools/index.ts";
import { environmentOfProgram, serverPath } from "../support/built-server.ts";
import { needsShell, wordsOf } from "../support/command-words.ts";
import { runInProcess, startInProcess } from "../support/in-process.ts";
import { commit, git } from "../support/repository.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

const project = temporaryFolder({
  "src/shapes.h": `#pragma once
class Shape {
 public:
  virtual double area() const = 0;
};
class Circle : public Shape {
 public:
  double area() const override;
};
`,
  "src/main.cpp": `#include "shapes.h"
// TODO: more shapes
double Circle::area() const {
  double sum = 0;
  for (int step = 0; step < 360; ++step) {
    if (step % 2 == 0) sum += radius(step) * radius(step) / 2;
    else sum -= offset(step) * radius(step) / 2;
  }
  return sum > 0 ? sum : -sum;
}
double quarter() {
  double sum = 0;
  for (int step = 0; step < 90; ++step) {
    if (step % 2 == 0) sum += radius(step) * radius(step) / 2;
    else sum -= offset(step) * radius(step) / 2;
  }
  return sum > 0 ? sum : -sum;
}
double twice(const Circle &circle) {
  return 2 * circle.area();
}
int main() { Circle circle; return twice(circle) > circle.area() ? 0 : 1; }
`,
  "app.py": "class App:\n    def run(self):\n        return 0\n\n\ndef main():\n    return App().run()\n",
  "codegrove.json": '{"commands":{"test":{"run":["true"]}}}',
});

const examples = commandTable(await loadTools()).flatMap(({ name, examples: lines }) =>
  lines.map(({ line }) => [line, name] as const),
);

/** Matches a line that starts the program by its name in the PATH. */
const startsProgram = / -- codegrove\b/;

/** What a shell has done before the line of an example. */
const startOf: Readonly<Record<string, string>> = {
  bash: "git init -q && git add . && ",
  zsh: "autoload -U compinit && compinit -u; ",
};

describe("the examples of help", () => {
  test.each(
    examples.filter(
      ([line, name]) => !needsShell(line) && !startsProgram.test(line) && name !== "serve" && name !== "init",
    ),
  )("%s", async (line) => {
    const folder = temporaryFolder();
    cpSync(project, folder, { recursive: true });
    if (line.includes("get_changes")) {
      git(folder, "init", "-q", "-b", "main");
      commit(folder, {});
      writeFiles(folder, { "app.py": "def main():\n    return 1\n" });
    }
    const args = [...wordsOf(line), "--log-level", "error"];
    const [, artifact] = / --import (\S+)/.exec(line) ?? [];
    if (artifact !== undefined) await runInProcess("", { args: ["index", ".", "--export", artifact], cwd: folder });
    const shards = /index merge \. (.*)/.exec(line)?.[1]?.split(" ") ?? [];
    for (const [index, shard] of shards.entries()) {
      const share = ["--shard", `${index + 1}/${shards.length}`, "--cache-dir", shard];
      await runInProcess("", { args: ["index", ".", ...share], cwd: folder });
    }
    const { stdout, stderr, exitCode } = await runInProcess("", { args, cwd: folder });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    if (line.includes(" -o ") || / check(_file)?\b|-format/.test(line)) return;
    expect(stdout).not.toBe("");
    expect(stdout, "an answer without results").not.toMatch(
      /"(results|classes|functions|symbols|nodes|references|completions)":\[\]/,
    );
  });

  test("of init make what init --check looks for", async () => {
    const folder = temporaryFolder();
    for (const [line] of examples.filter(([, name]) => name === "init")) {
      const { exitCode } = await runInProcess("", { args: wordsOf(line), cwd: folder });
      expect(exitCode, line).toBe(0);
    }
  });

  test.each(examples.filter(([, name]) => name === "serve"))("%s", async (line) => {
    // Another program may listen on the default port.
    const args = wordsOf(line).flatMap((word) => (word === "--http" ? [word, "0"] : [word]));
    const program = startInProcess({ args, cwd: project });
    let log = "";
    program.stderr.on("data", (text: Buffer) => {
      log += text.toString();
      if (log.includes("serving MCP over HTTP")) program.signal("SIGTERM");
    });
    if (!args.includes("--http")) program.stdin.end();
    const { stderr, exitCode } = await program.finished;
    expect(exitCode).toBe(0);
    expect(stderr).toContain("serving MCP");
  });

  for (const [line] of examples.filter(
    ([text]) => (/[|<>()]/.test(text) && !text.startsWith("codegrove execute_query")) || startsProgram.test(text),
  )) {
    const shell = /\b(zsh|fish)\b/.exec(line)?.[0] ?? "bash";
    const isThere = spawnSync(shell, ["--version"]).error === undefined;
    test.skipIf(!isThere && process.env.CI === undefined)(line, () => {
      const folder = temporaryFolder({ "bin/none": "" });
      symlinkSync(serverPath, join(folder, "bin/codegrove"));
      cpSync(project, folder, { recursive: true });
      const { PATH = "", ...env } = environmentOfProgram();
      const { stderr, status } = spawnSync(shell, ["-c", (startOf[shell] ?? "") + line], {
        cwd: folder,
        env: { ...env, PATH: `${join(folder, "bin")}:${PATH}`, LOG_LEVEL: "error", ZDOTDIR: folder },
        encoding: "utf8",
      });
      expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    });
  }
});
