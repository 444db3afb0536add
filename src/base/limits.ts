/** Numbers that bound the work, each with its reason. */

/** Bytes of one source file (MAX_FILE_SIZE). A tree takes about 17 bytes a byte of source. */
export const maxFileBytes = 10_485_760;

/** Milliseconds for one call (REQUEST_TIMEOUT). MCP clients give up after 60 s. */
export const requestTimeoutMs = 30_000;

/** Tool calls at work at the same time (MAX_CONCURRENT_REQUESTS); further ones wait. */
export const maxConcurrentRequests = 10;

/** UTF-16 code units of one batch answer (--max-result-chars): past them Claude Code moves an answer into a file. */
export const maxResultChars = 50_000;

/** Bytes of a configuration, of a file of ignore rules, of a query: the largest of real projects have 50 kB. */
export const maxRuleFileBytes = 1_048_576;

/** Paths of one call: twice the files of the largest code bases. */
export const maxPaths = 1_000_000;

/** Items of any other list among a call's arguments. */
export const maxListItems = 1_000;

/** UTF-16 code units of one glob pattern. */
export const maxPatternLength = 1_000;

/** Patterns for which the braces of one call's patterns may stand: each is matched with every file. */
export const maxPatternAlternatives = 1_000;

/** Bytes of a grammar, and of the memory that it takes: the largest of known grammars has 5.4 MB. */
export const maxGrammarBytes = 67_108_864;

/** Places of the function table that a grammar takes. Known grammars take 7, those of a scanner's functions. */
export const maxGrammarTableSize = 1_000;

/** Bytes of one line on stdin. */
export const maxLineBytes = 67_108_864;

/**
 * Bytes of answers that a client on stdio has not read, past which it is not read either. Clients that write many requests
 * before they read go on up to it.
 */
export const maxUnreadBytes = 8_388_608;

/** Requests of a client on stdio that are worked on or answered and not read; further ones wait. */
export const maxUnreadAnswers = 20;

/** UTF-16 code units of the requests of a client on stdio that have no answer, past which it is not read: two lines. */
export const maxOpenChars = 134_217_728;

/** Bytes of one HTTP body: a file of MAX_FILE_SIZE as JSON. */
export const maxBodyBytes = 16_777_216;

/**
 * Bytes and milliseconds for which the body of a refused HTTP request is read on: a client that is still writing reads
 * the answer afterwards, and many lose it when their connection ends before.
 */
export const maxRefusedBytes = 268_435_456;
export const maxRefusedMs = 10_000;

/** The port of `serve --http`. */
export const httpPort = 8765;

/** Milliseconds after which the session of a client that says nothing is closed (SESSION_TIMEOUT). */
export const sessionTimeoutMs = 1_800_000;

/** Sessions at a time. */
export const maxSessions = 1_000;

/** Milliseconds between signs of life on a stream; proxies close one that is silent for a minute. */
export const keepAliveMs = 15_000;

/** Milliseconds that requests at work have to end when the server stops: within a second it is gone, whatever they do. */
export const stopGraceMs = 700;

/** Rows of one execute_query answer: about 100 MB of JSON; and the UTF-16 code units of their texts. */
export const maxQueryRows = 1_000_000;
export const maxQueryChars = 50_000_000;

/** Diagnostics that are described for one file; whoever mends these asks again. */
export const maxDiagnostics = 100;

/** Nodes of one syntax tree unless it is told otherwise: about a page of code. */
export const defaultTreeNodes = 1_000;

/** Nodes of one syntax tree at the most: about 60 MB as an S-expression. */
export const maxTreeNodes = 1_000_000;

/** Levels of a syntax tree as JSON: JSON.stringify recurses, and so do many readers. */
export const maxJsonTreeDepth = 500;

/** Levels of nested symbols: readers of JSON have bounds, too. */
export const maxSymbolDepth = 100;

/** Nesting of a query. The runtime dies of a stack overflow somewhere past 2,000. */
export const maxQueryDepth = 200;

/** UTF-16 code units of a query. */
export const maxQueryLength = 100_000;

/** Parenthesised and bracketed groups of a query. 1,000 patterns take 3 s to compile. */
export const maxQueryGroups = 2_000;

/** Milliseconds between two progress notifications of a call. */
export const progressIntervalMs = 100;

/** Milliseconds for listing the files of the workspace. 5,000 files take 40 ms. */
export const listTimeoutMs = 10_000;

/** Resources of one page of resources/list: about 40 kB. */
export const resourcesPerPage = 200;

/** Folders that are watched for subscriptions; each takes a watch of the system, and so does each file in it. */
export const maxWatchedFolders = 2_000;

/** Characters of a resource about the whole workspace; past it, tools answer folder by folder. */
export const maxWorkspaceText = 1_000_000;

/** Values of one answer to completion/complete: the most that MCP allows. */
export const maxCompletions = 100;

/** Milliseconds that a completion searches the workspace for symbols: someone who types waits no longer. */
export const symbolCompletionMs = 2_000;

/** Files that a worker takes at a time. From 1 to 128 the speed is the same. */
export const filesPerChunk = 32;

/** Files that pay for starting one more worker, which takes about 30 ms. */
export const filesPerWorker = 100;

/** Milliseconds that work waits before a further worker is started for it, however few files it is. */
export const workerPatienceMs = 100;

/** Bytes looked at for a NUL, which makes a file binary: the rule of git. */
export const binaryProbeBytes = 8_000;

/** Bytes in which the two lines stand that may declare an encoding. */
export const declarationProbeBytes = 1_000;

/** Bytes of a worker's WASM heap, past which it is replaced: the heap never shrinks. A 10 MiB file takes about 200 MB. */
export const maxWasmHeapBytes = 268_435_456;

/** Megabytes of a worker's heap for new objects: of V8's 48 most would hold garbage, and a scan is no faster for it. */
export const maxYoungGenerationSizeMb = 6;

/**
 * Megabytes of a worker's heap for what lives longer. No file comes near it, but below 2,048 V8 lets a heap grow to twice
 * of what lives before it collects, instead of four times (`MemoryController::MaxGrowingFactor`).
 */
export const maxOldGenerationSizeMb = 1536;

/** Headers of one folder whose `#define`s are read for the files next to them. */
export const maxHeadersOfFolder = 500;

/** UTF-16 code units of a file of which another copy is tried when the first one has errors. */
export const maxReparsedLength = 100_000;

/** Definitions of macros that one call learns: about 10 MB. Boost, with 14,000 files, has 45,000. */
export const maxCollectedMacros = 200_000;

/** Bytes of all files of the cache together, and how many files: about 200 scans of 5,000 files. */
export const maxCacheBytes = 536_870_912;
export const maxCacheFiles = 2_000;

/** Bytes of one file of the cache, which is held in memory while its code base is scanned. A larger one is not kept. */
export const maxFactFileBytes = 134_217_728;

/** Files that are begun past the first one without an outcome: what bounds the memory of a scan that streams. */
export const maxFilesAhead = 4_096;
