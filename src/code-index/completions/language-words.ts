/** What completion knows of the words of a language. */
export type LanguageWords = {
  readonly keywords: readonly string[];
  /** Comments and strings, then names, operators of two characters, and any other character. */
  readonly tokens: RegExp;
  /** What a comment begins with. */
  readonly comment: RegExp;
  /** What a string begins with that has code in braces. */
  readonly format?: RegExp;
  /** The beginning of a line that is outside of strings and comments. */
  readonly unit: RegExp;
  /** What makes a statement of one that is being written, after its brackets: the first whose head it begins with. */
  readonly ends: readonly { readonly head: RegExp; readonly end: string }[];
  /** What a statement that cannot be read is replaced by. */
  readonly nothing: string;
  /** The brackets of the body of a function; undefined if bodies say something about names outside of them. */
  readonly body?: { readonly open: string; readonly close: string } | undefined;
};

export const words = (text: string): readonly string[] => text.split(" ");

const name = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const operator = String.raw`->|::|[=!<>+*/%|&^-]=|&&|\|\||<<|>>|\*\*|:=`;
const number = String.raw`\d(?:[eE][+-]|[\w.'])*`;
export const patternOf = (...skipped: readonly string[]) =>
  new RegExp([...skipped, number, name, operator, String.raw`\S`].join("|"), "gu");

export const blockComment = String.raw`\/\*[\s\S]*?(?:\*\/|$)`;
export const lineComment = String.raw`\/\/[^\n]*`;
export const doubleQuoted = String.raw`"(?:[^"\\\n]|\\[\s\S])*"?`;
export const singleQuoted = String.raw`'(?:[^'\\\n]|\\[\s\S])*'?`;
