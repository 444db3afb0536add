import { counted, numberText } from "../base/counted.ts";
import type { Dependencies } from "./dependencies.ts";
import { type FirstRows, leftOutOf, noteOnRows } from "./first-rows.ts";
import { type Html, html, nothing } from "./html.ts";
import type { Links } from "./link-template.ts";
import { placeLink } from "./place-link.ts";
import type { Report } from "./report.ts";

/** Returns the part of a page on which files need which. */
export function dependenciesSection({ dependencies, dependencyPicture }: Report, links: Links): Html {
  const { files, edges, cycles } = dependencies;
  const summary = `${counted(files, "file")}, ${counted(edges, "import")} between them, ${counted(cycles.total, "cycle")}.`;
  return html`<section id="dependencies" aria-labelledby="dependencies-title">
<h2 id="dependencies-title">Dependencies</h2>
<p class="lead">${summary}</p>
${dependencyPicture === undefined ? nothing : pictureOf(dependencyPicture, summary)}
${mostNeededTable(dependencies, links)}
${cycleList(dependencies, links)}
${unresolvedList(dependencies, links)}
</section>`;
}

/** As an image, an SVG runs no script, loads nothing and has no effect on the page around it. */
function pictureOf(svg: string, summary: string): Html {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return html`<figure class="picture"><img src="${source}" alt="Files with their imports: ${summary}"></figure>`;
}

function mostNeededTable({ needed }: Dependencies, links: Links): Html {
  if (needed.rows.length === 0) return nothing;
  const rows = needed.rows.map(
    ({ path, into, out }) =>
      html`<tr><th scope="row">${placeLink(links, path)}</th><td>${numberText(into)}</td><td>${numberText(out)}</td></tr>\n`,
  );
  return html`<h3>Most depended on</h3>
<div class="scroll"><table>
<thead><tr><th scope="col">File</th><th scope="col">Needed by</th><th scope="col">Needs</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>
${noteOnRows(needed, "files that others need")}`;
}

function cycleList({ cycles }: Dependencies, links: Links): Html {
  if (cycles.rows.length === 0) return nothing;
  return html`<h3>Cycles</h3>
<ol class="cycles">${cycles.rows.map((cycle) => cycleItem(cycle, links))}</ol>
${noteOnRows(cycles, "cycles")}`;
}

function cycleItem(cycle: FirstRows<string>, links: Links): Html {
  const { rows: paths } = cycle;
  const [first = ""] = paths;
  const leftOut = leftOutOf(cycle);
  const arrow = html` <span class="arrow">&rarr;</span> `;
  const steps = paths.map((path, i) => html`${i === 0 ? nothing : arrow}${placeLink(links, path)}`);
  const gap = leftOut === 0 ? nothing : html`${arrow}<span class="muted">${counted(leftOut, "further file")}</span>`;
  return html`<li>${steps}${gap}${arrow}<span class="place muted"><bdi>${first}</bdi></span></li>\n`;
}

function unresolvedList({ unresolved }: Dependencies, links: Links): Html {
  if (unresolved.rows.length === 0) return nothing;
  const items = unresolved.rows.map(
    ({ path, line, name }) => html`<li>${placeLink(links, path, line)} <code>${name}</code></li>\n`,
  );
  return html`<details class="more"><summary>${counted(unresolved.total, "import")} of something that is not in the folder</summary>
<ul class="plain">${items}</ul>
${noteOnRows(unresolved, "such imports")}</details>`;
}
