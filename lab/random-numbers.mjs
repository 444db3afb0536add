// @ts-check
/**
 * Numbers from 0 to 1 that look random and are the same in every run (mulberry32).
 * @param {number} seed
 * @returns {() => number}
 */
export function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {() => number} random
 * @returns {T[]} the items in a random order
 */
export function shuffled(items, random) {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
