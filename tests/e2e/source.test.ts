import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({ "a.cpp": "class A {};\n", "a.py": "class A: pass\n" });
const call = callsToServer({ cwd: folder, env: { MAX_FILE_SIZE: "1000" } });

describe("a text in place of a file", () => {
  test.each([
    ["parse_file", {}],
    ["find_classes", {}],
    ["find_functions", {}],
    ["execute_query", { query: "(identifier) @i" }],
    ["list_symbols", {}],
    ["check_file", {}],
    ["get_syntax_tree", {}],
  ])("%s answers as for a file with that text", async (tool, args) => {
    const ofFile = await call(tool, { filepath: "a.py", ...args });
    const ofSource = await call(tool, { source: "class A: pass\n", language: "python", ...args });
    expect(ofFile.answer.success).toBe(true);
    expect(ofSource.text).toBe(ofFile.text);
    const ofCpp = await call(tool, { source: "class A {};\n", language: "cpp", ...args });
    expect(ofCpp.text).toBe((await call(tool, { filepath: "a.cpp", ...args })).text);
  });

  test("may be empty", async () => {
    const { text } = await call("find_classes", { source: "", language: "python" });
    expect(text).toBe('{"classes":[],"success":true}');
  });

  test("may begin with a byte order mark", async () => {
    const { text } = await call("find_classes", { source: "\uFEFFclass A: pass\n", language: "python" });
    expect(text).toBe('{"classes":[{"name":"A","line":1,"column":7}],"success":true}');
  });

  test("knows the macros that it defines and those that are well known", async () => {
    const source = "#define API\nclass API A {};\nclass Q_DECL_EXPORT B {};\n";
    const { answer } = await call("find_classes", { source, language: "cpp" });
    expect(answer.classes?.map(({ name }) => name)).toEqual(["A", "B"]);
  });
});

describe("what is refused", () => {
  test.each([
    [{}, /^Missing argument 'filepath': .*; or else give source and language\.$/],
    [{ source: "x" }, /^Missing argument 'language': the language of source, such as cpp or python\.$/],
    [
      { source: "x", language: "python", filepath: "a.py" },
      /^Arguments 'filepath' and 'source' exclude each other: give either filepath, or source and language\.$/,
    ],
    [{ filepath: ".", language: "pyton" }, /^Unknown language: pyton$/],
    [{ source: "x", language: "python", recursive: true }, /^Argument 'recursive' is about files/],
    [{ source: "x", language: "python", cursor: "x" }, /^Argument 'cursor' is about files/],
    [{ source: 1, language: "python" }, /^Invalid argument 'source': it takes a .*string, not 1\.$/],
    [{ source: "x", language: "pyhton" }, /^Unknown language: pyhton$/],
    [{ source: "x".repeat(1001), language: "python" }, /^The source is too large$/],
  ])("%j", async (args, message) => {
    const { answer, isError } = await call("check_file", args);
    expect(answer.error).toMatch(message);
    expect(isError).toBe(true);
  });

  test("an unknown language names those that there are", async () => {
    const { answer } = await call("check_file", { source: "x", language: "pyhton" });
    expect(answer.details).toMatch(/^Known are c, cpp, .*python, .*\. Did you mean 'python'\?$/);
  });
});
