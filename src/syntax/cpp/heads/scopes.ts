/**
 * The scopes of braces in C++: namespace, class, block, enumerators or values. Input: a brace that no head announces;
 * output: its scope, by the tokens before it.
 */
import { operandMayStart } from "../rules/operand-places.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";

/** The contents of a pair of braces; statements or declarations up to `block`, values after it. */
export const Scope = {
  namespace: 0,
  class: 1,
  block: 2,
  enum: 3,
  list: 4,
} as const;

/** The scope around a token. */
export type Place = {
  /** Of `Scope`; -1 where it is not known. */
  readonly scope: number;
  /** Of a class: the word of its name, or -1. */
  readonly className: number;
};

/** The places where rules run before the scope around a token is known. */
export const unknownPlace: Place = { scope: -1, className: -1 };

type Body = {
  readonly scope: number;
  /** Of a class: the word of its name, or -1. */
  readonly name: number;
  /** True if this is surely the body of a function, and nothing that a macro opens. */
  readonly isFunction?: boolean;
};

export const functionBody: Body = { scope: Scope.block, name: -1, isFunction: true };

/** The scopes of braces, by their index. */
export type Bodies = Map<number, Body>;

/**
 * The scope of a brace, by the text before it: `block` for declarations or statements, `list` for values. It is asked
 * before heads are read, and then for braces that no head announces.
 *
 * @param isInList whether the brace stands right inside of one that holds values
 */
export function holds(stream: Stream, brace: number, isInList: () => boolean): number {
  const before = stream.before(brace);
  const type = stream.kind(before);
  if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace)
    return isInList() ? Scope.list : Scope.block;
  if (type === Char.closeBracket || type === Char.colon || type === Kind.string || isDirective(type))
    return Scope.block;
  if (type === Kind.word) {
    const word = stream.word(before);
    if (word === Word.elseOrCatch || word === Word.specifier || word === Word.trailing || word === Word.cv)
      return Scope.block;
    if (word === Word.statement) return /^(?:do|try)$/.test(stream.textOf(before)) ? Scope.block : Scope.list;
  } else if (!isInHead.has(type)) return Scope.list;
  return heldByHead(stream, before);
}

/** The kinds of the last token before a body, except words. */
const isInHead: ReadonlySet<number> = new Set([Char.close, Char.greater, Char.star, Char.ampersand]);

/** Tokens of a head: a longer one is not a value's. */
const maxSteps = 60;

/** Looks back over a head like `enum class A : int`, `class A : public B<C>`, `[] () -> A` or `A& operator=(int a = 1)`. */
function heldByHead(stream: Stream, from: number): number {
  let isCall = false;
  let at = from;
  let steps = 0;
  for (; steps < maxSteps && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.close) {
      isCall = true;
      at = openOf(stream, at);
      if (stream.kind(stream.before(at)) === Char.closeBracket) return Scope.block;
      if (isValue(stream, at)) return Scope.list;
      continue;
    }
    if (type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace || isDirective(type)) break;
    if (type === Kind.arrow) return Scope.block;
    if (type === Char.equals) return isCall ? Scope.block : Scope.list;
    const word = stream.word(at);
    if (word === Word.enumKey) return Scope.list;
    if (word === Word.namespace) return Scope.block;
    if (word === Word.classKey) {
      if (stream.word(stream.before(at)) === Word.enumKey) return Scope.list;
      const outer = stream.kind(stream.before(at));
      if (outer !== Char.less && outer !== Char.comma && outer !== Char.open) return Scope.block;
    }
  }
  return isCall || steps === maxSteps || (stream.isCapital(from) && stream.isFirst(from)) ? Scope.block : Scope.list;
}

/** `requires { … }`, `requires (T a) { … }`, as against the body after `f() requires (C<T>)`. */
export function holdsRequirements(stream: Stream, brace: number): boolean {
  const before = stream.before(brace);
  if (stream.word(before) === Word.requires) return true;
  if (stream.kind(before) !== Char.close) return false;
  const word = stream.before(openOf(stream, before));
  if (stream.word(word) !== Word.requires) return false;
  const outer = stream.before(word);
  return stream.word(outer) === Word.requires || operandMayStart(stream, outer);
}

/** `= (T){` as against `operator=(T a) {` */
function isValue(stream: Stream, open: number): boolean {
  const before = stream.before(open);
  return stream.kind(before) === Char.equals && stream.word(stream.before(before)) !== Word.operator;
}

/** The parenthesis that belongs to a closing one; brackets are matched only after branches are chosen. */
function openOf(stream: Stream, close: number): number {
  let depth = 0;
  let at = close;
  for (let steps = 0; steps < 400 && at > 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.close) depth += 1;
    else if (type === Char.open) depth -= 1;
    if (depth === 0) return at;
  }
  return close;
}

/** `WORD{a, b};`, `WORD{a, {b}};`, `WORD{}.c();` as against `WORD { a(); }` */
export function isValueInBraces(stream: Stream, brace: number): boolean {
  const close = stream.partner(brace);
  const after = stream.kind(stream.after(close));
  const end = stream.before(close);
  const last = stream.kind(end);
  if (after !== Char.semicolon && after !== Char.dot && after !== Char.comma) return false;
  if (last !== Char.closeBrace) return last !== Char.semicolon;
  const beforeLast = stream.kind(stream.before(stream.partner(end)));
  return stream.kind(stream.after(brace)) === Char.openBrace || beforeLast === Char.comma;
}
