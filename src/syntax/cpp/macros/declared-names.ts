/**
 * The names that macros of the role `declares` declare. Input: a use of such a macro; output: edits that write the declaration of
 * the name, and the token to go on with.
 */
import { Char, type Stream } from "../tokens/stream.ts";
import { type Argument, argumentsOf } from "./names.ts";

/** The text before a name that declares it, by the words of the role `declares`. */
const declarations: Readonly<Record<string, string>> = {
  type: "typedef int",
  variable: "auto",
  function: "void",
  struct: "struct",
  declarator: "auto",
};

/** The same in C, where no variable is without a type. */
const inC: Readonly<Record<string, string>> = { ...declarations, variable: "int", declarator: "int" };

/**
 * Writes `WORD(…, Name, …);` as the declaration of the name that it stands for, such as `typedef int Name;`; of a variable
 * whose type is the argument before it as `Type Name;`.
 *
 * @param rest of the role: a word of `declarations`, the number of the argument that is the name, as `$2`, and that of its
 *             type with what is after it, as `$1*`
 * @returns the name, and the token to go on with: the name too, or what follows if the macro is used without a semicolon;
 *          undefined if that argument is not a name, if there is no room, or if more of a declaration follows
 */
export function declareByArguments(
  stream: Stream,
  macro: number,
  rest: string,
): { readonly name: number; readonly next: number } | undefined {
  const [word = "", template = "", typed = ""] = rest.split(" ");
  const written = (stream.hasTypedFunctions ? inC : declarations)[word];
  const open = stream.after(macro);
  const close = stream.partner(open);
  const all = argumentsOf(stream, open, close);
  const place = Number(template.slice(1)) - 1;
  const named = all[place];
  if (written === undefined || named === undefined || named.first !== named.last || !stream.isName(named.first))
    return undefined;
  const { first: name } = named;
  const next = stream.kind(stream.after(close));
  const goesOn = word === "declarator";
  if (goesOn ? !endsOfDeclarator.has(next) : startsOfValue.has(next)) return undefined;
  const room = stream.end(close) - stream.end(name);
  const endOf = (text: string) => (goesOn ? text : ending(stream, close, text));
  const end = (endings[word] ?? [""]).map(endOf).find(({ length }) => length <= room);
  if (end === undefined) return undefined;
  const type = typed.startsWith(`$${place}`) ? all[place - 1] : undefined;
  if (type !== undefined && isType(stream, type)) {
    stream.cut(macro, stream.before(type.first), "declaring-macro");
    const comma = stream.before(name);
    const suffix = typed.slice(`$${place}`.length);
    stream.cut(comma, comma, "declaring-macro", suffix.slice(0, stream.end(comma) - stream.start(comma)));
  } else {
    if (stream.start(name) - stream.start(macro) <= written.length) return undefined;
    stream.cut(macro, stream.before(name), "declaring-macro", written);
  }
  cutBehind(stream, name, close, end);
  return { name, next: end.endsWith(";") ? stream.after(name) : name };
}

/** Writes a text instead of what follows the name, where a line has room for it: behind the comma, or in the last argument. */
function cutBehind(stream: Stream, name: number, close: number, text: string): void {
  const from = stream.after(name);
  let last = close;
  while (stream.before(last) > from && !stream.isFirst(last)) last = stream.before(last);
  const isOneLine = !stream.text.slice(stream.start(from), stream.start(from) + text.length).includes("\n");
  if (isOneLine || last === from) return void stream.cut(from, close, "declaring-macro", text);
  stream.cut(from, stream.before(last), "declaring-macro");
  stream.cut(last, close, "declaring-macro", text);
}

/** True for what may be written as a type before a name. */
function isType(stream: Stream, { first, last }: Argument): boolean {
  const text = stream.text.slice(stream.start(first), stream.end(last));
  return /^[A-Za-z_][\w:<>,*& ]*$/.test(text);
}

/** The tokens after a macro that is a declarator, and after one that is not used as a declaration. */
const endsOfDeclarator: ReadonlySet<number> = new Set([Char.semicolon, Char.openBracket, Char.equals]);
const startsOfValue: ReadonlySet<number> = new Set([Char.openBrace, Char.equals, Char.comma]);

/** The texts after the name, except a semicolon: the first counts for which there is room. */
const endings: Readonly<Record<string, readonly string[]>> = { function: ["()"], struct: ["{}", ""] };

function ending(stream: Stream, close: number, written: string): string {
  return stream.kind(stream.after(close)) === Char.semicolon ? written : `${written};`;
}
