/** The script of a report's page: it fills in what is only built when it is looked at. */
import { linkTo } from "../link-template.ts";
import type { PageData, PlaceData } from "../page-data.ts";
import { startDetails } from "./details.ts";
import { element } from "./element.ts";
import { growList, whenOpened } from "./growing-list.ts";
import { showPicture } from "./picture-view.ts";
import { startSearch } from "./search.ts";
import { makeSortable } from "./sortable.ts";
import { fillTree } from "./tree.ts";

const data: PageData = JSON.parse(document.getElementById("data")?.textContent ?? "null");
fillTree(data);
fillRules(data);
makeSortable();
followPicture();
startSearch(data, startDetails(data));

/** Lists the places of a rule when it is opened. */
function fillRules(data: PageData): void {
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

/** Lets the picture be zoomed and followed; without a script it is an image. */
function followPicture(): void {
  const place = document.querySelector(".picture");
  const source = place?.querySelector("img")?.getAttribute("src") ?? "";
  const bytes = Uint8Array.from(atob(source.slice(source.indexOf(",") + 1)), (character) => character.charCodeAt(0));
  if (place !== null) showPicture(place, new TextDecoder().decode(bytes));
}
