import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const restricted = "lint/style/noRestrictedImports";

/** Files that import what their folder must not, or touch the process, with the rule that refuses them. */
const refused: Readonly<Record<string, readonly [code: string, rule: string]>> = {
  "src/engine/a.ts": ['import glob from "fast-glob"; export const a = glob;', restricted],
  "src/engine/b.ts": ['import ignore from "ignore"; export const a = ignore;', restricted],
  "src/engine/c.ts": ['export const a = await import("minimatch");', restricted],
  "src/engine/d.ts": ['import type { A } from "../mcp/server.ts"; export type B = A;', restricted],
  "src/engine/g.ts": ['import { a } from "../syntax/cpp/prepare.ts"; export const b = a;', restricted],
  "src/engine/e.ts": ['import type { F } from "./f.ts"; export type E = { f: F };', "lint/suspicious/noImportCycles"],
  "src/engine/f.ts": ['import type { E } from "./e.ts"; export type F = { e: E };', "lint/suspicious/noImportCycles"],
  "src/mcp/http/a.ts": ['import { a } from "../../cli/a.ts"; export const b = a;', restricted],
  "src/cli/a.ts": ['import { a } from "../mcp/server.ts"; export const b = a;', restricted],
  "src/tools/a.ts": ['import { minimatch } from "minimatch"; export const a = minimatch;', restricted],
  "src/tools/b.ts": ['import { readFileSync } from "node:fs"; export const a = readFileSync;', restricted],
  "src/facts/a.ts": ['import { a } from "../workspace/stamp.ts"; export const b = a;', restricted],
  "src/syntax/cpp/a.ts": ['import { a } from "../../engine/run.ts"; export const b = a;', restricted],
  "src/checks/a.ts": ['import { a } from "../workspace/stamp.ts"; export const b = a;', restricted],
  "src/metrics/a.ts": ['import { a } from "../tools/tool.ts"; export const b = a;', restricted],
  "src/project-commands/a.ts": ['import { a } from "../engine/engine.ts"; export const b = a;', restricted],
  "src/tools/c.ts": ['import { a } from "../project-commands/commands.ts"; export const b = a;', restricted],
  "src/pictures/a.ts": ['import { a } from "../tools/tool.ts"; export const b = a;', restricted],
  "src/tools/d.ts": ['import { svgOf } from "../pictures/svg.ts"; export const a = svgOf;', restricted],
  "src/tools/e.ts": ['import { instance } from "@viz-js/viz"; export const a = instance;', restricted],
  "src/engine/h.ts": ['import { pngOf } from "../pictures/png.ts"; export const a = pngOf;', restricted],
  "src/mcp/d.ts": ['import { drawingOf } from "../pictures/drawing.ts"; export const a = drawingOf;', restricted],
  "src/base/a.ts": ['import { a } from "../tools/tool.ts"; export const b = a;', restricted],
  "src/report/a.ts": ['import { a } from "../syntax/parse.ts"; export const b = a;', restricted],
  "src/report/b.ts": ['import { readFileSync } from "node:fs"; export const a = readFileSync;', restricted],
  "src/report/page/a.ts": ['import { a } from "../../engine/engine.ts"; export const b = a;', restricted],
  "src/tools/g.ts": ['import { a } from "../report/report.ts"; export const b = a;', restricted],
  "src/scip/a.ts": ['import { a } from "../tools/tool.ts"; export const b = a;', restricted],
  "src/tools/h.ts": ['import { create } from "@bufbuild/protobuf"; export const a = create;', restricted],
  "src/engine/j.ts": ['import { documentOf } from "../scip/document.ts"; export const a = documentOf;', restricted],
  "src/app/a.ts": ['import { a } from "@modelcontextprotocol/sdk/types.js"; export const b = a;', restricted],
  "src/main.ts": ['import glob from "fast-glob"; export const a = glob;', restricted],
  "src/worker.ts": ['import { minimatch } from "minimatch"; export const a = minimatch;', restricted],
  "src/workspace/a.ts": ["export const a = process.pid;", "lint/style/noRestrictedGlobals"],
  "src/workspace/b.ts": ['import host from "node:process"; export const a = host;', restricted],
};

/** The modules that reach the file system, and nobody else: each says why next to its import. */
const fileSystemDoors: readonly string[] = [
  "src/base/list-folder.ts",
  "src/base/package.ts",
  "src/base/real-path.ts",
  "src/base/regular-file.ts",
  "src/base/replaced-file.ts",
  "src/base/stats.ts",
  "src/cache/own-files.ts",
  "src/workspace/watch.ts",
];

/** The ways to import the file system. */
const fileSystemImports: readonly string[] = [
  'import { openSync } from "node:fs"; export const a = openSync;',
  'import * as fs from "fs"; export const a = fs;',
  'import { open } from "node:fs/promises"; export const a = open;',
  'export { readFileSync } from "node:fs";',
  'export const a = await import("node:fs");',
  'import type { Stats } from "node:fs"; export type A = Stats;',
];

