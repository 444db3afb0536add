/** A reader of a stranger's bytes, as the fuzzer calls it. */
export type FuzzTarget = {
  /** The reader that is called, in one line. */
  readonly about: string;
  /** Inputs that the fuzzer begins with, next to the ones in corpus/. */
  readonly seeds: () => readonly (string | Uint8Array)[];
  /** Words that it inserts into inputs. */
  readonly words: readonly string[];
  /**
   * Steps that an input may take: `fixed`, and `perByte` for each byte. A step is a function, a branch or a turn of a loop in our code,
   * so that an input that is read in the square of its length is found without a clock.
   */
  readonly steps: { readonly fixed: number; readonly perByte: number };
  /**
   * Reads an input.
   *
   * @throws Error that says what is wrong, such as an error of JavaScript that the reader lets through
   */
  readonly run: (bytes: Buffer) => void | Promise<void>;
};
