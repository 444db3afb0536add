/** Tools that take several names at once. Input: a small code base; output: what they answer about all names, and about absent ones. */
import { describe, expect, test } from "vitest";
import { sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const cwd = temporaryFolder({
  "a.py": [
    "import os",
    "",
    "class Shape:",
    "    def area(self):",
    "        return os.getpid()",
    "",
    "    def name(self):",
    "        return 'x'",
    "",
    "    def spare(self):",
    "        pass",
    "",
    "Shape().area()",
    "Shape().name()",
    "",
  ].join("\n"),
  "b.py": [
    "class Base:",
    "    def run(self): ...",
    "    def stop(self): ...",
    "class One(Base):",
    "    def run(self): ...",
    "class Other:",
    "    def run(self): ...",
    "class Two(Other):",
    "    pass",
    "",
  ].join("\n"),
  "tests/test_a.py": "from a import Shape\n\ndef test_area():\n    assert Shape().area()\n",
});
const session = sessionInProcess({ cwd, args: ["--log-level", "error", "--no-cache"] });
const ask = async (tool: string, input: Readonly<Record<string, unknown>>) =>
  (await callTool(session, tool, input)).answer;

describe("several names", () => {
  test("have their definitions in one answer", async () => {
    expect(await ask("find_definition", { symbols: ["Shape.name", "area"], detail: "full" })).toMatchObject({
      symbol: "Shape.name, area",
      results: [
        {
          filepath: "a.py",
          definitions: [
            { name: "name", line: 7, source: expect.stringContaining("return 'x'") },
            { name: "area", line: 4, source: expect.stringContaining("os.getpid") },
          ],
        },
      ],
    });
  });

  test("have their uses in one answer, each with its symbol", async () => {
    const input = { symbol: "name", symbols: ["Shape.area"], reference_types: ["call"], tests: "fold" };
    expect(await ask("find_references", input)).toMatchObject({
      total_references: 3,
      uses: { "Shape.name": 1, "Shape.area": 1 },
      results: [
        {
          filepath: "a.py",
          references: [
            { line: 13, symbol: "Shape.area" },
            { line: 14, symbol: "Shape.name" },
          ],
        },
      ],
    });
  });

  test("have counts of their uses, 0 included, tests apart", async () => {
    const input = { symbols: ["area", "name", "Shape"], group_by: "file" };
    expect(await ask("find_references", input)).toMatchObject({
      uses: { "Shape.area": 1, "Shape.name": 1, Shape: 2 },
      test_uses: { "Shape.area": 1, Shape: 2 },
    });
    expect(await ask("find_references", { symbols: ["spare", "area"] })).toMatchObject({
      uses: { "Shape.spare": 0, "Shape.area": 1 },
    });
  });

  test("have their classes in one hierarchy, each once, without what is no class", async () => {
    const classesOf = async (input: Readonly<Record<string, unknown>>) => {
      const { results, ...rest } = Object(await ask("get_class_hierarchy", { detail: "names", ...input }));
      return { names: results.flatMap((file: { readonly classes: unknown }) => file.classes), rest };
    };
    expect(await classesOf({ symbols: ["Base", "Other", "One"] })).toMatchObject({
      names: ["Base:1", "Other:6", "One:4 < Base", "Two:8 < Other"],
      rest: { symbol: "Base, Other, One", total_classes: 4 },
    });
    expect(await classesOf({ symbols: ["Other", "area", "nowhere"], direction: "down" })).toMatchObject({
      names: ["Other:6", "Two:8 < Other"],
      rest: { warnings: ["Symbol not found: nowhere.", "Symbol not found: Shape.area (not a class)."] },
    });
    const lacking = await ask("get_class_hierarchy", { symbols: ["Base", "Other"], lacks: "run" });
    expect(lacking).toMatchObject({ total_classes: 2, total_lacking: 1, results: [{ classes: [{ name: "Two" }] }] });
  });

  test("count once where they are the same symbol", async () => {
    const { results } = Object(await ask("find_definition", { symbols: ["area", "Shape.area"] }));
    expect(results[0].definitions).toHaveLength(1);
  });

  test("are said to be missing where some are, or all", async () => {
    for (const tool of ["find_definition", "find_references"]) {
      expect(await ask(tool, { symbols: ["nowhere", "area"] })).toMatchObject({
        warnings: ["Symbol not found: nowhere."],
      });
      expect(await ask(tool, { symbols: ["nowhere", "noone"] })).toMatchObject({
        error: "Symbol not found: nowhere, noone",
      });
    }
    expect(await ask("find_definition", { symbols: ["os.getpid", "area"] })).toMatchObject({
      warnings: ["Symbol not found: os.getpid (os.getpid)."],
    });
  });

  test("of one are answered as that one", async () => {
    const one = await ask("find_definition", { symbol: "Shape.area" });
    expect(await ask("find_definition", { symbols: ["Shape.area"] })).toEqual(one);
  });

  test("do not go with a line", async () => {
    expect(await ask("find_references", { symbols: ["area"], filepath: "a.py", line: 4 })).toMatchObject({
      error: expect.stringContaining("symbols"),
    });
  });
});
