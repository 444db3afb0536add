import { maxOutputLine } from "../../src/base/limits.ts";
import { openReader, type ParserName } from "../../src/project-commands/output-parsers.ts";

/** Reads the output of a command as a call does: line by line, long lines cut. */
export function readOutput(parser: ParserName, text: string) {
  const reader = openReader(parser);
  for (const line of text.split("\n")) reader.line(line.slice(0, parser === "sarif" ? undefined : maxOutputLine));
  return reader.end();
}
