import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CommentSigns, signsLikeC } from "../../src/syntax/comment-signs.ts";
import { cutOut } from "../../src/syntax/cuts.ts";
import { withoutNumberRuns } from "../../src/syntax/number-runs.ts";

const table = (count: number, number = "86") => Array.from({ length: count }, () => number).join(", ");
const signs = CommentSigns.parse(signsLikeC);
/** Code that makes a text long enough to be worth it. */
const code = "int area(int width, int height);\n".repeat(4_000);

describe("long lists of numbers", () => {
  test.each([["86"], ["-1.5e-3f"], ["0xFFull"], [".5"], ["1'000"], ["+7"]])(
    "of %s are blank but for the last number",
    (number) => {
      const text = `${code}int t[] = {${table(4_000, number)}};\nint after;\n`;
      const { text: short, runs } = withoutNumberRuns(text, signs);
      expect(short).toHaveLength(text.length);
      expect(cutOut(short, runs).text.slice(code.length)).toBe(`int t[] = { ${number}};\nint after;\n`);
      expect(short.replace(/ +/g, " ").slice(code.length)).toBe(`int t[] = { ${number}};\nint after;\n`);
    },
  );

  test("keep their line breaks", () => {
    const text = `${code}int t[] = {\n${"1,2,\r\n3,\n".repeat(2_000)}};\n`;
    expect(withoutNumberRuns(text, signs).text.match(/\r?\n/g)).toEqual(text.match(/\r?\n/g));
  });

  test.each([
    ["in a short text", `int t[] = {${table(4_000)}};`],
    ["that are short", `${code}int t[] = {${table(900)}};`],
    ["of names", `${code}int t[] = {${table(4_000, "a1")}};`],
    ["that begin inside of a name", `${code}x${"1".repeat(5_000)};`],
    ["without commas", `${code}${"1 ".repeat(4_000)}`],
    ["with long comments", `${code}${`1, /* ${"long ".repeat(100)} */\n`.repeat(30)}`],
    ["with comments that go on in the next line", `${code}${"1, // one\\\n".repeat(2_000)}`],
    ["with comments that have no end", `${code}${"1, /* ".repeat(2_000)}`],
    ["in strings over several lines", `${code}char t[] = R"(\n${'1, // )";\n'.repeat(2_000)}`],
    ["with lines that begin like comments of another language", `${code}${"1,\n# one\n".repeat(2_000)}`],
  ])("stay %s", (_, text) => {
    expect(withoutNumberRuns(text, signs)).toEqual({ text, runs: [] });
  });

  test("end a comment before them", () => {
    const text = `${code}// 1, 2,\n${"1,2,\n".repeat(2_000)}  int after;\n`;
    const { text: short, runs } = withoutNumberRuns(text, signs);
    expect(cutOut(short, runs).text.slice(code.length)).toBe("// \n  int after;\n");
  });

  test.each([
    ["after a number", "1, /* one */ 2,\n"],
    ["between a number and its comma", "1 /* one, // and more */, 2,\n"],
    ["up to the end of a line", "1, 2, // one, two\r\n"],
    ["in lines of their own", "/* one */\n// two\n1,\n"],
  ])("take comments %s with them, but for the one after the last number", (_, line) => {
    const text = `${code}${line.repeat(2_000)}/* doc */ int after;\n`;
    const { text: short } = withoutNumberRuns(text, signs);
    expect(short).toHaveLength(text.length);
    expect(short.slice(code.length).trim().replace(/\s+/g, " ")).toMatch(
      /^(\/\* one \*\/ \/\/ two )?(\/\/ one, two )?\/\* doc \*\/ int after;$/,
    );
  });

  test("end at a comment that a language does not have", () => {
    const text = `t = [\n${"1, # one\n".repeat(20_000)}]\n`;
    const ofPython = CommentSigns.parse({ line: ["#"] });
    expect(withoutNumberRuns(text, ofPython).text.replace(/\s+/g, " ")).toBe("t = [ # one ] ");
    expect(withoutNumberRuns(text, signs)).toEqual({ text, runs: [] });
  });

  // What looks like a comment there ends something else.
  test.each([
    ["a comment", "/*\n1, /* 2 */\n"],
    ["a comment of one line", "// 1, /* name\nname2; */\n"],
    ["a string", '{"1, // 2",\n'],
    ["a string that goes on in the next line", '{"a\\\n1, // 2",\n'],
    ["a long string", `{"${"a".repeat(400)}, 1, // 2",\n`],
  ])("pass over no comment if they begin in %s", (_, before) => {
    const text = code + before + "3,\n".repeat(2_000);
    const { text: short } = withoutNumberRuns(text, signs);
    expect(short.slice(code.length).trim()).toBe(before.trim());
  });

  test("take no name with them, and no part of a comment or of a string", () => {
    const part = fc.constantFrom(
      "1, ",
      "0x1F,\n",
      "name, ",
      "{",
      "}",
      "1, name2, ",
      "// 3,\n",
      "1, /* 2, */",
      "3 /* it's */, // \"4\n",
      "/* ",
      "*/ ",
      '"5, ',
      "6, // 7\\\n",
      "-5.e+3 ,",
      // A word after a digit is the suffix of a number.
      "66 ",
      "größe, ",
    );
    const token = /\/\*[\s\S]*?\*\/|\/\/(?:\\\n|[^\n])*|"(?:\\.|[^"\\\n])*"?|[-+.\d][\w.+]*|[A-Za-zß-ü]+|[^\s,]/g;
    /** The tokens of code, and the starts of strings: numbers are left out, which strings may lose as well. */
    const codeOf = (text: string) =>
      (text.match(token) ?? [])
        .filter((one) => !/^(?:\/[/*]|[-+.\d])/.test(one))
        .map((one) => one.replace(/^".*/, '"'));
    fc.assert(
      fc.property(fc.array(fc.tuple(part, fc.nat(3_000)), { maxLength: 6 }), (parts) => {
        const text = code + parts.map(([one, count]) => one.repeat(count)).join("");
        const { text: short, runs } = withoutNumberRuns(text, signs);
        expect(short).toHaveLength(text.length);
        expect(codeOf(short)).toEqual(codeOf(text));
        // The cut text has the same lines, but for blanks and empty ones.
        const linesOf = (one: string) => one.split("\n").flatMap((line) => line.trim().replace(/\s+/g, " ") || []);
        expect(linesOf(cutOut(short, runs).text)).toEqual(linesOf(short));
      }),
      { numRuns: 60 },
    );
  });
});
