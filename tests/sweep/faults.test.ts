/**
 * Some calls to the disk and the clock that fail, in four commands; `tests/soak/faults.test.ts` has all of them. Input: scenarios with
 * a kind of fault; output: right answers, or answers that say what is missing, and right ones when the same is asked again.
 */
import { expect, test } from "vitest";
import { faultCommands } from "../support/fault-scenarios.ts";
import { sweepFaults } from "../support/fault-sweep.ts";

/** Kinds of faults, each with the calls from one fault to the next. */
const kinds = [
  ["EIO", 9],
  ["EMFILE", 2],
  ["ENOSPC", 1],
  ["short", 2],
  ["ahead", 6],
  ["back", 6],
] as const;

const {
  "a scan with a cache": scan,
  "a question with a cache": question,
  edits,
  "a file of output": output,
} = faultCommands;

test.each(kinds)("%s at one call of %i", { timeout: 600_000 }, async (kind, step) => {
  for (const scenario of [scan, question, edits, output]) {
    const { points, defects } = await sweepFaults(scenario, kind, { step, countsThreads: false });
    expect(defects).toEqual([]);
    expect(points).toBeGreaterThan(5);
  }
});
