import { describe, expect, test } from "vitest";
import { lintRulesOf } from "../../src/syntax/lint-rules.ts";
import { withParsed } from "../../src/syntax/parse.ts";
import { languages } from "../support/shipped-languages.ts";

const rules = languages.flatMap((language) =>
  lintRulesOf(language).map((rule) => ({ language, rule, name: `${language.name} ${rule.id}` })),
);

describe.each(rules)("$name", ({ language, rule }) => {
  const reportsOf = (code: string) =>
    withParsed(language, code, {}, (file) => {
      expect(file.hasErrors(), code).toBe(false);
      return file.lint(({ id }) => id === rule.id).map(({ start, end }) => code.slice(start, end));
    });

  test("reports its bad code, a place each, and nothing of its good code", async () => {
    expect(rule.good.length).toBeGreaterThan(0);
    expect(rule.bad.length).toBeGreaterThan(0);
    for (const code of rule.good) expect(await reportsOf(code), code).toEqual([]);
    for (const code of rule.bad) expect(await reportsOf(code), code).toHaveLength(1);
  });

  test("has a message in one sentence, whose captures there are", async () => {
    expect(rule.message).toMatch(/^\S.{5,90}[^.]$/);
    for (const code of rule.bad) {
      const found = await withParsed(language, code, {}, (file) => file.lint(({ id }) => id === rule.id));
      for (const { message } of found) expect(message).not.toMatch(/\{[a-z]+\}/);
    }
  });
});
