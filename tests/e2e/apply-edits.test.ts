/** `apply`: edits that are written. Input: code bases; output: files as the diff of the preview has them, or as they were. */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyPatch, parsePatch } from "diff";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { runInProcess, sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const mark = "\ufeff";

const code = {
  "shape.hpp": `${mark}#pragma once\r\nstruct Shape { virtual int area(); };\r\nstruct Box : Shape { int area() override; };\r\n`,
  "shape.cpp": '#include "shape.hpp"\nint Shape::area() { return 1; }\nint Box::area() { return 2; }\n// area',
  "use.cpp":
    '#include "shape.hpp"\nint f(Shape* s) { return s->area(); } // é 😀\nint g(Unknown u) { return u.area(); }\n',
  "pkg/core.py": "def make(size):\r    return size\n",
  "pkg/use.py": `${mark}from pkg.core import make\nx = make(1)\n`,
};

const args = ["--log-level", "error", "--allow-edits"];

const Answer = z.looseObject({
  diff: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
  details: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  written: z.array(z.object({ filepath: z.string(), edits: z.number(), size: z.number() }).loose()).optional(),
});

function project(files: Readonly<Record<string, string | Uint8Array>> = code, flags = args) {
  const cwd = temporaryFolder(files);
  const session = sessionInProcess({ cwd, args: flags });
  const call = async (name: string, input: object) => {
    const { answer, isError } = await callTool(session, name, input);
    return { ...Answer.parse(answer), isError };
  };
  const rename = (symbol: string, new_name: string, further = {}) =>
    call("rename_symbol", { symbol, new_name, ...further });
  return { cwd, call, rename };
}

/** The files of a folder, by path; those of a folder `.codegrove…` would show, too. */
const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), readFileSync(path, "utf8")] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Files after a diff. */
function patched(files: Readonly<Record<string, string>>, diff = ""): Readonly<Record<string, string>> {
  const changed = parsePatch(diff).map((patch) => {
    const path = (patch.newFileName ?? "").slice("b/".length);
    const text = applyPatch(files[path] ?? "", patch, { autoConvertLineEndings: false });
    if (text === false) throw new Error(`the diff does not fit ${path}`);
    return [path, text] as const;
  });
  return { ...files, ...Object.fromEntries(changed) };
}

describe("without --allow-edits", () => {
  test("nothing is written, and the error names the flag", async () => {
    const { cwd, rename } = project(code, ["--log-level", "error"]);
    const before = filesIn(cwd);
    expect(await rename("Shape::area", "surface", { apply: true })).toMatchObject({
      isError: true,
      error: "apply needs --allow-edits: nothing was written",
      details: expect.stringContaining("CODEGROVE_ALLOW_EDITS"),
    });
    expect(filesIn(cwd)).toEqual(before);
    expect((await rename("Shape::area", "surface")).diff).toContain("surface");
    const found = { ...code, "codegrove.json": '{"allow_edits": true}' };
    const line = ["rename_symbol", "Shape::area", "--new-name", "surface", "--apply", "--log-level", "error"];
    const stranger = temporaryFolder(found);
    const run = await runInProcess("", { cwd: stranger, args: line });
    expect(run).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("apply needs --allow-edits") });
    expect(run.stderr).toContain("codegrove: apply needs --allow-edits: nothing was written (");
    expect(run.stderr).toContain(
      "\ncodegrove: to write the edits: codegrove rename_symbol Shape::area --new-name surface --apply --log-level error --allow-edits\n",
    );
    expect(filesIn(stranger)).toEqual(found);
    const quoted = ["rename_symbol", "Shape::area", "surface", "--apply", "--file-patterns", "*.[ch]pp"];
    expect((await runInProcess("", { cwd: stranger, args: quoted })).stderr).toContain(
      ": codegrove rename_symbol Shape::area surface --apply --file-patterns '*.[ch]pp' --allow-edits\n",
    );
  });

  test("the new name may be the word after the symbol, and is a path if its flag is given", async () => {
    const cwd = temporaryFolder(code);
    const of = async (...words: readonly string[]) =>
      await runInProcess("", { cwd, args: ["rename_symbol", "Shape::area", ...words, "--format", "text"] });
    const byFlag = await of("--new-name", "surface");
    expect(byFlag.stdout).toContain("surface");
    expect((await of("surface")).stdout).toBe(byFlag.stdout);
    expect((await of("surface", ".")).stdout).toBe((await of(".", "--new-name", "surface")).stdout);
    expect(await of("1x")).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--new-name") });
    expect(await of()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--new-name") });
  });

  test.each([
    ["the flag", { flags: ["--allow-edits"] }],
    ["the variable", { env: { CODEGROVE_ALLOW_EDITS: "true" } }],
    ["a configuration that is named", { flags: ["--config", "codegrove.json"] }],
  ])("%s lets it write", async (_, { flags = [], env = {} }: { flags?: string[]; env?: Record<string, string> }) => {
    const cwd = temporaryFolder({ ...code, "codegrove.json": '{"allow_edits": true}' });
    const line = ["rename_symbol", "Shape::area", "--new-name", "surface", "--apply", "--log-level", "error", ...flags];
    expect(await runInProcess("", { cwd, args: line, env })).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(cwd, "shape.cpp"), "utf8")).toContain("Shape::surface");
  });
});

