import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { noDigest } from "../../src/cache/digest.ts";
import { SegmentFolder } from "../../src/cache/segment-folder.ts";
import { FactStore } from "../../src/code-base/fact-store.ts";
import type { CacheHit, LookedUp } from "../../src/code-base/facts.ts";
import { OutlineFacts, type OutlineFactsOptions } from "../../src/code-base/outline-facts.ts";
import { ReadContents } from "../../src/code-base/read-contents.ts";
import { definesOf } from "../../src/code-base/survey-macros.ts";
import { DefinitionFlag, Known } from "../../src/facts/file-facts.ts";
import { findClasses } from "../../src/tools/find-classes.ts";
import type { WorkerPool } from "../../src/workers/pool.ts";
import { Stamps } from "../../src/workspace/stamp.ts";
import { sampleFacts, segmentOf, type TextFacts } from "../support/random-facts.ts";
import { languages } from "../support/shipped-languages.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder({ "a.cpp": "", "a.py": "" });
const path = join(folder, "a.cpp");
const target = { path, isExplicit: false, language: "cpp", context: "all macros".padEnd(16) };
const [sample] = sampleFacts;
const [definition] = sample.definitions;
const content = "content".padEnd(16);
const { context } = target;
const { signal } = new AbortController();

/** Nothing is read. */
const noContents = new ReadContents({ run: async () => {} });

/** The macros of a call on a code base that defines none: a file without words looks up none. */
const noMacros = { everywhere: {}, folders: {}, exceedsLimit: false };

/** Facts of a class, found under other macros of the call; the file's stamp is not trusted. */
function classNamed(name: string, about: Partial<TextFacts>): TextFacts {
  const definitions = definition === undefined ? [] : [{ ...definition, name, flags: DefinitionFlag.class }];
  const facts = { path, language: "cpp", content, context: "others".padEnd(16), skipped: "", warnings: [] };
  return { ...sample, ...facts, known: Known.classes, text: undefined, definitions, ...about };
}

function outlineFacts(...readings: readonly TextFacts[]): OutlineFacts {
  return factsOf(readings, {});
}

function factsOf(readings: readonly TextFacts[], about: Partial<OutlineFactsOptions>): OutlineFacts {
  const owner = { uid: process.getuid?.(), key: Buffer.alloc(32) };
  const kind = { version: "1", root: folder, settings: "" };
  const store = new FactStore(new SegmentFolder(join(temporaryFolder(), "facts"), kind, owner));
  for (const reading of readings) {
    const { index, texts } = segmentOf([reading]);
    store.add([{ index: Uint8Array.from(index).buffer, texts: Uint8Array.from(texts).buffer }], 0);
  }
  const { rowsOfOutline, ...bound } = findClasses.bind({ filepath: path });
  if (rowsOfOutline === undefined) throw new Error("find_classes reads outlines");
  const tool = { ...bound, onlyKinds: bound.onlyKinds, needs: Known.classes, rowsOfOutline };
  const options = { store, tool, languages, projectMacros: {}, stamps: new Stamps([]), contents: noContents, now: 0 };
  return new OutlineFacts({ ...options, isRecorded: true, save: async () => [], ...about });
}

/** Returns what facts know of a file. */
async function hitOf(facts: OutlineFacts, file: LookedUp): Promise<CacheHit | undefined> {
  const hits: (CacheHit | undefined)[] = [];
  const take = (_: LookedUp, hit: CacheHit | undefined) => hits.push(hit);
  await facts.lookUp({ files: [file], take, macros: async () => noMacros, signal });
  expect(hits).toHaveLength(1);
  return hits[0];
}

const current = classNamed("Current", { macros: noDigest, copy: "copy 1".padEnd(16) });
const other = classNamed("Other", { macros: "others".padEnd(16), copy: "copy 2".padEnd(16) });

test.each([
  ["newer", [other, current]],
  ["older", [current, other]],
])("the reading under the macros of the call counts, where it is the %s one", async (_, readings) => {
  const facts = outlineFacts(...readings);
  expect(await hitOf(facts, target)).toEqual({ content, copy: undefined });
  expect(facts.record(path, context, { unchanged: true }, undefined)).toMatchObject({
    rows: { values: { classes: [{ name: "Current" }] } },
  });
});

test("another reading counts if its copy is the one that the macros of the call lead to", async () => {
  const facts = outlineFacts(other);
  expect(await hitOf(facts, target)).toEqual({ content, copy: other.copy });
  const same = outlineFacts(other, classNamed("", { macros: noDigest, copy: other.copy, known: 0, definitions: [] }));
  expect(await hitOf(same, target)).toEqual({ content, copy: undefined });
  expect(same.record(path, context, { unchanged: true }, undefined)).toMatchObject({
    rows: { values: { classes: [{ name: "Other" }] } },
  });
});

test("a file that is read as another language now has none of the facts of before", async () => {
  const facts = outlineFacts(current);
  expect(await hitOf(facts, { ...target, language: "python" })).toBeUndefined();
  expect(await hitOf(facts, target)).toEqual({ content, copy: undefined });
});

describe("a file whose content is not known", () => {
  const macros = noDigest;
  const stamp = { size: 0, mtimeNs: 0n, ctimeNs: 0n, ino: 0n };
  const imported = classNamed("Imported", { macros });

  /** Identifies the file of a reading, and returns the paths that were read for this. */
  async function identified(reading: TextFacts, isSurveyed: boolean, about: Partial<OutlineFactsOptions> = {}) {
    const read: string[] = [];
    const run: WorkerPool["run"] = async ({ items }) => void read.push(...items.flat().map(String));
    const facts = factsOf([reading], { contents: new ReadContents({ run }), ...about });
    await facts.identify([reading.path], isSurveyed, signal, false);
    return { facts, read };
  }

  test("is read once, if its macros are to be read and its facts say all else", async () => {
    const { facts, read } = await identified(imported, true);
    expect([facts.wantsContent(path), facts.hasFacts(path)]).toEqual([true, true]);
    facts.takeContent(path, { stamp, content });
    await facts.identifySurveyed(signal, false);
    expect(facts.wantsContent(path)).toBe(false);
    const classes = [{ name: "Imported" }];
    expect(await hitOf(facts, target)).toMatchObject({ outcome: { rows: { values: { classes } } } });
    expect(read).toEqual([]);
  });

  test("is parsed if it turns out to be another one, after facts were looked for elsewhere", async () => {
    const looked: string[] = [];
    const takeFacts = async (paths: readonly string[]) => void looked.push(...paths);
    const { facts } = await identified(imported, true, { takeFacts });
    expect(looked).toEqual([]);
    facts.takeContent(path, { stamp, content: "another".padEnd(16) });
    await facts.identifySurveyed(signal, false);
    expect(looked).toEqual([path]);
    expect(facts.hasFacts(path)).toBe(false);
    expect(await hitOf(facts, target)).toBeUndefined();
  });

  const noMacrosThere = definesOf(0, noDigest, () => "");
  const python = join(folder, "a.py");
  test.each([
    ["macros are not collected", imported, false, {}],
    ["its facts have its macros", { ...imported, known: Known.classes | Known.defines }, true, {}],
    ["another process has collected its macros", imported, true, { macros: { lookUpDefines: () => noMacrosThere } }],
    ["its language has no macros", { ...imported, path: python, language: "python" }, true, {}],
  ])("is read at first where %s", async (_, reading, isSurveyed, about) => {
    const { facts, read } = await identified(reading, isSurveyed, about);
    expect({ read, isLeft: facts.wantsContent(reading.path) }).toEqual({ read: [reading.path], isLeft: false });
  });
});
