import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Launch, packageFolder, runServer } from "../support/built-server.ts";
import { startHttpServer } from "../support/http-server.ts";
import { packageToInstall } from "../support/installed-package.ts";
import { expectedText } from "../support/reference-exchanges.ts";
import { referenceProject } from "../support/reference-project.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Node's programs by their major versions; none on a platform that npm has no package of Node for. */
const nodes: Readonly<Record<string, string>> = JSON.parse(
  execFileSync(process.execPath, [join(packageFolder, "scripts/nodes.mjs")], { encoding: "utf8" }),
);
const missing = Object.keys(nodes).length === 0 ? ` (left out: no Node for ${process.platform}-${process.arch})` : "";

test("CI has every version of Node", () => {
  if (process.env.CI !== undefined || missing === "") expect(Object.keys(nodes)).toEqual(["20", "22", "24"]);
});

describe.skipIf(missing !== "")(`the installed package${missing}`, () => {
  const { installed, install } = packageToInstall();
  const home = temporaryFolder();
  const compiled = join(home, ".cache/codegrove/compiled");
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  const scan = ["find_functions", ".", "--format", "jsonl", "--log-level", "warn"];
  const call = { jsonrpc: "2.0", id: 7, method: "tools/call" };
  const params = { name: "find_classes", arguments: { filepath: "tests/fixtures/simple_class.py" } };
  const answer = { jsonrpc: "2.0", id: 7, result: { content: [{ type: "text", text: expectedText(7) }] } };

  beforeAll(install, 300_000);

  /** All share a home, as on the machine of somebody who changes between versions. */
  const launchOn = (node: string): Launch => ({
    node,
    program: join(installed, "node_modules/codegrove/dist/main.cjs"),
    cwd: referenceProject,
    env: { HOME: home, XDG_CACHE_HOME: join(home, ".cache") },
  });

  async function run(node: string, args: readonly string[], input = ""): Promise<string> {
    const { stdout, stderr, exitCode } = await runServer(input, { ...launchOn(node), args });
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    return stdout;
  }

  describe.each(Object.entries(nodes))("on Node %s", (major, node) => {
    test("is run by that version", () => {
      expect(execFileSync(node, ["--version"], { encoding: "utf8" })).toMatch(new RegExp(`^v${major}\\.`));
    });

    test("prints its version", async () => {
      expect(await run(node, ["--version"])).toBe(`${version}\n`);
    });

    test("answers a line of MCP", async () => {
      expect(JSON.parse(await run(node, ["--log-level", "warn"], `${JSON.stringify({ ...call, params })}\n`))).toEqual(
        answer,
      );
    });

    test("scans C++ and Python, and again from its cache, with the code that V8 kept", async () => {
      const first = await run(node, scan);
      expect(first).toMatch(/\.py","functions":\[\{/);
      expect(first).toMatch(/\.cpp","functions":\[\{/);
      const kept = inodesBelow(home);
      // The program, and those of the workers that list and that read files.
      expect(readdirSync(compiled).filter((name) => name.includes(`tool-v${major}.`))).toHaveLength(3);
      expect(await run(node, scan)).toBe(first);
      // Neither facts nor code were found anew.
      expect(inodesBelow(home)).toEqual(kept);
      expect(await run(node, [...scan, "--no-cache"])).toBe(first);
    });

    test("serves over HTTP", async () => {
      const server = await startHttpServer(referenceProject, { ...launchOn(node), args: [] });
      const response = await server.post({ ...call, params });
      expect([response.status, await response.json()]).toEqual([200, answer]);
      expect((await server.stop()).exitCode).toBe(0);
    });
  });

  test("keeps code for each version side by side", () => {
    const versions = readdirSync(compiled).map((name) => /-v(\d+)\./.exec(name)?.[1]);
    expect([...new Set(versions)].sort()).toEqual(Object.keys(nodes));
  });
});

/** The files below a folder, and what tells one that was replaced. */
function inodesBelow(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, encoding: "utf8" })
    .map((path) => `${path} ${statSync(join(top, path)).ino}`)
    .sort();
}
