/** A label of Mermaid, between quotes: it has codes for characters that mean something in it, and reads labels as HTML. */
export function mermaidText(text: string): string {
  return plainLine(text).replace(/[#"<>&`\\]/g, (character) => `#${character.charCodeAt(0)};`);
}

/** A label of DOT, between quotes. */
export function dotText(text: string): string {
  return plainLine(text).replace(/["\\]/g, "\\$&");
}

/** A text without control characters, which names of files may have. */
function plainLine(text: string): string {
  return text.replace(/\p{Cc}/gu, "\uFFFD");
}
