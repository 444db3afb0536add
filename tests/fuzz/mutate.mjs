// @ts-check
/**
 * Changes of inputs. Input: the bytes of an input, words, and a further input; output: other bytes, that are the same for the same
 * random numbers.
 */

/** Bytes of an input. */
export const mostBytes = 4_096;

/** @typedef {{ random: () => number, words: readonly Buffer[], other: Buffer }} Means */

/** @type {readonly ((bytes: Buffer, means: Means) => Buffer)[]} */
const changes = [
  // One byte.
  (bytes, { random }) => replaced(bytes, below(bytes.length, random), 1, Buffer.from([below(256, random)])),
  (bytes, { random }) => replaced(bytes, below(bytes.length, random), 0, Buffer.from([32 + below(95, random)])),
  (bytes, { random }) => {
    const at = below(bytes.length, random);
    return replaced(bytes, at, 1, Buffer.from([(bytes[at] ?? 0) ^ (1 << below(8, random))]));
  },
  // A word, twice as often as other changes.
  withWord,
  withWord,
  // A range: gone, again, elsewhere, many times.
  (bytes, { random }) => replaced(bytes, ...rangeOf(bytes, random), Buffer.alloc(0)),
  (bytes, { random }) => replaced(bytes, below(bytes.length + 1, random), 0, partOf(bytes, random)),
  (bytes, { random }) => replaced(bytes, ...rangeOf(bytes, random), partOf(bytes, random)),
  (bytes, { random }) => {
    const [from, length] = rangeOf(bytes, random);
    const part = bytes.subarray(from, from + Math.min(length, 16));
    return replaced(bytes, from, 0, Buffer.concat(Array(2 ** (1 + below(7, random))).fill(part)));
  },
  // A part of another input.
  (bytes, { random, other }) => replaced(bytes, below(bytes.length + 1, random), 0, partOf(other, random)),
  (bytes, { random, other }) =>
    Buffer.concat([
      bytes.subarray(0, below(bytes.length + 1, random)),
      other.subarray(below(other.length + 1, random)),
    ]),
  // A number, as text and as bytes.
  (bytes, { random }) =>
    replaced(bytes, ...rangeOf(bytes, random), Buffer.from(numbers[below(numbers.length, random)] ?? "0")),
  (bytes, { random }) => {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(edges[below(edges.length, random)] ?? 0);
    return replaced(bytes, below(bytes.length, random), 4, number);
  },
];

const numbers = [
  "0",
  "-1",
  "1",
  "255",
  "65536",
  "2147483648",
  "4294967295",
  "9007199254740993",
  "1e999",
  "0x7f",
  "1.5",
];
const edges = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/**
 * @param {Buffer} bytes
 * @param {Means} means
 */
export function mutated(bytes, means) {
  let result = bytes;
  for (let left = 2 ** below(4, means.random); left > 0; left--) {
    const change = changes[below(changes.length, means.random)];
    if (change !== undefined) result = change(result, means).subarray(0, mostBytes);
  }
  return result;
}

/**
 * @param {Buffer} bytes
 * @param {Means} means
 */
function withWord(bytes, { random, words }) {
  const word = words[below(words.length, random)] ?? Buffer.alloc(0);
  return replaced(bytes, below(bytes.length + 1, random), random() < 0.5 ? 0 : word.length, word);
}

/**
 * @param {Buffer} bytes
 * @param {number} from
 * @param {number} length
 * @param {Buffer} by
 */
function replaced(bytes, from, length, by) {
  return Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(from + length)]);
}

/**
 * @param {Buffer} bytes
 * @param {() => number} random
 */
function partOf(bytes, random) {
  const [from, length] = rangeOf(bytes, random);
  return bytes.subarray(from, from + length);
}

/**
 * A range, more often a short one.
 *
 * @param {Buffer} bytes
 * @param {() => number} random
 * @returns {[from: number, length: number]}
 */
function rangeOf(bytes, random) {
  const from = below(bytes.length, random);
  return [from, Math.ceil((bytes.length - from) * random() ** 4)];
}

/**
 * @param {number} limit
 * @param {() => number} random
 */
function below(limit, random) {
  return Math.floor(random() * limit);
}
