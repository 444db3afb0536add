/**
 * Patches as `git apply` takes them. Input: calls that name files as `./a.py`, `../a.py` or in full; output: the files after
 * `git apply`, run in the folder that the paths of the patch start from.
 */
import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { copied } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const code = {
  "p/a.py": "def f(a):\n    return a\nx = f(1)\n",
  "p/sub/b.py": "from a import f\ny = f(2)\n",
  "q/d.py": "def f(a):\n    return 3\nz = f(3)\n",
  "p/a b/dé.py": "v = f(4)\n",
};

/** The arguments of each tool that makes a patch, after the file or folder. */
const tools: Readonly<Record<string, (path: string) => readonly string[]>> = {
  find_pattern: (path) => ["find_pattern", path, "--pattern", "f($A)", "--rewrite", "k($A, 0)"],
  rename_symbol: (path) => ["rename_symbol", `${path}:1`, "--symbol", "f", "--new-name", "renamed"],
  replace_symbol: (path) => ["replace_symbol", `${path}:1`, "--symbol", "f", "--part", "body", "--text", "return 0"],
};

async function answerOf(tool: string, path: string, cwd: string, flags: readonly string[]): Promise<string> {
  const args = [...(tools[tool]?.(path) ?? []), "--quiet", "--log-level", "error", ...flags];
  return (await runInProcess("", { cwd, args })).stdout;
}

async function patchOf(tool: string, path: string, cwd: string, flags: readonly string[] = []): Promise<string> {
  const stdout = await answerOf(tool, path, cwd, ["--format", "text", ...flags]);
  // Lines after the diff are totals.
  return stdout.slice(stdout.indexOf("--- "), stdout.search(/^[^-+@ \\].*$/m) >>> 0);
}

/** Runs `git apply --check` in a folder, and returns what it prints: "" if the patch can be applied. */
function refusal(patch: string, cwd: string): string {
  const { stderr, status } = spawnSync("git", ["apply", "--check"], { cwd, input: patch, encoding: "utf8" });
  return status === 0 ? "" : stderr;
}

const pathsIn = (patch: string) => Array.from(patch.matchAll(/^--- a\/(.*)$/gm), ([, path]) => path);

/** Two repositories next to each other, without commits. */
function folders() {
  const top = copied("p and q", () => {
    const made = temporaryFolder(code);
    for (const folder of ["p", "q"]) spawnSync("git", ["init", "-q", "--template="], { cwd: join(made, folder) });
    return made;
  });
  return { top, cwd: join(top, "p") };
}

describe.each(Object.keys(tools))("the patch of %s", (tool) => {
  test.each([
    ["a path", () => "a.py"],
    ["a path with ./", () => "./a.py"],
    ["a path with ..", () => "sub/../a.py"],
    ["a path in full", (cwd: string) => join(cwd, "a.py")],
    ["a path in full over a link", (cwd: string) => join(cwd, "../link/a.py")],
  ])("of %s is one that git applies in the working folder", async (_, pathIn) => {
    const { top, cwd } = folders();
    symlinkSync(cwd, join(top, "link"));
    const patch = await patchOf(tool, pathIn(cwd), cwd);
    expect(pathsIn(patch)[0]).toBe("a.py");
    expect(refusal(patch, cwd)).toBe("");
  });

  test("of a file outside of the working folder starts from its root, or from the top of the disk", async () => {
    const { top, cwd } = folders();
    const other = join(top, "q");
    const ofRoot = await patchOf(tool, join(other, "d.py"), cwd, ["--root", cwd, "--root", other]);
    expect(pathsIn(ofRoot)).toEqual(["d.py"]);
    expect(refusal(ofRoot, other)).toBe("");
    const below = await patchOf(tool, "../a.py", join(cwd, "sub"));
    expect(pathsIn(below)).toContain(join(cwd, "a.py").slice(1));
    expect(refusal(below, "/")).toBe("");
  });
});

test.each(Object.keys(tools))(
  "a brief answer of %s is a patch as it is, with the ends of lines of its file",
  async (tool) => {
    const lines = "def f(a):\r\n    return a\r\nx = f(1)";
    const cwd = temporaryFolder({ "a.py": lines, "sub/b.py": "from a import f\ny = f(2)\n", "c.py": "y = 1\n" });
    spawnSync("git", ["init", "-q", "--template="], { cwd });
    for (const path of tool === "find_pattern" ? ["a.py", "."] : ["a.py"]) {
      const answer = await answerOf(tool, path, cwd, ["--format", "brief"]);
      expect(pathsIn(answer)[0]).toBe("a.py");
      expect(answer).toContain("\r\n");
      expect(refusal(answer, cwd)).toBe("");
      // A patch of other code would be refused.
      expect(refusal(answer.replace(/^-(.*)$/m, "-no$1"), cwd)).not.toBe("");
    }
  },
);

test("the patch of files in several folders starts from one that has them all", async () => {
  const { cwd } = folders();
  const paths = ["b.py", "../a.py"];
  const args = ["find_pattern", ...paths, "--pattern", "f($A)", "--rewrite", "k($A)", "--format", "text", "--quiet"];
  const { stdout } = await runInProcess("", { cwd: join(cwd, "sub"), args: [...args, "--root", cwd] });
  expect(pathsIn(stdout).sort()).toEqual(["a.py", "sub/b.py"]);
  expect(refusal(stdout, cwd)).toBe("");
});

test.each([".", "./", "./sub/..", "$PWD"])("the patch of the folder %s has all files", async (folder) => {
  const { cwd } = folders();
  const patch = await patchOf("find_pattern", folder.replace("$PWD", cwd), cwd);
  expect(pathsIn(patch).sort()).toEqual(["a b/dé.py", "a.py", "sub/b.py"]);
  expect(refusal(patch, cwd)).toBe("");
});

test("paths with characters that a line cannot have are quoted as git quotes them", async () => {
  const names = ["tab\there.py", "line\nfeed.py", "\u202eleft.py", "a##[b\u007f.py"];
  const plainNames = ['quote".py', "back\\slash.py", " blank .py"];
  const cwd = temporaryFolder(Object.fromEntries([...names, ...plainNames].map((name) => [name, "v = f(4)\n"])));
  spawnSync("git", ["init", "-q", "--template="], { cwd });
  const patch = await patchOf("find_pattern", ".", cwd);
  expect(pathsIn(patch)).toEqual(plainNames.sort());
  expect(patch).toContain('--- "a/line\\012feed.py"\n+++ "b/line\\012feed.py"\n');
  expect(refusal(patch, cwd)).toBe("");
});

test("the diff of an answer in JSON has the same paths", async () => {
  const { cwd } = folders();
  const session = sessionInProcess({ cwd, args: ["--log-level", "error", "--allow-edits"] });
  const filepath = join(cwd, "a.py");
  for (const [name, further] of [
    ["rename_symbol", { new_name: "renamed" }],
    ["replace_symbol", { part: "body", text: "return 0" }],
  ] as const) {
    const { answer } = await callTool(session, name, { symbol: "f", filepath, line: 1, ...further });
    const { diff } = z.object({ diff: z.string() }).parse(answer);
    expect(pathsIn(diff)[0]).toBe("a.py");
    expect(refusal(diff, cwd)).toBe("");
  }
});
