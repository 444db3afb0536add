import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { expectedOf, foundOf, referenceCases } from "../support/marked-references.ts";

const cases = ["overloads", "constructors", "operators"].map((name) => {
  const text = readFileSync(new URL(`../fixtures/navigation/cpp/${name}.txt`, import.meta.url), "utf8");
  return [name, referenceCases(text)] as const;
});

describe.each(cases)("references of C++: %s", (_, ofFile) => {
  test.each(ofFile)("$address: $title", async (one) => {
    expect(await foundOf(one, "cpp")).toEqual(expectedOf(one));
  });
});
