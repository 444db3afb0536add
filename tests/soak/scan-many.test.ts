import { once } from "node:events";
import { linkSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { finishedProcess, packageFolder, startServer } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const reporter = join(packageFolder, "lab/bench/peak-memory.mjs");

test("50,000 tiny files in one folder: each is answered in order, the first one early, in little memory", {
  timeout: 600_000,
}, async () => {
  const files = 50_000;
  const folder = temporaryFolder({ "one.py": "def f(): pass\n", "two.py": "def g(): pass\n" });
  mkdirSync(join(folder, "many"));
  const nameOf = (i: number) => `many/${String(i).padStart(6, "0")}.py`;
  for (let i = 0; i < files; i++) linkSync(join(folder, i % 2 === 0 ? "one.py" : "two.py"), join(folder, nameOf(i)));
  const memory = join(folder, "memory.json");
  const child = startServer({
    args: ["find_functions", "many", "--format", "jsonl", "--log-level", "warn"],
    cwd: folder,
    env: { NODE_OPTIONS: `--import=${reporter}`, PEAK_MEMORY_FILE: memory },
  });
  const startedAt = performance.now();
  let firstAt = Number.NaN;
  let count = 0;
  for await (const line of createInterface(child.stdout)) {
    if (count === 0) firstAt = performance.now() - startedAt;
    const rows = `[{"name":"${count % 2 === 0 ? "f" : "g"}","line":1,"column":5}]`;
    if (line !== `{"filepath":"${nameOf(count)}","functions":${rows},"success":true}`) expect(line).toBe(nameOf(count));
    count++;
  }
  expect(count).toBe(files);
  expect(firstAt).toBeLessThan((performance.now() - startedAt) / 2);
  const { peak } = JSON.parse(readFileSync(memory, "utf8"));
  // Loose: lab/bench/run.mjs measures.
  expect(peak).toBeLessThan(600e6);
});

test("files that are replaced, removed and made anew during a scan: each answer is that of one of the contents", async () => {
  const contents = [1, 2].map((version) => `${"# comment\n".repeat(version * 500)}def f${version}(): pass\n`);
  const answers = [1, 2].map((version) => [{ name: `f${version}`, line: version * 500 + 1, column: 5 }]);
  const names = Array.from({ length: 2000 }, (_, i) => `f${String(i).padStart(4, "0")}.py`);
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [`code/${name}`, contents[0] ?? ""])));
  const scratch = mkdtempSync(join(folder, "new-"));
  const child = startServer({ args: ["find_functions", "code", "--format", "jsonl"], cwd: folder });
  const finished = finishedProcess(child);
  let changes = 0;
  const change = setInterval(() => {
    for (let i = 0; i < 50; i++, changes++) {
      const path = join(folder, "code", names[(changes * 7) % names.length] ?? "");
      if (changes % 5 === 0) {
        rmSync(path, { force: true });
        continue;
      }
      writeFileSync(join(scratch, "next"), contents[changes % 2] ?? "");
      renameSync(join(scratch, "next"), path);
    }
  }, 1);
  await once(child, "exit");
  clearInterval(change);
  const { stdout, stderr, exitCode } = await finished;
  const results = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(changes).toBeGreaterThan(100);
  for (const { success, functions } of results) {
    expect(success).toBe(true);
    expect(answers).toContainEqual(functions);
  }
  const vanished = Number(/(\d+) vanished/.exec(stderr)?.[1] ?? 0);
  expect(results.length + vanished).toBeLessThanOrEqual(names.length);
  // A file that is gone when it is read for the second time, too, has changed meanwhile.
  expect(exitCode).toBe(vanished > 0 ? 1 : 0);
  expect(results.map(({ filepath }) => filepath)).toEqual(results.map(({ filepath }) => filepath).sort());
});