describe("rename_symbol", () => {
  test("writes what the diff of its preview has, to the byte, and the same server sees it", async () => {
    const { cwd, call, rename } = project();
    const before = filesIn(cwd);
    for (const [symbol, name] of [
      ["Shape::area", "surface"],
      ["make", "made"],
    ] as const) {
      const files = filesIn(cwd);
      const { diff } = await rename(symbol, name);
      const done = await rename(symbol, name, { apply: true });
      expect(done).toMatchObject({ diff, applied: true, isError: false });
      expect(filesIn(cwd)).toEqual(patched(files, diff));
      for (const { filepath, size } of done.written ?? []) {
        expect(size).toBe(Buffer.byteLength(filesIn(cwd)[filepath] ?? ""));
      }
    }
    expect(filesIn(cwd)).toMatchObject({
      "use.cpp":
        '#include "shape.hpp"\nint f(Shape* s) { return s->surface(); } // é 😀\nint g(Unknown u) { return u.area(); }\n',
      "pkg/core.py": "def made(size):\r    return size\n",
      "pkg/use.py": `${mark}from pkg.core import made\nx = made(1)\n`,
    });
    expect(await call("find_definition", { symbol: "Box::surface" })).toMatchObject({
      results: [{ filepath: "shape.cpp" }, { filepath: "shape.hpp" }],
    });
    expect(await call("find_definition", { symbol: "Box::area" })).toMatchObject({ isError: true });
    await rename("Shape::surface", "area", { apply: true });
    await rename("made", "make", { apply: true });
    expect(filesIn(cwd)).toEqual(before);
  });

  test("writes nothing if it is refused, or if the place of a row is not meant", async () => {
    const { cwd, rename } = project({
      ...code,
      "c.cpp": "struct C { int area; int size; int f() { return area; } };\n",
    });
    const before = filesIn(cwd);
    expect(await rename("C::area", "size", { apply: true })).toMatchObject({
      refused: [{ filepath: "c.cpp" }],
      warnings: expect.arrayContaining(["Nothing was written."]),
    });
    expect(await rename("C::area", "1x", { apply: true })).toMatchObject({ isError: true });
    expect(await rename("C::area", "width", { apply: true, source: "int x;", filepath: "c.cpp" })).toMatchObject({
      error: expect.stringContaining("'source'"),
    });
    expect(await rename("Shape::area", "surface", { apply: true, include_possible: ["use.cpp:3"] })).toMatchObject({
      error: "Missing argument 'state': that of the answer with these rows.",
    });
    expect(filesIn(cwd)).toEqual(before);
  });

  test("edits rows of possible only of the answer whose state is given", async () => {
    const { cwd, rename } = project();
    const { state } = await rename("Shape::area", "surface");
    const included = { include_possible: ["use.cpp:3"], state, apply: true };
    writeFileSync(join(cwd, "use.cpp"), `\n${code["use.cpp"]}`);
    const before = filesIn(cwd);
    expect(await rename("Shape::area", "surface", included)).toMatchObject({
      isError: true,
      error: "The code is not that of the answer with this state: nothing was written",
    });
    expect(filesIn(cwd)).toEqual(before);
    const { state: now } = await rename("Shape::area", "surface");
    const ids = { include_possible: ["use.cpp:4"], state: now };
    const { diff } = await rename("Shape::area", "surface", ids);
    expect(await rename("Shape::area", "surface", { ...ids, apply: true })).toMatchObject({ written_edits: 6, diff });
    expect(filesIn(cwd)).toEqual(patched(before, diff));
    expect(filesIn(cwd)["use.cpp"]).toContain("u.surface()");
  });

  test("writes all of it if max_chars cuts the answer, and says so", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`u${i}.py`, `from a import make\nx = make(${i})\n`]),
    );
    const { cwd, rename } = project({ ...many, "a.py": "def make(n):\n    return n\n" });
    const done = await rename("make", "made", { apply: true, max_chars: 2_000 });
    expect(done).toMatchObject({
      ...{ total_edits: 41, written_files: 21, written_edits: 41, truncated: true },
      truncated_reason: expect.stringMatching(/^all edits are written; /),
    });
    expect(done.written?.length).toBeLessThan(21);
    expect(done).not.toHaveProperty("next_cursor");
    expect(Object.values(filesIn(cwd)).filter((text) => /\bmake\b/.test(text))).toEqual([]);
  });

  test("writes no file if one of them is read-only", async () => {
    const { cwd, rename } = project();
    chmodSync(join(cwd, "use.cpp"), 0o444);
    const before = filesIn(cwd);
    expect(await rename("Shape::area", "surface", { apply: true })).toMatchObject({
      ...{ isError: true, error: "Nothing was written", details: "use.cpp: It is read-only." },
    });
    expect(filesIn(cwd)).toEqual(before);
  });

  test("one of two calls at once on a file is refused", async () => {
    const { cwd, rename } = project({ "a.py": "def first():\n    pass\n\ndef second():\n    pass\n" });
    const both = await Promise.all([rename("first", "one", { apply: true }), rename("second", "two", { apply: true })]);
    expect(both.filter(({ isError }) => isError).length).toBeLessThanOrEqual(1);
    const text = readFileSync(join(cwd, "a.py"), "utf8");
    const done = both.map(({ isError }) => !isError);
    expect([text.includes("def one"), text.includes("def two")]).toEqual(done);
  });

  test("writes below the roots only, and nowhere without a workspace", async () => {
    const folder = temporaryFolder({ "in/a.py": "def f():\n    pass\n", "out/b.py": "from a import f\n" });
    const line = ["rename_symbol", "f", "--new-name", "g", "--apply", "--allow-edits", "--log-level", "error"];
    const root = join(folder, "in");
    expect(await runInProcess("", { cwd: folder, args: [...line, "--root", root] })).toMatchObject({ exitCode: 0 });
    expect(filesIn(folder)).toEqual({ "in/a.py": "def g():\n    pass\n", "out/b.py": "from a import f\n" });
    const home = temporaryFolder({ "a.py": "def f():\n    pass\n" });
    const run = await runInProcess("", { cwd: home, args: [...line, "a.py"], env: { HOME: home } });
    expect(run).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("apply needs a workspace") });
    expect(filesIn(home)).toEqual({ "a.py": "def f():\n    pass\n" });
  });
});

