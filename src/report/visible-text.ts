import { escapedAsJson, hiddenExcept } from "../base/escape/hidden.ts";

/** Returns a text as one line whose characters are all seen, in the order in which they are written. Tabs stay. */
export function visibleText(text: string): string {
  return text.replace(hidden, escapedAsJson);
}

const hidden = hiddenExcept("\\t");
