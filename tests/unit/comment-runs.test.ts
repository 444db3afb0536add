import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinCommentRuns } from "../../src/syntax/python/comment-runs.ts";

const comments = (count: number, indent = "") =>
  Array.from({ length: count }, (_, at) => `${indent}# line ${at}\n`).join("");
const linesOf = (text: string) => text.split("\n").length - 1;

describe("long runs of comments", () => {
  test.each(["", "    ", "\t"])("are one comment but for their ends: indented by %j", (indent) => {
    const text = `def f():\n    x = 1\n${comments(400, indent)}    return x\n`;
    const joined = joinCommentRuns(text);
    expect(joined).toHaveLength(text.length);
    expect(linesOf(joined)).toBe(2 + 20 + 1 + 20 + 1);
    expect(joined.replace(/\s+/g, "")).toBe(text.replace(/\s+/g, ""));
    expect(joined).toContain(`${indent}# line 19\n${indent}# line 20 ${" ".repeat(indent.length)}# line 21 `);
    expect(
      joined.endsWith(`# line 379\n${comments(400, indent).slice(-20 * `${indent}# line 399\n`.length)}    return x\n`),
    ).toBe(true);
  });

  test("keep empty lines, and lines that end in two characters", () => {
    const text = `x = 1\r\n${`${comments(200).replaceAll("\n", "\r\n")}\r\n`.repeat(2)}y = 2\r\n`;
    const joined = joinCommentRuns(text);
    expect(joined).toHaveLength(text.length);
    expect(joined.match(/\r\n\r\n/g)).toHaveLength(2);
    expect(linesOf(joined)).toBe(1 + 20 + 1 + 1 + 1 + 20 + 1 + 1);
  });

  test.each([
    ["that are shorter", `x = 1\n${comments(299)}y = 2\n`],
    ["with a statement between them", `x = 1\n${comments(200)}y = 2\n${comments(200)}`],
    ["behind statements", "x = 1  # one\n".repeat(400)],
    ["in a string", `text = """\n${comments(400)}"""\n`],
    ["in a string of the other quotes", `text = '''\n${comments(400)}'''\n`],
  ])("stay: %s", (_, text) => {
    expect(joinCommentRuns(text)).toBe(text);
  });

  test("change nothing but line breaks and blanks of any text", () => {
    const line = fc.constantFrom("# a", "    # b", "", 'x = """', '"""', "y = 1", "\r");
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = `${lines.join("\n")}\n${comments(310)}${lines.join("\n")}`;
        const joined = joinCommentRuns(text);
        expect(joined).toHaveLength(text.length);
        expect(joined.replace(/\s/g, " ")).toBe(text.replace(/\s/g, " "));
      }),
    );
  });
});
