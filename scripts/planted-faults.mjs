#!/usr/bin/env node
// @ts-check
/**
 * Shows whether the suite finds faults in the parts that keep promises: the cache, the pool of threads, the room of answers, the guard of
 * files and of HTTP, and the protocol.
 *
 *   node scripts/planted-faults.mjs [--only ID[,ID…]] [--soak]
 *
 * Input: the faults below, each another expression for one of src, chosen without a look at the tests; output: for each the tests that
 * fail with it, or that none does. All faults are built into one copy of the checkout, and a variable of the environment switches one
 * on. The tests of its part run until one fails; --soak adds the ones of soak. Ends with 1 if a fault is not found.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * @typedef {object} Fault
 * @property {string} id
 * @property {string} part a key of `testsOf`
 * @property {string} file
 * @property {string} [before] the code before it that makes it the only one of the file
 * @property {string} right the expression
 * @property {string} wrong
 */

/** @type {readonly Fault[]} */
const faults = [
  {
    ...{ id: "signature-not-compared", part: "cache", file: "src/cache/signed-file.ts" },
    right: "!timingSafeEqual(signatureOf(bytes, key), bytes.subarray(magicBytes, signedFrom))",
    wrong: "false",
  },
  {
    ...{ id: "writable-by-all", part: "cache", file: "src/cache/own-files.ts" },
    right: "(stats.mode & 0o022n) !== 0n",
    wrong: "(stats.mode & 0o020n) !== 0n",
  },
  {
    ...{ id: "settings-not-compared", part: "cache", file: "src/cache/segment-folder.ts" },
    right: "version === ours && root === kind.root && settings === kind.settings",
    wrong: "version === ours && root === kind.root",
  },
  {
    ...{ id: "unsettled-stamp-trusted", part: "cache", file: "src/workspace/stamp.ts" },
    right: "changedMs + unsettledMs <= readAtMs",
    wrong: "changedMs <= readAtMs",
  },
  {
    ...{ id: "inode-not-compared", part: "cache", file: "src/workspace/stamp.ts" },
    right:
      "one.mtimeNs === other.mtimeNs && one.size === other.size && one.ctimeNs === other.ctimeNs && one.ino === other.ino",
    wrong: "one.mtimeNs === other.mtimeNs && one.size === other.size && one.ctimeNs === other.ctimeNs",
  },
  {
    ...{ id: "background-takes-all-threads", part: "pool", file: "src/workers/pool.ts" },
    right: "(hasCalls || isTaken)",
    wrong: "hasCalls",
  },
  {
    ...{ id: "left-facts-grow", part: "pool", file: "src/workers/pool.ts" },
    right: "this.#byCall.size > maxFactCalls && oldest !== undefined",
    wrong: "false",
  },
  {
    ...{ id: "late-file-tried-again", part: "pool", file: "src/workers/pool.ts" },
    before: " ms`, isFinal: ",
    right: "true",
    wrong: "false",
  },
  {
    ...{ id: "large-heap-kept", part: "pool", file: "src/workers/pool.ts" },
    right: "reply.heapBytes > maxWasmHeapBytes",
    wrong: "false",
  },
  {
    ...{ id: "one-more-character", part: "budget", file: "src/answers/fit.ts" },
    before: "isTooMuch: ",
    right: "one === undefined || chars > limit",
    wrong: "one === undefined || chars > limit + 1",
  },
  {
    ...{ id: "shares-ignored", part: "budget", file: "src/answers/fit.ts" },
    right: "Math.floor(divided * (shares[i] ?? 0))",
    wrong: "divided",
  },
  {
    ...{ id: "one-more-result", part: "budget", file: "src/engine/file-page.ts" },
    right: "this.#passed + this.#kept.length === maxResults",
    wrong: "this.#passed + this.#kept.length === maxResults + 1",
  },
  {
    ...{ id: "page-half-empty", part: "budget", file: "src/engine/file-page.ts" },
    right: "next === undefined || chars > room.maxChars * leastFilled",
    wrong: "true",
  },
  {
    ...{ id: "opaque-origin", part: "guard", file: "src/mcp/http/guard.ts" },
    right: "origin !== undefined && !isOurs(hostnameOf(origin))",
    wrong: 'origin !== undefined && origin !== "null" && !isOurs(hostnameOf(origin))',
  },
  {
    ...{ id: "any-address-is-ours", part: "guard", file: "src/mcp/http/guard.ts" },
    right: "(isEverywhere && isIP(name) > 0)",
    wrong: "(isIP(name) > 0)",
  },
  {
    ...{ id: "folder-with-the-same-start", part: "guard", file: "src/base/real-path.ts" },
    right: "!escapes(relative(root, realPath))",
    wrong: "realPath.startsWith(root)",
  },
  {
    ...{ id: "unread-answers-not-counted", part: "guard", file: "src/mcp/http/held-bytes.ts" },
    right: "this.#bytes + bytes + this.#unread > this.#max",
    wrong: "this.#bytes + bytes > this.#max",
  },
  {
    ...{ id: "cancelled-is-answered", part: "protocol", file: "src/mcp/peer.ts" },
    right: "(this.#open.has(open))",
    wrong: "(true)",
  },
  {
    ...{ id: "ping-waits", part: "protocol", file: "src/mcp/peer.ts" },
    right: "!neverWaits.has(method)",
    wrong: "true",
  },
  {
    ...{ id: "long-line-in-pieces", part: "protocol", file: "src/mcp/lines.ts" },
    right: "this.#bytes > this.#maxBytes",
    wrong: "piece.length > this.#maxBytes",
  },
  {
    ...{ id: "first-result-past-its-room", part: "budget", file: "src/engine/file-page.ts" },
    right: "first !== undefined && chars > room.maxChars",
    wrong: "false",
  },
  {
    ...{ id: "parent-of-the-root", part: "guard", file: "src/base/real-path.ts" },
    right: 'fromRoot === ".."',
    wrong: "false",
  },
  {
    ...{ id: "more-threads-than-jobs", part: "pool", file: "src/workers/pool.ts" },
    right: "this.#threads.size >= this.#options.size || !isPaidFor",
    wrong: "!isPaidFor",
  },
  {
    ...{ id: "damaged-code-is-run", part: "cache", file: "src/app/compiled-code.ts" },
    right: "checksumOf(code).equals(bytes.subarray(-checksumBytes))",
    wrong: "true",
  },
  {
    ...{ id: "others-are-cancelled", part: "protocol", file: "src/mcp/peer.ts" },
    right: "request.sink === sink",
    wrong: "true",
  },
];