describe("find_pattern", () => {
  const calls = {
    "a.py": `${mark}f(1)\r\ng(2)\r\nf(f(3))\r\n`,
    "b.cpp": "int h() {\n  return f(1) +\n    f(2);\n}\n",
    "sub/c.py": "if x:\n    f(1)\n    f(\n        2)",
    "d.py": "def broken(:\n    f(1)\n",
    "e.py": "g(1)\n",
  };
  const pattern = { pattern: "f($A)", rewrite: "k($A, 0)" };
  const diffOf = (answer: object): string => {
    const results: readonly { readonly filepath: string; readonly hunks?: readonly { readonly diff: string }[] }[] =
      Object(answer).results ?? [];
    return results
      .map(({ filepath, hunks = [] }) => {
        return `--- a/${filepath}\n+++ b/${filepath}\n${hunks.map(({ diff }) => diff).join("")}`;
      })
      .join("");
  };

  test("writes what the hunks of its preview have, to the byte, and again what the same server sees then", async () => {
    const { cwd, call } = project(calls);
    const preview = await call("find_pattern", pattern);
    const done = await call("find_pattern", { ...pattern, apply: true });
    expect(done).toMatchObject({ applied: true, written_files: 4, written_edits: 7, isError: false });
    expect(diffOf(done)).toBe(diffOf(preview));
    expect(filesIn(cwd)).toEqual(patched(calls, diffOf(preview)));
    expect(filesIn(cwd)).toMatchObject({
      "a.py": `${mark}k(1, 0)\r\ng(2)\r\nk(k(3, 0), 0)\r\n`,
      "sub/c.py": "if x:\n    k(1, 0)\n    k(2, 0)",
    });
    const back = await call("find_pattern", { pattern: "k($A, 0)", rewrite: "f($A)", filepath: "a.py", apply: true });
    expect(back).toMatchObject({ parsed_as: "call", written: [{ filepath: "a.py", edits: 2 }] });
    expect(filesIn(cwd)["a.py"]).toBe(calls["a.py"]);
    expect(await call("find_pattern", { ...pattern, filepath: "e.py", apply: true })).toMatchObject({
      written_files: 0,
    });
  });

  test("writes nothing if a block would be empty, or a named file is not there", async () => {
    const { cwd, call } = project({ "a.py": "lock()\nfree()\n", "b.py": "lock()\n" });
    const rewritten = { pattern: "lock()\n$$$B\nfree()", rewrite: "with lock:\n    $$$B" };
    expect(await call("find_pattern", { ...rewritten, apply: true })).toMatchObject({
      details: expect.stringContaining("a.py: It would have a block without statements in line 1."),
    });
    const named = { filepath: ["b.py", "c.py"], pattern: "lock()", rewrite: "held()", apply: true };
    expect(await call("find_pattern", named)).toMatchObject({
      error: "Nothing was written",
      details: expect.stringContaining("c.py: "),
    });
    expect(filesIn(cwd)).toEqual({ "a.py": "lock()\nfree()\n", "b.py": "lock()\n" });
  });

  test("writes nothing if a file would have a syntax error, or there is no permission", async () => {
    const { cwd, call } = project(calls);
    expect(await call("find_pattern", { pattern: "f($A)", rewrite: "k($A", apply: true })).toMatchObject({
      error: "Nothing was written",
      details: expect.stringMatching(
        /^a\.py: It would have a syntax error in line 3: .* b\.cpp: It would .* sub\/c\.py: It would/,
      ),
    });
    expect(await call("find_pattern", { pattern: "f($A)", apply: true })).toMatchObject({
      error: "Missing argument 'rewrite': the code that apply writes.",
    });
    for (const further of [{ source: "f(1)", language: "python" }, { cursor: "x" }]) {
      expect(await call("find_pattern", { ...pattern, ...further, apply: true })).toMatchObject({ isError: true });
    }
    expect(filesIn(cwd)).toEqual(calls);
    const reader = project(calls, ["--log-level", "error"]);
    expect(await reader.call("find_pattern", { ...pattern, apply: true })).toMatchObject({
      error: "apply needs --allow-edits: nothing was written",
    });
    expect(filesIn(reader.cwd)).toEqual(calls);
  });

  test("writes all of it if the answer is cut, and says so", async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`u${i}.py`, `value${i} = f(${i})\n`]));
    const { cwd, call } = project(many);
    const done = await call("find_pattern", { ...pattern, apply: true, max_chars: 2_000 });
    expect(done).toMatchObject({
      ...{ written_files: 30, written_edits: 30, truncated: true },
      truncated_reason: expect.stringMatching(/All edits are written\.$/),
    });
    expect(done).not.toHaveProperty("next_cursor");
    expect(Object.values(filesIn(cwd)).filter((text) => !text.includes("k("))).toEqual([]);
  });

  test("the command prints a patch that applies, and lists what it writes", async () => {
    const cwd = temporaryFolder(calls);
    const line = ["find_pattern", ".", "--pattern", "f($A)", "--rewrite", "k($A, 0)", "--format", "text", "--quiet"];
    const { stdout: patch } = await runInProcess("", { cwd, args: [...line, "--log-level", "error"] });
    expect(patched(calls, patch)["a.py"]).toBe(`${mark}k(1, 0)\r\ng(2)\r\nk(k(3, 0), 0)\r\n`);
    const applied = await runInProcess("", { cwd, args: [...line, "--apply", ...args] });
    expect(applied).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^\.\/a\.py: written: edits=2 size=\d+ modified=/m),
    });
  });
});

test("tools/list says that tools write only with --allow-edits", async () => {
  const listed = async (flags: readonly string[]) => {
    const { result } = await sessionInProcess({ args: ["--log-level", "error", ...flags] }).request("tools/list", {});
    const { tools } = z.object({ tools: z.array(z.looseObject({ name: z.string() })) }).parse(result);
    return new Map(tools.map((tool) => [tool.name, tool]));
  };
  const [reading, editing] = await Promise.all([listed([]), listed(["--allow-edits"])]);
  for (const name of ["rename_symbol", "find_pattern"]) {
    expect(reading.get(name)).toMatchObject({ annotations: { readOnlyHint: true } });
    expect(reading.get(name)).not.toHaveProperty("inputSchema.properties.apply");
    expect(editing.get(name)).toMatchObject({
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      inputSchema: { properties: { apply: { type: "boolean" } } },
    });
  }
  expect(editing.get("find_references")).toEqual(reading.get("find_references"));
});
