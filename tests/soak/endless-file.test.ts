import { expect, test } from "vitest";
import { timed } from "../support/run-delay.ts";
import { unluckyServer } from "../support/unlucky-server.ts";

const timeoutMs = 20_000;
const many = Object.fromEntries(
  Array.from({ length: 200 }, (_, i) => [`src/part${i % 4}/f${i}.py`, `def g${i}():\n    return ${i}\n`]),
);

test("an endless file takes half of the time of two calls, and costs its own rows", { timeout: 180_000 }, async () => {
  const { ask, session } = unluckyServer({ ...many, "src/part2/endless.py": "def lost(): pass\n" }, [], {
    REQUEST_TIMEOUT: String(timeoutMs),
  });
  for (let call = 0; call < 2; call++) {
    const { answer } = await ask("get_dependency_graph", { filepath: "." });
    expect(answer).toMatchObject({
      unread: { "./src/part2": 1 },
      unreadable_files: [{ filepath: "./src/part2/endless.py", error: `Stopped after ${timeoutMs / 2} ms` }],
    });
  }
  const { result, tookMs } = await timed(process.pid, () => ask("get_dependency_graph", { filepath: "." }));
  expect(result.answer).toMatchObject({ unread: { "./src/part2": 1 } });
  expect(tookMs).toBeLessThan(timeoutMs / 2);
  await session.close();
});
