/** The classes of characters. Input: a UTF-16 code; output: its class. A letter or a digit is part of a word. */
import { byteAt } from "./tables";

export namespace CharacterClass {
  export const space: u32 = 1;
  export const newline: u32 = 2;
  export const quote: u32 = 3;
  export const punctuation: u32 = 4;
  export const slash: u32 = 5;
  export const backslash: u32 = 7;
  export const letter: u32 = 8;
  export const digit: u32 = 9;
}

/** The classes of ASCII, by their codes. */
const classes = memory.data<u8>([
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 4, 3, 6, 8, 4, 4,
  3, 4, 4, 4, 4, 4, 4, 4, 5, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 4, 4, 4, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
  8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 4, 7, 4, 4, 8, 4, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
  8, 8, 8, 8, 8, 8, 4, 4, 4, 4, 1,
]);

/** The class of a code; everything above ASCII is a letter. */
export function classOf(code: u32): u32 {
  return code < 128 ? byteAt(classes, code) : CharacterClass.letter;
}

export function isWordCode(code: u32): bool {
  return classOf(code) >= CharacterClass.letter;
}
