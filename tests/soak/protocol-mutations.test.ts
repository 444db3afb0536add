import { describe, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { expectBodiesAnswered, expectLinesAnswered } from "../support/damaged-lines.ts";
import { startHttpServer } from "../support/http-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = temporaryFolder({ "a.py": "class A: pass\n" });

describe("lines that were damaged, at scale", { timeout: 600_000 }, () => {
  test.each([[1, 100_000]])("seed %i: %i on stdin each get the answer that they must", (seed, count) =>
    expectLinesAnswered(seed, count, (input) =>
      runServer(input, { cwd: root, args: ["--log-level", "error", "--root", root] }),
    ),
  );

  test.each([[2, 10_000]])("seed %i: %i HTTP bodies each get the answer that they must", async (seed, count) => {
    const server = await startHttpServer(root);
    await expectBodiesAnswered(seed, count, server);
    await server.stop();
  });
});
