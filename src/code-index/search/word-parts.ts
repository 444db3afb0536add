/**
 * The parts of names, in the form in which they are compared: lower case, without the endings of plurals and verbs. Input: a word
 * of code or of a sentence; output: its parts, or the stem of one.
 */

/** A part of a name: a run of capitals, a word, digits, or letters of any other script. Digits belong to the letters before them. */
const part = /[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+|[^\0-\x7f]+/g;

/** A word of code or of a sentence. */
export const anyWord = /[\w$\u0080-\uffff]+/g;

/** Returns the parts of a name in lower case: `max`, `file` and `bytes` of `maxFileBytes`. */
export function partsOfWord(word: string): readonly string[] {
  return (word.match(part) ?? []).map((one) => one.toLowerCase());
}

/** Letters that a stem keeps at least: shorter ones would be alike by chance. */
const leastStem = 3;

const vowel = /[aeiouy]/;
const doubled = /([bdfgmnprt])\1$/;

/**
 * Returns a part without its ending, so that `retries`, `retried` and `retrying` are `retry`, and `computed` and `computes` are
 * `comput`. Two words with the same stem differ in their endings at most.
 */
export function stemOf(word: string): string {
  if (word.length <= leastStem || !/^[a-z]+$/.test(word)) return word;
  return withoutE(withoutEnding(word));
}

function withoutEnding(word: string): string {
  if (word.endsWith("ies") || word.endsWith("ied")) return word.length > 4 ? `${word.slice(0, -3)}y` : word;
  for (const ending of ["ing", "ed"]) {
    if (!word.endsWith(ending)) continue;
    const left = word.slice(0, -ending.length);
    if (left.length < leastStem) return left.length === 2 && vowel.test(left) ? `${left}e` : word;
    if (vowel.test(left)) return left.replace(doubled, "$1");
  }
  if (/(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutE(word: string): string {
  return word.length > leastStem && word.endsWith("e") ? word.slice(0, -1) : word;
}
