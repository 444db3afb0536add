import { withVisible } from "../base/hidden-characters.ts";
import { plain } from "./plain.ts";

/** Characters that a terminal takes for commands, but for tabs and line ends. */
const commands = /\r(?!\n)|(?![\t\n\r])\p{Cc}/gu;

/** Returns text as a terminal may receive it: what commands it is escaped as in JSON. */
export function shownText(text: string): string {
  return inOrder(text.replace(commands, plain));
}

/** Returns text, which may have commands of our own, with characters escaped that are not seen or reorder others. */
export function inOrder(text: string): string {
  return withVisible(text);
}
