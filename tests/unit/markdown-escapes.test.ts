import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  markdownCode,
  markdownFence,
  markdownLine,
  markdownLink,
  markdownName,
  markdownText,
} from "../../src/base/escape/markdown.ts";
import { markdownParts } from "../support/taint/readers.ts";

/** Pieces of Markdown, which a run joins in any order. */
const pieces = [
  ...["`", "``", "```", "~~~", "[", "]", "(", ")", "!", "<", ">", "#", "\\", "|", "-", "=", "*", "_", "&", ";", ":"],
  ...[
    " ",
    "    ",
    "\t",
    "\r",
    "\u2028",
    "\u202e",
    "1. ",
    "- ",
    "> ",
    "x",
    "http://a.b",
    "<b>",
    "![a](b)",
    "[a]: b",
    "&#x202e;",
  ],
];
const line = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));
const lines = fc.array(line, { maxLength: 6 });
const inert = ["heading", "link", "image", "html_inline", "html_block", "thematic_break"];
const partsIn = (text: string) => markdownParts(text).filter(({ type }) => inert.includes(type));

describe("a stranger's text in Markdown", () => {
  test("in lines of docs is no heading, link, image, HTML or rule, and ends with its block", () => {
    fc.assert(
      fc.property(lines, (text) => {
        const written = `# A\n\n${markdownText(text)}\n\n## B\n`;
        expect(partsIn(written).map(({ type, text: shown }) => [type, shown])).toEqual([
          ["heading", "A"],
          ["heading", "B"],
        ]);
      }),
      { numRuns: 3_000 },
    );
  });

  test("in a heading, an item and a link is text", () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(partsIn(`# ${markdownName(text)}\n\n- ${markdownLine(text)}\n\nend`).map(({ type }) => type)).toEqual([
          "heading",
        ]);
        const links = partsIn(markdownLink(text, 3));
        expect(links.map(({ type }) => type)).toEqual(["link"]);
        expect(links[0]?.url).toMatch(/^[\w.%-]*#L3$/);
      }),
      { numRuns: 3_000 },
    );
  });

  test("as code is code", () => {
    fc.assert(
      fc.property(line, lines, (text, code) => {
        fc.pre(text.trim() !== "");
        expect(partsIn(`# ${markdownCode(text)}\n\n${markdownFence("", code)}\n\nend`).map(({ type }) => type)).toEqual(
          ["heading"],
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["See `a[0]` and *this* list:", "See `a[0]` and *this* list:"],
    ["- an item_with_name", "- an item_with_name"],
    ["a < b && c[1]", "a \\< b && c\\[1]"],
    ["# x", "\\# x"],
    ["an open ` tick", "an open \\` tick"],
  ])("%j is written as %j", (text, written) => {
    expect(markdownLine(text)).toBe(written);
  });

  test("keeps a fence of docs, with a longer one around fences in it", () => {
    const text = markdownText(["~~~cpp", "```", "# x", "~~~", "after"]);
    expect(text).toBe("````cpp\n```\n# x\n````\nafter");
    expect(markdownParts(text).map(({ type }) => type)).toEqual(["document", "code_block", "paragraph", "text"]);
  });
});
