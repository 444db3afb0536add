import { DiagnosticRows } from "../answers/row-kinds.ts";
import { compareText } from "../base/compare-text.ts";
import { shortened } from "../base/cut-text.ts";
import { maxPageLineChars, maxPagePlaces } from "../base/limits.ts";
import { severities } from "../base/severity.ts";
import type { PlaceData } from "./page-data.ts";
import type { FileRows } from "./tool-calls.ts";

/** The findings of one rule. */
export type RuleFindings = {
  readonly code: string;
  /** The source of the rule: syntax, names, lint. */
  readonly source: string;
  readonly severity: string;
  /** All findings, also findings that the page leaves out. */
  readonly count: number;
  /** The first ones, in path order. */
  readonly places: readonly PlaceData[];
};

type Mutable = { -readonly [Key in keyof Omit<RuleFindings, "places">]: RuleFindings[Key] } & { places: PlaceData[] };

/**
 * Returns the findings by rule: severe ones first, then rules with many findings.
 *
 * @param placeOf the index of a file in the page
 */
export function findingsByRule({ files }: FileRows, placeOf: (path: string) => number): readonly RuleFindings[] {
  const rules = new Map<string, Mutable>();
  const ruleOf = (code: string) => {
    const rule = rules.get(code) ?? { code, source: "", severity: "", count: 0, places: [] };
    rules.set(code, rule);
    return rule;
  };
  for (const [path, values] of files) {
    const { diagnostics, counts } = DiagnosticRows.parse(values);
    for (const { code, source = "syntax", severity, line, column, message, text = "" } of diagnostics) {
      const rule = ruleOf(code);
      rule.source ||= source;
      rule.severity ||= severity;
      if (counts === undefined) rule.count++;
      if (rule.places.length >= maxPagePlaces) continue;
      const lineText = shortened(text.trim(), maxPageLineChars);
      rule.places.push([placeOf(path), line, column, shortened(message, maxPageLineChars), lineText]);
    }
    for (const [code, count] of Object.entries(counts ?? {})) ruleOf(code).count += count;
  }
  return [...rules.values()].sort((a, b) => rankOf(a) - rankOf(b) || b.count - a.count || compareText(a.code, b.code));
}

/** The place of a severity, the worst first; of a rule whose findings are all counted and none is listed, the last. */
function rankOf({ severity }: RuleFindings): number {
  const known: readonly string[] = severities;
  const rank = known.indexOf(severity);
  return rank < 0 ? severities.length : rank;
}
