import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder, runServer } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { dataIn } from "../support/report.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runOnTerminal } from "../support/terminal.ts";

const report = (cwd: string, ...args: readonly string[]) => runInProcess("", { args: ["report", ...args], cwd });

const code = {
  "src/shape.py": "import os\n\nclass Shape:\n    def area(self):\n        return undefined_name\n",
  "src/deep/app.py": "from src.shape import Shape\n\ndef main():\n    if 1:\n        return Shape()\n",
};

describe("codegrove report", () => {
  test("writes a page with what the tools answer", async () => {
    const folder = temporaryFolder({ ...code, "out/.keep": "" });
    const written = await report(folder, ".", "-o", "out/report.html");
    expect(written).toMatchObject({ exitCode: 0, stdout: "" });
    expect(written.stderr).toMatch(/^2 files in \d+\.\d s, a page of \d+ kB\n$/);
    const page = readFileSync(join(folder, "out/report.html"), "utf8");
    expect(page).toMatch(/^<!doctype html>/);
    const { files, kinds, links, rules } = dataIn(page);
    expect(links).toEqual({ template: "../{path}#L{line}", root: "" });
    expect(files.map(({ path }) => path)).toEqual(["src/deep/app.py", "src/shape.py"]);
    expect(files[1]?.symbols.map(([depth, kind, name]) => [depth, kinds[kind], name])).toEqual([
      [0, "class", "Shape"],
      [1, "method", "area"],
    ]);
    expect(rules.map(({ places }) => places)).toEqual([
      [[1, 5, 16, "undefined name 'undefined_name'", "return undefined_name"]],
      [[1, 1, 1, "'os' imported but unused", "import os"]],
    ]);
    expect(page).toContain('<a class="place" href="../src/deep/app.py#L3">');
    expect(page).toContain("2 files, 1 import between them, 0 cycles.");
    expect(page).not.toContain(folder);
  });

  test("answers what a new colleague asks: parts, used most, entries, risk", async () => {
    const branches = Array.from(
      { length: 12 },
      (_, i) => `    if n > ${i}:\n        if n < ${i + 9}:\n            n += 1`,
    );
    const folder = temporaryFolder({
      "lib/core.py": `# Doubles.\ndef twice(n):\n    """Returns it."""\n    return 2 * n\n\ndef hard(n):\n${branches.join("\n")}\n    return n\n`,
      "app/run.py": "from lib.core import twice, hard\n\ndef main():\n    return twice(hard(3)) + twice(1)\n",
      "app/other.py": "from lib.core import hard\n\ndef go():\n    return hard(2)\n",
      "tests/test_core.py": "from lib.core import twice\n\ndef test_twice():\n    assert twice(1) == 2\n",
    });
    const { stdout } = await report(folder, ".");
    const start = stdout.slice(stdout.indexOf('id="start"'), stdout.indexOf('id="outline"'));
    const textOf = (title: string) =>
      (new RegExp(`<h3>${title}</h3>(.*?)</tbody>`, "s").exec(start)?.[1] ?? "")
        .replace(/<[^>]+>/g, " ")
        .replace(/\s+/g, " ")
        .replaceAll(" :", ":");
    expect(textOf("Parts")).toContain("lib/ 1 43 0 2 app/ 2 8 1 0 tests/ 1 4 1 0");
    expect(textOf("Used most")).toMatch(/twice lib\/core\.py:2 2 \d+ .*|hard lib\/core\.py:6 2 \d+/);
    expect(textOf("Entered here")).toMatch(/Imports app\/run\.py:3 main 1 app\/other\.py 1 $/);
    expect(textOf("Risky to change")).toMatch(/hard lib\/core\.py:6 \d+ \d+ none $/);
    expect(start).not.toContain("Changed last");
    const { files, details, imports } = dataIn(stdout);
    const core = files.findIndex(({ path }) => path === "lib/core.py");
    const [uses, first, source, shown] = details[`${core}:0`] ?? [];
    expect({ uses, first, source }).toEqual({
      ...{ uses: 5, first: 2, source: 'def twice(n):\n    """Returns it."""\n    return 2 * n' },
    });
    const around = shown?.map(([file, , symbol]) => files[file]?.symbols[symbol]?.[2]);
    expect(around).toEqual([undefined, "main", undefined, "test_twice"]);
    expect(imports).toContainEqual([files.findIndex(({ path }) => path === "app/run.py"), core]);
  });

  test("says which symbols the last commits have changed, and runs nothing that the repository names", async () => {
    const folder = temporaryFolder({ "a.py": "def f():\n    return 1\n" });
    const git = (...args: readonly string[]) =>
      spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: folder });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "one");
    writeFileSync(join(folder, "a.py"), "def f():\n    return 2\n");
    git("commit", "-qam", "two");
    const trap = join(folder, "trapped");
    writeFileSync(join(folder, "trap.sh"), `#!/bin/sh\ntouch '${trap}'\n`, { mode: 0o755 });
    for (const key of ["core.fsmonitor", "core.pager", "diff.external", "gpg.program", "core.sshCommand"])
      git("config", key, join(folder, "trap.sh"));
    git("config", "log.showSignature", "true");
    const { stdout } = await report(folder, ".");
    expect(stdout).toMatch(/<h3>Changed last<\/h3>\s*<p class="note">Since HEAD~1 \([0-9a-f]{10}\): 1 file\./);
    expect(stdout).toMatch(/<bdi>f<\/bdi><br><a class="place" href="[^"]*a\.py#L1">/);
    expect(existsSync(trap)).toBe(false);
  });

  test("of a folder without code says why it is empty", async () => {
    const { stdout, stderr, exitCode } = await report(temporaryFolder({ "notes.txt": "" }), ".");
    const [why, summary, ...others] = stderr.trimEnd().split("\n");
    expect(why).toMatch(/^codegrove: No file in \S+ is of a known language: C, C\+\+, /);
    expect(summary).toMatch(/^0 files in \d+\.\d s, a page of \d+ kB$/);
    expect({ others, exitCode }).toEqual({ others: [], exitCode: 0 });
    expect(stdout).toMatch(/^<!doctype html>/);
  });

  test("says which files are in a circle, and which are most depended on", async () => {
    const { stdout } = await report(join(packageFolder, "tests/fixtures/shapes"), ".");
    expect(stdout).toContain("<h3>Cycles</h3>");
    expect(stdout).toMatch(/base\.hpp.*&rarr;.*shape\.hpp.*&rarr;.*base\.hpp/);
    expect(stdout).toMatch(/shape\.hpp<\/bdi><\/a><\/th><td>2<\/td>/);
  });

  test("shows folders where files are too many for a picture, and says so without the advice for callers", async () => {
    const files = Array.from({ length: 301 }, (_, i) => [`f${i % 2}/a${i}.py`, "x = 1\n"]);
    const { stdout } = await report(temporaryFolder(Object.fromEntries(files)), ".");
    expect(/Picture of dependencies: [^<]*/.exec(stdout)?.[0]).toBe(
      "Picture of dependencies: 301 files with 0 edges are more than a picture shows: folders are shown",
    );
  });

  test("writes the same bytes each time, wherever the folder lies, and as the build", async () => {
    const files = { "x/a/b.py": "x = 1\n", "x/a/&/c.py": "from .. import b\n" };
    const [first, second] = [temporaryFolder(files), temporaryFolder(files)];
    const { stdout } = await report(first, "x");
    expect(await report(second, "./x/")).toMatchObject({ stdout });
    // The picture has the names of files in the folder, and is as wide as these need.
    const deep = `${"long_".repeat(12)}/folder & more`;
    const third = temporaryFolder({
      [`${deep}/x/a/b.py`]: files["x/a/b.py"],
      [`${deep}/x/a/&/c.py`]: files["x/a/&/c.py"],
    });
    expect(await report(join(third, deep), "x")).toMatchObject({ stdout });
    const [, picture = ""] = /data:image\/svg\+xml;base64,([^"]+)/.exec(stdout) ?? [];
    expect(Buffer.from(picture, "base64").toString()).toContain(">a/&#38;</text>");
    expect(await report(second, "x", "--jobs", "1", "--no-cache")).toMatchObject({ stdout });
    expect(await runServer("", { args: ["report", "x", "--log-level", "error"], cwd: first })).toMatchObject({
      stdout,
    });
  });

  test("links as --link-template says", async () => {
    const folder = temporaryFolder({ "a b/c.py": "def f(): pass\n" });
    const { stdout } = await report(folder, "a b", "--link-template", "vscode://file/{abs}:{line}:{column}");
    expect(dataIn(stdout).links).toEqual({ template: "vscode://file/{abs}:{line}:{column}", root: `${folder}/a b` });
    expect(stdout).toContain(`href="vscode://file${folder}/a%20b/c.py:1:1"`);
    expect(await report(folder, "a b", "--link-template", "vscode")).toMatchObject({ stdout });
  });

  test("is about all files of a scan, and says what is left out of it", async () => {
    const folder = temporaryFolder({ "a.py": "x = 1\n", "big.py": "# long\n".repeat(100), ".hidden/b.py": "y = 1\n" });
    const { stdout } = await runInProcess("", { args: ["report", "."], cwd: folder, env: { MAX_FILE_SIZE: "300" } });
    expect(dataIn(stdout).files.map(({ path }) => path)).toEqual(["a.py"]);
    expect(stdout).toContain("Left out of the scan: 1 ignored folders");
    expect(stdout).toContain("Left out of the scan: 1 too large");
  });

  test.skipIf(process.platform !== "linux")("says which files could not be read", async () => {
    const folder = temporaryFolder({ "a.py": "x = 1\n" });
    // A read of it fails for root, too.
    symlinkSync("/proc/self/mem", join(folder, "broken.py"));
    const { stdout, stderr, exitCode } = await report(folder, ".");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("1 failed");
    expect(stderr).toMatch(/^codegrove: broken\.py: Failed to open file: broken\.py/m);
    expect(stdout).toContain("<li><code>broken.py</code>: Failed to open file: broken.py");
    expect(stdout).not.toContain(folder);
  });

  test("of an empty folder says so", async () => {
    const { stdout, exitCode } = await report(temporaryFolder({ "notes.txt": "" }), ".");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Nothing to report");
    expect(stdout).toContain("is of a known language: C, C++,");
  });

  test.each([
    [["gone"], "There is no folder gone"],
    [["a.py"], "a.py is not a folder: report is about a folder and all that is in it"],
    [[], "report needs a folder: codegrove report DIR -o report.html"],
    [[".", "src"], "report takes one folder, and not also src"],
    [[".", "-o", "."], "Cannot write .: it is a folder"],
    [[".", "-o", "no/such/report.html"], "Cannot write no/such/report.html: ENOENT"],
    [[".", "--link-template", "javascript:alert('{path}')"], "is a URL that a browser runs: javascript:"],
    [[".", "--http"], "Unknown flag --http."],
    [[".", "--link-templat", "x"], "Unknown flag --link-templat. Did you mean --link-template?"],
  ])("report %j is refused", async (args, reason) => {
    const folder = temporaryFolder({ "a.py": "x = 1\n" });
    const { stdout, stderr, exitCode } = await report(folder, ...args);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toContain(reason);
  });

  test("leaves a page as it is when the folder is outside of the roots", async () => {
    const folder = temporaryFolder({ "in/a.py": "", "out/b.py": "", "report.html": "old" });
    const { stderr, exitCode } = await report(folder, "out", "--root", "in", "-o", "report.html");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("out");
    expect(readFileSync(join(folder, "report.html"), "utf8")).toBe("old");
  });

  test("writes no page on a terminal, and shows its progress there", async () => {
    const folder = temporaryFolder(code);
    const refused = await runOnTerminal(["report", "."], folder);
    expect(refused.exitCode).toBe(2);
    expect(refused.received).toContain("name its file, as in -o report.html");
    const written = await runOnTerminal(["report", ".", "-o", "report.html"], folder);
    expect(written.exitCode).toBe(0);
    expect(written.received).toMatch(/symbols +reading [█░]{8,40} \d+% \| \d+\/2 files/);
    expect(existsSync(join(folder, "report.html"))).toBe(true);
  });
});
