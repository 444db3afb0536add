import { endOfStatement } from "./gaps-in-modules.ts";
import { Char, type Stream } from "./stream.ts";
import { isDirective, Kind } from "./tokens.ts";
import { Word } from "./words.ts";

/** `extern template …;`, `template class X<int>;` define nothing. */
export function maskInstantiation(stream: Stream, index: number): void {
  const after = stream.after(index);
  const before = stream.before(index);
  const isExtern = stream.word(before) === Word.extern;
  if (!isExtern && stream.word(after) !== Word.classKey) return;
  if (stream.kind(before) === Kind.scope || stream.kind(before) === Char.dot || stream.kind(before) === Kind.arrow)
    return;
  const end = endOfStatement(stream, index);
  if (end > 0) stream.cut(isExtern ? before : index, end, "explicit-instantiation");
}

/** `template <typename T1, ..., typename Tn>`, as documentation has it: the dots with their comma. */
export function maskParametersLeftOut(stream: Stream, index: number): void {
  const open = stream.after(index);
  const end = stream.kind(open) === Char.less ? stream.afterAngles(open) : 0;
  for (let at = open; at < end; at = stream.after(at)) {
    if (stream.kind(at) !== Char.comma || stream.kind(stream.after(at)) !== Char.dot) continue;
    let last = stream.after(at);
    while (stream.kind(stream.after(last)) === Char.dot) last = stream.after(last);
    if (stream.kind(stream.after(last)) === Char.comma) at = stream.cut(at, last, "parameters-left-out");
  }
}

/** `template(typename T)(requires C<T>)`: a macro of that name, written as what it stands for. */
export function maskTemplateMacro(stream: Stream, index: number): void {
  const open = stream.after(index);
  const close = stream.partner(open);
  if (stream.kind(open) !== Char.open || close === 0) return;
  stream.edits.add(stream.start(open), stream.end(open), "template-macro", "<");
  stream.edits.add(stream.start(close), stream.end(close), "template-macro", ">");
  const constraint = stream.after(close);
  const last = stream.partner(constraint);
  if (stream.kind(constraint) !== Char.open || last === 0) return;
  const after = stream.after(last);
  if (stream.word(stream.after(constraint)) === Word.requires)
    stream.cut(constraint, last, "constraint-of-template-macro");
  else if (stream.kind(after) === Char.semicolon) stream.cut(index, after, "template-macro");
}

/** `decltype(a(), b)`: all after the first comma; `decltype(a){}` as a value: becomes a name. */
export function maskDecltype(stream: Stream, index: number): void {
  if (!stream.hasArguments(index) || stream.textOf(index) !== "decltype") return;
  const open = stream.after(index);
  const close = stream.partner(open);
  const comma = commaIn(stream, open, close);
  if (comma > 0) stream.cut(comma, stream.before(close), "comma-in-decltype");
  if (stream.kind(stream.after(close)) !== Char.openBrace) return;
  const before = stream.before(index);
  const type = stream.kind(before);
  const isInitializer = type === Char.colon && stream.kind(stream.before(before)) === Char.close;
  if (type === Char.openBrace || type === Char.comma || type === Char.open || type === Char.equals || isInitializer) {
    stream.cut(index, close, "decltype-as-value", "decltype_");
  }
}

/** The first comma between two brackets that stands in no brackets of its own, or 0. */
function commaIn(stream: Stream, open: number, close: number): number {
  for (let at = stream.after(open); at !== close && stream.kind(at) !== Kind.end; ) {
    const type = stream.kind(at);
    if (type === Char.comma) return at;
    const isBracket = type === Char.open || type === Char.openBrace || type === Char.openBracket;
    if (isBracket && stream.partner(at) > 0) at = stream.partner(at);
    at = (type === Char.less && stream.afterAngles(at)) || stream.after(at);
  }
  return 0;
}

