/** Traits of words by their spelling. Input: the offsets of a word in the text; output: its traits, a bit each. */
import { isDigit, isLower, isUpper } from "./characters";
import { codeAt, isText, startsWith } from "./text";

export namespace Trait {
  /** Written like a macro: capitals, digits and underscores, two capitals at least; `lib_EXPORT`. */
  export const capital: u32 = 1;
  /** Written like a macro up to its first underscore: `DECLARE_DELEGATE_OneParam`. */
  export const prefixed: u32 = 2;
  /** Named like an annotation of Microsoft's source code annotation language: `_Out_writes_`. */
  export const annotation: u32 = 4;
  /** A name that the grammar takes for a type anywhere: `size_t`. */
  export const primitive: u32 = 8;
  /** A call with a type among its arguments: `va_arg`, `__is_class`. */
  export const typeCall: u32 = 16;
  /** A macro of Qt that takes a signature: `SIGNAL`. */
  export const signature: u32 = 32;
  /** `new`, `sizeof` and others that are operators. */
  export const operatorWord: u32 = 64;
  /** It ends like a cast: `any_cast`. */
  export const cast: u32 = 128;
  /** May precede the parentheses of an `asm` statement: [gcc, Extended Asm]. */
  export const assemblyQualifier: u32 = 256;
}

export function traitsOf(start: i32, end: i32): u32 {
  let traits: u32 = 0;
  if (isCapital(start, end)) traits |= Trait.capital;
  if (isPrefixed(start, end)) traits |= Trait.prefixed;
  if (isAnnotation(start, end)) traits |= Trait.annotation;
  if (isPrimitive(start, end)) traits |= Trait.primitive;
  if (isTypeCall(start, end)) traits |= Trait.typeCall;
  if (takesSignature(start, end)) traits |= Trait.signature;
  if (isOperatorWord(start, end)) traits |= Trait.operatorWord;
  if (startsWith("_cast", end - 5) && end - start >= 5) traits |= Trait.cast;
  if (isAssemblyQualifier(start, end)) traits |= Trait.assemblyQualifier;
  return traits;
}

const underscore: u32 = 95;

function isUpperWord(start: i32, end: i32): bool {
  for (let at = start; at < end; at += 1) {
    const code = codeAt(at);
    if (!isUpper(code) && !isDigit(code) && code !== underscore) return false;
  }
  return true;
}

function isAsciiWord(start: i32, end: i32): bool {
  for (let at = start; at < end; at += 1) {
    const code = codeAt(at);
    if (!isUpper(code) && !isLower(code) && !isDigit(code) && code !== underscore) return false;
  }
  return true;
}

/**
 * `_*[A-Z][A-Z0-9_]*[A-Z0-9][A-Z0-9_]*`, `[A-Z][A-Z0-9]*_\w*[A-Z]`, and `[A-Za-z0-9]+_` before `API`, `EXPORT`, `INLINE`
 * or `DEPRECATED`.
 */
function isCapital(start: i32, end: i32): bool {
  let from = start;
  while (from < end && codeAt(from) === underscore) from += 1;
  if (from < end && isUpper(codeAt(from)) && isUpperWord(from, end)) {
    for (let at = from + 1; at < end; at += 1) if (codeAt(at) !== underscore) return true;
  }
  if (isUpper(codeAt(start)) && isUpper(codeAt(end - 1)) && isAsciiWord(start, end)) {
    let at = start + 1;
    while (at < end && (isUpper(codeAt(at)) || isDigit(codeAt(at)))) at += 1;
    if (at < end - 1 && codeAt(at) === underscore) return true;
  }
  return (
    isLibrary(start, end, "_API") ||
    isLibrary(start, end, "_EXPORT") ||
    isLibrary(start, end, "_INLINE") ||
    isLibrary(start, end, "_DEPRECATED")
  );
}

/** `lib_EXPORT` */
function isLibrary(start: i32, end: i32, ending: string): bool {
  const before = end - ending.length;
  if (before <= start || !startsWith(ending, before)) return false;
  for (let at = start; at < before; at += 1) {
    const code = codeAt(at);
    if (!isUpper(code) && !isLower(code) && !isDigit(code)) return false;
  }
  return true;
}

/** `^[A-Z][A-Z0-9]+_` */
function isPrefixed(start: i32, end: i32): bool {
  if (!isUpper(codeAt(start))) return false;
  let at = start + 1;
  while (at < end && (isUpper(codeAt(at)) || isDigit(codeAt(at)))) at += 1;
  return at > start + 1 && at < end && codeAt(at) === underscore;
}

/** `^_[A-Z]\w*_$` */
function isAnnotation(start: i32, end: i32): bool {
  if (end - start < 3 || codeAt(start) !== underscore || !isUpper(codeAt(start + 1))) return false;
  return codeAt(end - 1) === underscore && isAsciiWord(start, end);
}

/** `u?int(?:8|16|32|64|ptr)_t`, `s?size_t`, and others. */
function isPrimitive(start: i32, end: i32): bool {
  if (!startsWith("_t", end - 2)) return false;
  if (isText(start, end, "size_t") || isText(start, end, "ssize_t") || isText(start, end, "ptrdiff_t")) return true;
  if (isText(start, end, "charptr_t") || isText(start, end, "nullptr_t")) return true;
  if (isText(start, end, "max_align_t") || isText(start, end, "char64_t")) return true;
  const from = codeAt(start) === 117 ? start + 1 : start;
  return (
    isText(from, end, "int8_t") ||
    isText(from, end, "int16_t") ||
    isText(from, end, "int32_t") ||
    isText(from, end, "int64_t") ||
    isText(from, end, "intptr_t")
  );
}

/** `va_arg`, `__builtin_va_arg`, `__(?:is|has)_\w+` */
function isTypeCall(start: i32, end: i32): bool {
  if (isText(start, end, "va_arg") || isText(start, end, "__builtin_va_arg")) return true;
  const length = startsWith("__is_", start) ? 5 : startsWith("__has_", start) ? 6 : 0;
  return length > 0 && end - start > length && isAsciiWord(start, end);
}

/** `(?:T?Q_)?(?:SIGNAL|SLOT)`, `Q_ARG`, `Q_RETURN_ARG` */
function takesSignature(start: i32, end: i32): bool {
  if (isText(start, end, "Q_ARG") || isText(start, end, "Q_RETURN_ARG")) return true;
  const from = startsWith("TQ_", start) ? start + 3 : startsWith("Q_", start) ? start + 2 : start;
  return isText(from, end, "SIGNAL") || isText(from, end, "SLOT");
}

function isOperatorWord(start: i32, end: i32): bool {
  return (
    isText(start, end, "new") ||
    isText(start, end, "delete") ||
    isText(start, end, "sizeof") ||
    isText(start, end, "operator") ||
    isText(start, end, "alignof") ||
    isText(start, end, "typeid")
  );
}

/** `(?:__)?volatile(?:__)?`, `(?:__)?inline(?:__)?`, `goto` */
function isAssemblyQualifier(start: i32, end: i32): bool {
  if (isText(start, end, "goto")) return true;
  const from = startsWith("__", start) ? start + 2 : start;
  const to = end - from > 2 && startsWith("__", end - 2) ? end - 2 : end;
  return isText(from, to, "volatile") || isText(from, to, "inline");
}
