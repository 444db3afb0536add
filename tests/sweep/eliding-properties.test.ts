import { describe, expect, test } from "vitest";
import { countDifferent, elidedLanguages, expectSameDefinitions, expectSameMatches } from "../support/elided-code.ts";

/** Always the same texts: that few of them differ is a matter of statistics, which tests/soak holds with many. */
const seed = 1;

describe.each(elidedLanguages)("passing over bodies in %s", (language) => {
  test("leaves the definitions of sound code as they are", () => expectSameDefinitions(language, 40));

  test("leaves what queries and patterns find in sound code as it is", async () => {
    const { found, short } = await expectSameMatches(language, 20);
    expect(found).toBeGreaterThan(10);
    expect(short).toBeGreaterThan(3);
  });

  test("loses nothing outside of what a random edit is in", async () => {
    expect(await countDifferent(language, 120, seed)).toBeLessThan(120 / 20);
  });
});
