/** Returns the first UTF-16 code units of a text, without half a character at the end. */
export function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/** Returns a text of at most so many UTF-16 code units: `…` stands for the omitted part. */
export function shortened(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${startOf(text, maxChars - 1)}…`;
}

/** Returns a text of at most so many UTF-16 code units, and after it how many are omitted. */
export function cutText(text: string, length: number): string {
  const shown = startOf(text, length);
  const cut = `${shown}… [${text.length - shown.length} characters omitted]`;
  return cut.length < text.length ? cut : text;
}
