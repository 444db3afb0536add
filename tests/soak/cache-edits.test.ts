import { renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { expectAnswersOfBusyFile } from "../support/busy-file.ts";
import { cachedAndPlain, editedContents, expectAnswersOfEditedFiles, firstContents } from "../support/edited-files.ts";
import { laterClock, sessionInProcess } from "../support/in-process.ts";
import { largeCode } from "../support/large-code.ts";
import type { Session } from "../support/session.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const servers = cachedAndPlain();

test("whatever is edited, answers are those without a cache: 4 trees", { timeout: 600_000 }, () =>
  expectAnswersOfEditedFiles(servers, 4),
);

test("files that change while they are read answer what they are in the end: 6 times", () =>
  expectAnswersOfBusyFile(6));

test("a scan of large files that is stopped keeps what it has, and the next one goes on", async () => {
  const cwd = temporaryFolder(
    Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`large/${i}.cpp`, largeCode(i, 400_000)])),
  );
  const scan = (flags: readonly string[], env = {}) =>
    runServer("", { args: ["find_functions", "large", ...flags], cwd, env });
  const cache = ["--cache-dir", temporaryFolder()];
  let [timeoutMs, stopped] = [400, ""];
  // A machine that is busy may not even list the files in that time.
  do {
    stopped = (await scan(cache, { REQUEST_TIMEOUT: String(timeoutMs) })).stdout;
    timeoutMs *= 2;
  } while (stopped.includes("No files were listed"));
  expect(stopped).toContain('"truncated":true');
  const whole = await scan(cache);
  expect(whole.stdout).toBe((await scan(["--no-cache"])).stdout);
});

test("a scan that is stopped again and again gets to its end, if each has the time to list it", {
  timeout: 600_000,
}, async () => {
  const files = Array.from({ length: 4_000 }, (_, i) => [`${i % 100}/${i}.cpp`, `#define M${i}\nclass C${i} {};\n`]);
  const cwd = temporaryFolder(Object.fromEntries(files));
  const args = ["find_classes", ".", "--cache-dir", temporaryFolder(), "--max-result-chars", "0"];
  const env = { REQUEST_TIMEOUT: "2000" };
  let answer = '"truncated":true';
  for (let calls = 0; calls < 60 && answer.includes('"truncated":true'); calls++) {
    answer = (await runServer("", { args, cwd, env })).stdout;
  }
  const { results, truncated } = JSON.parse(answer);
  expect(truncated).toBeUndefined();
  expect(results.length).toBe(4_000);
});

describe("files that settled", () => {
  // A server that a test has started again ends with that test.
  const { top, wait, expectSameAnswers } = cachedAndPlain();

  /** Answers twice, so that what is known is trusted by its stamp. */
  async function settle(folder: string): Promise<void> {
    wait();
    await expectSameAnswers(folder);
    await expectSameAnswers(folder);
  }

  test("a switch to another branch and back", async () => {
    const [one, two] = [0, 1].map((branch) =>
      Object.fromEntries(Object.entries(editedContents).map(([file, texts]) => [file, texts[branch] ?? ""])),
    );
    for (const [branch, files] of [one, two].entries()) {
      writeFiles(join(top, `branch-${branch}`), files ?? {});
      for (const file of Object.keys(editedContents)) utimesSync(join(top, `branch-${branch}`, file), 1e9, 1e9);
    }
    renameSync(join(top, "branch-0"), join(top, "work"));
    await settle("work");
    renameSync(join(top, "work"), join(top, "branch-0"));
    renameSync(join(top, "branch-1"), join(top, "work"));
    await expectSameAnswers("work");
    renameSync(join(top, "work"), join(top, "branch-1"));
    renameSync(join(top, "branch-0"), join(top, "work"));
    await settle("work");
  });

  test.each([
    ["written with equal size and its old time", "a.cpp", 1],
    ["a header that defines something else", "m.h", 2],
    ["a header next to it that defines something else", "sub/n.h", 1],
  ])("%s", async (name, file, choice) => {
    const folder = `settled ${name}`;
    writeFiles(join(top, folder), firstContents);
    await settle(folder);
    const changed = join(top, folder, file);
    const { atime, mtime } = statSync(changed);
    writeFileSync(changed, editedContents[file as keyof typeof editedContents][choice] ?? "");
    utimesSync(changed, atime, mtime);
    await expectSameAnswers(folder);
    wait();
    await expectSameAnswers(folder);
  });

  test("a folder that moves out of the roots, with a link in its place", async () => {
    const place = temporaryFolder({ "in/a.cpp": "class A {};\n", "in/sub/b.cpp": "class B {};\n" });
    const args = ["--log-level", "error", "--root", join(place, "in")];
    const known = sessionInProcess({
      args: [...args, "--cache-dir", join(place, "cache")],
      cwd: place,
      now: laterClock,
    });
    const without = sessionInProcess({ args: [...args, "--no-cache"], cwd: place });
    try {
      const ask = (session: Session) => callTool(session, "find_classes", { filepath: ["in/a.cpp", "in/sub/b.cpp"] });
      expect((await ask(known)).text).toBe((await ask(without)).text);
      renameSync(join(place, "in/sub"), join(place, "out"));
      symlinkSync("../out", join(place, "in/sub"));
      const { text } = await ask(known);
      expect(text).toContain('"failed_files":1');
      expect(text).toBe((await ask(without)).text);
    } finally {
      await Promise.all([known.close(), without.close()]);
    }
  });
});
