/**
 * The copies of a text that are parsed instead of it: masked, without bodies, or rewritten. Input: the text of a file,
 * its language and the known macros; output: the copy, with the way back to offsets and positions of the file.
 */
import { createHash } from "node:crypto";
import { type Cut, cutOut, joinedCuts } from "./cuts.ts";
import { type ElisionOptions, type Masked, prepare, rewritten } from "./dialect.ts";
import type { Language } from "./languages.ts";
import type { KnownMacros } from "./macro-roles.ts";
import type { NeededWords } from "./needed-words.ts";
import { withoutNumberRuns } from "./number-runs.ts";
import { type Position, positionsIn } from "./positions.ts";
import { holdsAny } from "./prefilter.ts";
import { joinCommentRuns } from "./python/comment-runs.ts";
import { indentedBodies } from "./python/indented-bodies.ts";

/** The text that is parsed instead of a file's text. */
export type Copy = Pick<Masked, "names" | "comments" | "scopes" | "listed" | "uses"> & {
  readonly text: string;
  /** The text that the positions of `names`, `scopes`, `listed` and `uses` count in. */
  readonly whole: string;
  /** The offsets in the whole text of what starts, and of what ends, at an offset in the copy. */
  readonly wholeStart: (index: number) => number;
  readonly wholeEnd: (index: number) => number;
  /** The position in the file of what starts at an offset in the copy. */
  readonly positionOf: (index: number) => Position;
  /** The position of an offset in the whole text. */
  readonly wholePositionOf: (index: number) => Position;
  /** True for a copy that lacks a part of the text: of errors in it nothing follows. */
  readonly isShort: boolean;
  /** The ranges that are parsed of a copy with blanks for such parts: the longest blanks are left out. Undefined for all of it. */
  readonly readRanges?: readonly ReadRange[];
  /** The ranges that are blank in a copy, in order, since what is asked for is not in them. */
  readonly cuts?: readonly ReadRange[];
};

/** A range of a copy, in UTF-16 offsets. */
export type ReadRange = { readonly start: number; readonly end: number };

/** The parts of a text that a copy has. */
export type CopiedParts = {
  /** Definitions of these kinds, and nothing else. */
  readonly onlyKinds?: ReadonlySet<string> | undefined;
  /** Without the bodies of functions that lack these words, which are blank. */
  readonly bodyWords?: NeededWords | undefined;
};

/** The way to copy a file whose language has macros. */
export type Masking = {
  readonly macros: KnownMacros;
  /** Called with the edits that were made to a file, for the log. */
  readonly onMasked?: (masked: Masked) => void;
  /** Called with the names whose reading depends on macros. */
  readonly onAsked?: (names: ReadonlySet<string>) => void;
  /** A rule that is left out, to measure what it is worth. */
  readonly withoutRule?: string;
};

/** Offsets and positions of a whole copy, of equal length. */
function inPlace(whole: string): Pick<Copy, "wholeStart" | "wholeEnd" | "positionOf" | "wholePositionOf" | "isShort"> {
  const same = (index: number) => index;
  const positionOf = positionsIn(whole);
  return { wholeStart: same, wholeEnd: same, positionOf, wholePositionOf: positionOf, isShort: false };
}

/** The text itself. */
export function asItStands(text: string): Copy {
  return { text, whole: text, names: [], comments: [], scopes: [], listed: [], uses: [], ...inPlace(text) };
}

/** The text as its grammar reads it in a time that grows with its length. */
function inGoodTime({ bodies }: Language, text: string): string {
  return bodies === "indentation" ? joinCommentRuns(text) : text;
}

/** The copy that is parsed first: without macros where the language has them. */
export function firstCopy(language: Language, text: string, masking: Masking | undefined): Copy {
  if (masking !== undefined) return copyOf(mask(language, text, masking), text);
  return { ...asItStands(text), text: inGoodTime(language, text) };
}

/** The first copy with some parts only; all of it where nothing else is in the text, or where a doubt is left. */
export function copyOfParts(
  language: Language,
  text: string,
  masking: Masking | undefined,
  { onlyKinds, bodyWords }: CopiedParts,
): Copy {
  if (onlyKinds !== undefined) return copyOfDefinitions(language, text, masking, onlyKinds);
  if (bodyWords !== undefined) return copyWithoutBodies(language, text, masking, bodyWords);
  return firstCopy(language, text, masking);
}

/** A copy with the same offsets in which the bodies of functions are blank that hold no definition and lack some words. */
function copyWithoutBodies(language: Language, text: string, masking: Masking | undefined, words: NeededWords): Copy {
  const needsBody = (functionText: string) => holdsAny(functionText, words);
  if (masking === undefined) {
    const cuts = language.bodies === "indentation" ? indentedBodies(text, { needsBody }) : undefined;
    return withBlanks(firstCopy(language, text, masking), cuts ?? []);
  }
  const elision = { functions: true, symbols: false, declarations: true, needsBody };
  const masked = mask(language, text, masking, elision);
  return withBlanks(copyOf(masked, text), masked.cuts);
}

/**
 * The ranges of blanks that the parser passes over, at most, and their least length: it looks for each range from the first one
 * on, so that many short ones cost more than the blanks.
 */
const maxSkipped = 1_000;
const leastSkipped = 300;

