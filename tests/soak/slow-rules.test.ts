import { describe, expect, test } from "vitest";
import { runServer } from "../support/built-server.ts";
import { overStdio } from "../support/conversation.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const env = { REQUEST_TIMEOUT: "3000" };
const quiet = ["--log-level", "error"];

describe.runIf(process.platform === "linux")("rules that take long for each name", () => {
  const slow = temporaryFolder({
    "honest/ok.cpp": "class HonestClass {};\n",
    "slow/.gitignore": `*${"a".repeat(100)}[b]\n`.repeat(1_000),
    ...Object.fromEntries(
      Array.from({ length: 240 }, (_, i) => [`slow/${"a".repeat(200)}${i}.cpp`, "class Slow {};\n"]),
    ),
  });

  test.each([".", "**/*.cpp", "*/*"])("leave what was found before: %s", async (filepath) => {
    const { stdout } = await runServer("", { cwd: slow, args: ["find_classes", filepath, ...quiet], env });
    expect(JSON.parse(stdout)).toMatchObject({
      truncated: true,
      results: expect.arrayContaining([
        expect.objectContaining({ filepath: expect.stringMatching("honest/ok.cpp"), success: true }),
      ]),
    });
  });

  test("end a subscription after REQUEST_TIMEOUT", async () => {
    const conversation = await overStdio({ cwd: slow, args: [...quiet, "--root", "."], env });
    const { error } = await conversation.request("resources/subscribe", { uri: "workspace://files" });
    expect(error?.message).toContain("The files could not be watched in 3000 ms");
    expect(await conversation.request("resources/unsubscribe", { uri: "workspace://files" })).toMatchObject({
      result: {},
    });
    await conversation.kill();
  });
});
