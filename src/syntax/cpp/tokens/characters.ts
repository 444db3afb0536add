/** Classes of characters; a letter or a digit is part of a word. */
export const space = 1;
export const newline = 2;
export const quote = 3;
export const punctuation = 4;
export const slash = 5;
const hash = 6;
export const backslash = 7;
export const letter = 8;
export const digit = 9;

/** The class of each character; everything above ASCII is a letter. */
export const classes = new Uint8Array(65_536).map((_, code) => {
  if (code > 127) return letter;
  const character = String.fromCharCode(code);
  if (character === "\n" || character === "\r") return newline;
  if (code <= 32 || code === 127) return space;
  if (/[A-Za-z_$]/.test(character)) return letter;
  if (/[0-9]/.test(character)) return digit;
  if (character === '"' || character === "'") return quote;
  if (character === "/") return slash;
  if (character === "#") return hash;
  return character === "\\" ? backslash : punctuation;
});
