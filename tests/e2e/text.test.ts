import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder, writeFiles } from "../support/temporary-folder.ts";
import { callsToServer, pathsOf } from "../support/tool-call.ts";

const classA = "class A {};\n";
const classAOnLine1 = '{"classes":[{"name":"A","line":1,"column":7}],"success":true}';
const nothingParsed =
  '{"class_count":0,"function_count":0,"include_count":0,"has_errors":false,"language":"cpp","success":true}';
const bom = "\uFEFF";
const utf16be = (text: string): Buffer => Buffer.from(text, "utf16le").swap16();
const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

describe("the text of a file", () => {
  const folder = temporaryFolder({
    "utf8.cpp": classA,
    "utf8-bom.cpp": bom + classA,
    "utf16le.cpp": Buffer.from(bom + classA, "utf16le"),
    "utf16be.cpp": utf16be(bom + classA),
    "crlf.cpp": "// one\r\nclass A {};\r\n\r\nclass B {};\r\n",
    "crlf.py": "import os\r\nclass A:\r\n    def f(self):\r\n        pass\r\n",
    "crlf-utf16.py": Buffer.from(`${bom}import os\r\nclass A:\r\n    def f(self):\r\n        pass\r\n`, "utf16le"),
    "no-newline.cpp": "class A {};",
    "wide.cpp": "/* é */ class Ä {}; /* 😀 */ class B {}; /* 漢 */ class C {};\n",
    "wide-utf16.cpp": utf16be(`${bom}/* é */ class Ä {}; /* 😀 */ class B {}; /* 漢 */ class C {};\n`),
    "wide.py": "s = '😀'; t = 'é'\nclass Größe: pass\n'😀'; x = lambda: 0\n",
    "empty.cpp": "",
    "only-bom.cpp": bom,
    "only-spaces.cpp": " \n\t\n",
    "declared.py": latin1("# -*- coding: latin-1 -*-\ndef café(): pass\n"),
    "declared-second.py": latin1("#!/usr/bin/python\n# vim: set fileencoding=iso_8859_1 :\ndef café(): pass\n"),
    "declared-third.py": latin1("import os\n\n# -*- coding: latin-1 -*-\ndef café(): pass\n"),
    "declared-unknown.py": "# coding: klingon\ndef café(): pass\n",
    "declared-emacs.py": latin1("# -*- coding: latin-1-unix -*-\ndef café(): pass\n"),
    "declared-cp932.py": latin1("# coding: cp932\nclass \x96\xbc\x91O: pass\n"),
    "cr.py": 'import os\rclass A:\r    def f(self):\r        return """a\rb"""\r',
    "cr.cpp": "// one\rclass A {\r  void f() {}\r};\r",
    "declared.cpp": "// coding: utf-16le\nclass A {};\n",
  });
  const call = callsToServer({ cwd: folder });

  test.each(["utf8.cpp", "utf8-bom.cpp", "utf16le.cpp", "utf16be.cpp", "no-newline.cpp"])(
    "%s is read",
    async (filepath) => {
      expect((await call("find_classes", { filepath })).text).toBe(classAOnLine1);
    },
  );

  test("has the same lines and columns with CRLF", async () => {
    expect((await call("find_classes", { filepath: "crlf.cpp" })).text).toBe(
      '{"classes":[{"name":"A","line":2,"column":7},{"name":"B","line":4,"column":7}],"success":true}',
    );
    for (const filepath of ["crlf.py", "crlf-utf16.py"]) {
      expect((await call("find_functions", { filepath })).text).toBe(
        '{"functions":[{"name":"f","line":3,"column":9}],"success":true}',
      );
    }
  });

  test.each(["wide.cpp", "wide-utf16.cpp"])("%s counts columns in UTF-16 units", async (filepath) => {
    const line = "/* é */ class Ä {}; /* 😀 */ class B {}; /* 漢 */ class C {};";
    const { answer } = await call("find_classes", { filepath });
    expect(answer.classes).toEqual(
      ["Ä", "B", "C"].map((name) => ({ name, line: 1, column: line.indexOf(`class ${name}`) + 7 })),
    );
  });

  test.each(["cr.py", "cr.cpp"])("%s ends its lines with carriage returns", async (filepath) => {
    expect((await call("find_classes", { filepath })).answer.classes).toEqual([{ name: "A", line: 2, column: 7 }]);
    expect((await call("find_functions", { filepath })).answer.functions).toMatchObject([{ name: "f", line: 3 }]);
  });

  test("comes back with its own line ends", async () => {
    const { answer } = await call("execute_query", { filepath: "cr.py", query: "(string) @s" });
    expect(answer.matches).toMatchObject([{ text: '"""a\rb"""', line: 4, column: 16 }]);
  });

  test("is decoded by a name that only Python gives to an encoding", async () => {
    const { answer } = await call("find_classes", { filepath: "declared-cp932.py" });
    expect(answer).toEqual({ classes: [{ name: "名前", line: 2, column: 7 }], success: true });
  });

  test.each(["declared.py", "declared-second.py", "declared-unknown.py", "declared-emacs.py"])(
    "%s is decoded",
    async (filepath) => {
      const { answer } = await call("find_functions", { filepath });
      expect(answer.functions).toMatchObject([{ name: "café", column: 5 }]);
      expect(answer).not.toHaveProperty("warnings");
    },
  );

  test("declares its encoding in the first two lines only, and only in Python", async () => {
    const { answer } = await call("find_functions", { filepath: "declared-third.py" });
    expect(answer).toHaveProperty("warnings");
    expect((await call("find_classes", { filepath: "declared.cpp" })).answer.classes).toHaveLength(1);
  });

  test("comes back in captures as it is", async () => {
    const query = "(string) @s (class_definition name: (identifier) @c)";
    expect((await call("execute_query", { filepath: "wide.py", query })).answer.matches).toEqual([
      { capture_name: "s", text: "'😀'", line: 1, column: 5 },
      { capture_name: "s", text: "'é'", line: 1, column: 15 },
      { capture_name: "c", text: "Größe", line: 2, column: 7 },
      { capture_name: "s", text: "'😀'", line: 3, column: 1 },
    ]);
  });

  test.each(["empty.cpp", "only-bom.cpp", "only-spaces.cpp"])("%s is a file of nothing", async (filepath) => {
    expect((await call("parse_file", { filepath })).text).toBe(nothingParsed);
    expect((await call("find_classes", { filepath })).text).toBe('{"classes":[],"success":true}');
    expect((await call("execute_query", { filepath, query: "(comment) @c" })).text).toBe(
      '{"matches":[],"success":true}',
    );
  });
});

