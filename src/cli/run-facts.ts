/**
 * The commands `codegrove index DIR` and `codegrove index merge`, which fill the cache. Input: a folder, and the cache
 * folders of shards; output: a summary on stderr, counts as JSON, and the exit status.
 */
import { resolve, sep } from "node:path";
import { jsonText } from "../base/escape/json.ts";
import { isLogged } from "../base/log.ts";
import type { ResultSink } from "../engine/call.ts";
import type { Engine } from "../engine/engine.ts";
import { plain } from "../formats/plain.ts";
import { checkFolder } from "./checked-folder.ts";
import type { FillCommand, MergeCommand } from "./command-line.ts";
import { progressOn } from "./progress.ts";
import type { Streams } from "./run-tool.ts";

/**
 * Writes the facts of a folder, or of a shard of it, into the cache, and says how many files were read.
 *
 * @returns the exit status: 1 when files could not be read
 * @throws UserError when the folder is wrong, or the cache cannot be used
 */
export async function runFill(engine: Engine, { folder }: FillCommand, streams: Streams): Promise<number> {
  const filled = await withProgress(folder, streams, (path, progress, signal) =>
    engine.fillIndex(path, signal, progress),
  );
  const { files, read, kept, unread } = filled;
  const { unreadable: failed = 0, ...skipped } = filled.skipped;
  const { stderr, logLevel } = streams;
  if (isLogged("warn", logLevel)) {
    for (const { filepath, error } of unread.named) stderr.write(`codegrove: ${plain(`${filepath}: ${error}`)}\n`);
  }
  const summary = [`${shown(files)} ${files === 1 ? "file" : "files"}`];
  summary.push(`${shown(read)} read`, `${shown(kept)} kept`, `${shown(failed)} failed`);
  say(summary, { files, read, kept, failed, ...(Object.keys(skipped).length > 0 && { skipped }) }, streams);
  return failed > 0 ? 1 : 0;
}

/**
 * Joins the facts of shards of a folder, and says how many of its files have none.
 *
 * @returns the exit status: 1 when facts of files are missing
 * @throws UserError when a folder is wrong, a shard does not fit, or the cache cannot be used
 */
export async function runMerge(engine: Engine, { folder, shards }: MergeCommand, streams: Streams): Promise<number> {
  const merged = await withProgress(folder, streams, (path, progress, signal) =>
    engine.mergeIndex(path, shards, signal, progress),
  );
  const { files, kept, changed, missing } = merged;
  const summary = [`${shown(files)} ${files === 1 ? "file" : "files"}`, `${shown(kept)} with facts`];
  if (changed > 0) summary.push(`${shown(changed)} changed since`);
  if (missing > 0) summary.push(`${shown(missing)} without facts, of a shard that was not named or did not read them`);
  say(summary, { shards: shards.length, ...merged }, streams);
  return changed + missing > 0 ? 1 : 0;
}

async function withProgress<Result>(
  written: string,
  { cwd, statusLine }: Streams,
  run: (
    folder: string,
    progress: Pick<ResultSink, "found" | "known" | "total">,
    signal: AbortSignal,
  ) => Promise<Result>,
): Promise<Result> {
  const folder = resolve(cwd, written);
  checkFolder(folder, written, "index");
  const bar = progressOn(statusLine, { unit: "files indexed" });
  try {
    const progress = { found: bar.found, total: bar.start, known: bar.advance };
    return await run(folder.split(sep).join("/"), progress, new AbortController().signal);
  } finally {
    bar.stop();
  }
}

/** Writes a summary for people, and counts for programs. */
function say(summary: readonly string[], counts: object, { stdout, stderr, logLevel }: Streams): void {
  if (isLogged("info", logLevel)) stderr.write(`${summary.join(", ")}\n`);
  stdout.write(`${jsonText(counts)}\n`);
}

function shown(count: number): string {
  return count.toLocaleString("en");
}
