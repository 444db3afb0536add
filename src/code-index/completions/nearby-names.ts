/**
 * The names in the text around a place that is being completed (lexical context). Input: a text, the range of the
 * unfinished name, and the tokens of the language; output: each name with its distance and the likeness of its uses.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import type { LanguageWords } from "./language-words.ts";

/** The uses of a name in the text around a place. */
export type NearbyUses = {
  count: number;
  /** Tokens between the place and the nearest use. */
  distance: number;
  /** The similarity of the text before its uses and before the place: sums of weights that fall with distance. */
  readonly alike: [one: number, two: number, three: number];
  /** Uses with the same token after them as the place has. */
  followed: number;
};

/** Names in the text around a place. */
export type NearbyNames = {
  readonly uses: ReadonlyMap<string, NearbyUses>;
  /** The token after the place, where there is one on its line. */
  readonly next: string;
  /** Names that are used after the same receiver. */
  readonly onReceiver: readonly string[];
  /**
   * The target of a value that is written there: `width` of `self.width = ` and of `width_(`; "" if that is not known.
   */
  readonly target: string;
  /** The name before the bracket whose first argument is written: `Data` of `Data(`; "" for none. */
  readonly called: string;
  /** Part of a name, as `partsOf` gives it → the names and strings of the statement around the place that have it. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
  /** The code before the place, with blanks for comments; undefined in a comment or in a string. */
  readonly before: string | undefined;
};

/** Characters before a place, and after it, that are read. */
const maxBefore = 60_000;
const maxBehind = 30_000;

/** Tokens after which a use counts half. */
const halfDistance = 150;

const namePattern = /^[\p{L}_$]/u;

/** Reads the names around the name that is being written between two offsets. */
export function nearbyNames(text: string, start: number, end: number, words: LanguageWords): NearbyNames {
  const code = codeBefore(text.slice(unitBefore(text, start, words), start), words);
  const before = code?.tokens ?? [];
  const after = readCode(text.slice(end, end + maxBehind), words).tokens;
  const [line = ""] = /^[^\n]*/.exec(text.slice(end, end + maxBehind)) ?? [];
  const next = line.trim() === "" ? "" : (after[0] ?? "");
  const context = [before.at(-1) ?? "", before.at(-2) ?? "", before.at(-3) ?? ""].map(shapeOf);
  const [one = "", two = "", three = ""] = context;
  const uses = new Map<string, NearbyUses>();
  const onReceiver = new Set<string>();
  const tokens = [...before, "", ...after];
  const at = before.length;
  const keywords = new Set(words.keywords);
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? "";
    if (!namePattern.test(token) || /["']/.test(token) || keywords.has(token)) continue;
    const use = getOrInsert(
      uses,
      token,
      (): NearbyUses => ({
        count: 0,
        distance: Number.POSITIVE_INFINITY,
        alike: [0, 0, 0],
        followed: 0,
      }),
    );
    const distance = Math.abs(index - at);
    const weight = halfDistance / (halfDistance + distance);
    use.count++;
    use.distance = Math.min(use.distance, distance);
    const behind = tokens[index + 1] ?? "";
    if (next !== "" && behind === next) use.followed++;
    if (shapeOf(tokens[index - 1] ?? "") !== one) continue;
    use.alike[0] += weight;
    if (shapeOf(tokens[index - 2] ?? "") !== two) continue;
    use.alike[1] += weight;
    if (one === "." || one === "->") onReceiver.add(token);
    if (shapeOf(tokens[index - 3] ?? "") === three) use.alike[2] += weight;
  }
  const parts = partsAround(before, after);
  const [name = "", bracket = ""] = before.slice(-2);
  const called = bracket === "(" && namePattern.test(name) ? name : "";
  return { uses, next, onReceiver: [...onReceiver], parts, before: code?.text, target: targetOf(before), called };
}

/** Tokens before a place, and after it, that are of its statement at most. */
const maxTokens = 24;

/** The parts of the names and strings in the statement around a place. */
function partsAround(before: readonly string[], after: readonly string[]): NearbyNames["parts"] {
  const isEnd = (token: string) => token === ";" || token === "{" || token === "}";
  const front = before.slice(-maxTokens);
  const start = front.findLastIndex(isEnd) + 1;
  const behind = after.slice(0, maxTokens);
  const end = behind.findIndex(isEnd);
  const parts = new Map<string, Set<string>>();
  for (const token of [...front.slice(start), ...behind.slice(0, end < 0 ? undefined : end)]) {
    for (const part of partsOf(token)) {
      const names = parts.get(part) ?? new Set();
      parts.set(part, names.add(token));
    }
  }
  return parts;
}

/** Characters of a name whose parts are compared. */
const maxParted = 60;

/**
 * The parts of a name in any style, in lower case, except short ones: `get`, `updated`, `files` of `GetUpdatedFiles`.
 */
export function partsOf(name: string): readonly string[] {
  const words = name.slice(0, maxParted).replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_");
  return words.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];
}

/** An offset outside of strings and comments from which on the text before a place is read. */
function unitBefore(text: string, place: number, { unit }: LanguageWords): number {
  const from = place - maxBefore;
  if (from <= 0) return 0;
  unit.lastIndex = from;
  const { index = place } = unit.exec(text) ?? {};
  return index < place ? index : from;
}

function targetOf(before: readonly string[]): string {
  const [name = "", operator = ""] = before.slice(-2);
  return namePattern.test(name) && (operator === "=" || operator === "(" || operator === "{") ? bareName(name) : "";
}

/** A name without what tells a field from a parameter. */
export function bareName(name: string): string {
  return name.replace(/^(?:m_|_+)|_+$/g, "").toLowerCase();
}

/** The code of a text, without comments and strings. */
type ReadCode = {
  /** Names, operators and literals. */
  readonly tokens: readonly string[];
  /** The text with blanks for comments. */
  readonly text: string;
  /** The last token, a comment or not, and where it ends. */
  readonly last: string;
  readonly end: number;
};

function readCode(text: string, { tokens, comment }: LanguageWords): ReadCode {
  const found: string[] = [];
  const pieces: string[] = [];
  let copied = 0;
  let last = "";
  let end = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    last = token;
    end = index + token.length;
    if (!comment.test(token)) found.push(token);
    else {
      pieces.push(text.slice(copied, index), " ".repeat(token.length));
      copied = end;
    }
  }
  return { tokens: found, text: pieces.join("") + text.slice(copied), last, end };
}

/**
 * Reads the code that a text ends with, which may be in the braces of a string; undefined if it does not end in code.
 */
function codeBefore(text: string, words: LanguageWords): ReadCode | undefined {
  const read = readCode(text, words);
  const { last, end } = read;
  if (text.slice(end).includes("\n")) return read;
  if (words.comment.test(last)) return last.startsWith("/*") && last.endsWith("*/") ? read : undefined;
  const quote = /^[a-zA-Z]{0,2}("""|'''|"|')/.exec(last)?.[1] ?? "";
  const head = last.indexOf(quote) + quote.length;
  if (quote === "" || (last.length >= head + quote.length && last.endsWith(quote))) return read;
  const inside = words.format?.test(last) ? /\{([^{}]*)$/.exec(last)?.[1] : undefined;
  if (inside === undefined) return undefined;
  const inner = readCode(inside, words);
  return { ...inner, tokens: [...read.tokens.slice(0, -1), ...inner.tokens] };
}

/** Literals are alike. */
function shapeOf(token: string): string {
  return /^\d/.test(token) ? "0" : /["']/.test(token) ? '""' : token;
}
