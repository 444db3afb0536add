import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { hostileCode, hostileTexts } from "../support/hostile-code.ts";
import { peakMemoryKb, processorMsOfProcess } from "../support/process-state.ts";
import { Session } from "../support/session.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

/** Milliseconds for one call (HOSTILE_SECONDS: 5), and milliseconds of the processor that its threads may take. */
const timeoutMs = 1_000 * Number(process.env.HOSTILE_SECONDS ?? 5);
const processorMs = (availableParallelism() + 1) * timeoutMs;

/** Sentences of an answer that ended at a limit. */
const saysLimit = /Stopped after|not read|takes longer than|were read in time|truncated_reason|larger than/;

/** Kilobytes of the process: of two workers, each may take what limits.ts allows. */
const maxMemoryKb = 2_500_000;

const good = { "good.cpp": "int good() { return 1; }\nint one = good();\n" };

function startSession(cwd: string): Session {
  const env = { REQUEST_TIMEOUT: String(timeoutMs) };
  return new Session({ cwd, env, args: ["--log-level", "error", "--cache-dir", `${temporaryFolder()}/cache`] });
}

test.each(hostileCode)("$name: each call ends, and costs nothing else", { timeout: 900_000 }, async (hostile) => {
  const { files, calls, sizes } = hostile;
  const server = startSession(temporaryFolder({ ...files(sizes[1]), ...good }));
  for (const [tool, input] of calls) {
    const before = processorMsOfProcess(server.pid);
    const { text } = await callTool(server, tool, input);
    const tookMs = processorMsOfProcess(server.pid) - before;
    const shown = `${tool} ${JSON.stringify(input)}`.slice(0, 100);
    expect(text, shown).not.toContain("Internal error");
    expect(tookMs, shown).toBeLessThan(processorMs);
    // For the documents.
    if (saysLimit.test(text) || tookMs > 2_000) {
      const { truncated_reason: reason, error, details } = JSON.parse(text);
      const said = JSON.stringify(reason ?? [error, details]).slice(0, 240);
      process.stdout.write(
        `${hostile.name}: ${shown}: ${tookMs} ms of the processor, ${text.length} characters, ${said}\n`,
      );
    }
  }
  const { answer } = await callTool(server, "find_references", { symbol: "good", filepath: "good.cpp" });
  expect(answer).toMatchObject({ total_references: 2, success: true });
  expect(peakMemoryKb(server.pid)).toBeLessThan(maxMemoryKb);
  expect((await server.close()).exitCode).toBe(0);
});

test("a name that is bound and used 10,000 times is answered as a whole", { timeout: 600_000 }, async () => {
  const hostile = hostileCode.find(({ name }) => name === "a name that is bound and used many times");
  const env = { REQUEST_TIMEOUT: "300000" };
  const server = new Session({ cwd: temporaryFolder(hostile?.files(10_000)), args: ["--no-cache"], env });
  const totals: Record<string, unknown> = {};
  for (const symbol of ["x", "A.m", "z", "same"]) {
    const { total_references, total_possible = 0 } = JSON.parse(
      (await callTool(server, "find_references", { symbol })).text,
    );
    totals[symbol] = [total_references, total_possible];
  }
  await server.close();
  expect(totals).toEqual({ x: [20_001, 0], "A.m": [5_001, 0], z: [10_000, 0], same: [10_000, 0] });
});

test("unsaved texts that are no code", { timeout: 600_000 }, async () => {
  const server = startSession(temporaryFolder(good));
  for (const source of hostileTexts(100_000)) {
    for (const filepath of ["good.cpp", "good.py"]) {
      const { text } = await callTool(server, "find_references", { filepath, line: 1, column: 1, source });
      expect(text).not.toContain("Internal error");
    }
  }
  const { answer } = await callTool(server, "find_references", { symbol: "good", filepath: "good.cpp" });
  expect(answer).toMatchObject({ total_references: 2, success: true });
  await server.close();
});
