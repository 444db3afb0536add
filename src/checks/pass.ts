import type { Language } from "../syntax/languages.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { Finding } from "./finding.ts";
import type { Check } from "./selection.ts";

/** A pass over a parsed file that finds what one source of checks has. */
export type Pass = {
  /** Returns its checks for a language; none for one that it does not know. */
  readonly checksOf: (language: Language) => readonly Check[];
  /**
   * Returns what it finds.
   *
   * @param codes the checks that are selected, at least one of `checksOf`
   * @param path "" for unsaved text
   */
  readonly findingsIn: (file: ParsedFile, codes: ReadonlySet<string>, path: string) => readonly Finding[];
};
