import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FileOutcome, Unchanged } from "../../src/workers/file-outcome.ts";
import { WorkerPool } from "../../src/workers/pool.ts";
import { scanWork } from "../../src/workers/scan-work.ts";
import { holdTimers, realTime, until } from "../support/held-timers.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A worker whose files have moods. */
const script = new URL("../support/moody-worker.mjs", import.meta.url);

const fileTimeoutMs = 60_000;
const folder = temporaryFolder();
/** What the workers of the pool remember. */
let scratch: string;
let pools = 0;
let pool: WorkerPool;

beforeEach(() => {
  pool = poolWith(2);
});

afterEach(() => pool.close());

function poolWith(size: number, runDelayMs?: () => number): WorkerPool {
  scratch = join(folder, String(pools++));
  mkdirSync(scratch);
  const settings = {
    languages: [],
    roots: [scratch],
    ignore: undefined,
    maxFileBytes: 1,
    projectMacros: {},
    elidesBodies: false,
    logsMasking: false,
    workerCode: undefined,
  };
  return new WorkerPool({ settings, script, size, fileTimeoutMs, log: () => {}, ...(runDelayMs && { runDelayMs }) });
}

/** What a scan is like: `recordsFor` is a call that its facts are recorded for. */
type Scan = {
  readonly laneOf?: (() => number) | undefined;
  readonly isBackground?: boolean;
  readonly recordsFor?: number;
  readonly itemTimeoutMs?: number;
};

/** Asks files of these moods; gives what came of them, checked to come each once and in order. */
async function outcomesOf(
  moods: readonly string[],
  signal = new AbortController().signal,
  { laneOf, isBackground, recordsFor, itemTimeoutMs }: Scan = {},
) {
  const outcomes: FileOutcome[] = [];
  const files = moods.map((mood, i) => ({
    name: `${mood} ${i}`,
    path: `/${i}`,
    isExplicit: false,
    language: "cpp",
    context: "",
  }));
  const onOutcome = (index: number, outcome: FileOutcome | Unchanged) => {
    if ("unchanged" in outcome) throw new Error("nothing was known");
    expect(index).toBe(outcomes.length);
    outcomes.push(outcome);
  };
  const request = {
    callId: recordsFor ?? 1,
    toolCall: { tool: "t", input: {} },
    macros: undefined,
    maxChars: Number.POSITIVE_INFINITY,
    identifies: false,
    recordsOutlines: recordsFor !== undefined,
    files,
  };
  const work = scanWork(request, onOutcome, () => {});
  await pool.run({ ...work, itemTimeoutMs, ...(laneOf && { laneOf }) }, signal, isBackground);
  return outcomes;
}

/** Waits until a worker is at a file. */
const reached = (mood: string, index: number) => until(() => existsSync(join(scratch, `${mood}-${index}`)));

/** Many files that are well, with some that are not at places of their own. */
function moodsWith(count: number, others: Readonly<Record<number, string>>): string[] {
  return Array.from({ length: count }, (_, i) => others[i] ?? "well");
}

const isDone = (outcome: FileOutcome | undefined) => outcome !== undefined && "rows" in outcome;

function failureOf(outcome: FileOutcome | undefined) {
  return outcome !== undefined && "error" in outcome ? `${outcome.error} (${outcome.details.details})` : undefined;
}

describe("a worker that ends in the middle of a scan", () => {
  test("is replaced: its file is asked once more, alone, and all others are answered", async () => {
    const outcomes = await outcomesOf(moodsWith(300, { 70: "once" }));
    expect(outcomes.length).toBe(300);
    expect(outcomes.every(isDone)).toBe(true);
    expect(outcomes[70]).toMatchObject({ rows: { encoded: expect.stringMatching(/^\d+ 1 again$/) } });
  });

  test.each([
    ["exits", "the worker ended"],
    ["throws", "out of memory"],
  ])("each time at a file that %s fails this file alone", async (mood, reason) => {
    const outcomes = await outcomesOf(moodsWith(300, { 0: mood, 131: mood, 299: mood }));
    const failed = outcomes.flatMap((outcome) => failureOf(outcome) ?? []);
    expect(failed).toEqual([0, 131, 299].map((i) => `Failed to parse file: ${mood} ${i} (${reason})`));
    expect(outcomes.filter(isDone).length).toBe(297);
  });

  test("at every file leaves a scan that ends", async () => {
    const outcomes = await outcomesOf(Array.from({ length: 8 }, () => "exits"));
    expect(outcomes.map(failureOf)).not.toContain(undefined);
    expect(outcomes.length).toBe(8);
    expect((await outcomesOf(["well"])).every(isDone)).toBe(true);
  });
});

