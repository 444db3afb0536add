import type { Picture } from "../pictures/picture.ts";
import type { RowValues } from "./rows.ts";

/** A picture that goes with an answer, which is drawn once the answer is known. */
export type PictureToDraw = {
  readonly picture: Picture;
  readonly format: "svg" | "png";
  /** Left out, a PNG is light, and an SVG is as its viewer prefers. */
  readonly theme: "light" | "dark" | undefined;
};

/** The answer of a tool over the index, or of one without files, before a format writes it. */
export type IndexAnswer = IndexResults | { readonly error: string; readonly details: RowValues };

/** The entry of a file: its path, then lists of rows. */
export type FileEntry = RowValues & { readonly filepath: string };

/** A symbol whose signature changed, by the place of its name, and the lines that use it for sure and were not changed. */
export type UnadaptedSymbol = {
  readonly filepath: string;
  readonly line: number;
  readonly column: number;
  /** `caller` is left out for code outside of functions. */
  readonly uses: readonly { readonly filepath: string; readonly line: number; readonly caller?: string }[];
};

/** An answer with results. */
export type IndexResults = {
  /** Keys before the results. */
  readonly head: RowValues;
  /** One entry a file. Undefined if the head has all that there is. */
  readonly results: readonly FileEntry[] | undefined;
  /** Keys after the results. */
  readonly tail: RowValues;
  /** Lists of entries between the results and the tail, by name: such as `possible`. */
  readonly lists?: Readonly<Record<string, readonly FileEntry[]>>;
  /**
   * The text between the parts of a qualified name in a file, by `filepath`, for formats that write such names. It is not
   * part of the answer as JSON.
   */
  readonly separators?: Readonly<Record<string, string>>;
  /** True if the head is the answer itself: formats of lines write it as it is, with values in one another. */
  readonly isReference?: boolean;
  /** The picture that the answer is about; it is not part of the answer as JSON. */
  readonly toDraw?: PictureToDraw;
  /** True if the command that was run has failed, which the exit status of a command line says. */
  readonly hasErrors?: boolean;
  /** The words of `failWords` of the tool that hold for the answer; they are not part of it as JSON. */
  readonly failing?: readonly string[];
  /** The symbols of get_changes with uses that were not adapted, for formats that write findings; they are not part of it as JSON. */
  readonly unadapted?: readonly UnadaptedSymbol[];
  /** The beginnings of paths of get_changes, as shown and from the top of the repository; the first that fits counts. Not part of it as JSON. */
  readonly prefixes?: readonly { readonly shown: string; readonly inRepository: string }[];
};
