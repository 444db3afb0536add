/**
 * What a server reads before it is asked. Input: a session that has begun, and time that passes; output: the log says that the index is
 * complete, and the calls after it read nothing.
 */
import { describe, expect, test, vi } from "vitest";
import { holdTimers, realTime, until } from "../support/held-timers.ts";
import { laterClock, startInProcess } from "../support/in-process.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const code = { "a.py": "def area(x):\n    return x\n", "b.py": "from a import area\n\nsize = area(1)\n" };
const repository = { ...code, ".git/HEAD": "ref: refs/heads/main\n" };

/** The pause after the start of a session, in milliseconds, and more. */
const pauseMs = 2_000;

/** Milliseconds of the machine in which a server that does read ahead has begun. */
const idleMs = 300;

function serverIn(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const args = ["--log-level", "info", "--cache-dir", temporaryFolder()];
  const launch = { cwd: temporaryFolder(files), args, now: laterClock, env: { READ_AHEAD: "60000", ...env } };
  const program = startInProcess(launch);
  let log = "";
  program.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const session = new Session({}, program);
  const times = () => log.split("the index is complete").length - 1;
  return { session, times, begin: () => session.request("initialize", { protocolVersion: "2025-06-18" }) };
}

describe("a server in a repository", () => {
  holdTimers();

  test("reads its code after a pause, and a call then is answered from it", async () => {
    const { session, times, begin } = serverIn(repository);
    await begin();
    await realTime(idleMs);
    expect(times()).toBe(0);
    vi.advanceTimersByTime(pauseMs);
    await until(() => times() === 1);
    const { answer } = await callTool(session, "find_references", { symbol: "area" });
    expect(answer).toMatchObject({ total_references: 3 });
  });

  test("reads none if the files are not of a repository, or READ_AHEAD is 0", async () => {
    const servers = [serverIn(code), serverIn(repository, { READ_AHEAD: "0" })];
    for (const { begin } of servers) await begin();
    vi.advanceTimersByTime(pauseMs);
    await realTime(idleMs);
    expect(servers.map(({ times }) => times())).toEqual([0, 0]);
  });

  test("leaves it to a call that has asked for code before", async () => {
    const { session, times, begin } = serverIn(repository);
    await begin();
    await callTool(session, "find_definition", { symbol: "area" });
    await until(() => times() === 1);
    vi.advanceTimersByTime(pauseMs);
    await realTime(idleMs);
    expect(times()).toBe(1);
  });
});
