import { expect, test } from "vitest";
import { includesOf } from "../../src/code-index/cpp/includes.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import { overlayIndex } from "../../src/code-index/overlay-index.ts";
import { declarationsOf } from "../support/deep-code.ts";

const fileOf = async (path: string, text: string) =>
  indexedFile({ path, language: "cpp", facts: await declarationsOf("cpp", text, false) });

const files = await Promise.all([
  fileOf("/code/a/main.cpp", '#include "a.h"\n#include <b/b.h>\n'),
  fileOf("/code/a/a.h", '#include "../b/b.h"\n'),
  fileOf("/code/b/b.h", ""),
  fileOf("/code/b/other.cpp", '#include "./b.h"\n'),
  fileOf("/code/c/b.h", ""),
  fileOf("/code/c/c.cpp", '#include "b.h"\n'),
]);
const index = memoryIndex(["/code"], files);

test.each([
  ["/code/b/b.h", ["/code/a/a.h", "/code/a/main.cpp", "/code/b/other.cpp"]],
  ["/code/c/b.h", ["/code/c/c.cpp"]],
  ["/code/a/a.h", ["/code/a/main.cpp"]],
  ["/code/a/main.cpp", []],
])("who includes %s, however it is written", (path, includers) => {
  const file = index.fileAt(path);
  expect(
    file &&
      includesOf(index)
        .includersOf(file)
        .map((includer) => includer.path),
  ).toEqual(includers);
});

test("an open file stands in the place of the one that it replaces", async () => {
  const own = await fileOf("/code/a/a.h", '#include "b/b.h"\nint own;\n');
  const overlay = overlayIndex(index, own);
  const main = overlay.fileAt("/code/a/main.cpp");
  const includes = includesOf(overlay);
  const paths = main && [...includes.closureOf(main).files];
  expect(paths?.includes(own)).toBe(true);
  expect(paths?.map(({ path }) => path)).toEqual(["/code/a/main.cpp", "/code/a/a.h", "/code/b/b.h"]);
  expect(includes.includersOf(own).map(({ path }) => path)).toEqual(["/code/a/main.cpp"]);
});

test("an open file that is new is found by those that include it", async () => {
  const own = await fileOf("/code/c/new.h", "");
  const before = await fileOf("/code/c/c.cpp", '#include "new.h"\n');
  const overlay = overlayIndex(memoryIndex(["/code"], [before]), own);
  expect([...includesOf(overlay).closureOf(before).files]).toEqual([before, own]);
});
