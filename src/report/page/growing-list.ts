import { numberText } from "../../base/counted.ts";
import { element } from "./element.ts";

/** Rows that are built at a time: some screens. */
const rowsAtOnce = 200;

/** Fills a list with the rows of the first items, and with rows of further items once its end comes into view. */
export function growList<Item>(list: HTMLElement, items: readonly Item[], rowOf: (item: Item) => HTMLElement): void {
  let shown = 0;
  const further = element("button", { type: "button" });
  const end = element("li", { class: "further" }, further);
  const grow = () => {
    const rows = items.slice(shown, shown + rowsAtOnce).map(rowOf);
    shown += rows.length;
    end.remove();
    list.append(...rows);
    if (shown === items.length) {
      observer.disconnect();
      return;
    }
    further.textContent = `${numberText(items.length - shown)} more`;
    list.append(end);
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) grow();
  });
  further.addEventListener("click", grow);
  grow();
  if (shown < items.length) observer.observe(end);
}

/** Calls a function when a `details` is opened for the first time. */
export function whenOpened(details: HTMLDetailsElement, fill: () => void): void {
  const listener = () => {
    if (!details.open) return;
    details.removeEventListener("toggle", listener);
    fill();
  };
  details.addEventListener("toggle", listener);
}
