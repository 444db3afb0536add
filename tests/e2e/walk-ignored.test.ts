import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { environmentWithoutSettings } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer, pathsOf } from "../support/tool-call.ts";

const cpp = "class A {};\n";

const ignoreRules: Readonly<Record<string, string>> = {
  "tree/.gitignore": [
    "# a comment, then a blank line",
    "",
    "*.gen.cpp",
    "!kept.gen.cpp",
    "/anchored.cpp",
    "build/",
    "sub/inner.cpp",
    "**/any/where.cpp",
    "a/**/z.cpp",
    "[xy].cpp",
    "\\!bang.cpp",
    "\\#hash.cpp",
    "trailing.cpp   ",
    "UPPER.cpp",
    "dir-only.cpp/",
    "whole/*",
    "!whole/but-this.cpp",
    "closed/",
    "!closed/inside.cpp",
    "*.log",
  ].join("\n"),
  "tree/sub/.gitignore": "!back.gen.cpp\nlocal.cpp\n/rooted/*.cpp\n",
  "tree/crlf/.gitignore": "one.cpp\r\n/two.cpp\r\n",
  "tree/bom/.gitignore": "\uFEFFone.cpp\ntwo.cpp\n",
  "tree/only-cpp/.gitignore": "*\n!*/\n!*.cpp\n!.gitignore\n",
};

const files = [
  "a.cpp",
  "x.gen.cpp",
  "kept.gen.cpp",
  "anchored.cpp",
  "deep/anchored.cpp",
  "build/out.cpp",
  "deep/build/out.cpp",
  "deep/more/build.cpp",
  "sub/inner.cpp",
  "sub/back.gen.cpp",
  "sub/other.gen.cpp",
  "sub/local.cpp",
  "sub/deep/local.cpp",
  "sub/rooted/r.cpp",
  "sub/deep/rooted/r.cpp",
  "deep/sub/inner.cpp",
  "any/where.cpp",
  "deep/any/where.cpp",
  "a/z.cpp",
  "a/b/z.cpp",
  "a/b/c/z.cpp",
  "x.cpp",
  "deep/y.cpp",
  "z.cpp",
  "!bang.cpp",
  "#hash.cpp",
  "trailing.cpp",
  "upper.cpp",
  "deep/UPPER.cpp",
  "dir-only.cpp",
  "deep/dir-only.cpp/in.cpp",
  "whole/this.cpp",
  "whole/but-this.cpp",
  "closed/inside.cpp",
  "crlf/one.cpp",
  "crlf/two.cpp",
  "crlf/three.cpp",
  "bom/one.cpp",
  "bom/two.cpp",
  "bom/three.cpp",
  "only-cpp/yes.cpp",
  "only-cpp/no.hpp",
  "only-cpp/deep/yes.cpp",
  "only-cpp/deep/no.hpp",
  "names with spaces/größe Ω.cpp",
  "notes.log",
];

const folder = temporaryFolder({
  ...ignoreRules,
  ...Object.fromEntries(files.map((file) => [`tree/${file}`, cpp])),
  "tree/node_modules/package/index.cpp": cpp,
  "tree/deep/node_modules/package/index.cpp": cpp,
  "plain/.git/hook.cpp": cpp,
  "plain/node_modules/m.cpp": cpp,
  "plain/node_modules/n/n.cpp": cpp,
  "hidden/.pc/patched.cpp": cpp,
  "hidden/.venv/lib/m.cpp": cpp,
  "hidden/.dot.cpp": cpp,
  "hidden/kept.cpp": cpp,
  "plain/out/one.cpp": cpp,
  "plain/out/two.cpp": cpp,
  "plain/.gitignore": "out/\nloose*.cpp\n*.log\n",
  "plain/loose-1.cpp": cpp,
  "plain/loose-2.cpp": cpp,
  "plain/debug.log": "log\n",
  "plain/kept.cpp": cpp,
});

const call = callsToServer({ cwd: folder });

