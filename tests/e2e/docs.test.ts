import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { guides } from "../../src/cli/init/clients.ts";
import { packageFolder } from "../support/built-server.ts";
import { linksIn, pathsIn, readDocument } from "../support/document-paths.ts";
import { runInProcess } from "../support/in-process.ts";
import { rolesInDocument } from "../support/macro-roles.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("the package brings what its README names, but for what a clone is needed for", () => {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: packageFolder,
    encoding: "utf8",
  });
  const packages: { files: { path: string }[] }[] = JSON.parse(stdout);
  const packed = packages.flatMap(({ files }) => files.map(({ path }) => path));
  const readme = readDocument("README.md");
  const documentsNamed = readme.match(/\b[A-Z]+\.md\b|\bdocs\/[\w-]+\.md\b|\bcodegrove\.schema\.json\b/g) ?? [];
  expect(documentsNamed).toEqual(expect.arrayContaining(["CONTRIBUTING.md", "docs/cpp.md"]));
  const sections = readme.split(/^(?=## )/m).filter((section) => !/^In a clone, /m.test(section));
  const named = new Set([...documentsNamed, ...sections.flatMap(pathsIn), ...linksIn(readme)]);
  // Files of a user's project.
  for (const path of guides) named.delete(path);
  const lacking = [...named].filter((path) => !packed.some((file) => file === path || file.startsWith(`${path}/`)));
  expect(lacking).toEqual([]);
});

test("docs/cpp.md has examples that parse without errors when their macros have these roles", async () => {
  const rows = rolesInDocument();
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
  const { stdout } = await runInProcess("", {
    args: ["check_file", ...files.map(([name]) => name), "--config", "my.json"],
    cwd: folder,
  });
  const { results }: { results: { filepath: string; diagnostics: unknown[] }[] } = JSON.parse(stdout);
  expect(results).toHaveLength(rows.length);
  expect(results.filter(({ diagnostics }) => diagnostics.length > 0)).toEqual([]);
});
