// @ts-check
/**
 * Stands in for the engine's worker: what it does with a file is in the file's name. The rows of its answer are the
 * number of the thread and how many files it was given with this one. A file `once …` is well the second time:
 * that there was a first one is remembered in the folder that the settings give as root. It replies to all files at
 * once, so that replies are lost where it ends before.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, threadId, workerData } from "node:worker_threads";

const { roots, ended } = workerData;
const [scratch] = roots;

parentPort?.on(
  "message",
  (/** @type {{ files: readonly { name: string }[], factsOf?: number }} */ { files, factsOf }) => {
    // What it has recorded of any call is a segment.
    if (factsOf !== undefined) {
      parentPort?.postMessage({ factsOf, segment: {}, isLast: true });
      return;
    }
    const replies = files.map(({ name }) => {
      const reply = answerTo(name, files.length);
      Atomics.add(ended, 0, 1);
      return reply;
    });
    parentPort?.postMessage({ replies });
  },
);

/**
 * @param {string} name
 * @param {number} filesAtATime
 */
function answerTo(name, filesAtATime) {
  const [mood, index] = name.split(" ");
  const seen = join(scratch, `${mood}-${index}`);
  const isFirstTime = !existsSync(seen);
  writeFileSync(seen, "");
  if (mood === "exits" || (mood === "once" && isFirstTime)) process.exit(1);
  if (mood === "throws") throw new Error("out of memory");
  if (mood === "hangs") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (mood === "spins") for (;;);
  if (mood === "slow") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  const rows = `${threadId} ${filesAtATime}${isFirstTime ? "" : " again"}`;
  return {
    outcome: { kind: "counts", rows, warnings: [] },
    spent: {},
    heapBytes: mood === "grows" ? 2 ** 30 : 0,
  };
}
