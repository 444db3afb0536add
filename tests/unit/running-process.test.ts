import { expect, test } from "vitest";
import { RunningProcess } from "../../src/workers/running-process.ts";

/** The same number as a thread and as the pool see it, and what the pool has ended. */
function bothSides() {
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const ended: number[] = [];
  const thread = new RunningProcess(state);
  const pool = new RunningProcess(state);
  return { thread, pool, ended, refuse: () => pool.refuse((pid) => ended.push(pid)) };
}

test("a process that runs is ended once, and then no other one is started", () => {
  const { thread, ended, refuse } = bothSides();
  thread.begin();
  expect(thread.started(12)).toBe(true);
  expect(refuse()).toBe(true);
  expect(refuse()).toBe(false);
  expect(ended).toEqual([12]);
  thread.ended();
  expect(() => thread.begin()).toThrow("The call that starts a process has ended");
});

test("a process that is about to start is ended by its thread", () => {
  const { thread, ended, refuse } = bothSides();
  thread.begin();
  expect(refuse()).toBe(true);
  expect(refuse()).toBe(true);
  expect(thread.started(12)).toBe(false);
  expect(refuse()).toBe(true);
  thread.ended();
  expect(refuse()).toBe(false);
  expect(ended).toEqual([]);
});

test("what has ended, or could not be started, is not waited for", () => {
  const { thread, refuse, ended } = bothSides();
  thread.begin();
  thread.started(12);
  thread.ended();
  thread.begin();
  thread.ended();
  expect(refuse()).toBe(false);
  expect(ended).toEqual([]);
});

test("the next job of a thread may start processes again", () => {
  const { thread, pool, ended, refuse } = bothSides();
  refuse();
  pool.allow();
  thread.begin();
  expect(thread.started(13)).toBe(true);
  refuse();
  expect(ended).toEqual([13]);
});
