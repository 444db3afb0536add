import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { environmentWithoutSettings, packageFolder } from "../support/built-server.ts";
import { codeBlocks } from "../support/code-blocks.ts";
import { readDocument } from "../support/document-paths.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/**
 * The line of README.md that installs codegrove from a repository: npm clones the last commit, fetches the packages that build it, and
 * runs `prepare`. It gets a home, a prefix and a cache of its own, and so everything comes from the registry.
 */

const folder = temporaryFolder({ "home/.keep": "", "code/a.py": "def area():\n    return 1\n" });
const [clone, prefix] = [join(folder, "clone"), join(folder, "prefix")];

beforeAll(() => void shell(`git clone --quiet 'file://${packageFolder}' '${clone}'`, folder));

test("installs the commands from the last commit of a clone", { timeout: 900_000 }, () => {
  const line = codeBlocks(readDocument("README.md")).find(({ text }) => text.includes("git+file://"))?.text ?? "false";
  shell(line, clone);
  expect(readdirSync(join(prefix, "bin"))).toEqual(["codegrove", "mcp_stdio_server"]);
  expect(shell("codegrove find_functions code --format text", folder)).toBe("code/a.py:1:5: area\n");
});

test("npx runs it from there without an installation", { timeout: 900_000 }, () => {
  const line = `npx --yes --allow-git=all 'git+file://${clone}' find_functions code --format text`;
  expect(shell(line, folder)).toBe("code/a.py:1:5: area\n");
});

/** Returns what a line prints, which must end well. */
function shell(line: string, cwd: string): string {
  const own = Object.entries(environmentWithoutSettings()).filter(([name]) => !/^npm_/.test(name));
  const env = {
    ...Object.fromEntries(own),
    HOME: join(folder, "home"),
    PATH: [join(prefix, "bin"), process.env.PATH].join(delimiter),
    npm_config_prefix: prefix,
    npm_config_cache: join(folder, "npm"),
    npm_config_update_notifier: "false",
  };
  const { stdout, stderr, status } = spawnSync("bash", ["-euo", "pipefail", "-c", line], {
    cwd,
    encoding: "utf8",
    env,
  });
  expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
  return stdout;
}
