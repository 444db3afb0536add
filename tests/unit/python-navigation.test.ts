import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { eachOpenFile, navigationCases, saysAt } from "../support/python-navigation.ts";

const folder = fileURLToPath(new URL("../fixtures/navigation/python/", import.meta.url));
const fixtures = readdirSync(folder).map((name) => ({
  name,
  cases: navigationCases(readFileSync(join(folder, name), "utf8")),
}));

describe.each(fixtures)("$name", ({ cases }) => {
  test.each(cases)("$title", async (given) => {
    expect(await saysAt(given, given.uses)).toEqual(given.uses);
  });

  test("each rule is needed where it decides", async () => {
    for (const given of cases) {
      for (const use of given.uses) {
        const rule = /by ([\w-]+)$/.exec(use.says)?.[1];
        if (rule === undefined || rule === "none") continue;
        const [without] = await saysAt(given, [use], [rule]);
        expect(without?.says, `${given.title}: ${use.path}:${use.line} without ${rule}`).not.toBe(use.says);
      }
    }
  });

  test("any offset resolves", async () => {
    for (const { files } of cases) {
      await eachOpenFile(files, [], (open, resolver) => {
        for (let offset = 0; offset <= open.text.length; offset++) resolver.resolve(open, offset);
      });
    }
  });
});
