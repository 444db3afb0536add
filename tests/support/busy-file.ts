import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import { sessionInProcess } from "./in-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { callTool } from "./tool-call.ts";

/**
 * Writes a file again and again while a server with a cache reads it, and expects its answer in the end to be that of
 * a server without one.
 *
 * @param rounds how often the writing pauses for the answers to be compared
 */
export async function expectAnswersOfBusyFile(rounds: number): Promise<void> {
  const place = temporaryFolder({ "src/still.cpp": "class Still {};\n" });
  const server = sessionInProcess({ args: ["--log-level", "error", "--cache-dir", temporaryFolder()], cwd: place });
  const plain = sessionInProcess({ args: ["--log-level", "error", "--no-cache"], cwd: place });
  const filler = "int i;\n".repeat(20_000);
  try {
    for (let round = 0; round < rounds; round++) {
      const asked = [1, 2, 3].map(() => callTool(server, "find_classes", { filepath: "src" }));
      for (let i = 0; i < 20; i++) {
        const name = String.fromCharCode(65 + ((round + i) % 26));
        writeFileSync(join(place, "src/busy.cpp"), `${filler}class ${name} {};\n`);
        await setTimeout(1);
      }
      await Promise.all(asked);
      const { text } = await callTool(server, "find_classes", { filepath: "src" });
      expect(text).toBe((await callTool(plain, "find_classes", { filepath: "src" })).text);
    }
  } finally {
    await Promise.all([server.close(), plain.close()]);
  }
}
