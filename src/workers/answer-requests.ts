/**
 * The program of a worker thread that reads files. Input: the requests of the pool, one at a time; output: the outcome of each file, and
 * the facts that were recorded.
 */
import { parentPort, workerData } from "node:worker_threads";
import { Rows } from "../answers/rows.ts";
import { UserError } from "../base/errors.ts";
import { minHandedOverBytes } from "../base/limits.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import { expectFiles } from "../base/wasm-tiering.ts";
import type { PackedSegment } from "../cache/artifact-file.ts";
import { digestOf, noDigest } from "../cache/digest.ts";
import type { Code, ResolvedFile } from "../code-index/code.ts";
import { withListedSymbols } from "../code-index/listed-symbols.ts";
import { markOf } from "../edits/edited-bytes.ts";
import { MacroBook } from "../facts/macro-book.ts";
import type { BuiltSegment } from "../facts/segment-builder.ts";
import { digestLike } from "../syntax/copies.ts";
import type { Edit, Masked } from "../syntax/dialect.ts";
import type { GrammarKinds } from "../syntax/grammar-kinds.ts";
import { wasmHeapBytes } from "../syntax/grammars.ts";
import { indexedLanguageOf } from "../syntax/language-of.ts";
import type { Language } from "../syntax/languages.ts";
import type { NeededText } from "../syntax/needed-words.ts";
import { fileWithout, withParsed } from "../syntax/parse.ts";
import { wordsOfGlob } from "../syntax/prefilter.ts";
import type { AnyIndexTool, BoundIndexTool } from "../tools/contract/index-tool.ts";
import type { Plan } from "../tools/contract/plan.ts";
import type { AnyFileTool, BoundTool } from "../tools/contract/tool.ts";
import { loadAskedTool, loadScannedTool } from "../tools/index.ts";
import { declared } from "../tools/inner/declarations.ts";
import { linesIn, type TextLines } from "../tools/source-lines/text-lines.ts";
import { readBytes, readSource, type Source, sourceOf, type TextRules, UnreadError } from "../workspace/read.ts";
import { checkedEdits } from "./checked-edits.ts";
import { FactRecorder, type ReadFile } from "./fact-recorder.ts";
import { definedIn, definesIn, textWithoutNeeds } from "./file-macros.ts";
import { outcomeOf, outcomeOfUnread, type WorkerOutcome } from "./file-outcome.ts";
import { answerPathRequest } from "./path-requests.ts";
import {
  type CheckOutcome,
  type CodeCall,
  type EarlyScan,
  type FactsReply,
  type FactsRequest,
  type FileDefines,
  type FileRequest,
  isPathRequest,
  type LinesRequest,
  type MaskedWords,
  type NextRequest,
  type PackedPart,
  type ReplyBody,
  type RowsRequest,
  type ScanPiece,
  type ScanReply,
  type SegmentPart,
  type SurveyPiece,
  type TextRequest,
  type ToolCall,
  type UnsavedText,
  type WorkerData,
  type WorkerFile,
  type WorkerReply,
  type WorkerRequest,
} from "./protocol.ts";
import { identityOf } from "./read-identity.ts";
import { orRefused } from "./refusal.ts";
import { reply, replyOrStop, replyToEach, throwIfStopped } from "./replies.ts";

const settings: WorkerData = workerData;

/**
 * Answers one request. A rejection is not caught, so that it ends the thread and the pool replaces it.
 *
 * @param keep writes the code that V8 has compiled of this program; called before the last reply to a scan
 */
export async function answerRequest(request: WorkerRequest | FactsRequest, keep: () => void): Promise<void> {
  if ("factsOf" in request) {
    const { factsOf, unscanned } = request;
    postFacts({ factsOf, segment: recorders.get(factsOf)?.finish(unscanned), isLast: true });
    recorders.delete(factsOf);
  } else if (isPathRequest(request)) {
    await answerPathRequest(request, () => {});
  } else {
    await answer(request, keep);
  }
}

