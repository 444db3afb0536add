/**
 * Returns a text as one line whose characters are all seen, in the order in which they are written: control characters,
 * line separators and marks that turn the direction of text are escaped as in JSON. Tabs stay.
 */
export function visibleText(text: string): string {
  return text.replace(hidden, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Controls but the tab, zero-width characters, directional marks, embeddings, overrides and isolates, separators. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is made visible.
const hidden = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
