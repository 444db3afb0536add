import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { evilModule, wasmModule } from "../support/wasm-module.ts";

describe("a grammar that is more than a grammar", () => {
  const folder = temporaryFolder({ "a.evil": "x", "b.py": "def b(): pass\n" });
  const marker = join(folder, "marker");
  const languageJson = JSON.stringify({
    name: "evil",
    title: "Evil",
    grammar: "evil.wasm",
    extensions: [".evil"],
    default_patterns: ["*.evil"],
  });

  test.each(["em_js", "em_asm"] as const)("runs no JavaScript by %s, over stdio or as a command", async (kind) => {
    const languages = temporaryFolder({
      "evil/language.json": languageJson,
      "evil/evil.wasm": evilModule(kind, marker),
    });
    const flags = ["--languages", languages, "--log-level", "error"];
    const command = await runInProcess("", { args: ["parse_file", "a.evil", ...flags], cwd: folder });
    expect(JSON.parse(command.stdout)).toMatchObject({ success: false, error: expect.stringContaining("JavaScript") });
    expect(command.exitCode).toBe(1);
    const served = await runInProcess(`${callOf("a.evil", 1)}\n${callOf("b.py", 2)}\n`, { args: flags, cwd: folder });
    const answers = served.stdout.trimEnd().split("\n");
    expect(answers.map((line) => JSON.parse(line).id).sort()).toEqual([1, 2]);
    expect(served.stdout).toContain("evil.wasm: It exports");
    expect(existsSync(marker)).toBe(false);
  });

  // In a process: what a worker prints there would reach its stdout.
  test("and has no language says so, and nothing else on stdout", async () => {
    const evil = wasmModule({ functions: ["__wasm_call_ctors"] });
    const languages = temporaryFolder({ "evil/language.json": languageJson, "evil/evil.wasm": evil });
    const { stdout, stderr } = await runServer(`${callOf("a.evil", 1)}\n`, {
      args: ["--languages", languages, "--log-level", "error"],
      cwd: folder,
    });
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(stdout).toContain("It has no function tree_sitter_<name>; it exports '__wasm_call_ctors'");
    expect(stderr).toBe("");
  });

  function callOf(filepath: string, id: number): string {
    const params = { name: "parse_file", arguments: { filepath } };
    return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params });
  }
});
