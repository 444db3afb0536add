import { StringDecoder } from "node:string_decoder";

/** Splits bytes into lines. A line over the limit is dropped and reported. */
export class Lines {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isTooLong = false;

  constructor(maxBytes: number, onLine: (line: string) => void, onTooLong: () => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, at));
      this.end();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /** Ends the current line; the last one may lack its newline. */
  end(): void {
    const pieces = this.#pieces;
    const isTooLong = this.#isTooLong;
    this.#pieces = [];
    this.#bytes = 0;
    this.#isTooLong = false;
    if (isTooLong) this.#onTooLong();
    else if (pieces.length > 0) this.#onLine(textOf(pieces));
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0 || this.#isTooLong) return;
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes) {
      this.#isTooLong = true;
      this.#pieces = [];
      return;
    }
    this.#pieces.push(piece);
  }
}

function textOf(pieces: readonly Buffer[]): string {
  const decoder = new StringDecoder("utf8");
  return pieces.map((piece) => decoder.write(piece)).join("") + decoder.end();
}
