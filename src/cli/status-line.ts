/** A stream for people: a terminal, a pipe or a file. */
export type TextStream = { readonly write: (text: string) => unknown; readonly isTTY?: boolean };

/** Back to the first column, and the line is empty. */
const clearLine = "\r\x1b[K";

/**
 * The last line of a terminal, which changes in place; what else is written to the terminal goes above it.
 *
 * Line wrap is off within one write alone, so that however the process ends, the terminal is as it was.
 */
export class StatusLine {
  readonly #stream: TextStream;
  #text = "";

  constructor(stream: TextStream) {
    this.#stream = stream;
  }

  /** True when the stream is a terminal: elsewhere nothing is shown. */
  get isVisible(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Shows a text in the place of the one before. */
  show(text: string): void {
    this.#text = text;
    if (this.isVisible) this.#stream.write(`${clearLine}\x1b[?7l${text}\x1b[?7h`);
  }

  clear(): void {
    if (this.isVisible && this.#text !== "") this.#stream.write(clearLine);
    this.#text = "";
  }

  /** Writes whole lines to the same terminal. */
  writeAbove(write: () => void): void {
    const text = this.#text;
    this.clear();
    write();
    if (text !== "") this.show(text);
  }
}
