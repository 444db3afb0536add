import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { environmentWithoutSettings, packageFolder } from "../support/built-server.ts";
import { bundledPackages, grammarsInManifest } from "../support/bundled-packages.ts";
import { packageToInstall } from "../support/installed-package.ts";
import { referenceExchanges } from "../support/reference-exchanges.ts";
import { referenceProject } from "../support/reference-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { toolAnswerOf } from "../support/tool-call.ts";

const { installed, install } = packageToInstall();
const project = join(temporaryFolder(), "project");

beforeAll(() => {
  install();
  cpSync(referenceProject, project, { recursive: true });
}, 300_000);

describe("the shell lines of the API reference, with the package installed", () => {
  test("list available tools", () => {
    const line = shell(
      `echo '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}' | mcp_stdio_server --log-level error`,
    );
    const list: { id: number; result: { tools: { name: string }[] } } = JSON.parse(line);
    expect(list.id).toBe(1);
    expect(list.result.tools.slice(0, 4).map(({ name }) => name)).toEqual([
      "parse_file",
      "find_classes",
      "find_functions",
      "execute_query",
    ]);
  });

  test("parse a single file", () => {
    const line = shell(
      `echo '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"parse_file","arguments":{"filepath":"src/main.cpp"}}}' | mcp_stdio_server --log-level error`,
    );
    expect(line).toBe(
      `${String.raw`{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"class_count\":0,\"function_count\":1,\"include_count\":4,\"has_errors\":false,\"language\":\"cpp\",\"success\":true}"}]}}`}\n`,
    );
  });

  test("find classes in a directory", () => {
    const line = shell(
      `echo '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"find_classes","arguments":{"filepath":"src/","recursive":true,"file_patterns":["*.cpp","*.hpp"]}}}' | mcp_stdio_server --log-level error`,
    );
    const { answer } = toolAnswerOf(JSON.parse(line));
    expect(answer).toMatchObject({ total_files: 8, skipped: { no_match: 6 } });
    expect(
      answer.results?.map(({ filepath, classes }) => [filepath, classes?.map(({ name }) => name).join(" ")]),
    ).toEqual([
      ["src/core/ASTAnalyzer.hpp", "ASTAnalyzer"],
      ["src/core/ParsedSource.hpp", "TreeDeleter ParsedSource"],
      ["src/core/QueryEngine.hpp", "QueryMatch QueryEngine"],
      ["src/core/TreeSitterParser.cpp", "Handle"],
      ["src/core/TreeSitterParser.hpp", "TreeSitterParser"],
      ["src/mcp/MCPServer.hpp", "MCPServer"],
      ["src/mcp/StdioTransport.cpp", "LineReader"],
      ["src/mcp/ToolRegistry.hpp", "Tool ToolRegistry"],
    ]);
  });

  test("execute a custom query", () => {
    const line = shell(
      `echo '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"execute_query","arguments":{"filepath":"src/core/TreeSitterParser.hpp","query":"(class_specifier name: (type_identifier) @class_name)"}}}' | mcp_stdio_server --log-level error`,
    );
    expect(line).toBe(
      `${String.raw`{"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"{\"matches\":[{\"capture_name\":\"class_name\",\"text\":\"TreeSitterParser\",\"line\":10,\"column\":7}],\"success\":true}"}]}}`}\n`,
    );
  });
});

describe("the command of the installed package", () => {
  test("answers a tool", () => {
    const expected = referenceExchanges.find(({ id }) => id === 12)?.text;
    expect(shell("codegrove find_functions src/mcp/ --file-patterns '*.cpp'")).toBe(`${expected}\n`);
    const batch: { total_files: number } = JSON.parse(shell("codegrove find_functions src --file-patterns '*.cpp'"));
    expect(batch.total_files).toBe(8);
  });
});

describe("the package", () => {
  test("brings the grammars and what runs, not what builds and tests", () => {
    const content = readdirSync(join(installed, "node_modules/codegrove"));
    expect(content).toEqual(
      expect.arrayContaining(["dist", "grammars", "parsers", "queries", "README.md", "LICENSE", "package.json"]),
    );
    expect(content.filter((name) => ["src", "tests", "node_modules", "bench", ".ci"].includes(name))).toEqual([]);
  });

  test("is installed without any other package", () => {
    const packages = readdirSync(join(installed, "node_modules")).filter((name) => !name.startsWith("."));
    expect(packages).toEqual(["codegrove"]);
    const { packages: locked } = jsonIn(join(installed, "package-lock.json"));
    expect(Object.keys(Object(locked))).toEqual(["", "node_modules/codegrove"]);
    const kinds = ["dependencies", "optionalDependencies", "peerDependencies", "bundleDependencies"];
    expect(Object.keys(manifest()).filter((key) => [...kinds, "bundledDependencies"].includes(key))).toEqual([]);
  });

  test("runs nothing when it is installed or removed", () => {
    // Of an archive, npm runs no `prepare`: it is for a folder or a repository that a package is made of.
    const phases = /^(?:pre|post)?(?:install|uninstall|dependencies)$|^(?:pre|post)prepare$|^prepublish$/;
    expect(Object.keys(Object(manifest().scripts)).filter((name) => phases.test(name))).toEqual([]);
    // npm builds what has this file, without a script.
    expect(filesIn(content()).filter((path) => path.endsWith("binding.gyp"))).toEqual([]);
    expect(Object(jsonIn(join(installed, "package-lock.json")).packages)["node_modules/codegrove"]).not.toHaveProperty(
      "hasInstallScript",
    );
  });

  test("has no native code and no link", () => {
    const files = filesIn(content());
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((path) => nativeCode.test(readFileSync(path).subarray(0, 4).toString("latin1")))).toEqual([]);
    expect(files.filter((path) => !lstatSync(path).isFile())).toEqual([]);
  });

  test("has the grammars of grammars/manifest.json, byte for byte", () => {
    const grammars = Object.entries(grammarsInManifest());
    expect(grammars.length).toBeGreaterThan(8);
    const digests = grammars.map(([name]) => {
      const path = join(content(), "grammars", `${name}.wasm`);
      const bytes = existsSync(path) ? readFileSync(path) : brotliDecompressSync(readFileSync(`${path}.br`));
      return [name, createHash("sha256").update(bytes).digest("hex")];
    });
    expect(digests).toEqual(grammars.map(([name, { sha256 }]) => [name, sha256]));
  });

  test("brings the licence of each package that is in it", () => {
    const text = readFileSync(join(content(), "dist/LICENSES.txt"), "utf8");
    const packages = bundledPackages();
    expect(packages.length).toBeGreaterThan(30);
    for (const { package: name, version } of Object.values(grammarsInManifest())) {
      expect(packages).toContainEqual(expect.objectContaining({ name, version }));
      expect(text).toContain(`${name} ${version}\n`);
    }
  });
});

