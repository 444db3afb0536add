import { describe, expect, test } from "vitest";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A regular expression that tracks back until the time of the call is up. */
const query = '((string) @s (#match? @s "^\\"(a+)+$"))';
const folder = temporaryFolder({ "slow.py": `x = "${"a".repeat(40)}!"\n`, "a.py": "class A: pass\n" });

function start(places: string): Session {
  const env = { REQUEST_TIMEOUT: "3000", MAX_CONCURRENT_REQUESTS: places };
  return new Session({ cwd: folder, env });
}

function call(session: Session, id: number, name: string, args: object): void {
  session.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
}

/** The ids of the answers in the order in which they came. */
async function answersIn(session: Session, ids: readonly number[]): Promise<readonly unknown[]> {
  for (const id of ids) await session.answerTo(id);
  return session.lines.map((line) => JSON.parse(line).id);
}

describe("MAX_CONCURRENT_REQUESTS", { timeout: 60_000 }, () => {
  test("1: calls are answered one after the other, and a ping at once", async () => {
    const session = start("1");
    call(session, 1, "execute_query", { filepath: "slow.py", query });
    call(session, 2, "find_classes", { filepath: "a.py" });
    call(session, 3, "find_classes", { filepath: "a.py" });
    session.send({ jsonrpc: "2.0", id: 4, method: "ping" });
    expect(await answersIn(session, [1, 2, 3, 4])).toEqual([4, 1, 2, 3]);
    await session.close();
  });

  test("2: a short call overtakes a long one", async () => {
    const session = start("2");
    call(session, 1, "execute_query", { filepath: "slow.py", query });
    call(session, 2, "find_classes", { filepath: "a.py" });
    expect(await answersIn(session, [1, 2])).toEqual([2, 1]);
    await session.close();
  });

  test("a call that is cancelled while it waits gives up its turn", async () => {
    const session = start("1");
    call(session, 1, "execute_query", { filepath: "slow.py", query });
    call(session, 2, "execute_query", { filepath: "slow.py", query });
    call(session, 3, "find_classes", { filepath: "a.py" });
    session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } });
    expect(await answersIn(session, [1, 3])).toEqual([1, 3]);
    const { stdout } = await session.close();
    expect(stdout).not.toContain('"id":2');
  });
});
