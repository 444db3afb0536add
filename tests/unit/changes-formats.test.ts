/** The formats of get_changes for code hosts. Input: made-up answers; output: comments and findings. */
import { describe, expect, test } from "vitest";
import { type IndexResults, resultsOf } from "../../src/answers/answer.ts";
import { changesIn, findingsOf } from "../../src/formats/changes.ts";
import { markdown } from "../../src/formats/markdown.ts";
import { namedLists } from "../support/named-lists.ts";

const symbol = (line: number, name = "f") => ({
  ...{ change: "signature", name, line, column: 5, before: `def ${name}(a)`, after: `def ${name}(a, b)` },
});

function answerWith(further: Partial<IndexResults>): IndexResults {
  const head = { base: "HEAD", head: "working tree", changed_files: 1, counts: { signature: 1 } };
  return { head, lists: [resultsOf([])], tail: {}, ...further };
}

describe("a changed signature with a caller that was not adapted", () => {
  const callers = [
    { caller: "user", line: 1, symbol: "f", lines: [2], count: 1 },
    { caller: "above", line: 4, symbol: "f", lines: [5], count: 1, depth: 2 },
  ];
  const answer = answerWith({
    lists: namedLists({
      results: [
        { filepath: "../a.py", symbols: [symbol(1), symbol(9)] },
        { filepath: "b.py", symbols: [symbol(1)] },
      ],
      affected: [{ filepath: "../use.py", callers }],
    }),
    aside: {
      change: {
        unadapted: [
          {
            ...{ filepath: "../a.py", line: 1, column: 5 },
            uses: [
              { filepath: "../use.py", line: 2, caller: "user" },
              { filepath: "../not-listed.py", line: 3 },
            ],
          },
        ],
        prefixes: [
          { shown: "../", inRepository: "" },
          { shown: "", inRepository: "sub/" },
        ],
      },
    },
  });

  test("is the one of this place, not one of the same name, and has direct uses that the answer lists", () => {
    expect(findingsOf(changesIn(answer), answer)).toEqual([
      {
        filepath: "a.py",
        related: [{ filepath: "use.py", line: 2, message: "Used by user" }],
        diagnostic: expect.objectContaining({ line: 1, code: "changed-signature" }),
      },
    ]);
  });

  test("is told in a comment, with paths from the top of the repository", () => {
    const text = markdown.ofIndex(answer);
    expect(text).toContain("- `use.py:2` `user` uses `f`\n");
    expect(text).toContain("- **signature** `sub/b.py:1` `f`");
    expect(text).not.toMatch(/above|\.\.\//);
  });
});

test("a call that does not fit is a finding of its line, and told in a comment", () => {
  const references = [{ line: 3, column: 5, in: "user", symbol: "f", reason: "needs b" }];
  const answer = answerWith({
    lists: namedLists({ results: [], no_longer_fits: [{ filepath: "use.py", references }] }),
  });
  expect(findingsOf(changesIn(answer), answer)).toEqual([
    {
      filepath: "use.py",
      related: [],
      diagnostic: {
        ...{ line: 3, column: 5, severity: "error", code: "unfit-call" },
        message: "This call does not fit f any more: needs b.",
      },
    },
  ]);
  expect(markdown.ofIndex(answer)).toContain("- `use.py:3` `f` `needs b`\n");
});

describe("a comment", () => {
  test("has what strangers write in code spans, cut between characters", () => {
    const message = `@team www.a.b #12 https://c.d ${"x".repeat(268)}\u{1f600} end`;
    const text = markdown.ofIndex(
      answerWith({
        lists: namedLists({
          results: [],
          new_diagnostics: [
            { filepath: "a.py", diagnostics: [{ line: 1, column: 1, severity: "error", code: "c", message }] },
          ],
        }),
        tail: { warnings: ["see @all"], not_compared: [{ filepath: "www.x.py", reason: "binary" }] },
      }),
    );
    expect(text).toContain(`error \`@team www.a.b #12 https://c.d ${"x".repeat(268)}…\` (`);
    expect(text).toContain("- `see @all`\n- `www.x.py is not compared: binary`\n");
    expect(markdown.ofFailure({ error: "no @me", details: {} })).toBe("<!-- codegrove -->\n**Error**: `no @me`\n");
    expect(markdown.ofFailure({ error: "no", details: { details: "see @b" } })).toContain("`no`. `see @b`");
  });

  test("stays short enough for code hosts, and tells what it leaves out", () => {
    const long = (count: number) => Array.from({ length: count }, (_, i) => symbol(i + 1, "\u0001".repeat(300)));
    const text = markdown.ofIndex(
      answerWith({ lists: [resultsOf([{ filepath: "\u0002".repeat(900), symbols: long(80) }])] }),
    );
    expect(text.length).toBeLessThanOrEqual(60_000);
    expect(text).toMatch(/\n- and \d+ more\n/);
  });
});
