import { plain } from "./plain.ts";

/** Characters that a terminal takes for commands, but for tabs and line ends. */
const commands = /\r(?!\n)|(?![\t\n\r])\p{Cc}/gu;

/** Characters that reorder what is shown around them: code can look like other code (https://trojansource.codes). */
const reordering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns text as a terminal may receive it: what commands it is escaped as in JSON. */
export function shownText(text: string): string {
  return inOrder(text.replace(commands, plain));
}

/** Returns text, which may have commands of our own, with characters escaped that reorder it. */
export function inOrder(text: string): string {
  return text.replace(reordering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
