/** A text with its lines joined and single blanks, cut with an ellipsis where it is longer than `maxLength`. */
export function oneLine(text: string, maxLength: number): string {
  const line = isOneLine.test(text) ? text : joined(text);
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}

/** Matches what is one line already, as most texts are. */
const isOneLine = /^\S+(?: \S+)*$/;

function joined(text: string): string {
  return text
    .replace(/\\\r?\n/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
