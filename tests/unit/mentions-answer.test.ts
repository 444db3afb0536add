import { describe, expect, test } from "vitest";
import { type IndexAnswer, resultsOf } from "../../src/answers/answer.ts";
import { noLimit } from "../../src/answers/fit.ts";
import { answerText } from "../../src/formats/json.ts";
import { type Mentions, withMentions } from "../../src/tools/answers/mentions-answer.ts";
import { namedLists } from "../support/named-lists.ts";

const mentions: Mentions = {
  name: "area",
  files: [
    { filepath: "Makefile", lines: [{ line: 1, column: 6, text: "all: area.o" }] },
    { filepath: "docs/x.rst", lines: [{ line: 9, column: 12, text: "Use :meth:`Shape.area`." }] },
  ],
  note: undefined,
};
const found: IndexAnswer = { head: { symbol: "Shape::area" }, lists: [resultsOf([])], tail: { searched_files: 3 } };
const absent: IndexAnswer = {
  error: "Symbol not found: area",
  details: { details: "3 files searched.", did_you_mean: ["areas"], skipped: { too_large: 1 } },
};

describe("lines in files that no language reads", () => {
  test("stand after the answer about code", () => {
    expect(withMentions(mentions, () => found, noLimit)).toEqual({
      head: { symbol: "Shape::area", total_mentions: 2 },
      lists: namedLists({
        results: [],
        mentions: mentions.files.map(({ filepath, lines }) => ({ filepath, references: lines })),
      }),
      tail: { searched_files: 3 },
    });
  });

  test("are the answer about a name that no symbol has", () => {
    expect(withMentions(mentions, () => absent, noLimit)).toMatchObject({
      head: { symbol: "area", total_references: 0, did_you_mean: ["areas"], total_mentions: 2 },
      lists: namedLists({ results: [], mentions: [{ filepath: "Makefile" }, { filepath: "docs/x.rst" }] }),
      tail: { skipped: { too_large: 1 }, warnings: ["Symbol not found: area. 3 files searched."] },
    });
  });

  test("are counted where prose has an ordinary word, unless nothing else has it", () => {
    const prose = [{ line: 2, column: 5, text: "The area." }];
    const [make, docs] = mentions.files;
    const files = [
      { filepath: "LICENSE", lines: [], prose },
      ...(make ? [{ ...make, prose }] : []),
      ...(docs ? [docs] : []),
    ];
    const filled = withMentions({ ...mentions, files }, () => found, noLimit);
    expect(filled).toMatchObject({ head: { total_mentions: 2, mentions_in_prose: 2 } });
    const lists = namedLists({
      results: [],
      mentions: mentions.files.map(({ filepath, lines }) => ({ filepath, references: lines })),
    });
    expect(filled).toMatchObject({ lists });
    const onlyProse = withMentions({ ...mentions, files: files.slice(0, 1) }, () => found, noLimit);
    expect(onlyProse).toEqual({ ...found, head: { ...found.head, mentions_in_prose: 1 } });
    const shown = withMentions({ ...mentions, files }, () => absent, noLimit);
    expect(shown).toMatchObject({ head: { total_mentions: 4 }, lists: [{ name: "results" }, { name: "mentions" }] });
    expect(JSON.stringify(shown)).not.toContain("prose");
  });

  test.each([
    ["was not looked for", undefined],
    ["is in none", { ...mentions, files: [] }],
  ])("change no answer if the word %s", (_, none) => {
    for (const answer of [found, absent]) expect(withMentions(none, () => answer, noLimit)).toBe(answer);
  });

  test("are said to be fewer than there may be, also where none has the word", () => {
    const note = "Only 2 of 7 files were searched.";
    const partly = { ...mentions, note };
    const warnings = [note];
    expect(withMentions(partly, () => found, noLimit)).toMatchObject({ tail: { warnings } });
    expect(withMentions({ ...partly, files: [] }, () => found, noLimit)).toMatchObject({
      head: found.head,
      tail: { warnings },
    });
  });

  describe("of few lines in one kind of files, and of many in others", () => {
    const file = (filepath: string, count: number) => ({
      filepath,
      lines: Array.from({ length: count }, (_, i) => ({ line: i + 1, column: 1, text: `${filepath}: area of ${i}` })),
    });
    const charsOf = (answer: Parameters<typeof answerText>[0]) => answerText(answer).length;
    const entriesOf = (files: Mentions["files"]) => {
      const answer = withMentions({ ...mentions, files }, () => found, { maxChars: 6_000, charsOf });
      if ("error" in answer) throw new Error(answer.error);
      return answer.lists.at(-1)?.entries ?? [];
    };
    const data = Array.from({ length: 40 }, (_, i) => file(`test/ipt/rules${i}.fwb`, 12));

    test("have the few lines first, and the others counted by kind", () => {
      const files = [...data, file("test/ipt/setup.xml", 1), file("src/res/iptables.xml", 1), file("Makefile.am", 2)];
      const entries = entriesOf(files);
      expect(entries.slice(0, 2)).toMatchObject([
        { filepath: "src/res/iptables.xml", references: [{ line: 1 }] },
        { filepath: "Makefile.am", references: [{ line: 1 }, { line: 2 }] },
      ]);
      expect(entries.at(-1)).toMatchObject({ filepath: "test/ipt/**/*.fwb", files: expect.any(Number) });
      const counted = entries.map(({ count, files: number, references }) => [
        Number(count ?? (Array.isArray(references) ? references.length : 0)),
        Number(number ?? 1),
      ]);
      expect(counted.reduce((sum, [lines = 0]) => sum + lines, 0)).toBe(484);
      expect(counted.reduce((sum, [, number = 0]) => sum + number, 0)).toBe(43);
    });

    test.each([
      ["all kinds have many", data],
      ["only tests have few", [...data, file("test/setup.xml", 1)]],
    ])("are numbers or counts of each file if %s", (_, files) => {
      const entries = entriesOf(files);
      expect(entries.map(({ filepath }) => filepath)).toEqual(
        files.map(({ filepath }) => filepath).slice(0, entries.length),
      );
      for (const entry of entries) expect(entry).not.toHaveProperty("files");
    });
  });

  test("take a small part of the room, as lines, as numbers, or as counts of some files", () => {
    const files = Array.from({ length: 200 }, (_, i) => ({
      filepath: `docs/page${i}.md`,
      lines: Array.from({ length: 5 }, (__, line) => ({ line, column: 1, text: "the area of a shape" })),
    }));
    const filled = (maxChars: number): IndexAnswer => ({
      head: { symbol: "area", filler: "x".repeat(maxChars - 60) },
      lists: [resultsOf([])],
      tail: {},
    });
    const charsOf = (answer: Parameters<typeof answerText>[0]) => answerText(answer).length;
    for (const maxChars of [2_000, 6_000, 20_000, 50_000]) {
      const answer = withMentions({ ...mentions, files }, (room) => filled(room.maxChars), { maxChars, charsOf });
      if ("error" in answer) throw new Error(answer.error);
      expect(charsOf(answer)).toBeLessThanOrEqual(maxChars);
      expect(answer.head).toMatchObject({ total_mentions: 1_000 });
      expect(String(answer.head.filler).length).toBeGreaterThan(maxChars * 0.75);
      expect(answer.lists.at(-1)).toMatchObject({
        name: "mentions",
        entries: expect.arrayContaining([expect.anything()]),
      });
      expect(answer.tail.warnings).toEqual([expect.stringContaining("mentions is shortened")]);
    }
  });
});
