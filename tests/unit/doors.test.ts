import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { readDocument } from "../support/document-paths.ts";
import { guardedModules, packages, parts, partsWithoutNode } from "../support/doors.ts";
import { importsOf, packageOf, partOf, refusal, sourcePaths } from "../support/imports.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Imports of each file of src. */
const imports: ReadonlyMap<string, readonly string[]> = new Map(
  sourcePaths.map((path) => [path, importsOf(path, readDocument(path))]),
);

/** Files that import what their part must not. */
const refused: readonly (readonly [path: string, code: string])[] = [
  ["src/engine/a.ts", 'import glob from "fast-glob"; export const a = glob;'],
  ["src/engine/a.ts", 'import ignore from "ignore"; export const a = ignore;'],
  ["src/engine/a.ts", 'export const a = await import("minimatch");'],
  ["src/engine/a.ts", "export const a = await import(`fast-glob`);"],
  ["src/engine/a.ts", 'import type { A } from "../mcp/server.ts"; export type B = A;'],
  ["src/engine/a.ts", 'export type B = import("../mcp/server.ts").A;'],
  ["src/engine/a.ts", 'export * from "../mcp/server.ts";'],
  ["src/engine/a.ts", 'import { a } from "../syntax/cpp/prepare.ts"; export const b = a;'],
  ["src/engine/a.ts", 'import { pngOf } from "../pictures/png.ts"; export const a = pngOf;'],
  ["src/engine/a.ts", 'import { documentOf } from "../scip/document.ts"; export const a = documentOf;'],
  ["src/mcp/http/a.ts", 'import { a } from "../../cli/a.ts"; export const b = a;'],
  ["src/mcp/a.ts", 'import { drawingOf } from "../pictures/drawing.ts"; export const a = drawingOf;'],
  ["src/cli/a.ts", 'import { a } from "../mcp/server.ts"; export const b = a;'],
  ["src/tools/a.ts", 'import { minimatch } from "minimatch"; export const a = minimatch;'],
  ["src/tools/a.ts", 'import { join } from "node:path"; export const a = join;'],
  ["src/tools/a.ts", 'import { a } from "../project-commands/commands.ts"; export const b = a;'],
  ["src/tools/a.ts", 'import { svgOf } from "../pictures/svg.ts"; export const a = svgOf;'],
  ["src/tools/a.ts", 'import { instance } from "@viz-js/viz"; export const a = instance;'],
  ["src/tools/a.ts", 'import { a } from "../report/report.ts"; export const b = a;'],
  ["src/tools/a.ts", 'import { create } from "@bufbuild/protobuf"; export const a = create;'],
  ["src/facts/a.ts", 'import { a } from "../workspace/stamp.ts"; export const b = a;'],
  ["src/syntax/cpp/a.ts", 'import { a } from "../../engine/run.ts"; export const b = a;'],
  ["src/checks/a.ts", 'import { a } from "../workspace/stamp.ts"; export const b = a;'],
  ["src/metrics/a.ts", 'import { a } from "../tools/tool.ts"; export const b = a;'],
  ["src/project-commands/a.ts", 'import { a } from "../engine/engine.ts"; export const b = a;'],
  ["src/pictures/a.ts", 'import { a } from "../tools/tool.ts"; export const b = a;'],
  ["src/base/a.ts", 'import { a } from "../tools/tool.ts"; export const b = a;'],
  ["src/report/a.ts", 'import { a } from "../syntax/parse.ts"; export const b = a;'],
  ["src/report/page/a.ts", 'import { a } from "../../engine/engine.ts"; export const b = a;'],
  ["src/report/page/a.ts", 'import { join } from "node:path"; export const b = join;'],
  ["src/report/page/a.ts", 'import { z } from "zod"; export const b = z;'],
  ["src/scip/a.ts", 'import { a } from "../tools/tool.ts"; export const b = a;'],
  ["src/app/a.ts", 'import { a } from "@modelcontextprotocol/sdk/types.js"; export const b = a;'],
  ["src/app/a.ts", 'import { a } from "../syntax/python/line-joining.ts"; export const b = a;'],
  ["src/main.ts", 'import glob from "fast-glob"; export const a = glob;'],
  ["src/worker.ts", 'import { minimatch } from "minimatch"; export const a = minimatch;'],
  ["src/workspace/a.ts", 'import host from "node:process"; export const a = host;'],
  ["src/workspace/a.ts", 'import host from "process"; export const a = host;'],
  ["src/engine/a.ts", 'import { spawn } from "node:child_process"; export const a = spawn;'],
];

/** The ways to import the file system. */
const fileSystemImports: readonly string[] = [
  'import { openSync } from "node:fs"; export const a = openSync;',
  'import * as fs from "fs"; export const a = fs;',
  'import { open } from "node:fs/promises"; export const a = open;',
  'export { readFileSync } from "node:fs";',
  'export const a = await import("node:fs");',
  'import type { Stats } from "node:fs"; export type A = Stats;',
  'import fs = require("node:fs"); export const a = fs;',
  'export const a = require("fs");',
];