/** The tests of a part, by the beginnings of their paths: in fast and sweep, and in soak. */
/** @type {Readonly<Record<string, readonly [fast: readonly string[], soak: readonly string[]]>>} */
const testsOf = {
  cache: [
    [
      ...[
        "tests/unit/cache-files",
        "tests/unit/compiled-code",
        "tests/unit/segment-folder",
        "tests/unit/snapshot-file",
      ],
      "tests/e2e/cache",
    ],
    ["tests/soak/hostile-cache", "tests/soak/cache-edits", "tests/soak/changing-files"],
  ],
  pool: [
    ["tests/unit/worker-pool", "tests/unit/piece-job", "tests/unit/take-facts", "tests/e2e/resource-bounds"],
    ["tests/soak/endless-file", "tests/soak/file-size"],
  ],
  budget: [
    ["tests/unit/fit", "tests/unit/results", "tests/e2e/pages", "tests/sweep/answer-room"],
    ["tests/soak/answer-bounds"],
  ],
  guard: [
    ["tests/unit/held-bytes", "tests/e2e/http", "tests/e2e/root"],
    ["tests/soak/http-load", "tests/soak/http-bodies", "tests/soak/root-race"],
  ],
  protocol: [
    [
      "tests/unit/peer",
      "tests/unit/protocol-lines",
      "tests/e2e/queue",
      "tests/e2e/protocol",
      "tests/sweep/protocol-mutations",
    ],
    ["tests/soak/protocol-load", "tests/soak/protocol-size"],
  ],
};

