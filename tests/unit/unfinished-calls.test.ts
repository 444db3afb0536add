import { expect, test } from "vitest";
import { UnfinishedCalls } from "../../src/engine/unfinished-calls.ts";

const byDefault = { answerWithinMs: 3_000, unknownAnswerWithinMs: 700, readCodeWithinMs: 10_000 };
const bySetting = { answerWithinMs: 3_000, unknownAnswerWithinMs: 3_000, readCodeWithinMs: 3_000 };

test.each([
  ["has further time by default", byDefault, 3_000, 30_000, 10_000],
  ["has it without a timeout, too", byDefault, 3_000, undefined, 10_000],
  ["ends at once if its timeout leaves no time for an answer", byDefault, 3_000, 15_000, undefined],
  ["ends at once if it had most of its time", byDefault, 24_000, 30_000, undefined],
  ["ends at once if a time is set", bySetting, 3_000, 30_000, undefined],
])("a call that would have nothing to show %s", (_, times, spentMs, timeoutMs, expected) => {
  expect(new UnfinishedCalls(times).furtherTime(spentMs, timeoutMs)).toBe(expected);
});

test("a call that needs all code leaves half of its timeout to an answer about a part of it, also when it comes again", () => {
  const calls = new UnfinishedCalls(byDefault);
  const call = { key: "get_changes HEAD", subject: "changes" };
  expect(calls.timeForAll(call, 30_000)).toBe(10_000);
  calls.keep(call);
  expect(calls.timeForAll(call, 30_000)).toBe(15_000);
  expect(calls.timeForAll(call, undefined)).toBeUndefined();
  expect(calls.timeFor(call, 30_000)).toBe(24_000);
});
