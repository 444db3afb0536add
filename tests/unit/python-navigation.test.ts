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

const many = (count: number, lineOf: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => lineOf(at)).join("\n");

test.each([
  ["attributes", `a = b\nx = a${".b".repeat(9_000)}.end\n`],
  ["signs", `x = (${"-".repeat(15_000)}a).end\n`],
  ["bases", `class A0: ...\n${many(5_000, (at) => `class A${at + 1}(A${at}): ...`)}\nA5000().end\n`],
  [
    "variables that lead to each other",
    `${many(40, (at) => `a${at} = ${many(12, (to) => `a${(at + to + 1) % 40}`).replaceAll("\n", " or ")}`)}\na0.end\n`,
  ],
  ["brackets", `x = ${"(".repeat(5_000)}a${")".repeat(5_000)}.end\n`],
])("what is too deep is left unresolved: %s", async (_, text) => {
  await eachOpenFile(new Map([["main.py", text]]), [], (open, resolver) => {
    const resolution = resolver.resolve(open, text.lastIndexOf("end"));
    expect(resolution).toMatchObject({ confidence: "none", targets: [] });
  });
});

test("damaged texts resolve", async () => {
  for (const { cases } of fixtures) {
    for (const [at, { files }] of cases.entries()) {
      const cut = [...files].map(([path, text]) => [path, text.slice(0, (at * 131) % text.length)] as const);
      await eachOpenFile(new Map(cut), [], (open, resolver) => {
        for (let offset = 0; offset <= open.text.length; offset++) resolver.resolve(open, offset);
      });
    }
  }
});

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
