/**
 * The work that a text costs, counted: functions, branches and turns of loops in our code, in JavaScript and in WebAssembly. Input: a target
 * of the fuzzer, and texts; output: the same numbers on a busy machine as on an idle one. Regular expressions and grammars take no steps.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll } from "vitest";

/** The largest growth of the work for a text of twice the length: 2 if the work is in proportion to it, 4 if it takes the square. */
export const mostGrowth = 2.3;

/** Lengths at which the growth is measured, if it is larger at the ones before: up to a bound, work may grow faster. */
const lengths = [1_000, 4_000, 16_000];

/** Counts the steps of inputs of a target, until the tests of the file are over. */
export function stepsOfTarget(name: string): (inputs: readonly string[]) => Promise<readonly number[]> {
  let started: Promise<Worker> | undefined;
  const start = async () => {
    const worker = new Worker(new URL("../fuzz/steps.mjs", import.meta.url), { workerData: { name } });
    await once(worker, "message");
    return worker;
  };
  afterAll(async () => void (await (await started)?.terminate()));
  return async (inputs) => {
    started ??= start();
    const worker = await started;
    worker.postMessage(inputs.map((input) => Buffer.from(input)));
    const [{ steps, error }] = await once(worker, "message");
    if (error !== undefined) throw error;
    return steps;
  };
}

/**
 * The growth of the work from a text of a length to one of twice the length, at the first of some lengths at which it is small enough, or
 * else at the longest one.
 *
 * @param textOf returns a text of about a length
 */
export async function growthOf(
  stepsOf: (inputs: readonly string[]) => Promise<readonly number[]>,
  textOf: (length: number) => string,
): Promise<number> {
  let growth = 0;
  for (const length of lengths) {
    const [one, two] = [textOf(length), textOf(2 * length)];
    const [short = 0, long = 0] = await stepsOf([one, two]);
    growth = ((long / short) * 2 * one.length) / two.length;
    if (growth <= mostGrowth) return growth;
  }
  return growth;
}

/** Returns a text of about a length that is one piece again and again. */
export const repeated = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length));
