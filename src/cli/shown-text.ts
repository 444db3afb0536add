import { escapedAsJson, hiddenExcept } from "../base/escape/hidden.ts";

/** Characters that a terminal takes for commands, or that are not seen, except for tabs and line ends. */
const commands = new RegExp(`\\r(?!\\n)|${hiddenExcept("\\t\\n\\r").source}`, "gu");

/** Characters that are not seen or reorder what is shown around them. Control characters are commands of our own. */
const reordering = hiddenExcept("\\p{Cc}");

/** Returns text as a terminal may receive it: what commands it is escaped as in JSON. */
export function shownText(text: string): string {
  return text.replace(commands, escapedAsJson);
}

/** Returns text, which may have commands of our own, with characters escaped that reorder it. */
export function inOrder(text: string): string {
  return text.replace(reordering, escapedAsJson);
}
