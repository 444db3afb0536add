/** The end of the line without its line break, over continued lines. */
export function endOfLine(text: string, at: number): number {
  for (let from = at; ; ) {
    const end = text.indexOf("\n", from);
    if (end < 0) return text.length;
    const last = text.charCodeAt(end - 1) === 13 ? end - 2 : end - 1;
    if (text.charCodeAt(last) !== 92) return last + 1;
    from = end + 1;
  }
}
