import { describe, expect, test } from "vitest";
import { maxOutputLine } from "../../src/base/limits.ts";
import { Vocabulary, wordsOf } from "../../src/facts/words.ts";
import { openReader, parserNames } from "../../src/project-commands/output-parsers.ts";
import { listedNames } from "../../src/syntax/cpp/macros/listed-names.ts";
import { tokensOf } from "../../src/syntax/cpp/tokens/module.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { blankVarianceAnnotations } from "../../src/syntax/typescript/variance-annotations.ts";
import { readOutput } from "../support/command-output.ts";
import { processorMsOf } from "../support/processor-time.ts";
import { languageNamed } from "../support/shipped-languages.ts";

/** Functions without the words of a query, whose bodies are passed over. */
test.each([
  ["cpp", "short", "void f(){g();}\n"],
  ["cpp", "long", `void f(){${"g(1,2);".repeat(60)}}\n`],
  ["python", "short", "def f():\n return ggggg(1, 2, 3, 4, 5)\n"],
  ["python", "long", `def f():\n${" g(1, 2)\n".repeat(60)}`],
])("a query over many functions of %s with %s bodies takes time in proportion", async (name, _length, code) => {
  const [language, needed] = [languageNamed(name), { words: [[["asked"]]], isOfFunctions: true }];
  const asked = (chars: number) => {
    const text = `${code.repeat(chars / code.length)}${code.replace("f", "asked")}`;
    return withParsed(language, text, { needed }, (file) => file.capture("(function_definition) @f", { maxRows: 1 }));
  };
  await asked(10_000);
  const smallMs = await processorMsOf(() => asked(200_000));
  expect(await processorMsOf(() => asked(1_600_000))).toBeLessThan(100 + 24 * smallMs);
});

describe.each(parserNames)("the parser %s", (parser) => {
  test("takes little time for lines that are made to match slowly", async () => {
    const units = ["_ ", "a:1:1: error: x [", "passed in ", "1 passed ", "FAILED (", " ", "errors=1 failures=", "\\t "];
    const tookMs = await processorMsOf(() => {
      for (const unit of units) {
        const line = unit.repeat(maxOutputLine).slice(0, maxOutputLine);
        readOutput(parser, Array(20).fill(`${line}\n__ ${line}\nFAILED ${line}\n`).join(""));
      }
    });
    expect(tookMs).toBeLessThan(3_000);
  });
});

test("a report with one tag of a million characters is read in one pass", async () => {
  const tookMs = await processorMsOf(() => {
    for (const unit of ["a", 'a="" ', "<", "<!--", "a= "]) {
      const reader = openReader("junit");
      reader.line(`<testcase ${unit.repeat(1_000_000)}>`);
      reader.end();
    }
  });
  expect(tookMs).toBeLessThan(3_000);
});

test("words of a text of joints take a time in proportion to it", async () => {
  const text = Buffer.from('a""'.repeat(300_000));
  const tookMs = await processorMsOf(() => expect(wordsOf(text, new Vocabulary())).toHaveLength(2));
  expect(tookMs).toBeLessThan(5_000);
});

test("list macros of C++ that are made for it take a time in proportion to their length", async () => {
  const nested = Array.from({ length: 40 }, (_, i) => `#define L${i + 1}(X) ${`L${i}(X) `.repeat(40)}\n`).join("");
  const texts = [
    `#define L0(X) X(A)\n${nested}#define R(n) n,\nenum E { ${"L8(R) ".repeat(500)} };\n`,
    `#define L(X) X(A)\n${"enum ".repeat(40_000)}`,
    `#define L(X) ${"X(A) ".repeat(20_000)}\n#define R(n) n,\nenum E { ${"L(R) ".repeat(2_000)} };\n`,
    `#define L(X) ${"X(".repeat(40_000)}\nenum E { L(R) };\n`,
  ];
  for (const text of texts) {
    expect(await processorMsOf(() => listedNames(text, tokensOf(text))), text.slice(0, 40)).toBeLessThan(5_000);
  }
});

test("annotations of variance in TypeScript take a time in proportion to the text", async () => {
  for (const part of [" ", "class A<", "type A<in ", "<in ", '"', "`", "/*", "class A <in out"]) {
    const text = part.repeat(200_000 / part.length);
    expect(await processorMsOf(() => blankVarianceAnnotations(text)), part).toBeLessThan(2_000);
  }
});
