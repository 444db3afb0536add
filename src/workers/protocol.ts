/**
 * The messages between the main thread and its workers: types only, and how paths and bytes are shared. Input: requests
 * to a worker; output: replies, one for each item or one for all.
 */
import type { RowValues } from "../answers/rows.ts";
import type { ErrorDetails } from "../base/errors.ts";
import type { Roots } from "../base/real-path.ts";
import type { Spent } from "../base/stopwatch.ts";
import type { PackedSegment } from "../cache/artifact-file.ts";
import type { Term } from "../code-index/search/question.ts";
import type { UnreadPlace } from "../code-index/unread-index.ts";
import type { FileEdits } from "../edits/text-edits.ts";
import type { WriteOutcome } from "../edits/write-edits.ts";
import type { CompactedPart } from "../facts/compact.ts";
import type { PortablePart } from "../facts/portable.ts";
import type { BuiltSegment } from "../facts/segment-builder.ts";
import type { Findings } from "../project-commands/findings.ts";
import type { FindingsRequest } from "../project-commands/read-findings.ts";
import type { GrammarKinds } from "../syntax/grammar-kinds.ts";
import type { Languages } from "../syntax/languages.ts";
import type { FileRows, Plan } from "../tools/contract/plan.ts";
import type { FittingFile } from "../tools/source-lines/fitting-lines.ts";
import type { LineRange, TextLines } from "../tools/source-lines/text-lines.ts";
import type { WantedLines, WordedFile } from "../tools/source-lines/worded-lines.ts";
import type { Expansion } from "../workspace/expand.ts";
import type { ProjectRules } from "../workspace/ignore-rules.ts";
import type { FileBytes } from "../workspace/read.ts";
import type { RefusedPattern } from "../workspace/refused-pattern.ts";
import type { Stamp } from "../workspace/stamp.ts";
import type { FileChange } from "../workspace/watch.ts";
import type { ReadIdentity, WorkerOutcome } from "./file-outcome.ts";

/** The settings of a worker from its start on. */
export type WorkerSettings = {
  readonly languages: Languages;
  readonly roots: Roots;
  /** The real paths of the folders in which files may be edited; undefined, by default, if none may. */
  readonly editRoots?: Roots | undefined;
  /** Ignore rules of the project, which come before the rules of .gitignore files. */
  readonly ignore: ProjectRules | undefined;
  readonly maxFileBytes: number;
  /** Folders with programs, as in PATH, in which git is looked for. */
  readonly searchPath?: string | undefined;
  /** Role → macros of the project, which come before all others. */
  readonly projectMacros: Readonly<Record<string, readonly string[]>>;
  /** True when text without definitions may be left out for tools that need definitions alone. */
  readonly elidesBodies: boolean;
  /** True when masked words are logged. */
  readonly logsMasking: boolean;
  /** The files for V8's code of the programs of a worker; undefined for none. */
  readonly workerCode: (Readonly<Record<WorkerProgram, string | undefined>> & { readonly isKept: boolean }) | undefined;
};

/** The programs of a worker: `paths` answers PathRequests alone, `files` all requests. */
type WorkerProgram = "paths" | "files";

/** Bytes that threads share, such as a text in UTF-8. */
export type SharedBytes = Uint8Array<SharedArrayBuffer>;

export function sharedCopy(bytes: Uint8Array): SharedBytes {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}

/** A tool call: a tool of the table and its validated arguments. */
export type ToolCall = { readonly tool: string; readonly input: unknown };

export type WorkerFile = {
  readonly name: string;
  readonly path: string;
  readonly isExplicit: boolean;
  /** The name of its language. */
  readonly language: string | undefined;
  /** Digest of all macros of the call. */
  readonly context: string;
  /** Digest of the content whose outcome is in the cache. */
  readonly known?: string | undefined;
  /** Digest of the copies of that content for which its outcome is; undefined when it is the outcome for any. */
  readonly knownCopy?: string | undefined;
  /** The file as it was read for its macros; undefined when it is read for this request. */
  readonly read?: FileBytes | undefined;
  /** The index of the first of its rows that the answer is about; 0 by default. */
  readonly firstRow?: number;
  /** The text that is parsed in place of a file's. */
  readonly unsaved?: UnsavedText | undefined;
};