async function walked(filepath: string | readonly string[], more: object = {}): Promise<(string | undefined)[]> {
  return pathsOf(await call("find_classes", { filepath, ...more }));
}

describe("nested .gitignore files", () => {
  test("mean without a repository what they mean to git in one", async () => {
    const before = await walked("tree");
    expect(before).toEqual(unignored("tree"));
    expect(await walked("tree")).toEqual(unignored("tree"));
  });

  test("hold for globs", async () => {
    expect(await walked("tree/**/*.cpp")).toEqual(unignored("tree").filter((path) => path.endsWith(".cpp")));
  });

  test("hold below a folder that is walked by itself", async () => {
    for (const part of ["tree/sub", "tree/deep", "tree/only-cpp/deep", "tree/a/b"]) {
      expect(await walked(part), part).toEqual(unignored(part));
    }
  });

  test("do not hold for a file named outright", async () => {
    const named = ["tree/x.gen.cpp", "tree/build/out.cpp", "tree/node_modules/package/index.cpp"];
    expect(await walked(named)).toEqual(named);
    expect((await call("find_classes", { filepath: "tree/x.gen.cpp" })).answer.success).toBe(true);
  });
});

describe("what is ignored", () => {
  test("is counted, files by file and folders by folder; .git and other names are not", async () => {
    const { answer } = await call("find_classes", { filepath: "plain" });
    expect(answer.results?.map(({ filepath }) => filepath)).toEqual(["plain/kept.cpp"]);
    expect(answer.skipped).toEqual({ ignored_files: 2, ignored_folders: 2 });
    expect(Object.keys(answer)).toEqual(["total_files", "skipped", "results"]);
  });

  test("is counted by parse_file after failed_files", async () => {
    const { answer } = await call("parse_file", { filepath: "plain" });
    expect(Object.keys(answer)).toEqual(["total_files", "processed_files", "failed_files", "skipped", "results"]);
  });

  test("is a hidden folder, unless it is named", async () => {
    const { answer } = await call("find_classes", { filepath: "hidden" });
    expect(answer.results?.map(({ filepath }) => filepath)).toEqual(["hidden/.dot.cpp", "hidden/kept.cpp"]);
    expect(answer.skipped).toEqual({ ignored_folders: 2 });
    expect(await walked(["hidden/.pc", "hidden/.venv/**/*.cpp"])).toEqual([
      "hidden/.pc/patched.cpp",
      "hidden/.venv/lib/m.cpp",
    ]);
    expect(await walked("hidden", { no_ignore: true })).toHaveLength(4);
  });

  test("is not mentioned when there is none", async () => {
    const { answer } = await call("find_classes", { filepath: "plain/out", no_ignore: true });
    expect(Object.keys(answer)).toEqual(["total_files", "results"]);
  });
});

describe("no_ignore", () => {
  test("reads what the rules leave out", async () => {
    const everything = files.filter((file) => !file.endsWith(".log")).map((file) => `tree/${file}`);
    everything.push("tree/node_modules/package/index.cpp", "tree/deep/node_modules/package/index.cpp");
    expect(await walked("tree", { no_ignore: true })).toEqual(everything.sort());
  });

  test("false is what a walk is by itself", async () => {
    expect(await walked("plain", { no_ignore: false })).toEqual(["plain/kept.cpp"]);
  });
});

/** What git sees below this folder, less what no walk reads: node_modules and other kinds of files. */
function unignored(part: string): string[] {
  git("init", "--quiet");
  return git("ls-files", "-co", "--exclude-standard", "-z", part)
    .split("\0")
    .filter((path) => /\.(cpp|hpp)$/.test(path) && !path.includes("node_modules/"))
    .sort();
}

function git(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...environmentWithoutSettings(),
      HOME: join(folder, "no-home"),
      XDG_CONFIG_HOME: join(folder, "no-home"),
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      GIT_CEILING_DIRECTORIES: join(folder, ".."),
    },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}
