import fs, { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type FileChange, type WatchOptions, watchFiles } from "../../src/workspace/watch.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe("a file of a new folder is reported", () => {
  test.each(["before", "after"])("when it is written right %s the folder's watch begins", async (moment) => {
    const { root, kindOf } = await watched();
    const path = join(root, "new/folder/c.py");
    const begin = fs.watch;
    vi.spyOn(fs, "watch").mockImplementation((...[folder, ...others]: Parameters<typeof fs.watch>) => {
      const isParent = folder === join(root, "new/folder");
      if (isParent && moment === "before") writeFileSync(path, "");
      const watcher = begin(folder, ...others);
      if (isParent && moment === "after") writeFileSync(path, "");
      return watcher;
    });
    syncBuiltinESMExports();
    mkdirSync(join(root, "new/folder"), { recursive: true });
    await soon(() => expect(kindOf(path)).toBe("came"));
  });

  test("when it is written right after the folder is listed", async () => {
    const { root, kindOf } = await watched();
    const path = join(root, "new/c.py");
    const list = fs.readdirSync;
    vi.spyOn(fs, "readdirSync").mockImplementation((...args: Parameters<typeof fs.readdirSync>) => {
      const entries = list(...args);
      // Listed by its descriptor where roots are given.
      if (fs.realpathSync(args[0]) === join(root, "new")) writeFileSync(path, "");
      return entries;
    });
    syncBuiltinESMExports();
    mkdirSync(join(root, "new"));
    await soon(() => expect(kindOf(path)).toBe("came"));
  });

  test("when the folder is moved in with its files", async () => {
    const { root, kindOf } = await watched();
    const outside = temporaryFolder({ "d/e/f.py": "" });
    renameSync(join(outside, "d"), join(root, "d"));
    await soon(() => expect(kindOf(join(root, "d/e/f.py"))).toBe("came"));
  });
});

