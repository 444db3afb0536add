/** The lines of a .gitignore, and paths. */
import assert from "node:assert";
import { IgnorePatterns, type Verdict } from "../../../src/workspace/gitignore.ts";
import type { FuzzTarget } from "../target.ts";

export const target: FuzzTarget = {
  about: "paths are compared with the lines of a .gitignore",
  seeds: () => [
    "a/b.c\n*.c\n!b.c\n/a/**/c\n",
    "a b/[x]\n[[:alpha:]]\\ \n**/[!a-c]?\\*\n",
    "dir/é\né\n#a\n\\#a\n/\n!\n",
  ],
  words: [
    "*",
    "**",
    "/",
    "!",
    "?",
    "[",
    "]",
    "[:alpha:]",
    "[^",
    "\\",
    "\n",
    " ",
    "#",
    "-",
    "a",
    "\r\n",
    "[:constructor:]",
  ],
  steps: { fixed: 20_000, perByte: 4_000 },
  run: (bytes) => {
    const text = bytes.toString();
    const end = text.indexOf("\n");
    const [path, lines] = end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
    for (const isFolder of [true, false]) {
      const verdict = new IgnorePatterns(lines).verdictOn(path, isFolder);
      // Each line decides by itself, and the last one that does is right.
      const each = lines
        .replace(/^\uFEFF/, "")
        .split("\n")
        .map((line, at) => verdictOf(at === 0 ? line : line.replace(/^\uFEFF/, "\\$&"), path, isFolder));
      assert.equal(
        verdict,
        each.findLast((one) => one !== undefined),
        "the lines decide otherwise than each of them",
      );
    }
  },
};

function verdictOf(line: string, path: string, isFolder: boolean): Verdict {
  return new IgnorePatterns(line).verdictOn(path, isFolder);
}
