import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Ask, withAnswers } from "../support/answer-cases.ts";
import type { Files } from "../support/code-base.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsInTurn } from "../support/tool-call.ts";

const folder = fileURLToPath(new URL("../fixtures/answers/e2e/", import.meta.url));

/** The server of a code base ends when that of the next one starts, which has its threads. */
const call = callsInTurn();

/** Calls tools of a server. */
async function openServer(files: Files): Promise<Ask> {
  const launch = { cwd: temporaryFolder(files), args: ["--log-level", "error", "--no-cache"] };
  return async (tool, input) => {
    const { answer, text, isError } = await call(launch, tool, input);
    expect(isError).toBe(answer.success === false);
    // A cursor is about this folder and this time.
    return JSON.parse(text, (key, value) => (key === "next_cursor" ? "…" : value));
  };
}

test.each(readdirSync(folder))("%s has the answers of now", async (name) => {
  const path = `${folder}${name}`;
  await expect(await withAnswers(readFileSync(path, "utf8"), openServer)).toMatchFileSnapshot(path);
});
