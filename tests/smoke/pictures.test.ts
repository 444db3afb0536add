import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { environmentWithoutSettings, packageFolder } from "../support/built-server.ts";
import { documents, readDocument } from "../support/document-paths.ts";

/** Bytes of a picture that the package may bring. */
const maxBytes = 100_000;

/** util-linux has `script`; elsewhere there is another program of that name. */
const onLinux = test.runIf(process.platform === "linux");

function run(script: string, args: readonly string[]): { readonly stdout: string; readonly status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join("scripts", script), ...args], {
    cwd: packageFolder,
    encoding: "utf8",
    env: environmentWithoutSettings(),
  });
  expect(stderr).toBe("");
  return { stdout, status };
}

onLinux("the pictures of README.md show what codegrove prints", () => {
  expect(run("readme-pictures.mjs", ["--check"])).toEqual({
    stdout: expect.stringContaining("terminal.svg: up to date\n"),
    status: 0,
  });
});

onLinux("a recording has what commands print, with the colours of a terminal", () => {
  const folder = mkdtempSync(join(tmpdir(), "codegrove-picture-"));
  const command = String.raw`printf '\033[1;31m<red>\033[0m  plain\n\nend\n'`;
  const { stdout } = run("record-terminal.mjs", ["--folder", folder, "--columns", "60", command, "stty size"]);
  rmSync(folder, { recursive: true });
  const texts = [...stdout.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, text]) => text);
  expect(texts.slice(1, 3)).toEqual(['<tspan class="c1 bold">&lt;red&gt;</tspan>  plain', "end"]);
  expect(texts.slice(3)).toEqual(['<tspan class="prompt">$ </tspan>stty size', expect.stringMatching(/ 60$/)]);
  expect(stdout.match(/\.c1\{fill:#\w+\}/g)).toHaveLength(2);
});

test("documents show the pictures that there are, and all are small", () => {
  const names = readdirSync(join(packageFolder, "docs/images"));
  const shown = documents.flatMap((document) => [
    ...readDocument(document)
      .replace(/<!--[\s\S]*?-->/g, "")
      .matchAll(/(?:src="|!\[[^\]]*\]\()(?:docs\/|\.\.\/)?images\/([^")]+)[")]/g),
  ]);
  expect(shown.map(([, name]) => name).sort()).toEqual(names.sort());
  for (const name of names) {
    const path = join(packageFolder, "docs/images", name);
    expect(statSync(path).size).toBeLessThan(maxBytes);
    expect(readFileSync(path, "utf8")).toMatch(/prefers-color-scheme/);
  }
});
