import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CodeIndex, Declaration } from "../../src/code-index/code-index.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import { overlayIndex } from "../../src/code-index/overlay-index.ts";
import { Alive, OpenSegment, SegmentIndex } from "../../src/code-index/segment-index.ts";
import { Segment } from "../../src/facts/segment.ts";
import { FactRecorder } from "../../src/workers/fact-recorder.ts";
import { fileFacts, sampleFacts, segmentOf, type TextFacts, wordsIn } from "../support/random-facts.ts";

const withPath = (facts: TextFacts, path: string): TextFacts => ({ ...facts, path });
/** Segments of files, each file with whether it is alive. */
const segments = fc.array(fc.array(fc.tuple(fileFacts, fc.boolean()), { maxLength: 4 }), { maxLength: 3 });

test("an index over segments says what one in memory says of the files that are alive", () => {
  fc.assert(
    fc.property(segments, (parts) => {
      const named = parts.map((files, part) =>
        files.map(
          ([facts, isAlive], file) => [withPath(facts, `/code/${file % 2}/${part}${file}.cpp`), isAlive] as const,
        ),
      );
      const alive = named.flat().flatMap(([facts, isAlive]) => (isAlive ? [facts] : []));
      const index = new SegmentIndex(
        ["/code"],
        named.map((files) => ({
          segment: new OpenSegment(segmentOf(files.map(([facts]) => facts)).segment),
          alive: Uint8Array.from(files, ([, isAlive]) => (isAlive ? 1 : 0)),
        })),
      );
      expectSame(index, inMemory(alive));
      for (const word of ["a", "b1", "é"]) {
        const having = alive.filter(({ text }) => text !== undefined && wordsIn(text).includes(word));
        expect(index.filesWith(word).map(({ path }) => path)).toEqual(having.map(({ path }) => path).sort());
      }
      const decoded = alive.reduce((sum, { declarations }) => sum + declarations.length, 0);
      expect(index.decoded).toBe(decoded);
      expect([...index.names()].sort()).toEqual([...new Set(alive.flatMap(namesOf))].sort());
    }),
    { numRuns: 60 },
  );
});

test("an overlay is the index with one file replaced or added", () => {
  const files = fc.uniqueArray(fc.constantFrom("/b.cpp", "/d.cpp", "/f.cpp"), { minLength: 1 });
  fc.assert(
    fc.property(
      files,
      fc.constantFrom("/a.cpp", "/b.cpp", "/d.cpp", "/g.cpp"),
      fc.array(fileFacts, { minLength: 4, maxLength: 4 }),
      (paths, own, facts) => {
        const base = paths.sort().flatMap((path, at) => (facts[at] === undefined ? [] : [withPath(facts[at], path)]));
        const [, , , last] = facts;
        if (last === undefined) return;
        const replaced = withPath(last, own);
        const expected = [...base.filter(({ path }) => path !== own), replaced];
        const overlay = overlayIndex(
          inMemory(base),
          indexedFile({ path: own, language: "cpp", facts: last.declarations }),
        );
        expect(described(overlay.files.flatMap(({ declarations }) => declarations))).toEqual(
          described(inMemory(expected).files.flatMap(({ declarations }) => declarations)),
        );
        for (const name of new Set(expected.flatMap(namesOf))) {
          expect(described(overlay.named(name))).toEqual(described(inMemory(expected).named(name)));
        }
        expect(overlay.fileAt(own)?.declarations.length).toBe(last.declarations.length);
        expect(overlay.filesNamed(own.slice(1)).map(({ path }) => path)).toEqual([own]);
      },
    ),
    { numRuns: 60 },
  );
});

test("an overlay of several files is one overlay on another", () => {
  fc.assert(
    fc.property(fc.array(fileFacts, { minLength: 5, maxLength: 5 }), ([a, b, c, d, e]) => {
      if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined) return;
      const base = inMemory([withPath(a, "/a.cpp"), withPath(b, "/b.cpp"), withPath(c, "/c.cpp")]);
      const own = [d, e].map(({ declarations: facts }, i) =>
        indexedFile({ path: `/${"ca"[i]}.cpp`, language: "cpp", facts }),
      );
      const [first, second] = own;
      if (first === undefined || second === undefined) return;
      const together = overlayIndex(base, first, second);
      const nested = overlayIndex(overlayIndex(base, first), second);
      expect(together.files).toEqual(nested.files);
      expect(together.overlay?.owns.size).toBe(2);
      for (const name of new Set([...base.names(), ...nested.names()])) {
        expect(together.named(name)).toEqual(nested.named(name));
      }
    }),
    { numRuns: 30 },
  );
});

function inMemory(files: readonly TextFacts[]): CodeIndex {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  return memoryIndex(
    ["/code"],
    sorted.map(({ path, language, declarations: facts }) => indexedFile({ path, language, facts })),
  );
}

function namesOf({ declarations }: TextFacts): readonly string[] {
  return declarations.map(({ name }) => name);
}

function expectSame(index: CodeIndex, expected: CodeIndex): void {
  expect(index.files.map(({ path }) => path)).toEqual(expected.files.map(({ path }) => path));
  for (const { path, declarations } of expected.files) {
    expect(described(index.fileAt(path)?.declarations ?? [])).toEqual(described(declarations));
    for (const { name } of declarations) {
      expect(described(index.named(name))).toEqual(described(expected.named(name)));
      // The same declaration is the same object.
      expect(
        index.named(name).every((declaration) => declaration.file.declarations[declaration.index] === declaration),
      ).toBe(true);
    }
  }
  expect(index.named("no such name")).toEqual([]);
  expect(index.fileAt("/nowhere")).toBeUndefined();
  expect(index.filesNamed("nowhere")).toEqual([]);
}

