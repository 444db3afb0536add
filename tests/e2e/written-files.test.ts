import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { hasOpenPaths } from "../../src/base/real-path.ts";
import { openReplacement } from "../../src/base/replaced-file.ts";
import { finishedProcess, startServer } from "../support/built-server.ts";
import { endlessScan } from "../support/endless-scan.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";

const before = "what was there before\n";

/** Every command that writes a file, without `-o`, and the start of what it writes. */
const commands: readonly (readonly [args: readonly string[], start: string])[] = [
  [["find_classes", "src"], '{"total_files"'],
  [["find_classes", "src", "--format", "jsonl"], '{"filepath"'],
  [["check", "src", "--format", "sarif"], '{"$schema"'],
  [["list_symbols", "src", "--format", "ctags"], "!_TAG_"],
  [["get_dependency_graph", "src", "--output-format", "svg"], "<svg"],
  [["get_dependency_graph", "src", "--output-format", "dot", "--format", "text"], "digraph"],
  [["report", "src"], "<!"],
  [["index", "src"], "\n"],
];

function project(): string {
  return temporaryFolder({ "src/a.py": "import b\nclass A: pass\n", "src/b.py": "", "out/old": before });
}

function run(cwd: string, args: readonly string[], output: string) {
  return runInProcess("", { cwd, args: [...args, "-o", output, "--no-cache", "--log-level", "error"] });
}

/** Paths that a command has left in a folder, except those that were there. */
function left(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => !["src", "src/a.py", "src/b.py", "out", "out/old"].includes(path))
    .sort();
}

describe.each(commands)("%j", (args, start) => {
  test("replaces a file and keeps its mode, and makes one that is not there", async () => {
    const cwd = project();
    chmodSync(join(cwd, "out/old"), 0o640);
    expect(await run(cwd, args, "out/old")).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(cwd, "out/old"), "latin1").startsWith(start)).toBe(true);
    expect(statSync(join(cwd, "out/old")).mode & 0o777).toBe(0o640);
    await run(cwd, args, "out/new");
    expect(readFileSync(join(cwd, "out/new"), "latin1").startsWith(start)).toBe(true);
    expect(statSync(join(cwd, "out/new")).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(left(cwd)).toEqual(["out/new"]);
  });

  test("writes through no link that leads out of the folder", async () => {
    const cwd = project();
    const outside = temporaryFolder({ target: before, "folder/target": before });
    const links = { "out/file": "target", "out/missing": "none", linked: "folder", "out/up": "folder/../target" };
    for (const [link, target] of Object.entries(links)) symlinkSync(join(outside, target), join(cwd, link));
    for (const output of ["out/file", "out/missing", "linked/target", "linked/new", "out/up", join(cwd, "out/file")]) {
      const { stdout, stderr, exitCode } = await run(cwd, args, output);
      const reason = `a link leads out of ${cwd}; to write there, name the file by its real path`;
      expect({ stdout, stderr, exitCode }).toEqual({
        stdout: "",
        stderr: `codegrove: Cannot write ${output}: ${reason}\n`,
        exitCode: 2,
      });
    }
    expect(readdirSync(outside, { recursive: true }).sort()).toEqual(["folder", "folder/target", "target"]);
    expect(readFileSync(join(outside, "target"), "utf8")).toBe(before);
    expect(readFileSync(join(outside, "folder/target"), "utf8")).toBe(before);
    // Its real path is the user's word.
    expect(await run(cwd, args, join(outside, "target"))).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(outside, "target"), "latin1").startsWith(start)).toBe(true);
  });

  test("follows a link within the folder, and keeps it", async () => {
    const cwd = project();
    symlinkSync("old", join(cwd, "out/link"));
    expect(await run(cwd, args, "out/link")).toMatchObject({ exitCode: 0 });
    expect(readlinkSync(join(cwd, "out/link"))).toBe("old");
    expect(readFileSync(join(cwd, "out/old"), "latin1").startsWith(start)).toBe(true);
    expect(lstatSync(join(cwd, "out/old")).isFile()).toBe(true);
  });

  test.skipIf(process.platform !== "linux")("writes what is no regular file as it is", async () => {
    const cwd = project();
    expect(await run(cwd, args, "/dev/null")).toMatchObject({ exitCode: 0, stderr: "" });
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
    execFileSync("mkfifo", [join(cwd, "out/fifo")]);
    const reader = spawn("cat", [join(cwd, "out/fifo")]);
    const chunks: Buffer[] = [];
    reader.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    const closed = once(reader, "close");
    expect(await run(cwd, args, "out/fifo")).toMatchObject({ exitCode: 0 });
    await closed;
    expect(Buffer.concat(chunks).toString("latin1").startsWith(start)).toBe(true);
    expect(left(cwd)).toEqual(["out/fifo"]);
  });
});

