import { Char, type Stream } from "./stream.ts";
import { Word } from "./words.ts";

/** `(WORD *name)(…)` */
export function isConvention(stream: Stream, index: number, role: string | undefined): boolean {
  const open = stream.before(index);
  if (
    role === "type" ||
    role === "value" ||
    stream.kind(open) !== Char.open ||
    stream.kind(stream.after(index)) !== Char.star
  )
    return false;
  if (!stream.isCapital(index) && role !== "attribute") return false;
  const close = stream.partner(open);
  if (close === 0 || stream.kind(stream.after(close)) !== Char.open) return false;
  const name = stream.after(stream.after(index));
  const before = stream.before(open);
  const isPointer = stream.kind(before) === Char.star;
  const type = stream.word(isPointer ? stream.before(before) : before);
  const isType =
    type === Word.type ||
    type === Word.name ||
    (isPointer && type === Word.cv) ||
    stream.kind(isPointer ? stream.before(before) : before) === Char.greater;
  return isType && (name === close || (stream.isName(name) && stream.after(name) === close));
}

/** `void (WORDP name)(…)`, where the macro holds the star. */
export function isPointerMacro(stream: Stream, index: number): boolean {
  const open = stream.before(index);
  const name = stream.after(index);
  if (stream.kind(open) !== Char.open || !stream.isName(name) || !stream.isCapital(index)) return false;
  const close = stream.after(name);
  return (
    stream.partner(open) === close &&
    stream.hasArguments(name) === false &&
    stream.kind(stream.after(close)) === Char.open &&
    endsType(stream, stream.before(open))
  );
}

/** `Type (*name)(…)` as against a constructor. */
export function isFunctionPointer(stream: Stream, open: number): boolean {
  const close = stream.partner(open);
  const name = stream.after(stream.after(open));
  return (
    stream.kind(stream.after(open)) === Char.star &&
    stream.isName(name) &&
    stream.after(name) === close &&
    stream.kind(stream.after(close)) === Char.open
  );
}

/** Whether a token can be the last one of a type before a declarator. */
export function endsType(stream: Stream, index: number): boolean {
  const type = stream.kind(index);
  const word = stream.word(index);
  if (type === Char.star || type === Char.ampersand || type === Char.greater) return true;
  return word === Word.name || word === Word.type || word === Word.cv;
}
