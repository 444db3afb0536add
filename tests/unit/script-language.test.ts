import { expect, test } from "vitest";
import { scriptLanguage } from "../../src/syntax/script-language.ts";
import { languages } from "../support/shipped-languages.ts";

test.each([
  ["#!/usr/bin/python3\n", "python"],
  ["#!/usr/bin/env python3.11\r\nx", "python"],
  ["#! /usr/bin/env -S PYTHONPATH=. pypy3 -u\n", "python"],
  ["#!/usr/bin/env -S uv run --script\n", "python"],
  ["#!/usr/local/bin/node18", "javascript"],
  ["#!/usr/bin/env ts-node\n", "typescript"],
  ["#!/bin/bash\n", undefined],
  ["#!/usr/bin/env\n", undefined],
  ["#!", undefined],
  [" #!/usr/bin/python\n", undefined],
  ["# python\n", undefined],
  ["", undefined],
])("%j is a script of %s", (start, language) => {
  expect(scriptLanguage(start, languages)).toBe(language);
});