describe("a worker that hangs", () => {
  // So that no other file is late, however busy the machine is.
  holdTimers();

  test.each(["hangs", "spins"])(
    "at a file that %s is ended after the file's time, and the scan goes on",
    async (mood) => {
      // Another thread would be late as well.
      pool = poolWith(1);
      const scan = outcomesOf(moodsWith(300, { 40: mood }));
      await reached(mood, 40);
      vi.advanceTimersByTime(fileTimeoutMs);
      const outcomes = await scan;
      expect(failureOf(outcomes[40])).toBe(`Failed to parse file: ${mood} 40 (Stopped after ${fileTimeoutMs} ms)`);
      expect(outcomes.filter(isDone).length).toBe(299);
    },
  );

  test("has more time for the time in which it waited for a processor, and no more", async () => {
    const delays = [0, fileTimeoutMs / 2, fileTimeoutMs / 2];
    pool = poolWith(1, () => delays[0] ?? 0);
    const scan = outcomesOf(["spins"]);
    let isDone = false;
    const done = scan.finally(() => {
      isDone = true;
    });
    await reached("spins", 0);
    delays.shift();
    vi.advanceTimersByTime(fileTimeoutMs);
    await realTime(50);
    expect(isDone).toBe(false);
    vi.advanceTimersByTime(fileTimeoutMs / 2 - 1);
    await realTime(50);
    expect(isDone).toBe(false);
    vi.advanceTimersByTime(1);
    const [outcome] = await done;
    expect(failureOf(outcome)).toBe(`Failed to parse file: spins 0 (Stopped after ${fileTimeoutMs} ms)`);
  });

  test("has no more than its part of the time of a call, which goes on while it waits", async () => {
    const delays = [0, fileTimeoutMs];
    pool = poolWith(1, () => delays[0] ?? 0);
    const itemTimeoutMs = fileTimeoutMs / 2;
    const scan = outcomesOf(["spins"], undefined, { itemTimeoutMs });
    await reached("spins", 0);
    delays.shift();
    vi.advanceTimersByTime(itemTimeoutMs);
    const [outcome] = await scan;
    expect(failureOf(outcome)).toBe(`Failed to parse file: spins 0 (Stopped after ${itemTimeoutMs} ms)`);
  });

  test("ends with its call", async () => {
    const caller = new AbortController();
    const scan = outcomesOf(["well", "spins"], caller.signal);
    await Promise.all([
      expect(scan).rejects.toThrow("the caller went away"),
      reached("spins", 1).then(() => caller.abort(new Error("the caller went away"))),
    ]);
    expect((await outcomesOf(["well"])).every(isDone)).toBe(true);
  });
});

/** The number of the thread that an outcome is from. */
const threadOf = (outcome: FileOutcome | undefined) =>
  outcome !== undefined && "rows" in outcome ? outcome.rows.encoded.split(" ")[0] : undefined;

describe("a worker of a call that is stopped", () => {
  const lane = () => 0;

  test.each([
    ["ends its file and is asked next, if it keeps files open", lane, lane, true],
    ["ends its file and is asked next, if it keeps files of another call open", lane, undefined, true],
    ["ends with the call, if it does not", undefined, undefined, false],
  ] as const)("%s", async (_, laneOf, laneOfStopped, isKept) => {
    pool = poolWith(1);
    const caller = new AbortController();
    const [first] = await outcomesOf(["well"], caller.signal, { laneOf });
    const scan = outcomesOf(["slow"], caller.signal, { laneOf: laneOfStopped });
    await Promise.all([
      expect(scan).rejects.toThrow("too late"),
      reached("slow", 0).then(() => caller.abort(new Error("too late"))),
    ]);
    const [next] = await outcomesOf(["again"]);
    expect(isDone(next)).toBe(true);
    expect(threadOf(next) === threadOf(first)).toBe(isKept);
  });
});

test("a job of one item goes to the thread of its lane, if that is idle", async () => {
  await outcomesOf(moodsWith(300, {}));
  const threads: unknown[] = [];
  for (const lane of [0, 1, 0, 1]) {
    const [outcome] = await outcomesOf(["well"], undefined, { laneOf: () => lane });
    threads.push(threadOf(outcome));
  }
  expect(new Set(threads).size).toBe(2);
  expect(threads.slice(2)).toEqual(threads.slice(0, 2));
});

test("a worker whose heap has grown past the bound is replaced, and nothing is asked twice", async () => {
  await pool.close();
  // Of two workers, the other one may take all that comes later.
  pool = poolWith(1);
  const threadOf = (outcome: FileOutcome | undefined) =>
    outcome !== undefined && "rows" in outcome ? outcome.rows.encoded.split(" ")[0] : undefined;
  const [well] = await outcomesOf(["well"]);
  const [grown] = await outcomesOf(["grows"]);
  const [next] = await outcomesOf(["next"]);
  expect(threadOf(grown)).toBe(threadOf(well));
  expect(threadOf(next)).not.toBe(threadOf(grown));
  const outcomes = await outcomesOf(["grows", "fine", "fine", "fine"]);
  expect(outcomes.map((outcome) => "rows" in outcome && !outcome.rows.encoded.includes("again"))).toEqual([
    false,
    ...Array(3).fill(true),
  ]);
});

test("work in the background takes one thread, however long it waits", async () => {
  const outcomes = await outcomesOf(Array(12).fill("slow"), undefined, { isBackground: true });
  const threads = outcomes.map((outcome) => ("rows" in outcome ? outcome.rows.encoded.split(" ")[0] : undefined));
  expect(new Set(threads).size).toBe(1);
});

test("work in the background takes all threads for a call that is expected", async () => {
  pool.hurriesBackground = true;
  const outcomes = await outcomesOf(Array(12).fill("slow"), undefined, { isBackground: true });
  pool.hurriesBackground = false;
  const threads = outcomes.map((outcome) => ("rows" in outcome ? outcome.rows.encoded.split(" ")[0] : undefined));
  expect(new Set(threads).size).toBeGreaterThan(1);
});

test("facts that nobody collects are kept of the last calls only", async () => {
  for (let call = 1; call <= 20; call++) await outcomesOf(["grows"], undefined, { recordsFor: call });
  const counts = await Promise.all([1, 4, 5, 20].map((call) => pool.collectFacts(call, "all")));
  expect(counts.map(({ length }) => length)).toEqual([0, 0, 1, 1]);
});
