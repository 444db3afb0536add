import { describe, expect, it } from "vitest";
import type { Masking } from "../../src/syntax/copies.ts";
import { compiledRules, readRules, tableOf } from "../../src/syntax/cpp/prepare.ts";
import { gaps, writtenRuleIds } from "../../src/syntax/cpp/rules/ids.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { rewriteRulesOf } from "../../src/syntax/rule-files.ts";
import { cpp, known, mask, themes } from "../support/masking-fixtures.ts";

function readingOf(
  text: string,
  masking?: Masking,
): Promise<{ readonly hasErrors: boolean; readonly symbols: unknown }> {
  return withParsed(cpp, text, masking ? { masking } : {}, (parsed) => {
    const hasErrors = parsed.hasErrors();
    return { hasErrors, symbols: parsed.symbols().map(({ kind, name, container }) => [kind, container, name]) };
  });
}

function rulesAt(text: string, withoutRule?: string): readonly string[] {
  return mask(text, { withoutRule }).edits.map(({ rule }) => rule);
}

describe("a rule of masking", () => {
  // The grammar of C++ has no such definitions, so that no fixture can hold one.
  const ofC = "char *f(a) char *a; { return a; }";
  const texts = themes.flatMap(({ cases }) => cases.map(({ text }) => text)).concat(ofC);
  const used = new Set(texts.flatMap((text) => rulesAt(text)));

  it.each(writtenRuleIds)("%s has a fixture", (rule) => {
    expect(used).toContain(rule);
  });

  it("costs nothing but its own edits when it is left out: each text is masked to its end", () => {
    for (const text of texts) {
      for (const rule of new Set(rulesAt(text))) expect(rulesAt(text, rule)).not.toContain(rule);
    }
  });

  it("makes no edit when it is left out", () => {
    const text = "class MY_API A { B b __attribute__((x)); };";
    expect(rulesAt(text)).toEqual(["macro-in-class-head", "attribute"]);
    expect(rulesAt(text, "attribute")).toEqual(["macro-in-class-head"]);
  });
});

describe.each(rewriteRulesOf(cpp).map((rule) => ({ ...rule })))("the rule $id", ({ id, group, examples, stays }) => {
  it.each(examples)("masks $code", async ({ code, masked }) => {
    const { text } = mask(code);
    expect(withoutBlanksAtEnds(text)).toBe(withoutBlanksAtEnds(masked));
    expect(text).toHaveLength(code.length);
    expect(rulesAt(code)).toContain(id);
    expect(rulesAt(code, id)).not.toContain(id);
    const reading = await readingOf(code, { macros: known });
    expect(reading.hasErrors).toBe(false);
    if (group === "gap") expect(await readingOf(code)).not.toEqual(reading);
  });

  it.each(stays)("leaves %s", (code) => {
    expect(rulesAt(code)).not.toContain(id);
  });
});

const withoutBlanksAtEnds = (text: string): string => text.replace(/ +$/gm, "");

describe("a gap of the grammar", () => {
  it.each(Object.entries(gaps))("%s is read wrongly without masking", async (rule, code) => {
    expect(rulesAt(code)).toContain(rule);
    const reading = await readingOf(code, { macros: known });
    expect(reading.hasErrors).toBe(false);
    expect(await readingOf(code)).not.toEqual(reading);
  });
});

describe("a rule of names", () => {
  const tableOfOne = (match: string) =>
    tableOf(compiledRules(readRules(`macro a-rule: does something.\n  match ${match}\n  code   a\n  masked a\n`)));
  const masked = (match: string, text: string): string => mask(text, { rules: tableOfOne(match) }).text;

  it("runs where its scope holds the name", () => {
    const text = "enum A { B(1) }; int c[] = { B(1) }; void f() { g(B(1)); }";
    expect(masked("inEnum @name «(~)»", text)).toBe(text.replace("{ B(1) };", "{ B    };"));
    expect(masked("(inEnum | inList) @name «(~)»", text)).toBe(text.replaceAll("{ B(1) };", "{ B    };"));
  });

  it("runs at the start of a statement alone where it asks for one", () => {
    expect(masked("atStatement «@capital (~)»", "void f() { g(AB(1)); AB(2); }")).toBe("void f() { g(AB(1));      ; }");
  });

  it("writes a name as long as what it takes the place of, up to a blank", () => {
    const match = '"." «@"operator" (!"(" any)+ => name» "("';
    expect(masked(match, "void f() { a.operator->(); a.operator bool(); }")).toBe(
      "void f() { a.operator__(); a.operator_    (); }",
    );
  });

  it.each([
    ["names", "@name «(~)»", "void f() { g(AB(1)); }", "void f() { g       ; }"],
    ["other tokens", '@"new" «"(" ")"»', "int* a = new ();", "int* a = new   ;"],
  ])("of which there are many at %s runs behind the others", (_, match, text, left) => {
    const others = Array.from({ length: 80 }, () => `${match} "other"`);
    const file = `macro a-rule: does something.\n  match ${[...others, match].join("\n  match ")}\n  code   a\n  masked a\n`;
    expect(mask(text, { rules: tableOf(compiledRules(readRules(file))) }).text).toBe(left);
  });

  it("has no place at a token that is no name", () => {
    expect(() => tableOfOne('inBlock «@"new"»')).toThrow(
      "a-rule: the node that contains a token is known only for names",
    );
    expect(() => tableOfOne('atStatement «@"new"»')).toThrow(
      "a-rule: the node that contains a token is known only for names",
    );
  });
});

describe("a file of rules", () => {
  const rule = (match: string): string => `gap a-rule: does something.\n  match ${match}\n  code   a\n  masked a\n`;

  it.each([
    ["gap NoId: x", 'line 1: no "gap|extension|macro id: what it does"'],
    ["rule a: x", 'line 1: no "gap|extension|macro id: what it does"'],
    ["  match @name", "line 1: a rule begins at the start of a line"],
    ["gap a: x\n  see b", "line 2: no match, code, masked or stays, but see"],
    ["gap a: x\n  masked b", "line 2: masked must be below its code"],
    ["gap a: x\n", "a: a rule has match, code and masked"],
    [rule('"a" «"b"»'), 'line 2: no @ outside of parentheses in: "a" «"b"»'],
    [rule('@"new"'), 'line 2: no « » in: @"new"'],
    [rule('«@"new" (cv'), 'line 2: no ) at the end of: «@"new" (cv'],
    [rule('«@"new"'), 'line 2: no » at the end of: «@"new"'],
    [rule('«@"new"» | cv'), 'line 2: | outside of parentheses in: «@"new"» | cv'],
    [rule('«@"new"» thing'), "line 2: no class of tokens is named thing"],
    [rule('«@"new"» ;'), 'line 2: what is ";"?'],
    [rule('«@"new" => cv»'), "line 2: no text in quotes but cv"],
    [rule('(«@"new"»)'), 'line 2: @ must precede the token that the rest of the pattern depends on: («@"new"»)'],
    [rule("«@(~) cv»"), ""],
    [rule("«@(&first capital)» !name"), ""],
    [rule("«@(capital name)»"), "line 2: a trigger is one token, and no sequence"],
    ["define a «cv»", "line 1: @ or « in a definition: «cv»"],
  ])("is refused: %j", (text, message) => {
    if (message === "") expect(readRules(text)).toHaveLength(1);
    else expect(() => readRules(text)).toThrow(message);
  });
});
