import { Char, type Stream } from "./stream.ts";
import { isDirective, Kind } from "./tokens.ts";
import { Word } from "./words.ts";

/** Whether the name of a macro with arguments names a function here: `void trap();` as against `int x GUARDED_BY(y);`. */
export function isDeclaredName(stream: Stream, index: number, last: number): boolean {
  const after = stream.kind(stream.after(last));
  if (last === index || (after !== Char.semicolon && after !== Char.openBrace)) return false;
  const before = stream.before(index);
  const type = stream.kind(before);
  if (type === Char.star || type === Char.ampersand || type === Char.greater) return true;
  const word = stream.word(before);
  return word === Word.type || (word === Word.name && startsDeclaration(stream, beforeName(stream, before)));
}

/** The token before a name and its scopes. */
function beforeName(stream: Stream, name: number): number {
  let at = stream.before(name);
  while (stream.kind(at) === Kind.scope && stream.isName(stream.before(at))) at = stream.before(stream.before(at));
  return at;
}

/** Whether the first name of a declaration follows this token. */
function startsDeclaration(stream: Stream, before: number): boolean {
  const type = stream.kind(before);
  const word = stream.word(before);
  return (
    type === Char.semicolon ||
    type === Char.openBrace ||
    type === Char.closeBrace ||
    type === Kind.end ||
    isDirective(type) ||
    word === Word.specifier ||
    word === Word.cv ||
    word === Word.extern
  );
}
