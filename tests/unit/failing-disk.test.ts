/** The doors to the disk when the disk fails. Input: a function of node:fs that fails; output: files as they were, and nothing left. */
import fs, { readdirSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openEditFolder } from "../../src/base/edited-file.ts";
import { UserError } from "../../src/base/errors.ts";
import { readPackageFile } from "../../src/base/package.ts";
import { openReplacement } from "../../src/base/replaced-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Closes a descriptor, and says that this has failed, as some file systems do for content that they cannot keep. */
function withFailingClose(act: () => void): void {
  const { closeSync } = fs;
  fs.closeSync = (fd) => {
    closeSync(fd);
    throw Object.assign(new Error("EIO: i/o error, close"), { code: "EIO" });
  };
  syncBuiltinESMExports();
  try {
    act();
  } finally {
    fs.closeSync = closeSync;
    syncBuiltinESMExports();
  }
}

test("a replacement whose content cannot be kept leaves the old file, and nothing else", () => {
  const folder = temporaryFolder({ "out.txt": "old" });
  const file = openReplacement(join(folder, "out.txt"), [folder]);
  file.write("new");
  withFailingClose(() => expect(() => file.close()).toThrow("EIO"));
  expect(readdirSync(folder)).toEqual(["out.txt"]);
  expect(readFileSync(join(folder, "out.txt"), "utf8")).toBe("old");
  expect(openPaths()).not.toContain(folder);
});

test("an edit whose content cannot be kept leaves no temporary file", () => {
  const folder = temporaryFolder({ "a.py": "x = 1\n" });
  const opened = openEditFolder(folder, [folder]);
  const edited = opened.open("a.py", 1_000);
  withFailingClose(() => expect(() => edited.prepare(Buffer.from("x = 2\n"))).toThrow("EIO"));
  edited.close();
  opened.close();
  expect(readdirSync(folder)).toEqual(["a.py"]);
  expect(openPaths()).not.toContain(folder);
});

test("a file of the package that cannot be read is an error that says so, not a defect", () => {
  expect(() => readPackageFile(join(temporaryFolder(), "languages.json"))).toThrow(UserError);
});

/** The paths that this process has open. */
function openPaths(): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [fs.readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}
