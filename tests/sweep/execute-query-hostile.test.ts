import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { holdTimers, passTimeUntil, realTime, until } from "../support/held-timers.ts";
import { hostileFiles, hostileQueries } from "../support/hostile-queries.ts";
import { sessionInProcess } from "../support/in-process.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool, pathsOf, toolAnswerOf } from "../support/tool-call.ts";

const folder = temporaryFolder(hostileFiles);
const { siblings, stars, regex } = hostileQueries;
const limitMs = 5_000;

let session: Session;

async function expectAlive(): Promise<void> {
  expect(await session.request("ping")).toMatchObject({ result: {} });
  const { text } = await callTool(session, "find_classes", { filepath: "small.cpp" });
  expect(text).toBe('{"classes":[{"name":"A","line":1,"column":7}],"success":true}');
}

/** With time that passes when a test says so. A real limit is in the next `describe`, real ones of seconds are in soak. */
describe("a query that would not end", () => {
  holdTimers();
  beforeEach(() => {
    // Each look at the clock is a second later than the one before, so that progress is reported for each file.
    let now = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => {
      now += 1_000;
      return now;
    });
    session = sessionInProcess({ cwd: folder, env: { REQUEST_TIMEOUT: String(limitMs) } });
  });
  afterEach(async () => {
    await passTimeUntil(session.kill(), limitMs);
    vi.restoreAllMocks();
  });

  test.each([siblings, stars, regex])("$shows: one file answers that its time is over", async ({ query, name }) => {
    // A worker is there, and has time to get into the query; it may be late, and is ended all the same.
    await expectAlive();
    const call = callTool(session, "execute_query", { filepath: `${name}.cpp`, query });
    await realTime(100);
    const { answer, isError } = await passTimeUntil(call, limitMs);
    expect(answer).toMatchObject({ success: false, error: expect.stringMatching(/\b5000 ms\b/) });
    expect(isError).toBe(true);
    await expectAlive();
  });

  test.each([siblings, stars, regex])(
    "$shows: a batch keeps what was done and says that it was cut",
    async ({ query, name }) => {
      sendBatch(session, name, query);
      await reachedHostileFile(session);
      const answer = toolAnswerOf(await passTimeUntil(session.answerTo("batch"), limitMs));
      expect(answer.answer.truncated).toBe(true);
      expect(pathsOf(answer).slice(0, 2)).toEqual([`${name}/a.cpp`, `${name}/b.cpp`]);
      expect(answer.answer.results?.slice(0, 2).map(({ success }) => success)).toEqual([true, true]);
      await expectAlive();
    },
  );

  test("is answered while pings go through and other calls are served", async () => {
    const slow = callTool(session, "execute_query", { filepath: "large.cpp", query: siblings.query });
    const order: string[] = [];
    const slowDone = slow.then(() => order.push("slow"));
    await expectAlive();
    order.push("others");
    await passTimeUntil(slowDone, limitMs);
    expect(order).toEqual(["others", "slow"]);
  });

  test("ends at once when it is cancelled", async () => {
    sendBatch(session, regex.name, regex.query);
    await reachedHostileFile(session);
    session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "batch" } });
    const { text } = await callTool(session, "find_classes", { filepath: "small.cpp" });
    expect(text).toContain('"A"');
    const { stdout, exitCode } = await session.close();
    expect(stdout).not.toContain('"id":"batch"');
    expect(exitCode).toBe(0);
  });

  test("leaves nothing behind when several come at once", async () => {
    const args = { filepath: "large.cpp", query: siblings.query };
    const calls = Promise.all(Array.from({ length: 6 }, () => callTool(session, "execute_query", args)));
    await realTime(100);
    const answers = await passTimeUntil(calls, limitMs);
    for (const { answer } of answers) expect(answer.error).toMatch(/\b5000 ms\b/);
    await expectAlive();
  });
});

describe("a server in a process of its own", () => {
  afterEach(async () => {
    await session.kill();
  });

  test("ends a query that would not end when its time is over", async () => {
    session = new Session({ cwd: folder, env: { REQUEST_TIMEOUT: "300" } });
    const args = { filepath: "backtracking.cpp", query: regex.query };
    const { answer, isError } = await callTool(session, "execute_query", args);
    expect(answer).toMatchObject({ success: false, error: expect.stringMatching(/\b300 ms\b/) });
    expect(isError).toBe(true);
    expect(await session.request("ping")).toMatchObject({ result: {} });
  });
});

describe("a query that is too much to compile", () => {
  beforeEach(() => {
    session = sessionInProcess({ cwd: folder });
  });
  afterEach(async () => {
    await session.kill();
  });
  const nested = `${"(_ ".repeat(3000)}(_)${")".repeat(3000)} @x`;
  const patterns = "(identifier) @i\n".repeat(5000);
  const strings = `((identifier) @i (#any-of? @i ${'"some_name" '.repeat(85_000)}))`;

  test.each([
    ["nested 3,000 deep", nested, /nest|deep|depth/i],
    ["of 5,000 patterns", patterns, /pattern|node|group/i],
    ["of a megabyte", strings, /long|large|size|characters|bytes/i],
  ])("%s is refused with its reason", async (_what, query, reason) => {
    const { answer, isError, text } = await callTool(session, "execute_query", { filepath: "small.cpp", query });
    expect(isError).toBe(true);
    expect(answer).toMatchObject({ success: false, error: expect.any(String) });
    expect(`${answer.error} ${answer.details}`).toMatch(reason);
    expect(text.length).toBeLessThan(2000);
    await expectAlive();
  });
});

function sendBatch(to: Session, filepath: string, query: string): void {
  const params = { name: "execute_query", arguments: { filepath, query }, _meta: { progressToken: "batch" } };
  to.send({ jsonrpc: "2.0", id: "batch", method: "tools/call", params });
}

/** Waits until both harmless files of a batch are done, so that the worker is at the third one. */
async function reachedHostileFile(from: Session): Promise<void> {
  await until(() => from.lines.some((line) => line.includes('"progress":2,')));
}
