import { hiddenExcept } from "../base/escape/hidden.ts";

/** A label of Mermaid, between quotes: it has codes for characters that mean something in it, and reads labels as HTML. */
export function mermaidText(text: string): string {
  return plainLine(text).replace(/[#"<>&`\\]/g, codeOf);
}

/** A label of DOT, between quotes. Graphviz reads codes of HTML in labels, and some programs read labels as HTML. */
export function dotText(text: string): string {
  return plainLine(text)
    .replace(/["\\]/g, "\\$&")
    .replace(/&|#(?=#\[)/g, (character) => `&${codeOf(character)}`);
}

/** A text of XML, in an element or between quotes. */
export function xmlText(text: string): string {
  return plainLine(text).replace(/[<>&"]|#(?=#\[)/g, (character) => `&${codeOf(character)}`);
}

function codeOf(character: string): string {
  return `#${character.charCodeAt(0)};`;
}

/**
 * A text without hidden characters, which names of files may have, and without what else XML cannot have: each of them is a
 * replacement character.
 */
export function plainLine(text: string): string {
  return text.replace(hidden, "\uFFFD").replace(/[\uFFFE\uFFFF]/g, "\uFFFD");
}

const hidden = hiddenExcept("");
