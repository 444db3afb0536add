import type { RuleFindings } from "./findings.ts";
import { type Html, html, nothing } from "./html.ts";
import { counted, numberText } from "./number-text.ts";
import type { Report } from "./report.ts";

/** Returns the part of a page on what check_file has found: the rules, whose places the script lists. */
export function findingsSection({ rules }: Report): Html {
  const count = rules.reduce((sum, rule) => sum + rule.count, 0);
  const lead =
    count === 0
      ? "Nothing was found: no syntax error, no wrong name, nothing that a lint rule reports."
      : `${counted(count, "finding")} by ${counted(rules.length, "rule")}.`;
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings</h2>
<p class="lead">${lead}</p>
<div class="rules">${rules.map(ruleOf)}</div>
</section>`;
}

function ruleOf({ code, source, severity, count, places }: RuleFindings, rule: number): Html {
  const cut =
    places.length < count
      ? html`<p class="note">The first ${numberText(places.length)} of ${numberText(count)} places; check_file with --checks ${code} lists more.</p>`
      : nothing;
  return html`<details class="rule" data-rule="${rule}"><summary>
<span class="severity ${severity}">${severity || "not listed"}</span><span class="code">${code}</span><span class="source">${source}</span><span class="count">${numberText(count)}</span>
</summary>${cut}<noscript><p class="note">The places need JavaScript.</p></noscript></details>
`;
}
