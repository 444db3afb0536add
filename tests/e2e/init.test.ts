import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { runOnTerminal } from "../support/terminal.ts";

/** Runs `codegrove init` in a folder, without a terminal. */
const init = (cwd: string, ...flags: readonly string[]) => runInProcess("", { args: ["init", ...flags], cwd });

const textOf = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");

/** All files of a folder with their texts, and all folders. */
function contentOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, "latin1")]),
  );
}

describe("an entry that is there already", () => {
  test.each([
    [
      ".mcp.json",
      "claude-code",
      '{"mcpServers":{"codegrove":{"command":"evil\\u001b[2K","args":["--now"]}}}',
      /"command":"evil/,
    ],
    [
      ".codex/config.toml",
      "codex",
      '[mcp_servers.codegrove]\ncommand = "evil"\nargs = []\n',
      /command = "evil" args = \[\]/,
    ],
  ])("that init does not write stays and is shown: %s", async (path, client, text, shown) => {
    const folder = temporaryFolder({ [path]: text });
    for (const flags of [["--yes"], ["--check"]]) {
      const { stderr, stdout } = await init(folder, "--client", client, ...flags);
      expect(stderr).toMatch(shown);
      expect(stderr).toContain(`${path}: the entry codegrove in `);
      expect(stdout + stderr).not.toContain("\u001b");
      expect(stdout).not.toMatch(/as init writes them/);
    }
    expect(textOf(folder, path)).toBe(text);
  });

  test("that init writes for another client with the same file stays, and is not shown", async () => {
    for (const [first, second] of [
      ["copilot", "claude-code"],
      ["claude-code", "copilot"],
    ] as const) {
      const folder = temporaryFolder({});
      await init(folder, "--client", first, "--yes");
      const text = textOf(folder, ".mcp.json");
      expect(text.includes("deferTools")).toBe(first === "copilot");
      const { exitCode, stdout, stderr } = await init(folder, "--client", second, "--yes");
      expect(exitCode).toBe(0);
      expect(stdout).not.toContain("+++ .mcp.json");
      // Claude Code does not read the lines in AGENTS.md by itself.
      const wrote = [...stderr.matchAll(/wrote (.*)/g)].map(([, file]) => file);
      expect(wrote).toEqual(second === "claude-code" ? ["CLAUDE.md"] : []);
      expect(textOf(folder, ".mcp.json")).toBe(text);
    }
  });

  test.each(["claude-code", "codex"])("that init writes is not shown: %s", async (client) => {
    const folder = temporaryFolder({});
    await init(folder, "--client", client, "--yes");
    const { stderr, stdout } = await init(folder, "--client", client);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^nothing to do: /);
  });
});

