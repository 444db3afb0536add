import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer, pathsOf } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "src/shape.hpp": "class Shape {\n  double area() { return side(); }\n  double side();\n};\n",
  "src/shape.cpp": "double Shape::side() { return read(1); }\ndouble total() { return zero(); }\n",
});
const call = callsToServer({ cwd: folder });

const calls = "(call_expression function: (_) @f)";

describe("the words of other servers", () => {
  test.each(["path", "file_path", "relative_path"])("%s is filepath in every tool over files", async (name) => {
    for (const [tool, args] of Object.entries({
      parse_file: {},
      find_classes: {},
      find_functions: {},
      execute_query: { query: "(_) @n" },
      list_symbols: {},
      check_file: {},
      get_syntax_tree: {},
    })) {
      const { text, isError } = await call(tool, { [name]: "src/shape.hpp", ...args });
      expect(isError, text).toBe(false);
      expect(text).toBe((await call(tool, { filepath: "src/shape.hpp", ...args })).text);
    }
  });

  test.each(["symbol_name", "name_path"])("%s is within, and the name of list_symbols", async (name) => {
    const within = await call("execute_query", { filepath: "src", query: calls, [name]: "Shape/side" });
    expect(within.text).toBe(
      (await call("execute_query", { filepath: "src", query: calls, within: "Shape/side" })).text,
    );
    expect(within.answer.results?.[0]?.matches).toHaveLength(1);
    const { text } = await call("list_symbols", { filepath: "src/shape.hpp", [name]: "area" });
    expect(text).toBe((await call("list_symbols", { filepath: "src/shape.hpp", name: "area" })).text);
  });

  test("are unknown beside our own", async () => {
    const { answer } = await call("execute_query", { filepath: "src", path: "src", query: calls });
    expect(answer.error).toMatch(/^Unknown argument 'path'/);
  });
});

test.each(["toString", "constructor", "__proto__", "valueOf"])("an argument %s is an unknown one", async (name) => {
  for (const tool of ["list_symbols", "find_definition"]) {
    const args = JSON.parse(`{"filepath":"src","symbol":"Shape","${name}":"x"}`);
    const { answer } = await call(tool, tool === "list_symbols" ? { ...args, symbol: undefined } : args);
    expect(answer.error).toContain(`Unknown argument '${name}'`);
  }
});

test("a list that is sent as its text is the list, where a list is taken", async () => {
  const { text } = await call("find_classes", { filepath: '["src/shape.hpp", "src/shape.cpp"]' });
  expect(text).toBe((await call("find_classes", { filepath: ["src/shape.hpp", "src/shape.cpp"] })).text);
  const kinds = await call("list_symbols", { filepath: "src", kinds: '["class"]', detail: "names" });
  expect(kinds.text).toBe((await call("list_symbols", { filepath: "src", kinds: ["class"], detail: "names" })).text);
  const query = await call("execute_query", { filepath: "src", query: '["class"] @c' });
  expect(query.isError, query.text).toBe(false);
  const glob = await call("find_classes", { filepath: '["s"]rc/*.hpp' });
  expect(pathsOf(glob)).toEqual(["src/shape.hpp"]);
});

describe("a path that is not there", () => {
  test("is answered with those that are written alike", async () => {
    const { text } = await call("parse_file", { filepath: "src/shpe.hpp" });
    expect(text).toBe(
      '{"success":false,"error":"Failed to open file: src/shpe.hpp","did_you_mean":["src/shape.hpp","src/shape.cpp"]}',
    );
    const folderError = await call("find_classes", { filepath: "srcs" });
    expect(JSON.parse(folderError.text)).toMatchObject({ did_you_mean: ["src"] });
    const indexed = await call("find_definition", { symbol: "Shape", filepath: "srcs" });
    expect(JSON.parse(indexed.text)).toMatchObject({ did_you_mean: ["src"] });
  });

  test("in a list has them in its place, and no more than five are searched for", async () => {
    const filepath = ["src/shape.hpp", ...Array.from({ length: 8 }, (_, i) => `src/shape${i}.cpp`)];
    const answered = await call("find_classes", { filepath });
    expect(pathsOf(answered)).toEqual(filepath);
    const { results }: { results: readonly object[] } = JSON.parse(answered.text);
    expect(results.filter((result) => "did_you_mean" in result)).toHaveLength(5);
    expect(answered.answer).toMatchObject({ total_files: 9, failed_files: 8 });
  });

  test("like nothing that is there has the error of the reference", async () => {
    const { text } = await call("parse_file", { filepath: "nonexistent.cpp" });
    expect(text).toBe('{"success":false,"error":"Failed to open file: nonexistent.cpp"}');
  });
});

test("a rule about several arguments names them, also if the argument is there", async () => {
  const { answer } = await call("get_changes", { base: "HEAD", diff: "x" });
  expect(answer.error).toBe(`Invalid argument 'diff': it takes a diff without base and head, not "x".`);
  const lines = await call("get_file_summary", { filepath: "src", lines: ["a.txt"] });
  expect(lines.answer.error).toMatch(/ranges such as a\.txt:10-60, without filepath, source and include, not /);
});
