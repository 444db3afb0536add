/**
 * The command of a tool. Input: the call that the command line asks for; output: its answer in a format, written line
 * by line while the scan runs, a summary on stderr, and the exit status.
 */
import type { Readable } from "node:stream";
import { counted } from "../base/counted.ts";
import { isLogged, type LogLevel } from "../base/log.ts";
import { indexPhases, phases, Stopwatch } from "../base/stopwatch.ts";
import type { FailedCall, IndexedCall, ResultEntry, ScanSummary } from "../engine/call.ts";
import type { Engine } from "../engine/engine.ts";
import { failureOf } from "../engine/summary.ts";
import { withDetails } from "../formats/failure-line.ts";
import { endOf, type Format, measureOf } from "../formats/format.ts";
import { defaultFormat, loadFormat, textFormat } from "../formats/index.ts";
import { plain } from "../formats/plain.ts";
import { isFileTool } from "../tools/contract/tool.ts";
import { answeringTool } from "../tools/index.ts";
import { readBaseline } from "./baseline.ts";
import { type ExitStatus, ResultTally, statusOfAnswer, statusOfFailure, statusOfScan } from "./exit-status.ts";
import { type OnExit, openOutput } from "./output.ts";
import { openPager, type Pager, pagerCommand } from "./pager.ts";
import { progressOn } from "./progress.ts";
import { shownText } from "./shown-text.ts";
import type { ByteStream, StatusLine, TextStream } from "./status-line.ts";
import { scanLine, searchLine } from "./summary-line.ts";
import { terminalOf } from "./terminal.ts";
import type { ToolCommand } from "./tool-command.ts";

export type Streams = {
  /** Opens stdin. */
  readonly stdin: () => Readable;
  readonly stdout: ByteStream;
  readonly stderr: TextStream;
  /** The working folder, absolute. */
  readonly cwd: string;
  /** The same command line with the flag that lets tools edit files; undefined if they may. */
  readonly withEdits?: string | undefined;
  /** Calls a listener when the process ends, whatever the reason. */
  readonly onExit: OnExit;
  /** The last line of stderr, when that is a terminal. */
  readonly statusLine: StatusLine;
  /** The least severe records on stderr. */
  readonly logLevel: LogLevel;
  /** The environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The name of the machine. */
  readonly hostname: () => string;
  /** False if long text is not for a pager. */
  readonly isPaged: boolean;
  /** Receives what ends a pager before the program is ended by a signal. */
  readonly onPager: (end: () => Promise<void>) => void;
};

/**
 * Runs one tool and writes its answer, as one line of JSON or line by line while the scan runs.
 *
 * @returns the exit status, whose reasons are on stderr: 1 when the call failed, a file failed, files are missing, there are errors
 *   among diagnostics or the answer has what --fail-on names; 2 when a check found no file to check
 * @throws ArgumentError when an argument is wrong, UserError when the output cannot be written
 */
