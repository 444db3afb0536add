/** A stream of text: a terminal, a pipe or a file. */
export type TextStream = { readonly write: (text: string) => unknown; readonly isTTY?: boolean };

/** The control sequence that returns to the first column and clears the line. */
const clearLine = "\r\x1b[K";

/**
 * The last line of a terminal, which changes in place; other output goes above it.
 *
 * Line wrap is off only within one write, so that the terminal stays as it was however the process ends.
 */
export class StatusLine {
  readonly #stream: TextStream;
  #text = "";

  constructor(stream: TextStream) {
    this.#stream = stream;
  }

  /** True when the stream is a terminal; elsewhere nothing is shown. */
  get isVisible(): boolean {
    return this.#stream.isTTY === true;
  }

  /** Shows a text in place of the last one. */
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
