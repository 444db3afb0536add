import { Char, type Stream } from "../tokens/stream.ts";
import { argumentsOf } from "./names.ts";

/** What is written before a name to declare it, by the words of the role `declares`. */
const declarations: Readonly<Record<string, string>> = { type: "typedef int", variable: "int", function: "void" };

/**
 * Writes `WORD(…, Name, …);` as the declaration of the name that it stands for, such as `typedef int Name;`.
 *
 * @param rest of the role: a word of `declarations`, and the number of the argument that is the name, as `$2`
 * @returns the name, and the token to go on with: the name too, or what follows if the macro is used without a semicolon;
 *          undefined if that argument is not a name, or if there is no room
 */
export function declareByArguments(
  stream: Stream,
  macro: number,
  rest: string,
): { readonly name: number; readonly next: number } | undefined {
  const [word = "", template = ""] = rest.split(" ");
  const written = declarations[word];
  const open = stream.after(macro);
  const close = stream.partner(open);
  const named = argumentsOf(stream, open, close)[Number(template.slice(1)) - 1];
  if (written === undefined || named === undefined || named.first !== named.last || !stream.isName(named.first))
    return undefined;
  const { first: name } = named;
  const end = ending(stream, close, word === "function");
  const hasRoom = stream.start(name) - stream.start(macro) > written.length;
  if (!hasRoom || stream.end(close) - stream.end(name) < end.length) return undefined;
  stream.cut(macro, stream.before(name), "declaring-macro", written);
  stream.cut(stream.after(name), close, "declaring-macro", end);
  return { name, next: end.endsWith(";") ? stream.after(name) : name };
}

/** What is written after the name. */
function ending(stream: Stream, close: number, isFunction: boolean): string {
  const semicolon = stream.kind(stream.after(close)) === Char.semicolon ? "" : ";";
  return isFunction ? `()${semicolon}` : semicolon;
}
