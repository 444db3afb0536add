/**
 * The lexer of C++ for masking: one linear pass. Input: the text; output: its tokens. An unfinished literal ends with its
 * line or the text.
 */
import { CharacterClass, classOf, isAssigning, isWordCode } from "./characters";
import { codeAt, indexOf, isText, length, startsWith } from "./text";
import { addDigraphAhead, addDirectiveAhead, addToken, addWord, beginTokens, Kind } from "./token-table";
import { formOf, hashed, numberOf } from "./vocabulary";

/** True if each literal and comment ends, and no `#` is inside a line. */
export let isSound: bool = true;
let at: i32 = 0;

export function readTokens(): void {
  beginTokens();
  isSound = true;
  at = 0;
  let first: i32 = 1;
  while (at < length) {
    const code = codeAt(at);
    const type = classOf(code);
    if (type === CharacterClass.letter) {
      if (code === 0xfeff && at === 0) {
        at = 1;
        continue;
      }
      readWord(first);
    } else if (type === CharacterClass.space || type === CharacterClass.backslash) {
      at += 1;
      continue;
    } else if (type === CharacterClass.newline) {
      at += 1;
      first = 1;
      continue;
    } else if (type === CharacterClass.punctuation) readPunctuation(code, first);
    else if (type === CharacterClass.digit) take(Kind.number, endOfNumber(at), first);
    else if (type === CharacterClass.slash) {
      const end = endOfComment(at);
      if (end > 0) {
        at = end;
        continue;
      }
      readPunctuation(code, first);
    } else if (type === CharacterClass.quote)
      take(code === 34 ? Kind.string : Kind.character, endOfLiteral(at, code), first);
    else if (first === 1) readDirective();
    else {
      isSound = false;
      readPunctuation(code, first);
    }
    first = 0;
  }
  at = length;
  take(Kind.end, length, 1);
}

function take(kind: i32, end: i32, first: i32): void {
  addToken(kind, at, end, first);
  at = end;
}

function readPunctuation(code: u32, first: i32): void {
  const next = codeAt(at + 1);
  let kind: i32 = code;
  let size = 1;
  if (next === 61) {
    if (code === 61 || code === 33 || code === 60 || code === 62) {
      kind = Kind.operator;
      size = code === 60 && codeAt(at + 2) === 62 ? 3 : 2;
    } else if (isAssigning(code)) {
      kind = Kind.operator;
      size = 2;
    }
  } else if (code === 58 && next === 58) {
    kind = Kind.scope;
    size = 2;
  } else if (code === 45 && next === 62) {
    kind = Kind.arrow;
    size = 2;
  } else if (code === 46 && next >= 48 && next <= 57) {
    take(Kind.number, endOfNumber(at), first);
    return;
  } else if (code === 60 || code === 37 || code === 58) {
    const bracket = bracketAt(code, next);
    if (bracket > 0) {
      addDigraphAhead();
      kind = bracket;
      size = 2;
    }
  }
  take(kind, at + size, first);
}

/** The code of the bracket that a digraph stands for, or 0. `<::` is an angle bracket before a scope: [lex.pptoken]. */
function bracketAt(code: u32, next: u32): i32 {
  if (code === 60 && next === 37) return 123;
  if (code === 37 && next === 62) return 125;
  if (code === 58 && next === 62) return 93;
  if (code !== 60 || next !== 58) return 0;
  const isScope = codeAt(at + 2) === 58 && codeAt(at + 3) !== 58 && codeAt(at + 3) !== 62;
  return isScope ? 0 : 91;
}

function readWord(first: i32): void {
  let end = at;
  let hash: u32 = 0;
  for (let code = codeAt(at); isWordCode(code); code = codeAt(end)) {
    hash = hashed(hash, code);
    end += 1;
  }
  const next = codeAt(end);
  if ((next === 34 || next === 39) && end - at <= 3 && readPrefixed(end, next, first)) return;
  const word = numberOf(at, end, hash);
  addWord(word, formOf(word), at, end, first);
  at = end;
}

/** `L"…"`, `u8R"(…)"`; false if the word is not a prefix. */
function readPrefixed(end: i32, next: u32, first: i32): bool {
  const isRaw = codeAt(end - 1) === 82;
  const to = isRaw ? end - 1 : end;
  const isPrefix = isText(at, to, "L") || isText(at, to, "u") || isText(at, to, "U") || isText(at, to, "u8");
  if (isRaw && next === 34 && (isPrefix || to === at)) take(Kind.string, endOfRaw(end), first);
  else if (!isRaw && isPrefix) take(next === 34 ? Kind.string : Kind.character, endOfLiteral(end, next), first);
  else return false;
  return true;
}

