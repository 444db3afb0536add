/**
 * Requests to a worker about paths, which need no parser. Input: targets, folders, paths or words; output: lists of files, headers of
 * folders, stamps of files, and changes while they are watched.
 */
import { parentPort, workerData } from "node:worker_threads";
import { maxHeadersOfFolder, maxWatchedFolders } from "../base/limits.ts";
import { listFolder } from "../base/list-folder.ts";
import type { Roots } from "../base/real-path.ts";
import { Tally } from "../base/tally.ts";
import { wordInLine } from "../code-index/line-words.ts";
import {
  definesForOthers,
  indexedLanguageOf,
  languageOf,
  settingsFilesOf,
  unreadKindOf,
} from "../syntax/language-of.ts";
import type { Languages } from "../syntax/languages.ts";
import { expand } from "../workspace/expand.ts";
import { readBytes, readSource } from "../workspace/read.ts";
import { PatternError, type RefusedPattern } from "../workspace/refused-pattern.ts";
import { Skipped } from "../workspace/skipped.ts";
import { stampsOfPaths } from "../workspace/stamp.ts";
import {
  type FileWithWords,
  type Listing,
  type ListRequest,
  type PathList,
  type PathRequest,
  pathsOf,
  type ReplyBody,
  type SignOfLife,
  type WatchReply,
  type WordCount,
  type WordPlace,
  type WordsRequest,
  type WorkerReply,
  type WorkerSettings,
} from "./protocol.ts";
import { identityAt } from "./read-identity.ts";
import { ReadLanguages } from "./read-languages.ts";
import { orRefused } from "./refusal.ts";
import { reply, replyToEach } from "./replies.ts";

const settings: WorkerSettings = workerData;

/**
 * Answers one request. A rejection is not caught, so that it ends the thread and the pool replaces it.
 *
 * @param keep writes the code that V8 has compiled of this program; called before the reply to a list
 */
export async function answerPathRequest(request: PathRequest, keep: () => void): Promise<void> {
  if ("list" in request) {
    const listing = await list(request.list);
    keep();
    reply(withoutHeap({ list: listing }));
  } else if ("headersIn" in request) {
    await replyToEach(request.headersIn, (folder) => withoutHeap({ headers: headersIn(folder, settings) }));
  } else if ("stampsOf" in request) {
    const stampsIn = ({ paths, kind }: PathList) => {
      return withoutHeap({ stamps: stampsOfPaths(pathsOf(paths), kind, settings.roots) });
    };
    await replyToEach(request.stampsOf, stampsIn);
  } else if ("identitiesOf" in request) {
    const identitiesIn = (paths: readonly string[]) => {
      return withoutHeap({ identities: paths.map((path) => identityAt(path, settings)) });
    };
    await replyToEach(request.identitiesOf, identitiesIn);
  } else if ("wordCounts" in request) {
    await replyToEach(request.wordCounts, (asked) => withoutHeap({ count: filesWith(asked) }));
  } else if ("wordsAmong" in request) {
    await replyToEach(request.wordsAmong, (asked) => withoutHeap({ filesWithWords: filesWithWords(asked) }));
  } else if ("wordAt" in request) {
    reply(withoutHeap({ word: wordAtPlace(request.wordAt) }));
  } else {
    postWatchReply((await orRefused(() => watch(request.watch))) ?? { isReady: true });
  }
}

/** A reply without a size of the WASM heap, which such requests do not change. */
function withoutHeap(message: ReplyBody): WorkerReply {
  return { ...message, heapBytes: 0 };
}

/** Returns the sorted names of a folder's headers, and of what they include, whose language has macros; none when it cannot be listed. */
function headersIn(
  folder: string,
  { languages, roots }: { readonly languages: Languages; readonly roots: Roots },
): readonly string[] {
  try {
    return listFolder(folder, roots)
      .map(({ name }) => name)
      .filter((name) => definesForOthers(name, languages))
      .sort()
      .slice(0, maxHeadersOfFolder);
  } catch {
    return [];
  }
}

