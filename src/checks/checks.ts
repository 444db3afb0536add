import { isHeader } from "../base/is-header.ts";
import { syntaxAliases, syntaxCodes } from "../syntax/diagnostics.ts";
import type { Language } from "../syntax/languages.ts";
import { lintRulesOf } from "../syntax/lint-rules.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { Finding } from "./finding.ts";
import type { Pass } from "./pass.ts";
import { names } from "./python/name-findings.ts";
import type { Check } from "./selection.ts";

const syntaxChecks: readonly Check[] = syntaxCodes.map((code) => ({
  source: "syntax" as const,
  code,
  aliases: syntaxAliases,
  isOn: true,
}));

/** Returns all checks that files of a language can have. */
export function checksOf(language: Language): readonly Check[] {
  return [...syntaxChecks, ...passes.flatMap((pass) => pass.checksOf(language))];
}

/** Returns what the selected checks find except the syntax, which the parser has. */
export function findingsIn(file: ParsedFile, codes: ReadonlySet<string>): readonly (Finding & Pick<Check, "source">)[] {
  return passes.flatMap(({ checksOf: known, findingsIn: find }) => {
    const asked = known(file.language).filter(({ code }) => codes.has(code));
    const source = asked[0]?.source;
    if (source === undefined) return [];
    return find(file, codes, file.path)
      .filter(({ code }) => codes.has(code))
      .map((finding) => ({ ...finding, source }));
  });
}

/** The findings of the lint rules of a language: `queries/<language>/lint/<id>.scm`. */
const lint: Pass = {
  checksOf: (language) =>
    lintRulesOf(language).map(({ id, aliases, isOn }) => ({ source: "lint", code: id, aliases, isOn })),
  findingsIn: (file, codes, path) =>
    file
      .lint(({ id, isForHeaders }) => codes.has(id) && (!isForHeaders || isHeader(path)))
      .map(({ rule: { id, severity, aliases }, ...found }) => ({ ...found, code: id, severity, aliases })),
};

const passes: readonly Pass[] = [names, lint];
