import { expect, test } from "vitest";
import { noLimit } from "../../src/answers/fit.ts";
import { notFound } from "../../src/tools/answers/index-answer.ts";

const found = { wanted: "lost", isQualified: false, symbols: [], confidence: "none", via: [], didYouMean: [] } as const;
const bounds = {
  ...noLimit,
  searchedFiles: 5,
  filesWithErrors: 0,
  skipped: undefined,
  unread: [],
  patchFolders: ["/"] as const,
  after: undefined,
  cursorAfter: () => "",
};

test.each([
  ["all files were searched", {}, {}, "Symbol not found: lost"],
  ["files were ignored", {}, { skipped: { ignored_files: 2 } }, "Symbol not found: lost"],
  ["files were too large", {}, { skipped: { too_large: 1 } }, "Not found in what was read: lost"],
  ["a folder could not be listed", {}, { skipped: { unreadable_folders: 1 } }, "Not found in what was read: lost"],
  ["languages were not searched", {}, { notSearched: { java: 3 } }, "Not found in what was read: lost"],
  ["functions were not searched", { unsearched: 4 }, {}, "Not found in what was read: lost"],
])("a symbol that is not found where %s", (_, symbols, others, error) => {
  expect(notFound({ ...found, ...symbols }, { ...bounds, ...others })).toMatchObject({ error });
});
