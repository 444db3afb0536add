/** The patterns of `file_patterns` and the globs of `filepath`. */
import { UserError } from "../../../src/base/errors.ts";
import { matchesWildcards } from "../../../src/base/wildcards.ts";
import { checkGlob, fileFilter } from "../../../src/workspace/patterns.ts";
import type { FuzzTarget } from "../target.ts";

export const target: FuzzTarget = {
  about: "a path is compared with patterns, which are refused if they could take long",
  seeds: () => ["src/a.ts\nsrc\n*.ts", "a/b\n\n**/{a,b}/*,!c", "aaaa\n\n+(a|b)?[!c]{1..3}"],
  words: [
    "*",
    "**",
    "/",
    "!",
    "?",
    "[",
    "]",
    "{",
    "}",
    ",",
    "..",
    "+(",
    "*(",
    "@(",
    "!(",
    "|",
    ")",
    "\\",
    "[:alpha:]",
    "{1..99}",
    "aaaaaaaa",
  ],
  // A thousand alternatives of few bytes are compared one by one.
  steps: { fixed: 3_000_000, perByte: 4_000 },
  run: (bytes) => {
    const [path = "", folder = "", ...patterns] = bytes.toString().slice(0, 1_500).split("\n");
    try {
      fileFilter(patterns, folder)(path.slice(0, 255));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
    for (const pattern of patterns) {
      matchesWildcards(pattern, path);
      try {
        checkGlob(pattern);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
      }
    }
  },
};
