import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withoutCache } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** 60 files with a class each, all of which use the first one. */
const files = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    `part${at % 5}/deep/file${at}.cpp`,
    `class Class${at} {\n  void method(Class7 argument) {}\n  int field;\n};\nint function${at}(int a, int b) { return a; }\n`,
  ]),
);
const cwd = temporaryFolder(files);
const args = ["--log-level", "error"];
const call = callsToServer({ cwd, args: [...args, "--cache-dir", join(temporaryFolder(), "cache")] });
const plain = callsToServer({ cwd, args: withoutCache });

describe("list_symbols within max_chars", () => {
  test.each([2_000, 2_500, 4_000, 7_000, 12_000, 40_000])(
    "%i takes no more, with a cache and without one",
    async (max_chars) => {
      const input = { filepath: ".", max_chars };
      const { text } = await call("list_symbols", input);
      expect(text.length).toBeLessThanOrEqual(max_chars);
      expect((await plain("list_symbols", input)).text).toBe(text);
      expect((await call("list_symbols", input)).text).toBe(text);
    },
  );

  test("tells names where signatures do not fit, and counts with what is used most where names do not", async () => {
    const names = (await call("list_symbols", { filepath: ".", max_chars: 15_000 })).answer;
    expect(names).toMatchObject({
      ...{ total_files: 60, detail: "names", truncated: true },
      truncated_reason: expect.stringMatching(
        /^signatures of 240 symbols need \d+ characters: narrow filepath or kinds/,
      ),
      results: expect.arrayContaining([
        {
          filepath: "./part0/deep/file0.cpp",
          symbols: [
            { class: ["Class0:1"], function: ["function0:5"] },
            { container: "Class0", private: { method: ["method:2"], field: ["field:3"] } },
          ],
          success: true,
        },
      ]),
    });
    const counts = (await call("list_symbols", { filepath: ".", max_chars: 2_500 })).answer;
    expect(counts).toMatchObject({
      detail: "counts",
      most_used: expect.objectContaining({ "./part2/deep/file7.cpp": expect.arrayContaining(["Class7:1"]) }),
      results: expect.arrayContaining([
        { filepath: "./part0/deep/", files: 12, class: 12, method: 12, field: 12, function: 12, success: true },
      ]),
    });
  });

  describe("a search for a part of names", () => {
    const noise = Array.from({ length: 80 }, (_, i) => `def detach_${i}(): pass\n`).join("");
    const search = temporaryFolder({
      "a.py": `${noise}def get_eta(): pass\nclass EtaMin: pass\n`,
      "b.py": "def getattr(): pass\n",
      "few.py": "def meta(): pass\ndef eta(): pass\n",
    });
    const ask = callsToServer({ cwd: search, args: withoutCache });
    const eta = { filepath: "." };

    test("leaves out and counts names with it inside of a word, if there are many", async () => {
      const { answer, text } = await ask("list_symbols", { ...eta, name: "*eta*" });
      expect(answer).toMatchObject({
        ...{ detail: "signatures", truncated: true, total_files: 3 },
        truncated_reason:
          "82 of 84 symbols have it only inside of a word and are left out: narrow filepath or kinds, or give detail, which has pages",
      });
      expect(text).toContain("get_eta");
      expect(text).toContain('"eta"');
      expect(text).not.toMatch(/detach|getattr|"meta"/);
    });

    test("has them if there are few, or if all are asked for", async () => {
      const few = await ask("list_symbols", { filepath: "few.py", name: "*eta*" });
      expect(few.text).toMatch(/"meta".*"eta"/);
      expect(few.answer.truncated).toBeUndefined();
      const all = await ask("list_symbols", { ...eta, name: "*eta*", detail: "names" });
      expect(all.text).toMatch(/detach_79.*get_eta/);
      const none = await ask("list_symbols", { ...eta, name: "*etac*" });
      expect(none.text).toMatch(/detach_79/);
    });
  });

  test("names what a package offers before what as many files use", async () => {
    const modules = Array.from({ length: 60 }, (_, at) => [
      `pkg/sub${at % 5}/module${at}.py`,
      `class Class${at}:${at === 7 ? "\n    'Is the seventh. It has more.'" : ""}\n    field = 1\n    def method(self, x: Class7, y: Class8): pass\ndef function${at}(): pass\n`,
    ]);
    const folder = temporaryFolder({
      ...Object.fromEntries(modules),
      "pkg/__init__.py": "from .sub4.module9 import Class9\n",
      "pkg/other.py": "from .sub0.module10 import Class10\n",
    });
    const { answer } = await callsToServer({ cwd: folder, args })("list_symbols", {
      ...{ filepath: ".", max_chars: 2_000 },
    });
    const names = Object.values(Object(answer).most_used).flat();
    expect(names.slice(0, 3)).toEqual(["Class7:1 (Is the seventh.)", "Class8:1", "Class9:1"]);
    expect(names.indexOf("Class10:1")).toBeGreaterThan(2);
  });

  test("is about what is left of one file, too", async () => {
    const source = Array.from(
      { length: 60 },
      (_, at) => `int function${at}(int argument, int other) { return 1; }\n`,
    ).join("");
    const { answer, text } = await call("list_symbols", { source, language: "cpp", max_chars: 2_000 });
    expect(answer).toMatchObject({ detail: "names", truncated: true, success: true });
    expect(text).toContain("function59:60");
    expect(text.length).toBeLessThanOrEqual(2_000);
  });

  test("goes on with pages where the call says how much of each symbol to tell", async () => {
    const { answer } = await call("list_symbols", { filepath: ".", max_chars: 4_000, detail: "signatures" });
    expect(answer).toMatchObject({ truncated: true, next_cursor: expect.any(String) });
    expect(answer).not.toHaveProperty("detail");
  });

  test("is written as lines on the command line", async () => {
    const run = (format: string) =>
      runInProcess("", {
        cwd,
        args: ["list_symbols", ".", "--max-chars", "2500", "--format", format, "--no-cache"],
      });
    const { stdout, stderr } = await run("text");
    expect(stdout).toContain("./part0/deep/: files=12 class=12 method=12 field=12 function=12\n");
    expect(stdout).toMatch(/^\.\/part2\/deep\/file7\.cpp: most used: Class7:1/m);
    expect(stderr).toMatch(/^codegrove: names of 240 symbols/m);
    const lines = (await run("jsonl")).stdout.trim().split("\n");
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ detail: "counts", most_used: expect.any(Object) });
  });
});
