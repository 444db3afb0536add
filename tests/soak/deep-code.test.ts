import { expect, test } from "vitest";
import { declarationsOf, nestedCode } from "../support/deep-code.ts";

test.each(nestedCode(100_000))("100,000 nested %s", async (_, text) => {
  const [first] = await declarationsOf("cpp", text, true);
  expect(first?.name).toBe("before");
});
