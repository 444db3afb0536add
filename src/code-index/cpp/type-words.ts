/**
 * Hashes of types as they are written. Input: the texts of parameters or of template arguments; output: numbers that are equal for
 * the ways to write the same types.
 */
import { type DeclarationFact, parameterHash } from "../../facts/declaration-facts.ts";

/** Words of a type that do not tell types apart, or not in each place where one is written. */
const ignoredWords = new Set(["const", "volatile", "typename", "struct", "class", "enum", "union", "register"]);

/**
 * A hash of the types of parameters, which is equal for the ways in which one type is written in a declaration and in its
 * definition: qualifiers of names do not count, nor does the place of `const`, nor the `const` of what is passed by value.
 * It is never 0.
 *
 * @param qualifiers what follows the parameters and is part of the function's type: `const`, `&&`
 */
export function typeHash(types: readonly string[], qualifiers = ""): number {
  let hash = hashOf(qualifiers, seedOfHashes);
  for (const type of types) hash = wordsHash(hashedWordsOf(type), hash);
  return parameterHash(hash);
}

/** A hash of a text as it is written, in the numbers of `typeHash`: no two words of a title mean the same. */
export function textHash(text: string): number {
  return parameterHash(hashOf(text, seedOfHashes));
}

/** The words of a type that tell it from others, as `typeHash` counts them. */
export function wordsOfType(type: string): string {
  return hashedWordsOf(type).join(" ");
}

/** A hash of template arguments in the numbers of a declaration: `parameters` is never 0, the others are below 128. */
export type ArgumentsHash = Pick<DeclarationFact, "parameters" | "least" | "most">;

/**
 * A hash of the template arguments of a specialization, equal for the ways in which they are written; `const` counts, since
 * `A<const T>` is another one than `A<T>`. It has 30 bits, since many ways to write arguments are compared with many
 * specializations.
 */
export function argumentsHash(args: readonly string[]): ArgumentsHash {
  let hash = seedOfHashes;
  for (const arg of args) hash = hashOf(",", wordsHash(wordsOfArgument(arg), hash));
  return { parameters: parameterHash(hash), least: (hash >>> 16) & 0x7f, most: (hash >>> 23) & 0x7f };
}

/** The `parameters` of a function that specializes a template for arguments which its parameters do not name. */
export function specializedHash(parameters: number, args: readonly string[]): number {
  return parameterHash(parameters ^ keyOfArguments(argumentsHash(args)));
}

/** The hash as one number. */
export function keyOfArguments({ parameters, least, most }: ArgumentsHash): number {
  return parameters + (least << 16) + (most << 23);
}

/** The words of a template argument that count. */
export function wordsOfArgument(arg: string): readonly string[] {
  return wordsOf(arg).filter((word) => word === "const" || word === "volatile" || !ignoredWords.has(word));
}

const seedOfHashes = 2_166_136_261;

/** The words of a type that count, and what ends it: a comma, with `const` in front where the type is of a constant. */
function hashedWordsOf(type: string): readonly string[] {
  const isConst = /[*&].*$/s.test(type) && /\bconst\b/.test(type);
  return [...wordsOf(type).filter((word) => !ignoredWords.has(word)), isConst ? "const," : ","];
}

/** The words and signs of a type, without the qualifiers of names. */
function wordsOf(type: string): readonly string[] {
  const unqualified = type.includes("::") ? type.replace(/[\w$]+\s*(?:<[^<>]*>)?\s*::\s*/g, "") : type;
  return unqualified.match(/[\w$]+|[^\s\w$:]/g) ?? [];
}

function wordsHash(words: readonly string[], seed: number): number {
  return words.reduce((hash, word) => hashOf(word, hash), seed);
}

function hashOf(word: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 16_777_619);
  return Math.imul(hash ^ 32, 16_777_619);
}
