import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const documents = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"],
  ...readdirSync(join(packageFolder, "docs")).map((name) => `docs/${name}`),
];
const sourceFolders = readdirSync(join(packageFolder, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe("the paths", () => {
  test.each(documents)("of %s are there", (document) => {
    const missing = pathsIn(read(document)).filter((path) => !isThere(path));
    expect(missing).toEqual([]);
    const broken = linksIn(read(document)).filter((link) => !existsSync(join(packageFolder, dirname(document), link)));
    expect(broken).toEqual([]);
  });

  test("are found in what documents say, and are missed when they are gone", () => {
    const text = "`src/mcp`, `mcp/stdio`, `tools/list`, `src/gone.ts`, `mcp/gone`, `node scripts/gone.mjs [DIR…]`";
    expect(pathsIn(text)).toEqual(["src/mcp", "mcp/stdio", "src/gone.ts", "mcp/gone", "scripts/gone.mjs"]);
    expect(pathsIn(text).filter((path) => !isThere(path))).toEqual(["src/gone.ts", "mcp/gone", "scripts/gone.mjs"]);
  });
});

test("the package brings what its README names, but for what a clone is needed for", () => {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: packageFolder,
    encoding: "utf8",
  });
  const packages: { files: { path: string }[] }[] = JSON.parse(stdout);
  const packed = packages.flatMap(({ files }) => files.map(({ path }) => path));
  const readme = read("README.md");
  const documentsNamed = readme.match(/\b[A-Z]+\.md\b|\bdocs\/[\w-]+\.md\b|\bcodegrove\.schema\.json\b/g) ?? [];
  expect(documentsNamed).toEqual(expect.arrayContaining(["CONTRIBUTING.md", "docs/macros.md"]));
  const sections = readme.split(/^(?=## )/m).filter((section) => !/^In a clone, /m.test(section));
  const named = new Set([...documentsNamed, ...sections.flatMap(pathsIn), ...linksIn(readme)]);
  const lacking = [...named].filter((path) => !packed.some((file) => file === path || file.startsWith(`${path}/`)));
  expect(lacking).toEqual([]);
});

describe("docs/macros.md", { timeout: 60_000 }, () => {
  const rows = read("docs/macros.md")
    .split("\n")
    .flatMap((line) => {
      const [, role, example] = /^\| `([^`]+)` .* `([^`]+)` +\|$/.exec(line) ?? [];
      return role === undefined || example === undefined ? [] : [{ role, example }];
    });

  test("lists every role", () => {
    const comment = read("src/syntax/masking/roles.ts").split("*/")[0] ?? "";
    const roles = [...comment.matchAll(/^ \* - `([a-z]+)/gm)].map(([, role]) => role);
    expect(roles.length).toBeGreaterThan(10);
    expect([...new Set(rows.map(({ role }) => /^[a-z]+/.exec(role)?.[0]))].sort()).toEqual(roles.sort());
  });

  test("has examples that parse without errors when their macros have these roles", async () => {
    const spelled: Readonly<Record<string, string>> = {
      "open N": "open 1",
      "close N": "close 1",
      "body TEXT": "body =delete",
      "function T": "function $1.$2",
      "alias W": "alias MY_API",
    };
    const macros: Record<string, string[]> = {};
    for (const { role, example } of rows) {
      const names = example.match(/\bmy_\w+/gi) ?? [];
      const name = role === "close N" ? names[1] : names[0];
      macros[spelled[role] ?? role] = [name ?? ""];
    }
    const files = rows.map(({ example }, i): [string, string] => [`${i + 10}.cpp`, `${example}\n`]);
    const folder = temporaryFolder({ "my.json": JSON.stringify({ macros }), ...Object.fromEntries(files) });
    const { stdout } = await runInProcess("", { args: ["check_file", ".", "--config", "my.json"], cwd: folder });
    const { results }: { results: { filepath: string; diagnostics: unknown[] }[] } = JSON.parse(stdout);
    expect(results).toHaveLength(rows.length);
    expect(results.filter(({ diagnostics }) => diagnostics.length > 0)).toEqual([]);
  });
});

/**
 * The paths that a text names in backticks: those that begin with a folder of the package, or with one of src, as
 * ARCHITECTURE.md writes them.
 */
function pathsIn(text: string): readonly string[] {
  const top = ["src", "queries", "tests", "scripts", "bench", "docs", "grammars", ".ci"];
  const methods = ["tools/list", "tools/call"];
  const words = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code]) => (code ?? "").split(/\s+/));
  return words
    .map((word) => word.replace(/\/$/, ""))
    .filter((word) => /^[\w.-]+(\/[\w.-]+)+$/.test(word) && !methods.includes(word))
    .filter((word) => [...top, ...sourceFolders].includes(word.split("/")[0] ?? ""));
}

function isThere(path: string): boolean {
  return [path, `src/${path}`, `src/${path}.ts`].some((candidate) => existsSync(join(packageFolder, candidate)));
}

/** The relative links of a text. */
function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(([, link]) => link ?? "");
}

function read(document: string): string {
  return readFileSync(join(packageFolder, document), "utf8");
}