describe("a file that is not written to its end", () => {
  test.each([
    [["list_symbols", "src", "--format", "ctags", "--kinds", "nonsense"], 2],
    [["report", "src", "--link-template", "nothing"], 2],
    [["index", "none"], 2],
    [["get_class_hierarchy", "Nothing", "--output-format", "svg"], 1],
    [["find_classes", "src", "--no-such-flag"], 2],
    [["find_definition"], 2],
  ])("stays as it was: %j", async (args, exitCode) => {
    const cwd = project();
    expect(await run(cwd, args, "out/old")).toMatchObject({ exitCode, stdout: "" });
    expect(readFileSync(join(cwd, "out/old"), "utf8")).toBe(before);
    expect(left(cwd)).toEqual([]);
  });

  const scan = endlessScan();

  test("stays as it was when a call fails and the format does not say so", async () => {
    const cwd = temporaryFolder({ "out/old": before, "a.py": "x = 1\n" });
    const args = ["list_symbols", "--name", "x", "--format", "ctags", "-o", "out/old", "--no-cache"];
    // The home folder is no workspace.
    const { stdout, stderr, exitCode } = await runInProcess("", { cwd, args, env: { HOME: cwd } });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toContain("codegrove: ");
    expect(readFileSync(join(cwd, "out/old"), "utf8")).toBe(before);
  });

  test.each([
    [["gone.py"], 1],
    [["gone.py", "other.py"], 1],
    [["odd.unknown"], 1],
  ])("stays as it was when no named file can be read and the format does not say so: %j", async (names, status) => {
    const cwd = temporaryFolder({ "out/old": before, "odd.unknown": "?" });
    const args = ["list_symbols", ...names, "--format", "ctags", "-o", "out/old", "--no-cache"];
    const { stderr, exitCode } = await runInProcess("", { cwd, args });
    expect(exitCode).toBe(status);
    expect(stderr).toContain("codegrove: ");
    expect(readFileSync(join(cwd, "out/old"), "utf8")).toBe(before);
    expect(readdirSync(join(cwd, "out"))).toEqual(["old"]);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("stays as it was at %s, and nothing is left beside it", async (signal, exitCode) => {
    const cwd = temporaryFolder({ "out/old": before });
    const output = join(cwd, "out/old");
    const child = startServer({ args: [...scan.args, "--format", "jsonl", "-o", output], cwd: scan.folder });
    while (readdirSync(join(cwd, "out")).length < 2) await setTimeout(20);
    expect(readFileSync(output, "utf8")).toBe(before);
    const finished = finishedProcess(child);
    child.kill(signal);
    expect(await finished).toMatchObject({ exitCode, signal: null });
    expect(readFileSync(output, "utf8")).toBe(before);
    expect(readdirSync(join(cwd, "out"))).toEqual(["old"]);
  });

  test("is refused as a folder, and where nothing can be made", async () => {
    const cwd = project();
    for (const [output, reason] of [
      ["out", "it is a folder"],
      ["out/", "it names a folder"],
      ["none/file", "ENOENT"],
      ["out/old/file", "ENOTDIR"],
    ] as const) {
      const { stderr, exitCode } = await run(cwd, ["find_classes", "src"], output);
      expect(stderr).toContain(`Cannot write ${output}: ${reason}`);
      expect(exitCode).toBe(2);
    }
    symlinkSync("loop", join(cwd, "out/loop"));
    expect(await run(cwd, ["find_classes", "src"], "out/loop")).toMatchObject({ exitCode: 2 });
    expect(left(cwd)).toEqual(["out/loop"]);
  });
});

test.skipIf(process.platform !== "linux")("-o /dev/stdout writes to a pipe, and at the end of a file", async () => {
  const cwd = project();
  const command = 'codegrove() { node "$CODEGROVE" find_classes src --no-cache --log-level error -o /dev/stdout; }';
  const shell = (line: string) =>
    execFileSync("bash", ["-c", `${command}; ${line}`], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, CODEGROVE: join(import.meta.dirname, "../../dist/main.cjs") },
    });
  expect(JSON.parse(shell("codegrove | cat"))).toMatchObject({ total_files: 1 });
  shell("codegrove >> out/old");
  expect(readFileSync(join(cwd, "out/old"), "utf8")).toMatch(/^what was there before\n\{"total_files":1/);
  shell("codegrove > out/old");
  expect(JSON.parse(readFileSync(join(cwd, "out/old"), "utf8"))).toMatchObject({ total_files: 1 });
});

describe("a replacement", () => {
  test.runIf(hasOpenPaths)("stays in its folder, whatever takes the place of the folder", () => {
    const folder = temporaryFolder({ "in/file": before, "victim/file": before });
    const file = openReplacement(join(folder, "in/file"), [folder]);
    file.write("new\n");
    renameSync(join(folder, "in"), join(folder, "moved"));
    symlinkSync("victim", join(folder, "in"));
    file.close();
    expect(readFileSync(join(folder, "moved/file"), "utf8")).toBe("new\n");
    expect(readFileSync(join(folder, "victim/file"), "utf8")).toBe(before);
    expect(readdirSync(join(folder, "victim"))).toEqual(["file"]);
  });

  test.runIf(hasOpenPaths)("is not begun in a folder outside of the roots", () => {
    const folder = temporaryFolder({ "victim/file": before, "in/.keep": "" });
    symlinkSync(join(folder, "victim"), join(folder, "in/folder"));
    expect(() => openReplacement(join(folder, "in/folder/file"), [join(folder, "in")])).toThrow("It lies outside of");
    expect(readdirSync(join(folder, "victim"))).toEqual(["file"]);
  });

  test("takes the place of a link that came meanwhile, and writes nothing through it", () => {
    const folder = temporaryFolder({ "in/file": before, victim: before });
    const file = openReplacement(join(folder, "in/file"), [folder]);
    file.write("new\n");
    renameSync(join(folder, "in/file"), join(folder, "in/other"));
    symlinkSync(join(folder, "victim"), join(folder, "in/file"));
    file.close();
    expect(lstatSync(join(folder, "in/file")).isFile()).toBe(true);
    expect(readFileSync(join(folder, "victim"), "utf8")).toBe(before);
  });

  test("closes once, and discards nothing that is closed", () => {
    const folder = temporaryFolder();
    const open = () => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);
    const count = open();
    const file = openReplacement(join(folder, "file"), [folder]);
    file.write("new\n");
    file.close();
    file.discard();
    expect(() => file.write("more")).toThrow("The file is closed.");
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("new\n");
    const other = openReplacement(join(folder, "file"), [folder]);
    other.write("other\n");
    other.discard();
    other.discard();
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("new\n");
    mkdirSync(join(folder, "taken"));
    writeFiles(folder, { "taken/a": "" });
    const third = openReplacement(join(folder, "third"), [folder]);
    mkdirSync(join(folder, "third"));
    writeFileSync(join(folder, "third/a"), "");
    expect(() => third.close()).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(readdirSync(folder).sort()).toEqual(["file", "taken", "third"]);
    expect(open()).toBe(count);
  });
});
