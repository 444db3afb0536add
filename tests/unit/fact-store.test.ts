import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noDigest } from "../../src/cache/digest.ts";
import { SegmentFolder } from "../../src/cache/segment-folder.ts";
import { FactStore, LoadedSegment } from "../../src/code-base/fact-store.ts";
import { compactSegments } from "../../src/facts/compact.ts";
import { Known } from "../../src/facts/file-facts.ts";
import { Segment } from "../../src/facts/segment.ts";
import type { BuiltSegment } from "../../src/facts/segment-builder.ts";
import { sampleFacts, segmentOf, type TextFacts } from "../support/random-facts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const numbered = Array.from({ length: 9 }, (_, index) => `${index}.cpp`);
const code = temporaryFolder(Object.fromEntries(["a.cpp", "b.cpp", ...numbered].map((name) => [name, ""])));
const [sample] = sampleFacts;
const kind = { version: "1", root: code, settings: "" };
const owner = { uid: process.getuid?.(), key: Buffer.alloc(32) };

const digest = (text: string) => text.padEnd(16);

/** What is known of a file of which nothing else is. */
function factsOf(name: string, about: Partial<TextFacts>): TextFacts {
  const none = { content: noDigest, context: noDigest, macros: noDigest, copy: noDigest, skipped: "", known: 0 };
  return { ...sample, ...none, path: join(code, name), text: undefined, ...about };
}

function built(...files: readonly TextFacts[]): BuiltSegment {
  const { index, texts } = segmentOf(files);
  return { index: Uint8Array.from(index).buffer, texts: Uint8Array.from(texts).buffer };
}

const compact: Parameters<FactStore["compact"]>[0] = async (parts) =>
  compactSegments(parts.map(({ index, ...part }) => ({ segment: Segment.open(index), ...part })));

/** What a store has of each file: its path, what is known of it, its content, copy and skip reason. */
function filesIn({ segments }: FactStore): readonly string[] {
  return segments.flatMap(({ segment }) =>
    Array.from({ length: segment.files }, (_, file) =>
      [
        segment.pathOf(file).slice(code.length + 1),
        segment.knownOf(file),
        segment.contentOf(file).trim().replace(noDigest, "-"),
        segment.copyOf(file).trim().replace(noDigest, "-"),
        segment.skippedOf(file),
      ].join(" "),
    ),
  );
}

