import { join } from "node:path";
import { test } from "vitest";
import { expectAgreementInGenerated } from "../support/agreement.ts";
import { laterClock } from "../support/in-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** Milliseconds of a test, which makes thousands of calls. */
const timeout = 900_000;

const folder = temporaryFolder();
const args = ["--log-level", "error", "--cache-dir", join(temporaryFolder(), "cache")];
const call = callsToServer({ cwd: folder, args, now: laterClock });

test("references contain the definition, and lead back to it: 10 code bases", { timeout }, () =>
  expectAgreementInGenerated(call, folder, 10),
);
