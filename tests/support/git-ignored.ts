import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { IgnorePatterns } from "../../src/workspace/gitignore.ts";
import { environmentWithoutSettings } from "./built-server.ts";
import { seed } from "./seed.ts";

const names = ["a", "b", "ab", "aab", "b.c", "a-b", "]x", "a b", "ä", "!a", "#b"];

/** Expects random rules to ignore what git ignores, in an empty folder. A failure prints its TEST_SEED. */
export function expectIgnoredAsByGit(folder: string, count: number): void {
  const tree = treeOf(folder);
  git(folder, "init", "--quiet");
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names, "a", "b", "c", ".", "-") },
    { weight: 5, arbitrary: fc.constantFrom("*", "?", "**", "/", "/**/", "**/", "/**") },
    {
      weight: 2,
      arbitrary: fc.constantFrom("[ab]", "[!a]", "[^b]", "[a-c]", "[[:alpha:]]", "[]x]", "[a\\]]", "[a-]"),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom("\\a", "\\*", "\\", "[", "[a", " ", "\\ ", "!", "#", "[[:nope:]]", "[b-a]"),
    },
  );
  const line = fc
    .tuple(fc.constantFrom("", "", "", "!", "/", "#"), fc.array(piece, { minLength: 1, maxLength: 5 }))
    .map(([head, pieces]) => head + pieces.join(""))
    // To git 2.39, `a**/b` is `a` and `**/b`; its manual has these stars as one.
    .filter((text) => text.split("/").every((part) => part === "**" || !part.includes("**")));
  const rules = fc.tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom("\n", "\r\n"));
  fc.assert(
    fc.property(rules, ([lines, end]) => {
      const text = lines.join(end);
      writeFileSync(join(folder, ".gitignore"), text);
      expect(ignoredByUs(text, tree)).toEqual(ignoredByGit(folder, tree));
    }),
    { numRuns: count, seed },
  );
}

type Entry = { readonly path: string; readonly isFolder: boolean };

/** A folder or a file under each name, three levels deep. */
function treeOf(folder: string): readonly Entry[] {
  const entries: Entry[] = [];
  for (const one of names.slice(0, 6)) {
    for (const two of names) {
      mkdirSync(join(folder, one, two), { recursive: true });
      entries.push({ path: `${one}/${two}`, isFolder: true });
      for (const three of names.slice(0, 4)) {
        writeFileSync(join(folder, one, two, three), "");
        entries.push({ path: `${one}/${two}/${three}`, isFolder: false });
      }
    }
    entries.push({ path: one, isFolder: true });
  }
  for (const name of names.slice(6)) {
    writeFileSync(join(folder, name), "");
    entries.push({ path: name, isFolder: false });
  }
  return entries;
}

function ignoredByUs(text: string, tree: readonly Entry[]): readonly string[] {
  const patterns = new IgnorePatterns(text);
  const isIgnored = (path: string, isFolder: boolean): boolean => {
    const above = path.lastIndexOf("/");
    if (above >= 0 && isIgnored(path.slice(0, above), true)) return true;
    return patterns.verdictOn(path, isFolder) === "ignored";
  };
  return tree.filter(({ path, isFolder }) => isIgnored(path, isFolder)).map(({ path }) => path);
}

function ignoredByGit(folder: string, tree: readonly Entry[]): readonly string[] {
  const listed = git(folder, "check-ignore", "--no-index", "-z", "--stdin", tree.map(({ path }) => path).join("\0"));
  const ignored = new Set(listed.split("\0"));
  return tree.filter(({ path }) => ignored.has(path)).map(({ path }) => path);
}

/** @param args of which the last one is the input of check-ignore */
function git(folder: string, command: string, ...args: string[]): string {
  const input = command === "check-ignore" ? args.pop() : "";
  const { stdout, stderr } = spawnSync("git", ["-c", "core.ignorecase=false", command, ...args], {
    cwd: folder,
    input,
    encoding: "utf8",
    env: { ...environmentWithoutSettings(), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
  expect(stderr).toBe("");
  return stdout;
}
