/**
 * The visible part of the page of `codegrove report`. Input: the report; output: HTML with the outline, dependencies,
 * functions and findings. A script fills in the outline, the search and the places of findings.
 */
import { counted, numberText } from "../base/counted.ts";
import { maxPageNamedPlaces, maxPageSignatureChars } from "../base/limits.ts";
import { dependenciesSection } from "./dependencies-section.ts";
import type { RuleFindings } from "./findings.ts";
import { firstRows, leftOutOf } from "./first-rows.ts";
import { functionsSection } from "./functions-section.ts";
import { type Html, html, nothing } from "./html.ts";
import type { Links } from "./link-template.ts";
import type { Report } from "./report.ts";
import { startSection } from "./start-section.ts";

/** Returns the visible part of a page. Parts that need the script are filled in by it, and have a hint without it. */
export function bodyOf(report: Report, links: Links): Html {
  const isEmpty = report.outline.files.length === 0;
  return html`<a class="skip" href="#main">Skip to the report</a>
${headOf(report)}
${isEmpty ? nothing : barOf(report)}
<main id="main">
${isEmpty ? emptySection(report) : [startSection(report, links), outlineSection(report)]}
${isEmpty ? nothing : [dependenciesSection(report, links), functionsSection(report, links), findingsSection(report)]}
${leftOutSection(report)}
</main>
<dialog id="details" aria-label="Symbol"></dialog>`;
}

function headOf({ folder, totals, languages, outline }: Report): Html {
  const { lines } = totals;
  const figures: readonly (readonly [string, number | undefined])[] = [
    ["Files", outline.files.length],
    ["Lines", lines.total],
    ["Code lines", lines.code],
    ["Comment lines", lines.comment],
    ["Functions", totals.functions],
    ["Classes", totals.classes],
    ["Symbols", outline.symbolCount],
  ];
  const shown = figures.flatMap(([name, value]) =>
    value === undefined ? [] : [html`<div><dt>${name}</dt><dd>${numberText(value)}</dd></div>`],
  );
  const parts = languages.map(({ title, files }) => html`<li><b>${title}</b> ${counted(files, "file")}</li>`);
  return html`<header class="head">
<p class="eyebrow">Code report</p>
<h1>${folder}</h1>
${parts.length === 0 ? nothing : html`<ul class="languages" aria-label="Languages">${parts}</ul>`}
<dl class="figures">${shown}</dl>
</header>`;
}

/** The bar at the top: where to go, and the search, which the script shows. */
function barOf({ rules }: Report): Html {
  const findings = rules.reduce((sum, { count }) => sum + count, 0);
  return html`<nav class="bar" aria-label="Report">
<div class="search" id="search" role="search" hidden>
<input id="query" type="search" placeholder="Search symbols and files" aria-label="Search symbols and files" aria-controls="hits" autocomplete="off" spellcheck="false"><kbd>/</kbd>
<div class="hits" id="hits" hidden><p id="hit-count" role="status"></p><ol id="hit-list"></ol></div>
</div>
<ul class="sections">
<li><a href="#start">Start</a></li>
<li><a href="#outline">Outline</a></li>
<li><a href="#dependencies">Dependencies</a></li>
<li><a href="#functions">Functions</a></li>
<li><a href="#findings">Findings <span class="count">${numberText(findings)}</span></a></li>
</ul>
</nav>`;
}

function outlineSection({ outline }: Report): Html {
  const { symbolCount, shownSymbols } = outline;
  const cut =
    shownSymbols < symbolCount
      ? html`<p class="note">The outline and the search have ${numberText(shownSymbols)} of ${numberText(symbolCount)} symbols, from the first files. Other files show only the number of their symbols.</p>`
      : nothing;
  return html`<section id="outline" aria-labelledby="outline-title">
<h2 id="outline-title">Outline</h2>
${cut}
<noscript><p class="note">The outline, the search and the places of findings need JavaScript. The numbers, dependencies, functions and rules are here without it.</p></noscript>
<div id="tree" class="tree"></div>
</section>`;
}

function emptySection({ notes }: Report): Html {
  return html`<section aria-labelledby="empty-title">
<h2 id="empty-title">Nothing to report</h2>
<p>No file of a language that codegrove knows is in this folder.</p>
${notes.map((note) => html`<p class="note">${note}</p>`)}
</section>`;
}

/** The contents of the folder that are not in the page. */
function leftOutSection({ failed, skipped, missing, notes, outline }: Report): Html {
  const reasons = Object.entries(skipped).filter(([reason]) => reason !== "no_match");
  const named = firstRows(failed, maxPageNamedPlaces);
  const items = [
    ...reasons.map(
      ([reason, count]) => html`<li>Left out of the scan: ${numberText(count)} ${reason.replaceAll("_", " ")}</li>`,
    ),
    ...missing.map((reason) => html`<li>${reason}</li>`),
    ...(outline.files.length === 0 ? [] : notes.map((note) => html`<li>${note}</li>`)),
    ...named.rows.map(({ path, error }) => html`<li><code>${path}</code>: ${error}</li>`),
    ...(leftOutOf(named) > 0 ? [html`<li>${numberText(leftOutOf(named))} further files could not be read</li>`] : []),
  ];
  const limits = html`<p class="note">Signatures longer than ${maxPageSignatureChars} characters end with &ldquo;&hellip;&rdquo;.</p>`;
  if (items.length === 0) return outline.files.length === 0 ? nothing : html`<footer>${limits}</footer>`;
  return html`<section aria-labelledby="left-out-title">
<h2 id="left-out-title">Left out</h2>
<ul class="plain">${items}</ul>
</section>
<footer>${limits}</footer>`;
}

/** Returns the part of a page on what check_file has found: the rules, whose places the script lists. */
function findingsSection({ rules }: Report): Html {
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
