import { syntaxCodes } from "../syntax/diagnostics.ts";
import type { Language } from "../syntax/languages.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { Finding } from "./finding.ts";
import { nameChecks, nameFindingsOf } from "./python/name-findings.ts";
import type { Check } from "./selection.ts";

/** A pass over a parsed file that finds what one source of checks has. */
export type Pass = {
  /** Returns its checks for a language; none for one that it does not know. */
  readonly checksOf: (language: Language) => readonly Check[];
  /** @param codes the checks that are selected, at least one of `checksOf` */
  readonly findingsIn: (file: ParsedFile, codes: ReadonlySet<string>) => readonly Finding[];
};

const syntaxChecks: readonly Check[] = syntaxCodes.map((code) => ({
  ...{ source: "syntax" as const, code, aliases: [], isOn: true },
}));

/** Returns all checks that files of a language can have. */
export function checksOf(language: Language): readonly Check[] {
  return [...syntaxChecks, ...passes.flatMap((pass) => pass.checksOf(language))];
}

/** Returns what the selected checks find but for the syntax, which the parser has. */
export function findingsIn(file: ParsedFile, codes: ReadonlySet<string>): readonly (Finding & Pick<Check, "source">)[] {
  return passes.flatMap(({ checksOf: known, findingsIn: find }) => {
    const asked = known(file.language).filter(({ code }) => codes.has(code));
    const source = asked[0]?.source;
    if (source === undefined) return [];
    return find(file, codes)
      .filter(({ code }) => codes.has(code))
      .map((finding) => ({ ...finding, source }));
  });
}

const passes: readonly Pass[] = [
  {
    checksOf: ({ name }) => (name === "python" ? nameChecks : []),
    findingsIn: (file) => nameFindingsOf(file.flat(), file),
  },
];
