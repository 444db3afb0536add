#!/usr/bin/env node
// @ts-check
/**
 * Fuzzes readers of a stranger's bytes, guided by the code that they reach.
 *
 *   npm run fuzz -- TARGET|all [--seconds N | --runs N] [--seed N] [--findings FOLDER] [--keep]
 *
 * Prints a line for each target with the runs, the places that were reached, and the findings, and writes the input of each finding to
 * the folder. A target has so many seconds; `--runs` makes the same inputs each time. `--keep` writes the inputs that reach the most to
 * corpus/. Ends with 1 if anything was found.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { targetNames } from "./load-target.mjs";
import { mostBytes } from "./mutate.mjs";

/** Milliseconds of the processor that an input may take: a regular expression takes no steps. */
const mostMs = 20_000;

/** Milliseconds between two looks at it. */
const lookMs = 2_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "60" },
    runs: { type: "string" },
    seed: { type: "string", default: "1" },
    findings: { type: "string", default: join(tmpdir(), "codegrove-fuzz") },
    keep: { type: "boolean", default: false },
  },
});
const asked = positionals.includes("all") ? targetNames : positionals;
const unknown = asked.filter((name) => !targetNames.includes(name));
if (asked.length === 0 || unknown.length > 0) {
  console.error(
    `${unknown.length > 0 ? `no target ${unknown.join(", ")}; ` : ""}targets: all, ${targetNames.join(", ")}`,
  );
  process.exit(2);
}
let isFound = false;
for (const name of asked) {
  const { line, findings } = await fuzz(name);
  console.log(`${name}: ${line}`);
  for (const { message, stack, input } of findings) {
    isFound = true;
    const file = join(values.findings, `${name}-${createHash("sha256").update(input).digest("hex").slice(0, 12)}`);
    mkdirSync(values.findings, { recursive: true });
    writeFileSync(file, input);
    console.log(`  ${file} (${input.length} bytes): ${message.split("\n").slice(0, 12).join("\n    ")}`);
    for (const frame of stack
      .split("\n")
      .filter((one) => /^\s+at /.test(one))
      .slice(0, 6))
      console.log(`    ${frame.trim()}`);
  }
}
process.exit(isFound ? 1 : 0);

/**
 * Fuzzes a target in a thread, which is ended if an input takes too long.
 *
 * @param {string} name
 * @returns {Promise<{ line: string, findings: readonly { message: string, stack: string, input: Uint8Array }[] }>}
 */
function fuzz(name) {
  // The number of the run, the length of its input, and the input.
  const shared = new SharedArrayBuffer(8 + mostBytes);
  const head = new Int32Array(shared, 0, 2);
  const { seconds, runs, seed, keep } = values;
  const worker = new Worker(new URL("thread.mjs", import.meta.url), {
    workerData: {
      name,
      seconds: Number(seconds),
      runs: runs === undefined ? undefined : Number(runs),
      seed: Number(seed),
      keep,
      shared,
    },
  });
  return new Promise((resolve, reject) => {
    let last = { run: -1, ms: 0 };
    const timer = setInterval(() => {
      const run = Atomics.load(head, 0);
      const { user, system } = process.cpuUsage();
      const ms = (user + system) / 1_000;
      if (run === last.run && run > 0 && ms - last.ms > mostMs) {
        const input = Buffer.from(new Uint8Array(shared, 8, Atomics.load(head, 1)).slice());
        end({
          line: `ended at run ${run}`,
          findings: [{ message: `more than ${mostMs} ms of the processor`, stack: "", input }],
        });
      }
      if (run !== last.run) last = { run, ms };
    }, lookMs);
    /** @param {Awaited<ReturnType<typeof fuzz>>} outcome */
    const end = (outcome) => {
      clearInterval(timer);
      void worker.terminate().then(() => resolve(outcome));
    };
    worker.on("message", end);
    worker.on("error", (error) => {
      clearInterval(timer);
      reject(error);
    });
  });
}
