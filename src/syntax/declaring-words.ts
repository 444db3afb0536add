/**
 * The lines that look like a declaration, by their words only: nothing is parsed. Input: a line around a word, and the words of its
 * language; output: whether the line seems to declare the word, or to be the head of a type that names it.
 */
import * as z from "zod";

/** Words after which a language declares a name in the same line. */
export const DeclaringWords = z.strictObject({
  types: z.array(z.string()).default([]).describe("Of types: `class` of `class Shape`"),
  others: z.array(z.string()).default([]).describe("Of anything else: `def` of `def area():`"),
});
export type DeclaringWords = Readonly<z.infer<typeof DeclaringWords>>;

/** A line around a word. */
type Line = { readonly before: string; readonly after: string };

/** Text between a declaring word and the name: attributes, the receiver of a method of Go, and one further word. */
const betweenWords = /^(?:\s*(?:\[\[[^\]]*\]\]|\([^()]*\)|[*&]))*\s*(?:[\p{L}_$][\p{L}\p{N}_$]*\s+)?$/u;

/**
 * True for a line that seems to declare the word: `class EXPORT Shape`, `func (s *Shape) area`.
 *
 * @param isTyped true for a language whose functions may have no word of their own before their names
 */
export function seemsToDeclare({ before, after }: Line, { types, others }: DeclaringWords, isTyped: boolean): boolean {
  const at = lastOf([...types, ...others], before);
  if (at !== undefined && betweenWords.test(before.slice(at))) return true;
  // A function without a word of its own has a type before its name, and no semicolon in its line: `double Shape::area() const {`.
  if (!isTyped || !/^\s*\(/.test(after) || !/^\s*[\p{L}_][\p{L}\p{N}_:<>*&,~ ]*[ *&:~]$/u.test(before)) return false;
  return /^\s/.test(before) ? /\{\s*$/.test(after) : !/[;,]\s*$/.test(after);
}

/** True for the head of a type that is the word, or has it among its bases: `struct Circle : Shape {`. */
export function seemsToBeTypeHead({ before }: Line, { types }: DeclaringWords): boolean {
  return lastOf(types, before) !== undefined;
}

/** The offset after the last of some whole words in a text; undefined for none. */
function lastOf(words: readonly string[], text: string): number | undefined {
  const ends = words.flatMap((word) => {
    const at = text.lastIndexOf(word);
    if (at < 0 || isWordPart(text[at - 1]) || isWordPart(text[at + word.length])) return [];
    return [at + word.length];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function isWordPart(character = ""): boolean {
  return /[\p{L}\p{N}_$]/u.test(character);
}