/** @param beforeLast called before the last reply, after which the process may end */
async function answer(request: FileRequest, beforeLast: () => void): Promise<void> {
  if ("scan" in request) {
    await answerScan(request, beforeLast);
  } else if ("check" in request) {
    reply(await withHeap({ check: await check(request.check, request.languageNames) }));
  } else if ("definesIn" in request) {
    await answerDefines(request);
  } else if ("compact" in request) {
    reply(await withHeap({ compacted: await compacted(request.compact) }));
  } else if ("pack" in request) {
    reply(await withHeap({ packed: await packed(request.pack) }));
  } else if ("plan" in request) {
    await replyOrStop(async () => withHeap(await plan(request.plan)));
  } else if ("rowsIn" in request) {
    await answerRows(request.rowsIn);
  } else if ("kindsOf" in request) {
    reply(await withHeap({ kinds: await orRefused(() => grammarKinds(request.kindsOf)) }));
  } else if ("linesWith" in request) {
    const { filesWithLines } = await import("./word-requests.ts");
    await replyToEach(request.linesWith, (asked) =>
      withHeap({ wordedFiles: filesWithLines(asked, settings, throwIfStopped) }),
    );
  } else if ("fittingIn" in request) {
    const { fittingFiles } = await import("./word-requests.ts");
    await replyToEach(request.fittingIn, (asked) =>
      withHeap({ fittingFiles: fittingFiles(asked, settings, throwIfStopped) }),
    );
  } else if ("findingsIn" in request) {
    const { readFindings } = await import("../project-commands/read-findings.ts");
    reply(await withHeap({ findings: await orRefused(() => readFindings(request.findingsIn)) }));
  } else if ("write" in request) {
    const { answerWrite } = await import("./write-request.ts");
    reply(await withHeap({ writing: answerWrite(request.write, settings) }));
  } else if ("next" in request) {
    reply(await withHeap({ further: await next(request.next) }));
  } else if ("linesOf" in request) {
    reply(await withHeap({ lines: await orRefused(() => linesOf(request.linesOf)) }));
  } else {
    reply(await withHeap({ text: await orRefused(() => textOf(request.textOf)) }));
  }
}

async function answerDefines(request: SurveyPiece): Promise<void> {
  const { nameWords, recordsFor, scannedFor } = request;
  const scanEarly = await earlyScanOf(scannedFor);
  await replyToEach(request.definesIn, async (asked) => {
    const { path, file } = asked;
    const read = bytesAt(path);
    if (read === undefined) return await withHeap({ defines: null });
    const scanned = file && (await scanEarly(file, read));
    const keepsBytes = asked.keepsBytes && scanned === undefined;
    const found = definesIn(read, { ...asked, keepsBytes }, nameWords, settings.languages);
    const { name: language } = indexedLanguageOf(path, settings.languages) ?? {};
    let content = asked.isIdentified ? digestOf(read.bytes) : undefined;
    if (language !== undefined && recordsFor !== undefined && asked.isRecorded) {
      const isRecordedLater = asked.isScannedNext && !found.maySkip && found.withoutName === undefined;
      // The scan takes the digest of a file that is recorded later.
      content ??= isRecordedLater ? noDigest : digestOf(read.bytes);
      recorderOf(recordsFor).defines({ path, language, content }, found, isRecordedLater);
    }
    const identified = asked.isIdentified && content !== undefined ? { content } : {};
    return await withHeap({ defines: { ...found.defines, ...identified, ...(scanned && { scanned }) } });
  });
}

/** The bytes of a file until the next one is read; undefined if it cannot be read, which its own outcome reports. */
function bytesAt(path: string) {
  try {
    return readBytes(path, path, settings);
  } catch {
    return undefined;
  }
}

type EarlyScanned = FileDefines["scanned"];

/** Returns the scan of files without the words that the tool of a call needs; undefined for other files. */
async function earlyScanOf(
  call: EarlyScan | undefined,
): Promise<(file: WorkerFile, read: ReturnType<typeof readBytes>) => Promise<EarlyScanned>> {
  if (call === undefined || !settings.elidesBodies) return async () => undefined;
  const bound = (await toolByName(call.scan.tool)).bind(call.scan.input);
  const known = new Map<string, NeededText | undefined>();
  return async (file, read) => {
    const language = settings.languages.find(({ name }) => name === file.language);
    if (language === undefined || bound.neededText === undefined) return undefined;
    if (!known.has(language.name)) known.set(language.name, await bound.neededText(language));
    const needs = known.get(language.name);
    const text = needs && textWithoutNeeds(read.bytes, needs.words, language);
    if (text === undefined) return undefined;
    const room = { firstRow: file.firstRow ?? 0, maxChars: call.maxChars, mark: "" };
    const outcome = outcomeOfRows(bound.rowsOf(fileWithout(language, text), room), bound, file, []);
    const identity = call.identifies ? identityOf(read) : undefined;
    return { outcome, ...(identity && { read: identity }) };
  };
}

