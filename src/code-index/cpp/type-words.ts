import { parameterHash } from "../../facts/declaration-facts.ts";

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
  let hash = hashOf(qualifiers, 2_166_136_261);
  for (const type of types) {
    const isConst = /[*&].*$/s.test(type) && /\bconst\b/.test(type);
    const unqualified = type.includes("::") ? type.replace(/[\w$]+\s*(?:<[^<>]*>)?\s*::\s*/g, "") : type;
    for (const [word] of unqualified.matchAll(/[\w$]+|[^\s\w$:]/g)) {
      if (!ignoredWords.has(word)) hash = hashOf(word, hash);
    }
    hash = hashOf(isConst ? "const," : ",", hash);
  }
  return parameterHash(hash);
}

function hashOf(word: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 16_777_619);
  return Math.imul(hash ^ 32, 16_777_619);
}
