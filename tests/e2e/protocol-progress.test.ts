import { join } from "node:path";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Notification {
  readonly id?: unknown;
  readonly method?: string;
  readonly params: Progress & { readonly progressToken: unknown };
}

const files = 24;
const folder = temporaryFolder(
  Object.fromEntries(
    Array.from({ length: files }, (_, i) => [`part-${i % 3}/${i}.cpp`, `int f${i}() { return 1; }\n`]),
  ),
);

const scanWith = (token: unknown): string => {
  const params = { name: "parse_file", arguments: { filepath: folder }, _meta: { progressToken: token } };
  return `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`;
};

const launch = { args: ["--log-level", "error", "--no-cache"] };

/** Each look at the clock is so much later than the one before. Real scans of seconds are in soak. */
function clockOfSteps(stepMs: number): () => number {
  const startedAt = performance.now();
  let now = startedAt;
  vi.spyOn(performance, "now").mockImplementation(() => {
    now += stepMs;
    return now;
  });
  return () => now - startedAt;
}

describe("progress of a scan", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([0, "t"])("comes under token %j, rising, with total and folder, and the answer last", async (token) => {
    clockOfSteps(100);
    const { stdout } = await runInProcess(scanWith(token), launch);
    const messages: Notification[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const told = messages.slice(0, -1);
    expect(messages.at(-1)?.id).toBe(1);
    expect(told.length).toBeGreaterThan(2);
    expect(new Set(told.map(({ method }) => method))).toEqual(new Set(["notifications/progress"]));
    expect(new Set(told.map(({ params }) => params.progressToken))).toEqual(new Set([token]));
    const values = told.map(({ params }) => params.progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    for (const { params } of told) {
      expect(params.total).toBe(files);
      expect(params.progress).toBeLessThanOrEqual(files);
      expect(params.message?.startsWith(join(folder, "part-"))).toBe(true);
    }
  });

  test.each([undefined, { not: "a token" }])("is not told for token %j", async (token) => {
    clockOfSteps(100);
    const { stdout } = await runInProcess(scanWith(token), launch);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
  });

  test.each([1, 30, 70])("is not told more often than ten times a second, with a file each %i ms", async (stepMs) => {
    const passedMs = clockOfSteps(stepMs);
    const { stdout } = await runInProcess(scanWith(1), launch);
    const told = stdout.trimEnd().split("\n").length - 1;
    expect(told).toBeGreaterThan(0);
    expect(told).toBeLessThanOrEqual(passedMs() / 100 + 1);
  });
});

describe("progress of a call over the index", () => {
  test("names the phases, rises, and comes before the answer", async () => {
    const many = temporaryFolder(
      Object.fromEntries(
        Array.from({ length: 300 }, (_, i) => [`${i}.cpp`, `int f${i}() { return f${i - 1}(); }\n`.repeat(40)]),
      ),
    );
    const params = {
      name: "find_references",
      arguments: { symbol: "f7", filepath: many },
      _meta: { progressToken: "refs" },
    };
    const { stdout } = await runInProcess(
      `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`,
      launch,
    );
    const messages: Notification[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(messages.at(-1)?.id).toBe(1);
    const told = messages.slice(0, -1).map(({ params }) => params);
    const values = told.map(({ progress }) => progress);
    expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
    for (const { progress, total = progress, progressToken } of told) {
      expect(progressToken).toBe("refs");
      expect(progress).toBeLessThanOrEqual(total);
    }
  });
});
