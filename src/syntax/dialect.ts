/**
 * The results of a language's text passes before its grammar reads a text: all that the rest knows of macros and
 * rewrites.
 */

import { type Branch, excludedBranches } from "./cpp/conditionals/excluded-branches.ts";
import { type Masked, type MaskOptions, maskMacros } from "./cpp/prepare.ts";
import { withJoinedNames } from "./cpp/tokens/joined-names.ts";
import type { Language } from "./languages.ts";
import {
  blankCommentsAfterDecorators,
  blankEqualsInFormatSpecs,
  blankStarsInSubscripts,
} from "./python/blanked-characters.ts";
import { joinLinesInBrackets } from "./python/line-joining.ts";
import { joinSubscriptsOfAnnotations } from "./python/subscripted-annotations.ts";
import { blankTypeParameterDefaults } from "./python/type-parameter-defaults.ts";
import { rulesOf } from "./rewrite-rules.ts";
import { blankVarianceAnnotations } from "./typescript/variance-annotations.ts";

export { type Branch, withoutBranches } from "./cpp/conditionals/excluded-branches.ts";
export { declaredPlaceOf } from "./cpp/macros/defines.ts";
export type { ListedName } from "./cpp/macros/listed-names.ts";
export type { MacroScope } from "./cpp/macros/macro-scopes.ts";
export { type MacroUse, mostMacroArguments } from "./cpp/macros/macro-uses.ts";
export { definesOf, type Edit, type ElisionOptions, type Masked } from "./cpp/prepare.ts";

/** A copy of a text of a language that has macros: of equal length, as its grammar reads it, with what was done. */
export function prepare(
  language: Language,
  text: string,
  options: Omit<MaskOptions, "rules" | "hasTypedFunctions">,
): Masked {
  return maskMacros(text, { ...options, rules: rulesOf(language), hasTypedFunctions: language.typed_functions });
}

/** Returns the branches of `#if` that a compiler of the language surely leaves out. */
export function excludedIn({ preprocessor }: Pick<Language, "preprocessor">, text: string): readonly Branch[] {
  if (preprocessor === undefined) return [];
  return excludedBranches(text, {
    defined: new Set(preprocessor.defined),
    undefined: new Set(preprocessor.undefined),
  });
}

/** Returns a text of equal length in which no backslash at the end of a line splits a name, for a language that joins such lines. */
export function withWholeNames({ preprocessor }: Pick<Language, "preprocessor">, text: string): string {
  return preprocessor === undefined ? text : withJoinedNames(text);
}

/** A copy of a text, of equal length and with the line breaks between its statements, or undefined if there is none. */
type Rewrite = (text: string) => string | undefined;

/** The passes that mend gaps of a grammar, by the words of `rewrites` in language.json. */
const rewrites: Readonly<Record<Language["rewrites"][number], Rewrite>> = {
  type_parameter_defaults: blankTypeParameterDefaults,
  format_specs: blankEqualsInFormatSpecs,
  starred_subscripts: blankStarsInSubscripts,
  comments_after_decorators: blankCommentsAfterDecorators,
  subscripted_annotations: joinSubscriptsOfAnnotations,
  lines_in_brackets: joinLinesInBrackets,
  variance_annotations: blankVarianceAnnotations,
};

/** A text without what the grammar of its language does not read: for a text that it read with errors. */
export function rewritten({ rewrites: names }: Pick<Language, "rewrites">, text: string): string {
  return names.reduce((before, name) => rewrites[name](before) ?? before, text);
}
