/** Lists of symbols in the view of code, in the browser. Input: rows of answers; output: elements, whose names open what they name. */
import { counted } from "../../base/counted.ts";
import { element } from "./element.ts";
import type { Row } from "./view-answers.ts";

/** A symbol that a reader has chosen. */
type Chosen = Pick<Row, "name" | "path" | "line"> & {
  /** True if the line is the one of its definition, and not of a use in it. */
  readonly isDefinition: boolean;
};

/** Opens pages of the view. */
export type Navigation = {
  readonly showSymbol: (symbol: Chosen) => void;
  readonly showFolder: (path: string) => void;
};

/** Rows that a list shows: the view is a part of a client's page. */
const maxRows = 100;

/** Returns a list of rows, and a note if it has not all of them. */
export function itemsOf(
  rows: readonly Row[],
  { showSymbol }: Navigation,
  { areDefinitions, most = maxRows }: { readonly areDefinitions: boolean; readonly most?: number },
): readonly HTMLElement[] {
  if (rows.length === 0) return [];
  const items = rows.slice(0, most).map(({ name, container, kind, path, line, text }) => {
    const open = () => showSymbol({ name, path, line, isDefinition: areDefinitions });
    return element(
      "li",
      {},
      element("span", { class: "kind" }, kind),
      ...(container === "" ? [] : [element("span", { class: "muted" }, element("bdi", {}, container), " ")]),
      ...(name === "" ? [] : [buttonTo(name, open)]),
      placeOf(path, line),
      element("code", {}, text),
    );
  });
  const list = element("ul", { class: "rows" }, ...items);
  return rows.length > most ? [list, note(`${most} of ${counted(rows.length, "row")}.`)] : [list];
}

/** Returns a button that looks like a link. */
export function buttonTo(text: string, open: () => void): HTMLElement {
  const button = element("button", { type: "button", class: "link" }, element("bdi", {}, text));
  button.addEventListener("click", open);
  return button;
}

export function placeOf(path: string, line: number): HTMLElement {
  return element("span", { class: "place" }, element("bdi", {}, path), line > 0 ? `:${line}` : "");
}

/** Returns a paragraph, which is not seen without a text. */
export function note(text: string): HTMLElement {
  return element("p", { class: "note" }, text);
}