/** Text of a call that is not in a file, with the name of its language. */
export type UnsavedText = { readonly text: string; readonly languageName: string };

/**
 * A request to a worker. `scan`, `rowsIn`, `headersIn`, `definesIn`, `identitiesOf`, `stampsOf`, `wordCounts`, `wordsAmong`, `linesWith` and `fittingIn` have one reply for each file,
 * folder or list, in order; the others have one. All work that reads the disk, or whose time depends on a stranger's text, is done
 * by a worker, which can be terminated.
 */
export type WorkerRequest = PathRequest | FileRequest;

/** A request about paths, which needs no parser. */
export type PathRequest =
  | { readonly list: ListRequest }
  /** Folders. */
  | { readonly headersIn: readonly string[] }
  | { readonly stampsOf: readonly PathList[] }
  /** Lists of files, absolute. */
  | { readonly identitiesOf: readonly (readonly string[])[] }
  | { readonly wordCounts: readonly WordCount[] }
  | { readonly wordsAmong: readonly WordsRequest[] }
  | { readonly wordAt: WordPlace }
  /** Folders; for a worker that does nothing else, which answers with WatchReplies. */
  | { readonly watch: readonly string[] };

const pathRequests = ["list", "headersIn", "stampsOf", "identitiesOf", "wordCounts", "wordsAmong", "wordAt", "watch"];

export function isPathRequest(request: WorkerRequest | FactsRequest): request is PathRequest {
  return pathRequests.some((kind) => kind in request);
}

/** A request about what files, and the outputs of commands, contain. */
export type FileRequest =
  | ScanPiece
  | { readonly check: ToolCall; readonly languageNames: readonly string[] }
  | SurveyPiece
  | { readonly textOf: TextRequest }
  | { readonly linesOf: LinesRequest }
  | { readonly plan: CodeCall }
  | { readonly rowsIn: RowsRequest }
  | { readonly next: NextRequest }
  /** The name of a language. */
  | { readonly kindsOf: string }
  | { readonly linesWith: readonly WordedRequest[] }
  | { readonly fittingIn: readonly FittingRequest[] }
  | { readonly findingsIn: FindingsRequest }
  | { readonly write: WriteRequest }
  | { readonly compact: readonly SegmentPart[] }
  | { readonly pack: readonly PackedPart[] };

/** Paths, with "\0" between them in UTF-8, of files or of what stands there itself: see stampsOfPaths. */
export type PathList = { readonly kind: "files" | "entries"; readonly paths: SharedBytes };

/** Paths as a list holds them. */
export function joinedPaths(paths: readonly string[]): SharedBytes {
  return sharedCopy(Buffer.from(paths.join("\0")));
}

/** The paths of a list. */
export function pathsOf(paths: Uint8Array): readonly string[] {
  return Buffer.from(paths).toString().split("\0");
}

/** A question of how many of some files have a word in their bytes: paths as in a PathList. */
export type WordCount = { readonly paths: SharedBytes; readonly word: string };

/** A question that asks which of some words files have. */
export type WordsRequest = Pick<WordCount, "paths"> & {
  readonly words: readonly string[];
  /** Bytes of a file, above which it has none. */
  readonly maxFileBytes: number;
};

/** A file with the words of a question that it has. */
export type FileWithWords = { readonly path: string; readonly words: readonly string[] };

/** A question on which lines files have one of some words. */
export type WordedRequest = Pick<WordCount, "paths"> & {
  readonly words: readonly string[];
  /** Tells the functions around the lines of files that it has; undefined if they are not wanted. */
  readonly view: CodeView | undefined;
  /** Bytes of a file, above which it has no lines; by default as for all files. */
  readonly maxFileBytes?: number;
  /** The lines that have ordinary words only as prose does: among the others (default), or apart from them. */
  readonly withProse?: "apart" | "among";
  /** The kind of lines that are marked as wanted; undefined for none. */
  readonly wanted?: WantedLines | undefined;
};

/** A question on which lines of files have the most of some terms. */
export type FittingRequest = Pick<WordCount, "paths"> & { readonly terms: readonly Pick<Term, "joins" | "stem">[] };

