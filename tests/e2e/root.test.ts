import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer, pathsOf, type ToolAnswer } from "../support/tool-call.ts";

const secret = "class Secret {};\n";

const folder = temporaryFolder({
  "proj/a.cpp": "class A {};\n",
  "proj/sub/b.cpp": "class B {};\n",
  "proj-evil/e.cpp": secret,
  "outside/o.cpp": secret,
  "outside/[a].cpp": secret,
  "outside/a+(b).cpp": secret,
  "second/s.cpp": "class S {};\n",
});
symlinkSync("../outside/o.cpp", join(folder, "proj/link-out.cpp"));
symlinkSync("../outside", join(folder, "proj/folder-out"));
symlinkSync("o.cpp", join(folder, "outside/alias.cpp"));
symlinkSync("sub/b.cpp", join(folder, "proj/link-in.cpp"));
symlinkSync("proj", join(folder, "door"));

const quiet = ["--log-level", "error"];

function expectRefused({ answer, text, isError }: ToolAnswer, filepath: string): void {
  expect(Object.keys(answer)).toEqual(["success", "error", "details"]);
  expect(answer).toMatchObject({ success: false, error: `Failed to open file: ${filepath}` });
  expect(answer.details).toMatch("root");
  expect(text).not.toContain("Secret");
  expect(isError).toBe(true);
}

function inJson(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}

describe("with --root", () => {
  const call = callsToServer({ cwd: folder, args: [...quiet, "--root", "proj"] });

  test.each(["proj/a.cpp", "./proj/sub/../a.cpp", join(folder, "proj/a.cpp"), "proj/link-in.cpp", "door/a.cpp"])(
    "%s is read",
    async (filepath) => {
      expect((await call("find_classes", { filepath })).answer).toMatchObject({ success: true });
    },
  );

  test.each([
    ["the way up", "proj/../outside/o.cpp"],
    ["a relative path outside", "outside/o.cpp"],
    ["an absolute path outside", join(folder, "outside/o.cpp")],
    ["a sibling of the same prefix", "proj-evil/e.cpp"],
    ["a sibling by its absolute path", join(folder, "proj-evil/e.cpp")],
    ["a link that leads out", "proj/link-out.cpp"],
    ["a path through a link that leads out", "proj/folder-out/o.cpp"],
    ["a folder outside", "outside"],
    ["a linked folder that leads out", "proj/folder-out"],
    ["the folder above", ".."],
    ["the folder above by its absolute path", folder],
    ["a file of the system", "/etc/passwd"],
  ])("%s is refused", async (_what, filepath) => {
    expectRefused(await call("find_classes", { filepath }), filepath);
  });

  test("a path outside is refused in the same words whether a file is there or not", async () => {
    const there = await call("find_classes", { filepath: "outside/o.cpp" });
    const notThere = await call("find_classes", { filepath: "outside/p.cpp" });
    expect(notThere.text).toBe(there.text.replaceAll("o.cpp", "p.cpp"));
  });

  test.each([
    ["outside/[a].cpp", "outside/[b].cpp"],
    ["outside/a+(b).cpp", "outside/b+(b).cpp"],
    ["outside\\o.cpp", "outside\\p.cpp"],
  ])("so is %s, which has characters of a glob or of Windows", async (there, notThere) => {
    const { text } = await call("find_classes", { filepath: there });
    const same = text.replaceAll(inJson(there), inJson(notThere));
    expect((await call("find_classes", { filepath: notThere })).text).toBe(same);
  });

  test("links outside are not told of by counting their targets once", async () => {
    const filepath = ["outside/o.cpp", "outside/alias.cpp", "outside/p.cpp"];
    expect((await call("find_classes", { filepath })).answer).toMatchObject({ total_files: 3, failed_files: 3 });
  });

  test("a link whose target goes up from another link is refused whether it leads to something or not", async () => {
    symlinkSync("../outside", join(folder, "proj/up"));
    const [there, missing] = ["proj/up-there.cpp", "proj/up-missing.cpp"];
    symlinkSync("up/../outside/o.cpp", join(folder, there));
    symlinkSync("up/../outside/nothing.cpp", join(folder, missing));
    for (const filepath of [there, missing]) expectRefused(await call("find_classes", { filepath }), filepath);
    for (const name of ["up", "up-there.cpp", "up-missing.cpp"]) rmSync(join(folder, "proj", name));
  });

  test("links that lead to one another thirty times over take no time", async () => {
    mkdirSync(join(folder, "proj/x"));
    for (let i = 0; i < 30; i++) symlinkSync(`x/../l${i + 1}/l${i + 1}`, join(folder, `proj/l${i}`));
    symlinkSync("l0", join(folder, "proj/bomb.cpp"));
    const { answer } = await call("find_classes", { filepath: "proj" });
    expect(answer).toMatchObject({ total_files: 2, skipped: { broken_links: 1, outside_roots: 2 } });
    for (let i = 0; i < 30; i++) rmSync(join(folder, `proj/l${i}`));
    rmSync(join(folder, "proj/bomb.cpp"));
    rmSync(join(folder, "proj/x"), { recursive: true });
  });

  test("backslashes are no way out", async () => {
    const { text, answer } = await call("find_classes", { filepath: "proj\\..\\outside\\o.cpp" });
    expect(answer.success).toBe(false);
    expect(text).not.toContain("Secret");
  });

  test("each path of an array is judged by itself", async () => {
    const { answer } = await call("find_classes", { filepath: ["proj/a.cpp", "outside/o.cpp"] });
    expect(answer).toMatchObject({ total_files: 2, failed_files: 1 });
    expect(answer.results).toMatchObject([
      { filepath: "proj/a.cpp", success: true },
      { filepath: "outside/o.cpp", success: false, error: "Failed to open file: outside/o.cpp" },
    ]);
  });

  test("a walk passes over links that lead out and counts them", async () => {
    const answered = await call("find_classes", { filepath: "proj" });
    expect(pathsOf(answered)).toEqual(["proj/a.cpp", "proj/sub/b.cpp"]);
    expect(answered.answer.skipped).toEqual({ outside_roots: 2 });
  });

  test.each(["outside/*.cpp", "*/*.cpp", "proj/../outside/*.cpp", "proj/folder-out/*.cpp", "**/*.cpp"])(
    "the glob %s shows nothing of what is outside",
    async (filepath) => {
      const answered = await call("find_classes", { filepath });
      const names = (answered.answer.results ?? []).flatMap(({ classes }) => classes ?? []).map(({ name }) => name);
      expect(names.filter((name) => name !== "A" && name !== "B")).toEqual([]);
      expect(answered.text).not.toContain("Secret");
    },
  );
});

