import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkedPortable } from "../../src/facts/checked-portable.ts";
import { DamagedSegmentError } from "../../src/facts/columns.ts";
import { Known } from "../../src/facts/file-facts.ts";
import { placedIndex, portableGroups, portableKnown, portableSegment } from "../../src/facts/portable.ts";
import { Segment } from "../../src/facts/segment.ts";
import { SegmentBuilder } from "../../src/facts/segment-builder.ts";
import { Vocabulary, wordsOf } from "../../src/facts/words.ts";
import { contentsOf, fileFacts, sampleFacts, segmentOf, type TextFacts } from "../support/random-facts.ts";

const bounds = { languages: new Set(["cpp", "python"]), maxFileBytes: 2 ** 26, separator: "/" };
const context = "context of all..";
const noTexts = new Uint8Array();

/** Facts as the reading for declarations records them, with places that are in the file. */
function declared(files: readonly TextFacts[]): readonly TextFacts[] {
  return files.map(({ declarations, known: _, ...file }, index) => ({
    ...file,
    path: `/code/f${index}.cpp`,
    size: 2 ** 20,
    known: portableKnown | Known.defines,
    text: file.text ?? "",
    definitions: [],
    declarations: declarations.map((one) => {
      const at = Math.min(one.at, 1_000);
      return { ...one, at, start: at, headEnd: at, end: at, line: 1, endLine: 2, column: 1 };
    }),
  }));
}

const someFiles = fc.array(fileFacts, { maxLength: 6 }).map(declared);

/** The portable segments of files that are in several segments. */
function portableOf(parts: readonly (readonly TextFacts[])[]): readonly Uint8Array[] {
  const named = parts.map((files) => {
    const { segment } = segmentOf(files);
    return { segment, files: files.map(({ path }, file) => ({ file, name: path.slice("/code/".length), context })) };
  });
  return portableGroups(named).map((group) => new Uint8Array(portableSegment(group)));
}

function opened(index: Uint8Array) {
  return { segment: Segment.open(index), texts: noTexts };
}

describe("portable segments", () => {
  test("have the same bytes, in whatever order and in whatever segments the facts are", () => {
    fc.assert(
      fc.property(someFiles, fc.nat(6), fc.boolean(), (files, at, isReversed) => {
        const others = isReversed ? [...files].reverse() : files;
        expect(portableOf([others.slice(at), others.slice(0, at)])).toEqual(portableOf([files]));
      }),
      { numRuns: 30 },
    );
  });

  test("say of files what their segments say, except stamps and macros", () => {
    fc.assert(
      fc.property(someFiles, (files) => {
        const found = portableOf([files]).flatMap((index) => {
          checkedPortable(index, bounds);
          return contentsOf(opened(new Uint8Array(placedIndex(index, "/code/", "/"))));
        });
        const { segment, texts } = segmentOf(files);
        const expected = contentsOf({ segment, texts }).map((facts) => ({
          ...facts,
          ...{ known: portableKnown, context, definesCount: 0, definesJson: "" },
          ...{ mtimeNs: 0n, ctimeNs: 0n, ino: 0n },
        }));
        expect(found).toEqual(expected);
      }),
    );
  });

  test("are found by their paths in a folder", () => {
    const [index = noTexts] = portableOf([declared(sampleFacts)]);
    const segment = Segment.open(new Uint8Array(placedIndex(index, "/elsewhere/ü/", "/")));
    expect([0, 1, 2].map((file) => segment.filesAt(`/elsewhere/ü/f${file}.cpp`))).toEqual([[0], [1], [2]]);
    expect(segment.filesAt("/code/f0.cpp")).toEqual([]);
    const onWindows = Segment.open(new Uint8Array(placedIndex(portableWith({ path: "a/b.cpp" }), "C:\\code\\", "\\")));
    expect(onWindows.filesAt("C:\\code\\a\\b.cpp")).toEqual([0]);
  });
});

