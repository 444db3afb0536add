/**
 * Limits of the work, each with its reason. Input: nothing, and for some functions a setting of the user; output: numbers, whose
 * comments have their units, and whether a setting is within its limits.
 */

/** Bytes of one source file (MAX_FILE_SIZE). A tree takes about 17 bytes a byte of source. */
export const maxFileBytes = 10_485_760;

/** Milliseconds for one call (REQUEST_TIMEOUT): half of the 60 s after which MCP clients give up. */
export const requestTimeoutMs = 30_000;

/**
 * Milliseconds after which a first call over the index is answered with what is known (ANSWER_WITHIN): most code bases of up to
 * 100,000 lines are resolved in that time, and a person or an agent waits for it without a doubt.
 */
export const answerWithinMs = 3_000;

/**
 * Milliseconds after which a first call is answered by default if nothing is known of its code: the lines of a text search come within
 * about a second then, and reading large code bases takes many.
 */
export const unknownAnswerWithinMs = 700;

/**
 * Milliseconds for which a server reads the code of a repository ahead of the first call (READ_AHEAD): half a million lines are read in
 * that time, and a session that never asks costs no more.
 */
export const readAheadMs = 60_000;

/**
 * Milliseconds for which a server resolves the names of a question between calls: as many as it reads ahead. A call that comes meanwhile
 * has the threads first.
 */
export const goOnMs = 60_000;

/** Milliseconds from the start of a session until its server reads ahead: one line in, one line out is over by then. */
export const readAheadAfterMs = 1_500;

/**
 * Milliseconds in which calls resolve their names by default after one that was answered before its code was read: an agent waits
 * less for one whole answer than for several that say the same.
 */
export const readCodeWithinMs = 10_000;

/** Tool calls that run at the same time (MAX_CONCURRENT_REQUESTS); further ones wait. */
export const maxConcurrentRequests = 10;

/** UTF-16 code units of one batch answer (--max-result-chars): Claude Code moves a longer answer into a file. */
export const maxResultChars = 50_000;

/**
 * The least limit of an answer: below it, the heads of an answer, a row and a cursor have no room. 0 means no limit.
 */
export const leastAnswerChars = 2_000;

/**
 * UTF-16 code units of the lines that were not resolved in time: an agent asks again and reads the resolved ones, so that long lists
 * of the first answer are read for nothing.
 */
export const maxUnresolvedLineChars = 4_000;

/** UTF-16 code units of all of an answer with such lines: the same call again has an answer that is worth more. */
export const maxEarlyAnswerChars = 12_000;

/** True for a number that the limit of an answer can be set to. */
export function isAnswerLimit(chars: number): boolean {
  return chars === 0 || chars >= leastAnswerChars;
}

/**
 * Files that no language reads and that are searched for a word, and bytes of such a file: more are data, and reading them takes
 * longer than the code.
 */
export const maxMentioningFiles = 20_000;
export const maxMentioningFileBytes = 1_048_576;

/** Bytes of a configuration, a file of ignore rules or a query: the largest files of real projects have 50 kB. */
export const maxRuleFileBytes = 1_048_576;

/** Bytes of a file that `codegrove init` changes: agents read files of instructions whole, and they have some kB. */
export const maxInitFileBytes = 1_048_576;

/** Milliseconds after which a hook of a client gives no answer: its agent waits for it. */
export const hookTimeoutMs = 5_000;

/** Bytes of an event of a client, which has the text of an edit in it. */
export const maxHookBytes = 16_777_216;

/** Places or errors that the answer of a hook has: an agent pays for each. */
export const maxHookRows = 5;

/** Milliseconds for the test of one connection by `codegrove doctor` (--timeout): clients wait as long for a server to start. */
export const doctorTimeoutMs = 30_000;

/** Milliseconds in which a tested server may end by itself after its input has ended. */
export const doctorGraceMs = 2_000;

/** Bytes that a tested server may write: the longest lists of tools have some 100 kB. */
export const maxDoctorBytes = 16_777_216;

/** Pages of a list of tools that are read: servers have some 100 tools at the most. */
export const maxDoctorPages = 100;

/** UTF-16 code units of a server's text that are shown: some lines of an error. */
export const maxDoctorTextChars = 600;

/** UTF-16 code units of such a text in which secrets are masked before it is cut. */
export const maxDoctorRawChars = 8_000;

