/** Outputs of commands, and reports. */
import assert from "node:assert";
import { maxOutputRows } from "../../../src/base/limits.ts";
import { parserNames } from "../../../src/project-commands/output-parsers.ts";
import { readOutput } from "../../support/command-output.ts";
import type { FuzzTarget } from "../target.ts";

export const target: FuzzTarget = {
  about: "the output of a command is read",
  seeds: () => [
    "\0a.c:1:2: error: b [-Wc]\na.c: In function 'f':\n",
    "\x02=== FAILURES ===\n___ test_a ___\nE  assert 1\na.py:3: AssertionError\n=== 1 failed, 2 passed in 0.1s ===\n",
    '\x09<testsuite><testcase name="a" classname="b"><failure message="c">d</failure></testcase></testsuite>',
    '\x0a{"runs":[{"results":[{"message":{"text":"a"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a"},"region":{"startLine":1}}}]}]}]}',
  ],
  words: [
    "\n",
    ": error: ",
    ":1:2:",
    "FAILED ",
    "E   ",
    "<testcase ",
    "<failure>",
    "</",
    "&#0;",
    "<![CDATA[",
    "]]>",
    "[  FAILED  ] ",
    "\x1b[31m",
    '"uri":',
    "___ ",
    "=== ",
    "passed",
    "1 ",
    "Traceback (most recent call last):\n",
    '  File "a", line 1\n',
  ],
  steps: { fixed: 50_000, perByte: 2_000 },
  run: (bytes) => {
    const parser = parserNames[(bytes[0] ?? 0) % parserNames.length];
    if (parser === undefined) return;
    const { failures, diagnostics } = readOutput(parser, bytes.toString("utf8", 1));
    assert.ok(failures.length + diagnostics.length <= maxOutputRows, "there are more rows than the limit");
    for (const { line } of diagnostics)
      assert.ok(line === undefined || Number.isInteger(line), "a line is not a number");
  },
};
