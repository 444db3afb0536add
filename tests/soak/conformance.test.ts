import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";

test("MCP's conformance suites pass", { timeout: 600_000 }, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(packageFolder, "scripts/conformance.mjs")], {
    encoding: "utf8",
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
});
