import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Ask, withAnswers } from "../support/answer-cases.ts";
import type { Files } from "../support/code-base.ts";
import { sessionInProcess } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callTool } from "../support/tool-call.ts";

const folder = fileURLToPath(new URL("../fixtures/answers/e2e/", import.meta.url));

/** Calls tools of a server. */
async function openServer(files: Files): Promise<Ask> {
  const session = sessionInProcess({ cwd: temporaryFolder(files), args: ["--log-level", "error", "--no-cache"] });
  return async (tool, input) => {
    const { answer, text, isError } = await callTool(session, tool, input);
    expect(isError).toBe(answer.success === false);
    // A cursor is about this folder and this time.
    return JSON.parse(text, (key, value) => (key === "next_cursor" ? "…" : value));
  };
}

test.each(readdirSync(folder))("%s has the answers of now", async (name) => {
  const path = `${folder}${name}`;
  await expect(await withAnswers(readFileSync(path, "utf8"), openServer)).toMatchFileSnapshot(path);
});
