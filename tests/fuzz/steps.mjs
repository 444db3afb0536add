// @ts-check
/** A thread that counts the steps of inputs of one target. Input: its name, and then lists of inputs; output: the steps of each. */
import { parentPort, workerData } from "node:worker_threads";
import { loadTarget } from "./load-target.mjs";

const { target, counters } = await loadTarget(workerData.name);
/** @param {Uint8Array} input */
const stepsOf = async (input) => {
  counters.begin(Number.POSITIVE_INFINITY);
  await target.run(Buffer.from(input));
  return counters.steps;
};
// What is made once, such as tables of words, takes no steps of an input.
for (const seed of target.seeds()) await stepsOf(Buffer.from(seed));
parentPort?.on("message", async (inputs) => {
  try {
    const steps = [];
    for (const input of inputs) steps.push(await stepsOf(input));
    parentPort?.postMessage({ steps });
  } catch (error) {
    parentPort?.postMessage({ error });
  }
});
parentPort?.postMessage({ steps: [] });
