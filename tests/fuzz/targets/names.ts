/** Names, places and expressions as callers write them. */
import assert from "node:assert";
import { placeIn, readCursor } from "../../../src/answers/cursor.ts";
import { UserError } from "../../../src/base/errors.ts";
import { pathOfUri, placeOfUri } from "../../../src/base/path-of-uri.ts";
import { pathPlaceOf, pathRangeOf } from "../../../src/base/path-place.ts";
import { parseSymbolAddress, requireSymbolAddress, wordInName } from "../../../src/code-index/symbol-address.ts";
import { clausesOfRegex } from "../../../src/syntax/regex-words.ts";
import type { FuzzTarget } from "../target.ts";

export const target: FuzzTarget = {
  about: "the name of a symbol, a place, a URI, a cursor and a regular expression are read",
  seeds: () => [
    "A::f<int>(int)#2",
    "mod.Class.f",
    "operator<<",
    "file:///a/b.c#L12",
    "a.py:12:5",
    "^(foo|ba[rz]+)\\b.*$",
    "~A",
    "(anonymous)::x",
  ],
  words: [
    "::",
    ".",
    "/",
    "<",
    ">",
    "(",
    ")",
    "operator",
    "#1",
    "~",
    "file://",
    "%2F",
    ":1",
    "-",
    "[",
    "]",
    "\\",
    "|",
    "*",
    "{1,2}",
    "(?:",
    "(?<a>",
    "(?i)",
    "$",
    "^",
  ],
  steps: { fixed: 5_000, perByte: 2_000 },
  run: (bytes) => {
    const text = bytes.toString();
    const address = parseSymbolAddress(text);
    assert.ok(
      address.outer.every((part) => typeof part === "string"),
      "a part is not a text",
    );
    wordInName(text);
    pathPlaceOf(text);
    pathRangeOf(text);
    placeIn(text);
    for (const read of [
      requireSymbolAddress,
      (written: string) => pathOfUri(written, "a"),
      (written: string) => placeOfUri(written, "a"),
      (written: string) => readCursor("k", written),
    ]) {
      try {
        read(text);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
      }
    }
    let regex: RegExp;
    try {
      regex = new RegExp(text.slice(0, 200));
    } catch {
      return;
    }
    // Each text that an expression matches has the words that it is said to need.
    const clauses = clausesOfRegex(text.slice(0, 200));
    for (const sample of [text, "foo bar baz", "A::f", ""]) {
      if (sample.length > 300 || !/^[\w\s:|().]*$/.test(text) || !regex.test(sample)) continue;
      for (const clause of clauses)
        assert.ok(
          clause.some((word) => sample.includes(word)),
          "an expression does not need a word",
        );
    }
  },
};
