import { isPrimitiveName } from "./arguments.ts";
import { maskCast } from "./casts.ts";
import { maskCondition, maskDirective, maskInclude } from "./gaps-in-directives.ts";
import {
  maskDefaultBraces,
  maskDesignator,
  maskLaunch,
  maskMemberAccess,
  maskMemberPointer,
  maskReferenceInit,
  maskStars,
  maskStringMacro,
  maskTypename,
} from "./gaps-in-expressions.ts";
import { maskModule } from "./gaps-in-modules.ts";
import { maskCommaAfterAssignment, maskDeleteBrackets } from "./gaps-in-operands.ts";
import {
  maskComparison,
  maskDecltype,
  maskInstantiation,
  maskMacroParameter,
  maskParametersLeftOut,
  maskTemplateMacro,
} from "./gaps-in-templates.ts";
import { maskOperatorUse } from "./operator-names.ts";
import { Char, type Stream } from "./stream.ts";
import { maskStringWrapper } from "./string-macros.ts";
import { Kind } from "./tokens.ts";
import { Word } from "./words.ts";

/** Masks correct C++ that the grammar does not read. Runs over the whole text once. */
export function maskGaps(stream: Stream): void {
  const { kind, form, gaps, gapCount } = stream.tokens;
  for (let gap = 0; gap < gapCount; gap += 1) {
    const index = gaps[gap] ?? 0;
    if (stream.isCut(index)) continue;
    const type = kind[index];
    if (type === Kind.word) {
      maskKeywordGap(stream, index, form[index] ?? 0);
    } else if (type === Char.equals) maskEquals(stream, index);
    else if (type === Kind.string) maskString(stream, index);
    else if (type === Kind.scope) maskMemberPointer(stream, index);
    else if (type === Char.dot) {
      maskDots(stream, index);
      maskDesignator(stream, index);
      maskMemberAccess(stream, index);
    } else if (type === Kind.arrow) maskMemberAccess(stream, index);
    else if (type === Char.ampersand) maskReferenceInit(stream, index);
    else if (type === Char.less) maskLess(stream, index);
    else if (type === Kind.operator) maskComparison(stream, index);
    else if (type === Char.colon) maskColon(stream, index);
    else if (type === Char.openBracket) maskOddAttribute(stream, index);
    else if (type === Kind.if || type === Kind.elif) maskCondition(stream, index);
    else if (type === Kind.include) maskInclude(stream, index);
    else if (type === Kind.define || type === Kind.directive) maskDirective(stream, index);
  }
}

function maskKeywordGap(stream: Stream, index: number, word: number): void {
  switch (word) {
    case Word.template:
      maskTemplateMacro(stream, index);
      maskParametersLeftOut(stream, index);
      return void maskInstantiation(stream, index);
    case Word.operator:
      return void maskOperatorUse(stream, index);
    case Word.typename:
      return void maskTypename(stream, index);
    case Word.module:
      return void maskModule(stream, index);
    case Word.enumKey:
      return void maskEnumBase(stream, index);
    case Word.expression:
      return void maskOperand(stream, index);
    case Word.statement:
      return void maskStatementGap(stream, index);
    case Word.type:
      maskTypeof(stream, index);
      maskDecltype(stream, index);
      return void maskCast(stream, index);
    default:
  }
}

/** `typeof(a) b`, `__typeof__(a) b`: without its operand, a name of a type. */
function maskTypeof(stream: Stream, index: number): void {
  if (stream.hasArguments(index) && /^(?:typeof|__typeof__)$/.test(stream.textOf(index)))
    stream.cut(stream.after(index), stream.lastOf(index, true), "typeof");
}

/** `enum : int {` */
function maskEnumBase(stream: Stream, index: number): void {
  const colon = stream.after(index);
  if (stream.kind(colon) !== Char.colon) return;
  let at = stream.after(colon);
  for (let steps = 0; steps < 8 && (stream.kind(at) === Kind.word || stream.kind(at) === Kind.scope); steps += 1)
    at = stream.after(at);
  if (stream.kind(at) === Char.openBrace) stream.cut(colon, stream.before(at), "base-of-unnamed-enumeration");
}

