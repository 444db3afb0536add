import { expect, test } from "vitest";
import { fragmentLanguage } from "../../src/syntax/fragment-language.ts";
import { processorMsOf } from "../support/processor-time.ts";
import { languages } from "../support/shipped-languages.ts";

test.each([
  ["kinds.def", "KIND(add)\nKIND(sub)\n", "cpp"],
  ["KINDS.DEF", "KIND(add)", "cpp"],
  ["kinds.inc", "// kinds\r\n#ifndef X\r\n#define X(a) \\\r\n  f(a);\r\n#endif\r\nX(add),\r\nX(sub)\r\n", "cpp"],
  ["kinds.tbl", "/* { */ X(\"a)\", ')') LAST X((1, 2), /* ) */ b);", "cpp"],
  ["kinds.x", "X(cut, of", "cpp"],
  ["kinds.def", "\xef\xbb\xbfKIND(add)\n", "cpp"],
  ["kinds.def", "KIND(add)\n\xef\xbb\xbf", undefined],
  ["kinds.h", "KIND(add)", undefined],
  ["kinds", "KIND(add)", undefined],
  ["kinds.def", "", undefined],
  ["kinds.def", "#define ONLY(a) a\n", undefined],
  ["kinds.def", "EXPORTS\n  run @1\n", undefined],
  ["kinds.def", "one\ntwo\nX(three)\n", undefined],
  ["kinds.inc", "int f() { return 1; }", undefined],
  ["kinds.inc", "<?php run(1); ?>", undefined],
  ["kinds.inc", "0x00, 0x01", undefined],
  ["kinds.x", "ENTRY(_start)\nSECTIONS { }", undefined],
])("%s with %j is a list of %s", (path, start, language) => {
  expect(fragmentLanguage(path, start, languages)).toBe(language);
});

test("a text without an end of a comment or of a parenthesis takes no longer than its length", async () => {
  const tookMs = await processorMsOf(() => {
    for (const part of ["X(", "/*", "X(/", 'X("', "#\\\n", "X()", "X ", "('"])
      fragmentLanguage("a.def", part.repeat(8_000), languages);
  });
  expect(tookMs).toBeLessThan(2_000);
});
