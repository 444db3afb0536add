import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { largeCode } from "../support/large-code.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool, pathsOf } from "../support/tool-call.ts";

const small = "class A {};\n";
const large = largeCode(1, 269_000);
const backtracking = `const char *s = "${"a".repeat(40)}!";\n`;
const folder = temporaryFolder({
  "small.cpp": small,
  "large.cpp": large,
  "backtracking.cpp": backtracking,
  "large/a.cpp": "int a() { return 1; }\n",
  "large/b.cpp": "int b() { return 2; }\n",
  "large/z.cpp": large,
  "backtracking/a.cpp": 'const char *s = "aaa";\n',
  "backtracking/b.cpp": "int b() { return 2; }\n",
  "backtracking/z.cpp": backtracking,
});

let session: Session;
beforeEach(() => {
  session = new Session({ cwd: folder, env: { REQUEST_TIMEOUT: "5000" } });
});
afterEach(async () => {
  await session.kill();
});

async function expectAlive(): Promise<void> {
  expect(await session.request("ping")).toMatchObject({ result: {} });
  const { text } = await callTool(session, "find_classes", { filepath: "small.cpp" });
  expect(text).toBe('{"classes":[{"name":"A","line":1,"column":7}],"success":true}');
}

describe("a query that would not end", { timeout: 120_000 }, () => {
  const siblings = "(_ (_) @a (_) @b (_) @c)";
  const stars = "(_ ((_)* (_)*)* @x . (_)* @y)";
  const regex = '((string_literal) @s (#match? @s "^\\"(a+)+$"))';

  test.each([
    ["siblings that need not be adjacent", siblings, "large"],
    ["stars in stars", stars, "large"],
    ["a regular expression that tracks back", regex, "backtracking"],
  ])("%s: one file answers that its time is over", async (_what, query, name) => {
    const { answer, isError } = await callTool(session, "execute_query", { filepath: `${name}.cpp`, query });
    expect(answer).toMatchObject({ success: false, error: expect.stringMatching(/\b5000 ms\b/) });
    expect(isError).toBe(true);
    await expectAlive();
  });

  test.each([
    ["siblings that need not be adjacent", siblings, "large"],
    ["stars in stars", stars, "large"],
    ["a regular expression that tracks back", regex, "backtracking"],
  ])("%s: a batch keeps what was done and says that it was cut", async (_what, query, name) => {
    const answered = await callTool(session, "execute_query", { filepath: name, query });
    const { answer } = answered;
    expect(answer.truncated).toBe(true);
    expect(pathsOf(answered).slice(0, 2)).toEqual([`${name}/a.cpp`, `${name}/b.cpp`]);
    expect(answer.results?.slice(0, 2).map(({ success }) => success)).toEqual([true, true]);
    await expectAlive();
  });

  test("is answered while pings go through and other calls are served", async () => {
    const slow = callTool(session, "execute_query", { filepath: "large.cpp", query: siblings });
    const order: string[] = [];
    const slowDone = slow.then(() => order.push("slow"));
    await expectAlive();
    order.push("others");
    await slowDone;
    expect(order).toEqual(["others", "slow"]);
  });

  test("ends at once when it is cancelled", async () => {
    const long = new Session({ cwd: folder, env: { REQUEST_TIMEOUT: "60000" } });
    const params = { name: "execute_query", arguments: { filepath: "backtracking.cpp", query: regex } };
    long.send({ jsonrpc: "2.0", id: 5, method: "tools/call", params });
    await new Promise((resolve) => setTimeout(resolve, 600));
    long.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } });
    const { text } = await callTool(long, "find_classes", { filepath: "small.cpp" });
    expect(text).toContain('"A"');
    const { stdout, exitCode } = await long.close();
    expect(stdout).not.toContain('"id":5');
    expect(exitCode).toBe(0);
  });

  test("leaves nothing behind when several come at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => callTool(session, "execute_query", { filepath: "large.cpp", query: siblings })),
    );
    for (const { answer } of answers) expect(answer.error).toMatch(/\b5000 ms\b/);
    await expectAlive();
  });
});

describe("a query that is too much to compile", { timeout: 120_000 }, () => {
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