test("the list of what is bundled has each package that is bundled, with its licence, and is the same each time", () => {
  const [first, second] = [bill(), bill()];
  expect(second).toBe(first);
  const { bomFormat, metadata, components, dependencies } = Bill.parse(JSON.parse(first));
  expect(bomFormat).toBe("CycloneDX");
  expect(metadata.component.name).toBe("codegrove");
  const nameOf = ({ group, name }: z.infer<typeof Component>) => (group === undefined ? name : `${group}/${name}`);
  const found = components.filter(({ purl }) => purl !== undefined).map((one) => `${nameOf(one)} ${one.version}`);
  expect(found.sort()).toEqual(
    bundledPackages()
      .map(({ name, version }) => `${name} ${version}`)
      .sort(),
  );
  expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
  expect(dependencies[0]?.dependsOn).toEqual(components.map((one) => one["bom-ref"]));
});

test("a package that is published as CONTRIBUTING.md says is built before, though .npmrc has ignore-scripts", () => {
  const [, flags = ""] =
    /`npm publish ([^`]*)`/.exec(readFileSync(join(packageFolder, "CONTRIBUTING.md"), "utf8")) ?? [];
  const args = [
    "pack",
    ...flags.split(" ").filter((flag) => flag !== "--dry-run"),
    "--dry-run",
    "--foreground-scripts",
  ];
  const { stdout, stderr, status } = spawnSync("npm", args, { cwd: packageFolder, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  expect(`${stdout}${stderr}`).toMatch(/^> codegrove@\S+ prepare$/m);
});

/** What a file of machine code begins with: ELF, Windows, macOS. */
const nativeCode = /^(?:\x7fELF|MZ|[\xfe\xcf\xce]\xed\xfa|\xca\xfe\xba\xbe|[\xce\xcf]\xfa\xed\xfe)/;

const Component = z.object({
  "bom-ref": z.string(),
  group: z.string().optional(),
  name: z.string(),
  version: z.string().optional(),
  purl: z.string().optional(),
  licenses: z.array(
    z
      .object({ license: z.object({ id: z.string() }).or(z.object({ name: z.string() })) })
      .or(z.object({ expression: z.string() })),
  ),
});

const Bill = z.object({
  bomFormat: z.string(),
  metadata: z.object({ component: z.object({ name: z.string() }) }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/** Writes the list of what is bundled, and reads it. */
function bill(): string {
  const output = temporaryFolder();
  const script = join(packageFolder, "scripts/sbom.mjs");
  const { stderr, status } = spawnSync(process.execPath, [script, "--output", output], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  const [name = ""] = readdirSync(output);
  return readFileSync(join(output, name), "utf8");
}

const content = () => join(installed, "node_modules/codegrove");

const manifest = () => jsonIn(join(content(), "package.json"));

function jsonIn(path: string): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** All that is below a folder except folders. */
function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name));
}

/** What a line of shell prints, run in the project with the package's commands on the path. */
function shell(line: string): string {
  const env = environmentWithoutSettings();
  env.PATH = [join(installed, "node_modules/.bin"), env.PATH].join(delimiter);
  const { stdout, stderr, status } = spawnSync("sh", ["-c", line], { cwd: project, encoding: "utf8", env });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout;
}

test("dist holds no more of zod than it uses: `import { z }` alone would bring in its messages in fifty languages", () => {
  const words = "Ongeldige invoer";
  expect(readFileSync(join(packageFolder, "node_modules/zod/v4/locales/nl.js"), "utf8")).toContain(words);
  const dist = join(packageFolder, "dist");
  const programs = readdirSync(dist).filter((name) => name.endsWith(".cjs"));
  expect(programs).not.toEqual([]);
  expect(programs.filter((name) => readFileSync(join(dist, name), "utf8").includes(words))).toEqual([]);
});

// 1.1 MB are what draws pictures: Graphviz, resvg and a font, compressed to a quarter, with their licences. Compressing the
// grammars of C++ and Python as well would win 3.7 MB, and cost each start the time of unpacking them.
test("the package stays below 13 MB, 4.1 MB packed", () => {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: packageFolder,
    encoding: "utf8",
  });
  const [packed]: { size: number; unpackedSize: number }[] = JSON.parse(stdout);
  expect(packed?.size).toBeLessThan(4_100_000);
  expect(packed?.unpackedSize).toBeLessThan(13_000_000);
});
