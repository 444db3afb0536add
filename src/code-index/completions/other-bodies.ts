import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import type { LanguageWords } from "./language-words.ts";
import type { TypedName } from "./typed-name.ts";

/** A file as the index knows it: its declarations have the offsets of its text. */
export type SavedFile = { readonly file: IndexedFile; readonly text: string };

/** A text without some of its bodies, and the name in it. */
export type ShortText = { readonly text: string; readonly typed: TypedName };

/** UTF-16 code units of a body from which on it is left out. */
const minBody = 40;

/**
 * A text without the bodies of the functions that do not hold the name which is written: their declarations are visible
 * only inside of them, and parsing them takes most of the time. They are known by the saved file, and left out if the
 * text is the same.
 */
export function withoutOtherBodies(
  text: string,
  typed: TypedName,
  saved: SavedFile,
  { body: brackets }: LanguageWords,
): ShortText {
  if (brackets === undefined) return { text, typed };
  const { start, end } = typed;
  const { same, moved, movedBy } = commonParts(saved.text, text);
  const pieces: string[] = [];
  let copied = 0;
  let before = 0;
  for (const { headEnd, end: bodyEnd } of bodiesOf(saved.file)) {
    const by = bodyEnd <= same ? 0 : headEnd >= moved ? movedBy : undefined;
    if (by === undefined) continue;
    const [from, to] = [headEnd + by, bodyEnd + by];
    if (from < copied || (from <= end && start <= to) || to - from < minBody) continue;
    const body = text.slice(from, to);
    // A directive inside may belong to one that is not.
    if (!body.startsWith(brackets.open) || !body.endsWith(brackets.close) || /\n[ \t]*#/.test(body)) continue;
    pieces.push(text.slice(copied, from + brackets.open.length));
    copied = to - brackets.close.length;
    if (to < start) before += copied - from - brackets.open.length;
  }
  const short = pieces.join("") + text.slice(copied);
  return { text: short, typed: { ...typed, start: start - before, end: end - before } };
}

/** The functions with a body that has no declaration of the index inside, in source order. */
function bodiesOf({ declarations }: IndexedFile): readonly Declaration[] {
  const found: Declaration[] = [];
  for (const declaration of declarations) {
    const last = found.at(-1);
    if (last !== undefined && declaration.at >= last.headEnd && declaration.at < last.end) found.pop();
    const { kind, flags, headEnd, end } = declaration;
    if (kind === "function" && (flags & DeclarationFlag.declared) === 0 && headEnd < end) found.push(declaration);
  }
  return found;
}

/** The common start and end of two texts: up to an offset of the first one, and from another one on, which is moved. */
function commonParts(one: string, other: string) {
  const most = Math.min(one.length, other.length);
  let same = 0;
  while (same < most && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  let behind = 0;
  const [last, otherLast] = [one.length - 1, other.length - 1];
  while (behind < most - same && one.charCodeAt(last - behind) === other.charCodeAt(otherLast - behind)) behind++;
  return { same, moved: one.length - behind, movedBy: other.length - one.length };
}
