import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Conversation } from "./conversation.ts";
import { forbidden, type HostileRepository, honestRows } from "./hostile-repository.ts";
import { call, type Request, refusedCalls, requestsAbout } from "./hostile-requests.ts";
import { Pings } from "./pings.ts";
import type { Message } from "./session.ts";

/** Calls at work at the same time, as many as an agent makes at the most. */
const callsAtOnce = 6;

type Gathered = {
  readonly refused: readonly Message[];
  readonly answers: readonly Message[];
  readonly honest: readonly Message[];
  readonly pingsMs: readonly number[];
  readonly stdout: string;
};

/** Tests of what a server answers about a hostile repository. @returns the waits for pings in between, once it has */
export function testAnswers(
  { folder, marker }: HostileRepository,
  start: () => Promise<Conversation>,
): () => readonly number[] {
  const requests = requestsAbout(folder);
  let gathered: Gathered;
  beforeAll(async () => {
    gathered = await gather(start, requests);
  }, 400_000);

  test("every request is answered, and none has an internal error", () => {
    expect(gathered.answers).toHaveLength(requests.length);
    for (const [i, answer] of gathered.answers.entries()) {
      const shown = `${JSON.stringify(requests[i]).slice(0, 200)} → ${JSON.stringify(answer).slice(0, 500)}`;
      expect(answer.result === undefined, shown).toBe(answer.error !== undefined);
      expect(JSON.stringify(answer), shown).not.toMatch(/internal error/i);
    }
  });

  test("a pattern without bounds is a refused argument", () => {
    for (const [i, { result }] of gathered.refused.entries()) {
      expect(result?.isError, JSON.stringify(refusedCalls[i])).toBe(true);
      expect(result?.content?.[0]?.text).toMatch(/Invalid argument.*(filepath|file_patterns).*cannot be matched: /);
    }
  });

  test("nothing of what is outside is in any answer, and nothing ran", () => {
    for (const answer of [...gathered.answers, ...gathered.refused]) {
      for (const text of forbidden) expect(JSON.stringify(answer)).not.toContain(text);
    }
    expect(readdirSync(join(marker, ".."))).toEqual([".keep"]);
  });

  test("the rows of honest files are right", () => {
    for (const [i, { rows }] of Object.values(honestRows).entries()) {
      expect(JSON.parse(gathered.honest[i]?.result?.content?.[0]?.text ?? "")).toMatchObject({
        success: true,
        ...rows,
      });
    }
  });

  test("every line of stdout is of the protocol", () => {
    for (const line of gathered.stdout.split("\n").slice(0, -1))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  return () => gathered.pingsMs;
}

async function gather(start: () => Promise<Conversation>, requests: readonly Request[]): Promise<Gathered> {
  const conversation = await start();
  await conversation.request("tools/list");
  const send = ({ method, params }: Request) => conversation.request(method, params);
  const pings = new Pings(() => conversation.request("ping"), conversation.pid);
  const answers = await inTurns(requests, send);
  const refused = await inTurns(refusedCalls, send);
  const pingsMs = await pings.end();
  const honest = await inTurns(
    Object.entries(honestRows).map(([filepath, { tool }]) => call(tool, { filepath })),
    send,
  );
  const stdout = conversation.stdout();
  await conversation.kill();
  return { answers, refused, honest, pingsMs, stdout };
}

/** Results in the order of the items, `callsAtOnce` of which are at work. */
async function inTurns<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const left = [...items.entries()];
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
  return results;
}
