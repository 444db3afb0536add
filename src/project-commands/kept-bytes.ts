/** The beginning and the end of an output, of at most a number of bytes each. The bytes between them are counted. */
export class KeptBytes {
  readonly #most: number;
  #head: Buffer = Buffer.alloc(0);
  #headLength = 0;
  /** The last bytes, written in a circle. */
  #tail: Buffer = Buffer.alloc(0);
  #tailLength = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(bytes: Uint8Array): void {
    const room = Math.min(this.#most - this.#headLength, bytes.length);
    this.#addToHead(bytes.subarray(0, room));
    this.#addToTail(bytes.subarray(room));
  }

  /** Bytes of the middle that are lost. */
  get omitted(): number {
    return Math.max(0, this.#tailLength - this.#most);
  }

  /** Returns what is kept; after a gap the end begins with a whole line, on a line of its own. */
  joined(): Uint8Array {
    const head = this.#head.subarray(0, this.#headLength);
    if (this.omitted === 0) return new Uint8Array(Buffer.concat([head, this.#tail.subarray(0, this.#tailLength)]));
    const at = this.#tailLength % this.#most;
    const tail = Buffer.concat([this.#tail.subarray(at), this.#tail.subarray(0, at)]);
    return new Uint8Array(Buffer.concat([head, tail.subarray(Math.max(0, tail.indexOf(newline)))]));
  }

  #addToHead(bytes: Uint8Array): void {
    const length = this.#headLength + bytes.length;
    if (length > this.#head.length) {
      const larger = Buffer.alloc(Math.min(this.#most, 2 * length));
      this.#head.copy(larger, 0, 0, this.#headLength);
      this.#head = larger;
    }
    this.#head.set(bytes, this.#headLength);
    this.#headLength = length;
  }

  #addToTail(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.#tail.length === 0) this.#tail = Buffer.alloc(this.#most);
    // Of a longer chunk, only the end is left.
    const last = bytes.subarray(Math.max(0, bytes.length - this.#most));
    const at = (this.#tailLength + bytes.length - last.length) % this.#most;
    const first = last.subarray(0, this.#most - at);
    this.#tail.set(first, at);
    this.#tail.set(last.subarray(first.length), 0);
    this.#tailLength += bytes.length;
  }
}

const newline = 0x0a;
