/**
 * The command `codegrove index DIR -o index.scip`. Input: a folder; output: its index in SCIP, written a document at a
 * time, a summary, and the exit status.
 */
import { resolve, sep } from "node:path";
import { Coverage } from "../answers/answer-kinds.ts";
import { sentencesOnMissing } from "../answers/missing-files.ts";
import { counted } from "../base/counted.ts";
import { UserError } from "../base/errors.ts";
import { jsonText } from "../base/escape/json.ts";
import { isLogged } from "../base/log.ts";
import { packageVersion } from "../base/package.ts";
import type { Engine } from "../engine/engine.ts";
import { plain } from "../formats/plain.ts";
import { DocumentRows } from "../scip/document.ts";
import { documentBytes, externalSymbolsBytes, startOfIndex } from "../scip/index-messages.ts";
import { IndexedSymbols, indexDocuments } from "../tools/inner/index-documents.ts";
import { checkFolder } from "./checked-folder.ts";
import type { IndexCommand } from "./command-line.ts";
import { checkWritable, openBytes } from "./output.ts";
import { progressOn } from "./progress.ts";
import type { Streams } from "./run-tool.ts";

/** The contents of an index, with the keys of the line of JSON on stderr. */
type Counts = {
  documents: number;
  symbols: number;
  occurrences: number;
  uncertain_references: number;
  /** Files that could not be read. */
  unreadable: number;
};

/**
 * Writes an index of a folder, a document at a time.
 *
 * @returns the exit status: 1 when files could not be read, or changed meanwhile
 * @throws UserError when the folder or the output is wrong, or the call fails
 */
export async function runIndex(engine: Engine, command: IndexCommand, streams: Streams): Promise<number> {
  const { cwd, onExit, stdout, stderr, statusLine, logLevel } = streams;
  const { output: path } = command;
  const folder = resolve(cwd, command.folder);
  checkFolder(folder, command.folder, "index");
  if (path !== undefined) checkWritable(path, cwd);
  else if (stdout.isTTY === true)
    throw new UserError("index writes bytes that no terminal shows: name its file, as in -o index.scip");
  const counts: Counts = { documents: 0, symbols: 0, occurrences: 0, uncertain_references: 0, unreadable: 0 };
  const output = openBytes({ path, cwd, onExit, stdout });
  const failure = new AbortController();
  const write = (bytes: Uint8Array) => {
    try {
      output.write(bytes);
    } catch (error) {
      failure.abort(error);
    }
  };
  const indexed = progressOn(statusLine);
  const written = progressOn(statusLine, { phase: "writing", unit: "documents" });
  write(startOfIndex(folder, packageVersion()));
  const sink = {
    ...indexed,
    result: () => {},
    rows: {
      planned: written.total,
      file: ({ rows }: { readonly rows: unknown }) => {
        const document = DocumentRows.parse(rows);
        counts.documents++;
        counts.symbols += document.symbols.length;
        counts.occurrences += document.occurrences.length;
        counts.uncertain_references += document.uncertain;
        write(documentBytes(document));
        written.known();
      },
    },
  };
  try {
    const filepath = folder.split(sep).join("/");
    const end = await engine.call(indexDocuments, { filepath }, failure.signal, sink);
    if ("error" in end) throw new UserError(end.error, end.details);
    if (!("answer" in end)) throw new Error("index_documents is not a tool that uses the index");
    const { answer } = end;
    if ("error" in answer) throw new UserError(answer.error);
    const { external } = IndexedSymbols.parse(answer.head);
    if (external.length > 0) write(externalSymbolsBytes(external));
    const { unreadable_files: unreadable, skipped, warnings } = Coverage.parse(answer.tail);
    counts.unreadable = (skipped.unreadable ?? unreadable.length) + (skipped.not_read_yet ?? 0);
    const { changed_during_call: changed } = answer.head;
    const changes = changed === undefined ? [] : [sentencesOnMissing({ changed_during_call: changed }) ?? ""];
    failure.signal.throwIfAborted();
    output.close();
    written.stop();
    if (isLogged("warn", logLevel)) {
      for (const { filepath: file, error } of unreadable) stderr.write(`codegrove: ${plain(`${file}: ${error}`)}\n`);
      for (const warning of [...changes, ...warnings]) stderr.write(`codegrove: ${plain(warning)}\n`);
    }
    if (isLogged("info", logLevel)) stderr.write(`${summaryOf(counts)}\n${jsonText(counts)}\n`);
    return counts.unreadable > 0 || changes.length > 0 ? 1 : 0;
  } finally {
    indexed.stop();
    written.stop();
  }
}

/** Returns a summary such as `1,240 documents, 84,203 occurrences, 3,112 uncertain references left out`. */
function summaryOf({ documents, occurrences, uncertain_references: uncertain, unreadable }: Counts): string {
  return [
    counted(documents, "document"),
    counted(occurrences, "occurrence"),
    `${counted(uncertain, "uncertain reference")} left out`,
    ...(unreadable > 0 ? [`${counted(unreadable, "file")} not read`] : []),
  ].join(", ");
}
