import { describe, expect, test } from "vitest";
import { countDifferent, elidedLanguages, expectSameDefinitions, expectSameMatches } from "../support/elided-code.ts";
import { seed } from "../support/seed.ts";

const texts = 2_000;

describe.each(elidedLanguages)("passing over bodies in %s", (language) => {
  test("leaves the definitions of sound code as they are", () => expectSameDefinitions(language, 800));

  test("leaves what queries and patterns find in sound code as it is", async () => {
    expect((await expectSameMatches(language, 300)).short).toBeGreaterThan(40);
  });

  test(`differs in fewer than 1 % of texts with a random edit, and loses nothing outside of it (TEST_SEED=${seed})`, async () => {
    expect(await countDifferent(language, texts, seed)).toBeLessThan(texts / 100);
  });
});
