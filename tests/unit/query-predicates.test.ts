import { describe, expect, test } from "vitest";
import { noteOnCaptures } from "../../src/syntax/captures.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { preparedQuery } from "../../src/syntax/query-text.ts";
import { languageNamed } from "../support/shipped-languages.ts";

const python = languageNamed("python");
const text = "a = 'x'\nb = 'y'\nx = f(a)\n";

const captured = (query: string) =>
  withParsed(python, text, {}, (file) =>
    file
      .capture(query, { maxRows: 100 })
      .rows.map(({ capture_name, text: of, line }) => `${capture_name} ${of} ${line}`),
  );

describe("predicates next to a pattern are part of it", () => {
  test.each([
    ['(identifier) @i (#eq? @i "f")', '((identifier) @i (#eq? @i "f"))'],
    [
      '(call function: (_) @f) @c (#match? @f "f")\n(#not-eq? @f "g") ; why\n(string) @s',
      '((call function: (_) @f) @c (#match? @f "f")\n(#not-eq? @f "g")) ; why\n(string) @s',
    ],
    ['(string) @s [(identifier) (call)] @i (#eq? @i "f")', '(string) @s ([(identifier) (call)] @i (#eq? @i "f"))'],
    ['"=" @e (#eq? @e "=") (string)', '("=" @e (#eq? @e "=")) (string)'],
  ])("%s", (query, made) => {
    expect(preparedQuery(query, {}).text).toBe(made);
  });

  test.each([
    '((identifier) @i (#eq? @i "f"))',
    '(#eq? @i "f") (identifier) @i',
    '; (a) (#eq? @a "b")\n(identifier) @i',
  ])("others stay as they are: %s", (query) => {
    expect(preparedQuery(query, {}).text).toBe(query);
  });

  test("select matches", async () => {
    expect(await captured('(identifier) @i (#eq? @i "f")')).toEqual(["i f 3"]);
    expect(await captured('[(identifier) (string)] @i (#match? @i "^.x") (call) @c')).toEqual(["i 'x' 1", "c f(a) 3"]);
  });
});

describe("alternatives with predicates at the top of a query", () => {
  test.each([
    ['[((string) @s (#match? @s "x")) ((identifier) @n (#eq? @n "f"))]', ["s 'x' 1", "n f 3"]],
    [
      '[((string) @s (#match? @s "x")) ((identifier) @n (#eq? @n "f"))] @all',
      ["s 'x' 1", "all 'x' 1", "n f 3", "all f 3"],
    ],
    ['[((string) @s (#match? @s "y")) (call)] @all (identifier) @i', ["i a 1", "i b 2", "s 'y' 2", "all 'y' 2"]],
    ['; one\n[ "=" @e ((identifier) @n (#eq? @n "x")) ]', ["e = 1", "e = 2", "n x 3", "e = 3"]],
  ])("%s", async (query, rows) => {
    const found = await captured(query);
    for (const row of rows) expect(found).toContain(row);
    expect(noteOnCaptures(query)).toBeUndefined();
  });

  test.each([
    "[(string) (identifier)] @a",
    '([(string) (identifier)] @a (#match? @a "x"))',
    '(call function: [(identifier) @f (attribute) @f] (#eq? @f "f"))',
    '[((string) @s (#match? @s "x")) (call)]+ @a',
    '(comment) @a "[" @b',
  ])("others stay as they are: %s", (query) => {
    expect(preparedQuery(query, {}).text).toBe(query);
  });

  test("the place of a word stays known", () => {
    const query = '[((string) @s (#match? @s "x")) ((identifer) @n)] @all';
    const { text: made, originalIndex } = preparedQuery(query, {});
    expect(made).not.toBe(query);
    expect(originalIndex(made.indexOf("identifer"))).toBe(query.indexOf("identifer"));
  });
});

describe("a predicate of one alternative that counts for all", () => {
  test.each([
    [
      '(call function: [((identifier) @f (#match? @f "f")) (attribute) @g]) @c',
      "#match? (line 1, column 36 of the query)",
    ],
    ['[((string) @s\n (#eq? @s "x")) (call)]+ @a', "#eq? (line 2, column 3 of the query)"],
  ])("is told: %s", (query, place) => {
    expect(noteOnCaptures(query)).toContain(place);
  });

  test.each([
    '([(string) (identifier)] @a (#match? @a "x"))',
    '((string) @a (#match? @a "[#eq?]"))',
    '[((string) @s (#match? @s "x")) (call)] @a',
  ])("is not told where it does not: %s", (query) => {
    expect(noteOnCaptures(query)).toBeUndefined();
  });
});
