/** The program of a worker thread: answers the requests of the pool, one at a time. */
import { parentPort, workerData } from "node:worker_threads";
import { UserError } from "../../base/errors.ts";
import { maxWatchedFolders } from "../../base/limits.ts";
import { type Spent, Stopwatch } from "../../base/stopwatch.ts";
import { digestOf, noDigest } from "../../cache/fact-file.ts";
import type { Code } from "../../code-index/code.ts";
import { compactSegments } from "../../facts/compact.ts";
import { Segment } from "../../facts/segment.ts";
import { digestLike } from "../../syntax/copies.ts";
import { wasmHeapBytes } from "../../syntax/grammars.ts";
import { defaultPatterns, type Language, languageOf } from "../../syntax/languages.ts";
import type { Edit, Masked } from "../../syntax/masking/mask.ts";
import { withParsed } from "../../syntax/parse.ts";
import { wordsOfGlob } from "../../syntax/prefilter.ts";
import { scannedTools, tools } from "../../tools/index.ts";
import type { AnyIndexTool, BoundIndexTool, Plan } from "../../tools/index-tool.ts";
import { Rows } from "../../tools/rows.ts";
import type { AnyFileTool, BoundTool } from "../../tools/tool.ts";
import { expand } from "../../workspace/expand.ts";
import { PatternError, type RefusedPattern } from "../../workspace/patterns.ts";
import { readSource, type Source, sourceOf, UnreadError } from "../../workspace/read.ts";
import { Skipped } from "../../workspace/skipped.ts";
import { stampsOfPaths } from "../../workspace/stamp.ts";
import { outcomeOf, type ReadIdentity, type WorkerOutcome } from "../file-outcome.ts";
import { MacroBook } from "../macro-book.ts";
import { openCode } from "./code-requests.ts";
import { FactRecorder, type ReadFile } from "./fact-recorder.ts";
import { definesIn, headersIn } from "./file-macros.ts";
import type {
  CheckOutcome,
  CodeCall,
  FactsReply,
  FactsRequest,
  Listing,
  ListRequest,
  MaskedWords,
  NextRequest,
  Refusal,
  RowsRequest,
  ScanPiece,
  SignOfLife,
  StoppedReply,
  TextRequest,
  ToolCall,
  UnsavedText,
  WatchReply,
  WorkerData,
  WorkerFile,
  WorkerReply,
  WorkerRequest,
} from "./protocol.ts";

const { stop, ...settings }: WorkerData = workerData;

/**
 * Answers requests until the thread ends.
 *
 * @param keepCode writes the code that V8 has compiled of this program; undefined when the cached code is current
 */
export function answerRequests(keepCode: (() => void) | undefined): void {
  let keep = keepCode;
  parentPort?.on("message", (request: WorkerRequest | FactsRequest) => {
    if ("factsOf" in request) {
      const { factsOf } = request;
      postFacts({ factsOf, segment: recorders.get(factsOf)?.finish(), isLast: true });
      recorders.delete(factsOf);
      return;
    }
    // A rejection is not caught, so that it ends the thread and the pool replaces it.
    void answer(request, () => {
      keep?.();
      keep = undefined;
    });
  });
}

/** @param beforeLast called before the last reply, after which the process may end */
async function answer(request: WorkerRequest, beforeLast: () => void): Promise<void> {
  if ("scan" in request) {
    await answerScan(request, beforeLast);
  } else if ("check" in request) {
    await reply({ check: await check(request.check, request.languageNames) });
  } else if ("list" in request) {
    await reply({ list: await list(request.list) });
  } else if ("headersIn" in request) {
    await replyToEach(request.headersIn, (folder) => ({ headers: headersIn(folder, settings) }));
  } else if ("definesIn" in request) {
    const { nameWords, recordsFor } = request;
    await replyToEach(request.definesIn, (asked) => {
      const { path } = asked;
      const found = definesIn(asked, nameWords, settings);
      const { name: language } = languageOf(path, settings.languages) ?? {};
      if (found !== null && language !== undefined && recordsFor !== undefined) {
        recorderOf(recordsFor).defines({ path, language }, found);
      }
      return { defines: found?.defines ?? null };
    });
  } else if ("compact" in request) {
    const parts = request.compact.map(({ index, ...part }) => ({ segment: Segment.open(index), ...part }));
    await reply({ compacted: compactSegments(parts) });
  } else if ("stampsOf" in request) {
    await replyToEach(request.stampsOf, ({ paths, kind }) => {
      return { stamps: stampsOfPaths(Buffer.from(paths).toString().split("\0"), kind, settings.roots) };
    });
  } else if ("plan" in request) {
    await reply({ planned: await orRefused(() => plan(request.plan)) });
  } else if ("rowsIn" in request) {
    await answerRows(request.rowsIn);
  } else if ("next" in request) {
    await reply({ further: await next(request.next) });
  } else if ("textOf" in request) {
    await reply({ text: await orRefused(() => textOf(request.textOf)) });
  } else {
    postWatchReply((await orRefused(() => watch(request.watch))) ?? { isReady: true });
  }
}

