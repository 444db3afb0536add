import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codeBaseFolder } from "../../src/cache/cache-folder.ts";
import { contentSigns, SegmentFolder } from "../../src/cache/segment-folder.ts";
import { FactStore, LoadedSegment } from "../../src/code-base/fact-store.ts";
import { otherCodeBases } from "../../src/code-base/other-code-bases.ts";
import { ReadContents } from "../../src/code-base/read-contents.ts";
import { takeFacts } from "../../src/code-base/take-facts.ts";
import { compactSegments } from "../../src/facts/compact.ts";
import { Segment } from "../../src/facts/segment.ts";
import type { SegmentPart } from "../../src/workers/protocol.ts";
import { sampleFacts, segmentOf } from "../support/random-facts.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const [sample] = sampleFacts;
const { signal } = new AbortController();
const digest = (content: string) => content.padEnd(16);

/** Path → content. */
type Files = Readonly<Record<string, string>>;

const numbered = (folder: string, count: number): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [join(folder, `sub${i % 3}/f${i}.cpp`), `content ${i}`]));

function loadedOf(files: Files): LoadedSegment {
  const facts = Object.entries(files).map(([path, content]) => ({ ...sample, path, content: digest(content) }));
  const { index, texts } = segmentOf(facts);
  return LoadedSegment.built({ index: Uint8Array.from(index).buffer, texts: Uint8Array.from(texts).buffer });
}

const sourceOf = (...all: readonly Files[]) => {
  const segments = all.map(loadedOf);
  return { signs: segments.map(({ segment }) => contentSigns(segment)), segments: () => segments };
};

/** Takes facts for files, and returns the paths whose facts are of their content then, and how many were read. */
async function taken(files: Files, sources: readonly ReturnType<typeof sourceOf>[], store = new FactStore(undefined)) {
  let read = 0;
  const contents = new ReadContents({
    run: async (work) => {
      for (const [index, item] of work.items.entries()) {
        const request = work.requestFor([item]);
        const paths = "identitiesOf" in request ? request.identitiesOf.flat() : [];
        read += paths.length;
        const { size, mtimeNs, ctimeNs, ino } = sample;
        const identities = paths.map((path) => ({
          stamp: { size, mtimeNs, ctimeNs, ino },
          content: digest(files[path] ?? ""),
        }));
        work.onResult(index, work.resultOf({ heapBytes: 0, identities }));
      }
    },
  });
  let compacted = 0;
  const compact = async (parts: readonly SegmentPart[]) => {
    compacted++;
    return compactSegments(parts.map(({ index, ...part }) => ({ segment: Segment.open(index), ...part })));
  };
  const paths = Object.keys(files);
  await takeFacts(paths, new Set(paths), { store, contents, others: () => sources, compact }, signal, false);
  const found = Object.entries(files).filter(([path, content]) =>
    store.placesAt(path).some(({ loaded, file }) => loaded.segment.contentOf(file) === digest(content)),
  );
  return { found: found.map(([path]) => path), read, compacted, store };
}

describe("facts are taken over", () => {
  test("of another folder with the same files, without making segments anew", async () => {
    const files = numbered("/new/place", 300);
    const { found, compacted, store } = await taken(files, [sourceOf(numbered("/old", 300))]);
    expect({ found, compacted }).toEqual({ found: Object.keys(files), compacted: 0 });
    expect(store.segments.map(({ segment }) => segment.stampOf(0).trustedFrom)).toEqual([Number.POSITIVE_INFINITY]);
  });

  test("of some files of a large code base, only theirs", async () => {
    const files = Object.fromEntries(Object.entries(numbered("/new", 300)).slice(0, 20));
    const { found, compacted, store } = await taken(files, [sourceOf(numbered("/old/deep/down", 300))]);
    expect({ found, compacted }).toEqual({ found: Object.keys(files), compacted: 1 });
    expect(store.segments.map(({ segment }) => segment.files)).toEqual([20]);
  });

  test("of files that were renamed in their own code base", async () => {
    const store = new FactStore(undefined);
    const { index, texts } = loadedOf(numbered("/code", 40));
    store.add([{ index: Uint8Array.from(index).buffer, texts: Uint8Array.from(texts).buffer }], 0);
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`/code/r${i}/n${39 - i}.cpp`, `content ${i}`]),
    );
    expect((await taken(files, [], store)).found).toEqual(Object.keys(files));
  });

  test("of several code bases, the one with the most first", async () => {
    const files = { ...numbered("/new/a", 30), "/new/b.cpp": "b", ...numbered("/new/c", 12) };
    const others = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`/new/d/${i}.cpp`, `d ${i}`]));
    const sources = [
      sourceOf(Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`/d/${i}.cpp`, `d ${i}`]))),
      sourceOf(numbered("/old", 30)),
    ];
    const { found } = await taken({ ...files, ...others }, sources);
    // Facts are copied once: of two files with one content, one has them.
    const twice = found.filter((path) => path.startsWith("/new/c") || path.startsWith("/new/a"));
    expect({ all: found.length, twice: twice.length }).toEqual({ all: 39, twice: 30 });
  });

  test("once for each file, of many with the same content", async () => {
    const same = (folder: string) =>
      Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`${folder}/${i % 100}/${i}.py`, "same"]));
    const files = same("/new");
    expect((await taken(files, [sourceOf(same("/old"))])).found).toHaveLength(5_000);
  });
});

test("files are not read for this when no code base has the content of one of a sample", async () => {
  const files = Object.fromEntries(Object.keys(numbered("/new", 1_000)).map((path) => [path, `other ${path}`]));
  const { found, read } = await taken(files, [sourceOf(numbered("/old", 1_000))]);
  expect(found).toEqual([]);
  expect(read).toBeLessThan(100);
});

test("code bases of another version, other settings or another key are not looked at, and one that cannot be read is left out", () => {
  const cache = temporaryFolder({ "a-file": "", "empty-0123456789abcdef/notes.txt": "" });
  const owner = { uid: process.getuid?.(), key: Buffer.alloc(32, 1) };
  const kind = { version: "1", root: "/old", settings: "{}" };
  new SegmentFolder(codeBaseFolder(cache, kind.root, kind.version), kind, owner).save(segmentOf(sampleFacts));
  const counts = [
    otherCodeBases(cache, { ...kind, root: "/new" }, owner),
    otherCodeBases(cache, kind, owner),
    otherCodeBases(cache, { ...kind, root: "/new", version: "2" }, owner),
    otherCodeBases(cache, { ...kind, root: "/new", settings: "[]" }, owner),
    otherCodeBases(cache, { ...kind, root: "/new" }, { ...owner, key: Buffer.alloc(32, 2) }),
  ].map((found) => found.flatMap((source) => source.segments()).length);
  expect(counts).toEqual([1, 0, 0, 0, 0]);
});

test("files are not read for this when only files that are still there have facts", async () => {
  const store = new FactStore(undefined);
  const known = numbered("/code", 40);
  const { index, texts } = loadedOf(known);
  store.add([{ index: Uint8Array.from(index).buffer, texts: Uint8Array.from(texts).buffer }], 0);
  const edited = Object.fromEntries(Object.keys(known).map((path) => [path, `edited ${path}`]));
  expect(await taken(edited, [], store)).toMatchObject({ found: [], read: 0 });
});

test("a few files are parsed: no other code base is looked at", async () => {
  const files = Object.fromEntries(Object.entries(numbered("/new", 300)).slice(0, 7));
  expect(await taken(files, [sourceOf(numbered("/old", 300))])).toMatchObject({ found: [], read: 0 });
});