function endOfNumber(from: i32): i32 {
  let end = from + 1;
  for (; end < length; end += 1) {
    const code = codeAt(end);
    if (isWordCode(code) || code === 46) continue;
    const before = codeAt(end - 1) | 32;
    if ((code === 43 || code === 45) && (before === 101 || before === 112) && !isHexadecimal(from, before)) continue;
    if (code === 39 && isWordCode(codeAt(end + 1))) continue;
    break;
  }
  return end;
}

/** `0xe+1` is a sum, `0x1p+3` is a number. */
function isHexadecimal(start: i32, before: u32): bool {
  return before === 101 && (codeAt(start + 1) | 32) === 120;
}

function endOfLiteral(from: i32, close: u32): i32 {
  for (let end = from + 1; end < length; end += 1) {
    const code = codeAt(end);
    if (code === close) return end + 1;
    if (code === 10) {
      isSound = false;
      return end;
    }
    if (code === 92) {
      end += 1;
      if (codeAt(end) === 13) end += 1;
    }
  }
  isSound = false;
  return length;
}

function endOfRaw(from: i32): i32 {
  const open = indexOf(40, from);
  if (open < 0 || open - from > 17) return endOfLiteral(from, 34);
  const size = open - from - 1;
  for (let close = indexOf(41, open); close >= 0; close = indexOf(41, close + 1)) {
    if (close + size + 1 >= length) break;
    if (codeAt(close + size + 1) !== 34) continue;
    let same = 0;
    while (same < size && codeAt(close + 1 + same) === codeAt(from + 1 + same)) same += 1;
    if (same === size) return close + size + 2;
  }
  isSound = false;
  return length;
}

/** The end of the comment that starts here, or 0. */
function endOfComment(from: i32): i32 {
  const next = codeAt(from + 1);
  if (next === 47) return endOfLine(from);
  if (next !== 42) return 0;
  for (let end = from + 2; end < length - 1; end += 1) if (codeAt(end) === 42 && codeAt(end + 1) === 47) return end + 2;
  isSound = false;
  return length;
}

/** The end of the line without its line break, over continued lines. */
export function endOfLine(from: i32): i32 {
  let start = from;
  while (true) {
    const end = indexOf(10, start);
    if (end < 0) return length;
    const last = end > 0 && codeAt(end - 1) === 13 ? end - 2 : end - 1;
    if (last < 0 || codeAt(last) !== 92) return last + 1;
    start = end + 1;
  }
}

function readDirective(): void {
  let name = at + 1;
  while (codeAt(name) === 32 || codeAt(name) === 9) name += 1;
  let end = name;
  while (isWordCode(codeAt(end))) end += 1;
  const kind = kindOfDirective(name, end);
  addDirectiveAhead();
  take(kind, endOfDirective(end, kind), 1);
}

function kindOfDirective(start: i32, end: i32): i32 {
  if (isText(start, end, "include")) return Kind.include;
  if (isText(start, end, "define")) return Kind.define;
  if (isText(start, end, "endif")) return Kind.endif;
  if (isText(start, end, "if") || isText(start, end, "ifdef") || isText(start, end, "ifndef")) return Kind.if_;
  if (isText(start, end, "else")) return Kind.else_;
  const isElif = isText(start, end, "elif") || isText(start, end, "elifdef") || isText(start, end, "elifndef");
  return isElif ? Kind.elif : Kind.directive;
}

/** A directive runs to its line's end, over continued lines and over comments of many lines. */
function endOfDirective(from: i32, kind: i32): i32 {
  for (let end = from; end < length; end += 1) {
    const code = codeAt(end);
    if (code === 10) return codeAt(end - 1) === 13 ? end - 1 : end;
    if (code === 92) end += codeAt(end + 1) === 13 ? 2 : 1;
    else if (code === 47) {
      const comment = endOfComment(end);
      if (comment > 0) end = comment - 1;
    } else if (code === 39 && startsWith(quoteCharacter, end)) end += quoteCharacter.length - 1;
    else if (code === 34 && kind !== Kind.directive) end = endOfLiteral(end, 34) - 1;
  }
  return length;
}

/** The one character in quotes that a directive may not go on with as a string. */
const quoteCharacter: string = "'\"'";
