/**
 * The classes of tokens that patterns name, such as `cv`, `capital` or `callMacro`. Input: the name of a class, or a
 * text; output: the test of a token, and the kinds of tokens that can pass it.
 */
import { isOldStyleHead } from "../heads/old-style.ts";
import { isValueInBraces } from "../heads/scopes.ts";
import { type Role, roleKinds } from "../macros/roles.ts";
import { keywords, Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import {
  holdsExpression,
  holdsNoParameters,
  holdsValue,
  isAnnotation,
  isPrimitiveName,
  wrapsStatements,
} from "./arguments.ts";

/** Tells whether one token is of a class, or has a text. */
export type Test = (stream: Stream, index: number) => boolean;

/** The words of patterns for one token. */
const kinds: Readonly<Record<string, number>> = {
  word: Kind.word,
  number: Kind.number,
  string: Kind.string,
  character: Kind.character,
  /** An operator of two or three characters that holds `=`. */
  compound: Kind.operator,
};

/** Classes of words: the classes of tokens/keywords.ts, with the words of each. */
const words: Readonly<Record<string, number>> = Word;

/** Names, by what is known of them as macros. */
const names: Readonly<Record<string, Test>> = {
  /** Written like a macro. */
  capital: (stream, index) => stream.isName(index) && stream.isCapital(index),
  /** Written like a macro up to its first underscore: `DECLARE_DELEGATE_OneParam`. */
  prefixed: (stream, index) => stream.isName(index) && /^[A-Z][A-Z0-9]+_/.test(stream.textOf(index)),
  /** Named like an annotation of Microsoft's source code annotation language: `_Out_writes_`, a name that is reserved in C++. */
  annotation: isAnnotation,
  /** A macro with a role. */
  known: (stream, index) => stream.isName(index) && stream.role(index) !== null,
  /** A macro whose role takes arguments, or a name that is written like a macro. */
  calledMacro: (stream, index) => stream.isName(index) && (stream.role(index)?.call ?? stream.isCapital(index)),
  /** A macro whose role takes arguments. */
  callMacro: (stream, index) => stream.isName(index) && stream.role(index)?.call === true,
  /** A name with arguments that surely are not parameters. */
  calledName: (stream, index) => stream.isName(index) && stream.hasArguments(index) && holdsNoParameters(stream, index),
  /** A macro whose arguments are statements. */
  codeMacro: (stream, index) => stream.isName(index) && wrapsStatements(stream, index),
  /** A macro whose arguments are surely no type. */
  valuedMacro: (stream, index) => stream.isName(index) && stream.hasArguments(index) && holdsValue(stream, index),
  /** A macro that stands for a cast, or for a name in parentheses. */
  castMacro: (stream, index) => stream.isName(index) && isOf(stream.role(index), "value", "cast"),
  /** A macro that stands for the first word of a statement, which a condition follows. */
  ifMacro: (stream, index) => stream.isName(index) && isOf(stream.role(index), "loop", "if"),
  ...Object.fromEntries(
    // Of `attribute`: `attributeMacro`.
    roleKinds.map((kind): [string, Test] => [
      `${kind}Macro`,
      (stream, index) => stream.isName(index) && stream.role(index)?.kind === kind,
    ]),
  ),
};

const isOf = (role: Role | null, kind: Role["kind"], rest: string): boolean =>
  role !== null && !role.call && role.kind === kind && role.rest === rest;

/** The kinds of tokens of the classes below that are brackets. */
const brackets: Readonly<Record<string, number>> = {
  braceOfValue: Char.openBrace,
  parenthesisOfValue: Char.open,
  oldStyleParenthesis: Char.open,
};

/** Classes that more than one token's kind tells. */
const others: Readonly<Record<string, Test>> = {
  ...names,
  any: (stream, index) => stream.kind(index) !== Kind.end,
  end: (stream, index) => stream.kind(index) === Kind.end,
  directive: (stream, index) => isDirective(stream.kind(index)),
  /** A name that the grammar takes for a type anywhere. */
  primitive: (stream, index) => isPrimitiveName(stream, index),
  /** The brace of `A{1}`, as against one that opens a block. */
  braceOfValue: (stream, index) => stream.kind(index) === Char.openBrace && isValueInBraces(stream, index),
  /** The parenthesis of an expression, as against one of parameters. */
  parenthesisOfValue: (stream, index) =>
    stream.kind(index) === Char.open && stream.partner(index) > 0 && holdsExpression(stream, index),
  /** The parenthesis of the names of parameters in a definition as C had it: see heads/old-style.ts. */
  oldStyleParenthesis: (stream, index) => stream.kind(index) === Char.open && isOldStyleHead(stream, index),
  /** The first of its line, without a blank before it, or of the text. */
  lineStart: (stream, index) =>
    index === stream.first || stream.start(index) === 0 || stream.text[stream.start(index) - 1] === "\n",
  /** The first of its line. */
  first: (stream, index) => stream.isFirst(index),
};

const directives: Readonly<Record<string, number>> = {
  "#if": Kind.if,
  "#elif": Kind.elif,
  "#else": Kind.else,
  "#endif": Kind.endif,
  "#define": Kind.define,
  "#include": Kind.include,
};

/** The numbers of keywords in any vocabulary: it begins with them. */
export const keywordNumbers: ReadonlyMap<string, number> = new Map(
  [...keywords.keys()].map((word, index) => [word, index + 1]),
);

/** The requirements on a token: a kind of tokens, and the number of a keyword; undefined if a test says more. */
export type TokenKind = { readonly kind: number; readonly word?: number };

/** True for the name of a class of names. */
export function isClassOfNames(name: string): boolean {
  return name === "name" || name in names;
}

/** True for the name of a class of tokens. */
export function isClass(name: string): boolean {
  return name in kinds || name in words || name in others;
}

/** @throws Error for a class that there is not */
export function testOfClass(name: string): Test {
  const kind = kinds[name];
  if (kind !== undefined) return (stream, index) => stream.kind(index) === kind;
  const word = words[name];
  if (word !== undefined) return (stream, index) => stream.word(index) === word;
  const test = others[name];
  if (test === undefined) throw new Error(`no class of tokens is named ${name}`);
  return test;
}

export function testOfText(text: string): Test {
  const tokens = kindsOfText(text);
  const [{ kind, word } = { kind: Kind.word, word: undefined }] = tokens;
  if (word !== undefined) return (stream, index) => stream.kind(index) === kind && stream.spelling(index) === word;
  const isWhole = kind !== Kind.word && kind !== Kind.operator;
  if (isWhole) return (stream, index) => stream.kind(index) === kind;
  return (stream, index) => stream.kind(index) === kind && stream.textOf(index) === text;
}

/** The kinds of tokens of a text: one. */
export function kindsOfText(text: string): readonly TokenKind[] {
  const directive = directives[text];
  if (directive !== undefined) return [{ kind: directive }];
  if (/^\w/.test(text)) {
    const word = keywordNumbers.get(text);
    return [{ kind: Kind.word, ...(word !== undefined && { word }) }];
  }
  if (text === "::") return [{ kind: Kind.scope }];
  if (text === "->") return [{ kind: Kind.arrow }];
  return [{ kind: text.length > 1 ? Kind.operator : text.charCodeAt(0) }];
}

/** The kinds of tokens of a class, for what triggers a rule. */
export function kindsOfClass(name: string): readonly TokenKind[] {
  const kind = kinds[name] ?? brackets[name];
  if (kind !== undefined && kind !== Kind.word) return [{ kind }];
  if (isClassOfNames(name)) return [{ kind: Kind.word }];
  const form = words[name];
  const found = [...keywords].filter(([, one]) => one === form).map(([word]) => keywordNumbers.get(word));
  return found.flatMap((word) => (word === undefined ? [] : [{ kind: Kind.word, word }]));
}
