import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GrowingNumbers, NumberColumn, packNumbers } from "../../src/facts/columns.ts";
import { Segment } from "../../src/facts/segment.ts";
import { SegmentBuilder } from "../../src/facts/segment-builder.ts";
import { Vocabulary } from "../../src/facts/words.ts";
import {
  contentsOf,
  expectedContents,
  fileFacts,
  sampleFacts,
  segmentOf,
  type TextFacts,
  wordsIn,
} from "../support/random-facts.ts";
import { factsOf } from "../support/segment-facts.ts";

describe("a segment", () => {
  test("says what was put in", () => {
    expect(contentsOf(segmentOf(sampleFacts))).toEqual(expectedContents(sampleFacts));
    expect(contentsOf(segmentOf([]))).toEqual([]);
  });

  test("says what was put in, whatever it is", () => {
    fc.assert(
      fc.property(fc.array(fileFacts, { maxLength: 8 }), (files) => {
        const part = segmentOf(files);
        expect(contentsOf(part)).toEqual(expectedContents(files));
        checkLookUps(part.segment, files);
      }),
    );
  });

  function checkLookUps(segment: Segment, files: readonly TextFacts[]): void {
    for (const { path } of files) {
      expect(segment.filesAt(path)).toEqual(files.flatMap((file, index) => (file.path === path ? [index] : [])));
    }
    expect(segment.filesAt("/nowhere")).toEqual([]);
    const words = Array.from({ length: segment.words }, (_, id) => segment.wordOf(id));
    words.forEach((word, id) => {
      expect(segment.wordId(word)).toBe(id);
    });
    for (const word of ["b", "nothing", "zz", "é"]) expect(segment.wordId(word)).toBe(words.indexOf(word));
    for (const part of ["a", "b1", "_$", "é", "", "nothing"]) {
      const found = words.flatMap((word, id) => (word.includes(part) ? [id] : []));
      expect([...segment.wordsContaining(part)]).toEqual(found);
    }
  }

  test("finds words among many", () => {
    const words = Array.from({ length: 2_000 }, (_, index) => `word_${index % 997}_${index}`);
    const files = ["/a", "/b", "/c"].map((path, file) => ({
      ...sampleFacts[0],
      path,
      text: words.filter((_, index) => index % (file + 1) === 0).join(" "),
    }));
    const { segment } = segmentOf(files);
    words.forEach((word, index) => {
      const expected = [0, 1, 2].filter((file) => index % (file + 1) === 0);
      expect([...segment.filesWith(segment.wordId(word))]).toEqual(expected);
    });
    const containing = [...segment.wordsContaining("_99")].map((id) => segment.wordOf(id));
    expect(containing.sort()).toEqual(words.filter((word) => word.includes("_99")).sort());
  });

  test("has names that are no words of a file", () => {
    const file: TextFacts = { ...sampleFacts[0], text: "x" };
    const { segment } = segmentOf([file]);
    expect([...segment.filesWith(segment.wordId("run"))]).toEqual([]);
    expect([...segment.filesWith(segment.wordId("x"))]).toEqual([0]);
  });

  test("gets its trust after it was built", () => {
    const { segment, index } = segmentOf(sampleFacts);
    expect(segment.stampOf(1).trustedFrom).toBe(Number.POSITIVE_INFINITY);
    segment.setStamp(1, { ...segment.stampOf(1), trustedFrom: 1_800_000_000_000.5 });
    const again = Segment.open(index);
    expect([0, 1, 2].map((file) => again.stampOf(file).trustedFrom)).toEqual([
      Number.POSITIVE_INFINITY,
      1_800_000_000_000.5,
      Number.POSITIVE_INFINITY,
    ]);
  });

  test("is read at any place of a buffer", () => {
    const { index, texts } = segmentOf(sampleFacts);
    for (const place of [1, 4, 8]) {
      const moved = new Uint8Array(place + index.length);
      moved.set(index, place);
      const segment = Segment.open(moved.subarray(place));
      expect(contentsOf({ segment, texts })).toEqual(expectedContents(sampleFacts));
    }
  });

  test("refuses numbers that it does not have", () => {
    const { segment, texts } = segmentOf(sampleFacts);
    for (const wrong of [-1, 3, 0.5, Number.NaN]) {
      expect(() => factsOf(segment, wrong, texts, new Uint32Array())).toThrow(RangeError);
    }
    for (const wrong of [-1, 6, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => segment.nameOf(wrong)).toThrow(RangeError);
      expect(() => segment.textsOf(wrong)).toThrow(RangeError);
      expect(() => segment.parentOf(wrong)).toThrow(RangeError);
    }
    for (const wrong of [-1, segment.words, 0.5, Number.NaN])
      expect(() => segment.filesWith(wrong)).toThrow(RangeError);
  });
});

