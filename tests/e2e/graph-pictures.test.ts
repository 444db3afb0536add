import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { imageOfAnswer } from "../../src/base/limits.ts";
import { readCommandLine } from "../../src/cli/command-line.ts";
import { drawingTools } from "../../src/cli/picture-of-file.ts";
import { refuseImageOnTerminal } from "../../src/cli/run-picture.ts";
import { inputSchema } from "../../src/tools/arguments/input.ts";
import { loadTool, toolNames } from "../../src/tools/index.ts";
import { packageFolder } from "../support/built-server.ts";
import { connectedClient } from "../support/client.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const files = {
  "src/a.h": '#include "b.h"\nstruct Base { virtual void f() = 0; };\n',
  "src/b.h": '#include "a.h"\n',
  "lib/c.cpp":
    '#include "../src/a.h"\nstruct Derived : Base { void f() override {} };\nvoid g() { Derived d; d.f(); }\n',
  // A folder of more files than a picture shows.
  ...Object.fromEntries(Array.from({ length: 610 }, (_, i) => [`many/${i}.h`, `#include "${i + 1}.h"\n`])),
  "stem.py": `class Stem: pass\n${Array.from({ length: 12 }, (_, i) => `class Twig${i}(Stem): pass\n`).join("")}`,
  "wide.py": `class Root: pass\n${Array.from({ length: 310 }, (_, i) => `class Leaf${i}(Root): pass\n`).join("")}`,
};
const folder = temporaryFolder(files);
const written = (name: string) => readFileSync(join(folder, name), "utf8");
const run = (...args: readonly string[]) => runInProcess("", { args: [...args, "--no-cache"], cwd: folder });

