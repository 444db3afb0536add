import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder, runServer } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const rounds = 2;
const folder = temporaryFolder({
  "src/macros.h": '#define MY_API __attribute__((visibility("default")))\n#define MY_TEST(a) void a()\n',
  "src/a.cpp": '#include "macros.h"\nclass MY_API A { void f(); };\nMY_TEST(works) { }\nint é() { return 0; }\n',
  "src/binary.cpp": new Uint8Array([99, 0, 1, 2]),
  "src/empty.cpp": "",
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => [`src/many/f${i}.cpp`, `class C${i} { void g${i}() {} };\n`]),
  ),
});

/** A scan of a process whose clock goes ahead, so that files that were just written are trusted by their stamps. */
const scan = (...args: readonly string[]) =>
  runServer("", {
    args: ["find_functions", "src", "--format", "jsonl", ...args],
    cwd: folder,
    env: { NODE_OPTIONS: `--require=${join(packageFolder, "tests/support/later-clock.cjs")}` },
  });

const sorted = (lines: string) => lines.trimEnd().split("\n").sort();

test("processes that scan the same code base at once give the same, and leave a whole cache", async () => {
  const cache = temporaryFolder();
  const { stdout } = await scan("--no-cache");
  const cached = ["--cache-dir", cache];
  for (let round = 0; round < rounds; round++) {
    const whole = Promise.all([scan(...cached), scan(...cached), scan(...cached)]);
    const shards = Promise.all([1, 2, 3].map((i) => scan(...cached, "--shard", `${i}/3`)));
    for (const { stdout: answer } of await whole) expect(answer).toBe(stdout);
    expect(sorted((await shards).map(({ stdout: answer }) => answer).join(""))).toEqual(sorted(stdout));
  }
  const files = readdirSync(cache, { recursive: true, encoding: "utf8" });
  expect(files.filter((path) => path.endsWith(".tmp"))).toEqual([]);
  expect((await scan(...cached, "--timing")).stderr).toMatch(/^read +0\.000 s$/m);
});
