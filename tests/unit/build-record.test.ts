import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isAsBuilt, recordBuild } from "../../scripts/build-record.mjs";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

const files = {
  "src/main.ts": "1",
  "src/base/limits.ts": "2",
  "queries/cpp/tags.scm": "3",
  "grammars/c.wasm.br": "4",
  "dist/main.cjs": "5",
  "node_modules/.package-lock.json": "6",
  "docs/README.md": "7",
};

const builtFolder = () => {
  const folder = temporaryFolder(files);
  recordBuild(folder);
  return folder;
};

test("nothing is known before the first build", () => {
  expect(isAsBuilt(temporaryFolder(files))).toBe(false);
});

test.each([
  ["an edited source", "src/base/limits.ts", "3"],
  ["a new source", "src/base/new.ts", ""],
  ["an edited query", "queries/cpp/tags.scm", "4"],
  ["another grammar", "grammars/c.wasm.br", "5"],
  ["what was built, edited", "dist/main.cjs", "6"],
  ["a file in dist that no build has written", "dist/old.cjs", ""],
  ["other packages", "node_modules/.package-lock.json", "7"],
  ["a settings file that was missing", "tsconfig.json", ""],
])("%s makes a build necessary", (_, path, text) => {
  const folder = builtFolder();
  writeFiles(folder, { [path]: text });
  expect(isAsBuilt(folder)).toBe(false);
});

test.each(["src/main.ts", "dist/main.cjs", "dist", "grammars"])("without %s a build is necessary", (path) => {
  const folder = builtFolder();
  rmSync(join(folder, path), { recursive: true });
  expect(isAsBuilt(folder)).toBe(false);
});

test("two checkouts that share their packages by a link have records of their own", () => {
  const [one, other] = [builtFolder(), temporaryFolder({ "src/main.ts": "8" })];
  symlinkSync(join(one, "node_modules"), join(other, "node_modules"));
  expect(isAsBuilt(other)).toBe(false);
  recordBuild(other);
  expect([one, other].map(isAsBuilt)).toEqual([true, true]);
});

test("bytes that move from one file to the next make a build necessary", () => {
  const folder = temporaryFolder({ "src/a": "xy", "src/b": "z" });
  recordBuild(folder);
  writeFiles(folder, { "src/a": "x", "src/b": "yz" });
  expect(isAsBuilt(folder)).toBe(false);
});

test("the same bytes written again, documents and empty folders need no build", () => {
  const folder = builtFolder();
  writeFileSync(join(folder, "src/main.ts"), "1");
  writeFileSync(join(folder, "docs/README.md"), "8");
  mkdirSync(join(folder, "src/empty"));
  expect(isAsBuilt(folder)).toBe(true);
});
