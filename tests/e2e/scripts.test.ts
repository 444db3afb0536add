import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const tool =
  "#!/usr/bin/env python3\nclass Tool:\n    def run(self):\n        return helper()\n\ndef helper():\n    return 1\n";
const folder = temporaryFolder({
  "bin/tool": tool,
  "bin/serve": "#!/usr/bin/env node\nfunction serve() {}\nserve();\n",
  "bin/readme": "text\n",
  "other.py": "x = 1\n",
});
const call = callsToServer({ args: ["--log-level", "error"], cwd: folder });

const ofOneFile = [
  ["parse_file", {}, '"language":"python"'],
  ["find_classes", {}, '"name":"Tool"'],
  ["find_functions", {}, '"name":"helper"'],
  ["execute_query", { query: "(class_definition name: (_) @n)" }, '"text":"Tool"'],
  ["check_file", {}, '"success":true'],
  ["list_symbols", {}, "helper"],
  ["get_syntax_tree", {}, "class_definition"],
  ["extract_interface", {}, "class Tool"],
  ["get_file_summary", {}, "Tool"],
  ["find_definition", { line: 4, column: 16 }, '"line":6'],
  ["find_references", { line: 6, column: 5 }, '"line":4'],
  ["get_symbol_info", { symbol: "helper" }, "helper"],
  ["get_symbol_context", { symbol: "Tool.run" }, "helper"],
  ["get_class_hierarchy", { symbol: "Tool" }, "Tool"],
] as const;

/** Says of a file outright, or in a warning, that its language is not known. */
const refused = /"success":false|unknown_language/;

describe("scripts without an extension", () => {
  test.each(ofOneFile)("%s reads one that is named outright", async (name, input, expected) => {
    const { answer } = await call(name, { ...input, filepath: "bin/tool" });
    expect(JSON.stringify(answer)).toContain(expected);
  });

  test.each(ofOneFile)("%s refuses a file that is not a script", async (name, input) => {
    const { answer } = await call(name, { ...input, filepath: "bin/readme" });
    expect(JSON.stringify(answer)).toMatch(refused);
  });

  test.each([
    ["Tool", "bin/tool"],
    ["serve", "bin/serve"],
  ])("%s is found in a folder, at the first call and from the cache", async (symbol, path) => {
    const first = await call("find_definition", { symbol, filepath: "." });
    expect(JSON.stringify(first.answer)).toContain(path);
    expect((await call("find_definition", { symbol, filepath: "." })).answer).toEqual(first.answer);
    const listed = await call("list_symbols", { filepath: "." });
    expect(JSON.stringify(listed.answer)).toContain(path);
    expect((await call("list_symbols", { filepath: "." })).answer).toEqual(listed.answer);
  });

  test.each(["bin/*", "**/tool"])("%s is a glob that reaches them", async (filepath) => {
    expect(JSON.stringify((await call("find_classes", { filepath })).answer)).toContain('"name":"Tool"');
  });

  test.skipIf(process.platform === "win32")("a pipe without an extension is not waited for", async () => {
    execFileSync("mkfifo", [join(folder, "bin/pipe")]);
    for (const [name, input] of ofOneFile) {
      const { answer } = await call(name, { ...input, filepath: "bin/pipe" });
      expect(JSON.stringify(answer)).toMatch(refused);
    }
    for (const filepath of ["bin", "bin/*"]) {
      const { answer } = await call("list_symbols", { filepath });
      expect(JSON.stringify(answer)).toContain("helper");
    }
  });

  test.skipIf(process.platform === "win32")("a device without an extension is not read", async () => {
    execFileSync("ln", ["-s", "/dev/zero", join(folder, "bin/zero")]);
    const { answer } = await call("list_symbols", { filepath: "bin" });
    expect(JSON.stringify(answer)).toContain("helper");
    const named = await call("parse_file", { filepath: "bin/zero" });
    expect(JSON.stringify(named.answer)).not.toContain('"success":true');
  });
});