/** Bytes of a configuration of a client that is read: Claude Code also keeps the state of all projects in it. */
export const maxClientFileBytes = 33_554_432;

/**
 * The least that a found configuration can set a limit to: lower ones would fail calls of the server. A flag, a variable,
 * the user's own file and a named one can go lower.
 */
export const foundLimitFloors = {
  /** Bytes: few files that people write are larger. */
  max_file_size: 65_536,
  /** Milliseconds: a first call starts threads and reads some thousand files in 3 s. */
  request_timeout: 5_000,
  /** Calls wait for each other, and none fails. */
  max_concurrent_requests: 1,
  /** Milliseconds: an agent reads an answer, and thinks, before it calls again. */
  session_timeout: 60_000,
  /** UTF-16 code units. */
  max_result_chars: leastAnswerChars,
};

/** Bytes of a file without an extension that are read to find out its language: Linux reads as many for a shebang. */
export const shebangBytes = 256;

/** Bytes of a list of uses of macros that are read to find out that it is one: its first comment may be a license. */
export const fragmentProbeBytes = 16_384;

/** Bytes of a list of uses of macros that the index has: larger ones are tables that a program has written. */
export const maxFragmentBytes = 262_144;

/** Paths of one call: twice the files of the largest code bases. */
export const maxPaths = 1_000_000;

/** Arguments of one call: no tool takes half as many. */
export const maxArguments = 50;

/** Items of any other list among a call's arguments. */
export const maxListItems = 1_000;

/** UTF-16 code units of one glob pattern. */
export const maxPatternLength = 1_000;

/** Patterns that the braces of one call's patterns expand to: each is matched with every file. */
export const maxPatternAlternatives = 1_000;

/** UTF-16 code units of a caller's value in an error message: a line of it. */
export const maxShownChars = 60;

/** Files that an answer of a tool over the index names since they could not be read; it counts the others. */
export const maxNamedFiles = 3;

/** UTF-16 code units of the names of all files with syntax errors, if an answer has them: three usual paths. */
export const maxNamedChars = 300;

/** Folders by which an answer counts the files that could not be read; it counts the other folders together. */
export const maxUnreadFolders = 8;

/**
 * Unreadable files whose imports are still found: more unreadable files mean a failing disk, and would displace facts.
 */
export const maxUnreadPlaces = 10_000;

/** Files that have ended a worker and that a server counts: an attack makes more, and a code base has some. */
export const maxFailingFiles = 1_000;

/**
 * Milliseconds that a file is not read after it has ended workers of two calls: it costs each call the time of a file, up
 * to REQUEST_TIMEOUT. They double with each further time, up to the second number. A changed file is read at once.
 */
export const firstFailingWaitMs = 10_000;
export const maxFailingWaitMs = 600_000;

/** Milliseconds that a call waits before it looks again at files that changed while it ran: a checkout writes 5,000 in 500. */
export const changedFilesPauseMs = 150;

/** Bytes of a grammar, and of the memory that it takes: the largest known grammar has 5.4 MB. */
export const maxGrammarBytes = 67_108_864;

/** Entries of the function table that a grammar takes. Known grammars take 7, for the functions of their scanners. */
export const maxGrammarTableSize = 1_000;

/** Bytes of one line on stdin. */
export const maxLineBytes = 67_108_864;

/**
 * Bytes of answers that a client on stdio has not read; past them, its requests are not read. Clients that write many
 * requests before they read the answers work up to this limit.
 */
export const maxUnreadBytes = 8_388_608;

/** Requests of a client whose answers it has not read; further requests wait. */
export const maxUnreadAnswers = 20;

/** UTF-16 code units of the unanswered requests of a client on stdio; past them, it is not read: two lines. */
export const maxOpenChars = 134_217_728;

/** Bytes of one HTTP body: a file of MAX_FILE_SIZE as JSON. */
export const maxBodyBytes = 16_777_216;

/** Bytes of all HTTP bodies and unread answers together: two clients' worth on stdio; past them, requests get a 503. */
export const maxHeldBytes = 134_217_728;

/** Milliseconds for one HTTP request with its body: 16 MB take 34 seconds at 4 Mbit/s. */
export const maxBodyMs = 60_000;

/**
 * Bytes and milliseconds for which the body of a refused HTTP request is read to its end: a client reads the answer
 * after it has written the body, and many clients lose the answer when the connection ends before that.
 */
export const maxRefusedBytes = 268_435_456;
export const maxRefusedMs = 10_000;

