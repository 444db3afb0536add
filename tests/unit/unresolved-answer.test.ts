import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resultsOf } from "../../src/answers/answer.ts";
import { noLimit } from "../../src/answers/fit.ts";
import { answerText } from "../../src/formats/json.ts";
import { unresolvedAnswer } from "../../src/tools/answers/unresolved-answer.ts";
import { linesWithWord } from "../../src/tools/source-lines/worded-lines.ts";

describe("the lines with a word", () => {
  test.each([
    [
      "at the start and the end of a text",
      "area\nx area",
      [
        [1, 1, "area"],
        [2, 3, "x area"],
      ],
    ],
    ["once for each line", "area(area, area);\n", [[1, 1, "area(area, area);"]]],
    ["not within longer words", "areas my_area _area area2 $area größearea\narea", [[2, 1, "area"]]],
    ["after each kind of line break", "a\r\nb\rc\narea", [[4, 1, "area"]]],
    [
      "in comments and strings",
      '// the area\n"area"',
      [
        [1, 8, "// the area"],
        [2, 2, '"area"'],
      ],
    ],
    ["in no text", "", []],
  ])("%s", (_, text, lines) => {
    expect(linesWithWord(text, "area").map(({ line, column, text: shown }) => [line, column, shown])).toEqual(lines);
  });

  test("are those that a regular expression finds", () => {
    const words = fc.constantFrom("area", "areas", "_", " ", "\n", "\r\n", "\r", ".", "x", "é", "area area");
    fc.assert(
      fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        const expected = text.split(/\r\n?|\n/).flatMap((line, index) => {
          const at = line.search(/(?<![\p{L}\p{M}\p{N}_$])area(?![\p{L}\p{M}\p{N}_$])/u);
          return at < 0 ? [] : [[index + 1, at + 1]];
        });
        expect(linesWithWord(text, "area").map(({ line, column }) => [line, column])).toEqual(expected);
      }),
    );
  });
});

