import { shownText } from "./shown-text.ts";
import type { TextStream } from "./status-line.ts";

/** Returns a stream on which nothing commands a terminal: names of files and messages about them may come from anywhere. */
export function shownOn(stream: TextStream): TextStream {
  if (stream.isTTY !== true) return stream;
  return { isTTY: true, write: (text) => stream.write(shownText(text)) };
}
