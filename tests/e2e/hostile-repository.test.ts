import { describe, expect, test } from "vitest";
import { overStdio } from "../support/conversation.ts";
import { testAnswers } from "../support/hostile-answers.ts";
import { hostileRepository } from "../support/hostile-repository.ts";
import { expectSilenceAbout } from "../support/places-outside.ts";

/** The repository without what only takes time or size: tests/soak has the whole. */
const repository = await hostileRepository(0.01);
const { folder } = repository;
const start = (timeoutMs: number) =>
  overStdio({
    cwd: folder,
    args: ["--log-level", "error", "--root", "."],
    env: { REQUEST_TIMEOUT: String(timeoutMs), MAX_FILE_SIZE: "100000" },
  });

describe.runIf(process.platform === "linux")("a hostile repository", () => {
  // Patterns that never end take half of the time; an honest file needs a worker that may have to start first.
  testAnswers(repository, () => start(1_000));

  test("whether something exists outside is not told", async () => {
    const conversation = await start(30_000);
    await expectSilenceAbout(repository, conversation);
    await conversation.kill();
  });

  test("SIGTERM ends the server", async () => {
    const conversation = await start(30_000);
    await conversation.request("ping");
    expect((await conversation.terminate()).exitCode).toBe(0);
  });
});
