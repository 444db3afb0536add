/** A text with its lines joined and single blanks, cut with an ellipsis where it is longer than `maxLength`. */
export function oneLine(text: string, maxLength: number): string {
  const line = text
    .replace(/\\\r?\n/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
