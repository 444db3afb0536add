// @ts-check
/**
 * The engine's worker, but for requests that overflow its stack: to plan a call about `deadly`, or to find rows in a file
 * with that name.
 */
import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";

// Loaded at once: no message comes before both listen, and this one ends the thread before the other replies.
createRequire(import.meta.url)("../../dist/worker.cjs");

parentPort?.on("message", ({ plan, rowsIn }) => {
  const isDeadly = /** @param {unknown} part */ (part) => JSON.stringify(part ?? null).includes("deadly");
  if (isDeadly(plan?.input) || isDeadly(rowsIn?.paths)) overflow(0);
});

/**
 * @param {number} depth
 * @returns {number}
 */
function overflow(depth) {
  return overflow(depth + 1) + 1;
}
