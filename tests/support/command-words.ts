/** True for a line in which more than blanks and single quotes has a meaning to a shell. */
export function needsShell(line: string): boolean {
  return /[|<>()&;"$`\\*?{}\n]/.test(line.replaceAll(/'[^']*'/g, ""));
}

/** The words behind the name of the program in a line that needs no shell. */
export function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "").slice(1);
}
