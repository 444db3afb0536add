import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { maxOutputLine, maxOutputRows } from "../../src/base/limits.ts";
import { openReader, type ParserName, parserNames } from "../../src/project-commands/output-parsers.ts";
import { packageFolder } from "../support/built-server.ts";

const folder = join(packageFolder, "tests/fixtures/commands");
const outputs = readdirSync(folder).filter((name) => name.endsWith(".txt"));

function read(parser: ParserName, text: string) {
  const reader = openReader(parser);
  for (const line of text.split("\n")) reader.line(line.slice(0, parser === "sarif" ? undefined : maxOutputLine));
  return reader.end();
}

function parserOf(name: string): ParserName {
  const found = parserNames.find((parser) => name.replace(/[-.].*/, "") === parser);
  if (found === undefined) throw new Error(`no parser for ${name}`);
  return found;
}

test("there is an output of each parser", () => {
  expect([...new Set(outputs.map(parserOf))].sort()).toEqual([...parserNames].sort());
});

test.each(outputs)("%s says what the file beside it has", async (name) => {
  const findings = read(parserOf(name), readFileSync(join(folder, name), "utf8"));
  const expected = join(folder, name.replace(/\.txt$/, ".json"));
  await expect(`${JSON.stringify(findings, null, 2)}\n`).toMatchFileSnapshot(expected);
});

describe.each(parserNames)("the parser %s", (parser) => {
  test("finds nothing in other text, and does not throw", () => {
    const texts = ["", "\0".repeat(100), "hello: world", "<a", "<testcase name='", "{", '{"runs":[{}]}', "[]", "1: 2"];
    for (const text of texts) expect(read(parser, text)).toMatchObject({ failures: [], diagnostics: [] });
  });

  test("takes little time for lines that are made to match slowly", () => {
    const startedAt = performance.now();
    const units = ["_ ", "a:1:1: error: x [", "passed in ", "1 passed ", "FAILED (", " ", "errors=1 failures=", "\\t "];
    for (const unit of units) {
      const line = unit.repeat(maxOutputLine).slice(0, maxOutputLine);
      read(parser, Array(20).fill(`${line}\n__ ${line}\nFAILED ${line}\n`).join(""));
    }
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

test("rows past the limit are counted", () => {
  const { diagnostics, omitted } = read("gcc", "a.c:1:1: error: x\n".repeat(maxOutputRows + 5));
  expect([diagnostics.length, omitted]).toEqual([maxOutputRows, 5]);
});

test("a report with one tag of a million characters is read in one pass", () => {
  const startedAt = performance.now();
  for (const unit of ["a", 'a="" ', "<", "<!--", "a= "]) {
    const reader = openReader("junit");
    reader.line(`<testcase ${unit.repeat(1_000_000)}>`);
    reader.end();
  }
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});