export async function runTool(engine: Engine, command: ToolCommand, streams: Streams): Promise<number> {
  const startedAt = performance.now();
  const paths = await withPathsFrom(streams.stdin, command.paths, command.separator);
  const filepath = paths.length === 1 && command.paths[0] !== "-" ? paths[0] : paths;
  const { stdinArgument } = command;
  // An empty argument counts as none, and an empty diff has no changes.
  const read = stdinArgument === undefined ? {} : { [stdinArgument]: (await textOf(streams.stdin())) || "\n" };
  const input = { ...command.input, ...read, ...(paths.length > 0 && { filepath }) };
  const tool = await answeringTool(command.tool, input);
  if (command.isDrawn) return await drawPicture(engine, command, input, streams);
  const format = await formatOf(command, streams);
  const { patchFolders, languages } = engine;
  const context = { patchFolders, languages, category: command.category };
  const writer = format.begin(tool, context);
  const baseline = command.baseline === undefined ? undefined : readBaseline(command.baseline, streams.cwd);
  const failure = new AbortController();
  const writing = new Stopwatch();
  const pager = pagerOf(command, streams, () => failure.abort(new PagerLeft()));
  /** Messages that wait for the end of the pager, which has the terminal until then. */
  const told: string[] = [];
  const tell = (text: string) => (pager === undefined ? void streams.stderr.write(text) : void told.push(text));
  const output = openOutput({
    path: command.output,
    cwd: streams.cwd,
    onExit: streams.onExit,
    stdout: pager ?? writerOf(streams, command.format),
    stopwatch: writing,
  });
  if (command.isQuiet) streams.statusLine.end();
  const isForProgram = streams.stdout.isPipe === true && command.output === undefined && command.format === undefined;
  if (isForProgram && streams.stderr.isTTY === true && !command.isQuiet && isLogged("info", streams.logLevel)) {
    streams.statusLine.writeAbove(() => streams.stderr.write(pipeHint));
  }
  const progress = progressOn(streams.statusLine);
  const tally = new ResultTally();
  const take = (found: ResultEntry, isFlat: boolean) => {
    const entry = baseline?.without(found) ?? found;
    tally.add(entry);
    const { result } = entry;
    if ("error" in result && format.omitsFailures === true) {
      streams.statusLine.writeAbove(() => tell(`codegrove: ${withDetails(result.error, result.details)}\n`));
    }
    try {
      output.write(writer.file(entry, isFlat));
    } catch (error) {
      failure.abort(error);
    }
  };
  let end: ScanSummary | IndexedCall | FailedCall = noPaths;
  try {
    if (paths.length > 0 || command.paths.length === 0 || !isFileTool(tool)) {
      const sink = { ...progress, result: take, done: progress.known };
      end = await engine.call(tool, input, failure.signal, sink, {
        listsFiles: command.paths.includes("-"),
        measure: measureOf(format, tool, context),
        ...(format.isReadByLine && { isReadByLine: true }),
      });
    }
  } catch (error) {
    // The reader has seen enough.
    if (error instanceof PagerLeft) return 0;
    throw error;
  } finally {
    progress.stop();
  }
  if (baseline !== undefined && "counts" in end) end = { ...end, counts: baseline.ofTotals(end.counts) };
  if ("error" in end && end.wrongArgument !== undefined) throw end.wrongArgument;
  const { text, failed, failure: failedWriting } = endOf(format, writer, end);
  const failedCall = "answer" in end ? undefined : failureOf(end);
  // A format that says nothing of failures would leave a file that looks as if there were nothing to say.
  const nothingRead = "failedFiles" in end && end.failedFiles > 0 && end.failedFiles === end.totalFiles;
  if ((failedCall !== undefined || nothingRead) && format.omitsFailures === true) {
    output.discard();
  } else {
    output.write(text.endsWith("\n") || text === "" ? text : `${text}\n`);
    output.close();
  }
  await pager?.close();
  for (const text of told) streams.stderr.write(text);
  const seconds = (performance.now() - startedAt) / 1000;
  // Of an answer that is written elsewhere, stderr is what its user sees.
  const tellsTotals = format.hasTotals !== true || command.output !== undefined;
  const isShown = (level: LogLevel) => !command.isQuiet && tellsTotals && isLogged(level, streams.logLevel);
  const warn = (warning: string) => streams.stderr.write(`codegrove: ${plain(warning)}\n`);
  /** Writes the reasons of an exit status, without what the user has just read. */
  const ended = ({ status, failures, reasons }: ExitStatus, isSaid = false): number => {
    const isSeen = command.output === undefined && format.omitsFailures !== true && (isSaid || streams.stdout.isTTY);
    for (const reason of [...(isSeen ? [] : failures), ...reasons]) streams.stderr.write(`codegrove: ${reason}\n`);
    if (command.input.apply === true && streams.withEdits !== undefined) {
      streams.stderr.write(`codegrove: to write the edits: ${plain(streams.withEdits)}\n`);
    }
    return status;
  };
  if ("error" in end) return ended(statusOfFailure(end));
  if (command.timing) {
    writing.add(end.spent);
    streams.stderr.write(timingOf(writing));
  }
  if (failedWriting !== undefined) return ended(statusOfFailure(failedWriting));
  if ("answer" in end) {
    if (!("error" in end.answer)) {
      const { tail } = end.answer;
      if (isShown("warn") && Array.isArray(tail.warnings)) tail.warnings.map(String).forEach(warn);
      const line = isShown("info") ? searchLine(tail, seconds) : undefined;
      if (line !== undefined) streams.stderr.write(`${line}\n`);
    }
    return ended(statusOfAnswer(end, command));
  }
  const status = statusOfScan(end, tally, command, { isCut: failed, areTold: format.omitsFailures === true });
  // The summary says if checked files have no findings, and the reason of the status if no file was checked.
  const emptyReason = (end.checkedFiles ?? 0) > 0 || status.status === 2 ? undefined : end.emptyReason;
  for (const warning of [end.shortForm?.reason, end.note, emptyReason]) {
    if (warning !== undefined && isShown("warn")) warn(warning);
  }
  if (baseline !== undefined && !command.isQuiet)
    warn(`${counted(baseline.leftOut, "finding")} of ${command.baseline} left out`);
  const hasSummary = isShown("info") && !end.flat;
  if (hasSummary) streams.stderr.write(`${scanLine(end, seconds, tally)}\n`);
  return ended(status, hasSummary);
}