describe("the answer about what was not resolved", () => {
  const file = (name: string, count: number) => ({
    filepath: name,
    lines: Array.from({ length: count }, (_, i) => ({
      line: i + 1,
      column: 3,
      ...(i === 0 && { in: "geo::f" }),
      text: `x = area(${i}); // of a form`,
    })),
  });
  const unresolved = { symbol: "area", files: [file("a.cpp", 2), file("b.cpp", 40)], resolved: 3, reason: "Why." };
  const tail = { searched_files: 9 };
  const within = (maxChars: number) => {
    const room = { maxChars, charsOf: (answer: Parameters<typeof answerText>[0]) => answerText(answer).length };
    const answer = unresolvedAnswer(unresolved, undefined, tail, room);
    expect(answerText(answer).length).toBeLessThanOrEqual(maxChars);
    return Object(JSON.parse(answerText(answer)));
  };

  test("has all lines, and says how many files were resolved", () => {
    const { head, lists } = unresolvedAnswer(unresolved, undefined, tail, noLimit);
    expect(head).toEqual({
      symbol: "area",
      resolved: "3 of 5 files",
      total_unresolved: 42,
      truncated: true,
      truncated_reason: "Why.",
    });
    expect(lists.at(-1)?.entries).toMatchObject([
      { filepath: "a.cpp", references: [{ line: 1, in: "geo::f", text: "x = area(0); // of a form" }, { line: 2 }] },
      { filepath: "b.cpp" },
    ]);
  });

  test("is shortened to lines, counts and some files, and says so", () => {
    expect(within(1_200).unresolved[0]).toEqual({ filepath: "a.cpp", unresolved: ["geo::f:1", "2"] });
    expect(within(450).unresolved).toEqual([
      { filepath: "a.cpp", count: 2 },
      { filepath: "b.cpp", count: 40 },
    ]);
    const least = within(290);
    expect(least.unresolved).toEqual([{ filepath: "a.cpp", count: 2 }]);
    expect(least).toMatchObject({
      total_unresolved: 42,
      truncated_reason: expect.stringContaining("1 file is left out"),
    });
  });

  test("has the lines of the first files if these are the nearest", () => {
    const room = { maxChars: 1_200, charsOf: (answer: Parameters<typeof answerText>[0]) => answerText(answer).length };
    const answer = JSON.parse(answerText(unresolvedAnswer({ ...unresolved, isRanked: true }, undefined, tail, room)));
    expect(answer.unresolved).toMatchObject([{ filepath: "a.cpp", references: [{ line: 1 }, { line: 2 }] }]);
    expect(answer.truncated_reason).toContain("1 file is left out");
    const files = [file("b.cpp", 400), ...unresolved.files];
    const least = JSON.parse(
      answerText(unresolvedAnswer({ ...unresolved, files, isRanked: true }, undefined, tail, room)),
    );
    expect(least.unresolved[0]).toEqual({ filepath: "b.cpp", count: 400 });
  });

  test("has the wanted lines first, of files without room only these, and never a bare count", () => {
    const defined = { line: 90, column: 5, text: "def area(x):", isWanted: true };
    const b = file("b.cpp", 40);
    const files = [file("a.cpp", 2), { ...b, lines: [...b.lines, defined] }];
    const entriesIn = (maxChars: number) => {
      const room = { maxChars, charsOf: (answer: Parameters<typeof answerText>[0]) => answerText(answer).length };
      const answer = unresolvedAnswer({ ...unresolved, files, isOfWanted: true }, undefined, tail, room);
      return JSON.parse(answerText(answer)).unresolved;
    };
    const { isWanted, ...row } = defined;
    const [first, second] = entriesIn(50_000);
    expect([first.filepath, ...first.references.slice(0, 2)]).toMatchObject(["b.cpp", row, { line: 1 }]);
    expect(second.filepath).toBe("a.cpp");
    expect(entriesIn(700)).toEqual([
      { filepath: "b.cpp", references: [row] },
      { filepath: "a.cpp", references: [expect.objectContaining({ line: 1 }), expect.objectContaining({ line: 2 })] },
    ]);
    expect(entriesIn(420)).toEqual([{ filepath: "b.cpp", references: [row] }]);
    for (const maxChars of [300, 350, 400, 450, 600, 1_000])
      expect(JSON.stringify(entriesIn(maxChars) ?? [])).not.toContain("count");
  });

  test("has no more lines than an agent reads that asks again", () => {
    const many = { ...unresolved, files: [file("a.cpp", 200)] };
    const room = { maxChars: 50_000, charsOf: (answer: Parameters<typeof answerText>[0]) => answerText(answer).length };
    const text = answerText(unresolvedAnswer(many, undefined, tail, room));
    expect(text.length).toBeLessThan(4_500);
    expect(JSON.parse(text)).toMatchObject({
      total_unresolved: 200,
      truncated_reason: expect.stringContaining("unresolved is shortened"),
      unresolved: [{ filepath: "a.cpp", unresolved: expect.arrayContaining(["200"]) }],
    });
  });

  test("has all lines that fit into the limit of a caller", () => {
    const many = { ...unresolved, files: [file("a.cpp", 200)] };
    const room = { maxChars: 50_000, charsOf: (answer: Parameters<typeof answerText>[0]) => answerText(answer).length };
    const text = answerText(unresolvedAnswer(many, undefined, tail, room, Number.POSITIVE_INFINITY));
    const [{ references }] = JSON.parse(text).unresolved;
    expect(references).toHaveLength(200);
  });

  test("keeps what was resolved, and its reason", () => {
    const own = {
      head: { symbol: "geo::area", total_references: 7, truncated_reason: "Own." },
      lists: [resultsOf([])],
      tail,
    };
    const { head } = unresolvedAnswer(unresolved, own, {}, noLimit);
    expect(head).toMatchObject({ symbol: "geo::area", total_references: 7, truncated_reason: "Why. Own." });
  });
});
