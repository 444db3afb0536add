/**
 * Mending of C++ templates that the grammar misreads: macros among parameters, qualified defaults, `>=` in arguments.
 * Input: a token of a template; output: edits around it.
 */
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";

/** `template <class T, WORD(x)>`: the macro becomes a parameter of type `int`; before a name, `class`. */
export function maskTemplateParameters(stream: Stream, less: number): void {
  if (stream.word(stream.before(less)) !== Word.template) return;
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

/** The comma or angle bracket after the parentheses that open here, or 0 if something else follows. */
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

/** The replacement of a macro among template parameters, or nothing. */
function macroParameter(stream: Stream, index: number): string {
  if (!stream.isName(index) || !stream.hasArguments(index) || stream.textOf(index).length < 3) return "";
  let after = stream.after(stream.partner(stream.after(index)));
  while (stream.kind(after) === Char.dot) after = stream.after(after);
  if (stream.isName(after)) return "class";
  const type = stream.kind(after);
  return type === Char.comma || type === Char.greater || type === Char.equals ? "int" : "";
}
