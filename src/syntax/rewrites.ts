import type { Language } from "./languages.ts";
import { blankCommentsAfterDecorators } from "./python/comments-after-decorators.ts";
import { blankEqualsInFormatSpecs } from "./python/format-specs.ts";
import { joinLinesInBrackets } from "./python/line-joining.ts";
import { blankStarsInSubscripts } from "./python/starred-subscripts.ts";
import { joinSubscriptsOfAnnotations } from "./python/subscripted-annotations.ts";
import { blankTypeParameterDefaults } from "./python/type-parameter-defaults.ts";

/** A copy of a text, of equal length and with the line breaks between its statements, or undefined where there is none. */
type Rewrite = (text: string) => string | undefined;

/** What mends gaps of a grammar, by the words of `rewrites` in language.json. */
export const rewrites: Readonly<Record<Language["rewrites"][number], Rewrite>> = {
  type_parameter_defaults: blankTypeParameterDefaults,
  format_specs: blankEqualsInFormatSpecs,
  starred_subscripts: blankStarsInSubscripts,
  comments_after_decorators: blankCommentsAfterDecorators,
  subscripted_annotations: joinSubscriptsOfAnnotations,
  lines_in_brackets: joinLinesInBrackets,
};
