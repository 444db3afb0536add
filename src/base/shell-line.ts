/** Returns words as a line that a shell of POSIX reads as these words. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (plainWord.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");
}

/** Characters that mean nothing to a shell. */
const plainWord = /^[\w@%+=:,./-]+$/;
