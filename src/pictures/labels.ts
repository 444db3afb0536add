/** A label of Mermaid, between quotes: it has codes for characters that mean something in it, and reads labels as HTML. */
export function mermaidText(text: string): string {
  return plainLine(text).replace(/[#"<>&`\\]/g, (character) => `#${character.charCodeAt(0)};`);
}

/** A label of DOT, between quotes. */
export function dotText(text: string): string {
  return plainLine(text).replace(/["\\]/g, "\\$&");
}

/** A text of XML, in an element or between quotes. */
export function xmlText(text: string): string {
  return plainLine(text).replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * A text without control characters, which names of files may have, without halves of surrogate pairs and what else XML
 * cannot have, and without hidden characters (base/hidden-characters): a picture has no place for their escapes.
 */
export function plainLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cs}\uFFFE\uFFFF\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu,
    "\uFFFD",
  );
}
