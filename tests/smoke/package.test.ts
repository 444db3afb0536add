import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { environmentWithoutSettings, packageFolder } from "../support/built-server.ts";
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

describe("the shell lines of the API reference, with the package installed", { timeout: 60_000 }, () => {
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

describe("the command of the installed package", { timeout: 60_000 }, () => {
  test("answers a tool", () => {
    const expected = referenceExchanges.find(({ id }) => id === 12)?.text;
    expect(shell("codegrove find_functions src/mcp/ --file-patterns '*.cpp'")).toBe(`${expected}\n`);
    const batch: { total_files: number } = JSON.parse(shell("codegrove find_functions src --file-patterns '*.cpp'"));
    expect(batch.total_files).toBe(8);
  });
});

describe("the package", { timeout: 60_000 }, () => {
  test("brings the grammars and what runs, not what builds and tests", () => {
    const content = readdirSync(join(installed, "node_modules/codegrove"));
    expect(content).toEqual(
      expect.arrayContaining(["dist", "grammars", "parsers", "queries", "README.md", "LICENSE", "package.json"]),
    );
    expect(content.filter((name) => ["src", "tests", "node_modules", "bench", ".ci"].includes(name))).toEqual([]);
  });

  test("needs no native code and no grammar package", () => {
    const packages = readdirSync(join(installed, "node_modules"));
    expect(packages.filter((name) => /^tree-sitter|^node-gyp|^node-addon/.test(name))).toEqual([]);
  });
});

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
test("the package stays below 9.9 MB, 3.2 MB packed", () => {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: packageFolder,
    encoding: "utf8",
  });
  const [packed]: { size: number; unpackedSize: number }[] = JSON.parse(stdout);
  expect(packed?.size).toBeLessThan(3_200_000);
  expect(packed?.unpackedSize).toBeLessThan(9_900_000);
});