describe("a builder", () => {
  test("starts anew after each segment", () => {
    const vocabulary = new Vocabulary();
    const all = [1, 2].map(() => segmentOf(sampleFacts, vocabulary));
    for (const part of all) expect(contentsOf(part)).toEqual(expectedContents(sampleFacts));
    expect(all[0]?.index).toEqual(all[1]?.index);
  });

  test("keeps only the words that its files have", () => {
    const vocabulary = new Vocabulary();
    vocabulary.idOf("unused");
    const { segment } = segmentOf(sampleFacts, vocabulary);
    expect(segment.wordId("unused")).toBe(-1);
    expect(segment.wordId("only_a")).toBeGreaterThanOrEqual(0);
    expect(wordsIn(sampleFacts[0].text ?? "")).toContain("only_a");
  });

  test("refuses what it cannot write", () => {
    const { text: _, ...facts } = sampleFacts[0];
    const words = new Uint32Array();
    const add = (changed: object) => new SegmentBuilder(new Vocabulary()).add({ ...facts, words, ...changed });
    expect(() => add({ words: undefined })).toThrow("missing");
    expect(() => add({ known: 1 })).toThrow("not wanted");
    expect(() => add({ imports: -1 })).toThrow(RangeError);
    expect(() => add({ imports: 0.5 })).toThrow(RangeError);
    expect(() => add({ content: "short" })).toThrow(RangeError);
  });
});

describe("a column of numbers", () => {
  test("gives them back in as few bytes as it can", () => {
    const numbers = fc.array(fc.oneof(fc.nat(300), fc.nat(70_000), fc.nat(2 ** 32 - 1)), { maxLength: 60 });
    fc.assert(
      fc.property(numbers, (all) => {
        const growing = new GrowingNumbers();
        for (const number of all) growing.push(number);
        const packed = packNumbers(growing.values());
        const column = new NumberColumn("x", packed, all.length);
        expect(all.map((_, index) => column.at(index))).toEqual(all);
        expect(packed.length).toBeLessThanOrEqual(8 + all.length * 4);
      }),
    );
    expect(packNumbers(Uint32Array.from({ length: 100 }, (_, index) => (index === 50 ? 1e9 : index)))).toHaveLength(
      116,
    );
  });
});

describe("damaged bytes", () => {
  const { index, texts } = segmentOf(sampleFacts);

  /** Reads all of it: an answer or an error of ours, and no other. */
  function readAll(bytes: Uint8Array): void {
    try {
      const segment = Segment.open(bytes);
      contentsOf({ segment, texts });
      for (const path of ["/code/a.cpp", "/x"]) segment.filesAt(path);
      for (const word of ["run", "x"]) segment.wordId(word);
      segment.wordsContaining("a");
    } catch (error) {
      if (error instanceof RangeError && /invalid|length/i.test(error.message)) throw error;
      expect(["DamagedSegmentError", "RangeError"]).toContain(error instanceof Error && error.name);
    }
  }

  test("that are cut are no segment", () => {
    for (let length = 0; length < index.length; length++) {
      expect(() => Segment.open(index.slice(0, length)), `cut at ${length}`).toThrow("the segment is damaged");
    }
    expect(() => Segment.open(Buffer.concat([index, Buffer.alloc(8)]))).toThrow("the segment is damaged");
  });

  test("give an error or an answer", () => {
    for (let at = 0; at < index.length; at++) {
      const damaged = index.slice();
      damaged[at] = (damaged[at] ?? 0) ^ (at % 2 === 0 ? 0xff : 1 << (at % 8));
      readAll(damaged);
    }
  });

  test("that are anything at all give an error", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 900 }), fc.nat(400), (bytes, kept) => {
        readAll(Buffer.concat([index.subarray(0, kept), bytes]));
      }),
    );
  });

  test("of texts give an error when they are too few", () => {
    const { segment } = segmentOf(sampleFacts);
    expect(() => factsOf(segment, 2, texts.subarray(0, 20), new Uint32Array())).toThrow("the segment is damaged");
  });
});