async function answerScan(piece: ScanPiece, beforeLast: () => void): Promise<void> {
  const macros = macroBook(piece);
  const { tool, input } = piece.scan;
  const bound = toolByName(tool).bind(input);
  await replyToEach(piece.files, async (file, isLast) => {
    const scanned = await scan(piece, bound, macros, file);
    if (isLast) beforeLast();
    return scanned;
  });
}

async function plan(call: CodeCall): Promise<Plan> {
  const code = await openCode(call, settings);
  return indexToolByName(call.tool).bind(call.input).plan(code);
}

async function next({ call, plan: last, rows }: NextRequest): Promise<Plan | null> {
  const code = await openCode(call, settings);
  const bound = indexToolByName(call.tool).bind(call.input);
  return (await bound.next?.(code, last, rows)) ?? null;
}

async function answerRows({ call, plan: planned, paths }: RowsRequest): Promise<void> {
  const code = await openCode(call, settings);
  const bound = indexToolByName(call.tool).bind(call.input);
  await replyToEach(paths, async (path) => {
    const rows = await rowsIn(path, code, bound, planned);
    return { fileRows: rows === undefined ? "unread" : rows };
  });
}

/** The rows of a file: null for none, and undefined where it cannot be read. */
async function rowsIn(path: string, code: Code, { rowsOf, rowsOfDeclarations }: BoundIndexTool, planned: Plan) {
  const known =
    rowsOfDeclarations && (await code.withDeclarations(path, (file) => rowsOfDeclarations(file, code, planned)));
  return known ?? (await code.withFile(path, (file) => rowsOf(file, code, planned) ?? null));
}

async function orRefused<Result>(act: () => Result | Promise<Result>): Promise<Result | { refused: Refusal }> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { refused: { error: error.message, details: error.details } };
  }
}

/** Milliseconds between two signs of life of a listing, which takes longer with each folder. */
const signOfLifeMs = 1_000;

async function list({ stopAtMs, ...request }: ListRequest): Promise<Listing | { refused: RefusedPattern }> {
  const { languages, ignore } = settings;
  const skipped = new Skipped();
  const seen: string[] = [];
  const unreadRules: { readonly path: string; readonly reason: string }[] = [];
  let isPartial = false;
  let signalledAtMs = Date.now();
  const isUp = () => {
    const now = Date.now();
    isPartial ||= stopAtMs !== undefined && now > stopAtMs;
    if (now - signalledAtMs > signOfLifeMs) {
      signalledAtMs = now;
      const alive: SignOfLife = { isAlive: true };
      parentPort?.postMessage(alive);
    }
    return isPartial;
  };
  try {
    const expansion = await expand(request.filepath, {
      ...request,
      defaultPatterns: defaultPatterns(languages),
      ignore,
      skipped,
      time: { isUp },
      onUnread: (path, reason) => unreadRules.push({ path, reason }),
      onSeen: request.tellsSeen ? (path) => seen.push(path) : undefined,
    });
    const inputs = typeof request.filepath === "string" ? 1 : request.filepath.length;
    const isOfFolders = request.tellsSeen === true && expansion.folders.length === inputs;
    const summary = { skipped: skipped.summary() ?? {}, isPartial, unreadRules };
    return { ...expansion, ...summary, seen: isOfFolders ? seen : undefined };
  } catch (error) {
    if (error instanceof PatternError) return { refused: error.refused };
    throw error;
  }
}

function textOf({ path, roots }: TextRequest): string {
  const { encoding_declaration } = languageOf(path, settings.languages) ?? {};
  return readSource(path, path, { ...settings, roots }, encoding_declaration).text;
}

async function watch(folders: readonly string[]): Promise<undefined> {
  const { languages, roots, ignore } = settings;
  const { watchFiles } = await import("../../workspace/watch.ts");
  await watchFiles(folders, {
    filter: (path) => languageOf(path, languages) !== undefined,
    ignore,
    roots,
    onUnread: () => {},
    maxFolders: maxWatchedFolders,
    onChanges: (changes) => postWatchReply({ changes }),
    onTooMany: () => postWatchReply({ hasTooMany: true }),
  });
}

