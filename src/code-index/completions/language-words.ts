/** The words of a language for completion. */
export type LanguageWords = {
  readonly keywords: readonly string[];
  /** Comments and strings, then names, operators of two characters, and any other character. */
  readonly tokens: RegExp;
  /** The start of a comment. */
  readonly comment: RegExp;
  /** The start of a string with code in braces. */
  readonly format?: RegExp;
  /** The beginning of a line that is outside of strings and comments. */
  readonly unit: RegExp;
  /** The texts that complete an unfinished statement, after its brackets: the first whose head matches. */
  readonly ends: readonly { readonly head: RegExp; readonly end: string }[];
  /** The replacement for a statement that cannot be read. */
  readonly nothing: string;
  /** The brackets of the body of a function; undefined if bodies say something about names outside of them. */
  readonly body?: { readonly open: string; readonly close: string } | undefined;
};

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const operator = String.raw`->|::|[=!<>+*/%|&^-]=|&&|\|\||<<|>>|\*\*|:=`;
const number = String.raw`\d(?:[eE][+-]|[\w.'])*`;
export const patternOf = (...skipped: readonly string[]) =>
  new RegExp([...skipped, number, name, operator, String.raw`\S`].join("|"), "gu");

export const blockComment = String.raw`\/\*[\s\S]*?(?:\*\/|$)`;
export const lineComment = String.raw`\/\/[^\n]*`;
export const doubleQuoted = String.raw`"(?:[^"\\\n]|\\[\s\S])*"?`;
export const singleQuoted = String.raw`'(?:[^'\\\n]|\\[\s\S])*'?`;