/** Roots of a client that are used: a window of an editor has some ten folders. */
export const maxClientRoots = 100;

/** Milliseconds for which a call waits until the client has told its roots: it answers in some milliseconds, or never. */
export const clientRootsMs = 2_000;

/** The port of `serve --http`. */
export const httpPort = 8765;

/** Milliseconds after which the session of an idle client is closed (SESSION_TIMEOUT). */
export const sessionTimeoutMs = 1_800_000;

/** Milliseconds for which the server of `serve --shared` stays without a session: agents soon start the next one. */
export const sharedIdleMs = 300_000;

/** Milliseconds of the longest timer that Node has: a longer one ends at once. */
export const maxTimerMs = 2_147_483_647;

/** Sets of code without a session that such a server keeps: a person works on few projects at a time. */
export const maxUnusedCode = 3;

/** Milliseconds for a start of such a server, and for its first answer: the least time that clients give a server is 10 s. */
export const sharedStartMs = 8_000;

/** Milliseconds for the answer of a shared server about itself: its main thread is never busy for so long. */
export const sharedStatusMs = 3_000;

/** Milliseconds between two looks at whether the program that has started a session is still there. */
export const parentPauseMs = 5_000;

/** Open sessions. */
export const maxSessions = 1_000;

/** Milliseconds between keep-alive comments on a stream; proxies close a stream that is silent for a minute. */
export const keepAliveMs = 15_000;

/** Milliseconds that running requests have to end when the server stops, so that it is gone within a second. */
export const stopGraceMs = 700;

/** Rows of one execute_query answer, about 100 MB of JSON; and the UTF-16 code units of their texts. */
export const maxQueryRows = 1_000_000;
export const maxQueryChars = 50_000_000;

/** Diagnostics that are described for one file; the next check after a fix shows further ones. */
export const maxDiagnostics = 100;

/** Syntax errors of a file that comments can suppress: describing one takes up to a millisecond. */
export const maxSuppressibleErrors = 1_000;

/** Nodes of one syntax tree by default: about a page of code. */
export const defaultTreeNodes = 1_000;

/** Largest max_nodes of a syntax tree: about 60 MB as an S-expression. */
export const maxTreeNodes = 1_000_000;

/** Levels of a syntax tree as JSON: JSON.stringify recurses, and so do many readers. */
export const maxJsonTreeDepth = 500;

/** Levels of nested symbols: JSON readers have limits, too. */
export const maxSymbolDepth = 100;

/** Nesting levels of a query. The stack of the runtime overflows somewhere past 2,000. */
export const maxQueryDepth = 200;

/** UTF-16 code units of a query. */
export const maxQueryLength = 100_000;

/** Parenthesised and bracketed groups of a query. 1,000 patterns take 3 s to compile. */
export const maxQueryGroups = 2_000;

/** Milliseconds for which a modern client may cache lists that stay the same while the server runs. */
export const listTtlMs = 3_600_000;

/** Milliseconds between two progress notifications of a call. */
export const progressIntervalMs = 100;

/** Milliseconds for listing the files of the workspace. 5,000 files take 40 ms. */
export const listTimeoutMs = 10_000;

/** Resources of one page of resources/list: about 40 kB. */
export const resourcesPerPage = 200;

/** Folders that are watched for subscriptions; each takes a watch of the system. */
export const maxWatchedFolders = 2_000;

/** Characters of a resource about the whole workspace; past it, tools answer folder by folder. */
export const maxWorkspaceText = 1_000_000;

/** Values of one answer to completion/complete: the most that MCP allows. */
export const maxCompletions = 100;

/** UTF-16 code units of one file's rows that are searched for completion: 10,000 symbols. */
export const maxCompletionChars = 1_000_000;

/** Milliseconds that a completion searches the workspace for symbols: the longest wait of a person who types. */
export const symbolCompletionMs = 2_000;

/** Bytes of a file whose names may take seconds to resolve: a call looks at such files last. */
export const largeFileBytes = 262_144;

/** Files of one request to a worker. The speed is the same from 1 to 128. */
export const filesPerChunk = 32;

/** Replies of a worker that are sent as one message, and for how many milliseconds it holds them back. */
export const maxHeldReplies = 16;
export const maxReplyHoldMs = 20;

/** Files for which one more worker is worth its start, which takes about 30 ms. */
export const filesPerWorker = 100;