/** The number of files with a word in their bytes; files that cannot be read have none. */
function filesWith({ paths, word }: WordCount): number {
  return pathsOf(paths).filter((path) => {
    try {
      return readBytes(path, path, settings).bytes.includes(word);
    } catch {
      return false;
    }
  }).length;
}

/** The files that have some of the words as whole ones; files that cannot be read have none. */
function filesWithWords({ paths, words, maxFileBytes }: WordsRequest): readonly FileWithWords[] {
  const wanted = new Set(words);
  return pathsOf(paths).flatMap((path) => {
    try {
      const text = readBytes(path, path, { ...settings, maxFileBytes }).bytes.toString();
      const found = new Set((text.match(/[\p{L}_$][\p{L}\p{N}\p{M}_$]*/gu) ?? []).filter((word) => wanted.has(word)));
      return found.size === 0 ? [] : [{ path, words: [...found] }];
    } catch {
      return [];
    }
  });
}

function wordAtPlace({ path, line, column }: WordPlace): string | null {
  const language = languageOf(path, settings.languages);
  try {
    const { text } = readSource(path, path, settings, language);
    return wordInLine(text, line, column) ?? null;
  } catch {
    return null;
  }
}

/** Milliseconds between two signs of life of a listing, which takes longer with each folder: a person sees them. */
const signOfLifeMs = 100;

async function list({
  stopAtMs,
  readsFragments,
  ...request
}: ListRequest): Promise<Listing | { refused: RefusedPattern }> {
  const { languages, ignore } = settings;
  const skipped = new Skipped();
  const notSearched = new Tally();
  const seen: string[] = [];
  const unreadRules: { readonly path: string; readonly reason: string }[] = [];
  let isPartial = false;
  let hasFailed = false;
  let found = 0;
  let signalledAtMs = Date.now();
  const isUp = () => {
    const now = Date.now();
    isPartial ||= stopAtMs !== undefined && now > stopAtMs;
    if (now - signalledAtMs > signOfLifeMs) {
      signalledAtMs = now;
      const alive: SignOfLife = { isAlive: true, found };
      parentPort?.postMessage(alive);
    }
    return isPartial;
  };
  try {
    const onRead = (path: string) => seen.push(path);
    const read = new ReadLanguages({ languages, roots: request.roots, onRead, readsFragments });
    const expansion = await expand(request.filepath, {
      ...request,
      readLanguageAt: (path) => read.at(path),
      unreadKindOf: (path) => unreadKindOf(path, languages),
      languageAt: (path) => languageOf(path, languages)?.name,
      ignore,
      skipped,
      notSearched,
      time: { isUp },
      onFound: () => {
        found++;
      },
      onFailedFolder: () => {
        hasFailed = true;
      },
      onUnread: (path, reason) => unreadRules.push({ path, reason }),
      onSeen: request.tellsSeen ? (path) => seen.push(path) : undefined,
      settingsFiles: settingsFilesOf(languages),
    });
    const inputs = typeof request.filepath === "string" ? 1 : request.filepath.length;
    const isOfFolders = request.tellsSeen === true && expansion.folders.length === inputs;
    const left = { skipped: skipped.summary() ?? {}, notSearched: notSearched.summary() ?? {} };
    const summary = { ...left, isPartial, unreadRules };
    return { ...expansion, ...summary, seen: isOfFolders && !hasFailed ? seen : undefined };
  } catch (error) {
    if (error instanceof PatternError) return { refused: error.refused };
    throw error;
  }
}

async function watch(folders: readonly string[]): Promise<undefined> {
  const { languages, roots, ignore } = settings;
  const { watchFiles } = await import("../workspace/watch.ts");
  // A file becomes a script, or stops being one, when its first line changes: nothing is remembered.
  const isScript = (path: string) => new ReadLanguages({ languages, roots, onRead: () => {} }).at(path) !== undefined;
  await watchFiles(folders, {
    filter: (path) => indexedLanguageOf(path, languages) !== undefined || isScript(path),
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
