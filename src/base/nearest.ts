import { distance } from "fastest-levenshtein";

/** UTF-16 code units of a word that is compared: comparing takes a time that grows with the length. */
const maxWordLength = 100;

/** Returns the known word with the least edit distance; undefined when half of the word would change. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > maxWordLength) return undefined;
  let best: string | undefined;
  let least = farthestFrom(word);
  for (const candidate of known) {
    const edits = editsBetween(word, candidate);
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/**
 * Returns at most `most` different known words with the least edit distances, the nearest first, whatever their order:
 * equals in the order of code units.
 */
export function nearestOf(word: string, known: Iterable<string>, most: number): readonly string[] {
  if (word.length > maxWordLength) return [];
  const farthest = farthestFrom(word);
  const found = new Map<string, number>();
  for (const candidate of known) {
    // A word that is so much longer or shorter needs more edits, and comparing it takes time.
    if (Math.abs(candidate.length - word.length) >= farthest || found.has(candidate)) continue;
    const edits = editsBetween(word, candidate);
    if (edits < farthest) found.set(candidate, edits);
  }
  const byEdits = [...found].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  return byEdits.slice(0, most).map(([candidate]) => candidate);
}

/** The number of edits that makes a word another one: half of it would change. */
export function farthestFrom(word: string): number {
  return Math.max(word.length, 2) / 2;
}

/** True for a name that becomes a word with at most one edit for each three letters of the word, and for one edit. */
export function isSimilar(word: string, name: string): boolean {
  const most = Math.max(1, Math.floor(word.length / 3));
  if (Math.abs(word.length - name.length) > most || word.length > maxWordLength) return false;
  return editsBetween(word, name) <= most;
}

/** Returns the least number of letters to insert, delete or replace; case does not count. */
export function editsBetween(a: string, b: string): number {
  return distance(a.toLowerCase(), b.toLowerCase());
}
