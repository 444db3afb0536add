import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processorMsOf } from "../support/processor-time.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

const folder = temporaryFolder({
  "kinds.def": "// kinds\nKIND(add)\nKIND(sub)\n",
  "later.inc": "later {}\n",
  "kinds.h": 'enum Kind {\n#define KIND(n) kind_##n,\n#include "kinds.def"\n#include "later.inc"\n#undef KIND\n};\n',
  "a.cpp": '#include "kinds.h"\nint f() { return kind_add; }\nint g() { return kind_later; }\n',
  "codes.inc": "CODE(Mul)\n",
  "code.h":
    'namespace w {\nstruct Code {\nenum Enum {\n#define CODE(n) \\\n  n,\n#include "codes.inc"\n#undef CODE\n};\n};\n}\n',
  "table.h": 'struct Table {\n#define CODE(n) int get_##n();\n#include "codes.inc" // all\n#undef CODE\n};\n',
  "colors.def": "COLOR(red)\nCOLOR(green)\n",
  "colors.h": [
    "enum class Color {",
    "#define COLOR(n) n,",
    '#include "colors.def"',
    "#undef COLOR",
    "};",
    "class Painter {",
    "#ifdef WIDE",
    "#define COLOR(n) void wide_##n();",
    "#else",
    "#define COLOR(n) void paint_##n();",
    "#endif",
    '#include "colors.def"',
    "#undef COLOR",
    "};",
    "namespace both {",
    "#define COLOR(n) void both_##n();",
    "struct One {",
    '#include "colors.def"',
    "};",
    "struct Two {",
    '#include "colors.def"',
    "};",
    "}",
    "",
  ].join("\n"),
  "many.def": "MANY(one)\n".repeat(4_000),
  "many.h": `enum Many {\n#define MANY(n) many_##n,\n#include "many.def"\n};\n${"struct Other { int a; };\n".repeat(4_000)}`,
  "huge.def": `${"KIND(entry)\n".repeat(25_000)}`,
});
const server = callsToServer({ args: ["--log-level", "error"], cwd: folder });
const call = async (...asked: Parameters<typeof server>) => JSON.stringify((await server(...asked)).answer);

test("an enumerator leads to its line in a list of uses that an enumeration includes", async () => {
  const definition = await call("find_definition", { filepath: "a.cpp", line: 2, column: 18 });
  expect(definition).toMatch(/"filepath":"kinds.def","definitions":\[\{[^{}]*"line":2,/);
  expect(definition).toContain('"confidence":"likely"');
  expect(await call("find_references", { symbol: "kind_add" })).toContain("return kind_add");
  expect(await call("get_symbol_info", { filepath: "kinds.def", line: 2, column: 1 })).toContain('"name":"KIND"');
});

test("a name of the scopes around an include has their names", async () => {
  expect(await call("find_definition", { symbol: "Kind::kind_sub" })).toContain('"filepath":"kinds.def"');
  expect(await call("find_definition", { symbol: "Code::Mul" })).toContain('"filepath":"codes.inc"');
  expect(await call("find_definition", { symbol: "w::Code::Enum::Mul" })).toContain('"filepath":"codes.inc"');
  expect(await call("find_definition", { symbol: "Table::get_Mul" })).toContain('"filepath":"codes.inc"');
  expect(await call("get_dependency_graph", { filepath: "table.h" })).toContain("codes.inc");
  const importers = await call("get_dependency_graph", { filepath: "codes.inc", direction: "importers" });
  expect(importers).toContain('{"from":"table.h","to":"codes.inc","line":3}');
  expect(importers).toContain('{"from":"code.h","to":"codes.inc","line":6}');
  expect(await call("find_definition", { symbol: "Kind::Mul" })).not.toContain('"filepath":"codes.inc"');
});

test("an include makes the names of the macro that is defined there", async () => {
  const isFound = async (symbol: string) =>
    (await call("find_definition", { symbol })).includes('"filepath":"colors.def"');
  for (const symbol of [
    "Color::red",
    "Painter::paint_red",
    "Painter::wide_green",
    "One::both_red",
    "both::Two::both_green",
  ])
    expect([symbol, await isFound(symbol)]).toEqual([symbol, true]);
  for (const symbol of ["Color::paint_red", "Painter::red", "Painter::both_red", "One::red", "Color::both_red"])
    expect([symbol, await isFound(symbol)]).toEqual([symbol, false]);
});

test("a scope around a list of thousands of uses is found once", async () => {
  await call("find_definition", { symbol: "many_one" });
  const tookMs = await processorMsOf(async () => {
    expect(await call("find_definition", { symbol: "Many::many_one" })).toContain('"function":4000');
  });
  expect(tookMs).toBeLessThan(5_000);
});

test("tools about files do not read such lists, and the index leaves out a huge one", async () => {
  expect(await call("list_symbols", { filepath: "." })).not.toContain("kinds.def");
  expect(await call("check_file", { filepath: "." })).not.toContain("kinds.def");
  expect(await call("find_definition", { symbol: "kind_entry" })).toContain("not found");
});

test("a file that becomes a list of uses is read then", async () => {
  const ask = () => call("find_definition", { symbol: "kind_later" });
  expect(await ask()).not.toContain('"filepath":"later.inc"');
  writeFileSync(join(folder, "later.inc"), "KIND(later)\n");
  expect(await ask()).toContain('"filepath":"later.inc"');
  writeFileSync(join(folder, "later.inc"), "later {}\n");
  expect(await ask()).not.toContain('"filepath":"later.inc"');
});
