/**
 * A tool command whose answer is only a picture. Input: the call of a tool that draws; output: SVG or PNG on stdout or
 * in a file, messages on stderr, and the exit status.
 */
import { sentencesOnMissing } from "../answers/missing-files.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { isObject } from "../base/is-object.ts";
import { isLogged, type LogLevel } from "../base/log.ts";
import type { Spent } from "../base/stopwatch.ts";
import type { FailedCall, IndexedCall, ScanSummary } from "../engine/call.ts";
import type { Engine } from "../engine/engine.ts";
import { keysText } from "../formats/keys-text.ts";
import { plain } from "../formats/plain.ts";
import { type OnExit, writeFile } from "./output.ts";
import { progressOn } from "./progress.ts";
import type { ByteStream, StatusLine, TextStream } from "./status-line.ts";
import type { ToolCommand } from "./tool-command.ts";

/** The outputs for a picture and for messages about it. */
export type PictureStreams = {
  readonly stdout: ByteStream;
  readonly stderr: TextStream;
  readonly cwd: string;
  readonly onExit: OnExit;
  readonly logLevel: LogLevel;
  readonly statusLine: StatusLine;
};

/** @throws UserError for an image that is to be shown as text */
export function refuseImageOnTerminal({ input, output }: ToolCommand, { isTTY }: TextStream): void {
  if (input.output_format !== "png" || output !== undefined || isTTY !== true) return;
  throw new UserError("A PNG is not for a terminal: give -o FILE.png, or redirect stdout to a file");
}

/**
 * Calls a tool that draws a picture, and writes only the picture. A message on stderr says what is missing in it.
 *
 * @returns the exit status: 1 when the call failed, or there is no picture, and nothing is written, or when files are missing in the
 *   picture; and the time of phases
 */
export async function runPicture(
  engine: Engine,
  { tool, output, isQuiet }: ToolCommand,
  input: Readonly<Record<string, unknown>>,
  { stdout, stderr, cwd, onExit, logLevel, statusLine }: PictureStreams,
): Promise<{ readonly status: number; readonly spent: Spent }> {
  if (isQuiet) statusLine.end();
  const progress = progressOn(statusLine);
  const sink = { ...progress, result: () => {} };
  const end = await engine.call(tool, input, new AbortController().signal, sink).finally(progress.stop);
  if ("error" in end && end.wrongArgument !== undefined) throw end.wrongArgument;
  const tell = (text: string) => stderr.write(`codegrove: ${plain(text)}\n`);
  const drawn = drawnOf(end);
  const spent = "spent" in end ? end.spent : {};
  if ("failure" in drawn) {
    tell(drawn.failure);
    return { status: 1, spent };
  }
  const { drawing, head, warnings } = drawn;
  const content = "svg" in drawing ? drawing.svg : drawing.png;
  if (output === undefined) stdout.write(content);
  else writeFile(output, cwd, content, onExit);
  const missing = sentencesOnMissing(head);
  const notes = [...[missing ?? []].flat(), ...[head.truncated_reason ?? []].flat(), ...warnings];
  if (isQuiet) return { status: missing === undefined ? 0 : 1, spent };
  if (isLogged("warn", logLevel)) for (const note of notes) tell(String(note));
  if (isObject(head.counts) && isLogged("info", logLevel)) tell(keysText(head.counts));
  return { status: missing === undefined ? 0 : 1, spent };
}

type Drawn = {
  readonly drawing: Exclude<IndexedCall["drawing"], undefined>;
  readonly head: Readonly<Record<string, unknown>>;
  /** Notes on the answer, such as that there are no files. */
  readonly warnings: readonly unknown[];
};

/** The picture of a call, or why it has none. */
function drawnOf(end: ScanSummary | IndexedCall | FailedCall): Drawn | { readonly failure: string } {
  if ("error" in end) return { failure: withDetails(end.error, end.details.details) };
  if (!("answer" in end)) return { failure: "There is no picture" };
  const { answer, drawing } = end;
  if ("error" in answer) return { failure: withDetails(answer.error, answer.details.details) };
  if (drawing !== undefined) return { drawing, head: answer.head, warnings: [answer.tail.warnings ?? []].flat() };
  return { failure: withDetails("There is no picture", answer.head.truncated_reason) };
}

function withDetails(error: string, details: unknown): string {
  return details === undefined ? error : `${error} (${messageOf(details)})`;
}
