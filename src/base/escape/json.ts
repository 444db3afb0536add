import { escapedAsJson, hiddenExcept } from "./hidden.ts";

/** Hidden characters, which JSON.stringify leaves in a string, and `##[`, which begins a command of a runner of CI. */
const escaped = new RegExp(`${hiddenExcept("\\n").source}|#(?=#\\[)`, "gu");

/** True of a text that may have a character to escape: most have none. */
const mayHave = /[\u007f-\uffff]|##\[/;

/**
 * Returns a value as JSON: its strings are the same for every parser, and have no characters that are not seen, move others or
 * end a line, so that the text may be shown and split into lines.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  return mayHave.test(text) ? text.replace(escaped, escapedAsJson) : text;
}
