/** Edits that the lab checks together. Input: edits of files, one line each; output: the edits with errors, and the checks that ran. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkEdits } from "../../lab/truths/edits-together.mjs";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** The edits that fail, and the number of times that the check of each file ran. */
function checked(words: readonly string[], isWrong: (text: string) => boolean) {
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
    return { keys: [word], apply, fail: (errors: readonly string[]) => failed.push(`${word} ${errors.join()}`) };
  });
  const checkOf = (name: "a" | "b") => ({
    reads: (paths: ReadonlySet<string>) => paths.has(join(folder, name)),
    newErrors: () => {
      runs[name]++;
      return isWrong(readFileSync(join(folder, name), "utf8")) ? [name] : [];
    },
  });
  checkEdits(edits, [checkOf("a"), checkOf("b")]);
  for (const name of names) expect(readFileSync(join(folder, name), "utf8")).toBe("\n".repeat(words.length));
  return { failed, runs };
}

test("each edit with an error is found, and no other one", () => {
  const words = ["a1", "a2 wrong", "a3", "a4 wrong", "a5", "a6"];
  expect(checked(words, (text) => text.includes("wrong")).failed).toEqual(["a2 wrong a", "a4 wrong a"]);
});

test("a check runs only for edits of files that it reads, and once if it has no error", () => {
  expect(checked(["a1", "a2", "a3"], () => false)).toEqual({ failed: [], runs: { a: 1, b: 0 } });
  expect(checked(["a1", "b1 wrong"], (text) => text.includes("wrong")).runs.a).toBe(1);
});

test("edits that are wrong only together are not", () => {
  expect(checked(["a1 one", "a2 two"], (text) => text.includes("one") && text.includes("two")).failed).toEqual([]);
});
