import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandTable, globalFlags } from "../../src/cli/command-table.ts";
import { variables } from "../../src/cli/variables.ts";
import { loadTools } from "../../src/tools/index.ts";
import { packageFolder } from "../support/built-server.ts";
import {
  anchorsIn,
  commandsIn,
  documents,
  fileNamesIn,
  headingAnchorsOf,
  isFileThere,
  isPathThere,
  linksIn,
  npmScriptsIn,
  pathsIn,
  readDocument,
} from "../support/document-paths.ts";
import { rolesInDocument } from "../support/macro-roles.ts";

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(readDocument("package.json"));

/** Files that the documents name and that are a user's, or made. */
const foreignFiles = ["codegrove.json", "server.json"];

/** A screen and a half, and the block to paste. */
const maxReadmeLines = 90;

test("docs/README.md lists every page", () => {
  const listed = linksIn(readDocument("docs/README.md")).map((link) => join("docs", link));
  const pages = documents.filter((document) => /^docs\/(?:users|developers)\//.test(document));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => !listed.includes(page))).toEqual([]);
});

describe("the paths", () => {
  test.each(documents)("of %s are there", (document) => {
    expect(pathsIn(readDocument(document)).filter((path) => !isPathThere(path))).toEqual([]);
    const broken = linksIn(readDocument(document)).filter(
      (link) => !existsSync(join(packageFolder, dirname(document), link)),
    );
    expect(broken).toEqual([]);
  });

  test.each(documents)("and headings that %s links are there", (document) => {
    const missing = anchorsIn(readDocument(document)).filter(({ path, anchor }) => {
      const target = path === "" ? document : join(dirname(document), path);
      return !headingAnchorsOf(readDocument(target)).includes(anchor);
    });
    expect(missing).toEqual([]);
  });

  test("and headings are found in what documents say", () => {
    expect(anchorsIn("[a](#in-a), [b](b.md#of-b), [c](https://c/#d), [e](e.md)")).toEqual([
      { path: "", anchor: "in-a" },
      { path: "b.md", anchor: "of-b" },
    ]);
    expect(headingAnchorsOf("# A `b_c`, d!\n\n```sh\n# no heading\n```\n\n## E\n")).toEqual(["a-b_c-d", "e"]);
  });

  test.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("without a folder of %s are there", (document) => {
    const names = fileNamesIn(readDocument(document));
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !isFileThere(name) && !foreignFiles.includes(name))).toEqual([]);
  });

  test("are found in what documents say, and are missed when they are gone", () => {
    const text = "`src/mcp`, `mcp/stdio`, `tools/list`, `src/gone.ts`, `mcp/gone`, `node scripts/gone.mjs [DIR…]`";
    expect(pathsIn(text)).toEqual(["src/mcp", "mcp/stdio", "src/gone.ts", "mcp/gone", "scripts/gone.mjs"]);
    expect(pathsIn(text).filter((path) => !isPathThere(path))).toEqual(["src/gone.ts", "mcp/gone", "scripts/gone.mjs"]);
  });

  test("are found in folders of folders, in pictures and before a part that is left open", () => {
    const text = "`mcp/http`, `http/gone.ts`, `cpp/prepare.ts`, `src/base/…`, `tests/fixtures/gone/<name>/`";
    const paths = ["mcp/http", "http/gone.ts", "cpp/prepare.ts", "src/base", "tests/fixtures/gone"];
    expect(pathsIn(text)).toEqual(paths);
    expect(paths.filter((path) => !isPathThere(path))).toEqual(["http/gone.ts", "tests/fixtures/gone"]);
    expect(pathsIn("```\ntools/call x\n  │\n  │ 12  engine/gone  what\nworkspace/read\n```\n")).toEqual([
      ...["engine/gone", "workspace/read"],
    ]);
    expect(isPathThere("engine/gone")).toBe(false);
    expect(pathsIn(readDocument("ARCHITECTURE.md"))).toEqual(
      expect.arrayContaining(["mcp/router", "engine/scan-files"]),
    );
    const names = fileNamesIn("`roles.ts`, `gone.mjs` and `A::b.c`");
    expect(names).toEqual(["roles.ts", "gone.mjs"]);
    expect(names.filter((name) => !isFileThere(name))).toEqual(["gone.mjs"]);
  });
});

describe("the scripts of package.json", () => {
  test.each(documents)("that %s runs are there", (document) => {
    expect(npmScriptsIn(readDocument(document)).filter((name) => !(name in scripts))).toEqual([]);
  });

  test("are found in what documents say", () => {
    const names = npmScriptsIn("`npm run bench -- --only x`, npm ci && npm start, `npm run --silent build`, npm pack");
    expect(names).toEqual(["bench", "start", "build"]);
    expect(npmScriptsIn(readDocument("CONTRIBUTING.md"))).toContain("test");
  });
});

describe("the commands in backticks", async () => {
  const table = commandTable(await loadTools());
  const known = new Map(
    table.map(({ name, flags, outputFlags }) => [name, [...flags, ...outputFlags, ...globalFlags]]),
  );
  const unknownIn = (text: string) =>
    commandsIn(text).flatMap(({ command, flags }) => {
      const ofCommand = known.get(command);
      if (ofCommand === undefined) return [command];
      return flags.filter((flag) => ofCommand.every(({ name }) => name !== flag)).map((flag) => `${command} --${flag}`);
    });

  test.each(documents)("that %s names, and their flags, are there", (document) => {
    expect(unknownIn(readDocument(document))).toEqual([]);
  });

  test("are found, and are missed when they are gone", () => {
    expect(unknownIn("`codegrove check --format text`, `codegrove gone`, `codegrove serve --gone x --root .`")).toEqual(
      ["gone", "serve --gone"],
    );
    expect(commandsIn(readDocument("docs/users/cache.md"))).not.toEqual([]);
  });
});

test("README.md is a front page", () => {
  expect(readDocument("README.md").split("\n").length).toBeLessThanOrEqual(maxReadmeLines);
});

test("docs/users/cpp.md lists every role", () => {
  const comment = readDocument("src/syntax/cpp/macros/roles.ts").split("*/")[0] ?? "";
  const roles = [...comment.matchAll(/^ \* - `([a-z]+)/gm)].map(([, role]) => role);
  expect(roles.length).toBeGreaterThan(10);
  expect([...new Set(rolesInDocument().map(({ role }) => /^[a-z]+/.exec(role)?.[0]))].sort()).toEqual(roles.sort());
});

test("the table of variables has each variable that the code names", () => {
  const files = readdirSync(join(packageFolder, "src"), { recursive: true, encoding: "utf8" });
  const code = files
    .filter((file) => file.endsWith(".ts") && !file.endsWith("variables.ts"))
    .map((file) => readFileSync(join(packageFolder, "src", file), "utf8"))
    .join("\n");
  const named = new Set(code.match(/\b(?:CODEGROVE|MCP_SERVER)_[A-Z_]+\b/g));
  expect(named.size).toBeGreaterThan(3);
  const known: readonly string[] = Object.values(variables).map(({ name }) => name);
  expect([...named].filter((name) => !known.includes(name))).toEqual([]);
});
