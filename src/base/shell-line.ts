/** Returns words as a line that a shell of POSIX reads as these words. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (plainWord.test(word) ? word : shellQuoted(word))).join(" ");
}

/** Characters that mean nothing to a shell. */
const plainWord = /^[\w@%+=:,./-]+$/;

/** Returns a text in single quotes, as such a shell reads it. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
