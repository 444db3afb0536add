import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { expectedOf, foundOf, referenceCases } from "../support/marked-references.ts";

const text = readFileSync(new URL("../fixtures/navigation/python/constructors.txt", import.meta.url), "utf8");

describe("references of methods that make objects", () => {
  test.each(referenceCases(text))("$address: $title", async (one) => {
    expect(await foundOf(one, "python")).toEqual(expectedOf(one));
  });
});
