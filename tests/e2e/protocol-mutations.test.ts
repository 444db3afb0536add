import { describe, test } from "vitest";
import { expectBodiesAnswered, expectLinesAnswered } from "../support/damaged-lines.ts";
import { startHttpServer } from "../support/http-server.ts";
import { runInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder({ "a.py": "class A: pass\n" });

/** tests/soak/protocol-mutations.test.ts has fifty times as many on stdin, and twenty times as many bodies. */
describe("lines that were damaged", { timeout: 60_000 }, () => {
  test.each([[3, 2_000]])("seed %i: %i on stdin each get the answer that they must", (seed, count) =>
    expectLinesAnswered(seed, count, (input) =>
      runInProcess(input, { cwd: root, args: ["--log-level", "error", "--root", root] }),
    ),
  );

  test.each([[4, 500]])("seed %i: %i HTTP bodies each get the answer that they must", async (seed, count) => {
    const server = await startHttpServer(root);
    await expectBodiesAnswered(seed, count, server);
    await server.stop();
  });
});