describe("the facts of a code base", () => {
  const { defines, words, functions, symbols } = Known;
  const read = { content: digest("new"), macros: digest("m"), copy: digest("c") };

  test("forget words alone once more is known of the same content", async () => {
    const store = new FactStore(undefined);
    const words = { content: digest("new"), known: Known.words, text: "x" };
    store.add([built(factsOf("a.cpp", words), factsOf("b.cpp", words))], 0);
    store.add([built(factsOf("a.cpp", { ...words, ...read, known: Known.words | symbols }))], 0);
    store.add([built(factsOf("b.cpp", { ...words, ...read, known: symbols, text: undefined }))], 0);
    await store.compact(compact);
    expect(filesIn(store).toSorted()).toEqual(
      [`a.cpp ${Known.words | symbols} new c `, `b.cpp ${Known.words} new - `, `b.cpp ${symbols} new c `].toSorted(),
    );
  });

  test("keep what is known of a file in parts and in former contents, and forget what is replaced", async () => {
    const path = join(temporaryFolder(), "facts");
    const store = new FactStore(new SegmentFolder(path, kind, owner));
    store.add(
      [
        built(
          factsOf("a.cpp", { known: defines }),
          factsOf("a.cpp", { skipped: "binary" }),
          factsOf("a.cpp", { ...read, content: digest("old"), known: symbols }),
          factsOf("b.cpp", { ...read, known: functions }),
          factsOf("gone.cpp", { ...read, known: symbols }),
          factsOf("gone.cpp", { known: defines }),
        ),
      ],
      0,
    );
    store.add([built(factsOf("a.cpp", { known: defines }), factsOf("b.cpp", { ...read, known: symbols }))], 0);
    store.add([built(factsOf("a.cpp", { ...read, known: symbols }))], 0);
    // The same copy under other macros, and more of the first reading.
    store.add([built(factsOf("b.cpp", { ...read, macros: digest("n"), known: words, text: "x" }))], 0);
    store.add([built(factsOf("b.cpp", { ...read, known: functions | symbols }))], 0);
    const expected = [
      "a.cpp 0 - - binary",
      `a.cpp ${defines} - - `,
      `a.cpp ${symbols} new c `,
      `a.cpp ${symbols} old c `,
      `b.cpp ${words} new c `,
      `b.cpp ${functions | symbols} new c `,
      `gone.cpp ${symbols} new c `,
    ];
    expect(store.write()).toBe(true);
    expect(store.write()).toBe(false);
    await store.compact(compact);
    expect(store.segments).toHaveLength(1);
    expect(filesIn(store).toSorted()).toEqual(expected.toSorted());
    const other = new FactStore(new SegmentFolder(path, kind, owner));
    other.refresh();
    expect(filesIn(other)).toEqual(filesIn(store));
  });

  test("of former contents are bounded: the newest of a file, and as many as there are files", async () => {
    const names = ["a.cpp", "b.cpp", "c.cpp", "d.cpp", "e.cpp"];
    const folder = temporaryFolder(Object.fromEntries(names.map((name) => [name, ""])));
    const all = new FactStore(undefined);
    const of = (name: string, content: string) => {
      const facts = factsOf(name, { ...read, content: digest(content), known: symbols });
      return { ...facts, path: join(folder, name) };
    };
    const contentsOf = (name: string) =>
      all.segments.flatMap(({ segment }) =>
        segment.filesAt(join(folder, name)).map((file) => segment.contentOf(file).trim()),
      );
    all.add([built(...names.map((name) => of(name, "0")))], 0);
    for (let edit = 1; edit <= 6; edit++) all.add([built(of("a.cpp", `${edit}`))], 0);
    await all.compact(compact);
    expect(contentsOf("a.cpp").toSorted()).toEqual(["3", "4", "5", "6"]);
    all.add([built(...names.map((name) => of(name, "branch")))], 0);
    await all.compact(compact);
    expect(contentsOf("a.cpp").toSorted()).toEqual(["4", "5", "6", "branch"]);
    const formers = names.flatMap((name) => contentsOf(name).filter((content) => content !== "branch"));
    expect(formers).toHaveLength(names.length);
  });

  test("whose stamp is the file's are current, wherever they are", async () => {
    const folder = temporaryFolder({ "a.cpp": "a" });
    const path = join(folder, "a.cpp");
    const all = new FactStore(undefined);
    const of = (content: string, stamp: Partial<TextFacts>) =>
      built({ ...factsOf("a.cpp", { ...read, content: digest(content), known: symbols }), path, ...stamp });
    const stats = statSync(path, { bigint: true });
    const { mtimeNs, ctimeNs, ino } = stats;
    all.add([of("current", { size: 1, mtimeNs, ctimeNs, ino })], 0);
    for (let edit = 1; edit <= 6; edit++) all.add([of(`${edit}`, {})], 0);
    await all.compact(compact);
    expect(all.segments.flatMap(({ segment }) => [0, 1].map((file) => segment.contentOf(file).trim()))).toEqual([
      "current",
      "6",
    ]);
  });

  test("are merged when many calls have added to them, and not when two workers have built them", () => {
    const store = new FactStore(new SegmentFolder(join(temporaryFolder(), "facts"), kind, owner));
    const one = () => built(factsOf("a.cpp", { ...read, known: symbols }));
    store.add([one(), one()], 0);
    expect(store.isScattered).toBe(false);
    for (let added = 2; added <= 8; added++) {
      expect(store.isScattered).toBe(false);
      store.add([one()], 0);
    }
    expect(store.isScattered).toBe(true);
  });

  test("that are small beside the largest one are merged without it", async () => {
    const store = new FactStore(new SegmentFolder(join(temporaryFolder(), "facts"), kind, owner));
    const many = Array.from({ length: 40_000 }, (_, index) => `word_${index}`).join(" ");
    const base = factsOf("b.cpp", { ...read, known: words | symbols, text: many });
    store.add([built(base)], 0);
    for (let added = 1; added <= 8; added++) {
      expect(store.isScattered).toBe(false);
      store.add([built(factsOf("a.cpp", { ...read, content: digest(`${added}`), known: symbols }))], 0);
    }
    expect(store.isScattered).toBe(true);
    const [, ...smallButNewest] = store.segments;
    const largest = smallButNewest.at(-1);
    await store.compact(compact);
    expect(store.segments).toHaveLength(2);
    expect(store.segments[1]).toBe(largest);
    const ofFormer = [6, 7].map((content) => `a.cpp ${symbols} ${content} c `);
    expect(filesIn(store)).toEqual([...ofFormer, `a.cpp ${symbols} 8 c `, `b.cpp ${words | symbols} new c `]);
    expect(store.isScattered).toBe(false);
  });

  test("of equal size stay beside each other when smaller ones are merged", async () => {
    const store = new FactStore(new SegmentFolder(join(temporaryFolder(), "facts"), kind, owner));
    const segment = (name: string, count: number) => {
      const text = Array.from({ length: count }, (_, index) => `${name.charAt(0)}_${index}`).join(" ");
      return built(factsOf(name, { ...read, known: words | symbols, text }));
    };
    store.add([segment("a.cpp", 20_000), segment("b.cpp", 20_000)], 0);
    const large = store.segments;
    expect(store.isScattered).toBe(false);
    store.add([segment("c.cpp", 4_000), segment("d.cpp", 4_000)], 0);
    expect(store.isScattered).toBe(true);
    await store.compact(compact);
    expect(store.segments).toHaveLength(3);
    expect(store.segments.slice(1)).toEqual(large);
    expect(store.isScattered).toBe(false);
  });

  test("of one scan are not merged before there are many, whatever their sizes", () => {
    const store = new FactStore(new SegmentFolder(join(temporaryFolder(), "facts"), kind, owner));
    const segment = (name: string, count: number) => {
      const text = Array.from({ length: count }, (_, index) => `${name.charAt(0)}_${index}`).join(" ");
      return built(factsOf(name, { ...read, known: words | symbols, text }));
    };
    store.add([segment("a.cpp", 20_000), segment("b.cpp", 9_000), segment("c.cpp", 4_000), segment("d.cpp", 300)], 0);
    expect(store.isScattered).toBe(false);
    // The next scan has facts that may replace others.
    store.add([segment("d.cpp", 400)], 0);
    expect(store.isScattered).toBe(true);
  });

  /** A segment of one file with many words is full. */
  const mergedBytes = 300_000;
  const large = (name: string, content: string) => {
    const text = Array.from({ length: 20_000 }, (_, index) => `${name.charAt(0)}_${index * 7_919}`).join(" ");
    return factsOf(name, { ...read, content: digest(content), known: words | symbols, text });
  };
  const small = (content: string) => factsOf("a.cpp", { ...read, content: digest(content), known: symbols });

  test("that are full are not merged", async () => {
    const path = join(temporaryFolder(), "facts");
    const store = new FactStore(new SegmentFolder(path, kind, owner), mergedBytes);
    store.add([built(large("b.cpp", "new"))], 0);
    const [full] = store.segments;
    expect(full?.storedBytes).toBeGreaterThan(mergedBytes / 2);
    for (let added = 1; added <= 9; added++) {
      expect(store.isScattered).toBe(false);
      store.add([built(small(`${added}`))], 0);
    }
    expect(store.isScattered).toBe(true);
    await store.compact(compact);
    expect(store.segments).toHaveLength(2);
    expect(store.segments[1]).toBe(full);
    expect(store.isScattered).toBe(false);
  });

  test("that are full are merged when newer facts replace most of them", async () => {
    const store = new FactStore(new SegmentFolder(join(temporaryFolder(), "facts"), kind, owner), mergedBytes);
    store.add([built(large("b.cpp", "old"))], 0);
    store.add([built(factsOf("b.cpp", { ...read, known: words | symbols, text: "x" }))], 0);
    for (let added = 1; added <= 8; added++) store.add([built(small(`${added}`))], 0);
    expect(store.isScattered).toBe(true);
    await store.compact(compact);
    const ofFormer = [6, 7].map((content) => `a.cpp ${symbols} ${content} c `);
    expect(filesIn(store)).toEqual([`b.cpp ${words | symbols} new c `, ...ofFormer, `a.cpp ${symbols} 8 c `]);
    expect(store.segments).toHaveLength(1);
  });

  test("are not lost when what is merged is too large to be written", async () => {
    const folder = new SegmentFolder(join(temporaryFolder(), "facts"), kind, owner);
    const store = new FactStore(folder);
    store.add([built(small("1")), built(factsOf("b.cpp", { ...read, known: symbols }))], 0);
    store.write();
    const before = filesIn(store);
    const tooLarge: typeof compact = async (parts) => ({
      ...(await compact(parts)),
      texts: new ArrayBuffer(2 ** 27 + 1),
    });
    await store.compact(tooLarge);
    expect(filesIn(store)).toEqual(before);
    const other = new FactStore(folder);
    other.refresh();
    expect(filesIn(other)).toEqual(before);
  });

  test("have their texts in memory until they are written", () => {
    const store = new FactStore(new SegmentFolder(join(temporaryFolder(), "facts"), kind, owner));
    const [added] = store.add([built(factsOf("a.cpp", { ...read, known: symbols }))], 0);
    const texts = Buffer.from(added?.texts ?? []);
    expect(texts.length).toBeGreaterThan(0);
    expect(store.bytes).toBe(added?.storedBytes);
    store.write();
    expect(store.bytes).toBe(added?.index.length);
    expect(Buffer.from(added?.texts ?? [])).toEqual(texts);
  });
});