describe("a watch goes on", () => {
  test.each([0, 5, 20])("when files are replaced twice within %i ms", async (pauseMs) => {
    const names = Array.from({ length: 20 }, (_, i) => `src/${i}.py`);
    const { root, kindOf, forget } = await watched(Object.fromEntries(names.map((name) => [name, ""])));
    for (let i = 0; i < 2; i++) {
      for (const name of names) {
        writeFileSync(join(root, "made.tmp"), `${i}`);
        renameSync(join(root, "made.tmp"), join(root, name));
      }
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    const kinds = () => new Set(names.map((name) => kindOf(join(root, name))));
    await soon(() => expect(kinds()).toEqual(new Set(["changed"])));
    await quiet();
    forget();
    for (const name of names) writeFileSync(join(root, name), "later");
    await soon(() => expect(kinds()).toEqual(new Set(["changed"])));
  });

  test("when folders are deleted and made again at once", async () => {
    const { root, kindOf, forget } = await watched({ "src/a.py": "", "src/in/b.py": "", "src/gone.py": "" });
    rmSync(join(root, "src"), { recursive: true });
    writeFiles(root, { "src/a.py": "", "src/in/b.py": "" });
    await soon(() => expect(kindOf(join(root, "src/gone.py"))).toBe("went"));
    for (const path of ["src/a.py", "src/in/b.py"]) expect(kindOf(join(root, path))).toBe("changed");
    await quiet();
    forget();
    writeFiles(root, { "src/a.py": "later", "src/in/b.py": "later" });
    for (const path of ["src/a.py", "src/in/b.py"]) {
      await soon(() => expect(kindOf(join(root, path))).toBe("changed"));
    }
  });

  test("when the watched folder itself is deleted and made again later", async () => {
    const { root, kindOf } = await watched({ "a.py": "" });
    rmSync(root, { recursive: true });
    await soon(() => expect(kindOf(join(root, "a.py"))).toBe("went"));
    writeFiles(root, { "a.py": "" });
    await soon(() => expect(kindOf(join(root, "a.py"))).toBe("came"));
  });

  test("when more happens at once than the system reports", async () => {
    const { root, kindOf } = await watched({ "many/a.py": "" });
    const [a, b] = [join(root, "many/a.py"), join(root, "many/b.py")];
    for (let i = 0; i < 5_000; i++) {
      renameSync(a, b);
      renameSync(b, a);
    }
    writeFiles(root, { "last/c.py": "" });
    await soon(() => expect(kindOf(join(root, "last/c.py"))).toBe("came"));
  });
});

test("a deleted folder's files are reported, and those of a folder that has become a link", async () => {
  const { root, kindOf } = await watched({ "one/two/a.py": "", "real/b.py": "" });
  rmSync(join(root, "one"), { recursive: true });
  renameSync(join(root, "real"), join(root, "moved"));
  symlinkSync(join(root, "moved"), join(root, "real"));
  await soon(() => expect(kindOf(join(root, "one/two/a.py"))).toBe("went"));
  await soon(() => expect(kindOf(join(root, "moved/b.py"))).toBe("came"));
  expect(kindOf(join(root, "real/b.py"))).toBe("went");
});

test("ignored folders, ignored files and unwanted ones are not reported", async () => {
  const { root, kindOf, seen } = await watched({ ".gitignore": "build/\nmade.py\n" });
  const ignored = ["build/a.py", "node_modules/a.py", ".git/a.py", "new/build/a.py", "new/made.py", "new/a.txt"];
  writeFiles(root, Object.fromEntries(ignored.map((path) => [path, ""])));
  writeFiles(root, { "new/a.py": "" });
  await soon(() => expect(kindOf(join(root, "new/a.py"))).toBe("came"));
  await quiet();
  expect([...seen.keys()]).toEqual([join(root, "new/a.py")]);
});

test("an entry that has the name of its folder does not report the others", async () => {
  const { root, seen } = await watched({ "a.py": "", "src/b.py": "" });
  writeFileSync(join(root, basename(root)), "");
  mkdirSync(join(root, "src/src"));
  writeFiles(root, { "src/src/c.py": "" });
  await soon(() => expect(seen.size).toBeGreaterThan(0));
  await quiet();
  expect([...seen.keys()]).toEqual([join(root, "src/src/c.py")]);
});

test("too many new folders are reported once, and the others are watched", async () => {
  const onTooMany = vi.fn();
  const { root, kindOf } = await watched({ "a/a.py": "" }, { maxFolders: 3, onTooMany });
  for (const name of ["b", "c", "d"]) mkdirSync(join(root, name));
  await soon(() => expect(onTooMany).toHaveBeenCalled());
  writeFiles(root, { "e/e.py": "", "a/a.py": "later" });
  await soon(() => expect(kindOf(join(root, "a/a.py"))).toBe("changed"));
  expect(kindOf(join(root, "e/e.py"))).toBeUndefined();
  expect(onTooMany).toHaveBeenCalledTimes(1);
});

/** Watches the Python files of a new folder. */
async function watched(files: Readonly<Record<string, string>> = {}, options: Partial<WatchOptions> = {}) {
  const root = temporaryFolder(files);
  const seen = new Map<string, FileChange["kind"]>();
  const watcher = await watchFiles([root], {
    filter: (path) => path.endsWith(".py"),
    ignore: undefined,
    roots: [root],
    onUnread: () => {},
    maxFolders: 100,
    onChanges: (changes) => {
      for (const { kind, path } of changes) seen.set(path, kind);
    },
    onTooMany: () => {},
    ...options,
  });
  onTestFinished(() => watcher.close());
  return { root, seen, kindOf: (path: string) => seen.get(path), forget: () => seen.clear() };
}

/** Resolves when a check passes; a busy machine takes its time. */
function soon(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000 });
}

/** Resolves when the events so far are reported. */
async function quiet(): Promise<void> {
  await new Promise((done) => setTimeout(done, 300));
}
