import fc from "fast-check";
import { type DeclarationFact, DeclarationFlag, declarationKinds } from "../../src/facts/declaration-facts.ts";
import {
  type DefinitionFact,
  DefinitionFlag,
  digestLength,
  type FileFacts,
  Known,
} from "../../src/facts/file-facts.ts";
import { Segment } from "../../src/facts/segment.ts";
import { SegmentBuilder } from "../../src/facts/segment-builder.ts";
import { Vocabulary, wordsOf } from "../../src/facts/words.ts";
import { anyText } from "./random-text.ts";
import { factsOf } from "./segment-facts.ts";

/** The facts of a file with its text in place of the words. */
export type TextFacts = Omit<FileFacts, "words"> & { readonly text: string | undefined };

const digests = fc.string({ unit: latin1(), minLength: digestLength, maxLength: digestLength });
const texts = anyText();
const counts = fc.oneof(fc.nat(300), fc.nat(70_000), fc.nat(2 ** 31));
const stampParts = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const labels = fc.constantFrom("", "class", "method", "function", "ü");

/** Texts with many words in common. */
export const codeTexts = fc
  .array(
    fc.constantFrom("a", "b1", "_", "9", "$", '"', " ", "\n", "\r", "\\", "é", "\u00a0", '"" ', "{", "\u2028", "ﬁ"),
  )
  .map((parts) => parts.join(""));

const definitions: fc.Arbitrary<readonly DefinitionFact[]> = fc
  .array(
    fc.record({
      name: fc.oneof(texts, labels),
      kind: labels,
      flags: fc.nat(31),
      line: counts,
      column: counts,
      lines: counts,
      parent: fc.nat(),
      qualifier: fc.oneof(fc.constant(""), texts),
      signature: fc.option(texts, { nil: undefined }),
      doc: fc.option(texts, { nil: undefined }),
    }),
    { maxLength: 80 },
  )
  .map((all) =>
    all.map(({ lines, parent, ...definition }, index) => {
      const place = (parent % (all.length + 1)) - 1;
      return { ...definition, endLine: definition.line + lines, parent: place === index ? -1 : place };
    }),
  );

/** Offsets, and what lies between two of them. */
const offsets = fc.oneof(fc.nat(300), fc.nat(2 ** 24));

