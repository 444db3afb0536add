/**
 * Each call to the disk, the clock, memory or a thread fails once; of the slowest scenarios some do. Input: scenarios with each kind of fault; output: right answers, or
 * answers that say what is missing, and right ones when the same is asked again; no file, descriptor or thread is left.
 */
import { expect, test } from "vitest";
import { faultScenarios } from "../support/fault-scenarios.ts";
import { faultKinds, sweepFaults } from "../support/fault-sweep.ts";

/** Scenario → the number of faults that it must have at least; raise it when there are more. Fewer mean that calls are not counted. */
const leastPoints: Readonly<Record<string, number>> = {
  "a scan": 180,
  "a scan that fills the cache": 270,
  "a scan with a cache": 300,
  "a question to the index": 480,
  "a question that fills the cache": 600,
  "a question with a cache": 450,
  edits: 350,
  "a rename": 361,
  "a file of output": 270,
  "a report": 1_300,
  "an index in SCIP": 205,
  "a picture": 260,
  "a server on stdio": 900,
  "a server over HTTP": 450,
  changes: 196,
};

/** Scenarios that run for a second or more, each with the calls from one fault to the next. */
const steps: Readonly<Record<string, number>> = { "a report": 37, "a server on stdio": 7, "a server over HTTP": 7 };

test("each scenario has its number of faults", () => {
  expect(Object.keys(leastPoints)).toEqual(Object.keys(faultScenarios));
});

test.for(Object.entries(faultScenarios))("%s", { timeout: 3_600_000 }, async ([name, scenario]) => {
  let all = 0;
  const found: string[] = [];
  for (const kind of faultKinds) {
    const { points, defects } = await sweepFaults(scenario, kind, { step: steps[name] });
    all += points;
    found.push(...defects);
  }
  process.stdout.write(`${name}: ${all} calls that can fail\n`);
  expect(found).toEqual([]);
  expect(all).toBeGreaterThanOrEqual(leastPoints[name] ?? 0);
});
