/** The worker's side of a search for a word as text: the lines of files that have it, with the functions around them. */
import { enclosingOf } from "../code-index/enclosing.ts";
import { qualifiedNameOf } from "../code-index/qualified-name.ts";
import { languageOf } from "../syntax/language-of.ts";
import {
  linesInCodeAndProse,
  linesWithWords,
  type WordedFile,
  type WordedPlace,
} from "../tools/source-lines/worded-lines.ts";
import { isOfSettingsOrCode } from "../tools/source-lines/written-like-code.ts";
import { readBytes, sourceOf } from "../workspace/read.ts";
import { type KnownFile, knownFilesOf } from "./code-requests.ts";
import { pathsOf, type WordedRequest, type WorkerSettings } from "./protocol.ts";

/**
 * The files that have one of some words as a whole one, with its lines; files that cannot be read have none.
 *
 * @param throwIfOver see Code
 */
export function filesWithLines(
  { paths, words, view, maxFileBytes, withProse }: WordedRequest,
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
    const signs = languageOf(path, settings.languages)?.comment_signs.line ?? [];
    const prose = places.prose.length === 0 ? {} : { prose: linesOf(places.prose, known, signs) };
    return [{ path, lines: linesOf(places.lines, known, signs), ...prose }];
  });
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

/** @param signs of comments up to the end of a line */
function linesOf(
  places: readonly WordedPlace[],
  known: KnownFile | undefined,
  signs: readonly string[],
): WordedFile["lines"] {
  const enclosing = known && enclosingOf(known.file);
  return places.map(({ offset, text, ...place }) => {
    const holder = enclosing?.at(offset);
    return {
      ...place,
      ...(holder && known && { in: qualifiedNameOf(holder, known.separator) }),
      text,
      ...(signs.some((sign) => text.startsWith(sign)) && { isComment: true }),
    };
  });
}
