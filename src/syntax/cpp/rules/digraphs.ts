import type { Stream } from "../tokens/stream.ts";

/** `<% %>`, `<: :>`: written as the brackets that they stand for, which are all that the grammar knows. */
export function maskDigraphs(stream: Stream): void {
  for (const index of stream.tokens.digraphs) {
    const bracket = String.fromCharCode(stream.kind(index));
    stream.edits.add(stream.start(index), stream.end(index), "digraph", bracket);
  }
}
