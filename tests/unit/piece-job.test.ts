import { expect, test } from "vitest";
import type { FileOutcome, Unchanged, WorkerOutcome } from "../../src/workers/file-outcome.ts";
import { PieceJob } from "../../src/workers/piece-job.ts";
import type { WorkerRequest } from "../../src/workers/protocol.ts";
import { scanWork } from "../../src/workers/scan-work.ts";

const done: WorkerOutcome = { kind: "counts", rows: "", warnings: [] };

/** A job over files named 0, 1, 2 …, with what came of them. */
function jobOver(files: number) {
  const outcomes = new Map<number, FileOutcome | Unchanged>();
  const toolCall = { tool: "t", input: {} };
  const targets = Array.from({ length: files }, (_, i) => ({
    name: `${i}`,
    path: `/${i}`,
    isExplicit: false,
    language: "cpp",
    context: "",
  }));
  const flags = { identifies: false, recordsOutlines: false };
  const request = { callId: 1, toolCall, macros: undefined, maxChars: 1_000, ...flags, files: targets };
  const work = scanWork(
    request,
    (index, outcome) => outcomes.set(index, outcome),
    () => {},
  );
  const job = new PieceJob(work, 1);
  return { job, outcomes };
}

function namesIn(request: WorkerRequest): readonly string[] {
  return "files" in request ? request.files.map(({ name }) => name) : [];
}

/** A worker that answers as many files of its piece as it is told. */
function answer(job: ReturnType<typeof jobOver>["job"], worker: object, files: number): void {
  for (let i = 0; i < files; i++) job.take(worker, { outcome: done, heapBytes: 0, spent: {} });
}

test("a file that kills its worker is asked once more, alone and last, then failed, and the others go on", () => {
  const { job, outcomes } = jobOver(8);
  const [first, second, third, fourth] = [{}, {}, {}, {}];
  expect(namesIn(job.start(first))).toEqual(["0", "1"]);
  answer(job, first, 1);
  job.crashed(first, { reason: "out of memory", isFinal: false }, 1);
  for (const expected of [
    ["2", "3"],
    ["4", "5"],
    ["6", "7"],
  ]) {
    expect(namesIn(job.start(second))).toEqual(expected);
    answer(job, second, 2);
  }
  expect(job.isDone).toBe(false);
  expect(namesIn(job.start(third))).toEqual(["1"]);
  expect(job.hasWork).toBe(false);
  job.crashed(third, { reason: "out of memory", isFinal: false }, 0);
  expect(job.isDone).toBe(true);
  expect(job.hasWork).toBe(false);
  expect(outcomes.size).toBe(8);
  expect(outcomes.get(1)).toEqual({ error: "Failed to parse file: 1", details: { details: "out of memory" } });
  expect([...outcomes].filter(([, outcome]) => "rows" in outcome).map(([index]) => index)).toEqual([
    0, 2, 3, 4, 5, 6, 7,
  ]);
  job.crashed(fourth, { reason: "a worker without a piece", isFinal: false }, 0);
  expect(outcomes.size).toBe(8);
});

test("items of a lane go to its worker, and to others only when they have none left", () => {
  const asked: string[] = [];
  const job = new PieceJob(
    {
      items: ["a0", "b1", "c0", "d1", "e0", "f0", "g0", "h0"],
      laneOf: (item) => Number(item[1]),
      requestFor: (items) => {
        asked.push(items.join(" "));
        return { headersIn: items };
      },
      resultOf: () => "",
      failed: () => "",
      onResult: () => {},
    },
    2,
  );
  const [first, second] = [{}, {}];
  for (const [worker, number] of [
    [first, 0] as const,
    [second, 1] as const,
    [second, 1] as const,
    [second, 1] as const,
  ])
    job.start(worker, number);
  expect(asked).toEqual(["a0", "b1", "d1", "c0"]);
  expect(job.itemsLeft).toBe(4);
});

test("the files behind one that kills its worker are asked again", () => {
  const { job } = jobOver(12);
  const [first, second] = [{}, {}];
  expect(namesIn(job.start(first))).toEqual(["0", "1", "2"]);
  job.crashed(first, { reason: "out of memory", isFinal: false }, 0);
  expect(namesIn(job.start(second))).toEqual(["1", "2"]);
});

test("where replies were lost, the file at which the worker died is to blame, and those before it are asked again", () => {
  const { job } = jobOver(12);
  const [first, second] = [{}, {}];
  expect(namesIn(job.start(first))).toEqual(["0", "1", "2"]);
  job.crashed(first, { reason: "out of memory", isFinal: false }, 2);
  expect(namesIn(job.start(second))).toEqual(["0", "1"]);
});

test("a job whose workers end their files and cannot reply comes to an end", () => {
  const { job, outcomes } = jobOver(6);
  let workers = 0;
  for (; job.hasWork && workers < 100; workers++) {
    const worker = {};
    job.crashed(worker, { reason: "no reply", isFinal: false }, namesIn(job.start(worker)).length);
  }
  expect(job.isDone).toBe(true);
  expect([...outcomes.values()].every((outcome) => "error" in outcome)).toBe(true);
});

test("a file that used up its time is not asked again", () => {
  const { job, outcomes } = jobOver(1);
  const worker = {};
  job.start(worker);
  job.crashed(worker, { reason: "Stopped after 5 ms", isFinal: true }, 0);
  expect(job.isDone).toBe(true);
  expect(outcomes.get(0)).toEqual({ error: "Failed to parse file: 0", details: { details: "Stopped after 5 ms" } });
});

test("results after the end of a job count only if it takes them", () => {
  for (const takesLate of [false, true]) {
    const results: number[] = [];
    const job = new PieceJob<number, number>(
      {
        items: [0, 1, 2],
        requestFor: () => ({ headersIn: [] }),
        resultOf: () => 0,
        failed: () => 0,
        onResult: (index) => results.push(index),
        takesLate,
      },
      1,
    );
    const worker = {};
    job.start(worker);
    const reply = { text: "", heapBytes: 0, spent: {} };
    job.take(worker, reply);
    job.start(worker);
    job.flush();
    job.take(worker, reply);
    expect(results).toEqual(takesLate ? [0, 1] : [0]);
  }
});
