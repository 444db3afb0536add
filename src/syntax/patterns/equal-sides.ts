/**
 * The search for code such as `a == a` in a text that is not parsed yet. Input: a text and a sign; output: false if no two equal
 * operands are around it. It reads words and brackets; quotes, comments, directives and long operands leave a doubt, which is true.
 * A macro that masking takes away may be next to an operand, so that words of both sides are compared, and no whole operands.
 */

/** UTF-16 code units of an operand: a longer one is not read. */
const maxOperandLength = 1_000;

/** UTF-16 code units of all operands of a text, a tenth of a second: more of them are a doubt. */
const maxRead = 1_000_000;

/** True if a text may have equal code on both sides of a sign, masked or not. */
export function mayHaveEqualSides(text: string, sign: string): boolean {
  let read = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
    const right = firstWordsAfter(text, at + sign.length);
    const left = right && operandBefore(text, at);
    if (right === undefined || left === undefined) return true;
    read += left.length;
    if (read > maxRead) return true;
    const words = new Set(left.match(wordPattern));
    if (right.some((word) => words.has(word))) return true;
  }
  return false;
}

const wordPattern = /[\p{L}\p{N}_$]+/gu;

/** Matches signs that may hide the end of an operand: quotes, comments, directives and joined lines. */
const doubtful = /["'`#\\]|\/[/*]|\*\//;

const codesOf = (signs: string) => new Set([...signs].map((sign) => sign.charCodeAt(0)));
const [opening, closing, semicolon] = [codesOf("([{"), codesOf(")]}"), ";".charCodeAt(0)];

/** Returns the text before a sign up to where its operand begins at the earliest; undefined for a doubt. */
function operandBefore(text: string, end: number): string | undefined {
  let depth = 0;
  let start = end;
  for (; start > 0; start--) {
    const code = text.charCodeAt(start - 1);
    if (closing.has(code)) depth++;
    else if (opening.has(code)) depth--;
    if (depth < 0 || (depth === 0 && code === semicolon)) break;
    if (end - start > maxOperandLength) return undefined;
  }
  const operand = text.slice(start, end);
  // A line comment may have a sign that ends an operand.
  const before = text.slice(Math.max(0, start - maxOperandLength), start);
  const lineStart = before.lastIndexOf("\n") + 1;
  const isCut = lineStart === 0 && before.length < start;
  return isCut || doubtful.test(operand) || before.includes("//", lineStart) ? undefined : operand;
}

/**
 * Returns the words after a sign up to the first one that nothing follows which begins an operand: that one cannot be a macro without
 * a value. Undefined for a doubt.
 */
function firstWordsAfter(text: string, start: number): readonly string[] | undefined {
  const words: string[] = [];
  let depth = 0;
  let isEmpty = true;
  for (let at = start; at - start <= maxOperandLength; ) {
    tokenHere.lastIndex = at;
    const [blanks = "", token = ""] = tokenHere.exec(text)?.slice(1) ?? [];
    if (token === "") return words;
    const isWord = wordStart.test(token);
    const after = text[at + blanks.length + token.length] ?? "";
    // R"(…)" and the like are other literals.
    const isPrefix = wordStart.test(token) && !/^["']/.test(token) && /^["'`]/.test(after);
    if (isPrefix || isDoubt(token, after)) return undefined;
    const closes = ")]}".includes(token);
    const isEnd = depth === 0 && words.length > 0 && !isWord && !beginsOperand.has(token);
    // `{}` is an operand without a word.
    if (isEnd || (depth === 0 && (closes || token === ";" || token === ","))) {
      return words.length === 0 && !isEmpty ? undefined : words;
    }
    if (isWord) words.push(token);
    if ("([{".includes(token)) depth++;
    if (closes) depth--;
    isEmpty = false;
    at += blanks.length + token.length;
  }
  return undefined;
}

/** A word, a literal or a sign, after blanks. */
const tokenHere = /(\s*)([\p{L}\p{N}_$]+|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.){1,9}'|->|::|[^\s])/uy;

/** A literal counts as a word. */
const wordStart = /^(?:[\p{L}\p{N}_$]|["'].)/u;

/** True for a sign that begins a comment or a directive, or a quote that its line does not end. */
function isDoubt(token: string, after: string): boolean {
  return /^["'`#\\]$/.test(token) || (token === "/" && /^[/*]/.test(after));
}

/** Signs at which an operand may begin. */
const beginsOperand: ReadonlySet<string> = new Set(["(", "*", "&", "!", "~", "-", "+", "::", "[", "{"]);
