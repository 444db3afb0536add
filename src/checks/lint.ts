import { isHeader } from "../base/is-header.ts";
import { lintRulesOf } from "../syntax/lint-rules.ts";
import type { Pass } from "./pass.ts";

/** The findings of the lint rules of a language: `queries/<language>/lint/<id>.scm`. */
export const lint: Pass = {
  checksOf: (language) =>
    lintRulesOf(language).map(({ id, aliases, isOn }) => ({ source: "lint", code: id, aliases, isOn })),
  findingsIn: (file, codes, path) =>
    file
      .lint(({ id, isForHeaders }) => codes.has(id) && (!isForHeaders || isHeader(path)))
      .map(({ rule: { id, severity, aliases }, ...found }) => ({ ...found, code: id, severity, aliases })),
};
