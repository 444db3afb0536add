import { linkTo } from "../link-template.ts";
import type { PageData, PlaceData } from "../page-data.ts";
import { element } from "./element.ts";
import { growList, whenOpened } from "./growing-list.ts";

/** Lists the places of a rule when it is opened. */
export function fillRules(data: PageData): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("details[data-rule]")) {
    const { places = [] } = data.rules[Number(details.dataset.rule)] ?? {};
    whenOpened(details, () => {
      const list = element("ol", { class: "places" });
      details.append(list);
      growList(list, places, (place) => placeItem(place, data));
    });
  }
}

function placeItem([file, line, column, message, text]: PlaceData, { files, links }: PageData): HTMLElement {
  const { path } = files[file] ?? { path: "" };
  const href = linkTo(links, { path, line, column });
  return element(
    "li",
    {},
    element("a", { class: "place", href }, element("bdi", {}, path), `:${line}`),
    element("span", { class: "message" }, message),
    element("code", {}, text),
  );
}
