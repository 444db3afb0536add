import { counted, numberText } from "../base/counted.ts";
import { maxPageWorstFunctions } from "../base/limits.ts";
import { type Html, html, nothing } from "./html.ts";
import type { Links } from "./link-template.ts";
import { placeLink } from "./place-link.ts";
import type { Report } from "./report.ts";
import { type Column, columns } from "./worst-functions.ts";

const titles: Readonly<Record<Column, string>> = {
  cognitive: "Cognitive",
  complexity: "Complexity",
  lines: "Lines",
  nesting: "Nesting",
  parameters: "Parameters",
};

/** Returns the part of a page on the functions that are the hardest to work with: a table, which the script sorts. */
export function functionsSection({ worst, totals }: Report, links: Links): Html {
  const { functions } = totals;
  const rows = worst.map(({ name, path, line, numbers }) => {
    const cells = columns.map((column) => html`<td>${numberText(numbers[column])}</td>`);
    return html`<tr><th scope="row"><bdi>${name}</bdi><br>${placeLink(links, path, line)}</th>${cells}</tr>\n`;
  });
  const heads = columns.map(
    (column, i) => html`<th scope="col"${i === 0 ? html` aria-sort="descending"` : nothing}>${titles[column]}</th>`,
  );
  const lead =
    functions === undefined
      ? "Not known for the languages of this folder."
      : worst.length < functions
        ? `The worst ${maxPageWorstFunctions} by each column: ${numberText(worst.length)} of ${counted(functions, "function")}.`
        : `${counted(functions, "function")}.`;
  return html`<section id="functions" aria-labelledby="functions-title">
<h2 id="functions-title">Functions</h2>
<p class="lead">${lead} Cognitive complexity counts what makes a function hard to read, complexity the ways through it.</p>
${
  worst.length === 0
    ? nothing
    : html`<div class="scroll"><table id="function-table" class="sortable">
<thead><tr><th scope="col">Function</th>${heads}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`
}
</section>`;
}
