import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { interfaceFixture } from "../support/interfaces.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "shape.hpp": interfaceFixture("shape.hpp"),
  "app.py": interfaceFixture("app.py"),
  "empty.py": "# nothing\n",
  "empty.hpp": "// nothing\n",
  "a.js": "function f() {}\n",
});
const call = callsToServer({ cwd: folder });

async function answerOf(args: object) {
  const { text, isError } = await call("extract_interface", args);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
}

interface Row {
  readonly name: string;
  readonly children?: readonly Row[];
}

const namesOf = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ name, children = [] }) => [name, ...namesOf(children).map((inner) => `${name}.${inner}`)]);

describe("json", () => {
  test("has the rows of list_symbols, nested, without private members", async () => {
    const { symbols } = await answerOf({ filepath: "shape.hpp" });
    const names = namesOf(symbols);
    expect(names).toContain("geo.Shape.area");
    expect(names).not.toContain("geo.Shape.name_");
    const { symbols: all } = await answerOf({ filepath: "shape.hpp", include_private: true });
    expect(namesOf(all)).toContain("geo.Shape.name_");
    const [, geo] = symbols;
    const shape = geo.children.find(({ name }: Row) => name === "Shape");
    expect(Object.keys(shape)).toEqual(["name", "kind", "line", "column", "end_line", "signature", "doc", "children"]);
    expect(shape.children.find(({ name }: Row) => name === "area")).toEqual({
      ...{
        name: "area",
        kind: "method",
        line: 25,
        column: 18,
        end_line: 25,
        signature: "virtual double area() const = 0",
      },
      ...{ access: "public", doc: "The area.", declared: true },
    });
  });

  test("leaves out names with an underscore of Python", async () => {
    const names = namesOf((await answerOf({ filepath: "app.py" })).symbols);
    expect(names).toContain("App.__init__");
    expect(names.filter((name) => /(^|\.)_(?!_)/.test(name))).toEqual([]);
  });
});

describe("a header, a stub and a document", () => {
  test("come for several files, without those that declare nothing", async () => {
    const { results, skipped } = await answerOf({ filepath: ".", output_format: "header" });
    expect(results.map(({ filepath }: { filepath: string }) => filepath)).toEqual(["./app.py", "./shape.hpp"]);
    expect(skipped).toMatchObject({ no_match: 2 });
    for (const { interface: code } of results) expect(code).not.toContain("_helper() {");
  });

  test("come for unsaved text", async () => {
    const answer = await answerOf({ source: "int f() { return 1; }\n", language: "cpp", output_format: "header" });
    expect(answer).toEqual({
      ...{ language: "cpp", output_format: "header", interface: "#pragma once\n\nint f();\n", success: true },
    });
  });

  test("say what is left out of a long one", async () => {
    const source = Array.from({ length: 400 }, (_, i) => `def f${i}(): pass`).join("\n");
    const answer = await answerOf({ source, language: "python", output_format: "header", max_chars: 2_000 });
    expect(answer.interface.length).toBeLessThanOrEqual(2_000);
    expect(answer.truncated).toBe(true);
    const shown = answer.interface.split("\n").length - 1;
    const whole = (await answerOf({ source, language: "python", output_format: "header" })).interface;
    expect(shown + answer.omitted_lines).toBe(whole.split("\n").length - 1);
    expect(answer.warnings.join()).toContain(`${answer.omitted_lines} lines`);
  });

  test("say what does not parse", async () => {
    const answer = await answerOf({
      source: "int f() { return 1; }\nint ) x;\n",
      language: "cpp",
      output_format: "header",
    });
    expect(answer.warnings.join()).toContain("does not parse");
  });
});

describe("a format for people", () => {
  const run = async (...args: string[]) => {
    const flags = ["--output-format", "header", "--log-level", "error", "--no-cache"];
    const { stdout } = await runInProcess("", { args: ["extract_interface", ...args, ...flags], cwd: folder });
    return stdout;
  };

  test.each(["text", "brief"])("%s writes one interface as it is", async (format) => {
    const { interface: code } = await answerOf({ filepath: "shape.hpp", output_format: "header" });
    expect((await run("shape.hpp", "--format", format)).trimEnd()).toBe(code.trimEnd());
  });

  test.each(["text", "brief"])("%s names the files of several", async (format) => {
    const heads = (await run(".", "--format", format)).split("\n").filter((line) => line.startsWith("==>"));
    expect(heads).toEqual(["==> ./app.py <==", "==> ./shape.hpp <=="]);
  });
});

test("the constructors and keys of a stub are those of its module, as Python has them", async () => {
  const source = interfaceFixture("records.py");
  const { interface: header } = await answerOf({ source, language: "python", output_format: "header" });
  const script = `
import inspect, json, sys, types
def described(text):
    module = types.ModuleType("records")
    sys.modules["records"] = module
    exec(compile(text, "records", "exec"), module.__dict__)
    classes = [each for each in vars(module).values() if inspect.isclass(each) and each.__module__ == "records"]
    return {each.__name__: [sorted(getattr(each, "__annotations__", {})) if hasattr(each, "__total__") else
        [(name, str(p.kind), p.default is not p.empty) for name, p in inspect.signature(each).parameters.items()]]
        for each in classes}
print(json.dumps([described(text) for text in json.load(sys.stdin)]))`;
  const input = JSON.stringify([source, header]);
  const { stdout, stderr } = spawnSync("python3", ["-c", script], { input, encoding: "utf8" });
  expect(stderr).toBe("");
  const [module, made] = JSON.parse(stdout);
  expect(Object.keys(module)).toEqual(["Account", "Options", "Derived", "Point", "Row", "More", "Plain"]);
  expect(made).toEqual(module);
});
