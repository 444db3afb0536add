/**
 * The commands `codegrove index DIR`, with `--export` or `--import`, and `codegrove index merge`, which fill the cache. Input: a
 * folder, and the cache folders or files with facts of other machines; output: a summary on stderr, counts as JSON, and the exit
 * status.
 */
import { resolve, sep } from "node:path";
import { counted, numberText } from "../base/counted.ts";
import { jsonText } from "../base/escape/json.ts";
import { isLogged } from "../base/log.ts";
import type { Engine } from "../engine/engine.ts";
import type { ExportedIndex } from "../engine/export-index.ts";
import { plain } from "../formats/plain.ts";
import { checkFolder } from "./checked-folder.ts";
import type {
  ExportCommand,
  FactsCommand,
  FillCommand,
  ImportCommand,
  MacrosCommand,
  MergeCommand,
} from "./command-line.ts";
import { checkWritable, writeFile } from "./output.ts";
import { type Progress, progressOn } from "./progress.ts";
import type { Streams } from "./run-tool.ts";

/**
 * Runs a command about the facts in the cache.
 *
 * @returns the exit status: 1 when files could not be read, or when facts of files are missing after a merge
 * @throws UserError when the folder, a file or a shard is wrong, or the cache cannot be used
 */
export async function runFacts(engine: Engine, command: FactsCommand, streams: Streams): Promise<number> {
  switch (command.kind) {
    case "fill":
      return runFill(engine, command, streams);
    case "export":
      return runExport(engine, command, streams);
    case "macros":
      return runMacros(engine, command, streams);
    case "import":
      return runImport(engine, command, streams);
    case "merge":
      return runMerge(engine, command, streams);
  }
}

/** Writes the facts of a folder, or of a shard of it, into the cache, and says how many files were read. */
async function runFill(engine: Engine, { folder, macros }: FillCommand, streams: Streams): Promise<number> {
  const filled = await withProgress(folder, streams, (path, progress, signal) =>
    engine.fillIndex(path, macros, signal, progress),
  );
  return sayFilled(filled, [], {}, streams);
}

/** Does the same, and writes the facts into a file. */
async function runExport(engine: Engine, { folder, macros, output }: ExportCommand, streams: Streams): Promise<number> {
  const { cwd, onExit } = streams;
  checkWritable(output, cwd);
  const { found, bytes } = await withProgress(folder, streams, (path, progress, signal) =>
    engine.exportIndex(path, macros, signal, progress),
  );
  writeFile(output, cwd, bytes, onExit);
  return sayFilled(found, [`${numberText(bytes.length)} bytes in ${output}`], { bytes: bytes.length }, streams);
}

/** Writes the macros of a folder into a file. */
async function runMacros(engine: Engine, { folder, output }: MacrosCommand, streams: Streams): Promise<number> {
  const { cwd, onExit } = streams;
  checkWritable(output, cwd);
  const { bytes, ...counts } = await withProgress(folder, streams, (path, progress, signal) =>
    engine.exportMacros(path, signal, progress),
  );
  writeFile(output, cwd, bytes, onExit);
  const summary = [
    `${numberText(counts.macros)} macros of ${numberText(counts.files)} files`,
    `${numberText(bytes.length)} bytes`,
  ];
  say([...summary, `in ${output}`], { ...counts, bytes: bytes.length }, streams);
  return 0;
}

/** Takes facts from a file, and says how many files were read since it lacks them. */
async function runImport(
  engine: Engine,
  { folder, artifact, acceptsUnsigned }: ImportCommand,
  streams: Streams,
): Promise<number> {
  const { found, imported } = await withProgress(folder, streams, (path, progress, signal) =>
    engine.importIndex(path, artifact, { acceptsUnsigned }, signal, progress),
  );
  return sayFilled(found, [`${numberText(imported)} in ${artifact}`], { imported }, streams);
}

/** Says what is known of a folder after it was read. */
function sayFilled(
  filled: ExportedIndex["found"],
  notes: readonly string[],
  numbers: object,
  streams: Streams,
): number {
  const { files, read, kept, unread } = filled;
  const { unreadable: failed = 0, ...skipped } = filled.skipped;
  const { stderr, logLevel } = streams;
  if (isLogged("warn", logLevel)) {
    for (const { filepath, error } of unread.named) stderr.write(`codegrove: ${plain(`${filepath}: ${error}`)}\n`);
  }
  const summary = [counted(files, "file")];
  summary.push(`${numberText(read)} read`, `${numberText(kept)} kept`, `${numberText(failed)} failed`, ...notes);
  const counts = { files, read, kept, failed, ...numbers };
  say(summary, { ...counts, ...(Object.keys(skipped).length > 0 && { skipped }) }, streams);
  return failed > 0 ? 1 : 0;
}

/** Joins the facts of shards of a folder, and says how many of its files have none. */
async function runMerge(
  engine: Engine,
  { folder, shards, ...options }: MergeCommand,
  streams: Streams,
): Promise<number> {
  const merged = await withProgress(folder, streams, (path, progress, signal) =>
    engine.mergeIndex(path, shards, options, signal, progress),
  );
  const { files, kept, changed, missing } = merged;
  const summary = [counted(files, "file"), `${numberText(kept)} with facts`];
  if (changed > 0) summary.push(`${numberText(changed)} changed since`);
  if (missing > 0)
    summary.push(`${numberText(missing)} without facts, of a shard that was not named or did not read them`);
  say(summary, { shards: shards.length, ...merged }, streams);
  return changed + missing > 0 ? 1 : 0;
}

async function withProgress<Result>(
  written: string,
  { cwd, statusLine }: Streams,
  run: (folder: string, progress: Progress, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const folder = resolve(cwd, written);
  checkFolder(folder, written, "index");
  const progress = progressOn(statusLine);
  try {
    return await run(folder.split(sep).join("/"), progress, new AbortController().signal);
  } finally {
    progress.stop();
  }
}

/** Writes a summary for people, and counts for programs. */
function say(summary: readonly string[], counts: object, { stdout, stderr, logLevel }: Streams): void {
  if (isLogged("info", logLevel)) stderr.write(`${plain(summary.join(", "))}\n`);
  stdout.write(`${jsonText(counts)}\n`);
}