/** Milliseconds after which waiting work gets a further worker, however few its files are. */
export const workerPatienceMs = 100;

/** Milliseconds that a stopped call waits for a worker to end its file, so that its facts, and its open files, are not lost. */
export const drainPatienceMs = 500;

/** Milliseconds of the same wait for a worker whose process was ended: without it, the system keeps that among the processes. */
export const reapPatienceMs = 10_000;

/** Milliseconds that the end of the program waits for a worker that is starting a process, and then ends it. */
export const startPatienceMs = 2_000;

/** Bytes of a file before which a worker hands over what it has recorded: it may not end it in that time. */
export const minHandedOverBytes = 524_288;

/** Milliseconds that the end of a call waits for the facts of a worker that is busy with another call. */
export const factsPatienceMs = 2_000;

/** Bytes that are searched for a NUL, which makes a file binary: the rule of git. */
export const binaryProbeBytes = 8_000;

/** Bytes that are searched for an encoding declaration, which is in the first two lines. */
export const declarationProbeBytes = 1_000;

/** Bytes of the WASM heap past which a worker is replaced: the heap never shrinks. A 10 MiB file takes about 200 MB. */
export const maxWasmHeapBytes = 268_435_456;

/**
 * Megabytes of a worker's heap for new objects: most of V8's 48 would hold garbage. With 6, list_symbols collects garbage
 * so often that a scan takes a tenth more; a worker with 24 takes some 10 MB more memory.
 */
export const maxYoungGenerationSizeMb = 24;

/**
 * Megabytes of a worker's heap for older objects. No file needs that many, but below 2,048 V8 lets a heap grow to twice
 * its live objects before it collects, instead of four times (`MemoryController::MaxGrowingFactor`).
 */
export const maxOldGenerationSizeMb = 1536;

/** Headers of one folder whose `#define`s are read for the files next to them. */
export const maxHeadersOfFolder = 500;

/** UTF-16 code units of a file with macros that is parsed a second time, unchanged, if the first tree has errors. */
export const maxReparsedLength = 100_000;

/** Macro definitions that one call collects: about 10 MB. Boost, with 14,000 files, has 45,000. */
export const maxCollectedMacros = 200_000;

/** Bytes and number of all files of the cache: about 200 scans of 5,000 files. */
export const maxCacheBytes = 536_870_912;
export const maxCacheFiles = 2_000;

/** Bytes of one file of the cache, which is in memory while its code base is scanned. A larger one is not written. */
export const maxFactFileBytes = 134_217_728;

/** Shards of a code base: a merge lists the ones that are missing. */
export const maxShards = 65_536;

/** Segments of an artifact: a billion lines have about as many, and the cache has room for fewer. */
export const maxArtifactSegments = 1_024;

/**
 * Bytes of files that a call keeps from reading their macros to parsing them; it reads further files twice, which takes
 * 2 % of the time of a scan, where four times the bytes took a tenth of the memory of a large one.
 */
export const maxKeptBytes = 16_777_216;

/** Bytes of facts on disk that a call about one file loads: that takes less time than the start of a parser. */
export const maxFileFactBytes = 4_194_304;

/** Further ones for each byte of the file: loading them takes half of the time of parsing it. */
export const factBytesPerByte = 24;

/** Bytes of a file from which on a call about only this file records facts: parsing it takes a tenth of a second. */
export const minRecordedBytes = 65_536;

/** Bytes of facts that a server keeps in memory; the facts of the code base in use may exceed it. */
export const maxLoadedFactBytes = 268_435_456;

/** Files that are started past the first one without an outcome: the bound on the memory of a scan that streams. */
export const maxFilesAhead = 4_096;

/** Rows of tests that find_references lists next to others without being asked: about 2,000 characters. */
export const maxTestRows = 20;

/** UTF-16 code units of the context of a symbol where the call sets no budget: about 4k tokens. */
export const maxContextChars = 16_000;

/** Used symbols that get_symbol_context reads the signatures of: the largest answer has room for about a hundred. */
export const maxUsedSymbols = 300;

/**
 * Files that get_symbol_context searches for callers, the nearest ones: of a name that hundreds of files have, its
 * answer has room for only some callers, and searching them all takes seconds.
 */
export const maxContextFiles = 120;

/** Symbols of one name that get_symbol_info describes: each takes reading a file, and a caller needs one. */
export const maxDescribedSymbols = 20;