/** Tells a person who reads a pipe why it has one long line. */
const pipeHint = "codegrove: one line of JSON, since stdout is a pipe; --format text writes rows\n";

/** The reason for which a call ends whose reader has left the pager. */
class PagerLeft extends Error {}

/** Returns the pager of a terminal that a command writes to; undefined if it writes elsewhere, or there is none. */
function pagerOf(
  { output, format }: ToolCommand,
  { stdout, env, isPaged, statusLine, onPager }: Streams,
  onLeft: () => void,
): Pager | undefined {
  const command = isPaged && output === undefined ? pagerCommand(stdout, env) : undefined;
  if (command === undefined) return undefined;
  const terminal = {
    rows: stdout.rows,
    columns: stdout.columns,
    write: writerOf({ stdout, statusLine }, format).write,
  };
  const pager = openPager(command, { terminal, env, onStart: () => statusLine.end(), onLeft });
  onPager(pager.close);
  return pager;
}

async function drawPicture(
  engine: Engine,
  command: ToolCommand,
  input: ToolCommand["input"],
  streams: Streams,
): Promise<number> {
  const { refuseImageOnTerminal, runPicture } = await import("./run-picture.ts");
  refuseImageOnTerminal(command, streams.stdout);
  const { status, spent } = await runPicture(engine, command, input, streams);
  if (command.timing) streams.stderr.write(timingOf({ spent }));
  return status;
}

/** Returns the format of an answer, for people where it is text on a terminal. */
async function formatOf({ format, output, color }: ToolCommand, streams: Streams): Promise<Format> {
  const { stdout, env, cwd, hostname } = streams;
  const isTerminal = stdout.isTTY === true && output === undefined;
  const name = format ?? (isTerminal ? textFormat : defaultFormat);
  const terminal = terminalOf(color, env, isTerminal);
  if (name !== textFormat || !terminal.isForPeople) return loadFormat(name);
  const [{ terminalLook }, { textWith }] = await Promise.all([
    import("./terminal-look.ts"),
    import("../formats/text.ts"),
  ]);
  const columns = isTerminal ? stdout.columns : undefined;
  return textWith(terminalLook({ ...terminal, cwd, hostname: hostname(), columns }));
}

/**
 * Returns the writer of stdout. On a terminal it writes rows above the progress, and escapes what would command the
 * terminal; in text for people that is done already, and what remains are colours. A program that reads from a pipe may
 * write its rows to the same terminal at any time, so that the first row ends the progress.
 */
function writerOf(
  { stdout, statusLine }: Pick<Streams, "statusLine" | "stdout">,
  format: string | undefined,
): Pick<TextStream, "write"> {
  if (stdout.isPipe === true) {
    return {
      write: (text) => {
        statusLine.end();
        return stdout.write(text);
      },
    };
  }
  if (stdout.isTTY !== true) return stdout;
  const shown = (text: string) => (format === undefined || format === textFormat ? text : shownText(text));
  return { write: (text) => statusLine.writeAbove(() => stdout.write(shown(text))) };
}

/** The summary of a call without paths. */
const noPaths: ScanSummary = {
  flat: false,
  totalFiles: 0,
  failedFiles: 0,
  unreadFolders: undefined,
  checkedFiles: undefined,
  nothingChecked: false,
  skipped: undefined,
  notSearched: undefined,
  counts: undefined,
  stopped: undefined,
  unlisted: undefined,
  missing: [],
  pageFullReason: undefined,
  shownRows: undefined,
  shortForm: undefined,
  changedDuringCall: 0,
  onPage: 0,
  onPagesBefore: 0,
  nextCursor: undefined,
  emptyReason: undefined,
  written: undefined,
  maxChars: Number.POSITIVE_INFINITY,
  note: undefined,
  spent: {},
};

function timingOf({ spent }: Pick<Stopwatch, "spent">): string {
  return [...phases, ...indexPhases.filter((phase) => spent[phase] !== undefined)]
    .map((phase) => `${phase.padEnd(7)} ${((spent[phase] ?? 0) / 1000).toFixed(3).padStart(9)} s\n`)
    .join("");
}

/**
 * Returns the paths of a command, with those on stdin instead of `-`.
 *
 * @param stdin opens it
 */
async function withPathsFrom(
  stdin: () => Readable,
  paths: readonly string[],
  separator: "\n" | "\0",
): Promise<readonly string[]> {
  if (!paths.includes("-")) return paths;
  // Lists of other systems end their lines with CRLF.
  const end = separator === "\n" ? /\r?\n/ : separator;
  const listed = (await textOf(stdin())).split(end).filter((path) => path !== "");
  return paths.flatMap((path) => (path === "-" ? listed : [path]));
}

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
