import { escapedUnits, withVisible } from "../base/hidden-characters.ts";

/**
 * Returns a text as one line whose characters are all seen, in the order in which they are written: control characters but
 * the tab and hidden characters are escaped as in JSON.
 */
export function visibleText(text: string): string {
  return withVisible(text.replace(/(?!\t)\p{Cc}/gu, escapedUnits));
}