function postWatchReply(reply: WatchReply): void {
  parentPort?.postMessage(reply);
}

let book: { readonly callId: number; readonly macros: MacroBook | undefined } = { callId: 0, macros: undefined };

/** Returns the macros of a call, which its pieces share; undefined when none are masked. */
function macroBook({ callId, macros }: ScanPiece): MacroBook | undefined {
  if (book.callId !== callId) {
    const collected = macros && JSON.parse(Buffer.from(macros).toString());
    book = { callId, macros: collected && new MacroBook(collected, settings.projectMacros) };
  }
  return book.macros;
}

/** Calls whose facts are kept for a request: those of calls that have ended without one are dropped. */
const maxRecorders = 16;

const recorders = new Map<number, FactRecorder>();

function recorderOf(callId: number): FactRecorder {
  let recorder = recorders.get(callId);
  if (recorder === undefined) {
    recorder = new FactRecorder((segment) => postFacts({ factsOf: callId, segment, isLast: false }));
    recorders.set(callId, recorder);
    const [oldest] = recorders.keys();
    if (recorders.size > maxRecorders && oldest !== undefined) recorders.delete(oldest);
  }
  return recorder;
}

function postFacts(reply: FactsReply): void {
  const { segment } = reply;
  parentPort?.postMessage(reply, segment === undefined ? [] : [segment.index, segment.texts]);
}

type OwnReply<Reply> = Reply extends unknown ? Omit<Reply, "heapBytes"> : never;

async function reply(message: OwnReply<WorkerReply>): Promise<void> {
  parentPort?.postMessage({ ...message, heapBytes: await wasmHeapBytes() });
}

/** Replies to items one after the other, until the pool wants no more of them. */
async function replyToEach<Item>(
  items: readonly Item[],
  replyTo: (item: Item, isLast: boolean) => OwnReply<WorkerReply> | Promise<OwnReply<WorkerReply>>,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (Atomics.load(stop, 0) !== 0) {
      const stopped: StoppedReply = { isStopped: true };
      parentPort?.postMessage(stopped);
      return;
    }
    await reply(await replyTo(item, index === items.length - 1));
  }
}

type Scanned = {
  readonly outcome: WorkerOutcome;
  readonly read?: ReadIdentity;
  readonly spent: Spent;
  readonly logged?: string;
  readonly masked?: MaskedWords;
};

async function scan(
  piece: ScanPiece,
  bound: BoundTool,
  macros: MacroBook | undefined,
  file: WorkerFile,
): Promise<Scanned> {
  const { tool } = piece.scan;
  const stopwatch = new Stopwatch();
  try {
    return await runOnFile(piece, bound, macros, file, stopwatch);
  } catch (error) {
    if (error instanceof UnreadError) {
      const { stamp, reason } = error;
      const language = languageOf(file.path, settings.languages)?.name;
      if (piece.recordsOutlines && !file.isExplicit && stamp !== undefined && language !== undefined) {
        recorderOf(piece.callId).skipped({ path: file.path, language, stamp }, reason);
      }
      const read = piece.identifies && stamp !== undefined ? { read: { stamp, content: noDigest } } : {};
      return { outcome: outcomeOf(error, file.isExplicit), ...read, spent: stopwatch.spent };
    }
    if (error instanceof UserError) {
      return { outcome: { error: error.message, details: error.details }, spent: stopwatch.spent };
    }
    if (isFatal(error)) throw error;
    const logged = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return {
      outcome: { error: `Internal error in ${tool}: ${file.name}`, details: {} },
      spent: stopwatch.spent,
      logged,
    };
  }
}

/** Returns the stamp and the digest of the bytes that were read; undefined when the file changed meanwhile. */
function identityOf({ stamp, bytes }: Source): ReadIdentity | undefined {
  return stamp === undefined ? undefined : { stamp, content: digestOf(bytes) };
}

