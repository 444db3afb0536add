/**
 * The edges of a machine: long paths, many files, no watches, and names without a case. Input: folders that are made for it, in other file
 * systems if the kernel has them; output: answers that are right, or that say what is missing.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { environmentOfProgram, runServer, serverPath } from "../support/built-server.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const quiet = ["--log-level", "error"];
const code = "def deep():\n    return 1\n\ndef user():\n    return deep()\n";

/** Without it, a test of the system's own is left out; CI has all that can be had. */
const isLinux = process.platform === "linux";

describe.runIf(isLinux)("paths of 4,000 characters", () => {
  const top = temporaryFolder({ "near.py": "from os import path\n" });
  const part = "p".repeat(250);
  // The longest path of Linux has 4,095 bytes.
  const parts = Math.floor((4_000 - top.length - "/x.py".length) / (part.length + 1));
  const folder = join(top, ...Array.from({ length: parts }, () => part));
  mkdirSync(folder, { recursive: true });
  const rest = 4_000 - folder.length - 1;
  writeFileSync(join(folder, `${"x".repeat(Math.min(rest, 255) - 3)}.py`), code);
  /** Only a program that goes down step by step can make a longer one. */
  const python = (script: string) => execFileSync("python3", ["-c", `import sys\n${script}`, folder, part]);
  const ask = callsToServer({ cwd: top, args: [...quiet, "--no-cache"] });

  test("are read, resolved and edited as others are", async () => {
    const { answer } = await ask("find_functions", { filepath: "." });
    expect(answer).not.toHaveProperty("failed_files");
    expect(answer.results?.find(({ functions }) => functions?.length === 2)?.functions).toMatchObject([
      { name: "deep", line: 1 },
      { name: "user", line: 4 },
    ]);
    const { answer: references } = await ask("find_references", { symbol: "deep" });
    expect(references).toMatchObject({ total_references: 2, success: true });
    const { text } = await ask("rename_symbol", { symbol: "deep", new_name: "deeper" });
    expect(text).toContain("deeper");
  });

  test("past the longest path of the system are counted, and the rest is answered", async () => {
    python(`import os
os.chdir(sys.argv[1])
for _ in range(3):
    os.mkdir(sys.argv[2])
    os.chdir(sys.argv[2])
open("lost.py", "w").write("def lost(): pass\\n")`);
    const { text, answer } = await ask("find_functions", { filepath: "." });
    expect(answer.results?.flatMap(({ functions = [] }) => functions.map(({ name }) => name))).toEqual([
      "deep",
      "user",
    ]);
    expect(text).toMatch(/"(?:unreadable|skipped|failed_files|warnings|left_out)\w*":/);
    expect(text).not.toContain("Internal error");
  });

  afterAll(() => {
    python("import os, shutil\nshutil.rmtree(os.path.join(sys.argv[1], sys.argv[2]), ignore_errors=True)");
  });
});

describe.runIf(isLinux)("without watches", () => {
  /** A namespace of users has limits of its own. */
  const limited = ["-Ur", "sh", "-c", 'echo 0 > /proc/sys/user/max_inotify_watches && exec "$0" "$@"'];
  const isPossible = spawnSync("unshare", [...limited, "true"]).status === 0;
  const folder = temporaryFolder({ "a.py": code, "sub/b.py": "from a import deep\ndeep()\n" });

  test.runIf(isPossible || process.env.CI !== undefined)(
    "answers follow edits, and a subscription says why it cannot be",
    async () => {
      // The session starts the server by a program that limits it.
      const start = temporaryFolder({
        "limited.cjs": `const { spawn } = require("node:child_process");
        const child = spawn("unshare", ${JSON.stringify(limited)}.concat(process.execPath, ${JSON.stringify(serverPath)}, process.argv.slice(2)), { stdio: "inherit" });
        child.on("exit", (status) => process.exit(status ?? 1));`,
      });
      const session = new Session({ program: join(start, "limited.cjs"), cwd: folder, args: quiet });
      const ask = async (symbol: string) => {
        const { result } = await session.request("tools/call", { name: "find_references", arguments: { symbol } });
        return JSON.parse(result?.content?.[0]?.text ?? "{}");
      };
      const { error } = await session.request("resources/subscribe", { uri: "workspace://files" });
      expect(error?.message).toContain("max_user_watches");
      expect(await ask("deep")).toMatchObject({ total_references: 4 });
      writeFileSync(join(folder, "sub/c.py"), "from a import deep\ndeep()\n");
      expect(await ask("deep")).toMatchObject({ total_references: 6 });
      renameSync(join(folder, "sub/c.py"), join(folder, "sub/d.txt"));
      expect(await ask("deep")).toMatchObject({ total_references: 4 });
      expect((await session.close()).exitCode).toBe(0);
    },
  );
});

