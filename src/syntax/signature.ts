import { oneLine } from "./one-line.ts";

/** UTF-16 code units of a signature that an answer shows. */
const maxSignatureLength = 160;

/** UTF-16 code units in which a signature is looked for first: an initializer can be a table of a megabyte. */
const usualHeadLength = 1_000;

/**
 * Returns the text before the body of a definition, without comments, as its signature: on one line, at most `maxLength` characters.
 *
 * @param joinsLines true for a language whose preprocessor joins a word that a backslash at the end of a line splits
 */
export function signatureOf(head: string, joinsLines: boolean, maxLength = maxSignatureLength): string {
  const partOf = (text: string) => withoutEnd(withoutWrapper(joinsLines ? inOnePiece(text) : text));
  const first = oneLine(partOf(head.slice(0, usualHeadLength)), usualHeadLength);
  const isEnough = head.length <= usualHeadLength || first.length > maxLength;
  return oneLine(isEnough ? first : partOf(head), maxLength);
}

/** A head in which no backslash at the end of a line splits a word. */
function inOnePiece(head: string): string {
  return head.includes("\\") ? head.replace(/(?<=[\w$])(?:\\\r?\n)+(?=[\w$])/g, "") : head;
}

/** The text before a body without blanks, semicolons, colons and braces at its end. */
function withoutEnd(head: string): string {
  let end = head.length;
  while (end > 0 && /[\s;{:]/.test(head.charAt(end - 1))) end--;
  return head.slice(0, end);
}

/** `int f()` of `int) f()`, the start of a declaration whose type is in a macro: `EXPORT(int) f()`. */
function withoutWrapper(head: string): string {
  const close = head.indexOf(")");
  const isOpen = close >= 0 && head.lastIndexOf("(", close) < 0;
  return isOpen ? head.slice(0, close) + head.slice(close + 1) : head;
}
