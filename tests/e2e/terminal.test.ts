import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { endlessScan } from "../support/endless-scan.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import {
  barOfTwelve,
  expectRowsAboveProgress,
  runOnPlainTerminal,
  runOnTerminal,
  screenOf,
  statusTexts,
} from "../support/terminal.ts";

const folder = temporaryFolder(
  Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`src/${String(i).padStart(2, "0")}.py`, "def f(): pass\n".repeat(i + 1)]),
  ),
);
const scan = ["find_functions", "src", "--jobs", "1", "--no-cache"];

/** util-linux has it; elsewhere there is another program of that name. */
describe.runIf(process.platform === "linux")("on a terminal", () => {
  test.each([
    ["text", runOnTerminal],
    ["jsonl", runOnPlainTerminal],
  ] as const)("rows of %s stand above the progress, whole and in order", async (format, run) => {
    const args = [...scan, "--format", format];
    const { stdout } = await runInProcess("", {
      args: [...args, "--quiet"],
      cwd: folder,
      env: { NO_COLOR: "1" },
      terminalColumns: 80,
    });
    await expectRowsAboveProgress(args, folder, stdout, run);
  });

  test("rows that another program writes to the terminal are not mixed with the progress", async () => {
    const args = [...scan, "--format", "text"];
    const { stdout } = await runInProcess("", { args, cwd: folder });
    const { received } = await runOnTerminal(args, folder, undefined, { columns: 80, reader: "cat" });
    expect(received).toMatch(barOfTwelve);
    expect(received.slice(received.indexOf("src/"))).not.toMatch(/[█░]/);
    expect(screenOf(received).lines.filter((line) => line.startsWith("src/"))).toEqual(stdout.trimEnd().split("\n"));
  });

  test("JSON in a pipe is said to be JSON on a terminal, unless it is asked for or nothing is to be said", async () => {
    const hint = "codegrove: one line of JSON, since stdout is a pipe; --format text writes rows";
    const linesOf = async (...flags: readonly string[]) => {
      const { received } = await runOnTerminal([...scan, ...flags], folder, undefined, { columns: 80, reader: "cat" });
      return screenOf(received).lines;
    };
    const [first, second] = await linesOf();
    expect(first).toBe(hint);
    expect(second).toMatch(/^\{/);
    for (const flags of [["--format", "json"], ["--format", "text"], ["--quiet"]])
      expect(await linesOf(...flags)).not.toContain(hint);
    const { stderr } = await runInProcess("", { args: scan, cwd: folder });
    expect(stderr).not.toContain("JSON");
  });

  test.each([[["-o", "deps.svg"]], [["--output-format", "svg"]]])(
    "a picture and what is said of it come after the progress, by %j",
    async (flags) => {
      const args = ["get_dependency_graph", "src", "--jobs", "1", "--no-cache", ...flags];
      const { received } = await runOnPlainTerminal(args, folder);
      expect(statusTexts(received).join("\n")).toMatch(/^reading .* \d+% \| \d+\/12 files/m);
      const { lines } = screenOf(received);
      expect(lines.at(-1)).toBe("codegrove: nodes=12 edges=0 cycles=0 unresolved=0 ambiguous=0");
      expect(lines.filter((line) => /[█░]/.test(line))).toEqual([]);
      expect(lines.length > 1).toBe(flags[0] !== "-o");
    },
  );

  test("a narrow terminal has a shorter bar, or none, and all of the counts", async () => {
    const { stdout } = await runInProcess("", {
      args: [...scan, "--color", "never", "--quiet"],
      cwd: folder,
      terminalColumns: 40,
    });
    const { received, exitCode } = await runOnPlainTerminal([...scan, "--color", "never"], folder, { columns: 40 });
    const texts = statusTexts(received).filter((text) => text.startsWith("reading "));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      expect(text).toMatch(/\d+% \| \d+\/12 files/);
      expect(text.length, text).toBeLessThan(40);
    }
    expect(screenOf(received).lines.slice(0, -1)).toEqual(stdout.trimEnd().split("\n"));
    expect(exitCode).toBe(0);
  });

  test("a terminal that is made narrower has the bar drawn again, and is left as it was by Ctrl-C", async () => {
    const endless = endlessScan();
    const file = join(temporaryFolder(), "narrower");
    let isTyped = false;
    const args = [...endless.args, "--format", "json"];
    const { received, exitCode } = await runOnTerminal(
      args,
      endless.folder,
      (text, type) => {
        const last = statusTexts(text).at(-1) ?? "";
        if (!/ [1-9]\d*\/12 files/.test(last) || isTyped) return;
        if (last.length > 60) writeFileSync(file, "");
        if (last.length >= 45) return;
        isTyped = true;
        type("\x03");
      },
      { columns: 90, later: { columns: 45, file } },
    );
    expect(isTyped).toBe(true);
    expect(screenOf(received)).toEqual({ lines: [], wraps: true, showsCursor: true });
    expect(exitCode).toBe(130);
  });

  test("a long walk counts the files that it has found, and Ctrl-C leaves nothing behind", async () => {
    let isTyped = false;
    const args = [
      "parse_file",
      join(packageFolder, "node_modules"),
      "/usr",
      "--no-ignore",
      "--no-cache",
      "--file-patterns",
      "*",
    ];
    const { received, exitCode } = await runOnTerminal(args, folder, (text, type) => {
      if (isTyped || !/\b[\d,]+ files found/.test(text)) return;
      isTyped = true;
      type("\x03");
    });
    expect(isTyped).toBe(true);
    expect(screenOf(received).lines.filter((line) => /found|[█░]/.test(line))).toEqual([]);
    expect(exitCode).toBe(130);
  });

  test("files that are indexed are counted", async () => {
    const args = ["find_definition", "f", "src", "--jobs", "1", "--no-cache", "--color", "never"];
    const { stdout } = await runInProcess("", { args: [...args, "--quiet"], cwd: folder, terminalColumns: 80 });
    const { received, exitCode } = await runOnPlainTerminal(args, folder);
    expect(statusTexts(received).join("\n")).toMatch(/^reading .* \d+% \| \d+\/12 files/m);
    const { lines, ...screen } = screenOf(received);
    expect(lines.slice(0, -1)).toEqual(stdout.trimEnd().split("\n"));
    expect(lines.at(-1)).toMatch(/^12 files searched in \d+\.\d s$/);
    expect({ ...screen, exitCode }).toEqual({ wraps: true, showsCursor: true, exitCode: 0 });
  });

  test("each phase of a call is named", async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`h${i}.hpp`, `#define N_${i} 1\nvoid f();\n`]),
    );
    const args = ["get_dependency_graph", ".", "--jobs", "1", "--no-cache", "-o", "graph.svg"];
    const { received } = await runOnPlainTerminal(args, temporaryFolder(headers));
    const names = statusTexts(received).map((text) => text.replace(/ [█░\d].*| \| .*/, ""));
    const phases = ["listing", "macros", "reading", "resolving names", "drawing the picture"];
    expect([...new Set(names)].sort()).toEqual(["checking which files have changed", ...phases].sort());
  });

  test("a terminal that cannot move its cursor has no bar and no colours", async () => {
    const { received, exitCode } = await runOnPlainTerminal(scan, folder, { columns: 80, term: "dumb" });
    for (const command of ["\x1b", "█", "░"]) expect(received).not.toContain(command);
    expect(exitCode).toBe(0);
  });

  test("one answer comes after the progress, which leaves nothing behind", async () => {
    const args = [...scan, "--format", "json"];
    const { stdout } = await runInProcess("", { args, cwd: folder });
    const { received } = await runOnPlainTerminal(args, folder);
    expect(received).toMatch(barOfTwelve);
    expect(screenOf(received)).toEqual({ lines: [stdout.trimEnd()], wraps: true, showsCursor: true });
  });

  test("records of the log stand above the progress", async () => {
    const { received } = await runOnPlainTerminal([...scan, "--log-level", "debug", "-o", "answer.json"], folder);
    expect(received).toMatch(barOfTwelve);
    const lines = [...screenOf(received).lines];
    // The summary of a file comes last.
    expect(lines.pop()).toMatch(/^12 files /);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty("level");
  });

  test("Ctrl-C while rows are written leaves the terminal as it was, exit 130", async () => {
    const endless = endlessScan();
    let isTyped = false;
    const args = [...endless.args, "--format", "text"];
    const { received, exitCode } = await runOnTerminal(args, endless.folder, (text, type) => {
      // A file may be counted before its rows are on the terminal.
      const hasRow = screenOf(text).lines.some((line) => /\.py:\d/.test(line));
      if (isTyped || !hasRow || !/ [1-9]\d*\/12 files/.test(text)) return;
      isTyped = true;
      type("\x03");
    });
    expect(isTyped).toBe(true);
    const screen = screenOf(received);
    expect(screen).toMatchObject({ wraps: true, showsCursor: true });
    expect(screen.lines.length).toBeGreaterThan(0);
    for (const line of screen.lines) expect(line).not.toMatch(/[█░]/);
    expect(exitCode).toBe(130);
  });

  const hint = /^codegrove: waiting for MCP requests on stdin, .*\r\ncodegrove: 'codegrove help' lists /;

  test("a server says what it waits for, and how to get help", async () => {
    let isTyped = false;
    const { received, exitCode } = await runOnTerminal(["--log-level", "error"], folder, (text, type) => {
      if (isTyped || !text.includes("help")) return;
      isTyped = true;
      type("\x04");
    });
    expect(received).toMatch(hint);
    expect(exitCode).toBe(0);
  });

  test("without a word, codegrove prints its help, and does not serve", async () => {
    const { received, exitCode } = await runOnTerminal([], folder);
    expect(received).toMatch(/^codegrove: code intelligence for C\+\+, Python and six more languages\r\n/);
    expect(received).toMatch(/^Usage:\r$/m);
    expect(exitCode).toBe(0);
  });

  describe("a pager", () => {
    const pager = "sed s/^/paged:/";
    const pagedLines = (received: string) => screenOf(received).lines.filter((line) => line.startsWith("paged:"));

    test("shows text that is longer than the terminal, and what is told of it comes after", async () => {
      const { stdout } = await runInProcess("", {
        args: [...scan, "--quiet"],
        cwd: folder,
        env: { NO_COLOR: "1" },
        terminalColumns: 80,
      });
      const { received, exitCode } = await runOnTerminal([...scan, "--color", "never"], folder, undefined, {
        columns: 80,
        pager,
      });
      const lines = stdout.trimEnd().split("\n");
      expect(lines.length).toBeGreaterThan(24);
      expect(pagedLines(received)).toEqual(lines.map((line) => `paged:${line}`));
      expect(screenOf(received).lines.at(-1)).toMatch(/^12 files in /);
      expect(exitCode).toBe(0);
    });

    test("shows a long help", async () => {
      const { received } = await runOnTerminal(["help"], folder, undefined, { columns: 80, pager });
      expect(pagedLines(received).length).toBeGreaterThan(24);
    });

    test.each([
      ["for text that fits", [...scan, "--file-patterns", "0[0-3].py"], pager],
      ["with --no-pager", [...scan, "--no-pager"], pager],
      ["with PAGER=cat", scan, "cat"],
    ])("is not started %s", async (_, args, given) => {
      const { received } = await runOnTerminal(args, folder, undefined, { columns: 80, pager: given });
      expect(received).toMatch(/02\.py/);
      expect(pagedLines(received)).toEqual([]);
    });

    test("that is not there loses nothing", async () => {
      const { received } = await runOnTerminal([...scan, "--color", "never"], folder, undefined, {
        columns: 80,
        pager: "no-such-pager",
      });
      expect(screenOf(received).lines.filter((line) => /^src\/11\.py$|^ {2}12:5:/.test(line))).toEqual([
        "src/11.py",
        "  12:5:  f",
      ]);
    });

    test.each([
      ["shows the rows that no pager has yet", 24, /src\/0\d\.py:1:5/],
      ["waits for the end of a pager", 4, /left\r$/m],
    ])("Ctrl-C %s, exit 130", async (_, rows, shown) => {
      const endless = endlessScan();
      let isTyped = false;
      const args = [...endless.args, "--format", "text", "--color", "never"];
      const { received, exitCode } = await runOnTerminal(
        args,
        endless.folder,
        (text, type) => {
          if (isTyped || !(rows === 4 ? /^src\/02\.py/m : / [1-9]\d*\/12 files/).test(text)) return;
          isTyped = true;
          type("\x03");
        },
        { columns: 80, rows, pager: "trap '' INT; cat; echo left" },
      );
      expect(isTyped).toBe(true);
      expect(received).toMatch(shown);
      expect(exitCode).toBe(130);
    });

    test("that its reader leaves ends the command without an error", async () => {
      const { received, exitCode } = await runOnTerminal(scan, folder, undefined, { columns: 80, pager: "head -n 1" });
      expect(received).not.toMatch(/error|EPIPE/i);
      expect(exitCode).toBe(0);
    });
  });

  test("serve says so, too", async () => {
    const { received, exitCode } = await runOnPlainTerminal(["serve", "--log-level", "error"], folder);
    expect(received).toMatch(hint);
    expect(exitCode).toBe(0);
  });
});

test("a pipe is not told what is waited for", async () => {
  expect(await runInProcess("", { args: ["--log-level", "error"] })).toMatchObject({
    stdout: "",
    stderr: "",
    exitCode: 0,
  });
});