describe("on the command line", () => {
  test.each([
    ["deps.svg", '<svg xmlns="http://www.w3.org/2000/svg"'],
    ["deps.png", "\ufffdPNG\r\n\x1a\n"],
    ["deps.dot", "digraph dependencies {\n"],
    ["deps.GV", "digraph dependencies {\n"],
    ["deps.mmd", "flowchart LR\n"],
  ])("-o %s says what is written", async (name, start) => {
    const { exitCode, stdout, stderr } = await run("get_dependency_graph", "src", "-o", name);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
    expect(stderr).toMatch(/^(?:codegrove: nodes=2 edges=2 cycles=1 .*|2 files searched in \d+\.\d s)\n$/);
    expect(written(name)).toMatch(new RegExp(`^${start.replaceAll("\ufffd", ".").replaceAll("\x1a", "\\x1a")}`));
  });

  test.each([
    ["classes.mmd", /^classDiagram\n.*Derived.*\n$/s],
    ["classes.dot", /^digraph classes \{\n.*Derived.*\}\n$/s],
  ])("-o %s has the picture of classes alone", async (name, picture) => {
    const { exitCode, stdout, stderr } = await run("get_class_hierarchy", "Base", "-o", name);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
    expect(stderr).toMatch(/^615 files searched in \d+\.\d s\n$/);
    expect(written(name)).toMatch(picture);
  });

  test("a picture of classes as text says what is too large for it", async () => {
    const { exitCode, stdout } = await run("get_class_hierarchy", "Root", "--output-format", "dot", "--format", "text");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^(?:digraph classes \{|bases=310 derived=310\ntruncated: 311 nodes with 310 edges)/);
  });

  test("--quiet is silent about a picture, except for an error", async () => {
    expect(await run("get_dependency_graph", "src", "-q", "-o", "quiet.svg")).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
    expect(await run("get_dependency_graph", "--symbol", "nowhere", "-q", "-o", "quiet.png")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("Symbol not found: nowhere"),
    });
    expect(existsSync(join(folder, "quiet.png"))).toBe(false);
  });

  test("a symbol from outside has no picture, which is an error", async () => {
    const outside = temporaryFolder({ "a.py": "import os\nos.getcwd()\n" });
    const args = ["get_dependency_graph", "--symbol", "os.getcwd", "--direction", "callers"];
    const drawn = await runInProcess("", { args: [...args, "-o", "none.png"], cwd: outside });
    expect(drawn).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("It is from outside of the code base: os.getcwd, and used at a.py:2."),
    });
    expect(existsSync(join(outside, "none.png"))).toBe(false);
    const text = await runInProcess("", { args: [...args, "--format", "text"], cwd: outside });
    expect(text).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("Symbol not found: os.getcwd (It is") });
  });

  test("a picture goes to stdout as it is", async () => {
    const { stdout } = await run("get_class_hierarchy", "Base", "--output-format", "svg", "--log-level", "error");
    expect(stdout).toMatch(/^<svg.*<g class="n a s" id="n\d+"><title>Base src\/a\.h:2<\/title>.*<\/svg>\n$/s);
    expect(stdout).toContain(">Derived</text>");
  });

  test.each([
    [["-o", "x.svg", "--output-format", "dot"], "-o x.svg: a file of this name has svg, but --output-format is dot"],
    [["-o", "x.png", "--format", "json"], "--format json: png is a picture, which is written as it is"],
    [["--output-format", "svg", "--format", "text"], "--format text: svg is a picture"],
    [["--output-format", "gif"], "--output-format"],
  ])("%j is refused", async (flags, message) => {
    const { exitCode, stdout, stderr } = await run("get_dependency_graph", "src", ...flags);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(readdirSync(folder).filter((name) => name.startsWith("x."))).toEqual([]);
  });

  test("another ending says nothing, and a format that is given counts", async () => {
    await run("get_dependency_graph", "src", "-o", "deps.txt");
    expect(JSON.parse(written("deps.txt"))).toMatchObject({ success: true });
    await run("get_dependency_graph", "src", "-o", "json.dot", "--format", "json");
    expect(JSON.parse(written("json.dot"))).toMatchObject({ output_format: "dot" });
  });

  test.each([
    ["find_classes", "src", "-o", "x.svg"],
    ["extract_interface", "src", "-o", "x.png"],
    ["check", "src", "-o", "x.jpg"],
    ["report", "src", "-o", "x.pdf"],
    ["index", "src", "-o", "x.dot"],
  ])("%s draws no pictures, and says which tools do", async (...args) => {
    const [command = "", , , name] = args;
    const { exitCode, stdout, stderr } = await run(...args);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `codegrove: -o ${name}: ${command === "check" ? "check_file" : command} draws no pictures; get_class_hierarchy and get_dependency_graph do, to names that end with .svg, .png, .dot, .gv, .mmd, .mermaid\n`,
    });
    expect(readdirSync(folder).filter((file) => file.startsWith("x."))).toEqual([]);
  });

  test("the tools that draw are those whose output may be a picture", async () => {
    const tools = await Promise.all(toolNames.map(loadTool));
    const draws = tools.filter(
      (tool) => tool !== undefined && JSON.stringify(inputSchema(tool, "all")).includes('"svg"'),
    );
    expect(draws.map((tool) => tool?.name).sort()).toEqual([...drawingTools]);
  });

  test("a name of a picture that is not made is refused, with those that are", async () => {
    const { stderr, exitCode } = await run("get_dependency_graph", "src", "-o", "deps.PDF");
    expect(stderr).toBe(
      "codegrove: -o deps.PDF: pictures are written to names that end with .svg, .png, .dot, .gv, .mmd, .mermaid\n",
    );
    expect(exitCode).toBe(2);
  });

  test("of no files is empty, and says why", async () => {
    mkdirSync(join(folder, "nothing"), { recursive: true });
    const { stderr, exitCode } = await run("get_dependency_graph", "nothing", "-o", "nothing.svg");
    expect(stderr).toMatch(/^codegrove: No file in nothing is of a known language: C, C\+\+, /);
    expect(exitCode).toBe(0);
  });

  test("a PNG is not written to a terminal", async () => {
    const of = async (...args: readonly string[]) => {
      const { command } = await readCommandLine(["get_dependency_graph", "src", ...args]);
      if (command.kind !== "tool") throw new Error("no tool");
      return () => refuseImageOnTerminal(command, { isTTY: true, write: () => {} });
    };
    expect(await of("--output-format", "png")).toThrow("A PNG is not for a terminal: give -o FILE.png");
    expect(await of("--output-format", "svg")).not.toThrow();
    expect(await of("-o", "a.png")).not.toThrow();
  });

  test("what is too large is shown by folder, or has no picture, which is told", async () => {
    const folders = await run("get_dependency_graph", ".", "-o", "folders.svg");
    expect(folders.exitCode).toBe(0);
    expect(folders.stderr).toContain("615 files with 612 edges are more than a picture shows: folders are shown");
    expect(written("folders.svg")).toContain(">many (610 files)</text>");
    const classes = await run("get_class_hierarchy", "Root", "-o", "classes.png");
    expect({ ...classes, signal: null }).toMatchObject({ exitCode: 1, stdout: "" });
    expect(classes.stderr).toContain(
      "There is no picture (311 nodes with 310 edges are more than a picture shows: name",
    );
    expect(existsSync(join(folder, "classes.png"))).toBe(false);
    const missing = await run("get_class_hierarchy", "Nothing", "-o", "nothing.svg");
    expect(missing).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("Symbol not found: Nothing"),
    });
  });
});