/** Failures and diagnostics of the output of one command: an agent mends some, and runs it again. */
export const maxOutputRows = 1_000;

/** UTF-16 code units of a line of output that parsers read: no tool writes a place after them. */
export const maxOutputLine = 2_000;

/** Bytes of a report (JUnit, SARIF), and of an output that parsers read: a build that says more says it again and again. */
export const maxReportBytes = 16_777_216;

/** UTF-16 code units that are kept of the beginning and of the end of an output: a page, and what summaries take. */
export const keptHeadChars = 2_000;
export const keptTailChars = 8_000;

/** Seconds of one command unless its `timeout` says so, and the most that it may say. */
export const commandTimeoutS = 600;
export const maxCommandTimeoutS = 86_400;

/** Milliseconds between two progress notifications of a command, and UTF-16 code units of the line in them. */
export const commandProgressMs = 1_000;
export const maxProgressChars = 160;

/** Milliseconds that a command has to end after SIGTERM, and that its children may keep its output open after it. */
export const commandGraceMs = 2_000;

/**
 * An image of an answer to an agent: models scale one with a longer side down, and its bytes take a megabyte as text. A pixel
 * takes four bytes while it is drawn.
 */
export const imageOfAnswer = { maxSide: 1_568, maxPixels: 2_458_624, maxBytes: 750_000 };

/** An image in a file: viewers and web pages show it, and drawing it takes some 300 MB. */
export const imageOfFile = { maxSide: 12_000, maxPixels: 40_000_000, maxBytes: 50_000_000 };

/** Milliseconds for a command of git that reads objects of a repository: the largest list their files in a second. */
export const gitTimeoutMs = 20_000;

/** Milliseconds for a search by rg that an answer is compared with. */
export const searchTimeoutMs = 10_000;

/** Characters past which such a search is ended: no client would take them. */
export const searchedCharsAtMost = 5_000_000;

/** Sessions whose statistics are kept, and bytes of the file of one: a row for each tool has about 150. */
export const maxSessionsOfStats = 200;
export const maxStatsBytes = 16_384;

/** Bytes of the output of one command of git: the list of 400,000 files. */
export const maxGitBytes = 96 * 1024 * 1024;

/** Bytes of the changed files of a revision that are compared, and how many files. */
export const maxRevisionBytes = 32 * 1024 * 1024;
export const maxComparedFiles = 1_000;

/** Bytes of files of no language that are read to tell whether they differ from a commit: git has seen the others as they are. */
export const maxOtherBytes = 64 * 1024 * 1024;

/** UTF-16 code units of a diff. */
export const maxDiffChars = 16 * 1024 * 1024;

/** Changed symbols whose callers and tests are looked for: a change of more is read by its folders. */
export const maxChangedStarts = 300;

/**
 * Symbols of the outline and the search in the page of a report, which says of each list how much of it is left out. Each takes
 * some 90 characters, so that a page stays below 10 MB.
 */
export const maxPageSymbols = 100_000;

/** UTF-16 code units of a signature in a page: two lines of a wide screen. */
export const maxPageSignatureChars = 200;

/** Functions of a page that are the worst by one column of the table, which sorts by five columns. */
export const maxPageWorstFunctions = 50;

/** Places of one rule in a page: a person reads some, and fixes the rest with the rule's own tool. */
export const maxPagePlaces = 500;

/** UTF-16 code units of a finding's line of code in a page, and of its message. */
export const maxPageLineChars = 200;

/** Files in a page that most others depend on. */
export const maxPageNeededFiles = 25;

/** Lines of the source of a symbol in a page, and UTF-16 code units of each. */
export const maxPageSourceLines = 40;

/** UTF-16 code units of all sources in a page: a browser opens a page of this size at once. */
export const maxPageSourceChars = 2_000_000;

/** Uses of a symbol that a page lists: a person follows some, and asks find_references for the rest. */
export const maxPageUses = 20;

/** Rows of each list of a page that answers a question of a new colleague. */
export const maxPageAnswers = 12;

/** Cycles of imports in a page, the shortest first. */
export const maxPageCycles = 50;

/** Files of a cycle that a page names: a longer one is no longer read along. */
export const maxPageCycleFiles = 20;

/** Imports in a page whose file is not in the folder, and files that could not be read. */
export const maxPageNamedPlaces = 100;

/** Bytes of a report that `--baseline` names: about 100,000 findings. */
export const maxBaselineBytes = 100 * 1024 * 1024;
