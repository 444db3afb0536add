import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer, pathsOf } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "src/a.cpp": "class A {};\n",
  "src/B.hpp": "class B {};\n",
  "src/notes.txt": "class Notes {};\n",
  "src/tool.py": "class Tool: pass\n",
  "src/a_test.cpp": "class ATest {};\n",
  "src/core/a.cpp": "class CoreA {};\n",
  "src/core/a.hpp": "class CoreAHeader {};\n",
  "src/core/detail/deep.hpp": "class Deep {};\n",
  "src/core/detail/deep.cc": "class DeepSource {};\n",
  "src/core-x/z.cxx": "class Z {};\n",
  "src/core-x/z.h": "class ZHeader {};\n",
  "one/only.cpp": "class Only {};\n",
  "other/x.py": "class X: pass\n",
  "[odd]/{b}*.cpp": "class Odd {};\n",
});
mkdirSync(join(folder, "empty"));

const all = [
  "src/B.hpp",
  "src/a.cpp",
  "src/a_test.cpp",
  "src/core-x/z.cxx",
  "src/core-x/z.h",
  "src/core/a.cpp",
  "src/core/a.hpp",
  "src/core/detail/deep.cc",
  "src/core/detail/deep.hpp",
  "src/tool.py",
];

const call = callsToServer({ cwd: folder });

async function walked(filepath: string | readonly string[], more: object = {}): Promise<(string | undefined)[]> {
  const answered = await call("find_classes", { filepath, ...more });
  expect(answered.answer.total_files).toBe(answered.answer.results?.length);
  return pathsOf(answered);
}

describe("the shape of an answer follows the input", () => {
  test("a path of one file gives the flat answer", async () => {
    const { text } = await call("find_classes", { filepath: "src/a.cpp" });
    expect(text).toBe('{"classes":[{"name":"A","line":1,"column":7}],"success":true}');
  });

  test.each([
    ["an array", ["one/only.cpp"]],
    ["a folder", "one"],
    ["a folder with a slash", "one/"],
    ["a glob", "one/*.cpp"],
  ])("%s of one file gives the batch answer", async (_what, filepath) => {
    const { text } = await call("find_classes", { filepath });
    expect(text).toBe(
      '{"total_files":1,"results":[{"filepath":"one/only.cpp","classes":[{"name":"Only","line":1,"column":7}],"success":true}]}',
    );
  });

  const known = "C, C++, Go, Java, JavaScript, Python, Rust, TSX, TypeScript";

  test.each([
    ["an empty folder", { filepath: "empty" }, `No file in empty is of a known language: ${known}.`],
    ["a glob below a file", { filepath: "src/a.cpp/[ab].py" }, "No file matches src/a.cpp/[ab].py."],
    ["a glob that finds nothing", { filepath: "src/**/*.hxx" }, "No file matches src/**/*.hxx."],
    [
      "a folder without files of these patterns",
      { filepath: "one", file_patterns: ["*.hpp", "*.py"], recursive: false },
      "No file directly in one matches *.hpp, *.py.",
      '"not_searched":{"cpp":1},',
    ],
    [
      "a glob without files of these patterns",
      { filepath: "one/*", file_patterns: ["*.hpp"] },
      "No file matches one/* and *.hpp.",
    ],
    [
      "several of both",
      { filepath: ["empty", "empty/*.cpp", "src/*.hxx"] },
      `No file in empty is of a known language: ${known}. No file matches empty/*.cpp, src/*.hxx.`,
    ],
  ])("%s gives a batch answer of no files, and says why", async (_what, args, reason, leftOut = "") => {
    const { text, isError } = await call("find_classes", args);
    expect(text).toBe(`{"total_files":0,${leftOut}"results":[],"warnings":${JSON.stringify([reason])}}`);
    expect(isError).toBe(false);
  });

  test("a call whose files are all left out says so", async () => {
    const { text } = await call("find_classes", { filepath: "src/*.txt" });
    expect(text).toBe(
      '{"total_files":0,"skipped":{"unknown_language":1},"results":[],' +
        '"warnings":["All files found were left out: 1 unknown_language."]}',
    );
    const { answer } = await call("list_symbols", { filepath: "src", name: "no_such_name" });
    expect(answer.warnings).toEqual(["No result in the 10 files that were read."]);
  });

  test("a folder whose files are all ignored says so", async () => {
    const ignored = temporaryFolder({ ".gitignore": "*.cpp\n", "a.cpp": "class A {};\n" });
    const { answer } = await call("parse_file", { filepath: ignored });
    expect(answer).toMatchObject({ total_files: 0, processed_files: 0, failed_files: 0, results: [] });
    expect(answer.warnings).toEqual([
      `No file in ${ignored} is of a known language: ${known}. Left out: 1 ignored_files.`,
    ]);
  });

  test("a folder that is not there fails the call", async () => {
    const { answer, isError } = await call("find_classes", { filepath: "nowhere/" });
    expect(answer).toMatchObject({ success: false, error: "Failed to open file: nowhere/" });
    expect(isError).toBe(true);
  });
});

