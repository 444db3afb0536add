/**
 * The dialog about one symbol or file, in the browser. Input: the data of the page, and a symbol or a file; output: its source, its uses
 * or imports, a link to its place, and a button that copies its path.
 */
import { counted } from "../../base/counted.ts";
import { linkTo } from "../link-template.ts";
import type { PageData } from "../page-data.ts";
import { element } from "./element.ts";
import { numberedLines } from "./numbered-lines.ts";

/** A symbol of a file, or the file itself with -1. */
type Shown = { readonly file: number; readonly symbol: number };

/** Prepares the dialog, and returns the function that shows something in it. */
export function startDetails(data: PageData): (shown: Shown) => void {
  const dialog = document.getElementById("details");
  if (!(dialog instanceof HTMLDialogElement)) return () => {};
  const show = (shown: Shown) => {
    dialog.replaceChildren(...(shown.symbol < 0 ? fileParts(shown.file, data, show) : symbolParts(shown, data, show)));
    const close = element("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
    close.addEventListener("click", () => dialog.close());
    dialog.prepend(close);
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  };
  dialog.addEventListener("click", ({ target }) => {
    // Outside of its contents.
    if (target === dialog) dialog.close();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-symbol]") : null;
    if (link === null) return;
    event.preventDefault();
    const [file = 0, symbol = -1] = (link.dataset.symbol ?? "").split(":").map(Number);
    show({ file, symbol });
  });
  return show;
}

function symbolParts({ file, symbol }: Shown, data: PageData, show: (shown: Shown) => void): readonly HTMLElement[] {
  const { path = "", symbols = [] } = data.files[file] ?? {};
  const [, kind = 0, name = "", , line = 1, column = 1, signature = ""] = symbols[symbol] ?? [];
  const [uses = 0, start = line, source = "", places = []] = data.details[`${file}:${symbol}`] ?? [];
  const isKnown = data.details[`${file}:${symbol}`] !== undefined;
  const text = source === "" ? [] : [element("pre", { tabindex: "0" }, ...numberedLines(source, start))];
  const rows = places.map(([from, at, around]) => useItem({ file: from, symbol: around }, at, data, show));
  return [
    element("h2", {}, element("span", { class: "kind" }, data.kinds[kind] ?? ""), " ", element("bdi", {}, name)),
    placeBar({ path, line, column }, data),
    ...(source === "" && signature !== "" ? [element("p", { class: "signature" }, signature)] : text),
    ...(isKnown
      ? [
          element("h3", {}, uses === 0 ? "No use of it is known" : `Used ${counted(uses, "time")}`),
          element("ul", { class: "uses" }, ...rows),
        ]
      : []),
    ...(uses > places.length
      ? [element("p", { class: "note" }, "The first use in each symbol; find_references lists all.")]
      : []),
  ];
}

/** A use: the place, and the symbol that it is in, which a click shows. */
function useItem({ file, symbol }: Shown, line: number, data: PageData, show: (shown: Shown) => void): HTMLElement {
  const { path = "", symbols = [] } = data.files[file] ?? {};
  const name = symbols[symbol]?.[2];
  const href = linkTo(data.links, { path, line, column: 1 });
  const place = element("a", { class: "place", href }, element("bdi", {}, path), `:${line}`);
  if (name === undefined) return element("li", {}, place);
  return element(
    "li",
    {},
    buttonTo(name, () => show({ file, symbol })),
    " ",
    place,
  );
}

function fileParts(file: number, data: PageData, show: (shown: Shown) => void): readonly HTMLElement[] {
  const { path = "", symbols = [] } = data.files[file] ?? {};
  const listOf = (title: string, files: readonly number[]) =>
    files.length === 0
      ? []
      : [
          element("h3", {}, title),
          element(
            "ul",
            { class: "uses" },
            ...files.map((other) =>
              element(
                "li",
                {},
                buttonTo(data.files[other]?.path ?? "", () => show({ file: other, symbol: -1 })),
              ),
            ),
          ),
        ];
  const ends = (own: 0 | 1, other: 0 | 1) => [
    ...new Set(data.imports.filter((one) => one[own] === file).map((one) => one[other])),
  ];
  return [
    element("h2", {}, element("span", { class: "kind" }, "file"), " ", element("bdi", {}, path)),
    placeBar({ path, line: 1, column: 1 }, data),
    element("p", { class: "note" }, counted(symbols.length, "symbol")),
    ...listOf("Imports", ends(0, 1)),
    ...listOf("Imported by", ends(1, 0)),
  ];
}

function buttonTo(text: string, open: () => void): HTMLElement {
  const button = element("button", { type: "button", class: "link" }, element("bdi", {}, text));
  button.addEventListener("click", open);
  return button;
}

/** The link to a place, and a button that copies its path; where a page may not, the path is selected. */
function placeBar(place: { readonly path: string; readonly line: number; readonly column: number }, data: PageData) {
  const text = `${place.path}:${place.line}`;
  const link = element("a", { class: "place", href: linkTo(data.links, place) }, element("bdi", {}, text));
  const copy = element("button", { type: "button" }, "Copy path");
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
    } catch {
      getSelection()?.selectAllChildren(link);
      copy.textContent = "Selected";
    }
  });
  return element("p", { class: "bar-of-place" }, link, " ", copy);
}
