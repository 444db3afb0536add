import { distance } from "fastest-levenshtein";

/** The word that someone may have meant: the nearest one by edit distance, unless half of it would change. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(word.length, 2) / 2;
  for (const candidate of known) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}
