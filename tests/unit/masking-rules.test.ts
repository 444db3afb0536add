import { describe, expect, it } from "vitest";
import type { Masking } from "../../src/syntax/copies.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";
import { maskMacros } from "../../src/syntax/masking/mask.ts";
import { gaps, ruleIds } from "../../src/syntax/masking/rules.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { known, themes } from "../support/masking-fixtures.ts";

const [cpp] = loadLanguages([shippedLanguagesDir]).filter(({ name }) => name === "cpp");

function readingOf(
  text: string,
  masking?: Masking,
): Promise<{ readonly hasErrors: boolean; readonly symbols: unknown }> {
  if (cpp === undefined) throw new Error("no C++");
  return withParsed(cpp, text, masking ? { masking } : {}, (parsed) => {
    const { hasErrors } = parsed;
    return { hasErrors, symbols: parsed.symbols().map(({ kind, name, container }) => [kind, container, name]) };
  });
}

describe("a rule of masking", () => {
  // The grammar of C++ has no such definitions, so that no fixture can hold one.
  const ofC = "char *f(a) char *a; { return a; }";
  const texts = themes.flatMap(({ cases }) => cases.map(({ text }) => text)).concat(ofC);
  const used = new Set(texts.flatMap((text) => maskMacros(text, known).edits.map(({ rule }) => rule)));

  it.each(ruleIds)("%s has a fixture", (rule) => {
    expect(used).toContain(rule);
  });

  it("costs nothing but its own edits when it is left out: each text is masked to its end", () => {
    for (const text of texts) {
      for (const rule of new Set(maskMacros(text, known).edits.map((edit) => edit.rule))) {
        expect(maskMacros(text, known, undefined, rule).edits.map((edit) => edit.rule)).not.toContain(rule);
      }
    }
  });

  it("makes no edit when it is left out", () => {
    const text = "class MY_API A { B b __attribute__((x)); };";
    const rules = (without?: "attribute") => maskMacros(text, known, undefined, without).edits.map(({ rule }) => rule);
    expect(rules()).toEqual(["macro-in-class-head", "attribute"]);
    expect(rules("attribute")).toEqual(["macro-in-class-head"]);
  });
});

describe("a gap of the grammar", () => {
  it.each(Object.entries(gaps))("%s is read wrongly without masking", async (rule, code) => {
    expect(maskMacros(code, known).edits.map((edit) => edit.rule)).toContain(rule);
    const reading = await readingOf(code, { macros: known });
    expect(reading.hasErrors).toBe(false);
    expect(await readingOf(code)).not.toEqual(reading);
  });
});
