/** Returns the words of a text, which blanks and ends of lines separate: a long list of words on few lines. */
export function wordList(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Returns the set of the words of a text, in their order. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordList(text));
}

/** Returns an object that has the same value for each word of a text. */
export function wordRecord<const Value>(text: string, value: Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(wordList(text).map((word) => [word, value]));
}
