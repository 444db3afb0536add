/**
 * The name that is being typed at a place, and texts in which it is finished so that the file parses. Input: a text and
 * an offset; output: the prefix, and texts with a placeholder for the name and with closed brackets.
 */
import { errorKind, type FlatTree, nodeFlags } from "../../syntax/flat/flat-tree.ts";
import type { LanguageWords } from "./language-words.ts";

/** A name that is being written in a text. */
export type TypedName = {
  /** The part of it before the place. */
  readonly prefix: string;
  /** Its start and the end of the word at the place: offsets. */
  readonly start: number;
  readonly end: number;
};

/** Characters of the longest name that is read. */
const maxName = 400;

/** The name at an offset of a text, which is empty if none is begun. */
export function typedNameAt(text: string, offset: number): TypedName {
  const [prefix = ""] = /[\p{L}\p{N}_$]*$/u.exec(text.slice(Math.max(offset - maxName, 0), offset)) ?? [];
  const [rest = ""] = /^[\p{L}\p{N}_$]*/u.exec(text.slice(offset, offset + maxName)) ?? [];
  return { prefix, start: offset - prefix.length, end: offset + rest.length };
}

/** The placeholder for the name in the texts that are parsed. */
export const placeholder = "codegrove_name";

/** A text that is the same outside of the statement, and the offset in it of what stands for the name. */
export type MendedText = { readonly text: string; readonly offset: number };

/**
 * Texts of a file in which a name is being written, with a placeholder that may be correct code: the first of them
 * without errors is as the author means it.
 */
export function* mendedTexts(text: string, { start, end }: TypedName, words: LanguageWords): Generator<MendedText> {
  const before = text.slice(0, start);
  const after = text.slice(end);
  yield { text: before + placeholder + after, offset: start };
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.slice(lineStart).trimStart();
  const statement = line.slice(line.lastIndexOf(";") + 1).trimStart();
  const { end: close = "" } = words.ends.find(({ head }) => head.test(statement)) ?? {};
  const [restOfLine = ""] = /^[^\n]*/.exec(after) ?? [];
  const behind = after.slice(restOfLine.length);
  const brackets = closersOf(before, words);
  yield { text: before + placeholder + brackets + close + behind, offset: start };
  yield { text: before + placeholder + brackets + close + restOfLine + behind, offset: start };
  const indent = before.length - line.length;
  yield { text: before.slice(0, indent) + words.nothing + behind, offset: indent };
}

/** Characters before a name in which brackets are looked for. */
const maxStatement = 2_000;

const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** The closing brackets for open ones at the end of a text, in its last statement. */
function closersOf(before: string, { tokens }: LanguageWords): string {
  let open: string[] = [];
  for (const [token] of before.slice(-maxStatement).matchAll(tokens)) {
    const closer = closers[token];
    if (closer !== undefined) open.push(closer);
    else if (token === open.at(-1)) open.pop();
    // A statement ends here, and a block may have begun.
    if (token === ";" && open.at(-1) !== ")") open = [];
    if (token === "{" && !open.slice(0, -1).includes(")")) open = open.slice(0, -1);
  }
  return open.reverse().join("");
}

/** Counts errors in a tree: all, and errors that touch a range. */
export function errorsIn(
  { size, kinds, flags, starts, ends }: FlatTree,
  start: number,
  end: number,
): { readonly all: number; readonly near: number } {
  let all = 0;
  let near = 0;
  for (let node = 0; node < size; node++) {
    if (kinds[node] !== errorKind && ((flags[node] ?? 0) & nodeFlags.missing) === 0) continue;
    all++;
    if ((starts[node] ?? 0) <= end && (ends[node] ?? 0) >= start) near++;
  }
  return { all, near };
}