/** Returns the outcome of a file with what a tool has found in it. @param notes warnings about the file */
function outcomeOfRows(
  found: ReturnType<BoundTool["rowsOf"]>,
  { kind }: Pick<BoundTool, "kind">,
  file: WorkerFile,
  notes: readonly string[],
): WorkerOutcome {
  if ("unread" in found) return outcomeOfUnread(found.unread, file);
  const { rows, warning, isEmpty, wordsHeld, part } = found;
  const warnings = warning === undefined ? notes : [...notes, warning];
  return {
    kind,
    rows: Rows.of(kind, rows).encoded,
    warnings,
    ...(isEmpty && { isEmpty }),
    ...(wordsHeld && { wordsHeld }),
    ...(part && { part }),
  };
}

async function answerScan(piece: ScanPiece, beforeLast: () => void): Promise<void> {
  const macros = macroBook(piece);
  const { tool, input } = piece.scan;
  expectFiles(piece.filesOfScan);
  const bound = (await toolByName(tool)).bind(input);
  await replyToEach(piece.files, async (file, isLast) => {
    const scanned = await scan(piece, bound, macros, file);
    if (isLast) beforeLast();
    return await withHeap(scanned);
  });
}

async function compacted(asked: readonly SegmentPart[]): Promise<BuiltSegment> {
  const [{ compactSegments }, { Segment }] = await Promise.all([
    import("../facts/compact.ts"),
    import("../facts/segment.ts"),
  ]);
  return compactSegments(asked.map(({ index, ...part }) => ({ segment: Segment.open(index), ...part })));
}

async function packed(asked: readonly PackedPart[]): Promise<PackedSegment> {
  const [{ portableSegment }, { packedSegment }, { Segment }] = await Promise.all([
    import("../facts/portable.ts"),
    import("../cache/artifact-file.ts"),
    import("../facts/segment.ts"),
  ]);
  const parts = asked.map(({ index, files }) => ({ segment: Segment.open(index), files }));
  const files = parts.reduce((sum, part) => sum + part.files.length, 0);
  return packedSegment(portableSegment(parts), files);
}

async function plan(call: CodeCall): Promise<ReplyBody> {
  const tool = await indexToolByName(call.tool);
  const code = await codeOf(call, tool);
  const bound = tool.bind(call.input);
  const planned = await orRefused(() => bound.plan(code));
  const wanted = call.takesKnown ? code.throughMacros(bound.reading.onDemand?.word ?? "") : code.wanted;
  return wanted.length > 0 ? { wanted } : { planned };
}

async function codeOf(call: CodeCall, tool: AnyIndexTool) {
  const { openCode } = await import("./code-requests.ts");
  return openCode(call, settings, tool, throwIfStopped);
}

async function grammarKinds(name: string): Promise<GrammarKinds> {
  const language = settings.languages.find((one) => one.name === name);
  if (language === undefined) throw new Error(`no language ${name}`);
  const { grammarKindsOf } = await import("../syntax/grammar-kinds.ts");
  return grammarKindsOf(language);
}

async function next({ call, plan: last, rows }: NextRequest): Promise<Plan | null> {
  const tool = await indexToolByName(call.tool);
  const code = await codeOf(call, tool);
  const bound = tool.bind(call.input);
  return (await bound.next?.(code, last, rows)) ?? null;
}

async function answerRows({ call, plan: planned, paths }: RowsRequest): Promise<void> {
  const tool = await indexToolByName(call.tool);
  const code = await codeOf(call, tool);
  const bound = tool.bind(call.input);
  const replyTo = async (path: string, isLast: boolean) => {
    const rows = await rowsIn(path, code, bound, planned);
    // All that the files of the request want is in the last reply.
    if (!call.takesKnown && code.isWanting) return await withHeap({ wanted: isLast ? code.wanted : [] });
    return await withHeap({ fileRows: rows === undefined ? "unread" : rows });
  };
  await replyToEach(paths, replyTo, 0);
}

