import { execFileSync } from "node:child_process";

/** Milliseconds that Node takes at most to start on a machine that is not busy. */
const startOfNodeMs = 100;

/** A bound on time, in milliseconds: longer by as much as Node starts more slowly now than on a machine that is not busy. */
export function patience(ms: number): number {
  const startedAt = performance.now();
  execFileSync(process.execPath, ["-e", "0"]);
  return ms * Math.max(1, (performance.now() - startedAt) / startOfNodeMs);
}
