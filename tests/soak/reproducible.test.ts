/**
 * Reproducible builds. Input: a copy of the checkout in another folder, which is built in another time zone and language; output: the
 * same package, byte for byte.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packageFolder } from "../support/built-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a build in another folder gives the same package", { timeout: 1_200_000 }, () => {
  const copy = join(temporaryFolder(), "another folder");
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: packageFolder,
    encoding: "utf8",
  });
  const paths = listed.split("\0").filter((path) => path !== "" && existsSync(join(packageFolder, path)));
  for (const path of paths) cpSync(join(packageFolder, path), join(copy, path));
  cpSync(join(packageFolder, "node_modules"), join(copy, "node_modules"), { recursive: true, verbatimSymlinks: true });
  const env = { ...process.env, TZ: "Pacific/Auckland", LC_ALL: "C", SOURCE_DATE_EPOCH: "0" };
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: copy, env, stdio: "ignore" });
  expect(digestsIn(join(copy, "dist"))).toEqual(digestsIn(join(packageFolder, "dist")));
  expect(packed(copy)).toEqual(packed(packageFolder));
});

/** File → digest of its content. */
function digestsIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, digestOf(join(folder, name))]),
  );
}

/** The name and the digest of the package that npm makes of a folder. */
function packed(folder: string): readonly string[] {
  const output = temporaryFolder();
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", output], { cwd: folder, stdio: "ignore" });
  return readdirSync(output).map((name) => `${name} ${digestOf(join(output, name))}`);
}

function digestOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
