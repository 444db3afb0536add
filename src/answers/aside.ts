import type { Picture } from "../pictures/picture.ts";

/** The parts of an answer that are not part of it as JSON, by their use. */
export type Aside = {
  /** The picture that the answer is about. */
  readonly picture?: PictureToDraw;
  /**
   * The words of `failWords` of the tool that hold for the answer, at which a command line fails if it is asked to; `always` if the command
   * that was run has failed.
   */
  readonly failing?: readonly FailingWord[] | "always";
  /** The facts for formats that write a change as findings. */
  readonly change?: ChangeFacts;
};

/** A word that holds, how often it does, and the first places: `a.py:3 undefined name 'x'`. */
export type FailingWord = { readonly word: string; readonly count: number; readonly first: readonly string[] };

/** A picture that goes with an answer, which is drawn once the answer is known. */
export type PictureToDraw = {
  readonly picture: Picture;
  readonly format: "svg" | "png";
  /** Left out, a PNG is light, and an SVG is as its viewer prefers. */
  readonly theme: "light" | "dark" | undefined;
};

type ChangeFacts = {
  /** The symbols with uses that were not adapted. */
  readonly unadapted: readonly UnadaptedSymbol[];
  /** The beginnings of paths, as shown and from the top of the repository; the first that fits is valid. */
  readonly prefixes: readonly { readonly shown: string; readonly inRepository: string }[];
};

/** A symbol whose signature changed, by the place of its name, and the lines that use it for sure and were not changed. */
export type UnadaptedSymbol = {
  readonly filepath: string;
  readonly line: number;
  readonly column: number;
  /** `caller` is left out for code outside of functions. */
  readonly uses: readonly { readonly filepath: string; readonly line: number; readonly caller?: string }[];
};