describe("over MCP", () => {
  const client = connectedClient(folder, ["--no-cache"]);
  const Text = z.object({ type: z.literal("text"), text: z.string() });
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: args });
    return z.array(z.unknown()).parse(content);
  };
  const Told = z.looseObject({ counts: z.unknown(), truncated_reason: z.string().optional() });

  test("an SVG is a text behind the one with counts and cycles", async () => {
    const [first, second, ...others] = await call("get_dependency_graph", { filepath: "src", output_format: "svg" });
    expect(others).toEqual([]);
    expect(JSON.parse(Text.parse(first).text)).toMatchObject({
      ...{ output_format: "svg", counts: { nodes: 2, edges: 2, cycles: 1 }, cycles: [["src/a.h", "src/b.h"]] },
    });
    expect(Text.parse(first).text).not.toContain('"graph"');
    expect(Text.parse(second).text).toMatch(/^<svg.*<g class="n c" id="n\d+">.*>a\.h<.*<\/svg>\n$/s);
  });

  test.each([
    ["get_dependency_graph", { symbol: "g" }],
    ["get_dependency_graph", { filepath: "many" }],
    ["get_class_hierarchy", { symbol: "Base", theme: "dark" }],
  ])("a PNG of %s %j is an image behind a text", async (name, args) => {
    const [text, image, ...others] = await call(name, { ...args, output_format: "png" });
    expect(others).toEqual([]);
    expect(JSON.parse(Text.parse(text).text)).toMatchObject({ output_format: "png", success: true });
    const { data, mimeType } = z
      .object({ type: z.literal("image"), data: z.base64(), mimeType: z.string() })
      .parse(image);
    expect(mimeType).toBe("image/png");
    expect(data.length).toBeLessThanOrEqual(1_000_000);
    const png = Buffer.from(data, "base64");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(Math.max(png.readUInt32BE(16), png.readUInt32BE(20))).toBeLessThanOrEqual(imageOfAnswer.maxSide);
  });

  test("a picture that does not fit its bounds shows less, and says so", async () => {
    // 150 files in a row are too many for an image, and their SVG takes more than an answer has.
    const args = { filepath: Array.from({ length: 150 }, (_, i) => `many/${i}.h`) };
    const [text, image] = await call("get_dependency_graph", { ...args, output_format: "png" });
    expect(Told.parse(JSON.parse(Text.parse(text).text)).truncated_reason).toContain(
      "are too many to be read in an image of 1,568 pixels: folders are shown",
    );
    expect(image).toMatchObject({ type: "image" });
    const [told, svg] = await call("get_dependency_graph", { ...args, output_format: "svg", max_chars: 8_000 });
    expect(Told.parse(JSON.parse(Text.parse(told).text)).truncated_reason).toContain(
      "need more than 8,000 characters as svg: folders are shown",
    );
    expect(Text.parse(told).text.length + Text.parse(svg).text.length).toBeLessThanOrEqual(8_000);
    const [counts, ...none] = await call("get_class_hierarchy", {
      symbol: "Stem",
      output_format: "svg",
      max_chars: 2_000,
    });
    expect(none).toEqual([]);
    expect(JSON.parse(Text.parse(counts).text)).toMatchObject({ detail: "counts", truncated: true });
  });

  test("a class hierarchy that is too large has counts and what to narrow", async () => {
    const [text, ...others] = await call("get_class_hierarchy", { symbol: "Root", output_format: "png" });
    expect(others).toEqual([]);
    expect(JSON.parse(Text.parse(text).text)).toMatchObject({
      ...{ output_format: "png", total_classes: 311, truncated: true },
      truncated_reason: expect.stringMatching(/more than a picture shows: name a direction/),
    });
  });
});

test("only the program that draws has what draws", () => {
  const dist = join(packageFolder, "dist");
  const programs = readdirSync(dist).filter((name) => name.endsWith(".cjs"));
  const drawing = programs.filter((name) => /resvg\.wasm|graphviz\.wasm/.test(readFileSync(join(dist, name), "utf8")));
  expect(drawing).toEqual(["pictures.cjs"]);
  const licences = readFileSync(join(dist, "LICENSES.txt"), "utf8");
  for (const licence of ["Eclipse Public License", "Mozilla Public License", "Bitstream Vera Fonts Copyright"]) {
    expect(licences).toContain(licence);
  }
});
