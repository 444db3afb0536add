/**
 * The names that arguments of macros give, such as that of `TEST(Suite, Name) {`. Input: the use of a macro and the
 * template of its role; output: the name of a function or namespace, with its place.
 */
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/**
 * Notes the name that the arguments of `WORD(…) {` give to a function, and blanks the arguments that no parameter
 * list can hold. An empty template takes all plain arguments.
 */
export function giveName(stream: Stream, macro: number, template: string): void {
  const open = stream.after(macro);
  const close = stream.partner(open);
  const list = argumentsOf(stream, open, close);
  const wanted = template === "" ? plainTemplate(stream, list) : template;
  const numbers = [...wanted.matchAll(/\$(\d)/g)]
    .map((part) => Number(part[1]) - 1)
    .filter((number) => number < list.length);
  const named = list[numbers[numbers.length - 1] ?? -1];
  if (named) {
    const name = wanted.replace(/\.?\$(\d)/g, (part, digit: string) => {
      const argument = list[Number(digit) - 1];
      return argument ? (part.startsWith(".") ? "." : "") + textOf(stream, argument) : "";
    });
    const place = {
      nameIndex: stream.start(named.first),
      nameLength: stream.end(named.last) - stream.start(named.first),
    };
    const index = stream.start(macro);
    if (stream.hasTypedFunctions && stream.end(close) - index >= typedHead.length) {
      stream.cut(macro, close, "arguments-of-naming-macro", typedHead);
      stream.addName({ index: index + typedHead.indexOf("f"), length: 1, name, ...place });
      return;
    }
    stream.addName({ index, length: stream.end(macro) - index, name, ...place });
  }
  if (wanted !== "" || !startsParameters(stream, open)) blankOddArguments(stream, open, close, list);
}

/** Writes a macro that is the whole head of a function as one, and notes its name, whose place is the macro's. */
export function giveHead(stream: Stream, macro: number, name: string): void {
  const index = stream.start(macro);
  const length = stream.end(macro) - index;
  if (length < typedHead.length) return;
  stream.cut(macro, macro, "macro-for-head", typedHead);
  const place = { nameIndex: index, nameLength: length };
  stream.addName({ index: index + typedHead.indexOf("f"), length: 1, name, ...place });
}

/** The head of a function in C, where each has a type. */
const typedHead = "m f()";

/**
 * The scopes that a macro opens by its role, with arguments of its use: `1 $1` as `1 a::b`, and as `1` if an argument
 * is not a name.
 */
export function withArguments(stream: Stream, macro: number, rest: string): string {
  if (!rest.includes(" $")) return rest;
  const open = stream.after(macro);
  const list = stream.hasArguments(macro) ? argumentsOf(stream, open, stream.partner(open)) : [];
  const named = rest.replace(/ \$(\d)/g, (part, digit: string) => {
    const argument = list[Number(digit) - 1];
    const isPath = argument && stream.isName(argument.first) && isNameOrText(stream, argument);
    return isPath ? ` ${textOf(stream, argument).replace(/\s/g, "")}` : part;
  });
  return named.includes(" $") ? named.slice(0, named.indexOf(" ")) : named;
}

export type Argument = {
  readonly first: number;
  readonly last: number;
};

/** Returns the arguments between two parentheses, without empty ones. */
export function argumentsOf(stream: Stream, open: number, close: number): readonly Argument[] {
  const list: Argument[] = [];
  let first = stream.after(open);
  for (let at = first; ; at = stream.after(at)) {
    const type = stream.kind(at);
    if (at === close || type === Char.comma || type === Kind.end) {
      if (at !== first) list.push({ first, last: stream.before(at) });
      if (type !== Char.comma) return list;
      first = stream.after(at);
    } else if ((type === Char.open || type === Char.openBrace || type === Char.openBracket) && stream.partner(at) > 0)
      at = stream.partner(at);
  }
}

/** The text of the strings at the start without their quotes, anything else as written. */
function textOf(stream: Stream, { first, last }: Argument): string {
  if (stream.kind(first) !== Kind.string) return stream.text.slice(stream.start(first), stream.end(last));
  let text = "";
  for (let at = first; at <= last && stream.kind(at) === Kind.string; at = stream.after(at))
    text += stream.textOf(at).replace(/^[^"]*"|"[^"]*$/g, "");
  return text;
}

function isPlain(stream: Stream, { first, last }: Argument): boolean {
  return first === last && stream.word(first) === Word.name;
}

function plainTemplate(stream: Stream, list: readonly Argument[]): string {
  const [only] = list;
  if (only !== undefined && list.length === 1) return isNameOrText(stream, only) ? "$1" : "";
  return list.length === 2 && list.every((argument) => isPlain(stream, argument)) ? "$1.$2" : "";
}

/** `name`, `a::b`, `"text"` as against `int a`. */
function isNameOrText(stream: Stream, { first, last }: Argument): boolean {
  if (stream.kind(first) === Kind.string) return true;
  if (!stream.isName(first)) return false;
  for (let at = first; at < last; at = stream.after(at))
    if (stream.isName(at) && stream.isName(stream.after(at))) return false;
  return true;
}

/** True if parentheses surely hold parameters: `(int`, `(const`, `(Foo a`, `(Foo *a`. */
function startsParameters(stream: Stream, open: number): boolean {
  const first = stream.after(open);
  const word = stream.word(first);
  if (word === Word.type || word === Word.cv || word === Word.classKey || word === Word.typename) return true;
  let at = stream.after(first);
  while (stream.kind(at) === Char.star || stream.kind(at) === Char.ampersand) at = stream.after(at);
  return word === Word.name && stream.isName(at);
}

/** Arguments that read as parameters of a type stay, so that a fixture's class is still a reference. */
function blankOddArguments(stream: Stream, open: number, close: number, list: readonly Argument[]): void {
  if (list.length === 0 || list.every((argument) => isPlain(stream, argument))) return;
  const kept = list.findIndex((argument) => !isPlain(stream, argument));
  const from = kept === 0 ? stream.after(open) : stream.after(list[kept - 1]?.last ?? open);
  if (from !== close) stream.cut(from, stream.before(close), "arguments-of-naming-macro");
}