/** `typeid(unsigned char)` */
function maskTypeid(stream: Stream, open: number): void {
  const word = stream.word(stream.after(open));
  const last = stream.kind(stream.before(stream.partner(open)));
  if (last !== Char.star && last !== Char.ampersand && word !== Word.type && word !== Word.cv && word !== Word.classKey)
    return;
  stream.cut(stream.after(open), stream.before(stream.partner(open)), "type-in-typeid", "0");
}

/** `new const T`, `f(this A& self)`, traits of types. */
function maskOperand(stream: Stream, index: number): void {
  const after = stream.after(index);
  const spelling = stream.textOf(index);
  if (spelling === "typeid" && stream.hasArguments(index)) maskTypeid(stream, after);
  if (spelling === "new") maskNew(stream, index);
  if (spelling === "delete") maskDeleteBrackets(stream, index);
  if (spelling !== "this" || stream.kind(stream.before(index)) !== Char.open) return;
  const word = stream.word(after);
  if (word === Word.name || word === Word.cv || word === Word.type)
    stream.cut(index, index, "explicit-object-parameter");
}

/** `new const T`, `new T*[n]` */
function maskNew(stream: Stream, index: number): void {
  let at = stream.after(index);
  if (stream.kind(at) === Char.open && stream.partner(at) > 0) at = stream.after(stream.partner(at));
  if (stream.word(at) === Word.cv) at = stream.cut(at, at, "const-after-new");
  for (let steps = 0; steps < 24; steps += 1) {
    const word = stream.word(at);
    if (stream.kind(at) === Char.less) {
      at = stream.afterAngles(at);
      if (at === 0) return;
    } else if (
      word === Word.name ||
      word === Word.type ||
      word === Word.cv ||
      word === Word.classKey ||
      stream.kind(at) === Kind.scope
    )
      at = stream.after(at);
    else break;
  }
  let last = at;
  while (stream.kind(last) === Char.star) last = stream.after(last);
  if (last !== at && stream.kind(last) === Char.openBracket) stream.cut(at, stream.before(last), "array-of-pointers");
}

/** `if consteval {`, `case 1 ... 5:`, `goto *p;` */
function maskStatementGap(stream: Stream, index: number): void {
  const after = stream.after(index);
  const spelling = stream.textOf(index);
  if (spelling === "if" && stream.textOf(after) === "consteval") stream.cut(after, after, "if-consteval", "(1)");
  else if (spelling === "goto" && stream.kind(after) === Char.star) stream.cut(after, after, "computed-goto");
  else if (spelling === "co_return") maskReturnedBraces(stream, after);
  else if (spelling === "default") maskLoneCase(stream, index);
  else if (spelling === "case") {
    if (!maskLoneCase(stream, index)) maskCaseRange(stream, after);
  }
}

/** `co_return {};`, `co_return {a, b};` */
function maskReturnedBraces(stream: Stream, open: number): void {
  const close = stream.partner(open);
  if (stream.kind(open) !== Char.openBrace || close === 0) return;
  const isEmpty = stream.after(open) === close;
  stream.edits.add(stream.start(open), stream.end(open), "braces-after-co-return", isEmpty ? "" : "(");
  stream.edits.add(stream.start(close), stream.end(close), "braces-after-co-return", isEmpty ? "" : ")");
}

/** `switch (0) case 0:` without braces: a loop, without the label. */
function maskLoneCase(stream: Stream, index: number): boolean {
  const close = stream.before(index);
  const open = stream.partner(close);
  if (stream.kind(close) !== Char.close || open === 0 || stream.textOf(stream.before(open)) !== "switch") return false;
  let at = index;
  for (let steps = 0; steps < 24 && stream.kind(at) !== Char.colon; steps += 1) at = stream.after(at);
  if (stream.kind(at) !== Char.colon) return false;
  const key = stream.before(open);
  stream.edits.add(stream.start(key), stream.end(key), "switch-without-braces", "while");
  stream.cut(index, at, "label-of-switch-without-braces");
  return true;
}

function maskCaseRange(stream: Stream, from: number): void {
  let dots = 0;
  let at = from;
  for (let steps = 0; steps < 24; steps += 1, at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.dot && stream.kind(stream.after(at)) === Char.dot && dots === 0) dots = at;
    if (type === Char.colon || type === Char.semicolon || type === Kind.end) break;
  }
  if (dots > 0 && stream.kind(at) === Char.colon) stream.cut(dots, stream.before(at), "case-range");
}

