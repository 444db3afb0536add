import { messageOf } from "./errors.ts";

/**
 * Returns the value of a JSON text. Unlike that of the runtime, the message quotes nothing: the text may be any file.
 *
 * @throws Error with the place, if it is known, such as `not valid JSON (line 2, column 1)`
 */
export function valueOfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const [, position] = / at position (\d+)/.exec(messageOf(error)) ?? [];
    throw new Error(`not valid JSON${position === undefined ? "" : placeOf(text, Number(position))}`);
  }
}

/** Returns the place of an offset, from 1, such as ` (line 2, column 1)`. */
function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return ` (line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1})`;
}
