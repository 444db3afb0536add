/** The classes of characters. Input: a UTF-16 code; output: its class. A letter or a digit is part of a word. */
import { byteAt, bytesOf, setByte } from "../../../../base/assembly/tables";

export namespace CharacterClass {
  export const space: u32 = 1;
  export const newline: u32 = 2;
  export const quote: u32 = 3;
  export const punctuation: u32 = 4;
  export const slash: u32 = 5;
  export const hash: u32 = 6;
  export const backslash: u32 = 7;
  export const letter: u32 = 8;
  export const digit: u32 = 9;
}

/** The classes of ASCII, by their codes. */
const classes = classTable();

function classTable(): usize {
  const table = bytesOf(128);
  for (let code = 0; code < 128; code += 1) setByte(table, code, classOfAscii(code));
  return table;
}

function classOfAscii(code: i32): u32 {
  if (code === 10 || code === 13) return CharacterClass.newline;
  if (code <= 32 || code === 127) return CharacterClass.space;
  if (code >= 48 && code <= 57) return CharacterClass.digit;
  const lower = code | 32;
  if ((lower >= 97 && lower <= 122) || code === 95 || code === 36) return CharacterClass.letter;
  if (code === 34 || code === 39) return CharacterClass.quote;
  if (code === 47) return CharacterClass.slash;
  if (code === 35) return CharacterClass.hash;
  return code === 92 ? CharacterClass.backslash : CharacterClass.punctuation;
}

/** The class of a code; everything above ASCII is a letter. */
export function classOf(code: u32): u32 {
  return code < 128 ? byteAt(classes, code) : CharacterClass.letter;
}

export function isWordCode(code: u32): bool {
  return classOf(code) >= CharacterClass.letter;
}

export function isUpper(code: u32): bool {
  return code - 65 < 26;
}

export function isLower(code: u32): bool {
  return code - 97 < 26;
}

export function isDigit(code: u32): bool {
  return code - 48 < 10;
}

/** True for the first code of an operator of two signs that assigns, such as `+=`. */
export function isAssigning(code: u32): bool {
  return (
    code === 43 ||
    code === 45 ||
    code === 42 ||
    code === 47 ||
    code === 37 ||
    code === 38 ||
    code === 124 ||
    code === 94
  );
}
