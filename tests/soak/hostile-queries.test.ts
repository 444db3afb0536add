import { afterAll, describe, expect, test } from "vitest";
import { hostileFiles, hostileQueries } from "../support/hostile-queries.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool, pathsOf } from "../support/tool-call.ts";

/** What tests/sweep/execute-query-hostile.test.ts shows with time that a test lets pass, with real seconds of work. */
describe("queries that run for five seconds in a process of its own", () => {
  const folder = temporaryFolder(hostileFiles);
  const session = new Session({ cwd: folder, env: { REQUEST_TIMEOUT: "5000" } });
  const queries = Object.values(hostileQueries);
  afterAll(() => session.kill());

  async function expectAlive(): Promise<void> {
    expect(await session.request("ping")).toMatchObject({ result: {} });
    const { text } = await callTool(session, "find_classes", { filepath: "small.cpp" });
    expect(text).toBe('{"classes":[{"name":"A","line":1,"column":7}],"success":true}');
  }

  test("all at once: one file each answers that its time is over", async () => {
    const answers = await Promise.all(
      [...queries, ...queries].map(({ query, name }) =>
        callTool(session, "execute_query", { filepath: `${name}.cpp`, query }),
      ),
    );
    for (const { answer, isError } of answers) {
      expect(answer).toMatchObject({ success: false, error: expect.stringMatching(/\b5000 ms\b/) });
      expect(isError).toBe(true);
    }
    await expectAlive();
  });

  test.each(queries)(
    "$shows: a batch keeps what was done and says which file took too long",
    async ({ query, name }) => {
      const answered = await callTool(session, "execute_query", { filepath: name, query });
      const { answer } = answered;
      // One file may take half of the time: the others are answered.
      expect(answer).toMatchObject({ total_files: 3, failed_files: 1 });
      expect(answer.results?.at(-1)).toMatchObject({ success: false, details: "Stopped after 2500 ms" });
      expect(pathsOf(answered).slice(0, 2)).toEqual([`${name}/a.cpp`, `${name}/b.cpp`]);
      expect(answer.results?.slice(0, 2).map(({ success }) => success)).toEqual([true, true]);
      await expectAlive();
    },
  );
});