describe("bytes that are no UTF-8", () => {
  const folder = temporaryFolder({
    "bad.cpp": latin1("/* Gr\xf6\xdfe */ class A {};\n"),
    "good.cpp": classA,
    "string.py": latin1("s = '\xe9'\n"),
  });
  const call = callsToServer({ cwd: folder });

  test("are replaced, and the answer says so after success", async () => {
    const { answer } = await call("find_classes", { filepath: "bad.cpp" });
    expect(Object.keys(answer)).toEqual(["classes", "success", "warnings"]);
    expect(answer.classes).toEqual([{ name: "A", line: 1, column: 19 }]);
    expect(answer.warnings).toEqual([expect.stringMatching(/UTF-8/)]);
  });

  test("are said of their file in a batch", async () => {
    const { answer } = await call("parse_file", { filepath: ["good.cpp", "bad.cpp"] });
    expect(answer.results?.map((result) => Object.keys(result).at(-1))).toEqual(["success", "warnings"]);
    expect(answer).toMatchObject({ processed_files: 2, failed_files: 0 });
  });

  test("are U+FFFD in captures", async () => {
    const { answer } = await call("execute_query", { filepath: "string.py", query: "(string) @s" });
    expect(answer.matches?.map(({ text }) => text)).toEqual(["'\uFFFD'"]);
  });
});

describe("a binary file", () => {
  const zeroAt = (index: number): string => `${classA}//${"x".repeat(index - classA.length - 2)}\0\n`;
  const folder = temporaryFolder({
    "b/zero-at-7999.cpp": zeroAt(7999),
    "b/zero-at-8000.cpp": zeroAt(8000),
    "b/program.py": Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]),
  });
  const call = callsToServer({ cwd: folder });

  test.each(["b/zero-at-7999.cpp", "b/program.py"])("%s is refused by name", async (filepath) => {
    const { answer, isError } = await call("find_classes", { filepath });
    expect(Object.keys(answer)).toEqual(["success", "error", "details"]);
    expect(answer).toEqual({
      success: false,
      error: `Failed to open file: ${filepath}`,
      details: expect.stringMatching(/binary/),
    });
    expect(isError).toBe(true);
  });

  test("is passed over in a folder, and counted", async () => {
    const answered = await call("find_classes", { filepath: "b" });
    expect(pathsOf(answered)).toEqual(["b/zero-at-8000.cpp"]);
    expect(answered.answer).toMatchObject({ total_files: 1, skipped: { binary: 2 } });
  });
});

