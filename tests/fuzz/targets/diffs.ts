/** Unified diffs, with the text of a file that one is about. */
import assert from "node:assert";
import { UserError } from "../../../src/base/errors.ts";
import { filesOfDiff } from "../../../src/revisions/patched-texts.ts";
import type { FuzzTarget } from "../target.ts";

const text = "one\ntwo\nthree\nfour\nfive\n";

export const target: FuzzTarget = {
  about: "a diff is read, and the texts before and after it are found",
  seeds: () => [
    "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
    "diff --git i/x w/x\nsimilarity index 100%\nrename from x\nrename to y\n",
    "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+one\n\\ No newline at end of file\n",
    "diff --git a/x b/x\nold mode 100644\nnew mode 100755\ndiff --git a/b b/b\nBinary files a/b and b/b differ\n",
  ],
  words: [
    "@@ -1 +1 @@\n",
    "@@ -1,5 +1,9 @@",
    "--- a/",
    "+++ b/",
    "diff --git ",
    "\n+",
    "\n-",
    "\n ",
    "\\ No newline at end of file\n",
    "rename from ",
    "\r\n",
    '"a\\303\\251"',
    "copy to ",
    "deleted file mode 100644\n",
    "GIT binary patch\n",
    "/dev/null",
    "one\n",
    "two\n",
  ],
  steps: { fixed: 100_000, perByte: 4_000 },
  run: (bytes) => {
    try {
      for (const { textsOf } of filesOfDiff(bytes.toString())) {
        for (const now of [text, undefined, ""]) {
          const texts = textsOf(now);
          if (texts === undefined) continue;
          const { before, after, isApplied } = texts;
          if (now !== undefined) assert.equal(isApplied ? after : before, now, "neither text is the one that is there");
        }
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  },
};
