import { test } from "vitest";
import { expectAnswersOfHistories } from "../support/checkouts.ts";

test("answers after random histories are the ones without a cache", async () => {
  await expectAnswersOfHistories(1, 8);
});