describe("a path in an answer is written as the caller wrote it", () => {
  test("relative stays relative, absolute stays absolute", async () => {
    expect(await walked("src")).toEqual(all);
    expect(await walked(join(folder, "src"))).toEqual(all.map((path) => join(folder, path)));
    expect(await walked(join(folder, "src/**/*.hpp"))).toEqual(
      all.filter((path) => path.endsWith(".hpp")).map((path) => join(folder, path)),
    );
    expect(await walked([join(folder, "src/a.cpp"), "src/B.hpp"])).toEqual([join(folder, "src/a.cpp"), "src/B.hpp"]);
  });

  test("backslashes separate too, and are answered as slashes", async () => {
    expect((await call("find_classes", { filepath: "src\\core\\a.cpp" })).text).toBe(
      '{"classes":[{"name":"CoreA","line":1,"column":7}],"success":true}',
    );
    expect(await walked(["src\\core\\a.cpp"])).toEqual(["src/core/a.cpp"]);
    expect(await walked(["src\\core\\a.cpp\\", "src/tool.py/"])).toEqual(["src/core/a.cpp", "src/tool.py"]);
    expect(await walked("src\\core")).toEqual(all.filter((path) => path.startsWith("src/core/")));
    expect(await walked("src\\**\\*.hpp")).toEqual(all.filter((path) => path.endsWith(".hpp")));
  });

  test("a name with the signs of a glob is the file of that name first", async () => {
    const { text } = await call("find_classes", { filepath: "[odd]/{b}*.cpp" });
    expect(text).toBe('{"classes":[{"name":"Odd","line":1,"column":7}],"success":true}');
    expect(await walked("[odd]")).toEqual(["[odd]/{b}*.cpp"]);
  });
});

