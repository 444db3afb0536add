/**
 * Names that macros make of their arguments, which no edit of the name reaches. Input: renamed declarations; output: the ones whose
 * name is not written, and the uses of macros that may write the name in other places.
 */
import type { Code } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import { type Place, placeOf } from "../places.ts";
import type { Refusal } from "./refusal.ts";
import { wordsIn } from "./rename-places.ts";

type TextsOfCode = Pick<Code, "textOf" | "resolverOf">;

/** The declarations that a macro makes: their places do not have the name. */
export function madeDeclarations(
  oldName: string,
  declarations: readonly Declaration[],
  code: TextsOfCode,
): readonly Refusal[] {
  return declarations.flatMap((declaration) => {
    const { file, at } = declaration;
    const text = code.textOf(file.path);
    if (text === undefined || code.resolverOf(file.language).madeNamed === undefined) return [];
    if (/^~?\s*$/.test(text.slice(at, text.indexOf(oldName, at)))) return [];
    return [{ ...placeOf(declaration), reason: `a macro makes the name ${oldName} of its arguments here` }];
  });
}

/** The uses of macros that make the name of declarations, without ones that write it. */
export function macroUsesMaking(
  oldName: string,
  declarations: readonly Declaration[],
  code: TextsOfCode,
): readonly Place[] {
  const languages = new Set(declarations.map(({ file }) => file.language));
  const uses = [...languages].flatMap((language) => code.resolverOf(language).madeNamed?.(oldName) ?? []);
  return uses
    .filter(({ file, start, end }) => {
      const text = code.textOf(file.path);
      return text === undefined || wordsIn(text.slice(start, end), oldName).length === 0;
    })
    .map(placeOf);
}