/** Files at the doors. */
const taken: readonly (readonly [path: string, code: string])[] = [
  ["src/workspace/a.ts", 'import glob from "fast-glob"; export const a = glob;'],
  ["src/syntax/a.ts", 'import type { Tree } from "web-tree-sitter"; export type A = Tree;'],
  ["src/mcp/a.ts", 'import { a } from "@modelcontextprotocol/sdk/types.js"; export const b = a;'],
  ["src/tools/a.ts", 'import { dotOf } from "../pictures/dot.ts"; export const a = dotOf;'],
  ["src/tools/a.ts", 'import { documentOf } from "../scip/document.ts"; export const a = documentOf;'],
  ["src/engine/a.ts", 'import { drawingOf } from "../pictures/drawing.ts"; export const a = drawingOf;'],
  ["src/pictures/a.ts", 'import { Resvg } from "@resvg/resvg-wasm"; export const a = Resvg;'],
  ["src/scip/a.ts", 'import { create } from "@bufbuild/protobuf"; export const a = create;'],
  ["src/cli/a.ts", 'import { a } from "../report/report.ts"; export const b = a;'],
  ["src/report/a.ts", 'import { a } from "../tools/list-symbols.ts"; export const b = a;'],
  ["src/report/page/a.ts", 'import { a } from "../link-template.ts"; export const b = a;'],
  ["src/base/stats.ts", 'import { statSync } from "node:fs"; export const a = statSync;'],
];

test("src imports what the table of doors lets it", () => {
  const wrong = [...imports].flatMap(([path, imported]) => refusals(path, imported));
  expect(imports.size).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});

test.each(refused)("%s is refused: %s", (path, code) => {
  expect(refusals(path, importsOf(path, code))).toHaveLength(1);
});

test.each(taken)("%s is taken: %s", (path, code) => {
  expect(refusals(path, importsOf(path, code))).toEqual([]);
});

test("the file system is refused in every folder of src, except by its doors", () => {
  const folders = new Set([...imports.keys()].map((path) => path.slice(0, path.lastIndexOf("/"))));
  folders.delete("src");
  const files = ["src/main.ts", "src/worker.ts", ...[...folders].map((folder) => `${folder}/a.ts`)];
  expect(files.length).toBeGreaterThan(30);
  for (const path of files)
    for (const code of fileSystemImports)
      expect(refusals(path, importsOf(path, code)), `${path}: ${code}`).toHaveLength(1);
});

test("each door to the file system says its reason before its import", () => {
  for (const path of guardedModules["node:fs"] ?? [])
    expect(readDocument(`src/${path}`), path).toMatch(/^\/\/ .{15,}\.\nimport [^;]*"node:fs";/m);
});

test("the rules of languages are loaded only by worker threads", () => {
  const importers = [...imports].filter(([, imported]) => imported.includes("src/code-index/languages.ts"));
  const others = importers.map(([path]) => path).filter((path) => !path.startsWith("src/workers/"));
  expect(importers.length).toBeGreaterThan(0);
  // What lists symbols is itself loaded only by them.
  expect(others).toEqual(["src/code-index/listed-symbols.ts"]);
});

test("nothing is let in that nobody imports", () => {
  const used = new Set(
    [...imports].flatMap(([path, imported]) =>
      imported.flatMap((one) => {
        const importers = [partOf(path), path.slice("src/".length)];
        const names = one.startsWith("src/") ? [partOf(one), one.slice("src/".length)] : [one, packageOf(one)];
        return importers.flatMap((importer) => names.map((name) => `${importer} → ${name}`));
      }),
    ),
  );
  const doors = { ...packages, ...guardedModules };
  const listed = [
    ...Object.entries(parts).flatMap(([part, row]) => row.imports.map((name) => `${part} → ${name}`)),
    ...Object.entries(doors).flatMap(([name, importers]) => importers.map((importer) => `${importer} → ${name}`)),
    ...Object.entries(partsWithoutNode).flatMap(([part, names]) => names.map((name) => `${part} → ${name}`)),
  ];
  expect(listed.filter((one) => !used.has(one))).toEqual([]);
});

test("ARCHITECTURE.md has a row for each folder, above the rows of what it imports", () => {
  const rows = [...readDocument("ARCHITECTURE.md").matchAll(/^\| `src\/([^`]+)`/gm)].map(([, part = ""]) => part);
  const outer = Object.entries(parts).filter(([part]) => !part.includes("/"));
  expect([...rows].sort()).toEqual(outer.map(([part]) => part).sort());
  const upwards = outer.flatMap(([part, row]) =>
    row.imports
      .map((name) => name.split("/")[0] ?? name)
      .filter((name) => name !== part && rows.indexOf(name) < rows.indexOf(part))
      .map((name) => `${part} → ${name}`),
  );
  expect(upwards).toEqual([]);
});

test("the linter refuses circles, of types too, and the process outside of src/app", () => {
  const { vcs: _, ...rules } = JSON.parse(readDocument("biome.json"));
  const folder = temporaryFolder({
    "biome.json": JSON.stringify({ ...rules, $schema: undefined }),
    "src/engine/a.ts": 'import type { B } from "./b.ts"; export type A = { b: B };',
    "src/engine/b.ts": 'import type { A } from "./a.ts"; export type B = { a: A };',
    "src/workspace/c.ts": "export const a = process.pid;",
    "src/app/d.ts": "export const a = process.pid;",
  });
  const biome = join(packageFolder, "node_modules/.bin/biome");
  const { stdout } = spawnSync(biome, ["lint", "--reporter=json", "src"], { cwd: folder, encoding: "utf8" });
  const { diagnostics }: { diagnostics: readonly Diagnostic[] } = JSON.parse(stdout);
  const found = diagnostics.map(({ location: { path }, category }) => [
    typeof path === "string" ? path : path.file,
    category,
  ]);
  expect(Object.fromEntries(found)).toEqual({
    "src/engine/a.ts": "lint/suspicious/noImportCycles",
    "src/engine/b.ts": "lint/suspicious/noImportCycles",
    "src/workspace/c.ts": "lint/style/noRestrictedGlobals",
  });
});

type Diagnostic = {
  readonly category: string;
  readonly location: { readonly path: string | { readonly file: string } };
};

function refusals(path: string, imported: readonly string[]): readonly string[] {
  return imported.flatMap((one) => {
    const reason = refusal(path, one);
    return reason === undefined ? [] : [`${path} imports ${one}: ${reason}`];
  });
}