async function runOnFile(
  { identifies, recordsOutlines, callId }: ScanPiece,
  { kind, reads, onlyKinds, nameGlob, rowsOf }: BoundTool,
  book: MacroBook | undefined,
  file: WorkerFile,
  stopwatch: Stopwatch,
): Promise<Scanned> {
  const { unsaved } = file;
  const language =
    unsaved === undefined ? languageOf(file.path, settings.languages) : languageByName(unsaved.languageName);
  if (language === undefined) return { outcome: { skipped: "unknown_language" }, spent: stopwatch.spent };
  const source: Source | UnsavedText = unsaved ?? readOnce(file, language);
  const read = identifies && "bytes" in source ? identityOf(source) : undefined;
  stopwatch.lap("read");
  const isKnown = read !== undefined && read.content === file.known;
  if (isKnown && file.knownCopy === undefined) return { outcome: { unchanged: true }, read, spent: stopwatch.spent };
  let masked: MaskedWords | undefined;
  const onMasked = ({ edits }: Masked) => {
    masked = { file: file.name, reasons: wordsByReason(edits, source.text) };
  };
  const macros = book?.at(file.path, language);
  const askedMacros = new Set<string>();
  const onAsked = (names: ReadonlySet<string>) => {
    for (const name of names) askedMacros.add(name);
  };
  const masking = macros && { macros, onAsked, ...(settings.logsMasking ? { onMasked } : {}) };
  const words = nameGlob === undefined ? undefined : wordsOfGlob(nameGlob);
  const short = settings.elidesBodies ? { onlyKinds, words } : {};
  const notes = "warning" in source && source.warning !== undefined ? [source.warning] : [];
  const record = (act: (recorder: FactRecorder, readFile: ReadFile) => void) => {
    if (!recordsOutlines || read === undefined) return;
    const readFile = { path: file.path, language: language.name, ...read, context: file.context, macros };
    act(recorderOf(callId), { ...readFile, text: source.text, askedMacros, warnings: notes });
  };
  const { knownCopy } = file;
  if (isKnown && knownCopy !== undefined) {
    const copy = digestLike(knownCopy, language, source.text, masking, short.onlyKinds);
    stopwatch.lap("mask");
    if (copy === knownCopy) {
      record((recorder, readFile) => recorder.sameCopy(readFile, copy));
      return { outcome: { unchanged: true }, read, spent: stopwatch.spent };
    }
  }
  const outcome = await withParsed(language, source.text, { masking, stopwatch, ...short }, (parsed) => {
    const hasDeclarations = reads === "declarations" || reads === "everything";
    const reading = { onlyKinds: short.onlyKinds, hasDeclarations, hasDefinitions: reads !== "declarations" };
    record((recorder, readFile) => recorder.parsed(readFile, parsed, reading));
    const { rows, warning, isEmpty } = rowsOf(parsed);
    if (isEmpty === true && !file.isExplicit) return { skipped: "no_match" } as const;
    const warnings = warning === undefined ? notes : [...notes, warning];
    return { kind, rows: Rows.of(kind, rows).encoded, warnings };
  });
  stopwatch.lap("query");
  return {
    outcome,
    ...(read === undefined ? {} : { read }),
    spent: stopwatch.spent,
    ...(masked === undefined ? {} : { masked }),
  };
}

function readOnce({ path, name, read }: WorkerFile, { encoding_declaration }: Language): Source {
  if (read === undefined) return readSource(path, name, settings, encoding_declaration);
  return sourceOf(read, name, encoding_declaration);
}

/** UTF-16 code units of a masked word in the log. */
const maxLoggedChars = 40;

function wordsByReason(edits: readonly Edit[], text: string): MaskedWords["reasons"] {
  const reasons: Record<string, string[]> = {};
  for (const { index, length, reason } of edits) {
    reasons[reason] ??= [];
    reasons[reason].push(text.slice(index, index + Math.min(length, maxLoggedChars)));
  }
  return reasons;
}

async function check({ tool, input }: ToolCall, languageNames: readonly string[]): Promise<CheckOutcome> {
  const outcome = [];
  for (const name of languageNames) outcome.push(await checkOne(toolByName(tool), input, languageByName(name)));
  return outcome;
}

async function checkOne(tool: AnyFileTool, input: unknown, language: Language) {
  try {
    await tool.check(input, language);
    return null;
  } catch (error) {
    if (error instanceof UserError) return { error: error.message, details: error.details };
    throw error;
  }
}

/** True for an error after which the WASM runtime of this thread cannot be trusted. */
function isFatal(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}

function toolByName(name: string): AnyFileTool {
  const tool = scannedTools.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

function indexToolByName(name: string): AnyIndexTool {
  const tool = tools.get(name);
  if (tool?.over !== "index") throw new Error(`no index tool ${name}`);
  return tool;
}

function languageByName(name: string): Language {
  const language = settings.languages.find((known) => known.name === name);
  if (language === undefined) throw new Error(`no language ${name}`);
  return language;
}