/** Files at the doors. */
const taken: Readonly<Record<string, string>> = {
  "src/workspace/c.ts": 'import glob from "fast-glob"; export const a = glob;',
  "src/syntax/c.ts": 'import type { Tree } from "web-tree-sitter"; export type A = Tree;',
  "src/mcp/c.ts": 'import { a } from "@modelcontextprotocol/sdk/types.js"; export const b = a;',
  "src/tools/f.ts": 'import { dotOf } from "../pictures/dot.ts"; export const a = dotOf;',
  "src/engine/i.ts": 'import { drawingOf } from "../pictures/drawing.ts"; export const a = drawingOf;',
  "src/pictures/c.ts": 'import { Resvg } from "@resvg/resvg-wasm"; export const a = Resvg;',
  "src/scip/c.ts": 'import { create } from "@bufbuild/protobuf"; export const a = create;',
  "src/tools/i.ts": 'import { documentOf } from "../scip/document.ts"; export const a = documentOf;',
  "src/cli/c.ts": 'import { a } from "../report/report.ts"; export const b = a;',
  "src/report/c.ts": 'import { a } from "../tools/list-symbols.ts"; export const b = a;',
  "src/report/page/c.ts": 'import { a } from "../link-template.ts"; export const b = a;',
  "src/app/c.ts": "export const a = process.pid;",
};

test("the linter sees each door, and circles of types", () => {
  const { vcs: _, ...rules } = JSON.parse(readFileSync(join(packageFolder, "biome.json"), "utf8"));
  const folder = temporaryFolder({
    "biome.json": JSON.stringify({ ...rules, $schema: undefined }),
    ...Object.fromEntries(Object.entries(refused).map(([path, [code]]) => [path, code])),
    ...taken,
  });
  const biome = join(packageFolder, "node_modules/.bin/biome");
  const { stdout } = spawnSync(biome, ["lint", "--reporter=json", "src"], { cwd: folder, encoding: "utf8" });
  const { diagnostics }: { diagnostics: readonly Diagnostic[] } = JSON.parse(stdout);
  const found = Object.fromEntries(diagnostics.map(({ location, category }) => [pathOf(location), category]));
  expect(found).toEqual(Object.fromEntries(Object.entries(refused).map(([path, [, rule]]) => [path, rule])));
});

test("the linter refuses the file system in every folder of src", () => {
  const { vcs: _, ...rules } = JSON.parse(readFileSync(join(packageFolder, "biome.json"), "utf8"));
  const src = join(packageFolder, "src");
  const folders = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.parentPath.includes("bindings") && entry.name !== "bindings")
    .map((entry) => `src${join(entry.parentPath, entry.name).slice(src.length)}`);
  const paths = [...folders, "src"].flatMap((folder) => fileSystemImports.map((_, i) => `${folder}/import-${i}.ts`));
  // Directly in src are the two entries only.
  const files = paths.map((path, i) => [
    path.replace(/^src\/import-\d+/, "src/main"),
    fileSystemImports[i % fileSystemImports.length] ?? "",
  ]);
  const folder = temporaryFolder({
    "biome.json": JSON.stringify({ ...rules, $schema: undefined }),
    ...Object.fromEntries(files),
  });
  const biome = join(packageFolder, "node_modules/.bin/biome");
  const args = ["lint", "--reporter=json", "--max-diagnostics=none", `--only=${restricted}`, "src"];
  const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: "utf8", maxBuffer: 100_000_000 });
  const { diagnostics }: { diagnostics: readonly Diagnostic[] } = JSON.parse(stdout);
  const found = new Set(diagnostics.map(({ location }) => pathOf(location)));
  expect(files.length).toBeGreaterThan(100);
  expect(files.map(([path]) => path).filter((path) => !found.has(path ?? ""))).toEqual([]);
});

test("the doors to the file system are those that are listed, each with its reason", () => {
  const src = join(packageFolder, "src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const reaching = files
    .map((path) => ({ path: `src/${path.replaceAll("\\", "/")}`, text: readFileSync(join(src, path), "utf8") }))
    .filter(({ text }) => /(?:from|import|import\(|require\() ?["'](?:node:)?fs(?:\/promises)?["']/.test(text));
  expect(reaching.map(({ path }) => path).sort()).toEqual(fileSystemDoors);
  for (const { path, text } of reaching) {
    expect(text, path).toMatch(
      /^\/\/ biome-ignore lint\/style\/noRestrictedImports: .{15,}\.\nimport [^;]*"node:fs";/m,
    );
    expect(text.match(/biome-ignore/g), path).toHaveLength(1);
  }
});

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string | { readonly file: string } };
}

function pathOf({ path }: Diagnostic["location"]): string {
  return typeof path === "string" ? path : path.file;
}