function maskEquals(stream: Stream, index: number): void {
  maskStars(stream, index, "unnamed-pointer-parameter");
  maskDefaultBraces(stream, index);
  maskCommaAfterAssignment(stream, index);
}

function maskString(stream: Stream, index: number): void {
  maskStringWrapper(stream, index);
  maskStringMacro(stream, index);
}

function maskLess(stream: Stream, index: number): void {
  if (stream.word(stream.before(index)) === Word.template) maskMacroParameter(stream, index);
  else maskLaunch(stream, index);
}

/** `using T::operator()...;`, `f(T*... args)` */
function maskDots(stream: Stream, index: number): void {
  const second = stream.after(index);
  const third = stream.after(second);
  if (stream.kind(second) !== Char.dot || stream.kind(third) !== Char.dot) return;
  if (stream.isName(stream.after(third))) maskStars(stream, index, "pointers-of-pack");
  if (stream.word(stream.after(third)) === Word.cv) maskPackQualifiers(stream, stream.after(third));
  if (stream.kind(stream.after(third)) === Char.semicolon && stream.kind(stream.before(index)) !== Kind.string)
    stream.cut(index, third, "pack-expansion");
}

/** `f(T... const& args)` in documentation: what stands before the name. */
function maskPackQualifiers(stream: Stream, from: number): void {
  let at = from;
  while (stream.word(at) === Word.cv || stream.kind(at) === Char.ampersand) at = stream.after(at);
  if (stream.isName(at)) stream.cut(from, stream.before(at), "qualifiers-of-pack");
}

/** `int : 0;`, `int a : 1 = 2;`, `struct A : decltype(f()) {` */
function maskColon(stream: Stream, colon: number): void {
  const after = stream.after(colon);
  const before = stream.before(colon);
  if (stream.textOf(after) === "decltype" && stream.hasArguments(after) && stream.kind(before) !== Char.close) {
    const close = stream.partner(stream.after(after));
    if (stream.kind(stream.after(close)) === Char.openBrace) stream.cut(colon, close, "decltype-as-base");
    return;
  }
  const end = stream.after(after);
  if (stream.kind(after) !== Kind.number) return void maskNamedWidth(stream, colon, end);
  const isType = stream.word(before) === Word.type || stream.isName(before);
  const start = stream.kind(stream.before(before));
  if (
    stream.kind(end) === Char.semicolon &&
    isType &&
    (start === Char.semicolon || start === Char.openBrace || start === Char.closeBrace)
  ) {
    stream.cut(colon, after, "unnamed-bit-field");
  } else if (
    stream.kind(end) === Char.equals &&
    stream.isName(before) &&
    stream.kind(stream.after(stream.after(end))) === Char.semicolon
  ) {
    if (stream.kind(stream.before(before)) === Kind.word) stream.cut(end, stream.after(end), "bit-field-value");
  } else if (
    stream.kind(end) === Char.openBrace &&
    stream.partner(end) > 0 &&
    stream.kind(stream.after(stream.partner(end))) === Char.semicolon
  ) {
    if (stream.isName(before) && stream.kind(stream.before(before)) === Kind.word)
      stream.cut(end, stream.partner(end), "bit-field-value");
  }
}

/** `int : width;` */
function maskNamedWidth(stream: Stream, colon: number, end: number): void {
  const before = stream.before(colon);
  if (stream.kind(end) !== Char.semicolon || !stream.isName(stream.before(end))) return;
  if (stream.word(before) === Word.type || isPrimitiveName(stream, before))
    stream.cut(colon, stream.before(end), "unnamed-bit-field");
}

/** `A [[deprecated]] = 1` in an enumeration, `[[noreturn]]` at the end of a branch of the preprocessor. */
function maskOddAttribute(stream: Stream, index: number): void {
  const close = stream.partner(index);
  if (stream.kind(stream.after(index)) !== Char.openBracket || close === 0) return;
  if (stream.kind(stream.before(close)) !== Char.closeBracket) return;
  const after = stream.kind(stream.after(close));
  if (after === Kind.elif || after === Kind.else || after === Kind.endif)
    return void stream.cut(index, close, "attribute-in-branch");
  if (!stream.isName(stream.before(index))) return;
  if (after === Char.comma || after === Char.equals || after === Char.closeBrace)
    stream.cut(index, close, "attribute-of-enumerator");
}
