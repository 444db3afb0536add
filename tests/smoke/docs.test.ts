import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageFolder, serverPath } from "../support/built-server.ts";
import { needsShell, wordsOf } from "../support/command-words.ts";
import { documentBlocks, documentProject, exchangesOf, shellOutput, titleOf } from "../support/document-blocks.ts";
import { documents, linksIn, pathsIn, readDocument } from "../support/document-paths.ts";
import { runInProcess } from "../support/in-process.ts";
import { rolesInDocument } from "../support/macro-roles.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("the package brings what its documents name, but for what a clone is needed for", () => {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: packageFolder,
    encoding: "utf8",
  });
  const packages: { files: { path: string }[] }[] = JSON.parse(stdout);
  const packed = packages.flatMap(({ files }) => files.map(({ path }) => path));
  const brought = documents.filter((document) => packed.includes(document));
  expect(brought).toEqual(
    expect.arrayContaining(["README.md", "CONTRIBUTING.md", "docs/users/cpp.md", "docs/users/tools.md"]),
  );
  const links = brought.flatMap((document) =>
    linksIn(readDocument(document)).map((link) => join(dirname(document), link)),
  );
  const readme = readDocument("README.md");
  const sections = readme.split(/^(?=## )/m).filter((section) => !/\b[Ii]n a clone\b/.test(section));
  const named = new Set([...links, ...sections.flatMap(pathsIn)]);
  const lacking = [...named].filter((path) => !packed.some((file) => file === path || file.startsWith(`${path}/`)));
  expect(lacking).toEqual([]);
});

describe("what documents show is what commands print:", () => {
  const project = documentProject();
  const programs = temporaryFolder({ codegrove: `#!/bin/sh\nexec '${process.execPath}' '${serverPath}' "$@"\n` });
  chmodSync(join(programs, "codegrove"), 0o755);
  const env = { PATH: [programs, process.env.PATH].join(delimiter) };
  const shown = documentBlocks.filter((block) => exchangesOf(block) !== undefined);

  /** What a command prints. What needs no shell runs without a process, but for README.md, which is tried as it is printed. */
  const outputOf = async ({ command, document }: { readonly command: string; readonly document: string }) => {
    const line = command.trim();
    const isPlain = line.startsWith("codegrove ") && !needsShell(line) && document !== "README.md";
    if (!isPlain) return shellOutput(command, project, env);
    const { stdout, stderr, exitCode } = await runInProcess("", { args: wordsOf(line), cwd: project });
    expect(exitCode, `${command}${stdout}${stderr}`).toBe(0);
    return stdout;
  };

  test.each(shown.map((block) => [titleOf(block), block] as const))("%s", async (_title, block) => {
    const { document } = block;
    for (const { command, output } of exchangesOf(block) ?? []) {
      expect(`$ ${command}${await outputOf({ command, document })}`).toBe(`$ ${command}${output}`);
    }
  });

  test("there are some", () => expect(shown.length).toBeGreaterThan(5));
});

test("docs/users/cpp.md has examples that parse without errors when their macros have these roles", async () => {
  const rows = rolesInDocument();
  const spelled: Readonly<Record<string, string>> = {
    "open N": "open 1",
    "close N": "close 1",
    "body TEXT": "body =delete",
    "declares K T": "declares type $2",
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
