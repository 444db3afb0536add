import { basename, posix } from "node:path";
import fc from "fast-check";
import { minimatch } from "minimatch";
import { beforeAll, expect, test } from "vitest";
import { overStdio } from "./conversation.ts";
import { Pings } from "./pings.ts";
import type { Message } from "./session.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const callsAtOnce = 8;
const callsPerPing = 5;

const files = [
  "a.cpp",
  "b.py",
  "ab.cpp",
  "a/a.cpp",
  "a/b/a.py",
  "a/b/ab.cpp",
  "b/.a.cpp",
  "b/!a.cpp",
  "b/[ab].cpp",
  "b/{a,b}.cpp",
  "b/a|b.cpp",
  "b/+(a).cpp",
  "b/a\nb.cpp",
  "b/a b.py",
  `ext/${"a".repeat(44)}.cpp`,
  `ext/${"a".repeat(44)}.py`,
  `ext/${"a".repeat(200)}.cpp`,
  `ext/${"ab".repeat(100)}.cpp`,
];

const letters = ["a", "a", "b", "aa", "ab", "ext", ".cpp", ".py", "."];
const wildcards = [
  "*",
  "*",
  "**",
  "**/",
  "?",
  "[ab]",
  "[!a]",
  "[",
  "]",
  "{",
  "}",
  "{a,b}",
  "{b,*}",
  "{1..9}",
  ",",
  "..",
];
const groups = ["+(", "@(", "!(", "*(", "?(", ")", ")", ")", "|", "+(a)", "+(a|b)", "@(a|b*)", "!(b)", "+(a|a?)"];
const others = ["\\", "/", "/", "!"];

/** Most are of some parts; some repeat a part up to what is refused. */
const anyPattern = fc.oneof(
  { weight: 6, arbitrary: joined([...letters, ...wildcards, ...groups, ...others], 12) },
  { weight: 3, arbitrary: joined([...letters, ...wildcards, ...others], 8) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(joined([...letters, ...wildcards, ...groups], 4), fc.integer({ min: 2, max: 60 }), joined(letters, 2))
      .map(([part, count, end]) => part.repeat(count) + end),
  },
);

function joined(parts: readonly string[], maxLength: number) {
  return fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength }).map((some) => some.join(""));
}

type Asked = { readonly pattern: string; readonly input: object; readonly answer: Message };

/**
 * Tests of what a server answers about random patterns, half of them as `filepath`, half as one of `file_patterns`.
 *
 * @param limitMs the time of a call; a short one stops more calls, the more so the busier the machine is
 */
export function testPatterns(patternsPerArgument: number, seed: number, limitMs: number): void {
  const folder = temporaryFolder(Object.fromEntries(files.map((path) => [path, ""])));
  const patterns = fc.sample(anyPattern, { seed, numRuns: 2 * patternsPerArgument });
  const asked: Asked[] = [];
  let pingsMs: readonly number[] = [];

  beforeAll(async () => {
    const server = await overStdio({
      cwd: folder,
      args: ["--root", ".", "--log-level", "error", "--no-cache", "--max-result-chars", "0"],
      env: { REQUEST_TIMEOUT: String(limitMs) },
    });
    await server.request("ping");
    const pings = new Pings(() => server.request("ping"), server.pid);
    const left = [...patterns.entries()];
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [i, pattern] = next;
        const input = i < patternsPerArgument ? { filepath: pattern } : { filepath: ".", file_patterns: [pattern] };
        const call = server.request("tools/call", { name: "parse_file", arguments: input });
        if (i % callsPerPing === 0) pings.send();
        const answer = await call;
        asked[i] = { pattern, input, answer };
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, work));
    pingsMs = await pings.end();
    await server.kill();
  }, 400_000);

  test("are all answered, none of them with an internal error", () => {
    expect(asked).toHaveLength(patterns.length);
    for (const { input, answer } of asked) {
      expect(JSON.stringify(answer), JSON.stringify(input)).not.toMatch(/internal error/i);
      expect(answer.result?.content, JSON.stringify(input)).toHaveLength(1);
    }
  });

  test("hold no ping up", () => {
    // One behind every fifth call, and more the longer they take.
    expect(pingsMs.length).toBeGreaterThanOrEqual(patterns.length / callsPerPing);
    expect(Math.max(...pingsMs)).toBeLessThan(1_000);
  });

  test("match files that are there", () => {
    for (const one of asked) {
      for (const path of filesIn(one) ?? []) expect(files, JSON.stringify(one.input)).toContain(path);
    }
    expect(asked.filter((one) => (filesIn(one)?.length ?? 0) > 0).length).toBeGreaterThan(patternsPerArgument / 20);
  });

  test("are refused as an argument, or stopped, seldom", () => {
    const failed = asked.filter((one) => filesIn(one) === undefined);
    expect(failed.length).toBeLessThan(asked.length / 2);
    for (const { input, answer } of failed) {
      expect(answer.result?.content?.[0]?.text, JSON.stringify(input)).toMatch(
        /cannot be matched: |Stopped after \d+ ms|Half of the time was over|Failed to open file/,
      );
    }
  });

  test("without groups match as file_patterns what minimatch matches", () => {
    const compared = asked.slice(patternsPerArgument).filter(({ pattern }) => isFast(pattern));
    let count = 0;
    for (const one of compared) {
      const found = filesIn(one);
      if (found === undefined) continue;
      expect(found, JSON.stringify(one.pattern)).toEqual(files.filter(matcher(one.pattern)).sort());
      count++;
    }
    expect(count).toBeGreaterThan(patternsPerArgument / 5);
  });
}

/** True for one pattern, with a comma only in braces, that has no groups and takes no time in this process. */
function isFast(pattern: string): boolean {
  if (pattern.replaceAll(/\{[ab],[b*]\}/g, "").includes(",")) return false;
  return !/[+*?@!]\(/.test(pattern) && pattern.length < 60 && (pattern.match(/\*+/g) ?? []).length <= 4;
}

/** What a pattern means as one of file_patterns, by the documentation. */
function matcher(pattern: string): (path: string) => boolean {
  const isNegative = pattern.startsWith("!");
  const glob = (isNegative ? pattern.slice(1) : pattern).replaceAll("\\", "/").replace(/^\.?\/(?=.)/, "");
  const options = { dot: true, nocomment: true, nonegate: true };
  return (path) => minimatch(glob.includes("/") ? path : basename(path), glob, options) !== isNegative;
}

/** The paths of an answer, sorted; undefined for one that failed or was stopped. */
function filesIn({ pattern, answer: { result } }: Asked): readonly string[] | undefined {
  const { success, results, truncated } = JSON.parse(result?.content?.[0]?.text ?? "null");
  if (success === false || truncated === true) return undefined;
  // A flat answer is about the file that was named, which may end with separators.
  const named = pattern.replaceAll("\\", "/").replace(/\/+$/, "");
  const rows: readonly { readonly filepath: string }[] = results ?? [{ filepath: named }];
  return rows.map(({ filepath }) => posix.normalize(filepath)).sort();
}
