/**
 * Some calls to the disk and the clock that fail, in four commands; `tests/soak/faults.test.ts` has all of them. Input: scenarios with
 * a kind of fault; output: right answers, or answers that say what is missing, and right ones when the same is asked again.
 */
import { beforeAll, expect, test } from "vitest";
import { faultCommands } from "../support/fault-scenarios.ts";
import { newSite, reset, sweepFaults } from "../support/fault-sweep.ts";

/** Kinds of faults, each with the calls from one fault to the next, and the number of calls that each scenario has at least. */
const kinds = [
  ["ahead", 9, 13],
  ["EMFILE", 4, 16],
  ["ENOSPC", 3, 12],
  ["short", 5, 22],
  ["back", 9, 13],
  ["EIO", 19, 100],
] as const;

const {
  "a scan with a cache": scan,
  "a question with a cache": question,
  edits,
  "a file of output": output,
} = faultCommands;

beforeAll(async () => {
  // As an earlier test does, it leaves threads for later programs, and faults do not happen in them.
  const site = newSite();
  await reset(question, site);
  await question.run(site);
});

test.each(kinds)("%s at one call of %i", { timeout: 600_000 }, async (kind, step, leastPoints) => {
  for (const scenario of [scan, question, edits, output]) {
    const { points, defects } = await sweepFaults(scenario, kind, { step, countsThreads: false });
    expect(defects).toEqual([]);
    expect(points).toBeGreaterThanOrEqual(leastPoints);
  }
});