/** A position in a file, absolute: both numbers count from 1. Without a column the word is meant that names the line. */
export type WordPlace = { readonly path: string; readonly line: number; readonly column?: number | undefined };

/** The facts of a code base that are current, as all threads read them. */
export type CodeView = {
  /** A number that no other view of the process has. */
  readonly id: number;
  /**
   * Segments, each with a number that no other of the process has, and for each of their files how much of it is known: see
   * Alive.
   */
  readonly parts: readonly { readonly segment: number; readonly index: SharedBytes; readonly alive: SharedBytes }[];
  /** The folders that files may be read from; none for no limit. */
  readonly roots: Roots;
  /** The folders of the code base. */
  readonly folders: Roots;
  /** How paths are written in answers: what they begin with, and what stands for it. The first that fits counts. */
  readonly names: readonly { readonly folder: string; readonly name: string }[];
  /** CollectedMacros as JSON; undefined when no macros are masked. */
  readonly macros: SharedBytes | undefined;
};

/** Returns a path as answers show it. */
export function shownName(path: string, names: CodeView["names"]): string {
  const known = names.find(({ folder }) => path.startsWith(folder));
  return known === undefined ? path : known.name + path.slice(known.folder.length);
}

/** Unsaved text in place of a file's. */
export type UnsavedFile = UnsavedText & { readonly path: string };

/** A call over the index. */
export type CodeCall = {
  readonly tool: string;
  readonly input: unknown;
  readonly view: CodeView;
  /** The file of a position, by the name that the caller has for it. */
  readonly file: { readonly name: string; readonly path: string; readonly language: string | undefined } | undefined;
  readonly unsaved: UnsavedFile | undefined;
  /** Files of the code base that could not be read. */
  readonly unread: readonly UnreadPlace[];
  /** True to answer from the files that are known, whichever others are wanted but through macros. */
  readonly takesKnown: boolean;
};

/** A piece of the work of an index tool: files of its plan. */
export type RowsRequest = { readonly call: CodeCall; readonly plan: Plan; readonly paths: readonly string[] };

/** The rows of a plan, from which the plan of the next round is made. */
export type NextRequest = { readonly call: CodeCall; readonly plan: Plan; readonly rows: readonly FileRows[] };

/** A piece of the work of a scan. `callId` is the same for all pieces of a call. */
export type ScanPiece = {
  readonly scan: ToolCall;
  readonly callId: number;
  /** The number of files of the scan that workers read. */
  readonly filesOfScan: number;
  /** CollectedMacros as JSON, shared by the pieces of a call; undefined when no macros are masked. */
  readonly macros: SharedBytes | undefined;
  /** True when replies have the stamp and the digest of each file. */
  readonly identifies: boolean;
  /** UTF-16 code units of the answer; infinite for no limit. Rows that it has no room for need not be made. */
  readonly maxChars: number;
  /** True when facts about the files are recorded. */
  readonly recordsOutlines: boolean;
  readonly files: readonly WorkerFile[];
};

/** A segment of facts, and a number for each of its files: 0 for one that is left out. */
export type SegmentPart = Pick<CompactedPart, "alive" | "paths" | "texts"> & { readonly index: Uint8Array };

/** A segment of facts, and its files for an artifact. */
export type PackedPart = Pick<PortablePart, "files"> & { readonly index: Uint8Array };

/** The arguments of a listing: `filepath` and the arguments that go with it. */
export type ListRequest = {
  readonly filepath: string | readonly string[];
  readonly recursive: boolean;
  readonly filePatterns?: readonly string[] | undefined;
  /** For folders where `filePatterns` are not given; undefined for all files of known languages. */
  readonly defaultPatterns?: readonly string[] | undefined;
  /** The name of the only language whose files folders and globs are searched for; undefined for all. */
  readonly onlyLanguage?: string | undefined;
  /** True for the files of folders that no known language has, instead of the others. */
  readonly wantsOthers?: boolean | undefined;
  /** True if lists of uses of macros, which are included, are files of a known language. */
  readonly readsFragments?: boolean | undefined;
  readonly noIgnore: boolean;
  readonly cwd: string;
  /** Roots instead of the roots of the settings. */
  readonly roots: Roots;
  /** True when the reply says what the listing depends on. */
  readonly tellsSeen?: boolean;
  /** The time by Date.now() at which the listing ends with the files so far; undefined for never. */
  readonly stopAtMs?: number | undefined;
};

