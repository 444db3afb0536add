/** The script of a report's page: it fills in what is only built when it is looked at. */
import { linkTo } from "../link-template.ts";
import type { PageData, PlaceData } from "../page-data.ts";
import { startDetails } from "./details.ts";
import { element } from "./element.ts";
import { growList, whenOpened } from "./growing-list.ts";
import { startSearch } from "./search.ts";
import { makeSortable } from "./sortable.ts";
import { fillTree } from "./tree.ts";

const data: PageData = JSON.parse(document.getElementById("data")?.textContent ?? "null");
fillTree(data);
fillRules(data);
makeSortable();
enlargePicture();
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

/** Lets a picture that is wider than the page be seen at its own size, too: the part in its middle first. */
function enlargePicture(): void {
  const picture = document.querySelector(".picture");
  const scroll = picture?.querySelector(".scroll");
  const image = picture?.querySelector("img");
  if (picture === null || !scroll || !image) return;
  const button = element("button", { type: "button", "aria-pressed": "false" }, "Show at full size");
  button.addEventListener("click", () => {
    const isLarge = picture.classList.toggle("large");
    button.setAttribute("aria-pressed", String(isLarge));
    scroll.scrollLeft = (scroll.scrollWidth - scroll.clientWidth) / 2;
    scroll.scrollTop = (scroll.scrollHeight - scroll.clientHeight) / 2;
  });
  const offer = () => {
    if (image.naturalWidth > scroll.clientWidth) picture.append(button);
  };
  if (image.complete) offer();
  else image.addEventListener("load", offer);
}
