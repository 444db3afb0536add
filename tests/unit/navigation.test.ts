import { describe, expect, test } from "vitest";
import { groupBy } from "../../src/base/group-by.ts";
import { type Mark, resolvedFixtures, saysAt } from "../support/navigation.ts";

/** The rule that a mark of a language with few rules names; that nothing has a name is not one of them. */
const ruleOf = ({ says }: Mark) => /^(?:use|external) \S+ (?<rule>\S+)/.exec(says)?.groups?.rule;

const lineOf = ({ path, line, column, says }: Mark) => `${path}:${line}:${column} ${says}`;

describe.each(resolvedFixtures())("$name", ({ name, cases, known }) => {
  test.each(cases)("$title", async (one) => {
    expect((await saysAt(one, one.marks, { known })).map(lineOf)).toEqual(one.marks.map(lineOf));
  });

  test("line ends of Windows change nothing", async () => {
    for (const one of cases) {
      const files = Object.fromEntries(
        Object.entries(one.files).map(([path, text]) => [path, text.replaceAll("\n", "\r\n")]),
      );
      expect((await saysAt({ ...one, files }, one.marks, { known })).map(lineOf), one.title).toEqual(
        one.marks.map(lineOf),
      );
    }
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
});