/** A request for the text of a file of a language, by its absolute path and the language's name. */
export type TextRequest = { readonly path: string; readonly language: string | undefined; readonly roots: Roots };

/** A request for lines of the text of a file, by its absolute path and its name in messages. */
export type LinesRequest = Omit<TextRequest, "roots"> & { readonly name: string; readonly range: LineRange };

/** The edits of a call. `begun` is 0 before a worker takes them. */
export type WriteRequest = {
  readonly files: readonly FileEdits[];
  readonly begun: Int32Array<SharedArrayBuffer>;
};

/** `isUnknown` if a worker has ended while it wrote. */
export type WriteReply = WriteOutcome | { readonly isUnknown: true };

/** The reason for a refusal, in words for the caller. */
export type Refusal = { readonly error: string; readonly details: ErrorDetails };

/** The reason why the arguments do not work for each language of a check; null when they do. */
export type CheckOutcome = readonly (Refusal | null)[];

export type Listing = Expansion & {
  readonly skipped: Readonly<Record<string, number>>;
  /** Name of a known language → number of its files below folders that patterns leave out. */
  readonly notSearched: Readonly<Record<string, number>>;
  /** True when the time was up before the listing was complete. */
  readonly isPartial: boolean;
  /**
   * The folders that were listed and the files of rules that count in them, there or not; undefined where it was not asked
   * for, or is not known, as with globs and where a folder could not be listed for want of descriptors.
   */
  readonly seen: readonly string[] | undefined;
  /** Files of ignore rules that were not used. */
  readonly unreadRules: readonly { readonly path: string; readonly reason: string }[];
};

/** A file whose macros are asked for. */
export type SurveyPiece = {
  readonly definesIn: readonly DefinesRequest[];
  /** The words of the name that is asked for; none where that is no name. */
  readonly nameWords: readonly string[];
  /** The number of the call whose facts are recorded; undefined for none. */
  readonly recordsFor: number | undefined;
  /** The call that scans files next, if its tool may need words in them. */
  readonly scannedFor: EarlyScan | undefined;
};

export type DefinesRequest = {
  readonly path: string;
  /** True when its bytes are kept, since they are parsed next: it is read once. */
  readonly keepsBytes: boolean;
  /** True when the name that is asked for decides: a file that lacks one of its words is not scanned. */
  readonly isNamed: boolean;
  /** True when it is scanned next, and its macros are recorded then, with what else is found; unless the call is stopped. */
  readonly isScannedNext: boolean;
  /** True when facts of it are recorded, if the request records any. */
  readonly isRecorded: boolean;
  /** True when the reply has the digest of its content. */
  readonly isIdentified: boolean;
  /** The file if it is scanned next: it is scanned at once if it lacks the words that the call needs. */
  readonly file: WorkerFile | undefined;
};

/** A call whose tool needs words in files: files without them are done before the macros of all files are known. */
export type EarlyScan = Pick<ScanPiece, "scan" | "identifies" | "maxChars">;

/** The macros that a file defines, and its stamp unless it changed while it was read. */
export type FileDefines = {
  readonly count: number;
  /** A JSON array of the count, then pairs of a name and a role; empty when there are none. It is parsed on demand. */
  readonly rolesJson: string;
  /** A digest of the macros; the same for all files that define none. */
  readonly digest: string;
  readonly stamp: Stamp | undefined;
  /** Digest of the bytes, if it was asked for. */
  readonly content?: string;
  /** True when it surely lacks one of the words that are asked for. */
  readonly lacksName: boolean;
  readonly bytes?: SharedBytes;
  /** The result of the scan, for a file without the words that the call needs. */
  readonly scanned?: Pick<ScanReply, "outcome" | "read">;
};

/** A reply of a worker. `heapBytes` is the size of its WASM heap. */
export type WorkerReply = { readonly heapBytes: number } & ReplyBody;

