import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { firstFailingWaitMs, maxFailingFiles, maxFailingWaitMs } from "../../src/base/limits.ts";
import { FailingFiles } from "../../src/code-base/failing-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const failure = { error: "Failed to parse file: a.py", details: { details: "the worker ended" } };

/** A file that fails, and a clock. */
function failingFile() {
  const path = join(temporaryFolder({ "a.py": "" }), "a.py");
  const clock = { ms: 1_000_000 };
  const files = new FailingFiles([], () => clock.ms).of("work");
  const isWaiting = () => files.outcomeOf(path) !== undefined;
  return { path, clock, files, isWaiting };
}

test("a file that has ended workers is read by the next call, then after times that double", () => {
  const { path, clock, files, isWaiting } = failingFile();
  files.take(path, failure);
  expect(isWaiting()).toBe(false);
  for (let waitMs = firstFailingWaitMs; waitMs < maxFailingWaitMs; waitMs *= 2) {
    files.take(path, failure);
    clock.ms += waitMs - 1;
    expect(isWaiting()).toBe(true);
    clock.ms += 1;
    expect(isWaiting()).toBe(false);
  }
  for (let call = 0; call < 100; call++) files.take(path, failure);
  clock.ms += maxFailingWaitMs;
  expect(isWaiting()).toBe(false);
});

test("its outcome says how often it failed, and when it is read again", () => {
  const { path, clock, files } = failingFile();
  files.take(path, failure);
  files.take(path, failure);
  clock.ms += firstFailingWaitMs - 2_000;
  expect(files.outcomeOf(path)).toEqual({
    error: failure.error,
    details: {
      details: "the worker ended. It has ended workers of 2 calls, and is read again when it changes, or in 2 s.",
    },
  });
});

test.each([
  ["changed", ({ path }: ReturnType<typeof failingFile>) => writeFileSync(path, "b = 1\n")],
  ["was read", ({ path, files }: ReturnType<typeof failingFile>) => files.take(path, undefined)],
  ["failed before the clock was set back", ({ clock }: ReturnType<typeof failingFile>) => (clock.ms -= 10_000_000)],
])("a file that %s does not wait", (_, change) => {
  const failing = failingFile();
  failing.files.take(failing.path, failure);
  failing.files.take(failing.path, failure);
  expect(failing.isWaiting()).toBe(true);
  change(failing);
  expect(failing.isWaiting()).toBe(false);
});

test("of many files the last ones are remembered", () => {
  const { path, files, isWaiting } = failingFile();
  files.take(path, failure);
  files.take(path, failure);
  for (let i = 0; i < maxFailingFiles; i++) files.take(`${path}${i}`, failure);
  expect(isWaiting()).toBe(false);
});

test("a file that fails at one kind of work does not wait at another", () => {
  const path = join(temporaryFolder({ "a.py": "" }), "a.py");
  const files = new FailingFiles([], () => 1_000_000);
  for (let call = 0; call < 2; call++) files.of("a query").take(path, failure);
  files.of("another query").take(path, undefined);
  expect(files.of("a query").outcomeOf(path)).toBeDefined();
  expect(files.of("another query").outcomeOf(path)).toBeUndefined();
});
