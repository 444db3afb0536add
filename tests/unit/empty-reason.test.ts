import { expect, test } from "vitest";
import { emptyReason } from "../../src/answers/empty-reason.ts";

const call = {
  ...{ inputs: ["."], folders: ["."], recursive: true, filePatterns: undefined, knownLanguages: ["C++"] },
  ...{ found: 3, inShare: 3, isCheck: false },
};

test.each<[string, Partial<Parameters<typeof emptyReason>[0]>, string]>([
  ["all were read", { skipped: { no_match: 3 } }, "No result in the 3 files that were read."],
  [
    "some were read",
    { skipped: { ignored_files: 4, no_match: 1, query_language: 2 } },
    "The one file that was read has no result. Left out: 4 ignored_files, 2 query_language.",
  ],
  [
    "some were checked",
    { skipped: { no_match: 2, too_large: 1 }, isCheck: true },
    "2 files checked, no findings. Left out: 1 too_large.",
  ],
  ["the others were not done", { skipped: { no_match: 2 } }, "No result in the 2 files that were read."],
  ["no file was read", { skipped: { query_language: 3 } }, "All files found were left out: 3 query_language."],
  [
    "no file was checked",
    { skipped: { too_large: 3 }, isCheck: true },
    "No file was checked. All files found were left out: 3 too_large.",
  ],
])("the reason of a call without results, if %s", (_, given, reason) => {
  expect(emptyReason({ ...call, skipped: undefined, ...given })).toBe(reason);
});