/** The rows of a file: null for none, and undefined where it cannot be read. */
async function rowsIn(path: string, code: Code, bound: BoundIndexTool, planned: Plan) {
  const { rows } = bound;
  if (rows.rowsFrom === "path") return await rows.rowsOf(path, code, planned);
  if (rows.rowsFrom === "tree")
    return await code.withParsed(path, (file) => rows.rowsOf(file, path, code, planned) ?? null);
  const rowsOf = (file: ResolvedFile) => rows.rowsOf(file, code, planned) ?? null;
  if (rows.rowsFrom === "names once") return await code.withFileOnce(path, rowsOf);
  const { rowsOfDeclarations } = rows;
  const known =
    rowsOfDeclarations && (await code.withDeclarations(path, (file) => rowsOfDeclarations(file, code, planned)));
  return known ?? (await code.withFile(path, rowsOf));
}

function textOf({ path, language, roots }: TextRequest): string {
  return readSource(path, path, { ...settings, roots }, encodingIn(language)).text;
}

function linesOf({ path, name, language, range }: LinesRequest): TextLines {
  return linesIn(readSource(path, name, settings, encodingIn(language)).text, range);
}

/** Lines of a file are shown whatever they are. */
function encodingIn(language: string | undefined): TextRules {
  return { encoding_declaration: settings.languages.find(({ name }) => name === language)?.encoding_declaration };
}

let book: { readonly callId: number; readonly macros: MacroBook | undefined } = { callId: 0, macros: undefined };

/**
 * Returns the macros of a call, which its pieces share; undefined when none are masked, as in the first pieces of a call that reads
 * files without macros before others.
 */
function macroBook({ callId, macros }: ScanPiece): MacroBook | undefined {
  if (book.callId !== callId || (book.macros === undefined) !== (macros === undefined)) {
    const collected = macros && JSON.parse(Buffer.from(macros).toString());
    book = { callId, macros: collected && new MacroBook(collected, settings.projectMacros) };
  }
  return book.macros;
}

/** Calls whose facts are kept for a request: facts of calls that have ended without one are dropped. */
const maxRecorders = 16;

const recorders = new Map<number, FactRecorder>();

