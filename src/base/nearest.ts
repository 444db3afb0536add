import { distance } from "fastest-levenshtein";

/** UTF-16 code units of a word that is compared: comparing takes a time that grows with the length. */
const maxWordLength = 100;

/** Returns the known word with the least edit distance; undefined when half of the word would change. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > maxWordLength) return undefined;
  let best: string | undefined;
  let least = Math.max(word.length, 2) / 2;
  for (const candidate of known) {
    const edits = editsBetween(word, candidate);
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/** Returns the least number of letters to insert, delete or replace; case does not count. */
export function editsBetween(a: string, b: string): number {
  return distance(a.toLowerCase(), b.toLowerCase());
}
