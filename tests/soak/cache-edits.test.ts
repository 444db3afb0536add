import { expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { expectAnswersOfBusyFile } from "../support/busy-file.ts";
import { cachedAndPlain, expectAnswersOfEditedFiles } from "../support/edited-files.ts";
import { largeCode } from "../support/large-code.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const servers = cachedAndPlain();

test("whatever is edited, answers are those without a cache: 15 trees", { timeout: 600_000 }, () =>
  expectAnswersOfEditedFiles(servers, 15),
);

test("files that change while they are read answer what they are in the end: 12 times", () =>
  expectAnswersOfBusyFile(12));

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
  const files = Array.from({ length: 20_000 }, (_, i) => [`${i % 100}/${i}.cpp`, `#define M${i}\nclass C${i} {};\n`]);
  const cwd = temporaryFolder(Object.fromEntries(files));
  const args = ["find_classes", ".", "--cache-dir", temporaryFolder(), "--max-result-chars", "0"];
  const env = { REQUEST_TIMEOUT: "3000" };
  let answer = '"truncated":true';
  for (let calls = 0; calls < 60 && answer.includes('"truncated":true'); calls++) {
    answer = (await runServer("", { args, cwd, env })).stdout;
  }
  const { results, truncated } = JSON.parse(answer);
  expect(truncated).toBeUndefined();
  expect(results.length).toBe(20_000);
});