test("facts whose texts are gone from the disk are dropped, and the others are written and merged", async () => {
  const path = join(temporaryFolder(), "facts");
  const folder = new SegmentFolder(path, kind, owner);
  const store = new FactStore(folder);
  const known = Known.symbols;
  store.add([built(factsOf("a.cpp", { content: digest("a"), known }))], 0);
  store.write();
  const other = new FactStore(folder);
  other.refresh();
  const [loaded] = other.segments;
  if (loaded === undefined) throw new Error("no segment is loaded");
  other.restamp(loaded, 0, { ...loaded.segment.stampOf(0), size: 7 });
  rmSync(join(path, `${loaded.name}.texts`));
  other.add([built(factsOf("b.cpp", { content: digest("b"), known }))], 0);
  other.write();
  await other.compact(compact);
  expect(filesIn(other)).toEqual([`b.cpp ${known} b - `]);
});

describe("the facts of other stores", () => {
  const foreignOf = (name: string) => {
    const { index, texts } = built(factsOf(name, { known: Known.declarations }));
    let loads = 0;
    const load = () => {
      loads++;
      return LoadedSegment.copied({ index: new Uint8Array(index), texts: new Uint8Array(texts) });
    };
    return { load, moved: undefined, loads: () => loads };
  };

  test("are loaded once if there is room for them, or else three times, one after the other", async () => {
    const foreign = ["a.cpp", "b.cpp"].map(foreignOf);
    for (const [room, loads] of [
      [1_000_000, 1],
      [1, 4],
    ] as const) {
      const store = new FactStore(undefined, room);
      await store.join(foreign, compact);
      expect(store.segments).toHaveLength(2);
      expect(filesIn(store)).toHaveLength(2);
      expect(foreign.map((one) => one.loads())).toEqual([loads, loads]);
    }
  });

  test("stay as they are if they are few, and are merged if they are many or replace each other", async () => {
    for (const [names, segments] of [
      [numbered.slice(1), 8],
      [numbered, 1],
      [["a.cpp", "b.cpp", "a.cpp"], 1],
    ] as const) {
      const store = new FactStore(undefined);
      await store.join(names.map(foreignOf), compact);
      expect(store.segments).toHaveLength(segments);
      expect(filesIn(store)).toHaveLength(new Set(names).size);
    }
  });
});
