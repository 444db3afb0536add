import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { maxOutputRows } from "../../src/base/limits.ts";
import { type ParserName, parserNames } from "../../src/project-commands/output-parsers.ts";
import { packageFolder } from "../support/built-server.ts";
import { readOutput } from "../support/command-output.ts";

const folder = join(packageFolder, "tests/fixtures/commands");
const outputs = readdirSync(folder).filter((name) => name.endsWith(".txt"));

function parserOf(name: string): ParserName {
  const found = parserNames.find((parser) => name.replace(/[-.].*/, "") === parser);
  if (found === undefined) throw new Error(`no parser for ${name}`);
  return found;
}

test("there is an output of each parser", () => {
  expect([...new Set(outputs.map(parserOf))].sort()).toEqual([...parserNames].sort());
});

test.each(outputs)("%s says what the file beside it has", async (name) => {
  const findings = readOutput(parserOf(name), readFileSync(join(folder, name), "utf8"));
  const expected = join(folder, name.replace(/\.txt$/, ".json"));
  await expect(`${JSON.stringify(findings, null, 2)}\n`).toMatchFileSnapshot(expected);
});

describe.each(parserNames)("the parser %s", (parser) => {
  test("finds nothing in other text, and does not throw", () => {
    const texts = ["", "\0".repeat(100), "hello: world", "<a", "<testcase name='", "{", '{"runs":[{}]}', "[]", "1: 2"];
    for (const text of texts) expect(readOutput(parser, text)).toMatchObject({ failures: [], diagnostics: [] });
  });
});

test("rows past the limit are counted", () => {
  const { diagnostics, omitted } = readOutput("gcc", "a.c:1:1: error: x\n".repeat(maxOutputRows + 5));
  expect([diagnostics.length, omitted]).toEqual([maxOutputRows, 5]);
});
