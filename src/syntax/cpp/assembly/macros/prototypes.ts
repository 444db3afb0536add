/**
 * The recognition of C++ prototypes such as `static int f(int a) const;`. Input: a declaration that ends with a
 * semicolon; output: the parenthesis that opens its parameters if it surely declares one function, or 0.
 */
import { Scope } from "../heads/scopes";
import { Word } from "../tokens/keywords";
import { isCapital } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { Kind } from "../tokens/token-table";

/** Tokens of a prototype outside of brackets. */
const maxSteps: i32 = 64;

/** Words that may precede the name of a function that is only declared. */
function isHeadWord(word: i32): bool {
  return (
    word === Word.name ||
    word === Word.type ||
    word === Word.specifier ||
    word === Word.cv ||
    word === Word.typename ||
    word === Word.extern ||
    word === Word.friend
  );
}

/**
 * Returns the parenthesis that opens the parameters of a declaration that surely declares one function and nothing else:
 * `static int f(int a) const;`. Returns 0 for a variable with a value, several declarators, a type, or a function that is
 * defaulted.
 *
 * @param scope of what holds the declaration: members have no values in parentheses
 */
export function parametersOfPrototype(first: i32, semicolon: i32, scope: i32): i32 {
  const open = parametersAfter(first, semicolon);
  const close = stream.partner(open);
  if (open === 0 || close === 0 || close > semicolon) return 0;
  const isFunction =
    scope === Scope.class_ ? isTyped(open) || startsWithType(open, close) : isTyped(open) && areParameters(open, close);
  return isFunction && endsAt(stream.after(close), semicolon) ? open : 0;
}

/** The parenthesis after the type and the name of a function, or 0. */
function parametersAfter(first: i32, semicolon: i32): i32 {
  let at = first;
  for (let steps = 0; steps < maxSteps && at > 0 && at < semicolon; steps += 1) {
    const type = stream.kind(at);
    if (type === Char.open) return isFunctionName(stream.before(at)) ? at : 0;
    if (type === Char.less) at = stream.afterAngles(at);
    else if (isHead(at, type)) at = stream.after(at);
    else return 0;
  }
  return 0;
}

/** `f`, as against the macro of `int x GUARDED_BY(m);`. */
function isFunctionName(name: i32): bool {
  return stream.isName(name) && !isCapital(name);
}

function isHead(at: i32, type: i32): bool {
  if (type === Kind.word) return isHeadWord(stream.word(at));
  return type === Kind.scope || type === Char.star || type === Char.ampersand || type === Char.tilde;
}

/** `()`, `(int`, `(const`, `(Foo a`, as against the name in `Foo (a)`. */
function startsWithType(open: i32, close: i32): bool {
  const first = stream.after(open);
  const word = stream.word(first);
  if (first === close || word === Word.type || word === Word.cv) return true;
  return word === Word.name && stream.isName(stream.after(first));
}

/** Words that a parameter can have. */
function isParameterWord(word: i32): bool {
  return word === Word.name || word === Word.type || word === Word.cv || word === Word.typename;
}

/** The tokens of a parameter after its first word, except words and template arguments. */
function isParameterMark(type: i32): bool {
  return (
    type === Kind.scope ||
    type === Char.star ||
    type === Char.ampersand ||
    type === Char.comma ||
    type === Char.openBracket ||
    type === Char.closeBracket
  );
}

/** True when all can be read as parameters without default values: then the grammar reads no values. */
function areParameters(open: i32, close: i32): bool {
  let isStart = true;
  for (let at = stream.after(open); at !== close; ) {
    const type = stream.kind(at);
    const isWord = type === Kind.word && isParameterWord(stream.word(at));
    if (!isWord && (isStart || (type !== Char.less && !isParameterMark(type)))) return false;
    isStart = type === Char.comma;
    at = type === Char.less ? stream.afterAngles(at) : stream.after(at);
    if (at === 0 || at > close) return false;
  }
  return !isStart || stream.after(open) === close;
}

/** `Foo f(`, as against `Foo (`, if the text in parentheses is a name, and `Foo x guarded_by(`. */
function isTyped(open: i32): bool {
  const before = stream.before(stream.before(open));
  return stream.isName(before) ? !endsType(stream.before(before)) : endsType(before);
}

function endsType(at: i32): bool {
  const type = stream.kind(at);
  const isWord = stream.word(at) === Word.name || stream.word(at) === Word.type;
  return isWord || type === Char.star || type === Char.ampersand || type === Char.greater;
}

/** `const noexcept = 0;` */
function endsAt(from: i32, semicolon: i32): bool {
  let at = from;
  while (stream.word(at) === Word.cv || stream.word(at) === Word.trailing || stream.kind(at) === Char.ampersand)
    at = stream.after(stream.isText(at, "noexcept") ? stream.lastOf(at, true) : at);
  if (stream.kind(at) === Char.equals && stream.kind(stream.after(at)) === Kind.number)
    at = stream.after(stream.after(at));
  return at === semicolon;
}
