import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolNames } from "../../src/tools/index.ts";
import { packageFolder } from "../support/built-server.ts";

const page = join(packageFolder, "man/codegrove.1");

function isLeftOut(program: string): boolean {
  return process.env.CI === undefined && spawnSync(program, ["--version"]).error !== undefined;
}

test.skipIf(isLeftOut("mandoc"))("mandoc has nothing to say of the page but that it has no date", () => {
  const { stdout } = spawnSync("mandoc", ["-T", "lint", "-W", "style", page], { encoding: "utf8" });
  expect(stdout.split("\n").filter((line) => line !== "" && !line.includes("missing date"))).toEqual([]);
});

test.skipIf(isLeftOut("groff"))("groff sets the page without a warning", () => {
  const { stdout, stderr, status } = spawnSync("groff", ["-ww", "-man", "-Tutf8", "-P-cbou", page], {
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  expect(stdout).toContain("EXIT STATUS");
});

test("the page has the sections of a manual, each command, and the variables", () => {
  const text = readFileSync(page, "latin1");
  const sections = [...text.matchAll(/^\.SH (.+)$/gm)].map(([, name]) => name);
  expect(sections).toEqual(
    expect.arrayContaining(["NAME", "SYNOPSIS", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"]),
  );
  for (const name of [...toolNames, "serve", "check", "completion"])
    expect(text).toMatch(new RegExp(`^\\.B ${name}\\b`, "m"));
  expect(text).toContain(".B NO_COLOR");
  // The formats are those of all commands, not of one.
  expect(text.replace(/\s+/g, " ")).toMatch(/format FORMAT json, .*sarif or github, .*ctags, /);
  expect(text).not.toMatch(/[^\0-\x7f]/);
});

test("the other name of the program has the same page", () => {
  expect(readFileSync(join(packageFolder, "man/mcp_stdio_server.1"), "latin1")).toBe(".so man1/codegrove.1\n");
});