/** `template <class T, WORD(x)>`: the macro becomes a parameter of type `int`; before a name, `class`. */
export function maskMacroParameter(stream: Stream, less: number): void {
  let depth = 0;
  let at = less;
  for (let steps = 0; steps < 300; steps += 1) {
    const type = stream.kind(at);
    if (type === Char.less) depth += 1;
    else if (type === Char.greater) depth -= 1;
    else if (type === Char.semicolon || type === Char.openBrace || type === Kind.end || isDirective(type)) return;
    else if (type === Char.open) at = stream.partner(at) || at;
    if (depth === 0) return;
    if (depth === 1 && type === Char.equals) {
      at = maskTypeParameterDefault(stream, at);
      continue;
    }
    const first = stream.after(at);
    const isStart = depth === 1 && (type === Char.comma || at === less);
    const put = isStart ? macroParameter(stream, first) : "";
    at = put === "" ? first : stream.cut(first, stream.partner(stream.after(first)), "macro-as-parameter", put);
    if (stream.kind(at) === Char.greater || stream.kind(at) === Char.comma) continue;
  }
}

/** `typename T = const A*&`: the grammar takes no qualifiers or pointers there. Gives the token to go on with. */
function maskTypeParameterDefault(stream: Stream, equals: number): number {
  const name = stream.before(equals);
  const key = stream.isName(name) ? stream.before(name) : name;
  if (stream.word(key) !== Word.typename && stream.word(key) !== Word.classKey) return stream.after(equals);
  let at = stream.after(equals);
  for (let steps = 0; steps < 60; steps += 1) {
    const type = stream.kind(at);
    if (stream.word(at) === Word.cv || type === Char.star || type === Char.ampersand)
      at = stream.cut(at, at, "qualifier-in-template-parameter-default");
    else if (type === Char.less) {
      at = stream.afterAngles(at);
      if (at === 0) return equals + 1;
    } else if (type === Char.open && !stream.textOf(stream.before(at)).startsWith("decltype")) {
      const end = endOfParameter(stream, at);
      return end === 0 ? at : stream.cut(at, stream.before(end), "function-type-as-default");
    } else if (type === Kind.word || type === Kind.scope || type === Char.open)
      at = stream.after((type === Char.open && stream.partner(at)) || at);
    else return at;
  }
  return at;
}

/** The comma or angle bracket after the parentheses that open here, or 0 where something else follows. */
function endOfParameter(stream: Stream, open: number): number {
  let at = open;
  while (stream.kind(at) === Char.open && stream.partner(at) > 0) at = stream.after(stream.partner(at));
  return stream.kind(at) === Char.comma || stream.kind(at) === Char.greater ? at : 0;
}

/** `a<` as against `a < b`. */
function isAfterName(stream: Stream, less: number): boolean {
  const name = stream.before(less);
  return stream.isName(name) && stream.end(name) === stream.start(less);
}

/** `enable_if_t<N >= 64, T>`: the grammar takes `>=` for the end of the arguments, so it becomes `==`. */
export function maskComparison(stream: Stream, operator: number): void {
  const start = stream.start(operator);
  if (stream.text.charCodeAt(start) !== Char.greater || stream.end(operator) !== start + 2) return;
  let at = stream.before(operator);
  for (let steps = 0; steps < 24 && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.close || type === Char.closeBracket) at = stream.partner(at) || at;
    else if (type === Char.less && isAfterName(stream, at)) {
      const after = stream.afterAngles(at);
      if (after > operator) stream.edits.add(start, start + 2, "comparison-in-arguments", "==");
      if (after === 0 || after > operator) return;
    } else if (type === Char.open || type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace)
      return;
  }
}

/** What a macro among template parameters becomes, or nothing. */
function macroParameter(stream: Stream, index: number): string {
  if (!stream.isName(index) || !stream.hasArguments(index) || stream.textOf(index).length < 3) return "";
  const after = stream.after(stream.partner(stream.after(index)));
  if (stream.isName(after)) return "class";
  const type = stream.kind(after);
  return type === Char.comma || type === Char.greater || type === Char.equals ? "int" : "";
}
