/**
 * The choice of a picture's form. Input: `--output-format`, `--format` and the extension of the output file; output:
 * the form in which a graph is written, or an error if they contradict each other.
 */
import { UserError } from "../base/errors.ts";

/** The extension of a file with a picture → the word of `output_format`. */
const endings: ReadonlyMap<string, string> = new Map([
  ["svg", "svg"],
  ["png", "png"],
  ["dot", "dot"],
  ["gv", "dot"],
  ["mmd", "mermaid"],
  ["mermaid", "mermaid"],
]);

/** Pictures that are drawn: a file or stdout has them as they are, in no format of answers. */
const drawnFormats: ReadonlySet<unknown> = new Set(["svg", "png"]);

/** Names of pictures that are not made: an answer under one of them would be taken for a picture. */
const otherPictures = /\.(?:gif|jpe?g|webp|bmp|pdf|e?ps)$/i;

/** The tools that draw, for messages: the command line loads no tool but the one that it calls. */
export const drawingTools: readonly string[] = ["get_class_hierarchy", "get_dependency_graph"];

/** The form in which a command writes a graph. */
export type PictureChoice = {
  /** The value of `output_format`, undefined if neither a flag nor the name of a file has one. */
  readonly outputFormat: unknown;
  /** The format of answers; undefined for the default. */
  readonly format: string | undefined;
  /** True for a picture that is written as it is. */
  readonly isDrawn: boolean;
};

/**
 * Returns the form in which a graph is written: by `--output-format`, or else by the extension of the output file.
 *
 * @param words the values of `output_format` that the tool takes
 * @param given the values of the flags
 * @throws UserError if two of them differ, and for a file of a picture that is not made
 */
export function pictureChoiceOf(
  words: readonly unknown[],
  given: { readonly outputFormat: unknown; readonly format: string | undefined; readonly output: string | undefined },
): PictureChoice {
  const { outputFormat, format, output } = given;
  if (otherPictures.test(output ?? "")) {
    throw new UserError(`-o ${output}: pictures are written to names that end with ${pictureNames()}`);
  }
  const named = pictureNamed(output);
  const byName = words.includes(named) ? named : undefined;
  if (byName !== undefined && outputFormat !== undefined && outputFormat !== byName) {
    throw new UserError(
      `-o ${output}: a file of this name has ${byName}, but --output-format is ${String(outputFormat)}; leave out the flag, or name the file otherwise`,
    );
  }
  const chosen = outputFormat ?? byName;
  const isDrawn = words.includes(chosen) && drawnFormats.has(chosen);
  if (isDrawn && format !== undefined) {
    throw new UserError(
      `--format ${format}: ${String(chosen)} is a picture, which is written as it is; leave out --format, or take --output-format mermaid or dot`,
    );
  }
  // A file for a program that reads a language of pictures has nothing else in it.
  return { outputFormat: chosen, format: format ?? (byName === undefined ? undefined : "text"), isDrawn };
}

/**
 * Refuses the name of a picture for the answer of a command that draws none, which would be taken for one.
 *
 * @throws UserError for such a name
 */
export function refusePictureName(command: string, output: string | undefined): void {
  if (pictureNamed(output) === undefined && !otherPictures.test(output ?? "")) return;
  throw new UserError(
    `-o ${output}: ${command} draws no pictures; ${drawingTools.join(" and ")} do, to names that end with ${pictureNames()}`,
  );
}

/** Returns the picture that a file of this name has, undefined for other names. */
function pictureNamed(output = ""): string | undefined {
  return endings.get(/\.(\w+)$/.exec(output)?.[1]?.toLowerCase() ?? "");
}

function pictureNames(): string {
  return [...endings.keys()].map((end) => `.${end}`).join(", ");
}
