import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Skipped } from "../../src/workspace/skipped.ts";
import { walk, walkFolder } from "../../src/workspace/walk.ts";
import { WatchRules } from "../../src/workspace/watch-rules.ts";
import { environmentWithoutSettings } from "../support/built-server.ts";
import { seed } from "../support/seed.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

const paths = ["a.py", "b.py", "build/a.py", "build/b.py", "lib/a.py", "lib/build/a.py"];

/** A repository with a repository in it, which has a folder or a file `.git`, and another one in that. */
function nestedRepositories(): string {
  const folder = temporaryFolder(
    Object.fromEntries(["", "sub/", "x/clone/", "sub/deep/"].flatMap((at) => paths.map((path) => [at + path, ""]))),
  );
  git(folder, "init", "--quiet");
  git(join(folder, "x/clone"), "init", "--quiet");
  for (const sub of ["sub", "sub/deep"]) {
    mkdirSync(join(folder, ".git/modules"), { recursive: true });
    git(
      join(folder, sub),
      "init",
      "--quiet",
      `--separate-git-dir=${join(folder, ".git/modules", sub.replace("/", "-"))}`,
    );
  }
  return folder;
}

const places = ["", "sub", "x/clone", "sub/deep", "sub/lib", "x"];

test("each repository has its own ignore rules, as git has them", () => {
  const folder = nestedRepositories();
  const line = fc
    .tuple(fc.constantFrom("", "", "!", "/"), fc.constantFrom("a.py", "b.*", "build", "lib/", "build/a.py", "*.py"))
    .map((parts) => parts.join(""));
  const rules = fc.array(fc.array(line, { maxLength: 3 }), { minLength: places.length, maxLength: places.length });
  fc.assert(
    fc.property(rules, (lists) => {
      for (const [i, place] of places.entries()) {
        writeFileSync(join(folder, place, ".gitignore"), `${lists[i]?.join("\n") ?? ""}\n`);
      }
      const expected = listedByGit(folder);
      expect(walkFolder(folder, true, optionsOf())).toEqual(expected);
      const below = (part: string) =>
        expected.filter((path) => path.startsWith(part)).map((path) => path.slice(part.length));
      expect(walkFolder(join(folder, "sub"), true, optionsOf())).toEqual(below("sub/"));
    }),
    { numRuns: 20, seed },
  );
});

test("globs and watches have the same borders", async () => {
  const folder = nestedRepositories();
  writeFileSync(join(folder, ".gitignore"), "build/\na.py\n");
  const files = walkFolder(folder, true, optionsOf());
  expect(files).toContain("sub/build/a.py");
  expect(files).toContain("x/clone/a.py");
  expect(files).not.toContain("build/b.py");
  expect(await walk(folder, "**/*.py", optionsOf())).toEqual(files);
  const watched = new WatchRules([folder], optionsOf());
  expect(watched.ignore(join(folder, "sub/build"), true)).toBe(false);
  expect(watched.ignore(join(folder, "x/clone/a.py"), false)).toBe(false);
  expect(watched.ignore(join(folder, "x/a.py"), false)).toBe(true);
});