describe("with several roots", () => {
  const call = callsToServer({ cwd: folder, args: [...quiet, "--root", "proj", "--root", join(folder, "second")] });

  test("each is open, the rest is not", async () => {
    expect(pathsOf(await call("find_classes", { filepath: ["proj/a.cpp", "second"] }))).toEqual([
      "proj/a.cpp",
      "second/s.cpp",
    ]);
    expectRefused(await call("find_classes", { filepath: "outside/o.cpp" }), "outside/o.cpp");
  });
});

describe("in a folder below the root", () => {
  const call = callsToServer({ cwd: join(folder, "proj/sub"), args: [...quiet, "--root", ".."] });

  test("a path that leads out from the root is refused in the same words whether a file is there or not", async () => {
    const there = await call("find_classes", { filepath: "../outside/o.cpp" });
    const notThere = await call("find_classes", { filepath: "../outside/p.cpp" });
    expect(notThere.text).toBe(there.text.replaceAll("o.cpp", "p.cpp"));
    expect((await call("find_classes", { filepath: "a.cpp" })).answer.success).toBe(true);
  });
});

describe("with a root that is a link", () => {
  const call = callsToServer({ cwd: folder, args: [...quiet, "--root", "door"] });

  test("the folder that it leads to is open under both names", async () => {
    for (const filepath of ["door/a.cpp", "proj/a.cpp"]) {
      expect((await call("find_classes", { filepath })).answer).toMatchObject({ success: true });
    }
    expectRefused(await call("find_classes", { filepath: "proj-evil/e.cpp" }), "proj-evil/e.cpp");
  });
});

describe("without --root", () => {
  const call = callsToServer({ cwd: join(folder, "proj") });

  test("every path that can be read is open", async () => {
    expect((await call("find_classes", { filepath: "../outside/o.cpp" })).answer.classes).toEqual([
      { name: "Secret", line: 1, column: 7 },
    ]);
    expect((await call("find_classes", { filepath: "link-out.cpp" })).answer.success).toBe(true);
  });
});
