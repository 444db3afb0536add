/** UTF-16 code units of the text of a reference. */
const maxTextLength = 160;

/** UTF-16 code units on each side of a name in which the ends of its line are looked for. */
const maxSide = 2_000;

/** Returns the line of a name without the blanks around it; a long one is cut on both sides of the name, with `…`. */
export function textAround(text: string, offset: number, length: number): string {
  const sideStart = Math.max(offset - maxSide, 0);
  const lineStart = sideStart + text.slice(sideStart, offset).lastIndexOf("\n") + 1;
  const side = text.slice(offset, offset + length + maxSide);
  const lineBreak = side.indexOf("\n");
  const lineEnd = offset + (lineBreak < 0 ? side.length : lineBreak);
  const first = Math.min(firstVisible(text, lineStart), offset);
  const last = Math.max(afterLastVisible(text, lineEnd), offset + length);
  if (last - first <= maxTextLength) return text.slice(first, last);
  const before = Math.floor((maxTextLength - length) / 2);
  const from = Math.max(first, Math.min(offset - before, last - maxTextLength));
  const to = Math.min(last, from + maxTextLength);
  const cut = text.slice(from > first ? from + 1 : from, to < last ? to - 1 : to);
  return `${from > first ? "…" : ""}${cut}${to < last ? "…" : ""}`;
}

function firstVisible(text: string, start: number): number {
  let at = start;
  while (/[^\S\n]/.test(text.charAt(at))) at++;
  return at;
}

function afterLastVisible(text: string, end: number): number {
  let at = end;
  while (at > 0 && /[^\S\n]/.test(text.charAt(at - 1))) at--;
  return at;
}
