/** The entry of a worker thread: reads, parses and asks files, one at a time. */
import { parentPort, workerData } from "node:worker_threads";
import { Clock, type Spent } from "../clock.ts";
import { UserError } from "../errors.ts";
import { wasmHeapBytes } from "../syntax/grammars.ts";
import { type Language, languageOf } from "../syntax/languages.ts";
import type { Edit, Masked } from "../syntax/masking/mask.ts";
import { withParsed } from "../syntax/parse.ts";
import { tools } from "../tools/index.ts";
import type { AnyTool } from "../tools/tool.ts";
import { readSource, type Source, UnreadError } from "../workspace/read.ts";
import { type FileOutcome, outcomeOf } from "./file-outcome.ts";
import { MacroBook } from "./known-macros.ts";
import type {
  CheckOutcome,
  MaskedWords,
  Question,
  ScanPiece,
  WorkerFile,
  WorkerReply,
  WorkerRequest,
  WorkerSettings,
} from "./worker-protocol.ts";

const settings: WorkerSettings = workerData;

parentPort?.on("message", (request: WorkerRequest) => {
  // A rejection must end the thread, so that the pool replaces it: nothing here catches it.
  void answer(request);
});

async function answer(request: WorkerRequest): Promise<void> {
  if ("check" in request) {
    await reply({ check: await check(request.check, request.languageNames) });
    return;
  }
  const { scan: question, files } = request;
  const macros = macroBook(request);
  for (const file of files) await reply(await scan(question, macros, file));
}

let book: { readonly call: number; readonly macros: MacroBook | undefined } = { call: 0, macros: undefined };

/** What is known of macros in this call; the pieces of a call share it. */
function macroBook({ call, macros }: ScanPiece): MacroBook | undefined {
  if (book.call !== call) {
    const learned = macros && JSON.parse(Buffer.from(macros).toString());
    book = { call, macros: learned && new MacroBook(learned, settings.projectMacros) };
  }
  return book.macros;
}

async function reply(message: Scanned | { readonly check: CheckOutcome }): Promise<void> {
  const whole: WorkerReply = { ...message, heapBytes: await wasmHeapBytes() };
  parentPort?.postMessage(whole);
}

type Scanned = {
  readonly outcome: FileOutcome;
  readonly spent: Spent;
  readonly logged?: string;
  readonly masked?: MaskedWords;
};

async function scan({ tool, input }: Question, macros: MacroBook | undefined, file: WorkerFile): Promise<Scanned> {
  const clock = new Clock();
  try {
    return await ask(toolNamed(tool), input, macros, file, clock);
  } catch (error) {
    if (error instanceof UnreadError) return { outcome: outcomeOf(error, file.named), spent: clock.spent };
    if (error instanceof UserError) {
      return { outcome: { error: error.message, details: error.details }, spent: clock.spent };
    }
    if (isFatal(error)) throw error;
    const logged = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { outcome: { error: `Internal error in ${tool}: ${file.name}`, details: {} }, spent: clock.spent, logged };
  }
}

async function ask(
  tool: AnyTool,
  input: unknown,
  book: MacroBook | undefined,
  file: WorkerFile,
  clock: Clock,
): Promise<Scanned> {
  const { given } = file;
  const language = given === undefined ? languageOf(file.path, settings.languages) : languageNamed(given.languageName);
  if (language === undefined) return { outcome: { skipped: "unknown_language" }, spent: clock.spent };
  const source: Source = given ?? readSource(file.path, file.name, settings, language.encoding_declaration);
  clock.lap("read");
  let masked: MaskedWords | undefined;
  const onMasked = ({ edits }: Masked) => {
    masked = { file: file.name, reasons: wordsByReason(edits, source.text) };
  };
  const macros = book?.at(file.path, language);
  const masking = macros === undefined ? undefined : { macros, ...(settings.logsMasking ? { onMasked } : {}) };
  const onlyKinds = settings.elidesBodies ? tool.onlyKinds : undefined;
  const outcome = await withParsed(language, source.text, { masking, clock, onlyKinds }, (parsed) => {
    const { rows, warning } = tool.rowsOf(parsed, input);
    const warnings = [source.warning, warning].filter((text) => text !== undefined);
    return { body: JSON.stringify(rows).slice(1, -1), warnings };
  });
  clock.lap("query");
  return { outcome, spent: clock.spent, ...(masked === undefined ? {} : { masked }) };
}

function wordsByReason(edits: readonly Edit[], text: string): MaskedWords["reasons"] {
  const reasons: Record<string, string[]> = {};
  for (const { index, length, reason } of edits) {
    reasons[reason] ??= [];
    reasons[reason].push(text.slice(index, index + Math.min(length, 40)));
  }
  return reasons;
}

async function check({ tool, input }: Question, languageNames: readonly string[]): Promise<CheckOutcome> {
  const outcome = [];
  for (const name of languageNames) outcome.push(await checkOne(toolNamed(tool), input, languageNamed(name)));
  return outcome;
}

async function checkOne(tool: AnyTool, input: unknown, language: Language) {
  try {
    await tool.check(input, language);
    return null;
  } catch (error) {
    if (error instanceof UserError) return { error: error.message, details: error.details };
    throw error;
  }
}

/** After these the WASM runtime of this thread cannot be trusted any more. */
function isFatal(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}

function toolNamed(name: string): AnyTool {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

function languageNamed(name: string): Language {
  const language = settings.languages.find((known) => known.name === name);
  if (language === undefined) throw new Error(`no language ${name}`);
  return language;
}
