import { expect, test } from "vitest";
import { constructions } from "../support/plain-english.ts";
import { passagesOfSource, prose } from "../support/prose.ts";

const passages = prose();

test.each(constructions)("$name: no more than before", ({ pattern, instead, allowed }) => {
  const places = passages.flatMap(({ path, line, text }) =>
    [...text.matchAll(pattern)].map(
      ({ 0: match, index }) => `${path}:${line} ${text.slice(Math.max(0, index - 40), index + match.length + 40)}`,
    ),
  );
  expect(places.length, `write ${instead}\n${places.join("\n")}`).toBeLessThanOrEqual(allowed);
});

test.each([
  ["those as a noun", "The files, but those that are gone.", "Those are gone."],
  ["of which in front", "Two methods of which one overrides the other.", "One of them overrides the other."],
  ["a question as a noun", "Ends. What a file says.", "Ends. What does a file say?"],
  ["stands, behind, beside", "The folder that it stands in.", "A word that stands for a file."],
  ["undefined where", "Undefined where it has none.", "Undefined if it has none."],
  ["alone after the noun", "The file alone.", "Only the file."],
  ["is no, none of", "It is no regular file.", "It is no longer a file."],
  ["but for, as far as, besides", "All files but for one.", "All files except one."],
  ["told of, what came of", "Told of each file.", "Two calls that cannot be told apart."],
  ["in place of", "A file in place of a folder.", "It takes place."],
])("%s: a use is found, and a near miss is not", (name, use, nearMiss) => {
  const pattern = constructions.find((construction) => construction.name === name)?.pattern ?? /$^/g;
  expect([...use.matchAll(pattern)]).toHaveLength(1);
  expect([...nearMiss.matchAll(pattern)]).toEqual([]);
});

test("comments and strings are read, over the ends of lines, and code is not", () => {
  const text = [
    "/** The files, but",
    " *  those that are gone. */",
    'const behind = beside / 2; // the first of "two"',
    "// and the second",
    'const slash = /"[/"]*/.test("a \\" b") ? `c` : "";',
    "",
  ].join("\n");
  expect(passagesOfSource(text)).toEqual([
    "The files, but those that are gone. */",
    'the first of "two" and the second',
    '"a \\" b"',
    "`c`",
    '""',
  ]);
});