describe("a file that is too large", () => {
  const ofBytes = (bytes: number): string => `${classA}//${"x".repeat(bytes - classA.length - 2)}`;
  const folder = temporaryFolder({ "l/at-1000.cpp": ofBytes(1000), "l/at-1001.cpp": ofBytes(1001) });
  const limited = callsToServer({ cwd: folder, env: { MAX_FILE_SIZE: "1000" } });
  const unlimited = callsToServer({ cwd: folder });

  beforeAll(() => {
    mkdirSync(join(folder, "ten"));
    // Without a word of a definition, they are read and not parsed.
    writeFileSync(join(folder, "ten/at-limit.cpp"), `class A {};\n${"/".repeat(10_485_748)}`);
    writeFileSync(join(folder, "ten/above.cpp"), "/".repeat(10_485_761));
  });

  test("is refused by name, with its size and the limit", async () => {
    const { answer, isError } = await limited("find_classes", { filepath: "l/at-1001.cpp" });
    expect(Object.keys(answer)).toEqual(["success", "error", "details"]);
    expect(answer).toMatchObject({ success: false, error: "Failed to open file: l/at-1001.cpp" });
    expect(answer.details).toMatch(/\b1001\b/);
    expect(answer.details).toMatch(/\b1000\b/);
    expect(isError).toBe(true);
  });

  test("is passed over in a folder, and counted; one of the limit's size is read", async () => {
    const answered = await limited("find_classes", { filepath: "l" });
    expect(pathsOf(answered)).toEqual(["l/at-1000.cpp"]);
    expect(answered.answer).toMatchObject({ total_files: 1, skipped: { too_large: 1 } });
  });

  test("is one of more than 10 MiB where nothing else is set", async () => {
    expect(pathsOf(await unlimited("find_classes", { filepath: "l" }))).toEqual(["l/at-1000.cpp", "l/at-1001.cpp"]);
    const answered = await unlimited("find_classes", { filepath: "ten" });
    expect(pathsOf(answered)).toEqual(["ten/at-limit.cpp"]);
    expect(answered.answer.skipped).toEqual({ too_large: 1 });
  });
});

describe("the language of a file", () => {
  const extensions = {
    cpp: ["cpp", "hpp", "h", "cc", "cxx", "hxx", "hh", "ipp", "inl", "tpp", "c++", "h++", "cu", "cuh", "C", "H", "CPP"],
    python: ["py", "pyi", "pyw"],
  };
  const folder = temporaryFolder({ "notes.txt": classA, Makefile: "all:\n", "archive.cpp.gz": classA });
  const call = callsToServer({ cwd: folder });
  writeFiles(
    folder,
    Object.fromEntries(
      Object.values(extensions)
        .flat()
        .map((extension) => [`x.${extension}`, "\n"]),
    ),
  );

  test.each(Object.entries(extensions))("is %s by each of its extensions", async (language, known) => {
    const { answer } = await call("parse_file", { filepath: known.map((extension) => `x.${extension}`) });
    expect(answer.results?.map((result) => [result.filepath, result.language])).toEqual(
      known.map((extension) => [`x.${extension}`, language]),
    );
  });

  test.each(["notes.txt", "Makefile", "archive.cpp.gz"])(
    "%s has none: the error lists the extensions",
    async (filepath) => {
      const { text, answer, isError } = await call("parse_file", { filepath });
      expect(answer.success).toBe(false);
      expect(isError).toBe(true);
      for (const extension of [".cpp", ".hpp", ".h", ".cc", ".cxx", ".cuh", ".py", ".pyi"]) {
        expect(text).toMatch(new RegExp(`\\${extension}(?![a-z])`));
      }
    },
  );

  test("matters only once the file is there", async () => {
    const { answer } = await call("parse_file", { filepath: "nonexistent.txt" });
    expect(answer.error).toBe("Failed to open file: nonexistent.txt");
  });
});
