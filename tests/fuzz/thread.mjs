// @ts-check
/** The thread that fuzzes one target. Posts the line of its outcome, and the findings. */
import { parentPort, workerData } from "node:worker_threads";
import { readCorpus, writeCorpus } from "./corpus.mjs";
import { Fuzzer } from "./fuzzer.mjs";
import { loadTarget } from "./load-target.mjs";

/** Characters of the corpus of a target. */
const mostCorpusChars = 10_000;

/** @type {{ name: string, seconds: number, runs: number | undefined, seed: number, keep: boolean, shared: SharedArrayBuffer }} */
const { name, seconds, runs, seed, keep, shared } = workerData;
const head = new Int32Array(shared, 0, 2);
const room = new Uint8Array(shared, 8);

const { target, counters } = await loadTarget(name);
const fuzzer = new Fuzzer(target, counters, seed, (input) => {
  room.set(input.subarray(0, room.length));
  Atomics.store(head, 1, Math.min(input.length, room.length));
  Atomics.add(head, 0, 1);
});
await fuzzer.addAll([...target.seeds().map((seed) => Buffer.from(seed)), ...readCorpus(name)]);
const reachedFirst = fuzzer.reached;
const startedAt = performance.now();
await fuzzer.run(() => (runs === undefined ? performance.now() - startedAt >= seconds * 1_000 : fuzzer.runs >= runs));
if (keep) writeCorpus(name, fuzzer.corpus(mostCorpusChars));
const findings = [...fuzzer.findings.values()];
parentPort?.postMessage({
  line: `${fuzzer.runs} runs, ${fuzzer.reached} of ${counters.places} places reached, ${reachedFirst} before; ${fuzzer.kept} inputs kept; at most ${Math.round(100 * fuzzer.nearest)} % of the steps; ${findings.length} findings`,
  findings,
});
