import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compactSegments } from "../../src/facts/compact.ts";
import { relocated } from "../../src/facts/relocate.ts";
import { Segment } from "../../src/facts/segment.ts";
import { Vocabulary } from "../../src/facts/words.ts";
import { contentsOf, expectedContents, fileFacts, type Part, sampleFacts, segmentOf } from "../support/random-facts.ts";

function compacted(parts: readonly Part[], alive: readonly (readonly boolean[])[]): Part {
  const flagged = parts.map((part, index) => ({ ...part, alive: Uint8Array.from(alive[index] ?? [], Number) }));
  const { index, texts } = compactSegments(flagged);
  return { segment: Segment.open(new Uint8Array(index)), index: new Uint8Array(index), texts: new Uint8Array(texts) };
}

describe("a segment with other paths", () => {
  test("has the same facts, whose stamps are not trusted", () => {
    fc.assert(
      fc.property(
        fc.array(fileFacts, { maxLength: 5 }),
        fc.array(fc.string(), { minLength: 5, maxLength: 5 }),
        (files, all) => {
          const part = segmentOf(files);
          for (const file of files.keys())
            part.segment.setStamp(file, { ...part.segment.stampOf(file), trustedFrom: 1 });
          const paths = all.slice(0, files.length).map((path, file) => `/${Buffer.from(path).toString()}${file}`);
          const index = new Uint8Array(relocated(part.index, paths));
          const moved = files.map((file, at) => ({ ...file, path: paths[at] ?? "" }));
          const segment = Segment.open(index);
          expect(contentsOf({ segment, texts: part.texts })).toEqual(expectedContents(moved));
          expect(paths.map((path) => segment.filesAt(path))).toEqual(paths.map((_, file) => [file]));
        },
      ),
      { numRuns: 30 },
    );
  });

  test("needs a path for each file", () => {
    expect(() => relocated(segmentOf(sampleFacts).index, ["/a"])).toThrow(RangeError);
  });
});

describe("compaction", () => {
  test("keeps what is alive, in its order", () => {
    const files = fc.array(fc.tuple(fileFacts, fc.boolean()), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(files, { maxLength: 4 }), fc.boolean(), (parts, isShared) => {
        const shared = new Vocabulary();
        const whole = compacted(
          parts.map((part) =>
            segmentOf(
              part.map(([file]) => file),
              isShared ? shared : new Vocabulary(),
            ),
          ),
          parts.map((part) => part.map(([, isAlive]) => isAlive)),
        );
        const alive = parts.flat().flatMap(([file, isAlive]) => (isAlive ? [file] : []));
        expect(contentsOf(whole)).toEqual(expectedContents(alive));
      }),
    );
  });

  test("forgets the words of files that are left out, and keeps the trust in others", () => {
    const part = segmentOf(sampleFacts);
    part.segment.setStamp(2, { ...part.segment.stampOf(2), trustedFrom: 1_800_000_000_000 });
    const { segment } = compacted([part], [[false, false, true]]);
    expect(segment.files).toBe(1);
    expect(segment.stampOf(0).trustedFrom).toBe(1_800_000_000_000);
    expect(segment.wordId("only_a")).toBe(-1);
    expect([...segment.filesWith(segment.wordId("only_c"))]).toEqual([0]);
  });

  test("of nothing is an empty segment", () => {
    expect(compacted([], []).segment.files).toBe(0);
    expect(compacted([segmentOf(sampleFacts)], [[false, false, false]]).segment.words).toBe(0);
  });

  test("refuses flags of another number of files", () => {
    expect(() => compacted([segmentOf(sampleFacts)], [[true]])).toThrow(RangeError);
  });
});