function recorderOf(callId: number): FactRecorder {
  let recorder = recorders.get(callId);
  if (recorder === undefined) {
    const hasMacros = (language: string) => languageByName(language).macros !== undefined;
    recorder = new FactRecorder(hasMacros, (segment) => postFacts({ factsOf: callId, segment, isLast: false }));
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

async function withHeap(message: ReplyBody): Promise<WorkerReply> {
  return { ...message, heapBytes: await wasmHeapBytes() };
}

async function scan(
  piece: ScanPiece,
  bound: BoundTool,
  macros: MacroBook | undefined,
  file: WorkerFile,
): Promise<ScanReply> {
  const { tool } = piece.scan;
  const stopwatch = new Stopwatch();
  try {
    return await runOnFile(piece, bound, macros, file, stopwatch);
  } catch (error) {
    if (error instanceof UnreadError) {
      const { stamp, reason } = error;
      const { language } = file;
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

async function runOnFile(
  { identifies, recordsOutlines, callId, maxChars }: ScanPiece,
  bound: BoundTool,
  book: MacroBook | undefined,
  file: WorkerFile,
  stopwatch: Stopwatch,
): Promise<ScanReply> {
  const { needs, onlyKinds, nameGlob, neededText } = bound;
  const { unsaved } = file;
  const name = unsaved?.languageName ?? file.language;
  const language = name === undefined ? undefined : languageByName(name);
  if (language === undefined) return { outcome: { skipped: "unknown_language" }, spent: stopwatch.spent };
  const source: Source | UnsavedText = unsaved ?? readOnce(file, language);
  const read = identifies && "bytes" in source ? identityOf(source) : undefined;
  if (recordsOutlines && "bytes" in source && source.bytes.length >= minHandedOverBytes) recorderOf(callId).handOver();
  stopwatch.lap("read");
  const isKnown = read !== undefined && read.content === file.known;
  if (isKnown && file.knownCopy === undefined) return { outcome: { unchanged: true }, read, spent: stopwatch.spent };
  let masked: MaskedWords | undefined;
  const onMasked = ({ edits }: Masked) => {
    masked = { file: file.name, rules: wordsByRule(edits, source.text) };
  };
  const macros = book?.at(file.path, language);
  const askedMacros = new Set<string>();
  const onAsked = (names: ReadonlySet<string>) => {
    for (const name of names) askedMacros.add(name);
  };
  const masking = macros && { macros, onAsked, ...(settings.logsMasking ? { onMasked } : {}) };
  const words = nameGlob === undefined ? undefined : wordsOfGlob(nameGlob);
  const needed = await neededText?.(language);
  const short = settings.elidesBodies ? { onlyKinds, words, needed } : {};
  const notes = "warning" in source && source.warning !== undefined ? [source.warning] : [];
  const record = (act: (recorder: FactRecorder, readFile: ReadFile) => void) => {
    if (!recordsOutlines || read === undefined) return;
    const readFile = { path: file.path, language: language.name, ...read, context: file.context, macros };
    const defined = macros !== undefined && "bytes" in source ? definedIn(source.bytes) : undefined;
    act(recorderOf(callId), { ...readFile, text: source.text, askedMacros, warnings: notes, defined });
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
  const mark = "bytes" in source ? markOf(source.bytes) : "";
  // Of a text with errors, a copy without bodies may have other declarations than the whole.
  let declarationsAreLeft = false;
  const { rows, edited } = await withParsed(language, source.text, { masking, stopwatch, ...short }, (plain) => {
    const parsed = withListedSymbols(plain, file.path);
    declarationsAreLeft = needs === "everything" && settings.elidesBodies && !parsed.isSound;
    const hasDeclarations = needs === "declarations" || (needs === "everything" && !declarationsAreLeft);
    const reading = { onlyKinds: short.onlyKinds, hasDeclarations, hasDefinitions: needs !== "declarations" };
    record((recorder, readFile) => recorder.parsed(readFile, parsed, reading));
    const made = bound.rowsOf(parsed, { firstRow: file.firstRow ?? 0, maxChars, mark });
    const edits = "edits" in made ? made.edits : undefined;
    return {
      rows: outcomeOfRows(made, bound, file, notes),
      edited: edits && { edits, hasErrors: parsed.hasErrors() },
    };
  });
  if (declarationsAreLeft) {
    const reading = { onlyKinds: declared, hasDeclarations: true, hasDefinitions: false };
    await withParsed(language, source.text, { masking, stopwatch, onlyKinds: declared }, (parsed) =>
      record((recorder, readFile) => recorder.parsed(readFile, parsed, reading)),
    );
  }
  const outcome =
    edited === undefined || !("rows" in rows)
      ? rows
      : { ...rows, edits: await checkedEdits(language, source.text, edited.edits, masking, edited.hasErrors) };
  stopwatch.lap("query");
  return {
    outcome,
    ...(read === undefined ? {} : { read }),
    spent: stopwatch.spent,
    ...(masked === undefined ? {} : { masked }),
  };
}

function readOnce({ path, name, read }: WorkerFile, language: Language): Source {
  return read === undefined ? readSource(path, name, settings, language) : sourceOf(read, name, language);
}

/** UTF-16 code units of a masked word in the log. */
const maxLoggedChars = 40;

function wordsByRule(edits: readonly Edit[], text: string): MaskedWords["rules"] {
  const rules: Record<string, string[]> = {};
  for (const { index, length, rule } of edits) {
    rules[rule] ??= [];
    rules[rule].push(text.slice(index, index + Math.min(length, maxLoggedChars)));
  }
  return rules;
}

async function check({ tool, input }: ToolCall, languageNames: readonly string[]): Promise<CheckOutcome> {
  const outcome = [];
  for (const name of languageNames) outcome.push(await checkOne(await toolByName(tool), input, languageByName(name)));
  return outcome;
}

async function checkOne(tool: AnyFileTool, input: unknown, language: Language) {
  try {
    await tool.check(input, language, settings.languages);
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

async function toolByName(name: string): Promise<AnyFileTool> {
  const tool = await loadScannedTool(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

async function indexToolByName(name: string): Promise<AnyIndexTool> {
  const tool = await loadAskedTool(name);
  if (tool === undefined) throw new Error(`no index tool ${name}`);
  return tool;
}

function languageByName(name: string): Language {
  const language = settings.languages.find((known) => known.name === name);
  if (language === undefined) throw new Error(`no language ${name}`);
  return language;
}
