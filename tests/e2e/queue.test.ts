import { describe, expect, test } from "vitest";
import { holdTimers, passTimeUntil } from "../support/held-timers.ts";
import { sessionInProcess } from "../support/in-process.ts";
import type { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { toolAnswerOf } from "../support/tool-call.ts";

/** A regular expression that backtracks until the time of the call is over. */
const query = '((string) @s (#match? @s "^\\"(a+)+$"))';
const folder = temporaryFolder({ "slow.py": `x = "${"a".repeat(40)}!"\n`, "a.py": "class A: pass\n" });
const limitMs = 3_000;

/** Starts a server that has loaded what the slow tool needs, so that calls come to their turns in their order. */
async function start(places: string): Promise<Session> {
  const env = { REQUEST_TIMEOUT: String(limitMs), MAX_CONCURRENT_REQUESTS: places };
  const session = sessionInProcess({ cwd: folder, env });
  await session.request("tools/call", { name: "execute_query", arguments: { filepath: "a.py", query } });
  return session;
}

function call(session: Session, id: number, name: string, args: object): void {
  session.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
}

/** The ids of the answers in the order in which they came. */
async function answersIn(session: Session, ids: readonly number[]): Promise<readonly unknown[]> {
  for (const id of ids) await session.answerTo(id);
  return session.lines.map((line) => JSON.parse(line).id).filter((id) => ids.includes(id));
}

describe("MAX_CONCURRENT_REQUESTS", () => {
  holdTimers();

  test("1: calls are answered one after the other, and a ping at once", async () => {
    const session = await start("1");
    call(session, 1, "execute_query", { filepath: "slow.py", query });
    call(session, 2, "find_classes", { filepath: "a.py" });
    call(session, 3, "find_classes", { filepath: "a.py" });
    session.send({ jsonrpc: "2.0", id: 4, method: "ping" });
    await session.answerTo(4);
    await passTimeUntil(session.answerTo(1), limitMs);
    expect(await answersIn(session, [1, 2, 3, 4])).toEqual([4, 1, 2, 3]);
    expect(toolAnswerOf(await session.answerTo(1)).answer.error).toMatch(/\b3000 ms\b/);
    expect(toolAnswerOf(await session.answerTo(3)).answer).toMatchObject({ classes: [{ name: "A" }] });
    await session.close();
  });

  test("2: a short call overtakes a long one", async () => {
    const session = await start("2");
    call(session, 1, "execute_query", { filepath: "slow.py", query });
    call(session, 2, "find_classes", { filepath: "a.py" });
    await session.answerTo(2);
    await passTimeUntil(session.answerTo(1), limitMs);
    expect(await answersIn(session, [1, 2])).toEqual([2, 1]);
    await session.close();
  });

  test("a call that is cancelled while it waits gives up its turn", async () => {
    const session = await start("1");
    call(session, 1, "execute_query", { filepath: "slow.py", query });
    call(session, 2, "execute_query", { filepath: "slow.py", query });
    call(session, 3, "find_classes", { filepath: "a.py" });
    session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } });
    session.send({ jsonrpc: "2.0", id: 4, method: "ping" });
    await session.answerTo(4);
    // Time passes until the first answer: would the second call get a place, the third one had none.
    await passTimeUntil(session.answerTo(1), limitMs);
    expect(await answersIn(session, [1, 3, 4])).toEqual([4, 1, 3]);
    const { stdout } = await session.close();
    expect(stdout).not.toContain('"id":2');
  });
});
