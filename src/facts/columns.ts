/**
 * Columns of numbers, and bytes that are appended part by part. Input: numbers from 0 to 2^32 - 1; output: one, two or four bytes for
 * each number with a list of exceptions, and a column that reads the number at an index from them.
 */

/** The error for a segment whose bytes contradict each other. */
export class DamagedSegmentError extends Error {
  constructor(what: string) {
    super(`the segment is damaged: ${what}`);
    this.name = "DamagedSegmentError";
  }
}

const maxNumber = 0xffff_ffff;

/** Numbers from 0 to 2^32 - 1 that are appended one by one. */
export class GrowingNumbers {
  #numbers = new Uint32Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** @throws RangeError for a number out of range */
  push(number: number): void {
    if (!Number.isInteger(number) || number < 0 || number > maxNumber) throw new RangeError(`${number} is not a u32`);
    this.#reserve(1);
    this.#numbers[this.#length++] = number;
  }

  pushAll(numbers: Uint32Array): void {
    this.#reserve(numbers.length);
    this.#numbers.set(numbers, this.#length);
    this.#length += numbers.length;
  }

  /** The numbers so far. They are valid until the next one is added. */
  values(): Uint32Array<ArrayBuffer> {
    return this.#numbers.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#numbers.length) return;
    const numbers = new Uint32Array(Math.max(this.#length + count, this.#numbers.length * 2));
    numbers.set(this.values());
    this.#numbers = numbers;
  }
}

/** Bytes that are appended part by part. */
export class GrowingBytes {
  #bytes = Buffer.alloc(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  pushByte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  /** Appends a number in seven bits a byte, the lowest first; the last byte is below 128. */
  pushVarint(number: number): void {
    let rest = number;
    while (rest >= 0x80) {
      this.pushByte((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.pushByte(rest);
  }

  pushDouble(number: number): void {
    this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(number, this.#length);
  }

  /** Appends the lower 64 bits. */
  pushBigInt(number: bigint): void {
    this.#reserve(8);
    this.#length = this.#bytes.writeBigInt64LE(BigInt.asIntN(64, number), this.#length);
  }

  /**
   * Appends a text in UTF-8.
   *
   * @returns how many bytes it has
   */
  pushText(text: string): number {
    this.#reserve(text.length * 3);
    const bytes = this.#bytes.write(text, this.#length);
    this.#length += bytes;
    return bytes;
  }

  pushBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The bytes so far. They are valid until the next one is added. */
  values(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const bytes = Buffer.alloc(Math.max(this.#length + count, this.#bytes.length * 2));
    bytes.set(this.values());
    this.#bytes = bytes;
  }
}

/**
 * Packs numbers in one, two or four bytes each, whichever takes the least room. Larger ones are exceptions, and have
 * the largest number of that width instead:
 *
 * - u32: bytes of a number; u32: count of exceptions
 * - u32 index and u32 number of each exception, ascending
 * - the numbers
 */
export function packNumbers(numbers: Uint32Array): Uint8Array<ArrayBuffer> {
  const counts = { 1: 0, 2: 0 };
  for (const number of numbers) {
    if (number >= 0xff) counts[1]++;
    if (number >= 0xffff) counts[2]++;
  }
  const one = numbers.length + 8 * counts[1];
  const two = 2 * numbers.length + 8 * counts[2];
  const four = 4 * numbers.length;
  const width = one <= two && one <= four ? 1 : two <= four ? 2 : 4;
  const exceptionCount = width === 4 ? 0 : counts[width];
  const packed = new Uint8Array(8 + exceptionCount * 8 + numbers.length * width);
  const head = new Uint32Array(packed.buffer, 0, 2 + exceptionCount * 2);
  head.set([width, exceptionCount]);
  const values = numbersIn(packed, width, head.byteLength);
  if (width === 4) {
    values.set(numbers);
    return packed;
  }
  const largest = escapeOf(width);
  let at = 2;
  numbers.forEach((number, index) => {
    values[index] = Math.min(number, largest);
    if (number < largest) return;
    head[at++] = index;
    head[at++] = number;
  });
  return packed;
}

/** The output of packNumbers. */
export class NumberColumn {
  readonly #name: string;
  readonly #values: Uint8Array | Uint16Array | Uint32Array;
  readonly #exceptions: Uint32Array;
  /** -1 for none. */
  readonly #escape: number;

  /**
   * @param bytes start at a multiple of 8 in their buffer
   * @throws DamagedSegmentError when they are not that many numbers
   */
  constructor(name: string, bytes: Uint8Array, length: number) {
    const [width = 0, count = 0] = bytes.length < 8 ? [] : new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
    if ((width !== 1 && width !== 2 && width !== 4) || bytes.length !== 8 + count * 8 + length * width) {
      throw new DamagedSegmentError(`${name} has not ${length} numbers`);
    }
    this.#name = name;
    this.#exceptions = new Uint32Array(bytes.buffer, bytes.byteOffset + 8, count * 2);
    this.#values = numbersIn(bytes, width, 8 + count * 8);
    this.#escape = width === 4 ? -1 : escapeOf(width);
  }

  /** @throws RangeError past the last number, DamagedSegmentError for an exception that is missing */
  at(index: number): number {
    const value = this.#values[index];
    if (value === undefined) throw new RangeError(`${this.#name} has no number ${index}`);
    return value === this.#escape ? this.#exceptionAt(index) : value;
  }

  /** Index 0 of each pair is that of the number. */
  #exceptionAt(index: number): number {
    const exceptions = this.#exceptions;
    // By hand: with countWhile it takes 1.6 times as long, and each read of a large number comes here.
    let low = 0;
    let high = exceptions.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((exceptions[middle * 2] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    const number = exceptions[low * 2 + 1];
    if (exceptions[low * 2] !== index || number === undefined) {
      throw new DamagedSegmentError(`${this.#name} has no exception for ${index}`);
    }
    return number;
  }
}

/** The largest number of one or two bytes, which says that the number is among the exceptions. */
function escapeOf(width: 1 | 2): number {
  return width === 1 ? 0xff : 0xffff;
}

function numbersIn(bytes: Uint8Array, width: 1 | 2 | 4, from: number): Uint8Array | Uint16Array | Uint32Array {
  const at = bytes.byteOffset + from;
  const length = (bytes.length - from) / width;
  if (width === 1) return new Uint8Array(bytes.buffer, at, length);
  return width === 2 ? new Uint16Array(bytes.buffer, at, length) : new Uint32Array(bytes.buffer, at, length);
}
