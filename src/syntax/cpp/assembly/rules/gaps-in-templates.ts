/**
 * Mending of C++ templates that the grammar misreads: macros among parameters, qualified defaults, `>=` in arguments.
 * Input: a token of a template; output: edits around it.
 */
import { addEdit, putOf } from "../tokens/edits";
import { Word } from "../tokens/keywords";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { codeAt, startsWith } from "../tokens/text";
import { isDirective, Kind } from "../tokens/token-table";
import { RuleId } from "./rule-ids";

/** `template <class T, WORD(x)>`: the macro becomes a parameter of type `int`; before a name, `class`. */
export function maskTemplateParameters(less: i32): void {
  if (stream.word(stream.before(less)) !== Word.template) return;
  let depth = 0;
  let at = less;
  for (let left = stream.mayLook(300); left > 0; left -= 1) {
    stream.haveLooked(1);
    const type = stream.kind(at);
    if (type === Char.less) depth += 1;
    else if (type === Char.greater) depth -= 1;
    else if (type === Char.semicolon || type === Char.openBrace || type === Kind.end || isDirective(type)) return;
    else if (type === Char.open) at = stream.partnerOrSelf(at);
    if (depth === 0) return;
    if (depth === 1 && type === Char.equals) {
      at = maskTypeParameterDefault(at);
      continue;
    }
    const first = stream.after(at);
    const isStart = depth === 1 && (type === Char.comma || at === less);
    const put = isStart ? macroParameter(first) : "";
    at =
      put.length === 0 ? first : stream.cut(first, stream.partner(stream.after(first)), RuleId.macroAsParameter, put);
    if (stream.kind(at) === Char.greater || stream.kind(at) === Char.comma) continue;
  }
}

/** `typename T = const A*&`: the grammar takes no qualifiers or pointers there. Gives the token to go on with. */
function maskTypeParameterDefault(equals: i32): i32 {
  const name = stream.before(equals);
  const key = stream.isName(name) ? stream.before(name) : name;
  if (stream.word(key) !== Word.typename && stream.word(key) !== Word.classKey) return stream.after(equals);
  let at = stream.after(equals);
  for (let steps = 0; steps < 60; steps += 1) {
    const type = stream.kind(at);
    if (stream.word(at) === Word.cv || type === Char.star || type === Char.ampersand)
      at = stream.cut(at, at, RuleId.qualifierInTemplateParameterDefault);
    else if (type === Char.less) {
      at = stream.afterAngles(at);
      if (at === 0) return equals + 1;
    } else if (type === Char.open && !isDecltype(stream.before(at))) {
      const end = endOfParameter(at);
      return end === 0 ? at : stream.cut(at, stream.before(end), RuleId.functionTypeAsDefault);
    } else if (type === Kind.word || type === Kind.scope || type === Char.open) {
      at = stream.after(type === Char.open ? stream.partnerOrSelf(at) : at);
    } else return at;
  }
  return at;
}

/** True for a word that begins with `decltype`. */
function isDecltype(index: i32): bool {
  const start = stream.start(index);
  return stream.end(index) - start >= 8 && startsWith("decltype", start);
}

/** The comma or angle bracket after the parentheses that open here, or 0 if something else follows. */
function endOfParameter(open: i32): i32 {
  let at = open;
  while (stream.kind(at) === Char.open && stream.partner(at) > 0) at = stream.after(stream.partner(at));
  return stream.kind(at) === Char.comma || stream.kind(at) === Char.greater ? at : 0;
}

/** `a<` as against `a < b`. */
function isAfterName(less: i32): bool {
  const name = stream.before(less);
  return stream.isName(name) && stream.end(name) === stream.start(less);
}

/** `enable_if_t<N >= 64, T>`: the grammar takes `>=` for the end of the arguments, so it becomes `==`. */
export function maskComparison(operator: i32): void {
  const start = stream.start(operator);
  if (codeAt(start) !== Char.greater || stream.end(operator) !== start + 2) return;
  let at = stream.before(operator);
  for (let steps = 0; steps < 24 && at >= 0; steps += 1, at = stream.before(at)) {
    const type = stream.kind(at);
    if (type === Char.close || type === Char.closeBracket) at = stream.partnerOrSelf(at);
    else if (type === Char.less && isAfterName(at)) {
      const after = stream.afterAngles(at);
      if (after > operator) addEdit(start, start + 2, RuleId.comparisonInArguments, putOf("=="));
      if (after === 0 || after > operator) return;
    } else if (type === Char.open || type === Char.semicolon || type === Char.openBrace || type === Char.closeBrace)
      return;
  }
}

/** The replacement of a macro among template parameters, or nothing. */
function macroParameter(index: i32): string {
  if (!stream.isName(index) || !stream.hasArguments(index) || stream.end(index) - stream.start(index) < 3) return "";
  let after = stream.after(stream.partner(stream.after(index)));
  while (stream.kind(after) === Char.dot) after = stream.after(after);
  if (stream.isName(after)) return "class";
  const type = stream.kind(after);
  return type === Char.comma || type === Char.greater || type === Char.equals ? "int" : "";
}
