/** Returns a text of at most `maxChars` UTF-16 code units: `…` stands for what is left out. */
export function shortened(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  // No half of a surrogate pair stays at the end.
  return `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