/** A segment with one file in the form of portable ones, with changes. */
function portableWith(changes: Partial<TextFacts>, trustedFrom?: number): Uint8Array {
  const [{ text = "", ...file } = { ...sampleFacts[0] }] = declared([sampleFacts[0]]);
  const vocabulary = new Vocabulary();
  const builder = new SegmentBuilder(vocabulary);
  const stamp = { mtimeNs: 0n, ctimeNs: 0n, ino: 0n, definesCount: 0, definesJson: "" };
  const words = wordsOf(Buffer.from(text), vocabulary);
  builder.add({ ...file, ...stamp, path: "a.cpp", known: portableKnown, ...changes, words });
  const index = new Uint8Array(builder.finish().index);
  if (trustedFrom !== undefined) {
    const segment = Segment.open(index);
    segment.setStamp(0, { ...segment.stampOf(0), trustedFrom });
  }
  return index;
}

describe("a portable segment of a stranger is refused", () => {
  const [declaration] = sampleFacts[0].declarations;
  if (declaration === undefined) throw new Error("the sample has no declaration");

  test.each([["../a.cpp"], ["a/../../b.cpp"], ["/etc/passwd"], ["a//b.cpp"], ["./a.cpp"], [""], ["a\0.cpp"], ["a/"]])(
    "for the path %j",
    (path) => {
      expect(() => checkedPortable(portableWith({ path }), bounds)).toThrow("a path leads out of its folder");
    },
  );

  test.each([["C:/a.cpp"], ["a\\..\\..\\b.cpp"], ["C:a.cpp"]])("for the path %j on Windows", (path) => {
    checkedPortable(portableWith({ path }), bounds);
    const onWindows = { ...bounds, separator: "\\" };
    expect(() => checkedPortable(portableWith({ path }), onWindows)).toThrow("a path leads out of its folder");
  });

  test("for a stamp that would be trusted without a look at the content", () => {
    checkedPortable(portableWith({}), bounds);
    expect(() => checkedPortable(portableWith({ mtimeNs: 1n }), bounds)).toThrow("a stamp is trusted");
    expect(() => checkedPortable(portableWith({}, 0), bounds)).toThrow("a stamp is trusted");
  });

  test.each<[string, Partial<TextFacts>]>([
    ["it has macros", { definesCount: 1, definesJson: '["A"]' }],
    ["it has facts of another kind", { known: portableKnown | Known.classes }],
    ["it has definitions", { definitions: sampleFacts[0].definitions }],
    ["a language is not known", { language: "pascal" }],
    ["a file has too many bytes", { size: 2 ** 27 }],
    ["a size is not a number of bytes", { size: 0.5 }],
    ["a size is not a number of bytes", { size: -1 }],
    ["a declaration is outside of its file", { size: 100 }],
    [
      "a line is outside of its file",
      { size: 50_000, declarations: [{ ...declaration, start: 0, headEnd: 40_000, end: 40_000, endLine: 2 ** 31 }] },
    ],
  ])("%s", (reason, changes) => {
    expect(() => checkedPortable(portableWith(changes), bounds)).toThrow(`the segment is damaged: ${reason}`);
  });

  test("or all that readers ask of it is there, whichever bytes of it are changed", () => {
    const [whole = noTexts] = portableOf([declared(sampleFacts)]);
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 3 });
    let accepted = 0;
    fc.assert(
      fc.property(changes, (bytes) => {
        const changed = Uint8Array.from(whole);
        for (const [at, byte] of bytes) changed[at] = byte;
        try {
          checkedPortable(changed, bounds);
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedSegmentError);
          return;
        }
        accepted++;
        const { segment, texts } = opened(new Uint8Array(placedIndex(changed, "/code/", "/")));
        expect(contentsOf({ segment, texts })).toHaveLength(3);
        for (let word = 0; word < segment.words; word++) segment.wordId(segment.wordOf(word));
        expect(segment.wordsContaining("a").length).toBeLessThanOrEqual(segment.words);
        for (let file = 0; file < segment.files; file++) expect(segment.filesAt(segment.pathOf(file))).toEqual([file]);
      }),
      { numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });

  test("if it is cut off, or its sections share bytes", () => {
    const [whole = noTexts] = portableOf([declared(sampleFacts)]);
    for (const length of [0, 7, 40, whole.length - 8]) {
      expect(() => checkedPortable(whole.slice(0, length), bounds)).toThrow(DamagedSegmentError);
    }
    const head = new Uint32Array(whole.slice().buffer);
    // The second section is where the first one is.
    head[10] = head[8] ?? 0;
    expect(() => checkedPortable(new Uint8Array(head.buffer), bounds)).toThrow("is not after the section before it");
  });
});
