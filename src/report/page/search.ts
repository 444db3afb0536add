/**
 * The search box of the report's page, in the browser. Input: the keys that a reader presses; output: the list of hits
 * below the box.
 */
import { counted, numberText } from "../../base/counted.ts";
import { linkTo } from "../link-template.ts";
import type { PageData } from "../page-data.ts";
import { element } from "./element.ts";
import { type Entry, type Hits, searchOf } from "./find-entries.ts";

/** Hits that are listed: who wants more of them types a further letter. */
const maxHits = 100;

/** Milliseconds after which the search is prepared. */
const preparingMs = 300;

/**
 * Shows the search, and starts it: hits change with every letter.
 *
 * @param open shows a hit in the page
 */
export function startSearch(data: PageData, open: (entry: Entry) => void): void {
  const search = document.getElementById("search");
  const input = document.getElementById("query");
  const hits = document.getElementById("hits");
  const count = document.getElementById("hit-count");
  const list = document.getElementById("hit-list");
  if (search === null || !(input instanceof HTMLInputElement) || hits === null || count === null || list === null)
    return;
  search.hidden = false;
  let find: ReturnType<typeof searchOf> | undefined;
  // Ready before the first letter is typed, and not before the page is seen.
  setTimeout(() => {
    find ??= searchOf(data);
  }, preparingMs);
  const close = () => {
    hits.hidden = true;
  };
  const show = () => {
    const query = input.value.trim();
    hits.hidden = query === "";
    if (query === "") return;
    find ??= searchOf(data);
    const found = find(query, maxHits);
    count.textContent = countText(found);
    const words = query.toLowerCase().split(/\s+/);
    const items = found.entries.map((entry) => {
      const item = hitItem(entry, words, data);
      item.addEventListener("click", (event) => {
        // With a key the link itself is opened.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        close();
        open(entry);
      });
      return item;
    });
    list.replaceChildren(...items);
    hits.scrollTop = 0;
  };
  input.addEventListener("input", show);
  input.addEventListener("focus", () => {
    find ??= searchOf(data);
    show();
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
      input.focus();
      close();
    }
    const hit = event.target === input ? list.querySelector("a") : event.target;
    if (event.key === "Enter" && hit instanceof HTMLAnchorElement && !event.ctrlKey && !event.metaKey) {
      // Otherwise the key would press the button that has the focus by then.
      event.preventDefault();
      hit.click();
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const stops: readonly HTMLElement[] = [input, ...list.querySelectorAll("a")];
    const place = stops.findIndex((stop) => stop.contains(document.activeElement));
    stops[Math.max(0, Math.min(place + step, stops.length - 1))]?.focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !search.contains(target)) close();
  });
  search.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !search.contains(relatedTarget)) close();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function countText({ entries, count }: Hits): string {
  if (count === 0) return "Nothing has this name.";
  return entries.length < count ? `The best ${entries.length} of ${numberText(count)}` : counted(count, "result");
}

function hitItem({ file, symbol, text, nameStart }: Entry, words: readonly string[], data: PageData): HTMLElement {
  const { path, symbols } = data.files[file] ?? { path: "", symbols: [] };
  const [, kind, , , line, column] = symbols[symbol] ?? [0, undefined, "", "", 1, 1, ""];
  const href = linkTo(data.links, { path, line, column });
  const place = kind === undefined ? [] : [element("span", { class: "place" }, element("bdi", {}, path), `:${line}`)];
  return element(
    "li",
    {},
    element(
      "a",
      { href },
      element("span", { class: "kind" }, kind === undefined ? "file" : (data.kinds[kind] ?? "")),
      element(
        "span",
        { class: "hit" },
        element("span", { class: "muted" }, ...marked(text.slice(0, nameStart), words)),
        element("wbr"),
        element("b", {}, ...marked(text.slice(nameStart), words)),
      ),
      ...place,
    ),
  );
}

/** A text in which the first place of each word is marked. */
function marked(text: string, words: readonly string[]): readonly (Node | string)[] {
  const lowerCase = text.toLowerCase();
  // The lower case of a few letters is longer: offsets in it differ from offsets in the text.
  if (lowerCase.length !== text.length) return [text];
  const places = words
    .map((word) => ({ start: lowerCase.indexOf(word), end: lowerCase.indexOf(word) + word.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
  const parts: (Node | string)[] = [];
  let done = 0;
  for (const { start, end } of places) {
    if (start < done) continue;
    parts.push(text.slice(done, start), element("mark", {}, text.slice(start, end)));
    done = end;
  }
  return [...parts, text.slice(done)];
}
