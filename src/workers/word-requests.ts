/**
 * The worker's side of a search for a word as text. Input: files, words and the kind of lines that a question is about; output: the lines
 * that have a word, with the functions around them.
 */
import { enclosingOf } from "../code-index/enclosing.ts";
import { qualifiedNameOf } from "../code-index/qualified-name.ts";
import { TermMatcher } from "../code-index/search/term-matcher.ts";
import { seemsToBeTypeHead, seemsToDeclare } from "../syntax/declaring-words.ts";
import { languageOf } from "../syntax/language-of.ts";
import type { Language } from "../syntax/languages.ts";
import { type FittingFile, fittingLines } from "../tools/source-lines/fitting-lines.ts";
import {
  linesInCodeAndProse,
  linesWithWords,
  type WantedLines,
  type WordedFile,
  type WordedPlace,
} from "../tools/source-lines/worded-lines.ts";
import { isOfSettingsOrCode } from "../tools/source-lines/written-like-code.ts";
import { readBytes, sourceOf } from "../workspace/read.ts";
import { type KnownFile, knownFilesOf } from "./code-requests.ts";
import { type FittingRequest, pathsOf, type WordedRequest, type WorkerSettings } from "./protocol.ts";

/**
 * The files that have one of some words as a whole one, with its lines; files that cannot be read have none.
 *
 * @param throwIfOver see Code
 */
export function filesWithLines(
  { paths, words, view, maxFileBytes, withProse, wanted }: WordedRequest,
  settings: WorkerSettings,
  throwIfOver: () => void,
): readonly WordedFile[] {
  const knownAt = view && knownFilesOf(view, settings);
  const limits = {
    ...settings,
    roots: view?.roots ?? settings.roots,
    maxFileBytes: maxFileBytes ?? settings.maxFileBytes,
  };
  return pathsOf(paths).flatMap((path) => {
    throwIfOver();
    const known = knownAt?.(path);
    const text = known?.text ?? textWith(words, path, limits);
    const isApart = withProse === "apart" && !isOfSettingsOrCode(path);
    const places = isApart ? linesInCodeAndProse(text, words) : { lines: linesWithWords(text, words), prose: [] };
    if (places.lines.length + places.prose.length === 0) return [];
    const language = languageOf(path, settings.languages);
    const marks = { signs: language?.comment_signs.line ?? [], isWanted: wantedIn(language, known, words, wanted) };
    const prose = places.prose.length === 0 ? {} : { prose: linesOf(places.prose, known, marks) };
    return [{ path, lines: linesOf(places.lines, known, marks), ...prose }];
  });
}

/**
 * The files that have some of the terms of a question, with their best lines; files that cannot be read have none.
 *
 * @param throwIfOver see Code
 */
export function fittingFiles(
  { paths, terms }: FittingRequest,
  settings: WorkerSettings,
  throwIfOver: () => void,
): readonly FittingFile[] {
  const matcher = new TermMatcher(terms);
  return pathsOf(paths).flatMap((path) => {
    throwIfOver();
    const found = fittingLines(textOf(path, settings), matcher);
    return found === undefined ? [] : [{ path, ...found }];
  });
}

/** The text of a file; empty if it cannot be read. */
function textOf(path: string, settings: WorkerSettings): string {
  try {
    return sourceOf(readBytes(path, path, settings), path, languageOf(path, settings.languages)).text;
  } catch {
    return "";
  }
}

/** The text of a file; empty if some words are all absent, or if it cannot be read. */
function textWith(words: readonly string[], path: string, settings: WorkerSettings): string {
  try {
    const read = readBytes(path, path, settings);
    if (!words.some((word) => read.bytes.includes(word))) return "";
    return sourceOf(read, path, languageOf(path, settings.languages)).text;
  } catch {
    return "";
  }
}

type Marks = {
  /** The signs of comments up to the end of a line. */
  readonly signs: readonly string[];
  readonly isWanted: (place: WordedPlace) => boolean;
};

/** Returns the test for lines of the kind that a question is about: by the facts of the file if they tell, or else by the words of its language. */
function wantedIn(
  language: Language | undefined,
  known: KnownFile | undefined,
  words: readonly string[],
  wanted: WantedLines | undefined,
): Marks["isWanted"] {
  if (wanted === undefined || language === undefined) return () => false;
  const {
    declaring_words: declaring,
    definition_words: { function: ofFunctions = [] },
  } = language;
  const isTyped = ofFunctions.includes("(");
  if (wanted === "class heads") return (place) => seemsToBeTypeHead(place, declaring);
  if (known === undefined) return (place) => seemsToDeclare(place, declaring, isTyped);
  const lines = new Set(known.file.declarations.flatMap(({ name, line }) => (words.includes(name) ? line : [])));
  return ({ line }) => lines.has(line);
}

function linesOf(
  places: readonly WordedPlace[],
  known: KnownFile | undefined,
  { signs, isWanted }: Marks,
): WordedFile["lines"] {
  const enclosing = known && enclosingOf(known.file);
  return places.map((found) => {
    const { offset, text, before, after, ...place } = found;
    const holder = enclosing?.at(offset);
    const isComment = signs.some((sign) => text.startsWith(sign));
    return {
      ...place,
      ...(holder && known && { in: qualifiedNameOf(holder, known.separator) }),
      text,
      ...(isComment && { isComment: true }),
      ...(!isComment && isWanted(found) && { isWanted: true }),
    };
  });
}
