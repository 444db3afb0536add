/**
 * The entry of a worker thread: runs its programs with V8's code cache. The one that reads files is much the larger
 * one, and a scan that is answered from facts needs only the other one.
 */
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { type Run, runCompiled } from "./app/compiled-code.ts";
import { distDir } from "./base/package.ts";
import { ownThreadNumber } from "./base/run-delay.ts";
import { type FactsRequest, isPathRequest, type WorkerData, type WorkerRequest } from "./workers/protocol.ts";

type PathProgram = typeof import("./workers/path-requests.ts");
type FileProgram = typeof import("./workers/answer-requests.ts");

const { workerCode, readsFiles, thread }: WorkerData = workerData;

/** A program that runs, and writes the code that V8 has compiled of it once. */
class Program<Exports> {
  readonly exports: Exports;
  #keep: Run<Exports>["keep"];

  constructor(file: string, code: string | undefined) {
    const { exports, keep } = runCompiled<Exports>(join(distDir, file), code);
    this.exports = exports;
    this.#keep = workerCode?.isKept === true ? keep : undefined;
  }

  readonly keep = (): void => {
    this.#keep?.();
    this.#keep = undefined;
  };
}

// stdout belongs to the protocol; the console writes to it, too.
Object.defineProperty(process, "stdout", { value: process.stderr });

if (thread !== undefined) Atomics.store(thread, 0, ownThreadNumber());

let paths: Program<PathProgram> | undefined;
let files: Program<FileProgram> | undefined;

parentPort?.on("message", (request: WorkerRequest | FactsRequest) => {
  if (files === undefined && isPathRequest(request)) {
    paths ??= new Program("worker-paths.cjs", workerCode?.paths);
    void paths.exports.answerPathRequest(request, paths.keep);
    return;
  }
  files ??= openFiles();
  void files.exports.answerRequest(request, files.keep);
});
if (readsFiles) files = openFiles();

function openFiles(): Program<FileProgram> {
  return new Program("worker-program.cjs", workerCode?.files);
}
