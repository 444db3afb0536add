import { type Html, html } from "./html.ts";
import { type Links, linkTo } from "./link-template.ts";

/** Returns the link to a file or, with a line, to a place in it. */
export function placeLink(links: Links, path: string, line?: number): Html {
  const href = linkTo(links, { path, line: line ?? 1, column: 1 });
  return html`<a class="place" href="${href}"><bdi>${path}</bdi>${line === undefined ? "" : `:${line}`}</a>`;
}