describe.runIf(isLinux)("a file system whose names have no case", () => {
  const image = join(temporaryFolder(), "image");
  const mount = temporaryFolder();
  /** Linux 6 has ext4 and FAT with such names only if it was built for them; NTFS runs outside of it. */
  const isMounted =
    spawnSync("truncate", ["-s", "32M", image]).status === 0 &&
    spawnSync("mkfs.ntfs", ["-q", "-F", "-f", image]).status === 0 &&
    spawnSync("lowntfs-3g", ["-o", "ignore_case", image, mount]).status === 0;
  afterAll(() => {
    if (isMounted) execFileSync("umount", [mount]);
  });

  test.runIf(isMounted || process.env.CI !== undefined)("is listed once, and read by any spelling", async () => {
    mkdirSync(join(mount, "Src"));
    writeFileSync(join(mount, "Src/Tool.h"), "#pragma once\nint tool();\n");
    writeFileSync(join(mount, "Src/main.cpp"), '#include "TOOL.H"\nint main() { return tool(); }\n');
    writeFileSync(join(mount, "src/main.cpp"), '#include "tool.h"\nint main() { return tool() + tool(); }\n');
    expect(existsSync(join(mount, "SRC/MAIN.CPP"))).toBe(true);
    const run = async (...args: readonly string[]) =>
      JSON.parse((await runServer("", { cwd: mount, args: [...args, "--no-cache", ...quiet] })).stdout);
    expect(await run("find_functions", ".")).toMatchObject({
      total_files: 1,
      results: [{ filepath: expect.stringMatching(/^\.\/Src\/main\.cpp$/i), functions: [{ name: "main" }] }],
    });
    expect(await run("find_references", "tool")).toMatchObject({ total_references: 3 });
    expect(await run("list_symbols", "SRC/MAIN.CPP")).toMatchObject({ symbols: [{ name: "main" }], success: true });
    expect(await run("find_functions", "src", "--root", join(mount, "src"))).toMatchObject({ total_files: 1 });
  });

  test.runIf(isMounted || process.env.CI !== undefined)(
    "does not lead out of the roots by another spelling",
    async () => {
      mkdirSync(join(mount, "Inside"), { recursive: true });
      mkdirSync(join(mount, "Outside"), { recursive: true });
      writeFileSync(join(mount, "Outside/secret.py"), "def secret(): pass\n");
      writeFileSync(join(mount, "Inside/open.py"), "def opened(): pass\n");
      symlinkSync("../OUTSIDE/secret.py", join(mount, "Inside/link.py"));
      const ask = async (filepath: string) =>
        (
          await runServer("", {
            cwd: mount,
            args: ["find_functions", filepath, "--root", "INSIDE", "--no-cache", ...quiet],
          })
        ).stdout;
      expect(await ask("INSIDE")).toContain("opened");
      // Linux does not say that two spellings are one folder: the other one is refused.
      expect(await ask("inside")).toContain("It lies outside of the server's roots");
      for (const path of ["INSIDE", "outside", "INSIDE/../OUTSIDE/secret.py", "INSIDE/LINK.PY"])
        expect(await ask(path)).not.toContain('"secret"');
    },
  );
});

describe.runIf(isLinux)("300,000 files", { timeout: 900_000 }, () => {
  const count = Number(process.env.EDGE_FILES ?? 30_000);

  test("are listed and read, in time and memory that are printed beside those of rg --files", () => {
    const folder = temporaryFolder();
    for (let i = 0; i < count; i++) {
      const at = join(folder, `d${i % 97}`, `e${i % 31}`);
      if (i < 97 * 31) mkdirSync(at, { recursive: true });
      writeFileSync(join(at, `f${i}.py`), `def f${i}(): pass\n`);
    }
    const rg = costOf(folder, ["rg", "--files", "--quiet", "."], ["rg", "--files", "."]);
    const listed = costOf(
      folder,
      own("find_functions", ".", "--no-cache", "--include", "none"),
      own("find_functions", ".", "--no-cache", "--include", "none"),
    );
    const found = costOf(
      folder,
      own("find_functions", ".", "--no-cache", "--max-result-chars", "2000"),
      own("find_functions", ".", "--no-cache", "--max-result-chars", "2000"),
    );
    expect(found.stdout).toContain(`"total_files":${count}`);
    const ratio = (one: number, other: number) => (one / other).toFixed(1);
    process.stdout.write(
      `${count} files: rg --files ${rg.ms} ms of the processor, ${rg.kb} kB; listing ${ratio(listed.ms, rg.ms)} times the time, ${ratio(listed.kb, rg.kb)} times the memory; find_functions ${ratio(found.ms, rg.ms)} and ${ratio(found.kb, rg.kb)} times\n`,
    );
  });
});

const own = (...args: readonly string[]) => [process.execPath, serverPath, ...args, ...quiet];

/** The processor time and the memory of a program, at its second run: the first one has the folders read. */
function costOf(cwd: string, first: readonly string[], second: readonly string[]) {
  const script = `
import resource, subprocess, sys
out = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE).stdout
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(int(1000 * (used.ru_utime + used.ru_stime)), used.ru_maxrss)
sys.stdout.write(out[-4000:].decode(errors="replace"))`;
  const env = { ...environmentOfProgram(), REQUEST_TIMEOUT: "600000" };
  const run = ([program = "", ...args]: readonly string[]) =>
    execFileSync("python3", ["-c", script, program, ...args], { cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  run(first);
  const [head = "", ...rest] = run(second).split("\n");
  const [ms = 0, kb = 0] = head.split(" ").map(Number);
  return { ms, kb, stdout: rest.join("\n") };
}
