import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { packageFolder } from "./built-server.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The package, packed and installed into an empty folder once `install` is called, for the time of the test file. */
export function packageToInstall(): { readonly installed: string; readonly install: () => void } {
  const folder = temporaryFolder();
  const [packed, installed] = [join(folder, "packed"), join(folder, "installed")];
  const install = () => {
    for (const part of [packed, installed]) mkdirSync(part);
    npm(packageFolder, "pack", "--ignore-scripts", "--pack-destination", packed);
    const [tarball = ""] = readdirSync(packed);
    writeFileSync(join(installed, "package.json"), '{"private":true}\n');
    const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    npm(installed, "install", ...flags, join(packed, tarball));
  };
  return { installed, install };
}

function npm(cwd: string, ...args: readonly string[]): void {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_local_prefix|lifecycle|package)/.test(name)),
  );
  const { stdout, stderr, status } = spawnSync("npm", args, { cwd, encoding: "utf8", env });
  expect(status, `npm ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
}