test("a worktree in its repository is counted and not read, unless it is named", async () => {
  const folder = temporaryFolder({ "main/a.py": "", "main/trees/kept.py": "" });
  const main = join(folder, "main");
  git(main, "init", "--quiet");
  git(main, "add", "a.py");
  git(main, "-c", "user.name=a", "-c", "user.email=a@b.invalid", "commit", "--quiet", "-m", "a");
  git(main, "worktree", "add", "--quiet", "trees/inside");
  git(main, "worktree", "add", "--quiet", "../beside");
  const found = (dir: string) => {
    const skipped = new Skipped();
    return { files: walkFolder(join(folder, dir), true, { ...optionsOf(), skipped }), skipped: skipped.summary() };
  };
  expect(found("main")).toEqual({ files: ["a.py", "trees/kept.py"], skipped: { worktrees: 1 } });
  expect(found("main/trees")).toEqual({ files: ["kept.py"], skipped: { worktrees: 1 } });
  expect(found("")).toEqual({ files: ["main/a.py", "main/trees/kept.py"], skipped: { worktrees: 2 } });
  expect(found("main/trees/inside")).toEqual({ files: ["a.py"], skipped: undefined });
  expect(found("beside")).toEqual({ files: ["a.py"], skipped: undefined });
  const skipped = new Skipped();
  expect(await walk(main, "**/*.py", { ...optionsOf(), skipped })).toEqual(["a.py", "trees/kept.py"]);
  expect(skipped.summary()).toEqual({ worktrees: 1 });
  expect(await walk(main, "trees/inside/*.py", optionsOf())).toEqual(["trees/inside/a.py"]);
  expect(walkFolder(main, true, { ...optionsOf(), noIgnore: true })).toEqual([
    "a.py",
    "trees/inside/a.py",
    "trees/kept.py",
  ]);
  expect(new WatchRules([main], optionsOf()).ignore(join(main, "trees/inside"), true)).toBe(true);
  // The repository was moved, or is mounted elsewhere: its worktrees have the path of before.
  writeFileSync(join(main, "trees/inside/.git"), "gitdir: /elsewhere/.git/worktrees/inside\n");
  expect(found("main")).toEqual({ files: ["a.py", "trees/kept.py"], skipped: { worktrees: 1 } });
});

test("a file .git of a stranger leaves out its own folder at most", () => {
  const hostile: Readonly<Record<string, string>> = {
    empty: "",
    other: "gitdir: /somewhere/.git/worktrees/x\n",
    relative: "gitdir: ../../../../../../../../../.git/worktrees/..\n",
    lines: "gitdir: a\ngitdir: b\n/.git/worktrees/x\n",
    nul: "gitdir: /a\0b/.git/worktrees/x",
    long: `gitdir: /${"a/".repeat(400_000)}.git/worktrees/x`,
    blank: `gitdir: ${" \n".repeat(400_000)}x`,
    huge: "gitdir: ".padEnd(2_000_000, "x"),
  };
  const folder = temporaryFolder(
    Object.fromEntries(
      Object.entries(hostile).flatMap(([name, text]) => [
        [`${name}/.git`, text],
        [`${name}/a.py`, ""],
      ]),
    ),
  );
  writeFiles(folder, { "fifo/a.py": "", "loop/a.py": "", "link/a.py": "" });
  spawnSync("mkfifo", [join(folder, "fifo/.git")]);
  symlinkSync(".git", join(folder, "loop/.git"));
  symlinkSync("/dev/zero", join(folder, "link/.git"));
  const names = [...Object.keys(hostile), "fifo", "link", "loop"].sort();
  expect(walkFolder(folder, true, optionsOf())).toEqual(names.map((name) => `${name}/a.py`));
  rmSync(join(folder, "fifo/.git"));
});

function optionsOf() {
  return {
    ignore: undefined,
    roots: [],
    onUnread: (path: string, reason: string) => expect.fail(`${path}: ${reason}`),
    filter: (path: string) => path.endsWith(".py"),
    noIgnore: false,
    skipped: new Skipped(),
    time: { isUp: () => false },
  };
}

/** The repositories of `nestedRepositories`. */
const repositories = ["", "sub/", "sub/deep/", "x/clone/"];

/**
 * The files that git does not ignore in each repository, without files of repositories in it. One shell lists them all, since a
 * process that the test starts takes longer than what it does.
 */
function listedByGit(folder: string): readonly string[] {
  const each = 'for at do (cd "./$at" && git ls-files -co --exclude-standard -z && printf "\\n\\0") || exit 1; done';
  const lists = run(folder, "sh", ["-c", each, "sh", ...repositories]).split("\n\0");
  expect(lists).toHaveLength(repositories.length + 1);
  return repositories
    .flatMap((at, i) => lists[i]?.split("\0").flatMap((path) => (path.endsWith(".py") ? [at + path] : [])) ?? [])
    .sort();
}

function git(cwd: string, ...args: readonly string[]): string {
  return run(cwd, "git", args);
}

function run(cwd: string, program: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    env: { ...environmentWithoutSettings(), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}