describe("codegrove init", () => {
  test("shows the change, and writes it with --yes alone", async () => {
    const folder = temporaryFolder({ "CLAUDE.md": "# Rules\n" });
    const shown = await init(folder);
    expect(shown).toMatchObject({ exitCode: 1, stderr: "codegrove: nothing was written; --yes writes it\n" });
    expect(shown.stdout).toMatch(/^--- \/dev\/null\n\+\+\+ b\/\.mcp\.json\n@@ -0,0 \+1,\d+ @@\n\+\{\n/);
    expect(shown.stdout).toContain(
      "--- a/CLAUDE.md\n+++ b/CLAUDE.md\n@@ -1,1 +1,8 @@\n # Rules\n+\n+<!-- codegrove: begin -->\n",
    );
    expect(readdirSync(folder)).toEqual(["CLAUDE.md"]);

    const written = await init(folder, "--yes");
    expect(written).toMatchObject({
      exitCode: 0,
      stdout: shown.stdout,
      stderr:
        "codegrove: wrote .mcp.json, CLAUDE.md\n" +
        "codegrove: next, Claude Code: start claude in this folder and approve the server; /mcp shows it\n" +
        "codegrove: .mcp.json can be committed, unless .gitignore has them: the entry starts codegrove from the PATH, so everyone who shares it needs it installed there\n",
    });
    expect(readdirSync(folder).sort()).toEqual([".mcp.json", "CLAUDE.md"]);
    expect(JSON.parse(textOf(folder, ".mcp.json"))).toEqual({
      mcpServers: {
        codegrove: { type: "stdio", command: "codegrove", args: ["serve", "--root", ".", "--format", "brief"] },
      },
    });

    const before = contentOf(folder);
    expect(await init(folder, "--yes")).toEqual({
      ...{ exitCode: 0, signal: null, stderr: "" },
      stdout: "nothing to do: .mcp.json, CLAUDE.md are as init writes them\n",
    });
    expect(contentOf(folder)).toEqual(before);
  });

  test("shows a diff that git applies, to what --yes writes", async () => {
    const files = { ".mcp.json": '{\n\t"mcpServers": {\n\t\t"x": {}\n\t}\n}', "AGENTS.md": "1\r\n2\r\n3\r\n4\r\n5" };
    const [shown, written] = [temporaryFolder(files), temporaryFolder(files)];
    const { stdout: input } = await init(shown);
    const { status, stderr } = spawnSync("git", ["apply", "-p1"], { cwd: shown, input, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    await init(written, "-y");
    for (const path of Object.keys(files)) expect(textOf(shown, path)).toBe(textOf(written, path));
  });

  test("--check tells what is missing, and writes nothing", async () => {
    const folder = temporaryFolder({ "AGENTS.md": "<!-- codegrove: begin -->\nold rule\n<!-- codegrove: end -->\n" });
    expect(await init(folder, "--check", "--yes")).toMatchObject({
      exitCode: 1,
      stdout:
        ".mcp.json: the entry codegrove in mcpServers is missing or not current\n" +
        "AGENTS.md: the section about codegrove is missing or not current\n" +
        "CLAUDE.md: the import of AGENTS.md is missing or not current\n",
    });
    expect(readdirSync(folder)).toEqual(["AGENTS.md"]);
    await init(folder, "--yes");
    expect(textOf(folder, "AGENTS.md")).not.toContain("old rule");
    expect(await init(folder, "--check")).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("writes the files of other clients, and keeps what is in them", async () => {
    const folder = temporaryFolder({ ".vscode/mcp.json": '{\n  "inputs": []\n}\n' });
    const flags = ["cursor", "vscode", "gemini"].flatMap((name) => ["--client", name]);
    expect(await init(folder, ...flags, "--yes")).toMatchObject({ exitCode: 0 });
    const servers = { codegrove: expect.objectContaining({ command: "codegrove" }) };
    expect(JSON.parse(textOf(folder, ".cursor/mcp.json"))).toEqual({ mcpServers: servers });
    expect(JSON.parse(textOf(folder, ".vscode/mcp.json"))).toEqual({ inputs: [], servers });
    expect(JSON.parse(textOf(folder, ".gemini/settings.json"))).toEqual({ mcpServers: servers });
    expect(existsSync(join(folder, ".mcp.json"))).toBe(false);
    expect(await init(folder, ...flags, "--check")).toMatchObject({ exitCode: 0 });
  });

  test("takes a list of clients, by the names that people type, and writes a file of two clients once", async () => {
    const folder = temporaryFolder({ ".vscode/mcp.json": '{\n  // mine\n  "servers": {}\n}\n' });
    const flags = ["--client", "claude,codex", "--client", "VSCode,copilot"];
    const { exitCode, stdout, stderr } = await init(folder, ...flags, "--yes");
    expect(exitCode).toBe(0);
    expect(stdout.match(/^\+\+\+ .*$/gm)).toEqual(
      [".mcp.json", ".codex/config.toml", ".vscode/mcp.json", "AGENTS.md", "CLAUDE.md"].map((path) => `+++ b/${path}`),
    );
    expect(stderr.match(/next, [^:]+/g)).toEqual(
      ["Claude Code", "Codex", "VS Code", "Copilot CLI"].map((title) => `next, ${title}`),
    );
    expect(textOf(folder, ".codex/config.toml")).toMatch(/^\[mcp_servers\.codegrove\]\ncommand = "codegrove"\n/);
    expect(textOf(folder, ".vscode/mcp.json")).toContain("  // mine\n");
    expect(await init(folder, ...flags, "--check")).toMatchObject({ exitCode: 0 });
  });

  test("prints the text of clients that read no file of a project", async () => {
    const folder = temporaryFolder();
    const { stdout, exitCode } = await init(folder, "--client", "zed,goose", "--yes");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("Zed: add to settings.json of Zed");
    expect(stdout).toContain(`"args": [\n        "serve",\n        "--root",\n        ${JSON.stringify(folder)},`);
    expect(stdout).toContain("Goose: add to ~/.config/goose/config.yaml");
    expect(readdirSync(folder)).toEqual(["AGENTS.md"]);
    expect((await init(folder, "--client", "zed")).stdout).toMatch(/^nothing to do: AGENTS\.md .*\nZed: add to /);
  });

  test("warns in a sub-folder of a repository", async () => {
    const folder = temporaryFolder({ "repository/.git/HEAD": "", "repository/packages/a/a.py": "" });
    const inner = await init(join(folder, "repository/packages/a"));
    expect(inner.stderr).toContain(`this is a sub-folder of the repository ${join(folder, "repository")}: `);
    expect((await init(join(folder, "repository"))).stderr).not.toContain("sub-folder");
  });

  test("keeps the mode of a file", async () => {
    const folder = temporaryFolder({ "AGENTS.md": "" });
    chmodSync(join(folder, "AGENTS.md"), 0o662);
    await init(folder, "--yes");
    expect(statSync(join(folder, "AGENTS.md")).mode & 0o777).toBe(0o662);
  });

  test("follows a link within the folder, and writes its file once", async () => {
    const folder = temporaryFolder({ "AGENTS.md": "# Rules\n" });
    symlinkSync("AGENTS.md", join(folder, "CLAUDE.md"));
    expect(await init(folder, "--yes")).toMatchObject({ exitCode: 0 });
    expect(textOf(folder, "AGENTS.md").match(/codegrove: begin/g)).toHaveLength(1);
    expect(statSync(join(folder, "CLAUDE.md")).ino).toBe(statSync(join(folder, "AGENTS.md")).ino);
  });

  test("writes a file of two clients once", async () => {
    const folder = temporaryFolder({ ".cursor/rules": "" });
    symlinkSync("../.mcp.json", join(folder, ".cursor/mcp.json"));
    const flags = ["claude-code", "cursor", "cursor"].flatMap((name) => ["--client", name]);
    const { stdout } = await init(folder, ...flags, "--yes");
    expect(stdout.match(/^\+\+\+ .*$/gm)).toEqual(["+++ b/.mcp.json", "+++ b/AGENTS.md", "+++ b/CLAUDE.md"]);
    expect(await init(folder, ...flags, "--check")).toMatchObject({ exitCode: 0 });
  });

  test.each<[string, Readonly<Record<string, string | Uint8Array>>, (folder: string) => void, RegExp]>([
    [
      "a folder in place of CLAUDE.md",
      {},
      (folder) => mkdirSync(join(folder, "CLAUDE.md")),
      /Cannot read CLAUDE\.md: It is a folder/,
    ],
    ["a file in place of a folder", { ".cursor": "" }, () => {}, /Cannot read \.cursor\/mcp\.json/],
    [
      "JSON that is not closed",
      { ".cursor/mcp.json": "{\n// x\n" },
      () => {},
      /Cannot add .* to \.cursor\/mcp\.json: it is not valid JSON/,
    ],
    ["10 MB", { "AGENTS.md": "x".repeat(10_000_000) }, () => {}, /Cannot read AGENTS\.md: It has 10000000 bytes/],
    [
      "UTF-16",
      { "AGENTS.md": Buffer.from("\uFEFF# Rules", "utf16le") },
      () => {},
      /Cannot read AGENTS\.md: it is not UTF-8 text/,
    ],
    [
      "markers without an end",
      { "AGENTS.md": "<!-- codegrove: begin -->\n" },
      () => {},
      /its markers do not make a pair/,
    ],
  ])("refuses %s, and writes nothing", async (_what, files, change, message) => {
    const folder = temporaryFolder(files);
    change(folder);
    const before = contentOf(folder);
    const flags = ["--client", "cursor", "--yes"];
    const refused = await init(folder, ...flags);
    expect(refused).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringMatching(message) });
    expect(await init(folder, ...flags, "--check")).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(message),
    });
    expect(contentOf(folder)).toEqual(before);
  });

  test.each([
    ["CLAUDE.md", "file.md"],
    ["AGENTS.md", "missing.md"],
    [".mcp.json", "file.md"],
    [".cursor", "."],
  ])("does not follow %s to another folder", async (path, target) => {
    const outside = temporaryFolder({ "file.md": "{}" });
    const folder = temporaryFolder();
    symlinkSync(join(outside, target), join(folder, path));
    const flags = ["--client", "cursor", "--client", "claude-code", "--yes"];
    expect(await init(folder, ...flags)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("leads out of the folder"),
    });
    expect(contentOf(outside)).toEqual({ [join(outside, "file.md")]: "{}" });
    expect(readdirSync(folder)).toEqual([path]);
  });

  test("writes nothing into a folder that is read only", async () => {
    const folder = temporaryFolder({ "AGENTS.md": "" });
    chmodSync(folder, 0o555);
    // Root may write everywhere.
    const user = process.getuid?.() === 0 ? { uid: 65534 } : {};
    const refused = await runServer("", { args: ["init", "--yes", "--no-cache"], cwd: folder, ...user });
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("Cannot write .mcp.json: EACCES") });
    expect(contentOf(folder)).toEqual({ [join(folder, "AGENTS.md")]: "" });
  });

  test("has a help with its flags", async () => {
    const help = await init(temporaryFolder(), "--help");
    expect(help.stdout).toMatch(/^codegrove init \[flags\]\n[\s\S]*--client NAME[\s\S]*--check[\s\S]*-y, --yes/);
    expect(await runInProcess("", { args: ["help", "init"] })).toEqual(help);
  });

  test.each([
    [
      ["--client", "emacs"],
      /--client: 'emacs' is not a client; it takes claude-code, cursor, vscode, gemini, codex, copilot, /,
    ],
    [["src"], /init takes no paths: src/],
    [["--http"], /Unknown flag --http/],
  ])("%j is a wrong command line", async (flags, message) => {
    expect(await init(temporaryFolder(), ...flags)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(message),
    });
  });
});

/** util-linux has the terminal; elsewhere there is another program of that name. */
describe.runIf(process.platform === "linux")("codegrove init on a terminal", () => {
  test.each([
    ["y\n", 0, ["CLAUDE.md", ".mcp.json"]],
    ["\n", 1, ["CLAUDE.md"]],
    ["\x04", 1, ["CLAUDE.md"]],
    ["\x03", 130, ["CLAUDE.md"]],
  ])("asks, and %j ends it", async (keys, status, files) => {
    const folder = temporaryFolder({ "CLAUDE.md": "# Rules\n" });
    let isTyped = false;
    const { received, exitCode } = await runOnTerminal(["init"], folder, (text, type) => {
      if (isTyped || !text.includes("[y/N] ")) return;
      isTyped = true;
      type(keys);
    });
    expect(received).toContain("Write .mcp.json, CLAUDE.md? [y/N] ");
    expect(exitCode).toBe(status);
    expect(readdirSync(folder).sort()).toEqual([...files].sort());
  });
});
