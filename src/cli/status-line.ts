/**
 * The last line of a terminal, which shows the progress while other output goes above it. Input: a text; output:
 * control sequences that replace the line; nothing on a pipe.
 */
import { shownText } from "./shown-text.ts";

/** A stream of text: a terminal, a pipe or a file. */
export type TextStream = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  /** The width of a terminal, which changes with it. */
  readonly columns?: number;
  readonly on?: (event: "resize", listener: () => void) => unknown;
};

/** The width of a terminal that does not tell it. */
const usualColumns = 80;

/** A stream of text that takes bytes as well, such as an image. */
export type ByteStream = {
  readonly write: (content: string | Uint8Array) => unknown;
  readonly isTTY?: boolean;
  /** True when another program reads it. */
  readonly isPipe?: boolean;
  /** The size of a terminal. */
  readonly rows?: number;
  readonly columns?: number;
};

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
  #hasEnded = false;

  /** True when the stream is a terminal that can clear a line; elsewhere nothing is shown. */
  readonly isVisible: boolean;

  constructor(stream: TextStream, isDumb: boolean) {
    this.#stream = stream;
    this.isVisible = stream.isTTY === true && !isDumb;
  }

  /** The width at this moment. */
  get columns(): number {
    return this.#stream.columns || usualColumns;
  }

  /** Calls a listener whenever the width has changed. */
  onResize(listener: () => void): void {
    this.#stream.on?.("resize", listener);
  }

  /** Shows a text instead of the last one. */
  show(text: string): void {
    this.#text = text;
    // The text may have the last line that a command has printed.
    if (this.isVisible && !this.#hasEnded)
      this.#stream.write(`${clearLine}\x1b[?7l${shownText(text).replace(/\s+/g, " ")}\x1b[?7h`);
  }

  clear(): void {
    if (this.isVisible && this.#text !== "" && !this.#hasEnded) this.#stream.write(clearLine);
    this.#text = "";
  }

  /** Clears the line, and shows nothing from now on: others write to the terminal. */
  end(): void {
    this.clear();
    this.#hasEnded = true;
  }

  /** Writes whole lines to the same terminal. */
  writeAbove(write: () => void): void {
    const text = this.#text;
    this.clear();
    write();
    if (text !== "") this.show(text);
  }
}
