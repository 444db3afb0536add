import { afterEach, beforeEach, vi } from "vitest";

/** The timer of the machine, for what happens outside of the program under test. */
const startTimer = setTimeout;

/**
 * Holds the timers of the main thread in each test of the file or of the `describe` around it: for a program in process, the
 * time of a call is over when a test says so. A call is never late, however busy the machine is, and no test waits for a
 * limit.
 */
export function holdTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/**
 * Lets the time of a call pass once this process, with the workers in it, has computed for a while: what takes less than that
 * is done by then, however busy the machine is.
 *
 * @param computedMs milliseconds of processor time
 */
export async function passTimeComputed<Result>(call: Promise<Result>, ms: number, computedMs: number): Promise<Result> {
  let isAnswered = false;
  const result = call.finally(() => {
    isAnswered = true;
  });
  const before = process.cpuUsage();
  const hasComputed = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 >= computedMs;
  };
  while (!isAnswered && !hasComputed()) await realTime(5);
  return passTimeUntil(result, ms);
}

/** Lets time pass, again and again, until something has happened. */
export async function passTimeUntil<Result>(happens: Promise<Result>, ms: number): Promise<Result> {
  let hasHappened = false;
  const result = happens.finally(() => {
    hasHappened = true;
  });
  while (!hasHappened) {
    vi.advanceTimersByTime(ms);
    await realTime(5);
  }
  return result;
}

/** Waits, without letting time pass, until something is true: vi.waitUntil lets the time pass that it waits for. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await realTime(5);
}

/** Waits, with a timer that is not held. */
export function realTime(ms: number): Promise<void> {
  return new Promise((done) => {
    startTimer(done, ms);
  });
}
