/** The text of bytes: byte order marks, declared encodings, binary files, lists of numbers. */
import assert from "node:assert";
import { Vocabulary, wordsOf } from "../../../src/facts/words.ts";
import { CommentSigns, signsLikeC } from "../../../src/syntax/comment-signs.ts";
import { withoutNumberRuns } from "../../../src/syntax/number-runs.ts";
import { decode } from "../../../src/workspace/decode.ts";
import { languageNamed } from "../../support/shipped-languages.ts";
import type { FuzzTarget } from "../target.ts";

const { encoding_declaration: declaration } = languageNamed("python");

const signs = CommentSigns.parse(signsLikeC);

export const target: FuzzTarget = {
  about: "bytes of a file are decoded, and their words are found",
  seeds: () => [
    "# -*- coding: latin-1 -*-\nx = 1\n",
    "\uFEFFint a;\n",
    Buffer.from("\uFEFFint a;", "utf16le"),
    'a""b é $x 12',
  ],
  words: [
    "# coding: ",
    "utf-8",
    "cp932",
    "latin-1",
    "\n",
    "\0",
    "\u{1F600}",
    "é",
    '""',
    "$",
    "_a9",
    "1, ",
    "# -*- coding: x -*-",
  ],
  steps: { fixed: 5_000_000, perByte: 100 },
  run: (bytes) => {
    const decoded = decode(bytes, declaration);
    const vocabulary = new Vocabulary();
    for (const id of wordsOf(bytes, vocabulary))
      assert.ok(vocabulary.lettersOf(id).length > 0, "a word has no letters");
    if ("binaryAt" in decoded) return;
    const { text } = withoutNumberRuns(decoded.text.repeat(Math.ceil(120_000 / (decoded.text.length + 1))), signs);
    assert.ok(text.length >= decoded.text.length, "a text is shorter without numbers");
  },
};
