/**
 * Definitions of functions in C before ANSI C (K&R): `int f(a) int a; {`, and macros that hold parameters for both:
 * `int f OF((int a));`. Input: a parenthesis or a macro; output: whether it is one of these.
 */

import { numberAt, setNumber } from "../../../../base/assembly/tables";
import { RuleId } from "../rules/rule-ids";
import { Word } from "../tokens/keywords";
import { isCapital, noRole, role } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { isDirective, Kind } from "../tokens/token-table";
import * as edits from "./head-edits";

/** Tokens between the names of the parameters and the body of an old-style definition. */
const maxTokens = 512;

/** The words that name the parameters of the head at hand, four bytes each, and their number. */
const names: usize = memory.data(2048);
let nameCount: i32 = 0;

/**
 * True when a parenthesis opens the names of the parameters of a definition of C as it was before ANSI C:
 * `int f(a, b) int a; char *b; {`. Each declaration up to the brace has to name a parameter, which what follows a macro
 * with arguments does not.
 */
export function isOldStyleHead(open: i32): bool {
  const close = stream.partner(open);
  if (stream.kind(open) !== Char.open || close <= 0 || !isTypeStart(stream.after(close))) return false;
  return parameterNames(open, close) && declareNames(stream.after(close));
}

/** `int`, `const`, `struct`, `register`, `gzFile` */
function isTypeStart(at: i32): bool {
  const word = stream.word(at);
  const isStart = word === Word.name || word === Word.type || word === Word.cv;
  return isStart || word === Word.specifier || word === Word.classKey || word === Word.enumKey;
}

/** Reads the names between two parentheses; false if there is more than names. */
function parameterNames(open: i32, close: i32): bool {
  nameCount = 0;
  let at = stream.after(open);
  for (let tokens = 0; tokens < maxTokens; tokens += 1) {
    if (!stream.isName(at)) return false;
    setNumber(names, nameCount, stream.spelling(at));
    nameCount += 1;
    const end = stream.after(at);
    if (end === close) return true;
    if (stream.kind(end) !== Char.comma) return false;
    at = stream.after(end);
  }
  return false;
}

function isParameterName(spelling: i32): bool {
  for (let place = 0; place < nameCount; place += 1) if (numberAt(names, place) === spelling) return true;
  return false;
}

/** True when declarations that each name a parameter are between a token and the next brace. */
function declareNames(from: i32): bool {
  let isNamed = false;
  let at = from;
  for (let tokens = 0; tokens < maxTokens; tokens += 1) {
    const type = stream.kind(at);
    if (type === Char.openBrace) return stream.kind(stream.before(at)) === Char.semicolon;
    if (type === Char.semicolon) {
      if (!isNamed || !continuesHead(stream.after(at))) return false;
      isNamed = false;
    } else if (isForeign(type)) return false;
    else if (stream.isName(at)) isNamed = isNamed || isParameterName(stream.spelling(at));
    at = stream.after(at);
  }
  return false;
}

function continuesHead(at: i32): bool {
  return stream.kind(at) === Char.openBrace || isTypeStart(at);
}

/** Tokens that declarations of parameters do not have. */
function isForeign(type: i32): bool {
  const isEnd = type === Kind.end || isDirective(type) || type === Char.closeBrace;
  return isEnd || type === Char.equals || type === Kind.scope || type === Char.colon || type === Char.tilde;
}

/**
 * True when a macro holds the parameters of a function: `int f OF((int a, char *b));`. As against
 * `int x GUARDED_BY((m));`, the parameters begin with a type and a second word, or with a type that the language knows.
 */
export function isParameterMacro(macro: i32): bool {
  const before = stream.before(macro);
  if (!stream.isName(before) && stream.kind(before) !== Char.close) return false;
  if (!stream.isName(macro) || !stream.hasArguments(macro)) return false;
  if (!isCapital(macro) && role(macro) === noRole) return false;
  const outer = stream.after(macro);
  const open = stream.after(outer);
  if (stream.kind(open) !== Char.open || stream.after(stream.partner(open)) !== stream.partner(outer)) return false;
  return startsParameter(stream.after(open));
}

function startsParameter(at: i32): bool {
  const word = stream.word(at);
  if (word !== Word.name) return isTypeStart(at);
  const after = stream.after(at);
  return stream.isName(after) || stream.kind(after) === Char.comma || stream.kind(after) === Char.star;
}

/** Blanks the macro and its own parentheses with the head; returns the parenthesis that opens the parameters. */
export function unwrapParameters(macro: i32): i32 {
  const outer = stream.after(macro);
  const close = stream.partner(outer);
  edits.cut(close, close, RuleId.parametersInMacro);
  return edits.cut(macro, outer, RuleId.parametersInMacro);
}