const keys = [
  ...["name", "kind", "flags", "line", "column", "endLine", "at", "start", "headEnd", "end", "qualifier", "type"],
  ...["least", "most", "parameters", "scopeStart", "scopeEnd", "index"],
] as const satisfies readonly (keyof Declaration)[];

function described(declarations: readonly Declaration[]): readonly string[] {
  return declarations.map((declaration) =>
    JSON.stringify([declaration.file.path, declaration.parent?.index, ...keys.map((key) => declaration[key])]),
  );
}

describe("an index with files that are known only by their words", () => {
  const texts = {
    "/code/a.cpp": "int área(); struct Shape { bool operator==(Shape); };",
    "/code/b.cpp": '#include "lib/a.h"\nMAKE(Shape)',
    "/code/c.cpp": "#define MAKE(name) get_##name",
    "/code/d.cpp": "OPEN int unrelated; CLOSE",
  };
  const c = "/code/c.cpp";
  const [facts] = sampleFacts;
  const files = Object.entries(texts).map(([path, text]) => ({ ...facts, path, text }));
  const { segment } = segmentOf(files);
  const numberOf = (path: string) => segment.filesAt(path)[0] ?? -1;
  /** An index in which only one file is known. */
  const indexWith = (known: string, wordsFor?: (name: string) => readonly string[]) => {
    const alive = Uint8Array.from(files, () => Alive.worded);
    alive[numberOf(known)] = Alive.known;
    return new SegmentIndex(["/code"], [{ segment: new OpenSegment(segment), alive }], wordsFor);
  };

  test.each<[string, (index: SegmentIndex) => unknown, readonly string[]]>([
    ["a word", (index) => index.named("Shape"), ["/code/a.cpp", "/code/b.cpp"]],
    ["a name with other characters, its parts in ASCII", (index) => index.named("área"), ["/code/a.cpp"]],
    ["a sign, the words beside it", (index) => index.named("operator=="), ["/code/a.cpp"]],
    ["a use of a macro, its words", (index) => index.named("MAKE(Shape)"), ["/code/b.cpp"]],
    ["an include, its words", (index) => index.named("lib/a.h"), ["/code/b.cpp"]],
    ["a name without words, all files", (index) => index.named("=="), ["/code/a.cpp", "/code/b.cpp", "/code/c.cpp"]],
    ["no name: directives", (index) => index.named(""), []],
    ["all names, all files", (index) => index.names(), ["/code/a.cpp", "/code/b.cpp", "/code/c.cpp"]],
    ["near names, no file where those known have the words", (index) => index.namesNear("unrelatd", 3), []],
    ["near names of a sign, all files", (index) => index.namesNear("operator=", 3), ["/code/a.cpp", "/code/b.cpp", c]],
    ["words and paths, nothing", (index) => [index.filesWith("Shape"), index.filesNamed("a.cpp"), index.folders], []],
    ["what a file imports, the file", (index) => [...(index.fileAt("/code/a.cpp")?.imports ?? [])], ["/code/a.cpp"]],
    ["what a file declares, the file", (index) => index.fileAt("/code/c.cpp")?.declarations, ["/code/c.cpp"]],
  ])("wants for %s", (_, ask, wanted) => {
    const index = indexWith("/code/d.cpp");
    ask(index);
    expect(index.wanted).toEqual(wanted);
  });

  test.each([
    ["a joined beginning and an argument", "#define OK(a) lib_ ## a\nenum { OK(Done) };", true],
    ["an argument between two parts", "#define OK(a) lib_##a##ne\nenum { OK(Do) };", true],
    ["parts that leave out a letter", "#define OK(a) lib_ ## a\nenum { OK(one) };", false],
    ["a part that is only within another word", "#define OK(a) a ## Done\nenum { OK(mylib_) };", false],
    ["parts that nothing joins", "enum { lib_, Done };", false],
  ])("wants a file with %s", (_, text, isWanted) => {
    const recorder = new FactRecorder(
      () => true,
      () => {},
    );
    const utf8 = Buffer.from(text);
    const { size, mtimeNs, ctimeNs, ino } = facts;
    const stamp = { size, mtimeNs, ctimeNs, ino };
    const defines = { count: 0, rolesJson: "", digest: "", lacksName: true, stamp };
    const file = { path: "/code/e.h", language: "cpp", content: facts.content };
    recorder.defines(file, { defines, withoutName: { utf8 }, maySkip: true }, false);
    const recorded = Segment.open(new Uint8Array(recorder.finish([])?.index ?? []));
    const part = { segment: new OpenSegment(recorded), alive: Uint8Array.of(Alive.worded) };
    const index = new SegmentIndex(["/code"], [part]);
    index.named("lib_Done");
    expect(index.wanted).toEqual(isWanted ? ["/code/e.h"] : []);
  });

  test("wants files with other words where the name is declared", () => {
    const index = indexWith("/code/a.cpp", (name) => (name === "lib" ? ["OPEN"] : []));
    index.named("lib");
    expect(index.wanted).toEqual(["/code/b.cpp", "/code/d.cpp"]);
    expect(index.filesWith("OPEN").map(({ path }) => path)).toEqual(["/code/d.cpp"]);
    expect(index.countFilesWith("Shape", 9)).toBe(2);
  });

  test("wants the files with the nearest words first", () => {
    const index = indexWith(c);
    index.namesNear("Shap", 3);
    expect(index.wanted).toEqual(["/code/a.cpp", "/code/b.cpp"]);
  });

  test("wants nothing that is known", () => {
    const index = indexWith("/code/b.cpp");
    expect(index.fileAt("/code/b.cpp")?.declarations).toHaveLength(facts.declarations.length);
    index.named("MAKE(Shape)");
    expect(index.wanted).toEqual([]);
    expect([...index.entered]).toEqual([]);
  });
});
