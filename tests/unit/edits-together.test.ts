/** Edits that the lab checks together. Input: edits of files, one line each; output: the edits with errors, and the checks that ran. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkEdits } from "../../lab/truths/edits-together.mjs";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The edits that fail, and the number of times that the check of each file ran. */
async function checked(
  words: readonly string[],
  isWrong: (text: string) => boolean,
  isTold: (word: string) => boolean = () => false,
) {
  const names = ["a", "b"];
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, "\n".repeat(words.length)])));
  const failed: string[] = [];
  const runs = { a: 0, b: 0 };
  const edits = words.map((word, i) => {
    const path = join(folder, word.startsWith("b") ? "b" : "a");
    const apply = () => {
      const before = readFileSync(path);
      const lines = before.toString().split("\n");
      lines[i] = word;
      writeFileSync(path, lines.join("\n"));
      return new Map([[path, before]]);
    };
    const fail = (errors: readonly string[]) => failed.push(`${word} ${errors.join()}`);
    return { keys: [word], apply, fail, isToldBy: () => isTold(word) };
  });
  const checkOf = (name: "a" | "b") => ({
    reads: (paths: ReadonlySet<string>) => paths.has(join(folder, name)),
    newErrors: () => {
      runs[name]++;
      return isWrong(readFileSync(join(folder, name), "utf8")) ? [name] : [];
    },
  });
  await checkEdits(edits, [checkOf("a"), checkOf("b")]);
  for (const name of names) expect(readFileSync(join(folder, name), "utf8")).toBe("\n".repeat(words.length));
  return { failed, runs };
}

test("each edit with an error is found, and no other one", async () => {
  const words = ["a1", "a2 wrong", "a3", "a4 wrong", "a5", "a6"];
  const { failed } = await checked(words, (text) => text.includes("wrong"));
  expect(failed).toEqual(["a2 wrong a", "a4 wrong a"]);
});

test("an edit that the errors tell of is looked at first, and is not believed to be wrong", async () => {
  const words = Array.from({ length: 32 }, (_, i) => `a${i}${i === 20 ? " wrong" : ""}`);
  const isWrong = (text: string) => text.includes("wrong");
  const told = await checked(words, isWrong, (word) => word.includes("wrong"));
  expect(told).toEqual({ failed: ["a20 wrong a"], runs: { a: 4, b: 0 } });
  const misled = await checked(words, isWrong, (word) => word === "a3");
  expect(misled.failed).toEqual(["a20 wrong a"]);
  expect(misled.runs.a).toBeGreaterThan(told.runs.a);
});

test("a check runs only for edits of files that it reads, and once if it has no error", async () => {
  expect(await checked(["a1", "a2", "a3"], () => false)).toEqual({ failed: [], runs: { a: 1, b: 0 } });
  const { runs } = await checked(["a1", "b1 wrong"], (text) => text.includes("wrong"));
  expect(runs.a).toBe(1);
});

test("edits that are wrong only together are not", async () => {
  const { failed } = await checked(["a1 one", "a2 two"], (text) => text.includes("one") && text.includes("two"));
  expect(failed).toEqual([]);
});
