import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentWithoutSettings, type Launch, serverPath } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callOnce, callsToServer, pathsOf } from "../support/tool-call.ts";

const cpp = "class A {};\n";

describe("a tree with links", () => {
  const folder = temporaryFolder({
    "tree/a.cpp": cpp,
    "tree/sub/b.cpp": cpp,
    "outside/c.cpp": cpp,
    "outside/d.cpp": cpp,
  });
  const link = (target: string, path: string): void => symlinkSync(target, join(folder, path));
  link("..", "tree/sub/parent");
  link(".", "tree/self");
  link("../outside", "tree/elsewhere");
  link("loop-2.cpp", "tree/loop-1.cpp");
  link("loop-1.cpp", "tree/loop-2.cpp");
  link("nowhere.cpp", "tree/broken.cpp");
  link("nowhere.txt", "tree/broken.txt");
  link("sub/b.cpp", "tree/alias-of-b.cpp");
  link("../outside/c.cpp", "tree/c-1.cpp");
  link("../outside/c.cpp", "tree/c-2.cpp");
  link("tree", "door");
  const call = callsToServer({ cwd: folder });

  test("is walked once: links to folders are not followed, links to files are read unless their target is", async () => {
    const answered = await call("find_classes", { filepath: "tree" });
    expect(pathsOf(answered)).toEqual(["tree/a.cpp", "tree/c-1.cpp", "tree/sub/b.cpp"]);
    expect(answered.answer.skipped).toEqual({ linked_folders: 3, broken_links: 3 });
    expect(answered.answer.total_files).toBe(3);
  });

  test("is walked once by a glob", async () => {
    expect(pathsOf(await call("find_classes", { filepath: "tree/**/*.cpp" }))).toEqual([
      "tree/a.cpp",
      "tree/c-1.cpp",
      "tree/sub/b.cpp",
    ]);
  });

  test("is walked when the link to it is named", async () => {
    expect(pathsOf(await call("find_classes", { filepath: "door" }))).toEqual([
      "door/a.cpp",
      "door/c-1.cpp",
      "door/sub/b.cpp",
    ]);
  });

  test("answers a named link to a file flat, a named broken one with an error", async () => {
    expect((await call("find_classes", { filepath: "tree/alias-of-b.cpp" })).answer.success).toBe(true);
    for (const filepath of ["tree/broken.cpp", "tree/loop-1.cpp"]) {
      const { answer } = await call("find_classes", { filepath });
      expect(answer).toMatchObject({ success: false, error: `Failed to open file: ${filepath}` });
    }
  });
});

describe("a tree with things that are no files", () => {
  const folder = temporaryFolder({ "tree/a.cpp": cpp });
  const socket = createServer();
  const call = callsToServer({ cwd: folder });

  beforeAll(async () => {
    expect(spawnSync("mkfifo", [join(folder, "tree/pipe.cpp"), join(folder, "tree/pipe.txt")]).status).toBe(0);
    mkdirSync(join(folder, "tree/folder.cpp"));
    writeFileSync(join(folder, "tree/folder.cpp/inside.cpp"), cpp);
    symlinkSync("/dev/zero", join(folder, "tree/device.cpp"));
    await new Promise<void>((resolve) => socket.listen(join(folder, "tree/socket.cpp"), resolve));
  });
  afterAll(() => socket.close());

  test("is walked without waiting for them", async () => {
    const answered = await call("find_classes", { filepath: "tree" });
    expect(pathsOf(answered)).toEqual(["tree/a.cpp", "tree/folder.cpp/inside.cpp"]);
    expect(answered.answer.skipped).toEqual({ special_files: 3 });
  });

  test.each(["tree/pipe.cpp", "tree/socket.cpp", "tree/device.cpp"])(
    "%s named outright is refused",
    async (filepath) => {
      const { answer, isError } = await call("find_classes", { filepath });
      expect(answer).toMatchObject({ success: false, error: `Failed to open file: ${filepath}` });
      expect(isError).toBe(true);
    },
  );
});

describe("a tree with parts that may not be read", () => {
  const folder = temporaryFolder({ "tree/a.cpp": cpp, "tree/closed/b.cpp": cpp, "tree/locked.cpp": cpp });
  chmodSync(join(folder, "tree/closed"), 0o000);
  chmodSync(join(folder, "tree/locked.cpp"), 0o000);
  const nobody: Pick<Launch, "uid"> = process.getuid?.() === 0 ? { uid: 65534 } : {};

  test.skipIf(!serverRunsAs(nobody))("is walked, and they are counted", async () => {
    const { answer } = await callOnce("find_classes", { filepath: "tree" }, { cwd: folder, ...nobody });
    expect(answer).toMatchObject({ total_files: 2, failed_files: 1, skipped: { unreadable_folders: 1 } });
    expect(Object.keys(answer)).toEqual(["unread", "total_files", "failed_files", "skipped", "results"]);
    expect(answer.results).toMatchObject([
      { filepath: "tree/a.cpp", success: true },
      { filepath: "tree/locked.cpp", success: false, error: "Failed to open file: tree/locked.cpp" },
    ]);
  });

  /** Rights do not bind root, and another user may not be able to reach the checkout. */
  function serverRunsAs(user: Pick<Launch, "uid">): boolean {
    const env = environmentWithoutSettings();
    return spawnSync(process.execPath, [serverPath, "--version"], { cwd: folder, env, ...user }).status === 0;
  }
});

describe("a tree with names of every kind", () => {
  const names = [
    " leading and trailing .cpp",
    "!bang.cpp",
    "#hash.cpp",
    "$(id).cpp",
    "'single' \"double\" `back`.cpp",
    "(paren).cpp",
    "*star?.cpp",
    "-dash.cpp",
    "[x].cpp",
    "back\\slash.cpp",
    "combining e\u0301.cpp",
    "größe-Ω-漢字-😀.cpp",
    "new\nline.cpp",
    "tab\there.cpp",
    "{a,b}.cpp",
    "~tilde.cpp",
  ].sort();
  const folder = temporaryFolder(Object.fromEntries(names.map((name) => [`tree/${name}`, cpp])));
  const call = callsToServer({ cwd: folder });

  test("is walked, and each name comes back as it is", async () => {
    expect(pathsOf(await call("find_classes", { filepath: "tree" }))).toEqual(names.map((name) => `tree/${name}`));
  });

  test.each(names)("%j can be named outright, alone and in an array", async (name) => {
    const filepath = `tree/${name}`;
    expect((await call("find_classes", { filepath })).answer.success).toBe(true);
    expect(pathsOf(await call("find_classes", { filepath: [filepath] }))).toEqual([filepath]);
  });

  test("does not fail for a name that is not UTF-8", async () => {
    const latin1 = Buffer.concat([Buffer.from(`${folder}/tree/latin-`), Buffer.of(0xe9), Buffer.from(".cpp")]);
    writeFileSync(latin1, cpp);
    const { answer } = await call("find_classes", { filepath: "tree" });
    rmSync(latin1);
    const good = answer.results?.filter(({ success }) => success).map(({ filepath }) => filepath);
    expect(good).toEqual(expect.arrayContaining(names.map((name) => `tree/${name}`)));
  });
});

test("a tree that is deep is walked to the bottom", async () => {
  const deep = `tree/${"d/".repeat(200)}bottom.cpp`;
  const folder = temporaryFolder({ [deep]: cpp });
  expect(pathsOf(await callOnce("find_classes", { filepath: "tree" }, { cwd: folder }))).toEqual([deep]);
});
