// @ts-check
/** Loaded into a Node program ahead of it: writes how much memory the process took to PEAK_MEMORY_FILE at its exit. */
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const sampleEveryMs = 20;

if (isMainThread) {
  /** @type {number[]} */
  const samples = [];
  const sample = () => samples.push(process.memoryUsage.rss());
  setInterval(sample, sampleEveryMs).unref();
  process.on("exit", () => {
    sample();
    writeFileSync(
      process.env.PEAK_MEMORY_FILE ?? "",
      JSON.stringify({ peak: process.resourceUsage().maxRSS * 1024, samples }),
    );
  });
}
