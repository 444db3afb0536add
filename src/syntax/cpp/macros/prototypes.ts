/**
 * The recognition of C++ prototypes such as `static int f(int a) const;`. Input: a declaration that ends with a
 * semicolon; output: the parenthesis that opens its parameters if it surely declares one function, or 0.
 */
import { Scope } from "../heads/scopes.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** Tokens of a prototype outside of brackets. */
const maxSteps = 64;

/** Words that may precede the name of a function that is only declared. */
const headWords: ReadonlySet<number> = new Set([
  Word.name,
  Word.type,
  Word.specifier,
  Word.cv,
  Word.typename,
  Word.extern,
  Word.friend,
]);

/**
 * Returns the parenthesis that opens the parameters of a declaration that surely declares one function and nothing else:
 * `static int f(int a) const;`. Returns 0 for a variable with a value, several declarators, a type, or a function that is
 * defaulted.
 *
 * @param scope of what holds the declaration: members have no values in parentheses
 */
export function parametersOfPrototype(stream: Stream, first: number, semicolon: number, scope: number): number {
  const open = parametersAfter(stream, first, semicolon);
  const close = stream.partner(open);
  if (open === 0 || close === 0 || close > semicolon) return 0;
  const isFunction =
    scope === Scope.class
      ? isTyped(stream, open) || startsWithType(stream, open, close)
      : isTyped(stream, open) && areParameters(stream, open, close);
  return isFunction && endsAt(stream, stream.after(close), semicolon) ? open : 0;
}

/** The parenthesis after the type and the name of a function, or 0. */
function parametersAfter(stream: Stream, first: number, semicolon: number): number {
  let at = first;
  for (let steps = 0; steps < maxSteps && at > 0 && at < semicolon; steps += 1) {
    const type = stream.kind(at);
    if (type === Char.open) return isFunctionName(stream, stream.before(at)) ? at : 0;
    if (type === Char.less) at = stream.afterAngles(at);
    else if (isHead(stream, at, type)) at = stream.after(at);
    else return 0;
  }
  return 0;
}

/** `f`, as against the macro of `int x GUARDED_BY(m);`. */
function isFunctionName(stream: Stream, name: number): boolean {
  return stream.isName(name) && !stream.isCapital(name);
}

function isHead(stream: Stream, at: number, type: number): boolean {
  if (type === Kind.word) return headWords.has(stream.word(at));
  return type === Kind.scope || type === Char.star || type === Char.ampersand || type === Char.tilde;
}

/** `()`, `(int`, `(const`, `(Foo a`, as against the name in `Foo (a)`. */
function startsWithType(stream: Stream, open: number, close: number): boolean {
  const first = stream.after(open);
  const word = stream.word(first);
  if (first === close || word === Word.type || word === Word.cv) return true;
  return word === Word.name && stream.isName(stream.after(first));
}

/** Words that a parameter can have. */
const parameterWords: ReadonlySet<number> = new Set([Word.name, Word.type, Word.cv, Word.typename]);

/** The tokens of a parameter after its first word, except words and template arguments. */
const parameterMarks: ReadonlySet<number> = new Set([
  Kind.scope,
  Char.star,
  Char.ampersand,
  Char.comma,
  Char.openBracket,
  Char.closeBracket,
]);

/** True when all can be read as parameters without default values: then the grammar reads no values. */
function areParameters(stream: Stream, open: number, close: number): boolean {
  let isStart = true;
  for (let at = stream.after(open); at !== close; ) {
    const type = stream.kind(at);
    const isWord = type === Kind.word && parameterWords.has(stream.word(at));
    if (!isWord && (isStart || (type !== Char.less && !parameterMarks.has(type)))) return false;
    isStart = type === Char.comma;
    at = type === Char.less ? stream.afterAngles(at) : stream.after(at);
    if (at === 0 || at > close) return false;
  }
  return !isStart || stream.after(open) === close;
}

/** `Foo f(`, as against `Foo (`, if the text in parentheses is a name, and `Foo x guarded_by(`. */
function isTyped(stream: Stream, open: number): boolean {
  const before = stream.before(stream.before(open));
  return stream.isName(before) ? !endsType(stream, stream.before(before)) : endsType(stream, before);
}

function endsType(stream: Stream, at: number): boolean {
  const type = stream.kind(at);
  const isWord = stream.word(at) === Word.name || stream.word(at) === Word.type;
  return isWord || type === Char.star || type === Char.ampersand || type === Char.greater;
}

/** `const noexcept = 0;` */
function endsAt(stream: Stream, from: number, semicolon: number): boolean {
  let at = from;
  while (stream.word(at) === Word.cv || stream.word(at) === Word.trailing || stream.kind(at) === Char.ampersand)
    at = stream.after(stream.textOf(at) === "noexcept" ? stream.lastOf(at, true) : at);
  if (stream.kind(at) === Char.equals && stream.kind(stream.after(at)) === Kind.number)
    at = stream.after(stream.after(at));
  return at === semicolon;
}
