import { expect, test } from "vitest";
import { noLimit } from "../../src/answers/fit.ts";
import { coverageOf, notFound } from "../../src/tools/answers/index-answer.ts";

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

const long = "x".repeat(301);

test.each([
  ["are named if they are few", 2, ["a.py", "b.py"], { files_with_errors: 2, broken_files: ["a.py", "b.py"] }],
  ["are counted if they are many", 4, [], { files_with_errors: 4 }],
  ["are counted if some of the names are lacking", 4, ["a.py", "b.py", "c.py"], { files_with_errors: 4 }],
  ["are counted if their names are long", 1, [long], { files_with_errors: 1 }],
  ["are counted if they are not known", 1, undefined, { files_with_errors: 1 }],
  ["are not there", 0, [], {}],
])("files with syntax errors %s", (_, filesWithErrors, brokenFiles, keys) => {
  const all = { ...bounds, filesWithErrors, brokenFiles };
  expect(coverageOf(all)).toEqual({ searched_files: 5, ...keys });
  const { details, broken_files: named } = Object(notFound(found, all)).details;
  expect(named).toEqual(Object(keys).broken_files);
  expect(details.includes("with syntax errors may hide it")).toBe(filesWithErrors > 0);
});
