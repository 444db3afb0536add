import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupBy } from "../../src/base/group-by.ts";
import type { Files } from "../support/code-base.ts";
import { ownJavascript } from "../support/javascript.ts";
import { eachFile, lineMarks, type Mark, navigationCases, saysAt } from "../support/navigation.ts";
import { languages } from "../support/shipped-languages.ts";

const folder = fileURLToPath(new URL("../fixtures/navigation/", import.meta.url));
/** A language that is only data, and resolves by its scopes. */
const own = [ownJavascript()];
const fixtures = ["c", "cpp", "go", "java", "javascript", "python", "rust", "typescript"].flatMap((language) =>
  readdirSync(`${folder}${language}`).flatMap((name) => {
    const cases = navigationCases(`${language}/${name}`).filter(({ files }) => lineMarks(files).length === 0);
    const known = language === "javascript" ? own : languages;
    return cases.some(({ marks }) => marks.length > 0) ? [{ name: `${language}/${name}`, cases, known }] : [];
  }),
);

/** The rule that a mark of a language with few rules names; that nothing has a name is not one of them. */
const ruleOf = ({ says }: Mark) => /^(?:use|external) \S+ (?<rule>\S+)/.exec(says)?.groups?.rule;

const lineOf = ({ path, line, column, says }: Mark) => `${path}:${line}:${column} ${says}`;

describe.each(fixtures)("$name", ({ name, cases, known }) => {
  test.each(cases)("$title", async (one) => {
    expect((await saysAt(one, one.marks, { known })).map(lineOf)).toEqual(one.marks.map(lineOf));
  });

  test("each rule is needed where it decides", async () => {
    for (const one of cases) {
      for (const rule of one.needs) {
        const said = await saysAt(one, one.marks, { off: new Set([rule]), known });
        expect(said, `${one.title} without ${rule}`).not.toEqual(one.marks);
      }
      // A name of C++ has many rules on its way.
      const named = name.startsWith("cpp/") ? [] : one.marks.filter(ruleOf);
      for (const [rule = "", marks] of groupBy(named, ruleOf)) {
        const said = await saysAt(one, marks, { off: new Set([rule]), known });
        for (const [at, mark] of marks.entries()) {
          expect(said[at]?.says, `${one.title}: ${mark.path}:${mark.line} without ${rule}`).not.toBe(mark.says);
        }
      }
    }
  });

  test("any word and sign resolves, also of damaged texts", async () => {
    for (const { files } of cases) {
      const [damaged = []] = fc.sample(fc.tuple(...Object.values(files).map(damage)), 1);
      await resolveAll(files);
      await resolveAll(Object.fromEntries(Object.keys(files).map((path, at) => [path, damaged[at] ?? ""])));
    }
  });

  async function resolveAll(files: Files): Promise<void> {
    const resolve = ({ text, resolver, ...open }: Parameters<Parameters<typeof eachFile>[1]>[0]) => {
      for (const { index } of text.matchAll(/[A-Za-z_]\w*|[^\w\s]|\s+/g)) {
        const { targets } = resolver.resolve({ ...open, text }, index);
        // An expectation a target would take most of the time.
        const odd = targets.find((target) => !resolver.symbolOf(target).includes(target));
        if (odd !== undefined) throw new Error(`${odd.name} at ${index} is not one of its symbol`);
      }
    };
    await eachFile(files, resolve, { known });
  }
});

/** A text that ends somewhere, or with a piece of it taken out and something else in its place. */
function damage(text: string): fc.Arbitrary<string> {
  const inserts = ["", "{", "}", "(", "<", "::", "->", "template <class", '"'];
  return fc
    .tuple(fc.nat(text.length), fc.nat(12), fc.constantFrom(...inserts), fc.boolean())
    .map(([at, length, insert, isCut]) => text.slice(0, at) + (isCut ? "" : insert + text.slice(at + length)));
}