/** A copy with blanks for some ranges. Text that is put for one ends it, and so do the nodes around it. */
function withBlanks(copy: Copy, cuts: readonly Cut[]): Copy {
  if (cuts.length === 0) return copy;
  const { text } = copy;
  const lengths = cuts.map(({ start, end }) => end - start).sort((one, other) => other - one);
  const longest = Math.max(leastSkipped, lengths[maxSkipped] ?? 0);
  const parts: string[] = [];
  const readRanges: ReadRange[] = [];
  let from = 0;
  let readFrom = 0;
  for (const { start, end, put } of cuts) {
    parts.push(text.slice(from, start), " ".repeat(end - start - put.length), put);
    from = end;
    if (end - start <= longest) continue;
    readRanges.push({ start: readFrom, end: start });
    readFrom = end - put.length;
  }
  readRanges.push({ start: readFrom, end: Number.POSITIVE_INFINITY });
  return { ...copy, text: parts.join("") + text.slice(from), isShort: true, readRanges, cuts };
}

/**
 * The first copy without what holds no definition of these kinds: bodies of functions, in C++ declarations as well.
 * It is the first copy itself where nothing is to be cut, or where a doubt is left. Long lists of numbers are cut out of it.
 */
function copyOfDefinitions(
  language: Language,
  text: string,
  masking: Masking | undefined,
  kinds: ReadonlySet<string>,
): Copy {
  const { bodies, symbols: rules } = language;
  const symbols = kinds.has("symbol");
  const declarations = kinds.has("declaration");
  const isElided = (!symbols && !declarations) || rules?.elides_bodies === true;
  const { text: named, runs } = withoutNumberRuns(text, language.comment_signs);
  if (masking === undefined) {
    const copy = { ...asItStands(text), text: inGoodTime(language, named) };
    const isCut = isElided && !declarations && bodies === "indentation";
    const cuts = isCut ? indentedBodies(named, { symbols }) : undefined;
    return withoutCuts(copy, joinedCuts(cuts ?? [], runs));
  }
  const elision = isElided ? { functions: kinds.has("function"), symbols, declarations } : undefined;
  const masked = mask(language, named, masking, elision);
  return withoutCuts(copyOf(masked, text), joinedCuts(masked.cuts, runs));
}

/** The copy to try where the first one has errors. */
export function otherCopy(language: Language, text: string, first: Copy): Copy {
  const asFirst = inGoodTime(language, text);
  return { ...asItStands(text), text: first.text === asFirst ? rewritten(language, asFirst) : asFirst };
}

function mask(language: Language, text: string, masking: Masking, elision?: ElisionOptions): Masked {
  const { macros, onMasked, onAsked, withoutRule } = masking;
  const masked = prepare(language, text, { macros, elision, withoutRule });
  if (masked.text !== text) onMasked?.(masked);
  onAsked?.(masked.asked);
  return masked;
}

function copyOf({ text, names, comments, scopes, listed, uses }: Masked, whole: string): Copy {
  return { text, whole, names, comments, scopes, listed, uses, ...inPlace(whole) };
}

function withoutCuts(copy: Copy, cuts: readonly Cut[]): Copy {
  if (cuts.length === 0) return copy;
  const { text, offset, wholeStart, wholeEnd } = cutOut(copy.text, cuts);
  const { whole, wholePositionOf } = copy;
  return {
    text,
    whole,
    comments: copy.comments,
    scopes: copy.scopes,
    listed: copy.listed,
    uses: copy.uses,
    names: copy.names.map((given) => ({ ...given, index: offset(given.index) })).filter(({ index }) => index >= 0),
    wholeStart,
    wholeEnd,
    positionOf: (index) => wholePositionOf(wholeStart(index)),
    wholePositionOf,
    isShort: text.length < copy.text.length,
  };
}

/** Characters of a digest of copies: their number, then bytes of SHA-256. */
const digestLength = 16;

/**
 * Returns a digest of the copies that masking has made of a text, in latin1: readings with the same copies of the same
 * text have the same tree. Zeros for none.
 */
export function digestOfCopies(copies: readonly Copy[]): string {
  const hash = createHash("sha256");
  for (const { text, names, scopes, listed } of copies) {
    hash.update(text).update(`\0${JSON.stringify(names)}\0${JSON.stringify(scopes)}\0`);
    if (listed.length > 0) hash.update(JSON.stringify(listed));
  }
  const digest = String.fromCharCode(copies.length) + hash.digest().toString("latin1", 0, digestLength - 1);
  return copies.length === 0 ? "\0".repeat(digestLength) : digest;
}

/**
 * Returns the digest of the copies of a text that a reading made, if it made as many as another one.
 *
 * @param kinds the kinds of definitions that the reading is for, when it is not all of them
 * @param digest the digest of the other reading's copies
 */
export function digestLike(
  digest: string,
  language: Language,
  text: string,
  masking: Masking | undefined,
  kinds: ReadonlySet<string> | undefined,
): string {
  if (masking === undefined) return digestOfCopies([]);
  const source = withLineFeeds(text);
  const copies = [
    ...(kinds === undefined ? [] : [copyOfParts(language, source, masking, { onlyKinds: kinds })]),
    ...(kinds === undefined || digest.charCodeAt(0) > 1 ? [firstCopy(language, source, masking)] : []),
  ];
  return digestOfCopies(copies);
}

/** A lone carriage return ends a line too, for Python, editors and many compilers; the grammars know none. */
export function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r(?!\n)/g, "\n") : text;
}