/** All suites in one, without the build before each run. */
const configuration = `import { defineConfig } from "vitest/config";
import { v8Flags } from "./src/app/v8-flags.ts";
export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"], isolate: false, setupFiles: "tests/support/each-file.ts", execArgv: [...v8Flags],
    testTimeout: 120_000, hookTimeout: 300_000, update: "none", globalSetup: ["tests/support/own-cache.ts"],
  },
});
`;

/** The variable with the id of the fault that is switched on. */
const variable = "PLANTED_FAULT";

const { values } = parseArgs({ options: { only: { type: "string" }, soak: { type: "boolean", default: false } } });
const only = values.only?.split(",");
const chosen = faults.filter(({ id }) => only === undefined || only.includes(id));
const copy = copyWithFaults();
let missed = 0;
/** @type {Set<string>} */
const finders = new Set();
try {
  for (const { id, part } of chosen) {
    const [first] = failingTests(id, testsIn(part));
    if (first === undefined) missed++;
    else finders.add(first.file);
    console.log(`${id}: ${first === undefined ? "NOT FOUND" : `found by ${first.file}: ${first.test}`}`);
  }
  const [without] = finders.size === 0 ? [] : failingTests("none", [...finders]);
  if (without !== undefined) throw new Error(`without a fault fails ${without.file}: ${without.test}`);
} finally {
  rmSync(copy, { recursive: true });
}
console.log(`${chosen.length} faults, ${missed} not found`);
process.exit(missed > 0 ? 1 : 0);

/** @param {string} part */
function testsIn(part) {
  const [fast, soak] = testsOf[part] ?? [[], []];
  return values.soak ? [...fast, ...soak] : fast;
}

/** The folder of a copy of the checkout with all faults, built. */
function copyWithFaults() {
  const top = fileURLToPath(new URL("..", import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), "codegrove-planted-"));
  // Some tests run the program as another user.
  chmodSync(folder, 0o755);
  const files = execFileSync("git", ["ls-files", "-z", "--cached"], { cwd: top, encoding: "utf8", maxBuffer: 2 ** 26 });
  for (const file of files.split("\0").filter((one) => one !== "")) {
    cpSync(join(top, file), join(folder, file), { recursive: true, verbatimSymlinks: true });
  }
  for (const built of ["dist", "grammars"]) cpSync(join(top, built), join(folder, built), { recursive: true });
  symlinkSync(join(top, "node_modules"), join(folder, "node_modules"));
  for (const { id, file, before = "", right, wrong } of faults) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (text.split(before + right).length !== 2)
      throw new Error(`${id}: ${file} has not one such place, but ${text.split(before + right).length - 1}`);
    writeFileSync(
      path,
      text.replace(before + right, () => `${before}(process.env.${variable} === "${id}" ? (${wrong}) : (${right}))`),
    );
  }
  writeFileSync(join(folder, "planted.config.ts"), configuration);
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  execFileSync(process.execPath, ["scripts/build.mjs"], { cwd: folder, stdio: "inherit" });
  return folder;
}

/** @param {string} id @param {readonly string[]} tests */
function failingTests(id, tests) {
  const args = ["vitest", "run", "--config", "planted.config.ts", "--bail", "1", "--reporter", "json", ...tests];
  const env = { ...process.env, [variable]: id };
  const { stdout } = spawnSync("npx", args, { cwd: copy, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  /** @type {{ testResults: { name: string, status: string, message: string, assertionResults: { status: string, fullName: string }[] }[] }} */
  const { testResults } = JSON.parse(stdout.slice(stdout.indexOf("{")));
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed");
    const file = name.slice(name.indexOf("tests/"));
    if (failed.length > 0) return failed.map(({ fullName }) => ({ file, test: fullName }));
    return status === "failed" ? [{ file, test: "the file as a whole" }] : [];
  });
}
