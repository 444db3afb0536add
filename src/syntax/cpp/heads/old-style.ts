/**
 * Definitions of functions in C before ANSI C (K&R): `int f(a) int a; {`, and macros that hold parameters for both:
 * `int f OF((int a));`. Input: a parenthesis or a macro; output: whether it is one of these.
 */
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import type { HeadEdits } from "./head-edits.ts";

/** Tokens between the names of the parameters and the body of an old-style definition. */
const maxTokens = 512;

/**
 * True when a parenthesis opens the names of the parameters of a definition of C as it was before ANSI C:
 * `int f(a, b) int a; char *b; {`. Each declaration up to the brace has to name a parameter, which what follows a macro
 * with arguments does not.
 */
export function isOldStyleHead(stream: Stream, open: number): boolean {
  const close = stream.partner(open);
  if (stream.kind(open) !== Char.open || close <= 0 || !isTypeStart(stream, stream.after(close))) return false;
  const names = parameterNames(stream, open, close);
  return names !== undefined && declareNames(stream, stream.after(close), names);
}

/** `int`, `const`, `struct`, `register`, `gzFile` */
function isTypeStart(stream: Stream, at: number): boolean {
  const word = stream.word(at);
  const isStart = word === Word.name || word === Word.type || word === Word.cv;
  return isStart || word === Word.specifier || word === Word.classKey || word === Word.enumKey;
}

function parameterNames(stream: Stream, open: number, close: number): ReadonlySet<number> | undefined {
  const names = new Set<number>();
  let at = stream.after(open);
  for (let tokens = 0; tokens < maxTokens; tokens += 1) {
    if (!stream.isName(at)) return undefined;
    names.add(stream.spelling(at));
    const end = stream.after(at);
    if (end === close) return names;
    if (stream.kind(end) !== Char.comma) return undefined;
    at = stream.after(end);
  }
  return undefined;
}

/** True when declarations that each name a parameter are between a token and the next brace. */
function declareNames(stream: Stream, from: number, names: ReadonlySet<number>): boolean {
  let isNamed = false;
  let at = from;
  for (let tokens = 0; tokens < maxTokens; tokens += 1) {
    const type = stream.kind(at);
    if (type === Char.openBrace) return stream.kind(stream.before(at)) === Char.semicolon;
    if (type === Char.semicolon) {
      if (!isNamed || !continuesHead(stream, stream.after(at))) return false;
      isNamed = false;
    } else if (isForeign(type)) return false;
    else if (stream.isName(at)) isNamed ||= names.has(stream.spelling(at));
    at = stream.after(at);
  }
  return false;
}

function continuesHead(stream: Stream, at: number): boolean {
  return stream.kind(at) === Char.openBrace || isTypeStart(stream, at);
}

/** Tokens that declarations of parameters do not have. */
function isForeign(type: number): boolean {
  const isEnd = type === Kind.end || isDirective(type) || type === Char.closeBrace;
  return isEnd || type === Char.equals || type === Kind.scope || type === Char.colon || type === Char.tilde;
}

/**
 * True when a macro holds the parameters of a function: `int f OF((int a, char *b));`. As against
 * `int x GUARDED_BY((m));`, the parameters begin with a type and a second word, or with a type that the language knows.
 */
export function isParameterMacro(stream: Stream, macro: number): boolean {
  const before = stream.before(macro);
  if (!stream.isName(before) && stream.kind(before) !== Char.close) return false;
  if (!stream.isName(macro) || !stream.hasArguments(macro)) return false;
  if (!stream.isCapital(macro) && stream.role(macro) === null) return false;
  const outer = stream.after(macro);
  const open = stream.after(outer);
  if (stream.kind(open) !== Char.open || stream.after(stream.partner(open)) !== stream.partner(outer)) return false;
  return startsParameter(stream, stream.after(open));
}

function startsParameter(stream: Stream, at: number): boolean {
  const word = stream.word(at);
  if (word !== Word.name) return isTypeStart(stream, at);
  const after = stream.after(at);
  return stream.isName(after) || stream.kind(after) === Char.comma || stream.kind(after) === Char.star;
}

/** Blanks the macro and its own parentheses with `edits`; returns the parenthesis that opens the parameters. */
export function unwrapParameters(stream: Stream, macro: number, edits: HeadEdits): number {
  const outer = stream.after(macro);
  const close = stream.partner(outer);
  edits.cut(close, close, "parameters-in-macro");
  return edits.cut(macro, outer, "parameters-in-macro");
}
