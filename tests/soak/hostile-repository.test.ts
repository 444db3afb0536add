import { describe, expect, test } from "vitest";
import { overHttp, overStdio } from "../support/conversation.ts";
import { testAnswers } from "../support/hostile-answers.ts";
import { honestRows, hostileRepository } from "../support/hostile-repository.ts";
import { call, slowCalls } from "../support/hostile-requests.ts";
import { expectSilenceAbout } from "../support/places-outside.ts";
import { timed } from "../support/run-delay.ts";

const repository = await hostileRepository();
const { folder } = repository;
const env = { REQUEST_TIMEOUT: "3000" };

const open = {
  stdio: () => overStdio({ cwd: folder, args: ["--log-level", "error", "--root", "."], env }),
  HTTP: () => overHttp({ cwd: folder, args: ["--no-cache"], env }),
};

/** Milliseconds in which a ping is answered, without those in which nothing of the test has a processor. */
const maxPingMs = 300;

describe.runIf(process.platform === "linux").each(["stdio", "HTTP"] as const)(
  "over %s",
  { timeout: 400_000 },
  (kind) => {
    const pingsMs = testAnswers(repository, open[kind]);

    test("every ping in between is answered in 0.3 seconds", () => {
      expect(pingsMs().length).toBeGreaterThan(30);
      expect(Math.max(...pingsMs())).toBeLessThan(maxPingMs);
    });

    test("whether something exists outside is not told", async () => {
      const conversation = await open[kind]();
      await expectSilenceAbout(repository, conversation);
      await conversation.kill();
    });

    test("a call that is cancelled leaves the server at ease", async () => {
      const conversation = await open[kind]();
      await conversation.request("ping");
      await conversation.cancelled(
        "long",
        "tools/call",
        call("check_file", { filepath: ".", no_ignore: true }).params,
        500,
      );
      const { tookMs } = await timed(conversation.pid, () => conversation.request("ping"));
      expect(tookMs).toBeLessThan(1_000);
      const [path = "", { tool, rows } = { tool: "", rows: {} }] = Object.entries(honestRows)[0] ?? [];
      const { method, params } = call(tool, { filepath: path });
      expect(JSON.parse((await conversation.request(method, params)).result?.content?.[0]?.text ?? "")).toMatchObject(
        rows,
      );
      await conversation.kill();
    });

    test("SIGTERM ends the server while calls are at work", async () => {
      const conversation = await open[kind]();
      await conversation.request("ping");
      for (const { method, params } of [call("check_file", { filepath: "." }), ...slowCalls()]) {
        conversation.request(method, params).catch(() => {});
      }
      await new Promise((done) => setTimeout(done, 700));
      const { exitCode, tookMs } = await conversation.terminate();
      expect(exitCode).toBe(0);
      expect(tookMs).toBeLessThan(1_000);
    });
  },
);
