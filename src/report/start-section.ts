/** The part of a page that a new colleague reads first. Input: the answers of start.ts; output: HTML. */
import { counted, numberText } from "../base/counted.ts";
import { maxPageAnswers } from "../base/limits.ts";
import { firstRows, noteOnRows } from "./first-rows.ts";
import { type Html, html, nothing } from "./html.ts";
import type { LastChanges } from "./last-changes.ts";
import type { Links } from "./link-template.ts";
import { placeLink } from "./place-link.ts";
import type { Report } from "./report.ts";
import type { UsedSymbol } from "./symbol-uses.ts";

export function startSection({ start, outline }: Report, links: Links): Html {
  const { parts, mostUsed, entries, risky, changed } = start;
  const pathOf = ({ file }: UsedSymbol) => outline.files[file]?.path ?? "";
  const head = (symbol: UsedSymbol) =>
    html`<th scope="row"><a href="#" class="show" data-symbol="${symbol.file}:${symbol.symbol}"><bdi>${symbol.name}</bdi></a><br>${placeLink(links, pathOf(symbol), symbol.line)}</th>`;
  const tables = [
    table("Parts", "The largest folders.", ["Part", "Files", "Lines", "Needs", "Needed by"], {
      rows: parts.rows.map(
        (part) =>
          html`<tr><th scope="row"><bdi>${part.name}</bdi></th><td>${numberText(part.files)}</td><td>${numberText(part.lines)}</td><td>${numberText(part.needs)}</td><td>${numberText(part.neededBy)}</td></tr>\n`,
      ),
      note: noteOnRows(parts, "parts"),
    }),
    table("Used most", "By files with a use whose target is known.", ["Symbol", "Files", "Uses"], {
      rows: mostUsed.rows.map(
        (symbol) =>
          html`<tr>${head(symbol)}<td>${numberText(symbol.files)}</td><td>${numberText(symbol.uses.length)}</td></tr>\n`,
      ),
      note: noteOnRows(mostUsed, "used symbols"),
    }),
    table("Entered here", "Files with a function main, and files that no other file imports.", ["File", "Imports"], {
      rows: entries.rows.map(
        ({ path, imports, mainLine }) =>
          html`<tr><th scope="row">${placeLink(links, path, mainLine)}${mainLine === undefined ? nothing : html` <span class="badge">main</span>`}</th><td>${numberText(imports)}</td></tr>\n`,
      ),
      note: noteOnRows(entries, "such files"),
    }),
    table(
      "Risky to change",
      "Hard to read and much used; first without a test that names it.",
      ["Function", "Cognitive", "Uses", "In tests"],
      {
        rows: risky.rows.map(
          ({ symbol, cognitive }) =>
            html`<tr>${head(symbol)}<td>${numberText(cognitive)}</td><td>${numberText(symbol.uses.length)}</td><td>${symbol.testUses === 0 ? html`<span class="badge">none</span>` : numberText(symbol.testUses)}</td></tr>\n`,
        ),
        note: noteOnRows(risky, "such functions"),
      },
    ),
    changed === undefined ? nothing : changedTable(changed, links),
  ];
  return html`<section id="start" aria-labelledby="start-title">
<h2 id="start-title">Start here</h2>
<div class="answers">${tables}</div>
</section>`;
}

function changedTable({ base, files }: LastChanges, links: Links): Html {
  const changes = files.flatMap(({ filepath, symbols }) => symbols.map((symbol) => ({ ...symbol, filepath })));
  const shown = firstRows(changes, maxPageAnswers);
  return table("Changed last", `Since ${base}: ${counted(files.length, "file")}.`, ["Symbol", "Change"], {
    rows: shown.rows.map(
      ({ filepath, name, line, change }) =>
        html`<tr><th scope="row"><bdi>${name}</bdi><br>${change === "removed" ? html`<span class="place muted"><bdi>${filepath}</bdi></span>` : placeLink(links, filepath, line)}</th><td>${change}</td></tr>\n`,
    ),
    note: noteOnRows(shown, "changed symbols"),
  });
}

function table(
  title: string,
  lead: string,
  heads: readonly string[],
  { rows, note }: { readonly rows: readonly Html[]; readonly note: Html },
): Html {
  if (rows.length === 0) return nothing;
  return html`<div><h3>${title}</h3>
<p class="note">${lead}</p>
<div class="scroll"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>
${note}</div>
`;
}