describe("a folder seen from inside it", () => {
  const inside = callsToServer({ cwd: join(folder, "src/core") });

  test("dot-dot leads out and is kept", async () => {
    expect(pathsOf(await inside("find_classes", { filepath: "../core-x" }))).toEqual([
      "../core-x/z.cxx",
      "../core-x/z.h",
    ]);
    expect(pathsOf(await inside("find_classes", { filepath: "../core-x/*.h" }))).toEqual(["../core-x/z.h"]);
  });

  test("a dot is the folder itself", async () => {
    const paths = pathsOf(await inside("find_classes", { filepath: "." })).map((path) => path?.replace(/^\.\//, ""));
    expect(paths).toEqual(["a.cpp", "a.hpp", "detail/deep.cc", "detail/deep.hpp"]);
  });
});

describe("the order of a batch", () => {
  test("is the array's, and inside a folder or glob that of the paths", async () => {
    expect(await walked(["src/tool.py", "src/core-x", "other/x.py", "one/*.cpp", "src/a.cpp"])).toEqual([
      "src/tool.py",
      "src/core-x/z.cxx",
      "src/core-x/z.h",
      "other/x.py",
      "one/only.cpp",
      "src/a.cpp",
    ]);
  });

  test("is the same bytes in every run", async () => {
    const first = await call("find_classes", { filepath: "src" });
    expect((await call("find_classes", { filepath: "src" })).text).toBe(first.text);
  });
});

describe("a file that is reached twice", () => {
  test("counts once, where it came first", async () => {
    const again = ["src/core/a.hpp", "src", "src/a.cpp", "./src/a.cpp", join(folder, "src/B.hpp"), "src/core/../a.cpp"];
    expect(await walked(again)).toEqual(["src/core/a.hpp", ...all.filter((path) => path !== "src/core/a.hpp")]);
  });
});

describe("a file of an array that cannot be read", () => {
  const filepath = ["src/a.cpp", "nonexistent.cpp"];

  test("is a failed result beside the others", async () => {
    const { answer, isError } = await call("find_classes", { filepath });
    expect(Object.keys(answer)).toEqual(["total_files", "failed_files", "results"]);
    expect(answer).toMatchObject({ total_files: 2, failed_files: 1 });
    expect(answer.results?.map(({ success }) => success)).toEqual([true, false]);
    expect(answer.results?.[1]).toMatchObject({
      filepath: "nonexistent.cpp",
      error: "Failed to open file: nonexistent.cpp",
    });
    expect(isError).toBe(false);
  });

  test("is counted by parse_file", async () => {
    const { answer } = await call("parse_file", { filepath });
    expect(Object.keys(answer)).toEqual(["total_files", "processed_files", "failed_files", "results"]);
    expect(answer).toMatchObject({ total_files: 2, processed_files: 1, failed_files: 1 });
  });
});

describe("recursive", () => {
  test("true is what a folder is by itself", async () => {
    expect(await walked("src", { recursive: true })).toEqual(await walked("src"));
  });

  test("false stays in the folder", async () => {
    expect(await walked("src", { recursive: false })).toEqual([
      "src/B.hpp",
      "src/a.cpp",
      "src/a_test.cpp",
      "src/tool.py",
    ]);
  });
});

describe("file_patterns", () => {
  test.each([
    ["a name", ["a.*"], ["src/a.cpp", "src/core/a.cpp", "src/core/a.hpp"]],
    ["a path below the folder", ["core/*.cpp"], ["src/core/a.cpp"]],
    ["any depth", ["**/detail/*.hpp"], ["src/core/detail/deep.hpp"]],
    ["any depth, none too", ["**/a.cpp"], ["src/a.cpp", "src/core/a.cpp"]],
    ["all below a folder", ["core/**"], all.filter((path) => path.startsWith("src/core/"))],
    ["braces", ["*.{cc,cxx}"], ["src/core-x/z.cxx", "src/core/detail/deep.cc"]],
    ["braces with slashes", ["{core-x,core/detail}/*"], all.filter((path) => /core-x|detail/.test(path))],
    ["a question mark", ["?.cpp"], ["src/a.cpp", "src/core/a.cpp"]],
    ["a class of letters", ["[A-Z].hpp"], ["src/B.hpp"]],
    ["a negation", ["*.cpp", "!*_test.cpp"], ["src/a.cpp", "src/core/a.cpp"]],
    ["a negated path", ["*.hpp", "!core/**"], ["src/B.hpp"]],
    ["a list with commas", ["*.py,*.cc, *.cxx"], ["src/core-x/z.cxx", "src/core/detail/deep.cc", "src/tool.py"]],
    ["a list with a negation", ["*.hpp,!core/**"], ["src/B.hpp"]],
    [
      "commas in braces and a list",
      ["*.{cc,cxx},*.py"],
      ["src/core-x/z.cxx", "src/core/detail/deep.cc", "src/tool.py"],
    ],
    ["a path with the folder", ["src/core/*.cpp"], ["src/core/a.cpp"]],
    ["a name with the folder", ["src/*.cpp"], ["src/a.cpp", "src/a_test.cpp"]],
    [
      "a negated path with the folder",
      ["!src/core/**", "!./src/core-x/*"],
      all.filter((path) => /^src\/[^/]+$/.test(path)),
    ],
    ["a path with another folder", ["sr/*.cpp"], []],
    ["several", ["*.py", "*.cc"], ["src/core/detail/deep.cc", "src/tool.py"]],
    ["nothing that is there", ["*.java"], []],
  ])("%s", async (_what, file_patterns, expected) => {
    expect(await walked("src", { file_patterns })).toEqual(expected);
  });

  test("begin with a folder that is named from the root", async () => {
    const src = join(folder, "src");
    expect(await walked(src, { file_patterns: [`${src}/core/a.*`, `!${src}/**/*.hpp`] })).toEqual([
      `${src}/core/a.cpp`,
    ]);
  });

  test("by themselves are the reference's", async () => {
    expect(await walked("src")).toEqual(
      await walked("src", { file_patterns: ["*.cpp", "*.hpp", "*.h", "*.cc", "*.cxx", "*.py"] }),
    );
  });

  test("filter a glob as well, and no file named outright", async () => {
    expect(await walked("src/**/*", { file_patterns: ["*.py"] })).toEqual(["src/tool.py"]);
    expect(await walked("src/{tool.py,a.cpp}", { file_patterns: ["*.py"] })).toEqual(["src/tool.py"]);
    expect(await walked(["src/a.cpp", "src"], { file_patterns: ["*.py"] })).toEqual(["src/a.cpp", "src/tool.py"]);
  });

  test("that let an unknown language in see it counted as skipped", async () => {
    const { answer } = await call("find_classes", { filepath: "src", file_patterns: ["*.txt", "*.py"] });
    expect(Object.keys(answer)).toEqual(["total_files", "skipped", "not_searched", "results"]);
    expect(answer).toMatchObject({ total_files: 1, skipped: { unknown_language: 1 } });
  });
});
