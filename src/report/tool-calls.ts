/**
 * The calls of tools for a report. Input: a tool and its arguments; output: its rows by paths in the folder, with
 * sentences on what is missing, or a UserError when the call fails.
 */

import { basename, sep } from "node:path";
import { valuesOf } from "../answers/answer.ts";
import { Coverage } from "../answers/answer-kinds.ts";
import { sentencesOnMissing } from "../answers/missing-files.ts";
import type { RowValues } from "../answers/rows.ts";
import { type ErrorDetails, UserError } from "../base/errors.ts";
import type { FailedCall, ResultEntry, ResultSink } from "../engine/call.ts";
import type { Engine } from "../engine/engine.ts";
import { truncation } from "../engine/summary.ts";
import type { FileRows as FileRowsOfIndex } from "../tools/contract/plan.ts";
import type { AnyFileTool, AnyTool } from "../tools/contract/tool.ts";

/** Shows how far a call is. */
export type StepProgress = Pick<ResultSink, "found" | "macros" | "phase" | "total"> & {
  readonly known: () => void;
  readonly stop: () => void;
};

/** The answer of a call, without rows. */
type Completeness = {
  /** Why files or results are missing, as sentences; none if nothing is. */
  readonly missing: readonly string[];
  /** Sentences on what else is to be known. */
  readonly notes: readonly string[];
  /** Reason → number of files that were left out. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Files without rows, and why. */
  readonly failed: readonly FailedFile[];
};

export type FailedFile = { readonly path: string; readonly error: string };

/** The rows of files, by their paths in the folder, in path order. */
export type FileRows = Completeness & { readonly files: ReadonlyMap<string, RowValues> };

export type IndexRows = Completeness & {
  readonly answer: RowValues;
  /** The picture of a call that asks for one. */
  readonly svg?: string;
  readonly separators: Readonly<Record<string, string>>;
};

/** The folder of a report, as its tools are called about it. */
export type ReportFolder = {
  /** Absolute. */
  readonly path: string;
  /** Returns the path in the folder of one that a tool has named. */
  readonly within: (path: string) => string;
  /** Returns a sentence of a tool with the name of the folder for its path: a page is the same wherever the folder lies. */
  readonly shown: (sentence: string) => string;
};

export function reportFolder(path: string): ReportFolder {
  const written = path.split(sep).join("/");
  const prefix = written.endsWith("/") ? written : `${written}/`;
  return {
    path,
    within: (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name),
    shown: (sentence) => sentence.replaceAll(prefix, "").replaceAll(written, basename(path) || path),
  };
}

/** The common properties of calls. */
export type Caller = {
  readonly engine: Engine;
  readonly folder: ReportFolder;
  /** Returns the progress of a call, by what it finds out. */
  readonly progressOf: (step: string) => StepProgress;
};

/**
 * Calls a tool over files about the folder.
 *
 * @throws UserError when the call fails as a whole
 */
export async function callFileTool(
  { engine, folder, progressOf }: Caller,
  tool: AnyFileTool,
  input: RowValues,
  step: string,
): Promise<FileRows> {
  const files = new Map<string, RowValues>();
  const failed: FailedFile[] = [];
  const progress = progressOf(step);
  const sink = {
    ...progress,
    done: progress.known,
    result: ({ name, result }: ResultEntry) => {
      const path = folder.within(name);
      if ("error" in result) failed.push({ path, error: folder.shown(withReason(result.error, result.details)) });
      else files.set(path, result.rows.values);
    },
  };
  try {
    const end = await engine.call(tool, { ...input, filepath: folder.path }, new AbortController().signal, sink);
    if ("error" in end) throw failureOf(end);
    return {
      files,
      failed,
      missing: [truncation(end) ?? []].flat().map(folder.shown),
      notes: [],
      skipped: end.skipped ?? {},
    };
  } finally {
    progress.stop();
  }
}

/** Returns the error of a file with its reason, such as the time after which a worker was ended. */
function withReason(error: string, { details }: ErrorDetails): string {
  return typeof details === "string" ? `${error} (${details})` : error;
}

/**
 * Calls a tool over the index, or one without files.
 *
 * @param onRows receives the rows of each file, which the answer then does not have
 * @throws UserError when the call fails
 */
export async function callIndexTool(
  { engine, folder, progressOf }: Caller,
  tool: AnyTool,
  input: RowValues,
  step: string,
  onRows?: (path: string, rows: unknown) => void,
): Promise<IndexRows> {
  const progress = progressOf(step);
  const rows = onRows && {
    planned: () => {},
    file: ({ filepath, rows: found }: FileRowsOfIndex) => onRows(folder.within(filepath), found),
  };
  const sink = { ...progress, result: () => {}, ...(rows !== undefined && { rows }) };
  const about = tool.needs === "program" ? input : { ...input, filepath: folder.path };
  try {
    const end = await engine.call(tool, about, new AbortController().signal, sink, { pictureName: folder.shown });
    if ("error" in end) throw failureOf(end);
    if (!("answer" in end)) throw new Error(`${tool.name} is not a tool that uses the index`);
    if ("error" in end.answer) throw new UserError(end.answer.error);
    const { head, separators = {} } = end.answer;
    const answer = valuesOf(end.answer);
    const { truncated_reason, skipped, unreadable_files, warnings } = Coverage.parse(answer);
    const failed = unreadable_files.map(({ filepath, error }) => ({
      path: folder.within(filepath),
      error: folder.shown(error),
    }));
    const { changed_during_call } = head;
    const changes = changed_during_call === undefined ? [] : [sentencesOnMissing({ changed_during_call }) ?? ""];
    const missing = [truncated_reason ?? [], changes].flat().map(folder.shown);
    const notes = warnings.map(folder.shown);
    const { drawing } = end;
    const svg = drawing !== undefined && "svg" in drawing ? { svg: drawing.svg } : {};
    return { answer, separators, failed, skipped, missing, notes, ...svg };
  } finally {
    progress.stop();
  }
}

function failureOf({ error, details }: FailedCall): UserError {
  return new UserError(error, details);
}
