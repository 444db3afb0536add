/** The entry of a worker thread: runs its program with V8's code cache. */
import { join } from "node:path";
import { workerData } from "node:worker_threads";
import { runCompiled } from "./app/compiled-code.ts";
import { distDir } from "./base/package.ts";
import type { WorkerSettings } from "./engine/worker/protocol.ts";

// stdout belongs to the protocol; the console writes to it, too.
Object.defineProperty(process, "stdout", { value: process.stderr });

const { workerCode }: WorkerSettings = workerData;
const { exports, keep } = runCompiled<typeof import("./engine/worker/answer-requests.ts")>(
  join(distDir, "worker-program.cjs"),
  workerCode,
);
exports.answerRequests(keep);