export type ReplyBody =
  | ScanReply
  | { readonly check: CheckOutcome }
  | { readonly list: Listing | { readonly refused: RefusedPattern } }
  | { readonly headers: readonly string[] }
  /** null for a file that cannot be read. */
  | { readonly defines: FileDefines | null }
  | { readonly stamps: Uint8Array }
  /** Files that have a word. */
  | { readonly count: number }
  | { readonly wordedFiles: readonly WordedFile[] }
  | { readonly filesWithWords: readonly FileWithWords[] }
  | { readonly fittingFiles: readonly FittingFile[] }
  /** null for a file that cannot be read, or a place without a word. */
  | { readonly word: string | null }
  | { readonly text: string | { readonly refused: Refusal } }
  | { readonly lines: TextLines | { readonly refused: Refusal } }
  /** null for a file that cannot be read, or changed while it was. */
  | { readonly identities: readonly (ReadIdentity | null)[] }
  | { readonly planned: Plan | { readonly refused: Refusal } }
  /** Paths of files that are to be read before what was asked can be answered. */
  | { readonly wanted: readonly string[] }
  /** null where there is no further round. */
  | { readonly further: Plan | null }
  /** null for a file without rows; `unread` for one that cannot be read. */
  | { readonly fileRows: RowValues | null | "unread" }
  | { readonly kinds: GrammarKinds | { readonly refused: Refusal } }
  | { readonly findings: Findings | { readonly refused: Refusal } }
  | { readonly writing: WriteReply }
  | { readonly compacted: BuiltSegment }
  | { readonly packed: PackedSegment };

/** A message of a watching worker. The first one is `isReady`, after which every change is reported, or `refused`. */
export type WatchReply =
  | { readonly isReady: true }
  | { readonly refused: Refusal }
  | { readonly changes: readonly FileChange[] }
  /** True when further folders are not watched. */
  | { readonly hasTooMany: true };

/** Paths of files that a call was to scan after it had read their macros, and did not: all of a call that was stopped. */
export type Unscanned = "all" | readonly string[];

/** Asks for the facts that a worker has recorded for a call. It is answered between two requests, with FactsReplies. */
export type FactsRequest = {
  readonly factsOf: number;
  /** See DefinesRequest. */
  readonly unscanned: Unscanned;
};

/** Facts that a worker has recorded for a call. `isLast` is set in the reply to a request. */
export type FactsReply = {
  readonly factsOf: number;
  readonly segment: BuiltSegment | undefined;
  readonly isLast: boolean;
};

/** A sign that a worker still works on its request, with the files of a listing that it has found. */
export type SignOfLife = { readonly isAlive: true; readonly found: number };

/** Says that a worker was stopped between two items of its request, and has no further replies to it. */
export type StoppedReply = { readonly isStopped: true };

/** Replies to some items of a request, in order: a message costs a worker as much as a small file does. */
export type Replies = { readonly replies: readonly WorkerReply[] };

/** What a worker thread starts with. */
export type WorkerData = WorkerSettings & {
  /** Not 0 when the worker is to stop before the next item of its request. */
  readonly stop: Int32Array<SharedArrayBuffer>;
  /** How many items of its request the worker has ended, with replies to the last of them still to be sent. */
  readonly ended: Int32Array<SharedArrayBuffer>;
  /** The number that the system has for the thread, which the worker writes when it starts; 0 if it is not known. */
  readonly thread: Int32Array<SharedArrayBuffer>;
  /** The process that the worker has started and that still runs: see RunningProcess. */
  readonly process: Int32Array<SharedArrayBuffer>;
  /** True to load what reads files before a request needs it. */
  readonly readsFiles: boolean;
};

/**
 * The reply for one file of a scan. `logged` is a stack for the log, which is not part of the answer; `masked` maps
 * rules to masked words, when these are logged; `read` identifies the file as it was read, unless it changed
 * meanwhile; `spent` is the time of each phase.
 */
export type ScanReply = {
  readonly outcome: WorkerOutcome;
  readonly read?: ReadIdentity;
  readonly spent: Spent;
  readonly logged?: string;
  readonly masked?: MaskedWords;
};

export type MaskedWords = { readonly file: string; readonly rules: Readonly<Record<string, readonly string[]>> };
