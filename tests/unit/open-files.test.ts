import { expect, test } from "vitest";
import type { ResolvedFile } from "../../src/code-index/code.ts";
import type { CodeIndex } from "../../src/code-index/code-index.ts";
import { indexingOf } from "../../src/code-index/languages.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import { partParserOf, withParsed } from "../../src/syntax/parse.ts";
import { OpenFiles } from "../../src/workers/open-files.ts";
import { languageFor } from "../support/shipped-languages.ts";

const text = "x = 1\n";

/** A file with a tree of some 50 nodes. */
async function openFile(path: string): Promise<{ readonly file: ResolvedFile; readonly index: CodeIndex }> {
  const language = languageFor(path);
  const own = indexedFile({ path, language: language.name, facts: [] });
  const index = memoryIndex([], [own]);
  const tree = await withParsed(language, "x = 1\n".repeat(10), {}, (parsed) => parsed.flat().tree.kept());
  const file = {
    ...{ file: own, tree, text, index, resolver: indexingOf(language.name).resolver({ index }) },
    indexing: indexingOf(language.name),
    joinedText: "",
    referenceTags: () => new Map(),
    parsePart: await partParserOf(language),
    commentSigns: language.comment_signs,
    positionOf: () => ({ line: 1, column: 1 }),
    offsetAt: () => 0,
  };
  return { file, index };
}

test("a file is known as long as its text is the same", async () => {
  const files = new OpenFiles();
  const kept = await openFile("/a.py");
  files.add(kept, text);
  expect(files.get("/a.py", text)).toMatchObject({ file: kept.file, index: kept.index });
  expect(files.get("/b.py", text)).toBeUndefined();
  expect(files.get("/a.py", "x = 2\n")).toBeUndefined();
  expect(files.get("/a.py", text)).toBeUndefined();
});

test("the files that were asked for longest ago give way when there are too many nodes", async () => {
  const { size } = (await openFile("/a.py")).file.tree;
  const files = new OpenFiles(3 * size);
  for (const path of ["/a.py", "/b.py", "/c.py"]) files.add(await openFile(path), text);
  expect(files.get("/a.py", text)).toBeDefined();
  files.add(await openFile("/d.py"), text);
  const known = ["/a.py", "/b.py", "/c.py", "/d.py"].filter((path) => files.get(path, text) !== undefined);
  expect(known).toEqual(["/a.py", "/c.py", "/d.py"]);
});
