import { compareText } from "../../base/compare-text.ts";
import { element } from "./element.ts";

/** Rows of a table that are shown before all are asked for. */
const rowsAtFirst = 20;

/** Makes the heads of the tables that are meant for it sort them, and shows the first rows of long ones. */
export function makeSortable(): void {
  for (const table of document.querySelectorAll<HTMLTableElement>("table.sortable")) {
    const heads = [...table.querySelectorAll<HTMLTableCellElement>("thead th")];
    for (const [column, head] of heads.entries()) {
      const button = element("button", { type: "button", class: "sort" }, head.textContent ?? "");
      button.addEventListener("click", () => sort(table, heads, column));
      head.replaceChildren(button);
    }
    shorten(table);
  }
}

/** Sorts by a column: numbers from the largest on, texts from A on, and the other way round when they already are. */
function sort(table: HTMLTableElement, heads: readonly HTMLTableCellElement[], column: number): void {
  const [body] = table.tBodies;
  const head = heads[column];
  if (body === undefined || head === undefined) return;
  const usual = column === 0 ? "ascending" : "descending";
  const other = column === 0 ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") === usual ? other : usual;
  for (const one of heads) one.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const rows = [...body.rows].map((row) => ({ row, text: row.cells[column]?.textContent ?? "" }));
  const numberOf = ({ text }: { readonly text: string }) => Number(text.replaceAll(",", ""));
  rows.sort((a, b) => sign * (column === 0 ? compareText(a.text, b.text) : numberOf(a) - numberOf(b)));
  body.append(...rows.map(({ row }) => row));
}

function shorten(table: HTMLTableElement): void {
  const count = table.tBodies[0]?.rows.length ?? 0;
  if (count <= rowsAtFirst) return;
  table.classList.add("short");
  const button = element("button", { type: "button", class: "all" }, `Show all ${count}`);
  button.addEventListener("click", () => {
    table.classList.remove("short");
    button.remove();
  });
  table.after(button);
}
