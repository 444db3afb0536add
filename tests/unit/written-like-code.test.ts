import { describe, expect, test } from "vitest";
import { linesInCodeAndProse } from "../../src/tools/source-lines/worded-lines.ts";
import { isOfSettingsOrCode, isOrdinaryWord } from "../../src/tools/source-lines/written-like-code.ts";

test.each([
  ["save", true],
  ["größe", true],
  ["speed_up", false],
  ["maxSize", false],
  ["Save", false],
  ["save2", false],
  ["my-key", false],
  ["lost/bond", false],
])("the word %s is ordinary: %s", (word, expected) => {
  expect(isOrdinaryWord(word)).toBe(expected);
});

describe("a line has an ordinary word as code has it", () => {
  test.each([
    "Call box.save to keep it.",
    "Box::save keeps it.",
    "p->save keeps it",
    "see Box#save",
    "see @save",
    "save() keeps it",
    "first save the box, then call save(box)",
    "entry = pkg.module:save",
    "run with --save",
    "the `save` method",
    "use ``save`` here",
    "`a` or `box save`",
    'the option "save"',
    "the option 'save'",
    "save: yes",
    "  - save = 1",
    '{"save": 1}',
    "<box save='1'/>",
    "<save>1</save>",
    "<slot>save</slot>",
    "{{ save }}",
    "write {save} there",
    "std::save::all",
  ])("%s", (line) => {
    expect(linesInCodeAndProse(`first\n${line}\n`, ["save"])).toMatchObject({ lines: [{ line: 2 }], prose: [] });
  });
});

describe("a line has an ordinary word only as prose does", () => {
  test.each([
    "Please save the box.",
    "We save. Then we go.",
    "save",
    "save (see below)",
    "auto-save, save-all --- save",
    "`a` save `b`",
    "don't save, it's late",
    'he said "please save it"',
    "To save: press a key",
    "# save",
    "- save",
    "a > save < b",
    "docs/save/index",
  ])("%s", (line) => {
    expect(linesInCodeAndProse(`first\n${line}\n`, ["save"])).toMatchObject({ lines: [], prose: [{ line: 2 }] });
  });
});

test("all lines count of a word that is not ordinary, and a line that has both words once", () => {
  const text = "save the maxSize\nthe maxSize\nsave it\n";
  expect(linesInCodeAndProse(text, ["save", "maxSize"])).toMatchObject({
    lines: [
      { line: 1, column: 10 },
      { line: 2, column: 5 },
    ],
    prose: [{ line: 3 }],
  });
});

test("a line of very many words takes a short time", () => {
  const text = "save ".repeat(200_000);
  expect(linesInCodeAndProse(text, ["save"])).toMatchObject({ lines: [], prose: [{ line: 1, column: 1 }] });
});

test.each([
  ["Makefile", true],
  ["sub/GNUmakefile.am", true],
  ["CMakeLists.txt", true],
  ["conf\\app.ini", true],
  [".github/ci.yml", true],
  [".pylintrc", true],
  ["dev/requirements-dev.txt", true],
  ["run.sh", true],
  ["app.mm", true],
  ["notes.txt", false],
  ["README.md", false],
  ["profile", false],
  ["LICENSE", false],
  ["docs/ini", false],
  ["style.css", false],
])("%s is of settings or code: %s", (path, expected) => {
  expect(isOfSettingsOrCode(path)).toBe(expected);
});
