import { describe, expect, test } from "vitest";
import { CommentSigns, signsLikeC } from "../../src/syntax/comment-signs.ts";
import { CommentBook } from "../../src/syntax/doc-comments.ts";

const likeC = CommentSigns.parse(signsLikeC);
const bash = CommentSigns.parse({ line: ["#"] });
const lua = CommentSigns.parse({ line: ["--"], block: [{ start: "--[[", end: "]]" }] });
const ruby = CommentSigns.parse({ line: ["#"], block: [{ start: "=begin", end: "=end" }] });

/** The documentation of a definition below comments; a blank line is between comments that are not lines of one. */
function docBelow(comments: readonly string[], signs: CommentSigns): string | undefined {
  let text = "";
  const ranges = comments.map((comment) => {
    const startIndex = text.length;
    text += `${comment}\n`;
    return { startIndex, endIndex: text.length - 1 };
  });
  return new CommentBook(`${text}f`, { comments: ranges, docs: ranges }, signs).textFor(
    undefined,
    text.length,
    undefined,
  );
}

describe("the documentation in a comment has no signs of its language", () => {
  test.each([
    ["lines of C", ["// Greets.", "//   twice"], likeC, "Greets.\n  twice"],
    ["lines of Rust and Doxygen", ["/// Greets.", "//!< twice"], likeC, "Greets.\ntwice"],
    ["a block of C", ["/** Greets.", " *", " * **twice** */"].join("\n"), likeC, "Greets.\n\n**twice**"],
    ["a block below lines", ["// Far.", "/* Greets. */"], likeC, "Greets."],
    ["lines of Bash", ["# Greets.", "## twice"], bash, "Greets.\ntwice"],
    ["a line with the sign of another language", ["# // Greets. */"], bash, "// Greets. */"],
    ["a script, below the name of its interpreter", ["#!/bin/bash", "# Greets."], bash, "Greets."],
    ["only the name of an interpreter", ["#!/bin/bash"], bash, undefined],
    ["lines of Lua", ["--- Greets.", "-- twice"], lua, "Greets.\ntwice"],
    ["a block of Lua", "--[[ Greets.\n- twice\n[link] ]]", lua, "Greets.\n- twice\n[link]"],
    ["a block of Lua below lines", ["-- Far.", "--[[Greets.]]"], lua, "Greets."],
    ["a block of Ruby", "=begin\nGreets.\n  * twice\n=end", ruby, "Greets.\n  * twice"],
    ["no comment of the language", ["% Greets."], bash, "% Greets."],
  ])("%s", (_, comments, signs, doc) => {
    const text = docBelow([comments].flat(), signs);
    expect(text?.replace(/^ /, "").trimEnd()).toBe(doc);
  });
});
