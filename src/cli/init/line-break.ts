/** Returns the line break of a text: that of its first line. */
export function lineBreakOf(text: string): "\n" | "\r\n" {
  return /^[^\n]*\r\n/.test(text) ? "\r\n" : "\n";
}
