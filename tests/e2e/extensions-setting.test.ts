import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const run = (cwd: string, ...args: readonly string[]) => runInProcess("", { args, cwd });
const code = { "a.tin": "class A {};\n", "b.cpp": "class B : public A {};\n", "c.h": "struct C;\n" };

describe("the setting extensions", () => {
  test("gives further extensions to a language, in a file that was found and for the default patterns, too", async () => {
    const cwd = temporaryFolder({ ...code, "codegrove.json": JSON.stringify({ extensions: { ".tin": "cpp" } }) });
    const { stdout, stderr } = await run(cwd, "find_classes", ".", "--format", "jsonl");
    expect(stdout).toMatch(/a\.tin.*\n.*b\.cpp/);
    expect(stderr).not.toContain("extensions");
    const hierarchy = await run(cwd, "get_class_hierarchy", ".", "--symbol", "A", "--format", "json");
    expect(JSON.parse(hierarchy.stdout)).toMatchObject({ total_classes: 2 });
    expect(JSON.parse((await run(cwd, "parse_file", "a.tin", "--format", "json")).stdout)).toMatchObject({
      language: "cpp",
    });
  });

  test("takes extensions from other languages", async () => {
    const cwd = temporaryFolder({ ...code, "codegrove.json": JSON.stringify({ extensions: { ".h": "c" } }) });
    expect(JSON.parse((await run(cwd, "parse_file", "c.h", "--format", "json")).stdout)).toMatchObject({
      language: "c",
    });
  });

  test("is wrong with an unknown language or what is no extension: an error in a named file", async () => {
    const cwd = temporaryFolder({
      ...code,
      "language.json": JSON.stringify({ extensions: { ".tin": "pyhton" } }),
      "extension.json": JSON.stringify({ extensions: { tin: "cpp" } }),
    });
    const language = await run(cwd, "find_classes", ".", "--config", "language.json");
    expect(language.stderr).toMatch(
      /extensions '\.tin': 'pyhton' is not a language; the languages are .*Did you mean 'python'\?/,
    );
    expect(language.exitCode).toBe(2);
    const extension = await run(cwd, "find_classes", ".", "--config", "extension.json");
    expect(extension.stderr).toContain("extensions");
    expect(extension.exitCode).toBe(2);
  });

  test("and a warning in a file that was found, also for scan_languages", async () => {
    const wrong = { extensions: { ".tin": "cp", tin: "cpp", ".inc": "cpp" }, scan_languages: ["rast"] };
    const cwd = temporaryFolder({ ...code, "d.inc": "class D {};\n", "codegrove.json": JSON.stringify(wrong) });
    const { stdout, stderr, exitCode } = await run(cwd, "find_classes", ".", "--format", "jsonl");
    expect(stdout).toContain("d.inc");
    expect(stderr).toContain("extensions '.tin': 'cp' is not a language");
    expect(stderr).toContain("'rast' is not a language");
    expect(exitCode).toBe(0);
  });
});
