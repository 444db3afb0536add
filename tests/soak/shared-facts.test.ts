import { test } from "vitest";
import { expectAnswersOfHistories } from "../support/checkouts.ts";

test("answers after many random histories are the ones without a cache", { timeout: 900_000 }, () =>
  expectAnswersOfHistories(6, 25),
);