const declarations: fc.Arbitrary<readonly DeclarationFact[]> = fc
  .array(
    fc.record({
      name: fc.oneof(texts, labels),
      kind: fc.constantFrom(...declarationKinds),
      flags: fc.nat(2 ** 17 - 1),
      line: counts,
      column: counts,
      lines: counts,
      at: offsets,
      before: offsets,
      head: offsets,
      rest: offsets,
      parent: fc.nat(),
      qualifier: fc.oneof(fc.constant(""), texts),
      type: fc.oneof(fc.constant(""), texts),
      least: fc.nat(300),
      most: fc.integer({ min: -1, max: 300 }),
      parameters: fc.nat(0xffff),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all.map(({ lines, before, head, rest, parent, ...fact }, index) => {
      const place = { endLine: fact.line + lines, start: fact.at - before, headEnd: fact.at + head };
      const end = place.headEnd + rest;
      return { ...fact, ...place, end, parent: (parent % (index + 1)) - 1, scopeStart: 0, scopeEnd: 0 };
    }),
  );

export const fileFacts: fc.Arbitrary<TextFacts> = fc
  .record({
    path: fc.oneof(fc.constantFrom("/a/b.cpp", "/a/c.py", "/ü"), texts),
    language: fc.constantFrom("cpp", "python"),
    known: fc.nat(127),
    size: fc.nat(2 ** 40),
    mtimeNs: stampParts,
    ctimeNs: stampParts,
    ino: stampParts,
    content: digests,
    context: digests,
    macros: digests,
    copy: digests,
    hasErrors: fc.boolean(),
    imports: counts,
    definesCount: counts,
    definesJson: texts,
    skipped: fc.constantFrom("", "binary", "too_large"),
    warnings: fc.array(texts, { maxLength: 3 }),
    definitions,
    declarations,
    text: codeTexts,
  })
  .map((facts) => ({ ...facts, text: (facts.known & Known.words) === 0 ? undefined : facts.text }));

/** A character of one byte in latin1. */
function latin1(): fc.Arbitrary<string> {
  return fc.nat(255).map((code) => String.fromCharCode(code));
}

/** Some facts with each column in use. */
export const sampleFacts = [sample("a", 0), sample("b", 1), sample("c", 2)] as const;

function sample(name: string, index: number): TextFacts {
  return {
    path: `/code/${name}.cpp`,
    language: "cpp",
    known: 127,
    size: 100 + index,
    mtimeNs: 1_700_000_000_123_456_789n,
    ctimeNs: -1n,
    ino: 1n << 62n,
    content: `content ${name} ......`,
    context: "context.........",
    macros: "macros..........",
    copy: "copy............",
    hasErrors: index === 1,
    imports: index,
    definesCount: 1,
    definesJson: `["${name.toUpperCase()}"]`,
    skipped: index === 2 ? "binary" : "",
    warnings: index === 1 ? ["odd"] : [],
    definitions: [
      {
        name: `Class_${name}`,
        kind: "class",
        flags: DefinitionFlag.class | DefinitionFlag.wholeClass | DefinitionFlag.listed,
        line: 3,
        column: 300,
        endLine: 70_000,
        parent: -1,
        qualifier: "",
        signature: `class Class_${name}`,
        doc: "About it.",
      },
      {
        name: "run",
        kind: "method",
        flags: DefinitionFlag.function | DefinitionFlag.listed,
        line: 4,
        column: 3,
        endLine: 5,
        parent: 0,
        qualifier: "A",
        signature: "void run()",
        doc: undefined,
      },
    ],
    declarations: [
      {
        name: `Class_${name}`,
        kind: "class",
        flags: DeclarationFlag.transparent,
        line: 3,
        column: 300,
        endLine: 70_000,
        at: 40_000,
        start: 39_994,
        headEnd: 40_010,
        end: 3_000_000,
        parent: -1,
        qualifier: "",
        type: "public Base",
        least: 0,
        most: 0,
        parameters: 0,
        scopeStart: 0,
        scopeEnd: 0,
      },
      {
        name: "run",
        kind: "function",
        flags: DeclarationFlag.virtual | DeclarationFlag.private,
        line: 4,
        column: 3,
        endLine: 5,
        at: 40_030,
        start: 40_010,
        headEnd: 40_040,
        end: 40_040,
        parent: 0,
        qualifier: "A",
        type: "void",
        least: 1,
        most: -1,
        parameters: 65_535,
        scopeStart: 0,
        scopeEnd: 0,
      },
    ],
    text: `class Class_${name} { void run(); }; int only_${name}, shared_word, sharing;`,
  };
}

/** A segment with its texts. */
export type Part = { readonly segment: Segment; readonly index: Uint8Array; readonly texts: Uint8Array };

export function segmentOf(files: readonly TextFacts[], vocabulary = new Vocabulary()): Part {
  const builder = new SegmentBuilder(vocabulary);
  for (const { text, ...facts } of files) {
    builder.add({ ...facts, words: text === undefined ? undefined : wordsOf(Buffer.from(text), vocabulary) });
  }
  const { index, texts } = builder.finish();
  return { segment: Segment.open(new Uint8Array(index)), index: new Uint8Array(index), texts: new Uint8Array(texts) };
}

/** All that a segment says about its files, with the words of each as text. */
export function contentsOf({ segment, texts }: Pick<Part, "segment" | "texts">): readonly object[] {
  const words = Array.from({ length: segment.files }, (): string[] => []);
  for (let word = 0; word < segment.words; word++) {
    for (const file of segment.filesWith(word)) words[file]?.push(segment.wordOf(word));
  }
  return words.map((ofFile, file) => {
    const { words: known, ...facts } = factsOf(segment, file, texts, new Uint32Array());
    return { ...facts, words: known && ofFile.sort() };
  });
}

/** What contentsOf says about a segment of these files. */
export function expectedContents(files: readonly TextFacts[]): readonly object[] {
  return files.map(({ text, ...facts }) => ({ ...facts, words: text === undefined ? undefined : wordsIn(text) }));
}

/** The words of a text, as strings. */
export function wordsIn(text: string): readonly string[] {
  const vocabulary = new Vocabulary();
  return Array.from(wordsOf(Buffer.from(text), vocabulary), (id) =>
    Buffer.from(vocabulary.lettersOf(id)).toString(),
  ).sort();
}
