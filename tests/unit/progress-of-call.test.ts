import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { progressOf } from "../../src/mcp/progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The progress of a call with a token, and what its client receives. */
function started() {
  const told: { readonly progress: unknown; readonly total: unknown; readonly message: unknown }[] = [];
  const stop = new AbortController();
  const progress = progressOf({ _meta: { progressToken: 0 } }, stop.signal, (method, params) => {
    const { progress: value, total, message, progressToken } = params;
    expect([method, progressToken]).toEqual(["notifications/progress", 0]);
    told.push({ progress: value, total, message });
  });
  return { progress, told, stop };
}

test("a call over the index tells each phase that lasts, with numbers that rise", () => {
  const { progress, told } = started();
  progress.phase?.("checking");
  vi.advanceTimersByTime(150);
  progress.found?.(0);
  vi.advanceTimersByTime(150);
  progress.total?.(3);
  progress.known?.();
  vi.advanceTimersByTime(150);
  progress.known?.();
  vi.advanceTimersByTime(150);
  progress.known?.();
  progress.phase?.("resolving");
  vi.advanceTimersByTime(60_000);
  progress.stop?.();
  expect(told).toEqual([
    { progress: 1, total: undefined, message: "checking which files have changed" },
    { progress: 2, total: undefined, message: "listing files" },
    { progress: 4, total: 6, message: "reading files" },
    { progress: 6, total: 6, message: "reading files" },
    { progress: 7, total: undefined, message: "resolving names" },
  ]);
});

test("a call over the index that is over soon, or cancelled, tells nothing", () => {
  const { progress, told, stop } = started();
  progress.phase?.("checking");
  progress.phase?.("resolving");
  progress.stop?.();
  vi.advanceTimersByTime(1_000);
  progress.phase?.("drawing");
  stop.abort();
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([]);
});

test("a call over files tells no phases", () => {
  const { progress, told } = started();
  progress.found?.(0);
  progress.macros?.(1, 2);
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([]);
});
