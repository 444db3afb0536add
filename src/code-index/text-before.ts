/**
 * The code before an offset, whatever follows: read backward, without a tree. Input: a text and an offset; output: the operand or the
 * qualifier that ends there, or the place where it begins.
 */

const wordPattern = /[\w$]/;

/** Characters of the longest name that is read, with its template arguments. */
export const maxName = 400;

/** Characters that are read backward. */
const maxOperand = 600;

/**
 * The start of the operand that ends at an offset: `a.b(c)[0]` of `x = a.b(c)[0]`; the offset itself if there is none.
 */
export function startOfOperand(text: string, end: number): number {
  let at = end;
  while (at > 0 && end - at < maxOperand) {
    const character = text[at - 1] ?? "";
    if (wordPattern.test(character)) {
      while (at > 0 && wordPattern.test(text[at - 1] ?? "")) at--;
    } else if (character === ")" || character === "]") {
      const opening = openingBefore(text, at);
      if (opening === at) return at;
      at = opening;
    } else return at;
    const before = skipSpaceBack(text, at);
    if (text.startsWith("->", before - 2) || text.startsWith("::", before - 2)) at = skipSpaceBack(text, before - 2);
    else if (text[before - 1] === "." && text[before - 2] !== ".") at = skipSpaceBack(text, before - 1);
    else if (!/[([]/.test(text[at] ?? "") || !/[\w$)\]]/.test(text[before - 1] ?? "")) return at;
    else at = before;
  }
  return at;
}

function openingBefore(text: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0 && end - at < maxOperand; at--) {
    const character = text[at] ?? "";
    if (character === ")" || character === "]") depth++;
    else if ((character === "(" || character === "[") && --depth === 0) return at;
  }
  return end;
}

/** The qualifier with `::` before an offset. */
export function qualifierBefore(text: string, offset: number): string {
  let end = skipSpaceBack(text, offset);
  if (text[end - 1] === "~") end = skipSpaceBack(text, end - 1);
  if (text.slice(end - 8, end) === "template") end = skipSpaceBack(text, end - 8);
  if (!text.startsWith("::", end - 2)) return "";
  let start = end - 2;
  for (let before = skipSpaceBack(text, start); offset - before < maxName; before = skipSpaceBack(text, start)) {
    let at = before;
    if (text[at - 1] === ">") at = skipSpaceBack(text, angleBefore(text, at));
    const wordEnd = at;
    while (at > 0 && wordPattern.test(text[at - 1] ?? "")) at--;
    if (
      at === wordEnd ||
      isInLineComment(text, wordEnd, start) ||
      /^(return|case|else|throw|new|delete|typename|const|inline|static)$/.test(text.slice(at, wordEnd))
    )
      break;
    start = at;
    const next = skipSpaceBack(text, at);
    if (!text.startsWith("::", next - 2)) break;
    start = next - 2;
  }
  return text.slice(start, end);
}

/** True for text that ends on a line above an offset, in a comment that `//` begins. */
function isInLineComment(text: string, end: number, offset: number): boolean {
  if (!text.slice(end, offset).includes("\n")) return false;
  const line = text.slice(Math.max(end - maxName, 0), end);
  return line.indexOf("//", line.lastIndexOf("\n") + 1) >= 0;
}

function angleBefore(text: string, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= 0 && end - at < maxName; at--) {
    const character = text[at];
    if (character === ">" && text[at - 1] !== "-") depth++;
    else if (character === "<" && --depth === 0) return at;
    else if (character === ";" || character === "{" || character === "}") return end;
  }
  return end;
}

/** The offset without the white space before it. */
export function skipSpaceBack(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1] ?? "")) at--;
  return at;
}

/** Words before an operand, or of its parenthesis, that are not part of it. */
const operandWord =
  /^(?:return|await|yield|in|is|not|and|or|if|elif|else|while|for|switch|assert|del|print|case|throw|new|delete|co_return|co_await|co_yield)\b/;

/** True for a text that begins with a word that is followed by an operand. */
export function isOperandWord(text: string): boolean {
  return operandWord.test(text);
}

/** The operand that a text ends with; "" where there is none. */
export function operandBefore(text: string): string {
  const end = skipSpaceBack(text, text.length);
  let operand = text.slice(startOfOperand(text, end), end);
  while (operandWord.test(operand)) operand = operand.replace(operandWord, "").trimStart();
  return operand;
}
